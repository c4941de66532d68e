"""Every kind of plan can be run, stored, found again and put into words."""

import numpy as np
import pytest
from sklearn.model_selection import TimeSeriesSplit

import gnomon as gn
from gnomon.assessment import splits
from gnomon.errors import DesignError
from gnomon.experiments.record import Record, record_of

random = np.random.default_rng(0)
X = random.normal(size=(60, 3))
task = gn.Task(
    X, (X[:, 0] + random.normal(size=60) > 0).astype(int), time=np.arange(60), group=np.arange(60) // 5
)


@pytest.mark.parametrize(
    ("plan", "n_splits"),
    [
        (splits.rolling(3), 3),
        (splits.rolling(2, horizon=10, window=20, gap=5), 2),
        (splits.blocked(4, gap=5), 4),
        (splits.leave_groups_out(2), 66),
        (TimeSeriesSplit(3, test_size=15), 3),
        (gn.bootstrap(12), 12),
    ],
)
def test_a_stored_run_gives_back_what_resample_predicts(tmp_path, plan, n_splits):
    store = tmp_path / "plans.gnomon"
    design = gn.Design(task, gn.GaussianNB(), plan)
    gn.run(design, store)
    found = gn.run(design, store).predictions()
    expected = gn.resample(task, gn.GaussianNB(), plan)
    assert len(found.per_split("accuracy")) == n_splits
    assert np.array_equal(found.predicted, expected.predicted)
    assert found.design == expected.design
    record = record_of(design)
    assert record == Record.of(record.plain())
    assert record.tasks[0].splits["by_time"] == (not expected.design.is_exchangeable)


def test_a_nested_plan_is_refused_where_one_learner_is_run():
    with pytest.raises(DesignError, match="assess_selection"):
        gn.Design(task, gn.GaussianNB(), splits.nested(gn.k_fold(3), gn.k_fold(3))).units()

import numpy as np
import pandas as pd
import pytest

import gnomon as gn
from gnomon.experiments.checks.checking import check_methodology
from tests.experiments.checks import synthetic


def drifting(n_rows=300):
    """A label that comes and goes with time, and columns that tell the time but nothing of the label."""
    day = np.arange(n_rows)
    random = np.random.default_rng(2)
    return {
        "clock": day + random.normal(size=n_rows),
        "noise": random.normal(size=n_rows),
        "day": day,
        "ill": (np.sin(day / 15) + 0.1 * random.normal(size=n_rows) > 0).astype(int),
    }


def findings_of(task, **more):
    return check_methodology(task, only=["GN004"], **more).findings


def test_shuffled_folds_of_a_task_with_a_time_are_an_error_that_has_its_bias_measured():
    (finding,) = findings_of(gn.Task.of(drifting(), "ill", time="day"), plan=gn.k_fold(5), measure="accuracy")
    assert finding.severity == "error"
    assert finding.cost.gain > 0.1


@pytest.mark.parametrize("plan", [gn.rolling(4), gn.hold_out(0.2, chronological=True), None])
def test_plans_that_follow_time_are_silent(plan):
    assert findings_of(gn.Task.of(drifting(), "ill", time="day"), plan=plan) == ()


def test_blocks_of_time_are_only_a_note():
    (finding,) = findings_of(gn.Task.of(drifting(), "ill", time="day"), plan=gn.blocked(5), cost=False)
    assert finding.severity == "note"


def test_columns_of_dates_and_columns_named_for_time_are_found():
    columns = drifting()
    dates = pd.date_range("2025-01-01", periods=300).strftime("%Y-%m-%d").tolist()
    for time in ({"day": columns["day"]}, {"when": dates}):
        named = (
            {**columns, **time}
            if "day" in time
            else {**{k: columns[k] for k in columns if k != "day"}, **time}
        )
        (finding,) = findings_of(gn.Task.of(named, "ill"), cost=False)
        assert finding.severity == "warning"


def test_a_task_without_time_is_silent():
    assert findings_of(synthetic.task()) == ()

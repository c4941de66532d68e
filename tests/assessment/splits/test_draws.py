import numpy as np
import pytest

from gnomon.assessment.splits import bootstrap, k_fold, repeated, share_drawn
from gnomon.data.task import Task
from gnomon.errors import DesignError, ParameterError


def test_groups_that_lie_in_one_stratum_each_are_drawn_by_stratum():
    group = np.repeat(np.arange(20), 3)
    task = Task(np.zeros((60, 1)), (group < 5).astype(int), group=group)
    splits = bootstrap(10).split(task)
    assert splits.design.stratified
    for train, held_out in splits:
        assert task.codes[train].sum() == 15
        assert len(train) == 60
        assert not set(group[train]) & set(group[held_out])


def test_groups_of_several_strata_are_drawn_without_regard_unless_asked():
    task = Task(np.zeros((12, 1)), np.arange(12) % 2, group=np.arange(12) // 2)
    splits = bootstrap(3).split(task)
    assert not splits.design.stratified
    assert all(len(train) == 12 for train, _ in splits)
    with pytest.raises(DesignError, match="group 0 has rows in several strata"):
        bootstrap(3, stratify=True).split(task)


def test_a_stratified_bootstrap_draws_as_many_of_each_class_as_there_are():
    task = Task(np.zeros((50, 1)), np.repeat([0, 1], [40, 10]))
    assert all(task.codes[train].sum() == 10 for train, _ in bootstrap(5).split(task))
    plain = bootstrap(5, stratify=False).split(task)
    assert len({int(task.codes[train].sum()) for train, _ in plain}) > 1


def test_the_share_drawn_is_the_mean_over_samples():
    assert share_drawn(1) == 1
    assert share_drawn(2) == pytest.approx(0.75)
    task = Task(np.zeros((10, 1)), np.arange(10.0), kind="regression")
    result = bootstrap(3000).split(task).train_sizes.mean() / 10
    assert result == pytest.approx(share_drawn(10), abs=0.006)
    with pytest.raises(ParameterError, match="n_rows=0"):
        share_drawn(0)


@pytest.mark.parametrize("plan", [bootstrap(2**60), repeated(k_fold(2), times=2**60)])
def test_repeats_without_end_are_refused(plan):
    with pytest.raises(DesignError, match="at most 100,000 repeats"):
        plan.split(Task(np.zeros((6, 1)), [0, 1] * 3))

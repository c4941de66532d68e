import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.assessment.fold_assignment import assign_folds, assign_groups, draw, strata, times_drawn
from gnomon.data.task import Task
from gnomon.errors import DesignError

strata_lists = st.lists(st.integers(0, 3), min_size=2, max_size=60)
seeds = st.integers(0, 2**32)


@given(strata_lists, st.integers(2, 10), seeds)
def test_folds_differ_by_at_most_one_row_in_size_and_in_every_stratum(labels, k, seed):
    stratum = np.array(labels)
    fold = assign_folds(len(stratum), k, stratum, np.random.default_rng(seed))
    assert np.ptp(np.bincount(fold, minlength=k)) <= 1
    for code in np.unique(stratum):
        assert np.ptp(np.bincount(fold[stratum == code], minlength=k)) <= 1


@given(strata_lists, st.floats(0.01, 0.99), seeds)
def test_a_drawn_share_is_exact_in_size_and_within_one_row_in_every_stratum(labels, share, seed):
    stratum = np.array(labels)
    n_held = min(max(round(share * len(stratum)), 1), len(stratum) - 1)
    held_out = draw(len(stratum), n_held, stratum, np.random.default_rng(seed))
    assert len(np.unique(held_out)) == n_held
    for code in np.unique(stratum):
        expected = n_held / len(stratum) * np.sum(stratum == code)
        assert abs(np.sum(stratum[held_out] == code) - expected) < 1


@given(st.lists(st.integers(0, 8), min_size=6, max_size=80), st.integers(2, 6), seeds)
def test_a_group_is_in_one_fold_and_no_fold_is_empty(labels, k, seed):
    group = np.array(labels)
    if len(np.unique(group)) < k:
        return
    fold = assign_groups(group, None, np.full(k, 1 / k), np.random.default_rng(seed))
    assert all(len(np.unique(fold[group == each])) == 1 for each in np.unique(group))
    assert len(np.unique(fold)) == k


def test_many_groups_make_folds_near_equal_in_size_and_in_class():
    generator = np.random.default_rng(3)
    group = np.repeat(np.arange(200), generator.integers(1, 12, 200))
    stratum = (generator.random(len(group)) < 0.2).astype(np.int64)
    fold = assign_groups(group, stratum, np.full(5, 0.2), generator)
    assert np.ptp(np.bincount(fold)) <= 12
    assert np.ptp([stratum[fold == each].mean() for each in range(5)]) < 0.02


def test_two_repeats_assign_groups_differently():
    group = np.repeat(np.arange(30), 4)
    first, second = (
        assign_groups(group, None, np.full(3, 1 / 3), np.random.default_rng(seed)) for seed in (0, 1)
    )
    assert not np.array_equal(first, second)


def test_draws_with_replacement_keep_the_size_of_every_stratum():
    stratum = np.repeat([0, 1], [30, 70])
    times = times_drawn(100, stratum, np.random.default_rng(0))
    assert times[:30].sum() == 30
    assert times[30:].sum() == 70
    assert times.max() > 1


def test_a_stratum_of_the_task_comes_before_its_classes():
    task = Task(np.zeros((4, 1)), ["a", "a", "b", "b"], stratum=["x", "y", "x", "y"])
    assert strata(task, None).tolist() == [0, 1, 0, 1]
    assert strata(task, False) is None


def test_stratified_regression_without_strata_is_refused():
    task = Task(np.zeros((4, 1)), [0.1, 0.2, 0.3, 0.4], kind="regression")
    assert strata(task, None) is None
    with pytest.raises(DesignError, match="stratum"):
        strata(task, True)

from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.model_selection import LeavePGroupsOut

from gnomon.assessment.splits import k_fold, leave_groups_out, leave_one_out, repeated
from gnomon.data.task import Task
from gnomon.errors import DesignError, ParameterError


def grouped(group, **roles):
    return Task(
        np.zeros((len(group), 1)), np.arange(len(group)) % 2, kind="classification", group=group, **roles
    )


@settings(max_examples=40)
@given(st.lists(st.integers(0, 5), min_size=6, max_size=40), st.integers(1, 3))
def test_every_set_of_p_groups_is_held_out_once_and_whole(labels, p):
    group = np.array(labels)
    names = np.unique(group)
    if p >= len(names):
        return
    splits = leave_groups_out(p).split(grouped(group))
    assert len(splits) == comb(len(names), p) == splits.design.folds
    held = [tuple(np.unique(group[rows])) for rows in splits.held_out]
    assert held == list(combinations(names, p))
    for train, held_out in splits:
        assert not set(group[train]) & set(group[held_out])
        assert len(train) + len(held_out) == len(group)


@pytest.mark.parametrize("p", [1, 2, 3])
def test_groups_are_left_out_as_scikit_learn_leaves_them_out(p):
    group = np.array(["x", "y", "z", "x", "w", "y", "z", "w", "v"])
    theirs = [held.tolist() for _, held in LeavePGroupsOut(p).split(group, groups=group)]
    assert [rows.tolist() for rows in leave_groups_out(p).split(grouped(group)).held_out] == theirs


def test_leaving_one_group_out_holds_out_the_rows_that_leave_one_out_does():
    task = grouped(np.arange(12) // 3)
    both = [plan.split(task).held_out for plan in (leave_groups_out(1), leave_one_out())]
    assert [rows.tolist() for rows in both[0]] == [rows.tolist() for rows in both[1]]


@pytest.mark.parametrize(
    ("task", "p", "words"),
    [
        (Task(np.zeros((4, 1)), [0, 1, 0, 1]), 1, "group="),
        (grouped([1, 1, 2, 2]), 2, "leaves no training rows; use p <= 1"),
        (grouped([1, 1, 1, 1]), 1, "needs at least 2 groups"),
        (grouped(np.arange(60)), 3, r"34220 splits.*hold_out\(0.05\)"),
    ],
)
def test_groups_that_cannot_be_left_out_raise_an_error_with_the_fix(task, p, words):
    with pytest.raises(DesignError, match=words):
        leave_groups_out(p).split(task)
    with pytest.raises(ParameterError, match="p=0"):
        leave_groups_out(0)


def patients(n_groups=60, seed=0):
    """Patients with a few rows each, of one class each, one in four ill."""
    random = np.random.default_rng(seed)
    group = np.repeat(np.arange(n_groups), random.integers(1, 6, n_groups))
    ill = (np.arange(n_groups) % 4 == 0)[group]
    return Task(np.zeros((len(group), 1)), ill.astype(int), kind="classification", group=group)


def test_repeated_stratified_group_k_fold_keeps_groups_strata_and_shares_and_differs_by_repeat():
    task = patients()
    splits = repeated(k_fold(5), times=4, random_state=3).split(task)
    design = splits.design
    assert (design.method, design.folds, design.repeats) == ("k-fold", 5, 4)
    assert design.stratified
    assert design.grouped
    for repeat in range(4):
        places = np.flatnonzero(splits.repeat == repeat)
        assert sorted(np.concatenate([splits[i][1] for i in places])) == list(range(task.n_rows))
    for train, held_out in splits:
        assert not set(task.group[train]) & set(task.group[held_out])
        assert abs(task.codes[held_out].mean() - task.codes.mean()) < 0.06
        assert abs(len(held_out) / task.n_rows - 0.2) < 0.05
    assert len({tuple(rows) for rows in splits.held_out}) == 20


def test_repeated_group_k_fold_of_numbers_is_not_stratified_but_grouped():
    task = Task(np.zeros((30, 1)), np.linspace(0, 1, 30), kind="regression", group=np.arange(30) // 3)
    design = repeated(k_fold(5), times=2).split(task).design
    assert not design.stratified
    assert design.grouped

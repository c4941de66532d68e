import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.model_selection import StratifiedKFold

from gnomon.assessment.splits import bootstrap, hold_out, k_fold, leave_one_out, repeated
from gnomon.data.task import Task
from gnomon.errors import DataWarning, DesignError, ParameterError


def a_task(n_rows=40, n_groups=None, seed=0, **roles):
    generator = np.random.default_rng(seed)
    if n_groups is not None:
        roles["group"] = generator.integers(n_groups, size=n_rows)
    return Task(generator.normal(size=(n_rows, 2)), np.arange(n_rows) % 2, kind="classification", **roles)


plans = st.sampled_from(
    [
        hold_out(0.3),
        k_fold(4),
        k_fold(3, stratify=False),
        leave_one_out(),
        bootstrap(3),
        repeated(k_fold(3), times=2),
        repeated(hold_out(0.2), times=3),
    ]
)


@given(plans, st.integers(12, 60), st.sampled_from([None, 6, 12]))
def test_every_plan_keeps_training_and_held_out_rows_apart_and_groups_together(plan, n_rows, n_groups):
    task = a_task(n_rows, n_groups)
    for train, held_out in plan.split(task):
        assert len(train)
        assert len(held_out)
        assert train.dtype == held_out.dtype == np.int64
        assert not set(train) & set(held_out)
        if task.group is not None:
            assert not set(task.group[train]) & set(task.group[held_out])


@given(st.sampled_from([k_fold(4), leave_one_out(), repeated(k_fold(5), times=3)]), st.integers(12, 60))
def test_each_repeat_of_k_fold_and_leave_one_out_holds_every_row_out_once(plan, n_rows):
    splits = plan.split(a_task(n_rows))
    for repeat in range(splits.design.repeats):
        held_out = np.concatenate([splits[i][1] for i in np.flatnonzero(splits.repeat == repeat)])
        assert sorted(held_out) == list(range(n_rows))
    assert all(len(train) + len(held_out) == n_rows for train, held_out in splits)


@given(plans)
def test_the_same_plan_cuts_the_same_task_the_same_way(plan):
    task = a_task()
    assert plan.split(task).fingerprint == plan.split(task).fingerprint


def test_another_seed_cuts_another_way_and_none_draws_afresh_but_can_be_repeated():
    task = a_task()
    assert (
        k_fold(4, random_state=1).split(task).fingerprint != k_fold(4, random_state=2).split(task).fingerprint
    )
    fresh = k_fold(4, random_state=None).split(task)
    assert fresh.fingerprint != k_fold(4, random_state=None).split(task).fingerprint
    again = k_fold(4, random_state=fresh.design.random_state).split(task)
    assert again.fingerprint == fresh.fingerprint


def test_the_first_repeat_is_the_plan_itself_and_the_others_differ():
    task = a_task()
    splits = repeated(k_fold(4), times=2, random_state=5).split(task)
    alone = k_fold(4, random_state=5).split(task)
    assert [rows.tolist() for rows in splits.held_out[:4]] == [rows.tolist() for rows in alone.held_out]
    assert splits.held_out[4].tolist() != splits.held_out[0].tolist()


def test_stratified_folds_are_as_even_as_those_of_scikit_learn():
    y = np.random.default_rng(0).choice(3, 97, p=[0.7, 0.2, 0.1])
    task = Task(np.zeros((97, 1)), y)
    ours = [np.bincount(y[held_out], minlength=3) for _, held_out in k_fold(5).split(task)]
    theirs = [np.bincount(y[held_out], minlength=3) for _, held_out in StratifiedKFold(5).split(y, y)]
    assert (np.ptp(ours, axis=0) <= np.ptp(theirs, axis=0)).all()
    assert np.ptp(np.sum(ours, axis=1)) <= 1


def test_regression_is_not_stratified_and_classification_is():
    assert k_fold(4).split(a_task()).design.stratified
    regression = Task(np.zeros((20, 1)), np.linspace(0, 1, 20), kind="regression")
    assert not k_fold(4).split(regression).design.stratified


def test_a_chronological_hold_out_tests_only_on_later_rows():
    time = np.array([3, 1, 2, 9, 8, 8, 4, 5, 6, 7])
    task = Task(np.zeros((10, 1)), np.arange(10) % 2, time=time)
    train, held_out = hold_out(0.2, chronological=True).split(task)[0]
    assert held_out.tolist() == [3, 4, 5]
    assert time[train].max() < time[held_out].min()


def test_a_chronological_hold_out_needs_time():
    with pytest.raises(DesignError, match="time="):
        hold_out(0.2, chronological=True).split(a_task())


def test_a_bootstrap_trains_on_as_many_rows_as_there_are_and_holds_out_the_missed():
    splits = bootstrap(20).split(a_task(150))
    assert len(splits) == 20
    for train, held_out in splits:
        assert len(train) == 150
        assert set(held_out) == set(range(150)) - set(train)
    assert 0.6 < np.mean(splits.train_sizes) / 150 < 0.66


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: k_fold(1), "k=1"),
        (lambda: k_fold(2.5), "k=2.5"),
        (lambda: k_fold(True), "k=True"),
        (lambda: hold_out(1.0), "share=1.0"),
        (lambda: hold_out(None), "share=None"),
        (lambda: hold_out("half"), "share='half'"),
        (lambda: bootstrap(0), "times=0"),
        (lambda: repeated(k_fold(5), 0), "times=0"),
        (lambda: repeated(leave_one_out(), 3), "repeated"),
        (lambda: repeated(bootstrap(5), 3), "bootstrap"),
        (lambda: repeated(hold_out(chronological=True), 3), "repeated"),
        (lambda: hold_out(chronological=True, stratify=True), "chronological"),
    ],
)
def test_a_bad_plan_is_refused_by_name_and_value(make, words):
    with pytest.raises(ParameterError, match=words):
        make()


def test_more_folds_than_rows_or_groups_are_refused():
    with pytest.raises(DesignError, match="k=41 folds of 40 rows"):
        k_fold(41).split(a_task())
    with pytest.raises(DesignError, match="k=5 folds of 3 groups"):
        k_fold(5).split(a_task(n_groups=3))
    with pytest.raises(DesignError, match="2 rows"):
        hold_out().split(Task([[1.0]], [0.5], kind="regression"))
    with pytest.raises(DesignError, match="fewer"):
        leave_one_out().split(Task(np.zeros((4, 1)), [0, 0, 1, 1], group=[1, 1, 1, 1]))


def test_a_class_too_small_for_the_folds_is_named_in_a_warning():
    task = Task(np.zeros((20, 1)), ["rare"] * 3 + ["usual"] * 17)
    with pytest.warns(DataWarning, match="class 'rare' has 3 rows for k=5"):
        splits = k_fold(5).split(task)
    assert len(splits) == 5
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        k_fold(5, stratify=False).split(task)


def test_leave_one_out_of_groups_leaves_out_each_group():
    task = a_task(30, n_groups=5)
    assert len(leave_one_out().split(task)) == len(np.unique(task.group))


def test_a_grouped_hold_out_of_two_groups_holds_one_out():
    task = Task(np.zeros((8, 1)), np.arange(8) % 2, group=np.arange(8) // 4)
    assert len(hold_out(0.2).split(task)[0][1]) == 4


def test_a_grouped_hold_out_comes_near_its_share():
    task = a_task(300, n_groups=60)
    held_out = hold_out(0.2).split(task)[0][1]
    assert 0.15 < len(held_out) / 300 < 0.25
    assert 0.4 < np.mean(task.codes[held_out]) < 0.6


def test_a_chronological_hold_out_never_cuts_a_group_or_an_instant():
    time = np.arange(8)
    apart = Task(np.zeros((8, 1)), time % 2, time=time, group=[0, 0, 0, 0, 0, 0, 1, 1])
    assert hold_out(0.25, chronological=True).split(apart)[0][1].tolist() == [6, 7]
    across = Task(np.zeros((8, 1)), time % 2, time=time, group=[0, 0, 0, 0, 1, 1, 1, 1])
    with pytest.raises(DesignError, match="group 1 has both training and held-out rows"):
        hold_out(0.25, chronological=True).split(across)
    at_once = Task(np.zeros((8, 1)), time % 2, time=np.zeros(8))
    with pytest.raises(DesignError, match="no row is left to train on"):
        hold_out(0.25, chronological=True).split(at_once)


def test_a_bootstrap_that_can_leave_nothing_out_is_refused():
    alone = Task(np.zeros((3, 1)), [0, 1, 2], kind="classification")
    with pytest.raises(DesignError, match="stratify=False"):
        bootstrap(2).split(alone)
    assert len(bootstrap(2, stratify=False).split(alone)) == 2


def test_folds_of_a_single_row_are_refused():
    with pytest.raises(DesignError, match="cross-validation needs at least 2 rows, and task 'task' has 1"):
        k_fold(2).split(Task([[1.0]], [0.5], kind="regression"))


def test_half_the_rows_and_a_fifth_are_held_out_as_asked():
    for share, n_held in ((0.5, 75), (0.2, 30)):
        train, held_out = hold_out(share).split(a_task(150))[0]
        assert (len(train), len(held_out)) == (150 - n_held, n_held)


def test_repeated_halves_differ_and_each_is_stratified():
    task = a_task(60)
    splits = repeated(hold_out(0.5), times=20).split(task)
    assert len({tuple(rows) for rows in splits.held_out}) == 20
    assert all(task.codes[rows].sum() == 15 for rows in splits.held_out)

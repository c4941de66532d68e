import numpy as np
import pytest
from sklearn.model_selection import (
    GroupKFold,
    GroupShuffleSplit,
    KFold,
    LeaveOneGroupOut,
    LeaveOneOut,
    LeavePGroupsOut,
    LeavePOut,
    PredefinedSplit,
    RepeatedStratifiedKFold,
    ShuffleSplit,
    StratifiedGroupKFold,
    StratifiedKFold,
    StratifiedShuffleSplit,
    TimeSeriesSplit,
)

from gnomon.assessment.splits import as_splits, k_fold
from gnomon.data.task import Task
from gnomon.errors import DataWarning, DesignError

task = Task(np.zeros((12, 1)), np.arange(12) % 2)
in_pairs = Task(np.zeros((12, 1)), np.arange(12) % 2, group=np.arange(12) // 2)


@pytest.mark.parametrize(
    ("splitter", "method", "folds", "repeats"),
    [
        (KFold(4), "k-fold", 4, 1),
        (RepeatedStratifiedKFold(n_splits=3, n_repeats=2, random_state=0), "k-fold", 3, 2),
        (StratifiedKFold(3), "k-fold", 3, 1),
        (LeaveOneOut(), "leave-one-out", 12, 1),
        (PredefinedSplit(np.arange(12) % 3), "k-fold", 3, 1),
        (PredefinedSplit(np.arange(12) % 3 - 1), "custom", 1, 2),
        (PredefinedSplit(np.arange(12) % 2 - 1), "hold-out", 1, 1),
        (ShuffleSplit(5, random_state=0), "hold-out", 1, 5),
        (ShuffleSplit(5, train_size=0.3, test_size=0.2, random_state=0), "hold-out", 1, 5),
        (StratifiedShuffleSplit(4, random_state=0), "hold-out", 1, 4),
        (LeavePOut(11), "custom", 1, 12),
        (TimeSeriesSplit(3), "rolling", 3, 1),
        (ShuffleSplit(1, random_state=0), "hold-out", 1, 1),
    ],
)
def test_the_design_of_a_scikit_learn_splitter_is_read_off_its_rows(splitter, method, folds, repeats):
    splits = as_splits(task, splitter)
    design = splits.design
    assert (design.method, design.folds, design.repeats) == (method, folds, repeats)
    expected = list(splitter.split(np.zeros((12, 1)), task.codes, task.group))
    assert [held_out.tolist() for _, held_out in splits] == [held_out.tolist() for _, held_out in expected]
    assert [sorted(train) for train, _ in splits] == [sorted(train) for train, _ in expected]


def test_splits_are_grouped_only_where_no_group_is_split():
    assert as_splits(in_pairs, GroupKFold(3)).design.grouped
    assert as_splits(in_pairs, KFold(3)).design.grouped
    with pytest.warns(DataWarning, match=r"group \d in both the training and the held-out rows"):
        splits = as_splits(in_pairs, KFold(3, shuffle=True, random_state=0))
    assert not splits.design.grouped


@pytest.mark.parametrize(
    ("splitter", "method", "folds", "repeats", "stratified"),
    [
        (GroupKFold(3), "k-fold", 3, 1, None),
        (StratifiedGroupKFold(3), "k-fold", 3, 1, True),
        (LeaveOneGroupOut(), "k-fold", 6, 1, None),
        (LeavePGroupsOut(2), "leave-groups-out", 15, 1, False),
        (GroupShuffleSplit(4, random_state=0), "hold-out", 1, 4, False),
    ],
)
def test_the_design_of_a_group_splitter_is_grouped(splitter, method, folds, repeats, stratified):
    design = as_splits(in_pairs, splitter).design
    assert (design.method, design.folds, design.repeats) == (method, folds, repeats)
    assert design.grouped
    assert stratified is None or design.stratified is stratified


def test_folds_count_as_stratified_where_the_splitter_or_the_rows_say_so():
    y = np.repeat([0, 1], [40, 20])
    sixty = Task(np.zeros((60, 1)), y)
    repeats = RepeatedStratifiedKFold(n_splits=4, n_repeats=3, random_state=0)
    assert as_splits(sixty, repeats).design.stratified
    assert as_splits(sixty, list(repeats.split(y, y))).design.stratified
    assert as_splits(sixty, StratifiedShuffleSplit(3, random_state=0)).design.stratified
    assert not as_splits(sixty, KFold(4)).design.stratified
    assert not as_splits(Task(np.zeros((60, 1)), y * 1.5, kind="regression"), KFold(4)).design.stratified


def test_pairs_that_train_on_the_past_alone_are_rolling():
    time = np.array([3, 1, 2, 6, 5, 4])
    timed = Task(np.zeros((6, 1)), [0, 1] * 3, time=time)
    design = as_splits(timed, [([1, 2], [0]), ([0, 1, 2], [4, 5])]).design
    assert (design.method, design.folds, design.by_time) == ("rolling", 2, True)
    assert as_splits(timed, [([0, 1, 2], [3, 4, 5])]).design.by_time
    assert not as_splits(timed, [([3, 4, 5], [0, 1, 2])]).design.by_time
    assert as_splits(task, TimeSeriesSplit(3)).design.by_time


def test_folds_in_order_of_time_are_blocks_and_shuffled_ones_are_not():
    timed = Task(np.zeros((12, 1)), np.arange(12) % 2, time=np.arange(12)[::-1])
    design = as_splits(timed, KFold(3)).design
    assert (design.method, design.folds, design.by_time) == ("blocked", 3, True)
    shuffled = as_splits(timed, KFold(3, shuffle=True, random_state=0)).design
    assert (shuffled.method, shuffled.by_time) == ("k-fold", False)
    assert as_splits(timed, LeaveOneOut()).design.method == "leave-one-out"


def test_a_time_series_split_of_rows_that_are_not_in_order_of_time_is_warned_of():
    shuffled = Task(np.zeros((12, 1)), np.arange(12) % 2, time=np.arange(12)[::-1])
    with pytest.warns(DataWarning, match=r"split 0 of TimeSeriesSplit.*use rolling"):
        design = as_splits(shuffled, TimeSeriesSplit(3)).design
    assert (design.method, design.by_time) == ("custom", False)


def test_a_plan_and_its_splits_are_taken_as_they_are():
    splits = k_fold(3).split(task)
    assert as_splits(task, splits) is splits
    assert as_splits(task, k_fold(3)).fingerprint == splits.fingerprint


def test_masks_are_row_numbers_too():
    mask = np.arange(12) < 4
    splits = as_splits(task, [(~mask, mask)])
    assert splits[0][1].tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("pairs", "words"),
    [
        ([], "there are no splits"),
        ([([0, 1], [1, 2])], "split 0 has row 1 in both"),
        ([([0, 1], [])], "0 held-out rows"),
        ([([0, 1], [12])], "has row 12, but"),
        ([([0, -1], [2])], "has row -1, but"),
        ([([0, 1], [2, 3, 2])], "holds out row 2 more than once"),
        ([([0, 1], [2], [3])], "split 0 is not a pair"),
        ([[0, 1], 7], "must be a list of integers"),
        ([5], "split 0 is not a pair"),
        ([(np.ones(5, dtype=bool), [7])], "must be a list of integers, not bool"),
        (5, "5 is not a resampling plan; pass one such as k_fold"),
        ("k-fold", "'k-fold' is not a resampling plan"),
        ([([0.5], [2])], "list of integers"),
    ],
)
def test_bad_pairs_are_refused_with_the_split_and_the_row(pairs, words):
    with pytest.raises(DesignError, match=words):
        as_splits(task, pairs)


def test_splits_of_another_task_are_refused():
    with pytest.raises(DesignError, match="12 rows do not fit"):
        as_splits(Task(np.zeros((5, 1)), [0, 1, 0, 1, 0]), k_fold(3).split(task))

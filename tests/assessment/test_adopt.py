import numpy as np
import pytest
from sklearn.model_selection import (
    GroupKFold,
    KFold,
    RepeatedStratifiedKFold,
    ShuffleSplit,
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
        (ShuffleSplit(5, random_state=0), "custom", 1, 5),
        (TimeSeriesSplit(3), "custom", 1, 3),
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


def test_groups_count_as_kept_together_only_where_they_are():
    assert as_splits(in_pairs, GroupKFold(3)).design.grouped
    assert as_splits(in_pairs, KFold(3)).design.grouped
    with pytest.warns(DataWarning, match=r"group \d both in training and held out"):
        splits = as_splits(in_pairs, KFold(3, shuffle=True, random_state=0))
    assert not splits.design.grouped


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
        ([], "not one split"),
        ([([0, 1], [1, 2])], "trains on row 1"),
        ([([0, 1], [])], "0 held-out rows"),
        ([([0, 1], [12])], "names row 12"),
        ([([0, -1], [2])], "names row"),
        ([([0.5], [2])], "whole numbers"),
    ],
)
def test_bad_pairs_are_refused_with_the_split_and_the_row(pairs, words):
    with pytest.raises(DesignError, match=words):
        as_splits(task, pairs)


def test_splits_of_another_task_are_refused():
    with pytest.raises(DesignError, match="12 rows do not fit"):
        as_splits(Task(np.zeros((5, 1)), [0, 1, 0, 1, 0]), k_fold(3).split(task))

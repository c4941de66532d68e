import numpy as np

from gnomon.assessment.splits import bootstrap, k_fold, leave_one_out, repeated
from gnomon.data.task import Task

task = Task(np.zeros((12, 1)), np.arange(12) % 2)


def test_splits_taken_keep_their_numbers_and_the_fingerprint_of_the_whole():
    whole = repeated(k_fold(3), times=2).split(task)
    part = whole[3:]
    assert part.number.tolist() == [3, 4, 5]
    assert part.repeat.tolist() == [1, 1, 1]
    assert part.fold.tolist() == [0, 1, 2]
    assert part.fingerprint == whole.fingerprint
    assert part[0][1].tolist() == whole[3][1].tolist()
    assert part.take([2]).number.tolist() == [5]


def test_training_rows_of_a_bootstrap_are_kept_when_taken():
    whole = bootstrap(4).split(task)
    assert whole[2:][0][0].tolist() == whole[2][0].tolist()


def test_leave_one_out_of_many_rows_costs_no_memory_for_training_sets():
    many = Task(np.zeros((20_000, 1)), np.zeros(20_000), kind="regression")
    splits = leave_one_out().split(many)
    assert len(splits) == 20_000
    assert splits.train is None
    assert len(splits[7][0]) == 19_999


def test_the_fingerprint_sees_which_rows_are_in_which_split():
    splits = k_fold(3).split(task)
    swapped = splits.take([1, 0, 2])
    assert type(splits)(swapped.held_out, splits.design).fingerprint != splits.fingerprint


def test_a_design_says_itself_in_words():
    assert str(k_fold(3).split(task).design) == "stratified k-fold, 3 folds, 12 rows"
    assert repr(k_fold(3).split(task)) == "Splits(stratified k-fold, 3 folds, 12 rows; 3 splits)"

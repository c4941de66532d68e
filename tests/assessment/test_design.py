import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gnomon.assessment.splits import (
    SplitDesign,
    Splits,
    as_splits,
    bootstrap,
    k_fold,
    leave_one_out,
    repeated,
)
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


def test_take_retains_the_training_rows_of_a_bootstrap():
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


def test_the_fingerprint_is_the_same_whether_all_other_rows_are_listed_or_not():
    splits = k_fold(3).split(task)
    listed = Splits(splits.held_out, splits.design, [train for train, _ in splits])
    assert listed.fingerprint == splits.fingerprint
    fewer = Splits(splits.held_out, splits.design, [train[1:] for train, _ in splits])
    assert fewer.fingerprint != splits.fingerprint


def test_the_fingerprint_tells_a_held_out_set_from_a_training_set():
    low, high = np.arange(6), np.arange(6, 12)
    folds = as_splits(task, [(high, low), (low, high)])
    once = Splits([low], folds.design, [high])
    twice = Splits([low, high], folds.design)
    assert folds.fingerprint == twice.fingerprint != once.fingerprint
    part = low[:3]
    one = Splits([low, high], folds.design, [high, part])
    other = Splits([low, high], folds.design, [part + 6, low])
    assert len({one.fingerprint, other.fingerprint, twice.fingerprint}) == 3


@given(st.lists(st.lists(st.integers(0, 5), min_size=1, max_size=4), min_size=1, max_size=3), st.data())
def test_fingerprints_are_equal_exactly_when_the_rows_are_cut_alike(held_out, data):
    def drawn():
        train = [data.draw(st.sampled_from([None, [0, 1], [5], [1, 2, 3, 4, 5]])) for _ in held_out]
        sets = [np.array(rows) for rows in held_out]
        whole = Splits(sets, design)
        return Splits(sets, design, [whole[i][0] if t is None else np.array(t) for i, t in enumerate(train)])

    design = SplitDesign("custom", 1, 1, stratified=False, grouped=False, random_state=None, n_rows=6)
    one, other = drawn(), drawn()
    alike = all(np.array_equal(a, b) for a, b in zip(one.train, other.train))
    assert (one.fingerprint == other.fingerprint) == alike


def test_a_design_says_itself_in_words():
    assert str(k_fold(3).split(task).design) == "stratified k-fold, 3 folds, 12 rows"
    assert repr(k_fold(3).split(task)) == "Splits(stratified k-fold, 3 folds, 12 rows; 3 splits)"

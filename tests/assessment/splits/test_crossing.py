import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon.assessment.design import Splits
from gnomon.assessment.fold_assignment import assign_inner_folds
from gnomon.assessment.splits import k_fold, nested, nesting, repeated
from gnomon.assessment.splits.crossing import cross
from gnomon.data.task import Task
from gnomon.errors import DataWarning


@pytest.fixture
def few_are_many(monkeypatch):
    monkeypatch.setattr(nesting, "MIN_ROWS_CROSSED", 40)


@settings(max_examples=80)
@given(st.integers(2, 7), st.integers(2, 6), st.integers(1, 4), st.integers(0, 2**32 - 1))
def test_without_any_outer_fold_strata_are_balanced_to_within_two_rows(n_outer, k, n_strata, seed):
    random = np.random.default_rng(seed)
    fold, stratum = random.integers(n_outer, size=90), random.integers(n_strata, size=90)
    fold[0] = n_outer - 1
    inner = assign_inner_folds(fold, k, stratum, random)
    for gone in range(-1, n_outer):
        for each in np.unique(stratum):
            counts = np.bincount(inner[(stratum == each) & (fold != gone)], minlength=k)
            assert np.ptp(counts) <= (1 if gone < 0 else 2)


def test_small_strata_that_are_alike_do_not_leave_the_same_cells_empty():
    stratum = np.repeat(np.arange(500), 2)
    sizes = cross(np.tile([0, 1], 500), 2, stratum, np.random.default_rng(0)).sizes
    assert sizes.min() > 200


def test_cells_share_out_the_rows():
    random = np.random.default_rng(0)
    fold = random.integers(4, size=200)
    crossing = cross(fold, 3, None, random)
    assert np.array_equal(
        np.sort(np.concatenate([rows for cells in crossing.cells for rows in cells])), np.arange(200)
    )
    for cells in crossing.cells:
        for outer, rows in enumerate(cells):
            assert (fold[rows] == outer).all()
    assert [[len(rows) for rows in cells] for cells in crossing.cells] == crossing.sizes.tolist()


@pytest.mark.usefixtures("few_are_many")
@pytest.mark.parametrize("times", [1, 2])
def test_crossed_inner_splits_partition_the_outer_training_rows(times):
    task = Task(np.zeros((60, 1)), np.arange(60) % 3)
    cut = nested(repeated(k_fold(4), times=times), k_fold(3)).split(task)
    assert len(cut.crossings) == times
    for (train, held_out), inner in zip(cut.outer, cut.inner):
        assert inner.design == k_fold(3).split(task).design
        assert np.array_equal(np.sort(inner.held_out_rows), train)
        listed = Splits(inner.held_out, inner.design, inner.train)
        assert inner.train_sizes.tolist() == listed.train_sizes.tolist()
        for mine, held in inner:
            assert np.array_equal(np.sort([*mine, *held]), train)
            assert not set(mine) & set(held)
            assert not set(held_out) & set(held)


@pytest.mark.usefixtures("few_are_many")
def test_equal_inner_splits_and_no_others_have_equal_fingerprints():
    task = Task(np.zeros((60, 1)), np.arange(60) % 3)
    made = [
        nested(k_fold(4), k_fold(3, random_state=seed)).split(task).inner[place].fingerprint
        for seed, place in [(0, 0), (0, 0), (1, 0), (0, 1)]
    ]
    assert made[0] == made[1]
    assert len(set(made)) == 3


@pytest.mark.usefixtures("few_are_many")
@pytest.mark.parametrize(
    ("outer", "inner", "roles"),
    [
        (k_fold(4), repeated(k_fold(3), times=2), {}),
        (k_fold(4), k_fold(3), {"group": np.arange(60) // 2}),
        (k_fold(20), k_fold(15), {}),
        (k_fold(4).split(Task(np.zeros((60, 1)), np.arange(60) % 3))[:2], k_fold(3), {}),
    ],
)
def test_other_plans_are_assigned_one_training_set_at_a_time(outer, inner, roles):
    assert not nested(outer, inner).split(Task(np.zeros((60, 1)), np.arange(60) % 3, **roles)).crossings


@pytest.mark.usefixtures("few_are_many")
def test_a_class_with_too_few_rows_in_a_training_set_raises_a_warning():
    task = Task(np.zeros((60, 1)), np.arange(60) < 4)
    with pytest.warns(DataWarning, match="class True has 3 rows for k=4 folds"):
        nested(k_fold(4), k_fold(4)).split(task)


def test_few_rows_are_assigned_as_by_the_inner_plan():
    assert not nested(k_fold(4), k_fold(3)).split(Task(np.zeros((60, 1)), np.arange(60) % 3)).crossings

"""The fold diagram shows every row in its role, in each kind of plan."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.errors import DataError
from gnomon.plotting.assessment.fold_diagram import _ordered, _roles, _runs

IRIS = gn.load("iris")


def test_each_row_is_held_out_once_by_five_folds():
    display = gn.plotting.FoldDiagramDisplay.from_plan(gn.k_fold(5), IRIS)
    roles = _roles(display.splits)
    assert (np.sum(roles == 2, axis=0) == 1).all()
    assert (np.sum(roles == 1, axis=0) == 4).all()
    assert display.names == [f"fold {fold}" for fold in range(1, 6)]


def test_rows_of_a_fold_stand_together():
    display = gn.plotting.FoldDiagramDisplay.from_plan(gn.k_fold(5), IRIS)
    for line in _ordered(display.splits, _roles(display.splits)):
        assert sum(role == 2 for role, _, _ in _runs(line)) == 1


def test_nested_folds_never_train_on_their_test_rows_and_stand_together_too():
    display = gn.plotting.FoldDiagramDisplay.from_plan(gn.nested(gn.k_fold(5), gn.k_fold(4)), IRIS)
    roles = _roles(display.splits)
    assert roles.shape == (20, 150)
    assert (np.sum(roles == 3, axis=1) == 30).all()
    ordered = _ordered(display.splits, _roles(display.splits))
    assert np.array_equal(np.sort(ordered, axis=1), np.sort(roles, axis=1))
    for line in ordered:
        assert sum(role == 3 for role, _, _ in _runs(line)) == 1
        assert sum(role == 2 for role, _, _ in _runs(line)) <= 2


def test_train_validation_test_is_one_line_of_three_roles():
    display = gn.plotting.FoldDiagramDisplay.from_plan(gn.train_validation_test((0.6, 0.2, 0.2)), IRIS)
    assert display.frame()["rows"].tolist() == [90, 30, 30]


def test_rolling_splits_go_along_time():
    n = 40
    task = gn.Task(np.zeros((n, 1)), [0, 1] * (n // 2), time=np.arange(n))
    display = gn.plotting.FoldDiagramDisplay.from_plan(gn.rolling(4), task)
    for line in _ordered(display.splits, _roles(display.splits)):
        assert np.flatnonzero(line == 1).max() < np.flatnonzero(line == 2).min()
    assert display._axis() == "rows, in time order"


def test_groups_stay_together():
    group = np.repeat(np.arange(10), 15)
    task = gn.Task(IRIS.X, IRIS.y, group=group)
    display = gn.plotting.FoldDiagramDisplay.from_plan(gn.leave_groups_out(), task)
    for line in _roles(display.splits):
        assert len(np.unique(group[line == 2])) == 1


def test_repeats_and_many_rows_stay_small():
    task = gn.datasets.make_moons(5000, random_state=0)
    drawn = gn.plotting.FoldDiagramDisplay.from_plan(gn.repeated(gn.hold_out(0.3), times=30), task)
    assert len(drawn.svg()) < 200_000
    display = gn.plotting.FoldDiagramDisplay.from_plan(gn.repeated(gn.k_fold(10), times=10), task)
    assert "first 24 of 100 splits" in display.alt()
    assert len(display.svg()) < 200_000
    assert display.names[10] == "repeat 2, fold 1"


def test_leaving_one_of_very_many_rows_out_costs_no_more_than_what_is_drawn():
    display = gn.plotting.FoldDiagramDisplay.from_plan(
        gn.leave_one_out(), gn.datasets.make_moons(20_000, random_state=0)
    )
    assert _roles(display.splits).shape == (24, 20_000)
    assert len(display.frame()) == 40_000
    assert display.svg().startswith("<svg")


def test_what_is_no_split_is_refused():
    with pytest.raises(DataError, match="pass Splits"):
        gn.plotting.FoldDiagramDisplay([([0], [1])])

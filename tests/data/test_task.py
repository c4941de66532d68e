"""A task fixes the question once: kind, classes, roles."""

import pickle
import warnings

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import sparse
from sklearn.datasets import load_diabetes, load_iris

from gnomon.data.task import Task
from gnomon.errors import DataError, DataWarning, ParameterError
from gnomon.features.automatic.default_preparation import preparation_notes
from gnomon.learners.linear.ridge import Ridge

X4 = np.arange(8.0).reshape(4, 2)


@pytest.mark.parametrize(
    ("y", "kind"),
    [
        (["a", "b", "a", "b"], "classification"),
        ([True, False, True, True], "classification"),
        ([0, 1, 1, 0], "classification"),
        ([0.0, 1.0, 1.0, 0.0], "classification"),
        ([0.5, 1.0, 1.0, 0.5], "regression"),
        ([1, 2, 3, 4], "regression"),
        (None, "clustering"),
    ],
)
def test_kind_is_inferred_from_the_target(y, kind):
    assert Task(X4, y).kind == kind


def test_kind_is_inferred_as_people_expect_on_known_data():
    assert Task(*load_iris(return_X_y=True)).kind == "classification"
    assert Task(*load_diabetes(return_X_y=True)).kind == "regression"


def test_kind_can_be_overridden():
    assert Task(X4, [0, 1, 1, 0], kind="regression").y.dtype == np.float64
    assert Task(X4, [1, 2, 3, 4], kind="classification").classes.tolist() == [1, 2, 3, 4]


@pytest.mark.parametrize(
    "wrap", [list, np.array, pd.Series, pl.Series, lambda y: pd.Series(y, dtype="category")]
)
def test_labels_are_the_same_from_every_container(wrap):
    task = Task(X4, wrap(["b", "a", "b", "a"]))
    assert task.classes.tolist() == ["a", "b"]
    assert task.codes.tolist() == [1, 0, 1, 0]
    assert task.codes.dtype == np.int64
    assert task.y.tolist() == ["b", "a", "b", "a"]
    assert task.y.dtype == task.classes.dtype


def test_whole_floats_become_whole_classes():
    assert Task(X4, [0.0, 1.0, 1.0, 0.0]).classes.dtype == np.int64


def test_positive_is_the_last_of_two_classes_by_default():
    y = ["no", "yes", "no", "yes"]
    assert Task(X4, y).positive == "yes"
    assert Task(X4, y, positive="no").positive == "no"
    assert Task(X4, [0, 1, 0, 1], positive="0").positive == 0
    assert Task(X4, ["a", "b", "c", "a"]).positive is None
    with pytest.raises(ParameterError, match=r"'maybe'.*no, yes"):
        Task(X4, y, positive="maybe")


def test_rows_keep_classes_and_take_roles_along():
    task = Task(
        X4,
        ["a", "b", "c", "a"],
        group=[1, 1, 2, 2],
        weight=[1, 2, 3, 4],
        time=[4, 3, 2, 1],
        costs=1 - np.eye(3),
    )
    part = task.rows([3, 0])
    assert part.classes.tolist() == ["a", "b", "c"]
    assert part.y.tolist() == ["a", "a"]
    assert part.codes.tolist() == [0, 0]
    assert part.group.tolist() == [2, 1]
    assert part.weight.tolist() == [4, 1]
    assert part.time.tolist() == [1, 4]
    assert part.costs.shape == (3, 3)
    np.testing.assert_array_equal(part.encoded, X4[[3, 0]])
    assert task.rows(task.codes == 0).n_rows == 2
    assert task.rows([]).n_rows == 0


def test_numbers_reach_the_learner_without_a_copy():
    task = Task(X4, [0, 1, 0, 1])
    assert task.X is X4
    assert task.encoded is X4


def test_X_is_numbers_unless_a_column_is_categorical():
    mixed = Task({"n": [1, 2], "c": ["a", "b"]}, [0.5, 1.5])
    assert isinstance(mixed.X, pd.DataFrame)
    assert mixed.feature_names == ["n", "c=b"]
    assert mixed.encoded.tolist() == [[1, 0], [2, 1]]
    ordered = Task({"n": [1, 2], "o": ["lo", "hi"]}, [0.5, 1.5], kinds={"o": "ordinal"})
    assert isinstance(ordered.X, np.ndarray)
    thin = Task(sparse.eye(3), [0.5, 1.5, 2.5])
    assert sparse.issparse(thin.X)
    assert thin.X.format == "csr"


def test_roles_named_by_column_leave_the_features():
    frame = {
        "x": [1, 2, 3, 4],
        "who": ["p", "p", "q", "q"],
        "w": [1, 1, 2, 2],
        "day": ["2026-01-01"] * 4,
        "y": [0, 1, 0, 1],
    }
    task = Task.of(frame, "y", group="who", weight="w", time="day", stratum="y")
    assert task.table.names == ("x",)
    assert task.group.tolist() == ["p", "p", "q", "q"]
    assert task.weight.tolist() == [1, 1, 2, 2]
    assert task.time.dtype.kind == "M"
    assert task.stratum.tolist() == [0, 1, 0, 1]


def test_task_of_takes_any_frame_and_arrays_as_roles():
    frame = pl.DataFrame({"x": [1, 2], "y": ["a", "b"]})
    assert Task.of(frame, "y", weight=[1, 2]).weight.tolist() == [1, 2]
    assert Task.of(frame).kind == "clustering"


def test_fingerprint_depends_on_contents_and_not_on_name():
    task = Task(X4, ["a", "b", "a", "b"], name="one")
    assert task.fingerprint == Task(X4.copy(), ["a", "b", "a", "b"], name="two").fingerprint
    others = [
        Task(X4 + 1e-12, ["a", "b", "a", "b"]),
        Task(X4, ["a", "b", "b", "a"]),
        Task(X4, ["a", "c", "a", "c"]),
        Task(X4, ["a", "b", "a", "b"], weight=[1, 1, 1, 2]),
        Task(X4, ["a", "b", "a", "b"], positive="a"),
        Task(pd.DataFrame(X4, columns=["p", "q"]), ["a", "b", "a", "b"]),
        task.rows([0, 1, 2]),
    ]
    assert len({task.fingerprint, *(other.fingerprint for other in others)}) == len(others) + 1


def test_fingerprint_is_the_same_on_every_machine():
    assert Task([[1.0], [2.0]], [0.5, 1.5]).fingerprint == "6dcb450358e2cad070b13e442688848a"


def test_a_task_survives_pickling_and_cannot_be_changed():
    task = Task({"c": ["a", "b", "a", "c"]}, [0, 1, 0, 1], group=[1, 2, 3, 4])
    assert pickle.loads(pickle.dumps(task)).fingerprint == task.fingerprint
    with pytest.raises(AttributeError):
        task.name = "other"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"y": [0, 0, 0, 0]}, ["one class", "0"]),
        ({"y": ["a", None, "b", "a"]}, ["missing in 1 of 4", "rows 1"]),
        ({"y": [0.5, np.nan, 1, 2]}, ["missing", "rows 1"]),
        ({"y": [0.5, np.inf, 1, 2]}, ["inf", "row 1"]),
        ({"y": [1, 2, 3]}, ["3 values", "4 rows"]),
        ({"y": [1, "a", 2, "b"]}, ["mixes types", "'a'", "row 1"]),
        ({"y": np.eye(4)}, ["2 dimensions"]),
        ({"y": ["a", "b", "a", "b"], "kind": "regression"}, ["needs numbers", "'a'"]),
        ({"kind": "regression"}, ["needs a target"]),
        ({"y": [0, 1, 0, 1], "kind": "clustering"}, ["no target"]),
        ({"weight": [1, -1, 1, 1]}, ["weight", "-1", "row 1"]),
        ({"weight": [0, 0, 0, 0]}, ["weight", "zero"]),
        ({"weight": ["a", "b", "c", "d"]}, ["weight", "numbers"]),
        ({"group": [1, 2, 3]}, ["group", "(3,)", "4 rows"]),
        ({"group": [1, None, 3, 4]}, ["group", "row 1"]),
        ({"time": ["soon", "later", "now", "then"]}, ["time", "'soon'", "row 0"]),
    ],
)
def test_bad_targets_and_roles_are_refused_with_their_location(options, words):
    with pytest.raises(DataError) as error:
        Task(X4, **options)
    assert all(word in str(error.value) for word in words), str(error.value)


@pytest.mark.parametrize(
    "options",
    [
        {"y": [0, 1, 0, 1], "costs": [[0, 1]]},
        {"y": [0.5, 1, 2, 3], "costs": np.eye(2)},
        {"y": [0.5, 1, 2, 3], "positive": 1},
        {"y": [0, 1, 0, 1], "kind": "ranking"},
    ],
)
def test_bad_parameters_are_refused(options):
    with pytest.raises(ParameterError):
        Task(X4, **options)


def test_a_missing_target_column_is_named_with_those_there_are():
    with pytest.raises(DataError, match=r"no column 'z'.*'x', 'y'"):
        Task.of({"x": [1], "y": [2]}, "z")
    with pytest.raises(DataError, match=r"no feature is left besides 'y'"):
        Task.of({"y": [1, 2]}, "y")
    with pytest.raises(DataError, match=r"the target 'y' has only one class"):
        Task.of({"x": [1, 2], "y": ["a", "a"]}, "y")


def test_identifiers_and_dates_among_columns_without_names_are_warned_of():
    names = [f"person {i}" for i in range(20)]
    with pytest.warns(DataWarning, match=r"'x0' has almost only unique values.*drop it"):
        Task(np.array(names, dtype=object)[:, None], np.arange(20) / 2)
    with pytest.warns(DataWarning, match=r"'x0' holds dates"):
        Task([["2026-01-01"], ["2026-02-01"]], [0.5, 1.5])


def test_identifiers_and_dates_of_columns_with_names_are_left_to_the_preparation():
    names = [f"person {i}" for i in range(20)]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        task = Task({"who": names, "day": ["2026-01-01", "2026-02-01"] * 10}, np.arange(20) / 2)
        Task.of({"x": np.arange(20), "who": names, "y": np.arange(20) / 2}, "y", group="who")
    said = " ".join(preparation_notes(Ridge(), task))
    assert "Left out: who" in said
    assert "Dates become their parts (day, month, weekday ...): day." in said


def test_times_of_several_zones_are_put_in_one_order():
    times = ["2026-03-31T10:00:00+05:30", "2026-03-31T05:00:00Z", "2026-03-30T20:30:00-08:00"]
    assert np.argsort(Task({"x": [1, 2, 3]}, time=times).time).tolist() == [0, 2, 1]


def test_years_beyond_the_reach_of_nanoseconds_keep_their_order():
    times = ["9999-12-31", "0001-01-01", "2026-03-31"]
    assert np.argsort(Task({"x": [1, 2, 3]}, time=times).time).tolist() == [1, 2, 0]

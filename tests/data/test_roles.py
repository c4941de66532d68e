"""Row roles: groups, strata, weights, times, positive class and costs."""

import re

import numpy as np
import pytest

from gnomon.data.roles import class_of, cost_matrix, role, role_values, time_values, weights
from gnomon.data.table import Table
from gnomon.errors import DataError, ParameterError

CLASSES = np.array([0, 1, 10])


@pytest.mark.parametrize(
    ("label", "classes", "expected"),
    [
        (1, CLASSES, 1),
        ("10", CLASSES, 10),
        ("1", np.array(["1", "2"]), "1"),
        (2, np.array(["1", "2"]), "2"),
        (True, np.array([False, True]), True),
        ("True", np.array([False, True]), True),
        (1.0, CLASSES, 1),
    ],
)
def test_a_class_is_found_by_its_value_or_its_text(label, classes, expected):
    found = class_of(label, classes)
    assert found == expected
    assert type(found) is type(expected)


@pytest.mark.parametrize(
    ("label", "classes", "words"),
    [
        (2, CLASSES, "positive is 2, which is not a class of the target; use one of 0, 1, 10"),
        (True, CLASSES, "positive is True, which is not a class"),
        (1, np.array([False, True]), "positive is 1, which is not a class"),
        (1, None, "positive is 1, but only a classification has a positive class"),
        (99, np.arange(12), "use one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9$"),
    ],
)
def test_a_label_that_is_no_class_is_refused(label, classes, words):
    with pytest.raises(ParameterError, match=words):
        class_of(label, classes)


def test_integers_too_large_for_a_float_are_no_group():
    table = Table.of({"who": [1.0, 2.0**53 - 1], "far": [1.0, -(2.0**53)], "ward": ["a", "b"]})
    assert role_values(table, "who", "group").tolist() == [1.0, 2.0**53 - 1]
    assert role_values(table, "ward", "stratum").tolist() == ["a", "b"]
    assert role_values(table, [5, 6], "group") == [5, 6]
    assert role_values(table, "far", "weight").tolist() == [1.0, -(2.0**53)]
    for each in ("group", "stratum"):
        with pytest.raises(
            DataError, match=f"'far' is the {each}, but -9007199254740992 in row 1 is too large"
        ):
            role_values(table, "far", each)


def test_roles_have_one_label_per_row():
    assert role("group", None, 3) is None
    assert role("group", ["a", "b"], 2).dtype.kind == "U"
    assert role("group", np.array(["a", "b"], dtype=object), 2).dtype.kind == "U"
    assert role("group", np.array([1, 2], dtype=object), 2).dtype.kind == "i"
    with pytest.raises(DataError, match=re.escape("group has shape (2,), but there are 3 rows")):
        role("group", [1, 2], 3)
    with pytest.raises(DataError, match="group is missing in row 1"):
        role("group", ["a", None, None], 3)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        (["a", "b"], "weight holds 'a'"),
        ([1.0, -1e-9], "weight is -1e-09 in row 1"),
        ([np.inf, 1.0], "weight is inf in row 0"),
        ([0, 0], "all weights are zero"),
    ],
)
def test_weights_are_finite_nonnegative_and_not_all_zero(values, words):
    with pytest.raises(DataError, match=re.escape(words)):
        weights(values, 2)


def test_weights_become_floats():
    found = weights([True, False], 2)
    assert (found.tolist(), found.dtype) == ([1.0, 0.0], np.float64)
    assert weights(None, 2) is None


def test_times_are_numbers_or_dates():
    assert time_values([3, 1], 2).tolist() == [3, 1]
    near = time_values(["1678-01-01", "2261-12-31T23:59"], 2)
    assert near.dtype == "datetime64[ns]"
    assert near.astype(str).tolist() == ["1678-01-01T00:00:00.000000000", "2261-12-31T23:59:00.000000000"]
    for far in ("1677-12-31", "2262-01-01"):
        assert time_values([far, "2000-01-01"], 2).dtype != "datetime64[ns]"
    with pytest.raises(DataError, match="time is 'soon' in row 1"):
        time_values(["2026-03-31", "soon", "later"], 3)


def test_costs_are_a_square_of_finite_numbers():
    assert cost_matrix(None, CLASSES) is None
    assert cost_matrix(np.arange(9).reshape(3, 3), CLASSES).dtype == np.float64
    with pytest.raises(ParameterError, match="only a classification has costs"):
        cost_matrix([[0, 1], [1, 0]], None)
    for wrong in (np.zeros((2, 2)), np.zeros((3, 2)), np.full((3, 3), np.inf)):
        with pytest.raises(ParameterError, match=r"pass 3 rows \(truth\) by 3 columns \(predicted\)"):
            cost_matrix(wrong, CLASSES)

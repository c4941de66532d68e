"""Kinds are inferred from the values and can be overridden."""

import datetime

import numpy as np
import pytest

from gnomon.assessment.predictions import Predictions
from gnomon.data.column import column_of
from gnomon.data.task import Task
from gnomon.errors import DataError, ParameterError


@pytest.mark.parametrize(
    ("values", "kind", "levels"),
    [
        ([1, 2, 3], "quantitative", ()),
        ([1.5, None, 3], "quantitative", ()),
        (np.array([1, 2], dtype=np.int8), "quantitative", ()),
        ([True, False, None], "boolean", (False, True)),
        (["true", "FALSE"], "boolean", (False, True)),
        (["yes", "no", "no"], "boolean", ("no", "yes")),
        (["Y", "N"], "boolean", ("N", "Y")),
        (["yes", "no", "maybe"], "categorical", ("maybe", "no", "yes")),
        (["yes", "yes"], "categorical", ("yes",)),
        (["b", "a", None], "categorical", ("a", "b")),
        (["10", "9"], "categorical", ("9", "10")),
        ([datetime.date(2026, 1, 2), datetime.date(2025, 1, 2)], "categorical", ("2025-01-02", "2026-01-02")),
        (np.array(["2026-01-02", "NaT"], dtype="datetime64[D]"), "categorical", ("2026-01-02",)),
    ],
)
def test_kind_and_levels_follow_the_values(values, kind, levels):
    column = column_of("c", values)
    assert (column.kind, column.levels) == (kind, levels)


def test_missing_is_nan_in_numbers_and_minus_one_in_codes():
    assert np.isnan(column_of("c", [1.0, None]).values[1])
    assert column_of("c", ["a", None]).values.tolist() == [0, -1]
    assert column_of("c", ["a", None]).missing.tolist() == [False, True]


def test_labels_give_the_values_back():
    assert column_of("c", ["b", None, "a"]).labels.tolist() == ["b", None, "a"]


def test_levels_given_keep_their_order_and_match_by_text():
    assert column_of("c", ["L", "S"], levels=["S", "M", "L"]).values.tolist() == [2, 0]
    assert column_of("c", ["2", "1"], levels=[1, 2, 3]).levels == (1, 2, 3)


def test_numbers_as_levels_are_whole_where_they_can_be():
    assert column_of("c", [2.0, 1.0, 2.5], kind="ordinal").levels == (1, 2, 2.5)


@pytest.mark.parametrize(
    ("values", "options", "words"),
    [
        ([1, "x"], {}, ["'c'", "row 1", "'x'", "categorical"]),
        (["1", "x"], {"kind": "quantitative"}, ["'c'", "'x'", "row 1"]),
        (["a", "b"], {"levels": ["a"]}, ["'c'", "'b'", "row 1", "'a'"]),
        ([1, 2, 3], {"kind": "boolean"}, ["'c'", "3 levels"]),
        ([[1], [2]], {}, ["'c'", "lists"]),
        (np.array([1j]), {}, ["'c'", "complex"]),
        (np.eye(2), {}, ["'c'", "2 dimensions"]),
    ],
)
def test_values_of_no_kind_are_refused_with_their_location(values, options, words):
    with pytest.raises(DataError) as error:
        column_of("c", values, **options)
    assert all(word in str(error.value) for word in words), str(error.value)


@pytest.mark.parametrize("options", [{"kind": "number"}, {"levels": ["a", "a"]}])
def test_wrong_options_are_parameter_errors(options):
    with pytest.raises(ParameterError, match="'c'"):
        column_of("c", ["a"], **options)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("dtype", [">f8", ">f4", ">i4", ">u2", "<f2", ">f2"])
def test_numbers_of_another_byte_order_and_of_half_precision_are_those_of_this_machine(dtype):
    numbers = np.arange(40) % 8
    odd = numbers.astype(dtype)
    for options in ({}, {"kind": "categorical"}, {"levels": range(8)}):
        column, same = column_of("size", odd, **options), column_of("size", numbers, **options)
        assert (column.kind, column.levels) == (same.kind, same.levels)
        assert column.values.dtype.isnative
        np.testing.assert_array_equal(column.values, same.values)
    X = np.column_stack([numbers, numbers[::-1]]).astype(dtype)
    for y in (odd, (odd > 3).astype(dtype)):
        task = Task(X, y, group=odd, weight=odd)
        assert task.y.dtype.isnative
        np.testing.assert_array_equal(task.y, y.astype(float))
    predictions = Predictions.from_arrays((odd > 3).astype(dtype), (odd > 4).astype(dtype))
    assert predictions.score("accuracy") == 0.875

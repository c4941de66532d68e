"""Raw columns of any table as numbers, codes and words."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse

from gnomon.data.column import column_of
from gnomon.data.table import Table
from gnomon.errors import DataError
from gnomon.features.automatic.raw_columns import (
    booleans_of,
    codes_of,
    has_strings,
    length_of,
    levels_of,
    moments_of,
    names_of,
    numbers_of,
    ranks_of,
    raw_columns,
    texts_of,
    word,
    words_of,
)

TOWNS = ["b", None, "a", "b"]
CONTAINERS = {
    "object": np.array(TOWNS, dtype=object),
    "series": pd.Series(TOWNS),
    "category": pd.Series(TOWNS, dtype="category"),
    "column": column_of("town", TOWNS),
}


@pytest.mark.parametrize("name", CONTAINERS)
def test_codes_and_words_give_the_values_back_from_any_container(name):
    codes, words = words_of(CONTAINERS[name])
    assert [words[code] if code >= 0 else None for code in codes] == TOWNS
    assert codes.dtype == np.int64
    assert levels_of(CONTAINERS[name]) == ["a", "b"]
    assert length_of(CONTAINERS[name]) == 4
    assert has_strings(CONTAINERS[name])
    np.testing.assert_array_equal(codes_of(CONTAINERS[name], ["a", "c"]), [2, np.nan, 0, 2])
    np.testing.assert_array_equal(ranks_of(CONTAINERS[name], ["b", "a"]), [0, np.nan, 1, 0])
    np.testing.assert_array_equal(ranks_of(CONTAINERS[name], ["a"]), [np.nan, np.nan, 0, np.nan])
    codes, texts = texts_of(CONTAINERS[name])
    assert [texts[code] for code in codes[codes >= 0]] == ["b", "a", "b"]


@pytest.mark.parametrize(
    ("level", "expected"),
    [
        (2, "2"),
        (2.0, "2"),
        (np.float32(2), "2"),
        (2.5, "2.5"),
        ("2.0", "2.0"),
        (True, "True"),
        (np.nan, "nan"),
    ],
)
def test_whole_numbers_are_the_same_word_as_their_text(level, expected):
    assert word(level) == expected


@pytest.mark.parametrize(
    "values",
    [
        np.array([31, 45.5, np.nan]),
        np.array([31, "45.5", None], dtype=object),
        pd.Series([31, 45.5, None], dtype="Float64"),
        pd.Series(["31", "45.5", None]),
        column_of("age", ["31", "45.5", None], "categorical"),
    ],
)
def test_numbers_are_read_from_any_container(values):
    np.testing.assert_array_equal(numbers_of("age", values), [31, 45.5, np.nan])


def test_a_value_that_is_no_number_is_named_with_its_row():
    with pytest.raises(DataError, match="column 'age' has 'old' in row 2, which is not a number"):
        numbers_of("age", np.array([None, "3", "old", "older"], dtype=object))
    np.testing.assert_array_equal(numbers_of("flag", np.array([True, False])), [1, 0])


@pytest.mark.parametrize(
    ("values", "levels", "expected"),
    [
        (["Yes", "no", "?", None], ["no", "yes"], [1, 0, np.nan, np.nan]),
        (["TRUE", "false", "1", "0"], [], [1, 0, 1, 0]),
        (["1", "2", "0"], [1, 2], [0, 1, 0]),  # the levels come before truth values
        ([True, False, None], [False, True], [1, 0, np.nan]),
    ],
)
def test_booleans_are_the_places_of_two_levels(values, levels, expected):
    np.testing.assert_array_equal(booleans_of(np.array(values, dtype=object), levels), expected)


def test_moments_are_seconds():
    days = ["1970-01-02", None, "1970-01-03"]
    for values in (
        np.array(days, dtype=object),
        column_of("day", days),
        pd.Series(pd.to_datetime(days)),
        pd.Series(days, dtype="category"),
    ):
        np.testing.assert_array_equal(moments_of(values, "ISO8601"), [86400, np.nan, 172800])
    np.testing.assert_array_equal(moments_of(np.array(["2/1/1970"], dtype=object), "%d/%m/%Y"), [86400])


def test_columns_are_taken_by_name_or_by_place():
    frame = pd.DataFrame({"a": [1.0, 2.0], 7: ["x", "y"]})
    assert names_of(frame) == ["a", "7"]
    assert [list(each) for each in raw_columns(frame, ["7", "a"], ["7", "a"])] == [["x", "y"], [1.0, 2.0]]
    assert [list(each) for each in raw_columns(frame.to_numpy(), ["a", "7"], ["7"])] == [["x", "y"]]
    assert [list(each) for each in raw_columns([[1, "x"], [2, "y"]], ["a", "b"], ["b", "a"])] == [
        ["x", "y"],
        [1, 2],
    ]
    table = Table.of({"a": [1.0, 2.0], "b": ["x", "y"], "c": [True, False]})
    a, b, c = raw_columns(table, [], ["a", "b", "c"])
    assert (a.tolist(), b.levels, list(c)) == ([1.0, 2.0], ("x", "y"), [True, False])


def test_columns_of_polars_are_arrays():
    frame = pl.DataFrame({"n": [1, 2], "t": ["x", None], "d": pd.to_datetime(["1970-01-02", "1970-01-03"])})
    n, t, d = raw_columns(frame.lazy(), [], ["n", "t", "d"])
    assert (n.dtype, n.tolist(), t.tolist()) == (np.float64, [1.0, 2.0], ["x", None])
    assert d.astype("datetime64[D]").astype(str).tolist() == ["1970-01-02", "1970-01-03"]


def test_columns_that_are_not_there_are_listed():
    frame = pd.DataFrame({f"c{place}": [0] for place in range(13)})
    with pytest.raises(DataError, match=r"X has no column 'a'; its columns are 'c0', .*, 'c11' and 1 more"):
        raw_columns(frame, [], ["c1", "a"])
    with pytest.raises(DataError, match=r"no column 'a', 'b', 'c', 'd', 'e' and more; its columns are 'x'$"):
        raw_columns(frame[["c0"]].rename(columns={"c0": "x"}), [], list("abcdef"))
    with pytest.raises(DataError, match="X has 1 columns, but the table that was fitted has 2 columns"):
        raw_columns(np.zeros((3, 1)), ["a", "b"], ["a"])
    with pytest.raises(DataError, match="X has 1 dimensions"):
        raw_columns(np.zeros(3), ["a", "b"], ["a"])
    with pytest.raises(TypeError, match="sparse"):
        raw_columns(scipy.sparse.eye(2).tocsr(), ["a", "b"], ["a"])


def test_strings_are_known_by_the_type():
    assert [has_strings(each) for each in (np.array(["a"]), pd.Series(["a"], dtype="string"), [1])] == [
        True
    ] * 3
    assert not any(has_strings(each) for each in (np.array([1]), pd.Series([1.5]), pd.Series([True])))

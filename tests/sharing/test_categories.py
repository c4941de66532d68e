import numpy as np
import pandas as pd
import polars as pl
import pytest

from gnomon.errors import DataError, ParameterError
from gnomon.sharing.categories import Categories


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame])
def test_text_columns_are_categories_in_any_frame(make):
    frame = make({"size": [1.5, 2.0, 3.0], "color": ["red", "blue", "red"]})
    categories = Categories.of(frame, "from_dtype")
    assert categories.mask.tolist() == [False, True]
    assert categories.coded(frame).tolist() == [[1.5, 1], [2.0, 0], [3.0, 1]]


def test_new_levels_get_codes_of_their_own_and_missing_ones_none():
    seen = pd.DataFrame({"color": pd.Categorical(["red", "blue"])})
    new = pd.DataFrame({"color": ["green", None, "red", "white"]})
    coded = Categories.of(seen, "from_dtype").coded(new)[:, 0]
    assert np.isnan(coded[1])
    assert coded[2] == 1
    assert coded[0] >= 2
    assert coded[3] >= 2
    assert coded[0] != coded[3]


@pytest.mark.parametrize("chosen", [[True, False], ["a"]])
def test_columns_can_be_named_or_flagged(chosen):
    frame = pd.DataFrame({"a": [3, 5, 3], "b": [1, 2, 3]})
    categories = Categories.of(frame, chosen)
    assert categories.coded(frame)[:, 0].tolist() == [0, 1, 0]
    assert Categories.of(frame.to_numpy(), [0]).mask.tolist() == [True, False]


def test_a_column_that_is_not_there_is_refused_by_name():
    with pytest.raises(ParameterError, match="contains 'c', which is not a column"):
        Categories.of(pd.DataFrame({"a": [1]}), ["c"])
    with pytest.raises(ParameterError, match="mask of length 1 for 2 columns"):
        Categories.of(np.zeros((2, 2)), [True])


def test_text_in_a_column_of_numbers_is_refused_by_name():
    frame = pd.DataFrame({"a": ["x", "y"], "b": ["x", "y"]})
    with pytest.raises(DataError, match="column 'b' to numbers"):
        Categories.of(frame, ["a"]).coded(frame)


def test_every_mark_of_a_missing_value_is_one():
    frame = pd.DataFrame(
        {
            "text": pd.array(["x", pd.NA, "y"], dtype="string"),
            "whole": pd.array([1, None, 3], dtype="Int64"),
            "word": np.array([pd.NA, np.nan, "z"], dtype=object),
        }
    )
    categories = Categories.of(frame, "from_dtype")
    expected = [[0, 1, np.nan], [np.nan, np.nan, np.nan], [1, 3, 0]]
    np.testing.assert_array_equal(categories.coded(frame), expected)


def test_a_level_of_another_type_is_a_new_one():
    categories = Categories.of(pd.DataFrame({"a": ["x", "y"]}), ["a"])
    assert categories.coded(pd.DataFrame({"a": [1.5, 2.5, 1.5]}))[:, 0].tolist() == [2, 3, 2]


def test_levels_that_have_no_order_and_dates_among_numbers_are_refused_by_name():
    with pytest.raises(DataError, match="column 'a' mixes types"):
        Categories.of(pd.DataFrame({"a": ["x", 1]}), ["a"])
    frame = pd.DataFrame({"town": ["Ulm"], "day": pd.to_datetime(["2020-01-31"])})
    with pytest.raises(DataError, match="column 'day' holds dates"):
        Categories.of(frame, ["town"]).coded(frame)


def test_a_column_of_a_frame_may_be_listed_by_its_index():
    frame = pd.DataFrame({"size": [1.5, 2.0], "color": [3, 4]})
    assert Categories.of(frame, [1]).mask.tolist() == [False, True]
    with pytest.raises(ParameterError, match="contains 2, which is not a column"):
        Categories.of(frame, [2])

import numpy as np
import pandas as pd
import pytest

from gnomon.errors import DataError
from gnomon.sharing.foreign.level_codes import as_numbers, learn_levels


def test_levels_are_those_that_occur_as_words():
    frame = pd.DataFrame({"a": pd.Categorical([3, 1, None], categories=[1, 2, 3]), "b": ["x", None, "y"]})
    assert learn_levels(frame) == {0: ["1", "3"], 1: ["x", "y"]}


def test_ordered_categories_and_truth_values_are_numbers():
    frame = pd.DataFrame(
        {
            "size": pd.Categorical(["L", "S", None], categories=["S", "M", "L"], ordered=True),
            "open": pd.array([True, None, False], dtype="boolean"),
            "count": pd.array([3, None, 5], dtype="Int64"),
        }
    )
    assert learn_levels(frame) == {}
    expected = [[2, 1, 3], [0, np.nan, np.nan], [np.nan, 0, 5]]
    assert np.array_equal(as_numbers(frame, {}), expected, equal_nan=True)


def test_arrays_are_numbers_already():
    assert learn_levels(np.zeros((2, 2))) == {}
    assert as_numbers([[1, 2]], {}).dtype == np.float64


def test_dates_are_refused_by_name():
    frame = pd.DataFrame({"when": pd.to_datetime(["2020-01-01"])})
    with pytest.raises(DataError, match="'when' holds dates"):
        as_numbers(frame, learn_levels(frame))

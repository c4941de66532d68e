"""Categorical columns as codes of their levels."""

import warnings

import numpy as np
import pandas as pd
import pytest
import scipy.sparse

from gnomon import CartesianProducts
from gnomon.errors import DataError, DataWarning
from gnomon.features.category_columns import CodedRows, coded_categories, level_name, warn_identifiers
from gnomon.sharing.categories import Categories

TOWN = Categories(("town",), (np.array(["a", "b"]),))


def test_rows_keep_target_weight_and_levels():
    data = CodedRows(np.array([[0.0], [1.0], [1.0]]), np.array([5, 6, 7]), np.array([1.0, 2.0, 3.0]), TOWN)
    some = data.rows(np.array([2, 0]))
    assert some.X.tolist() == [[1.0], [0.0]]
    assert some.y.tolist() == [7, 5]
    assert some.weight.tolist() == [3.0, 1.0]
    assert some.categories is TOWN


def test_unseen_levels_have_codes_past_the_known_ones_and_missing_ones_are_nan():
    owner = CartesianProducts()
    codes = coded_categories(owner, np.array([["b", "x"], ["a", None]], dtype=object), reset=True)
    np.testing.assert_array_equal(codes, [[1.0, 0.0], [0.0, np.nan]])
    assert [levels.tolist() for levels in owner.categories_.levels] == [["a", "b"], ["x"]]
    codes = coded_categories(owner, np.array([["c", "y"], ["a", "x"]], dtype=object), reset=False)
    np.testing.assert_array_equal(codes, [[2.0, 1.0], [0.0, 0.0]])


def test_sparse_and_empty_tables_are_refused():
    with pytest.raises(TypeError, match="CartesianProducts requires categories, and X is sparse"):
        coded_categories(CartesianProducts(), scipy.sparse.csr_array(np.eye(2)), reset=True)
    with pytest.raises(DataError, match=r"0 sample\(s\) and 2 feature\(s\)"):
        coded_categories(CartesianProducts(), pd.DataFrame({"a": [], "b": []}), reset=True)
    with pytest.raises(DataError, match=r"3 sample\(s\) and 0 feature\(s\)"):
        coded_categories(CartesianProducts(), pd.DataFrame(index=range(3)), reset=True)


@pytest.mark.parametrize(
    ("n_present", "n_levels", "warns"),
    [(10, 10, True), (10, 9, False), (9, 9, False), (20, 19, True), (20, 18, False)],
)
def test_an_identifier_has_more_than_nine_levels_in_ten_of_ten_values(n_present, n_levels, warns):
    codes = np.full((30, 1), np.nan)
    codes[:n_present, 0] = np.minimum(np.arange(n_present), n_levels - 1)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        warn_identifiers(object(), codes)
    assert bool(caught) == warns


def test_the_warning_names_the_first_five_identifiers():
    codes = np.tile(np.arange(12.0)[:, np.newaxis], 7)
    codes[:, 1] = 0
    with pytest.warns(DataWarning, match=r"columns 'x0', 'x2', 'x3', 'x4', 'x5' have") as caught:
        warn_identifiers(CartesianProducts(), codes)
    assert "what CartesianProducts learns" in str(caught[0].message)


@pytest.mark.parametrize(
    ("level", "expected"),
    [
        (2.0, "2"),
        (0.5, "0.5"),
        (np.float32(1.5), "1.5"),
        (np.inf, "inf"),
        (7, "7"),
        (True, "True"),
        ("2.0", "2.0"),
    ],
)
def test_a_number_is_named_without_trailing_digits(level, expected):
    assert level_name(level) == expected

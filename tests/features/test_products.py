"""Cartesian products of categories."""

import warnings

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon.errors import DataWarning, ParameterError
from gnomon.features.calibrate_category import CalibrateCategories
from gnomon.features.products import CartesianProducts


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=20))
@settings(max_examples=50, deadline=None)
def test_two_rows_have_one_product_exactly_if_they_agree_in_all_parts(rows):
    X = np.array(rows, dtype=float)
    made = CartesianProducts(groups=[[0, 1, 2], [0, 2]]).fit(X).transform(X)
    for column, group in enumerate([[0, 1, 2], [0, 2]]):
        same = (X[:, None, group] == X[None, :, group]).all(axis=2)
        np.testing.assert_array_equal(made[:, None, column] == made[None, :, column], same)


def test_products_of_a_frame_have_names_and_say_unknown():
    frame = pd.DataFrame({"shape": ["circle", "square"], "color": ["red", None], "size": [1, 2]})
    model = CartesianProducts(groups=[["shape", "size"], ["shape", "color"]], output="name").fit(frame)
    assert model.get_feature_names_out().tolist() == ["shape x size", "shape x color"]
    new = pd.DataFrame({"shape": ["square", "star"], "color": ["red", "red"], "size": [1, 1]})
    assert model.transform(new).tolist() == [["(square, 1)", "(square, red)"], ["unknown", "unknown"]]
    codes = CartesianProducts(groups=[["shape", "color"]]).fit(frame).transform(frame)
    assert codes.ravel().tolist() == [0, -1]


def test_groups_that_are_none_are_refused():
    with pytest.raises(ParameterError, match="not a column"):
        CartesianProducts(groups=[["form"]]).fit([["a"], ["b"]])
    with pytest.raises(ParameterError, match="list of lists"):
        CartesianProducts(groups=[0, 1]).fit([["a"], ["b"]])
    with pytest.raises(ParameterError, match="more than"):
        CartesianProducts(groups=[list(range(9))]).fit(np.random.default_rng(0).normal(size=(100, 9)))


def test_a_column_without_any_level_makes_every_product_unknown():
    made = CartesianProducts().fit_transform([[np.nan, 1.0], [np.nan, 2.0]])
    assert made.ravel().tolist() == [-1, -1]


@pytest.mark.parametrize("model", [CartesianProducts(), CalibrateCategories()])
def test_levels_that_name_single_rows_are_warned_of(model):
    frame = pd.DataFrame({"name": [f"n{row}" for row in range(20)], "town": ["Ulm", "Bonn"] * 10})
    with pytest.warns(DataWarning, match="columns 'name' have almost only unique values, so"):
        model.fit(frame, [0, 1, 1, 0] * 5)
    with warnings.catch_warnings(action="error"):
        model.fit(frame[["town"]], [0, 1, 1, 0] * 5)

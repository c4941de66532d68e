"""Missing values filled by kind, for numbers, categories and tables of both."""

import numpy as np
import pandas as pd
import polars
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.impute import SimpleImputer

from gnomon.errors import DataError, DataWarning
from gnomon.features.impute_kind import ImputeByKind, weighted_median
from gnomon.features.impute_neighbors import ImputeNeighbors
from gnomon.features.impute_normal import ImputeNormal
from gnomon.features.missingness import missingness

NAN = np.nan


def holed(n_rows=80, n_columns=4, share=0.2, seed=0):
    """Correlated normal rows with holes at random, and the rows before the holes were made."""
    random = np.random.default_rng(seed)
    whole = random.normal(size=(n_rows, n_columns)) @ random.normal(size=(n_columns, n_columns)) + 5
    X = np.where(random.random(whole.shape) < share, NAN, whole)
    return X, whole


@pytest.mark.parametrize("strategy", ["mean", "median"])
def test_numbers_are_filled_as_by_scikit_learn(strategy):
    X, _ = holed()
    expected = SimpleImputer(strategy=strategy).fit_transform(X)
    np.testing.assert_allclose(ImputeByKind(numbers=strategy).fit_transform(X), expected)


@given(st.lists(st.tuples(st.integers(-5, 5), st.integers(0, 3)), min_size=1, max_size=12))
@settings(max_examples=80, deadline=None)
def test_a_weighted_median_is_that_of_repeated_values(rows):
    values, weight = np.array(rows, dtype=float).T
    if weight.any():
        repeated = np.repeat(values, weight.astype(int))
        counted = weight > 0
        assert weighted_median(values[counted], weight[counted]) == np.median(repeated)


def test_categories_get_the_mode_or_a_designated_value_and_keep_new_levels():
    frame = pd.DataFrame(
        {"age": [20.0, NAN, 40.0, 60.0], "town": pd.Categorical(["Ulm", "Bonn", "Ulm", None])},
        index=[3, 5, 7, 9],
    )
    filled = ImputeByKind().fit(frame).transform(frame)
    assert filled["town"].tolist() == ["Ulm", "Bonn", "Ulm", "Ulm"]
    assert filled["age"].tolist() == [20.0, 40.0, 40.0, 60.0]
    assert filled.index.tolist() == [3, 5, 7, 9]
    model = ImputeByKind(categories="constant", numbers="constant", number_value=-1.0, add_indicator=True)
    marked = model.fit(frame).transform(frame)
    assert marked["town"].tolist()[-1] == "missing"
    assert marked["age"].tolist()[1] == -1
    assert marked["age_missing"].tolist() == [0, 1, 0, 0]
    assert model.get_feature_names_out().tolist() == marked.columns.tolist()
    new = pd.DataFrame({"age": [1.0], "town": ["Paris"]})
    assert ImputeByKind().fit(frame).transform(new)["town"].tolist() == ["Paris"]


def test_other_frames_and_arrays_of_objects_keep_their_form():
    frame = polars.DataFrame({"age": [20.0, None], "town": ["Ulm", None]})
    filled = ImputeByKind(add_indicator=True).fit(frame).transform(frame)
    assert filled.to_dict(as_series=False) == {
        "age": [20.0, 20.0],
        "town": ["Ulm", "Ulm"],
        "age_missing": [0.0, 1.0],
        "town_missing": [0.0, 1.0],
    }
    table = np.array([[1.0, "a"], [None, None]], dtype=object)
    assert ImputeByKind(categorical_features=[1]).fit(table).transform(table).tolist() == [
        [1.0, "a"],
        [1.0, "a"],
    ]


def test_missing_values_of_nullable_columns_and_booleans_are_known():
    frame = pd.DataFrame(
        {
            "count": pd.array([1, None, 3], dtype="Int64"),
            "flag": pd.array([True, None, True], dtype="boolean"),
            "town": pd.array(["Ulm", None, "Ulm"], dtype="string"),
        }
    )
    for model in (ImputeByKind(), ImputeNeighbors(n_neighbors=2)):
        filled = model.fit_transform(frame)
        assert filled.iloc[1].tolist() == [2.0, True, "Ulm"]
        assert filled["flag"].dtype == bool
    flags = pd.DataFrame({"a": [True, True, False, None], "b": [1.0, 2.0, 3.0, 4.0]})
    assert ImputeByKind().fit_transform(flags)["a"].tolist() == [True, True, False, True]
    with pytest.raises(DataError, match="'day' holds dates"):
        ImputeByKind().fit(pd.DataFrame({"day": pd.to_datetime(["2020-01-01", None]), "a": ["x", "y"]}))
    assert missingness(frame).frame()["missing"].tolist() == [1, 1, 1]


def test_words_among_numbers_are_said():
    table = np.array([["a", "x"], [1.0, "y"]], dtype=object)
    with pytest.raises(DataError, match="could not convert column 0"):
        ImputeByKind(categorical_features=[1]).fit(table)
    with pytest.raises(DataError, match="column 0 mixes types"):
        ImputeByKind(categorical_features=[0, 1]).fit(table)


def test_a_column_without_values_is_filled_by_the_designated_value_and_said():
    frame = pd.DataFrame({"age": [NAN, NAN], "town": pd.Series([None, None], dtype=object)})
    with pytest.warns(DataWarning, match="'age' has only missing values"):
        filled = ImputeByKind().fit(frame).transform(frame)
    assert filled["town"].tolist() == ["missing", "missing"]
    assert filled["age"].tolist() == [0.0, 0.0]


def test_weights_of_filled_values_are_repetition():
    X, _ = holed(20)
    weight = np.random.default_rng(0).integers(0, 4, 20)
    repeated = X[np.repeat(np.arange(20), weight)]
    for model in (ImputeByKind(numbers="median"), ImputeByKind(), ImputeNormal()):
        expected = model.fit(repeated).transform(X)
        np.testing.assert_allclose(model.fit(X, sample_weight=weight).transform(X), expected, rtol=1e-6)


def test_infinite_and_very_large_values_are_refused():
    for model in (ImputeByKind(), ImputeNormal(), ImputeNeighbors()):
        with pytest.raises(DataError, match="too large"):
            model.fit([[1e300], [-1e300]])
    for model in (ImputeByKind(), ImputeNormal(), ImputeNeighbors()):
        with pytest.raises(DataError, match="infinity"):
            model.fit([[1.0], [np.inf]])
    with pytest.raises(DataError, match="infinity"):
        ImputeByKind().fit(pd.DataFrame({"a": [np.inf, 1.0], "b": ["x", "y"]}))


@pytest.mark.parametrize("model", [ImputeByKind(), ImputeNeighbors(n_neighbors=1)])
def test_columns_keep_their_type_and_the_table_its_index(model):
    sizes = pd.Categorical(["S", None, "L", "S"], ["S", "M", "L"], ordered=True)
    frame = pd.DataFrame({"size": sizes, "count": [1, 2, 3, 4], 7: [1.0, 2.0, None, 4.0]}, index=[9, 3, 5, 1])
    found = model.fit(frame.rename(columns=str)).transform(frame.rename(columns=str))
    assert found["size"].dtype == sizes.dtype
    assert found["size"].tolist() == ["S", "S", "L", "S"]
    assert found["count"].dtype == frame["count"].dtype
    assert found.index.tolist() == [9, 3, 5, 1]
    assert not found.isna().any(axis=None)


def test_a_designated_value_that_is_no_level_makes_the_column_one_of_words():
    frame = pd.DataFrame({"size": pd.Categorical(["S", None], ["S", "M"], ordered=True)})
    found = ImputeByKind(categories="constant").fit_transform(frame)
    assert found["size"].tolist() == ["S", "missing"]


def test_the_median_of_the_largest_numbers_is_no_infinity():
    largest = np.finfo(np.float64).max
    assert weighted_median(np.array([largest, largest]), np.array([2.0, 2.0])) == largest

"""Missing values from the nearest rows, against scikit-learn and by hand."""

import numpy as np
import pandas as pd
import pytest
from sklearn.impute import KNNImputer

from gnomon.errors import DataError
from gnomon.features.impute_neighbors import ImputeNeighbors

NAN = np.nan


def holed(n_rows=80, n_columns=4, share=0.2, seed=0):
    """Correlated normal rows with holes at random, and the rows before the holes were made."""
    random = np.random.default_rng(seed)
    whole = random.normal(size=(n_rows, n_columns)) @ random.normal(size=(n_columns, n_columns)) + 5
    X = np.where(random.random(whole.shape) < share, NAN, whole)
    return X, whole


@pytest.mark.parametrize("weights", ["uniform", "distance"])
def test_of_one_other_column_the_neighbors_are_those_of_scikit_learn(weights):
    random = np.random.default_rng(0)
    X = random.normal(size=(60, 2))
    X[::3, 1] = NAN
    expected = KNNImputer(n_neighbors=3, weights=weights).fit_transform(X)
    found = ImputeNeighbors(n_neighbors=3, weights=weights).fit_transform(X)
    np.testing.assert_allclose(found, expected)


def test_categories_are_lent_by_vote_and_count_in_the_distance():
    frame = pd.DataFrame(
        {"a": ["x", "x", "y", "y", "y"], "b": [1.0, 2.0, 11.0, 12.0, NAN], "c": ["p", "p", "q", "q", None]}
    )
    filled = ImputeNeighbors(n_neighbors=2).fit_transform(frame)
    assert filled["b"].tolist()[-1] == 11.5
    assert filled["c"].tolist()[-1] == "q"


def test_rows_in_blocks_are_filled_alike(monkeypatch):
    X, _ = holed(50)
    expected = ImputeNeighbors().fit_transform(X)
    monkeypatch.setattr("gnomon.features.impute_neighbors.BLOCK_DISTANCES", 60)
    np.testing.assert_array_equal(ImputeNeighbors().fit_transform(X), expected)


def test_a_row_without_values_is_filled_from_the_first_donors_and_an_empty_column_refused():
    filled = ImputeNeighbors(n_neighbors=4).fit([[1.0], [2.0], [3.0], [4.0]]).transform([[NAN]])
    assert filled[0, 0] == 2.5
    with pytest.raises(DataError, match="only missing values"):
        ImputeNeighbors().fit([[NAN, 1.0], [NAN, 2.0]])

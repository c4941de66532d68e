"""Claims of the notes on nearest neighbors: ties, cost, scaling, irrelevant features, fewer rows."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.errors import DataWarning
from gnomon.learners.neighbors.choose_k import choose_neighbors
from gnomon.learners.neighbors.sensitivity import column_sensitivity
from gnomon.learners.neighbors.suitability import neighbor_prediction_cost

QUERY = [[70.0, 160.0]]


def table():
    task = gn.load("neighbors")
    return task.X, task.y


def test_the_explanation_shows_the_table_of_distances():
    """Brown 2018, section 5.1 The Nearest Neighbour Classifier."""
    found = gn.KNeighborsClassifier(3).fit(*table()).explain(QUERY).frame()
    assert (found["row"] + 1).tolist() == [5, 6, 4]
    np.testing.assert_allclose(found["distance"], [7.0, 15.1463, 18.0278], atol=5e-5)
    assert found["target"].tolist() == [0, 1, 0]


def test_four_neighbors_tie_and_each_rule_decides():
    """Brown 2018, section 5.1 The Nearest Neighbour Classifier."""
    X, y = table()
    with pytest.warns(DataWarning, match="odd"):
        assert gn.KNeighborsClassifier(4).fit(X, y).predict(QUERY) == [0]
    assert gn.KNeighborsClassifier(4, ties="nearest").fit(X, y).predict(QUERY) == [0]
    drawn = gn.KNeighborsClassifier(4, ties="random", random_state=0).fit(X, y).predict(QUERY * 200)
    assert 70 < drawn.sum() < 130


def test_leaving_one_out_for_every_k_from_one_search():
    """Brown 2018, section 5.1 The Nearest Neighbour Classifier."""
    curve = choose_neighbors(gn.KNeighborsClassifier(), *table(), values=[1, 3, 5, 7, 9], folds=None)
    assert (10 * curve.error).tolist() == [0, 0, 0, 0, 10]


def test_operations_of_a_prediction():
    """Brown 2018, section 5.3 Comparison of k-NN to other Models."""
    cost = neighbor_prediction_cost(n_rows=10, n_columns=2)
    assert cost.loc["neighbors"].tolist() == [2 * 2 * 10, 2 * 10, 10]
    assert cost.loc["linear model"].tolist() == [2, 2, 0]


def test_condensed_rows_still_tell_all_of_the_table():
    """Brown 2018, section 5.3 Comparison of k-NN to other Models."""
    X, y = table()
    model = gn.CondensedNeighborsClassifier().fit(X, y)
    assert np.array_equal(model.predict(X), y)
    assert len(model.prototypes_) < len(X)


def test_noise_and_scale_raise_the_error():
    """Brown 2018, section 5.3 Comparison of k-NN to other Models."""
    random = np.random.default_rng(0)
    y = np.arange(200) % 2
    X = np.column_stack([y * 2.5 + random.normal(size=200), 1000 * random.normal(size=200)])
    found = column_sensitivity(gn.KNeighborsClassifier(5), X, y, noise=(10, 50))
    assert found.scaling["unscaled"] > 2 * found.scaling["standardized"]
    assert found.noise[50] > found.noise[10] > found.scaling["standardized"]

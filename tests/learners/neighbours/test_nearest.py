import numpy as np
import pandas as pd
import pytest
import sklearn.neighbors
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon.errors import DataError, ParameterError
from gnomon.learners.neighbours.nearest import KNeighborsClassifier, KNeighborsRegressor


def sample(n_rows=400, n_columns=4, seed=0):
    random = np.random.default_rng(seed)
    X = random.normal(size=(n_rows, n_columns))
    return X, (X[:, 0] + 0.5 * random.normal(size=n_rows) > 0).astype(int), X[:, 1] + X[:, 2]


@pytest.mark.parametrize("weights", ["uniform", "distance", lambda d: np.exp(-d)])
@pytest.mark.parametrize("k", [1, 2, 7, 300])
@pytest.mark.parametrize("algorithm", ["brute", "kd_tree"])
@pytest.mark.parametrize("metric", ["euclidean", "manhattan"])
def test_it_agrees_with_scikit_learn(weights, k, algorithm, metric):
    X, label, number = sample()
    new = np.random.default_rng(9).normal(size=(50, 4))
    same = {"n_neighbors": k, "weights": weights, "algorithm": algorithm, "metric": metric}
    ours = KNeighborsClassifier(**same).fit(X, label)
    theirs = sklearn.neighbors.KNeighborsClassifier(**same).fit(X, label)
    np.testing.assert_allclose(ours.predict_proba(new), theirs.predict_proba(new), rtol=1e-9)
    assert np.array_equal(ours.predict(new), theirs.predict(new))
    assert np.array_equal(ours.kneighbors(new)[1], theirs.kneighbors(new)[1])
    assert np.array_equal(ours.kneighbors(n_neighbors=5)[1], theirs.kneighbors(n_neighbors=5)[1])
    numbers = KNeighborsRegressor(**same).fit(X, number).predict(new)
    expected = sklearn.neighbors.KNeighborsRegressor(**same).fit(X, number).predict(new)
    np.testing.assert_allclose(numbers, expected, rtol=1e-9)


def test_cosine_agrees_with_scikit_learn_and_angular_is_the_angle_over_pi():
    X, label, _ = sample()
    new = np.random.default_rng(9).normal(size=(50, 4))
    theirs = sklearn.neighbors.KNeighborsClassifier(metric="cosine").fit(X, label)
    distance, near = KNeighborsClassifier(metric="cosine").fit(X, label).kneighbors(new)
    np.testing.assert_allclose(distance, theirs.kneighbors(new)[0], rtol=1e-9, atol=1e-12)
    assert np.array_equal(near, theirs.kneighbors(new)[1])
    angle, same = KNeighborsClassifier(metric="angular").fit(X, label).kneighbors(new)
    assert np.array_equal(same, near)
    np.testing.assert_allclose(angle, np.arccos(1 - distance) / np.pi, rtol=1e-7)


def test_opposite_and_orthogonal_rows_are_one_and_one_half_apart_by_angle():
    model = KNeighborsClassifier(n_neighbors=3, metric="angular").fit([[1.0, 0], [0, 1], [-1, 0]], [0, 1, 2])
    np.testing.assert_allclose(model.kneighbors([[2.0, 0]])[0], [[0, 0.5, 1]], atol=1e-12)


def test_a_row_of_zeros_has_no_angle():
    with pytest.raises(DataError, match="row 1 holds only zeros"):
        KNeighborsClassifier(1, metric="cosine").fit([[1.0, 0], [0, 0]], [0, 1])


def test_a_function_of_two_rows_is_a_metric():
    X, label, _ = sample(60)
    by_function = KNeighborsClassifier(metric=lambda a, b: float(np.abs(a - b).sum())).fit(X, label)
    by_name = KNeighborsClassifier(metric="manhattan").fit(X, label)
    assert np.array_equal(by_function.predict_proba(X), by_name.predict_proba(X))


def test_hamming_counts_the_columns_that_differ_and_takes_text():
    frame = pd.DataFrame({"outlook": ["sunny", "rain", "rain"], "wind": ["weak", "weak", "strong"]})
    model = KNeighborsClassifier(3, metric="hamming").fit(frame, ["a", "b", "c"])
    distance, near = model.kneighbors(
        pd.DataFrame({"outlook": ["fog", "rain"], "wind": ["strong", "strong"]})
    )
    assert distance.tolist() == [[1, 2, 2], [0, 1, 2]]
    assert near.tolist() == [[2, 0, 1], [2, 1, 0]]


def test_mixed_adds_squared_differences_and_the_price_of_differing_categories():
    frame = pd.DataFrame({"size": [0.0, 3.0], "colour": pd.Categorical(["red", "blue"])})
    query = pd.DataFrame({"size": [0.0], "colour": pd.Categorical(["blue"])})
    model = KNeighborsClassifier(2, metric="mixed", categorical_price=4.0).fit(frame, [0, 1])
    distance, near = model.kneighbors(query)
    np.testing.assert_allclose(distance, [[2.0, 3.0]])
    assert near.tolist() == [[0, 1]]


def test_exact_matches_alone_decide_when_neighbours_are_weighted_by_distance():
    model = KNeighborsClassifier(3, weights="distance").fit([[0.0], [0.0], [0.1]], ["a", "b", "b"])
    assert model.predict_proba([[0.0]]).tolist() == [[0.5, 0.5]]


def test_equal_distances_come_in_row_order():
    X = np.zeros((20, 3))
    model = KNeighborsClassifier(4).fit(X, np.arange(20))
    assert model.kneighbors(X[:2])[1].tolist() == [[0, 1, 2, 3]] * 2


def test_more_neighbours_than_rows_is_refused_with_both_numbers():
    with pytest.raises(DataError, match="n_neighbors = 5, n_samples_fit = 3"):
        KNeighborsClassifier().fit([[0.0], [1.0], [2.0]], [0, 1, 1]).predict([[1.0]])


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10_000), st.integers(1, 12), st.integers(2, 80))
def test_one_neighbour_recalls_every_distinct_training_row(seed, n_columns, n_rows):
    X = np.random.default_rng(seed).normal(size=(n_rows, n_columns)) + 1e6
    assert np.array_equal(KNeighborsClassifier(1).fit(X, np.arange(n_rows)).predict(X), np.arange(n_rows))


@pytest.mark.parametrize("wrong", [lambda d: d[:, :1], lambda d: -d, lambda d: d * 0])
def test_a_weighting_that_gives_no_weights_is_refused(wrong):
    X, label, number = sample(60)
    for model, y in (
        (KNeighborsClassifier(3, weights=wrong), label),
        (KNeighborsRegressor(3, weights=wrong), number),
    ):
        with pytest.raises(ParameterError, match="it must give as many numbers"):
            model.fit(X, y).predict(X + 0.1)

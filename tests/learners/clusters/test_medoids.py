from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.distance import cdist

from gnomon import KMedoids
from gnomon.errors import DataError, DataWarning, NumericsWarning, ParameterError


def best_of_all(distances, k):
    return min(distances[:, list(rows)].min(axis=1).sum() for rows in combinations(range(len(distances)), k))


@given(st.integers(0, 1000), st.integers(1, 3))
@settings(max_examples=20)
def test_swaps_end_where_no_swap_helps_and_are_seldom_far_from_the_best(seed, k):
    X = np.random.default_rng(seed).normal(size=(14, 2))
    distances = cdist(X, X)
    model = KMedoids(k).fit(X)
    assert model.converged_
    for place in range(k):
        for row in range(14):
            rows = model.medoid_indices_.copy()
            rows[place] = row
            assert distances[:, rows].min(axis=1).sum() >= model.inertia_ - 1e-9
    assert best_of_all(distances, k) <= model.inertia_ + 1e-12 <= 1.2 * best_of_all(distances, k) + 1e-12


@pytest.mark.parametrize("method", ["pam", "alternate"])
@pytest.mark.parametrize("init", ["build", "random"])
@pytest.mark.parametrize("metric", ["euclidean", "manhattan", "cosine"])
def test_a_medoid_is_a_row_and_the_sum_never_rises(method, init, metric):
    X = np.random.default_rng(0).normal(size=(80, 3))
    model = KMedoids(5, method=method, init=init, metric=metric).fit(X)
    assert np.array_equal(model.cluster_centers_, X[model.medoid_indices_])
    assert np.array_equal(model.labels_[model.medoid_indices_], np.arange(5))
    assert np.all(np.diff(model.history_) <= 1e-12)
    assert model.inertia_ == pytest.approx(model.transform(X).min(axis=1).sum())


def test_precomputed_distances_and_a_function_give_the_medoids_of_rows():
    X = np.random.default_rng(1).normal(size=(40, 2))
    rows = KMedoids(3).fit(X)
    distances = cdist(X, X)
    matrix = KMedoids(3, metric="precomputed").fit(distances)
    function = KMedoids(3, metric=lambda a, b: float(np.sqrt(np.sum((a - b) ** 2)))).fit(X)
    for other in (matrix, function):
        assert sorted(other.medoid_indices_) == sorted(rows.medoid_indices_)
        assert other.inertia_ == pytest.approx(rows.inertia_)
    assert np.array_equal(matrix.predict(distances), matrix.labels_)


@given(st.integers(0, 200))
@settings(max_examples=10)
def test_a_weight_is_a_repetition(seed):
    random = np.random.default_rng(seed)
    X, times = random.normal(size=(20, 2)), random.integers(0, 3, size=20)
    times[:3] = 1
    for method in ("pam", "alternate"):
        model = KMedoids(3, method=method, init="random", random_state=seed)
        weighted = model.fit(X, sample_weight=times).predict(X)
        repeated = model.fit(X[random.permutation(np.repeat(np.arange(20), times))]).predict(X)
        assert np.array_equal(weighted, repeated)


def test_initial_rows_are_used():
    X = np.arange(6.0)[:, None]
    with pytest.warns(NumericsWarning, match="max_iter=1"):
        model = KMedoids(2, init=[0, 1], method="alternate", max_iter=1).fit(X)
    assert sorted(model.medoid_indices_.tolist()) == [0, 3]


def test_fewer_distinct_rows_than_medoids_warn():
    with pytest.warns(DataWarning, match="2 distinct rows, fewer than"):
        model = KMedoids(3).fit([[0.0], [0.0], [1.0], [1.0]])
    assert model.inertia_ == 0


@pytest.mark.parametrize(
    ("matrix", "message"),
    [
        ([[0.0, 1.0, 2.0], [3.0, 0.0, 1.0], [2.0, 1.0, 0.0]], "make the matrix symmetric"),
        ([[0.0, -1.0, 2.0], [-1.0, 0.0, 1.0], [2.0, 1.0, 0.0]], "not be negative"),
        ([[0.0, 1.0, 2.0], [1.0, 5.0, 1.0], [2.0, 1.0, 0.0]], "diagonal must be 0"),
        ([[0.0, np.nan, 2.0], [np.nan, 0.0, 1.0], [2.0, 1.0, 0.0]], "NaN"),
    ],
)
def test_a_matrix_that_holds_no_distances_is_refused(matrix, message):
    with pytest.raises(DataError, match=message):
        KMedoids(2, metric="precomputed").fit(matrix)


def test_other_mistakes_are_refused():
    X = np.arange(6.0)[:, None]
    with pytest.raises(ParameterError, match="square"):
        KMedoids(2, metric="precomputed").fit(X)
    for init in ([0, 0], [0, 9], [0], [0.5, 1.5], "best"):
        with pytest.raises(ParameterError, match="init="):
            KMedoids(2, init=init).fit(X)
    with pytest.raises(DataError, match="n_clusters=8"):
        KMedoids().fit(X)
    with pytest.raises(DataError, match="metric='cosine' is undefined"):
        KMedoids(2, metric="cosine").fit(X)
    with pytest.raises(DataError, match="not finite"):
        KMedoids(2, metric=lambda a, b: np.nan).fit(X)

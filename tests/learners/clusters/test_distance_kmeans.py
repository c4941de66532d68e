import numpy as np
import pytest

from gnomon import DistanceKMeans, KMeans
from gnomon.errors import DataError


def rows(seed=0):
    return np.random.default_rng(seed).normal(size=(150, 3))


def test_the_euclidean_distance_gives_k_means():
    X = rows()
    ours = DistanceKMeans(4, metric="euclidean", init=X[:4]).fit(X)
    assert np.array_equal(ours.labels_, KMeans(4, init=X[:4], tol=0).fit(X).labels_)


def test_a_function_of_two_rows_is_a_distance():
    X = rows()[:60]
    named = DistanceKMeans(3, metric="manhattan").fit(X)
    function = DistanceKMeans(3, metric=lambda a, b: np.abs(a - b).sum()).fit(X)
    assert np.array_equal(named.labels_, function.labels_)


@pytest.mark.parametrize("metric", ["cosine", "angular"])
def test_by_direction_the_length_of_a_row_does_not_matter(metric):
    X = rows()
    times = np.random.default_rng(1).uniform(0.1, 10, size=(len(X), 1))
    one, other = (DistanceKMeans(4, metric=metric, init=X[:4]).fit(each) for each in (X, X * times))
    assert np.array_equal(one.labels_, other.labels_)
    np.testing.assert_allclose(one.transform(X), other.transform(X * times), atol=1e-12)


def test_the_angle_is_the_arc_over_pi():
    model = DistanceKMeans(1, metric="angular", init=[[1.0, 0.0]]).fit([[1.0, 0.0], [1.0, 0.0]])
    np.testing.assert_allclose(model.transform([[0.0, 2.0], [-3.0, 0.0], [1.0, 1.0]]).ravel(), [0.5, 1, 0.25])


def test_cosine_with_means_of_unit_rows_never_rises():
    for seed in range(5):
        model = DistanceKMeans(5, metric="cosine", random_state=seed).fit(rows(seed))
        assert model.descends_
        assert model.converged_


def test_with_means_the_manhattan_sum_may_increase_and_is_reported():
    result = [
        DistanceKMeans(5, metric="manhattan", init="random", random_state=s).fit(rows(s)) for s in range(12)
    ]
    assert not all(model.descends_ for model in result)


def test_a_row_without_direction_is_refused():
    with pytest.raises(DataError, match="row 1 is 0 in every column"):
        DistanceKMeans(2, metric="cosine").fit([[1.0, 2.0], [0.0, 0.0], [2.0, 1.0]])

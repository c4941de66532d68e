import numpy as np
import pytest
import scipy.sparse

from gnomon.errors import ParameterError
from gnomon.learners.clusters.distinct import Distinct
from gnomon.learners.clusters.starts import STARTS, starting_centers


def rows(n=40, seed=0):
    return np.random.default_rng(seed).normal(size=(n, 3))


def begin(X, k, init, seed=0, weight=None):
    return starting_centers(X, Distinct.of(X, weight), k, init, np.random.default_rng(seed))


@pytest.mark.parametrize("init", ["k-means++", "random"])
def test_they_are_different_rows(init):
    X = rows()
    centers = begin(X, 10, init)
    assert len(np.unique(centers, axis=0)) == 10
    assert all((center == X).all(axis=1).any() for center in centers)


@pytest.mark.parametrize("init", STARTS)
def test_the_order_of_rows_does_not_matter(init):
    X = rows()
    np.testing.assert_allclose(begin(X, 5, init), begin(X[::-1].copy(), 5, init), rtol=1e-12)


@pytest.mark.parametrize("init", STARTS)
def test_sparse_rows_give_the_start_of_dense_ones(init):
    X = rows() * (np.abs(rows()) > 0.5)
    np.testing.assert_allclose(begin(X, 4, init), begin(scipy.sparse.csr_matrix(X), 4, init), rtol=1e-9)


def test_k_means_plus_plus_takes_a_row_of_every_far_cloud():
    X = np.concatenate([rows(30, seed) * 0.01 + 100 * seed for seed in range(6)])
    for seed in range(10):
        assert sorted((begin(X, 6, "k-means++", seed)[:, 0] / 100).round().tolist()) == [0, 1, 2, 3, 4, 5]


def test_the_box_holds_its_points():
    X = rows()
    centers = begin(X, 200, "box")
    assert np.all(centers >= X.min(axis=0))
    assert np.all(centers <= X.max(axis=0))
    assert np.ptp(centers, axis=0) == pytest.approx(np.ptp(X, axis=0), rel=0.2)


def test_means_of_random_parts_are_all_near_the_mean():
    X = rows(2000)
    assert np.abs(begin(X, 4, "partition")).max() < 0.3


@pytest.mark.parametrize("init", STARTS)
def test_rows_of_no_weight_are_never_a_start(init):
    X = np.concatenate([rows(20), rows(20) + 1000])
    assert np.abs(begin(X, 6, init, weight=np.repeat([1.0, 0.0], 20))).max() < 10


def test_fewer_different_rows_than_centers_are_taken_again():
    X = np.repeat([[0.0], [1.0]], 3, axis=0)
    for init in STARTS:
        assert begin(X, 4, init).shape == (4, 1)


def test_a_start_that_does_not_exist_is_refused():
    with pytest.raises(ParameterError, match="'box'"):
        begin(rows(), 3, "boxes")
    with pytest.raises(ParameterError, match="2-D array of numbers"):
        begin(rows(), 3, [["a"]])

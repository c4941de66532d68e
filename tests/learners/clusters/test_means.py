import numpy as np
import pytest
import scipy.sparse

from gnomon.learners.clusters.means import cluster_sums, new_centers, own_distances

X = np.array([[0.0, 1.0], [2.0, 1.0], [9.0, 0.0], [9.0, 0.0]])
LABELS = np.array([0, 0, 0, 0])
CENTERS = np.array([[1.0, 1.0], [50.0, 50.0]])


@pytest.mark.parametrize(
    "rows", [X, scipy.sparse.csr_matrix(X), X.astype(np.float32)], ids=["dense", "sparse", "single"]
)
def test_sums_and_distances_are_those_of_numpy(rows):
    labels, weight = np.array([0, 1, 1, 0]), np.array([1.0, 2.0, 0.0, 3.0])
    sums, total = cluster_sums(rows, labels, weight, 3)
    np.testing.assert_allclose(sums, [[27, 1], [4, 2], [0, 0]])
    assert total.tolist() == [4, 2, 0]
    np.testing.assert_allclose(own_distances(rows, labels, CENTERS), ((X - CENTERS[labels]) ** 2).sum(axis=1))


def test_an_empty_cluster_takes_the_farthest_row_and_its_equals():
    centers, n_placed = new_centers(X, LABELS, None, CENTERS)
    assert n_placed == 1
    np.testing.assert_allclose(centers, [[1, 1], [9, 0]])


def test_an_empty_cluster_may_be_relocated_to_a_random_row():
    centers, n_placed = new_centers(
        X, LABELS, None, CENTERS, empty_clusters="random", random=np.random.default_rng(0)
    )
    assert n_placed == 1
    np.testing.assert_allclose(centers[0], X.mean(axis=0))
    assert (centers[1] == X).all(axis=1).any()


def test_a_center_is_unchanged_if_every_row_is_on_its_center():
    centers, n_placed = new_centers(np.ones((4, 2)), LABELS, None, np.array([[1.0, 1.0], [7.0, 7.0]]))
    assert n_placed == 0
    np.testing.assert_allclose(centers, [[1, 1], [7, 7]])


def test_two_empty_clusters_get_different_rows():
    rows = np.array([[0.0], [1.0], [5.0], [8.0]])
    centers, n_placed = new_centers(rows, LABELS, None, np.array([[0.0], [99.0], [98.0]]))
    assert n_placed == 2
    np.testing.assert_allclose(centers.ravel(), [0.5, 8, 5])

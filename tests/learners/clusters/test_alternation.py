"""Assignment and update, one at a time, worked by hand."""

import numpy as np
import pytest
from scipy.spatial.distance import cdist

import gnomon as gn
from gnomon.errors import NumericsWarning
from gnomon.learners.clusters.alternation import alternate
from gnomon.sharing.prepared import Rows

X = np.array([[0.0], [1.0], [2.0], [10.0]])


def mean(rows, weight):
    return np.average(rows, axis=0, weights=weight)


@pytest.mark.parametrize(
    ("max_iter", "labels", "centers", "inertia", "moved", "shift", "sums"),
    [
        # From 0 and 1: {0}, {1, 2, 10} with means 0 and 13/3, to which 1 and 2 are farther than to 0.
        (1, [0, 0, 0, 1], [0, 13 / 3], 3 + 17 / 3, [4], [100 / 9], [34 / 3]),
        (2, [0, 0, 0, 1], [1, 10], 2, [4, 2], [100 / 9, 298 / 9], [34 / 3, 2]),
        (3, [0, 0, 0, 1], [1, 10], 2, [4, 2, 0], [100 / 9, 298 / 9, 0], [34 / 3, 2, 2]),
        (9, [0, 0, 0, 1], [1, 10], 2, [4, 2, 0], [100 / 9, 298 / 9, 0], [34 / 3, 2, 2]),
    ],
)
def test_steps_alternate_until_no_row_moves(max_iter, labels, centers, inertia, moved, shift, sums):
    run, found = alternate(Rows(X), X[:2], cdist, mean, max_iter)
    assert run.labels.tolist() == labels
    np.testing.assert_allclose(run.centers.ravel(), centers)
    np.testing.assert_allclose(found, sums)
    np.testing.assert_allclose(run.shift, shift)
    assert run.moved.tolist() == moved
    assert run.inertia == pytest.approx(inertia)
    assert (run.labels_converged, run.stopped) == (max_iter > 2, max_iter > 2)


def test_rows_of_weight_0_move_no_center_and_do_not_count_as_moved():
    weight = np.array([1.0, 1.0, 2.0, 0.0])
    run, sums = alternate(Rows(X, None, weight), X[[0, 2]], cdist, mean, 9)
    # 1 is as near to 0 as to 2, and the first is taken; then 0.5 and 2.
    assert run.labels.tolist() == [0, 0, 1, 1]
    assert run.centers.ravel().tolist() == [0.5, 2.0]
    assert (run.inertia, run.moved.tolist()) == (1.0, [3, 0])
    np.testing.assert_allclose(sums, [1.0, 1.0])


def test_an_empty_cluster_gets_the_farthest_row_and_those_equal_to_it():
    rows = np.array([[0.0], [0.0], [1.0], [7.0], [7.0]])
    run, _ = alternate(Rows(rows), np.array([[0.0], [50.0]]), cdist, mean, 1)
    assert run.labels.tolist() == [0, 0, 0, 1, 1]
    assert run.centers.ravel().tolist() == [pytest.approx(1 / 3), 7.0]
    same, _ = alternate(Rows(np.zeros((3, 1))), np.array([[0.0], [50.0]]), cdist, mean, 5)
    assert same.labels.tolist() == [0, 0, 0]
    assert same.centers.ravel().tolist() == [0.0, 50.0]


def test_a_fit_that_stops_early_says_so():
    with pytest.warns(NumericsWarning, match="DistanceKMeans did not converge in max_iter=1 iterations"):
        gn.DistanceKMeans(2, metric="manhattan", init=X[:2], max_iter=1).fit(X)

import numpy as np
import pytest
import scipy.sparse
import sklearn.svm

import gnomon as gn
from gnomon.errors import DataError

LOSSES = ["epsilon_insensitive", "squared_epsilon_insensitive"]


def rows(n=120, d=5, seed=0):
    random = np.random.default_rng(seed)
    X = random.normal(size=(n, d))
    return X, X @ np.arange(1.0, d + 1) + 2 + random.normal(size=n)


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("epsilon", [0.0, 0.5])
def test_it_is_scikit_learns_plane(loss, epsilon):
    X, y = rows()
    model = gn.LinearSVR(loss=loss, epsilon=epsilon, C=0.7).fit(X, y)
    peer = sklearn.svm.LinearSVR(
        loss=loss, epsilon=epsilon, C=0.7, dual=True, tol=1e-9, max_iter=200_000, random_state=0
    ).fit(X, y)
    np.testing.assert_allclose(model.coef_, peer.coef_, atol=2e-3)
    assert model.converged_
    assert model.gap_[0] < 1e-6


@pytest.mark.parametrize("loss", LOSSES)
def test_rows_and_columns_solve_the_same_problem(loss):
    X, y = rows(80, 4)
    by_columns = gn.LinearSVR(loss=loss, epsilon=0.3, dual=False).fit(X, y)
    by_rows = gn.LinearSVR(loss=loss, epsilon=0.3, dual=True, tol=1e-7, max_iter=50_000, random_state=0)
    by_rows.fit(scipy.sparse.csr_matrix(X), y)
    np.testing.assert_allclose(by_rows.coef_, by_columns.coef_, atol=1e-4)


@pytest.mark.parametrize("loss", LOSSES)
def test_a_weight_is_a_repetition(loss):
    X, y = rows(60, 3)
    times = np.random.default_rng(0).integers(0, 4, size=60)
    weighted = gn.LinearSVR(loss=loss, tol=1e-6).fit(X, y, sample_weight=times)
    repeated = gn.LinearSVR(loss=loss, tol=1e-6).fit(np.repeat(X, times, axis=0), np.repeat(y, times))
    np.testing.assert_allclose(weighted.coef_, repeated.coef_, atol=1e-5)


def test_rows_within_the_tube_cost_nothing():
    X, y = rows()
    model = gn.LinearSVR(epsilon=100.0).fit(X, y)
    np.testing.assert_allclose(model.coef_, 0, atol=1e-5)


@pytest.mark.parametrize("loss", ["epsilon_insensitive", "squared_epsilon_insensitive"])
def test_a_target_too_large_for_its_squares_is_refused(loss):
    X = np.arange(10.0)[:, None]
    with pytest.raises(DataError, match=r"the target .* is too large"):
        gn.LinearSVR(loss=loss).fit(X, 1e200 * X[:, 0])

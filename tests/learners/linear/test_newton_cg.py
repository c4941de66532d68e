import numpy as np
import pytest
import scipy.sparse
import sklearn.linear_model

import gnomon as gn
from gnomon.errors import NumericsWarning


def documents(n_rows=300, n_columns=80, n_classes=4, seed=0):
    random = np.random.default_rng(seed)
    y = random.integers(n_classes, size=n_rows)
    words = (
        random.zipf(1.5, size=(n_rows, 12)) + 3 * y[:, None] * (random.random((n_rows, 12)) < 0.3)
    ) % n_columns
    X = scipy.sparse.lil_matrix((n_rows, n_columns))
    for row, each in enumerate(words):
        X[row, each] = 1.0
    return scipy.sparse.csr_matrix(X), y


@pytest.mark.parametrize("n_classes", [2, 4])
@pytest.mark.parametrize("has_constant", [True, False])
@pytest.mark.parametrize("C", [0.01, 1.0, 100.0])
def test_the_minimum_is_that_of_the_whole_hessian(n_classes, has_constant, C):
    X, y = documents(n_classes=n_classes)
    hyperparameters = {"C": C, "fit_intercept": has_constant}
    model = gn.LogisticRegression(solver="newton-cg", **hyperparameters).fit(X, y)
    exact = gn.LogisticRegression(solver="newton", **hyperparameters).fit(X.toarray(), y)
    assert model.converged_
    np.testing.assert_allclose(model.coef_, exact.coef_, atol=2e-6)
    np.testing.assert_allclose(
        model.intercept_ - model.intercept_.mean(), exact.intercept_ - exact.intercept_.mean(), atol=2e-6
    )


def test_weights_are_repetitions():
    X, y = documents()
    weight = np.random.default_rng(1).integers(3, size=len(y))
    weighted = gn.LogisticRegression(solver="newton-cg").fit(X, y, sample_weight=weight)
    again = np.repeat(np.arange(len(y)), weight)
    repeated = gn.LogisticRegression(solver="newton-cg").fit(X[again], y[again])
    np.testing.assert_allclose(weighted.coef_, repeated.coef_, atol=1e-6)


def test_more_columns_than_rows_agree_with_the_peer():
    X, y = documents(n_rows=60, n_columns=2000, n_classes=3)
    ours = gn.LogisticRegression(solver="newton-cg").fit(X, y)
    peer = sklearn.linear_model.LogisticRegression(tol=1e-10, max_iter=10_000).fit(X, y)
    np.testing.assert_allclose(ours.predict_proba(X), peer.predict_proba(X), atol=1e-6)


def test_separable_rows_without_a_penalty_are_reported_as_separable():
    X = scipy.sparse.csr_matrix([[1.0, 0.0], [2.0, 0.0], [0.0, 1.0], [0.0, 2.0]])
    with pytest.warns(NumericsWarning, match="linearly separable"):
        gn.LogisticRegression(C=np.inf, solver="newton-cg", max_iter=50).fit(X, [0, 0, 1, 1])


def test_a_fit_cut_short_says_so():
    X, y = documents()
    with pytest.warns(NumericsWarning, match="increase max_iter=1"):
        model = gn.LogisticRegression(solver="newton-cg", max_iter=1).fit(X, y)
    assert not model.converged_


def test_the_objective_never_rises():
    X, y = documents(seed=3)
    model = gn.LogisticRegression(solver="newton-cg", C=10.0).fit(X, y)
    assert (np.diff(model.history_) <= 0).all()

import numpy as np
import pytest
import scipy.sparse

from gnomon import native
from tests.native import twins


def problem(seed, n_rows=40, n_columns=3):
    random = np.random.default_rng(seed)
    X = random.integers(-3, 4, size=(n_rows, n_columns)).astype(float)
    side = np.where(X[:, 0] + random.normal(size=n_rows) > 0, 1.0, -1.0)
    return X, side, random.permutation(n_rows), random.normal(size=n_columns), float(random.normal())


RULES = [(1.0, True, False, False), (0.1, False, True, False), (0.5, True, True, True)]


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("seed", range(4))
def test_a_pass_is_that_of_the_twin(rule, seed):
    X, side, order, w, b = problem(seed)
    found = native.perceptron(X, side, order, w, b, float(w @ w), *rule)
    expected = twins.perceptron(X, side, order, w, b, w @ w, *rule)
    assert np.array_equal(found[3], expected[3])
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("rule", RULES)
def test_sparse_rows_and_dot_products_make_the_same_pass(rule):
    X, side, order, w, b = problem(7)
    dense = native.perceptron(X, side, order, w, b, float(w @ w), *rule)
    rows = scipy.sparse.csr_matrix(X)
    sparse = native.sparse_perceptron(
        rows.data, rows.indices, rows.indptr, side, order, w, b, float(w @ w), *rule
    )
    dual = native.gram_perceptron(X @ X.T, side, order, X @ w, b, float(w @ w), *rule)
    for found in (sparse, dual):
        assert np.array_equal(found[3], dense[3])
        np.testing.assert_allclose(found[4], dense[4], rtol=1e-9)
        assert found[1] == pytest.approx(dense[1])
    np.testing.assert_allclose(sparse[0], dense[0], rtol=1e-12)
    np.testing.assert_allclose(dual[0], X @ dense[0], rtol=1e-9, atol=1e-9)


def test_what_was_given_is_left_alone():
    X, side, order, w, b = problem(1)
    before = w.copy()
    native.perceptron(X, side, order, w, b, 0.0, 1.0, True, False, False)
    assert np.array_equal(w, before)


def test_rows_and_columns_that_are_not_there_are_refused():
    X, side, order, w, _ = problem(2)
    rule = (1.0, True, False, False)
    with pytest.raises(ValueError, match="order has a value outside"):
        native.perceptron(X, side, order + 1, w, 0.0, 0.0, *rule)
    with pytest.raises(ValueError, match="w has 2 items"):
        native.perceptron(X, side, order, w[:2], 0.0, 0.0, *rule)
    with pytest.raises(ValueError, match="side has 1 items"):
        native.perceptron(X, side[:1], order, w, 0.0, 0.0, *rule)
    rows = scipy.sparse.csr_matrix(X)
    with pytest.raises(ValueError, match="columns has a value outside"):
        native.sparse_perceptron(rows.data, rows.indices, rows.indptr, side, order, w[:2], 0.0, 0.0, *rule)
    with pytest.raises(ValueError, match="begin does not span"):
        native.sparse_perceptron(
            rows.data, rows.indices, rows.indptr[:-1], side[1:], order[:1] * 0, w, 0.0, 0.0, *rule
        )
    with pytest.raises(ValueError, match="a row of gram"):
        native.gram_perceptron(X, side, order, w, 0.0, 0.0, *rule)

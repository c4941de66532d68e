import numpy as np
import pytest
import scipy.sparse

from gnomon.errors import DataError
from gnomon.learners.neural.standardization import Standardizer, multiply, transpose_multiply


def sample():
    random = np.random.default_rng(0)
    X = random.normal(size=(30, 4)) * [1, 100, 0.01, 1] + [0, 5, 3, 1e6]
    X[random.random(X.shape) < 0.4] = 0
    return X, random.random(30)


@pytest.mark.parametrize("weighted", [False, True])
def test_columns_have_mean_zero_and_standard_deviation_one(weighted):
    X, weight = sample()
    weight = weight if weighted else None
    rows = Standardizer.of(X, weight).transform(X)
    np.testing.assert_allclose(np.average(rows, axis=0, weights=weight), 0, atol=1e-12)
    np.testing.assert_allclose(np.average(rows**2, axis=0, weights=weight), 1)


def test_sparse_rows_multiply_as_dense_ones_do():
    X, weight = sample()
    coef, gradient = (
        np.random.default_rng(1).normal(size=(4, 3)),
        np.random.default_rng(2).normal(size=(30, 3)),
    )
    dense, sparse = (Standardizer.of(each, weight).transform(each) for each in (X, scipy.sparse.csr_array(X)))
    np.testing.assert_allclose(
        multiply(sparse, coef, np.empty((30, 3))), multiply(dense, coef, np.empty((30, 3))), atol=1e-12
    )
    one, other = np.empty((4, 3)), np.empty((4, 3))
    transpose_multiply(sparse, gradient, one)
    transpose_multiply(dense, gradient, other)
    np.testing.assert_allclose(one, other, atol=1e-12)


@pytest.mark.parametrize("value", [0.0, 0.1, 1e12])
def test_a_constant_column_is_left_out(value):
    X = np.full((10, 1), value)
    standardizer = Standardizer.of(X, None)
    assert np.isinf(standardizer.scale).all()
    assert not standardizer.transform(X + 5).any()
    assert standardizer.inverse_transform(np.array([[3.0]])) == pytest.approx(value)


def test_numbers_whose_squares_overflow_are_refused():
    with pytest.raises(DataError, match="column 1"):
        Standardizer.of(np.array([[1.0, 1e200], [2.0, -1e200]]), None)

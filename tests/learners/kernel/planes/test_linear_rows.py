import numpy as np
import pytest
import scipy.sparse

from gnomon.learners.kernel.planes.linear_rows import DenseRows, SparseRows, linear_rows


@pytest.fixture
def table():
    random = np.random.default_rng(0)
    return random.normal(size=(30, 6)) * (random.random((30, 6)) < 0.5)


def test_sparse_and_dense_rows_answer_alike(table):
    dense, sparse = linear_rows(table, 3.0), linear_rows(scipy.sparse.csr_matrix(table), 3.0)
    assert isinstance(dense, DenseRows)
    assert isinstance(sparse, SparseRows)
    random = np.random.default_rng(1)
    v, weight = random.normal(size=7), random.normal(size=30) * (random.random(30) < 0.6)
    np.testing.assert_allclose(sparse.scores(v), dense.scores(v), atol=1e-12)
    np.testing.assert_allclose(sparse.transposed(weight), dense.transposed(weight), atol=1e-12)
    np.testing.assert_allclose(sparse.squares(weight), dense.squares(weight), atol=1e-12)
    np.testing.assert_allclose(sparse.curvature(weight)(v), dense.curvature(weight)(v), atol=1e-12)


def test_curvature_is_the_derivative_of_the_pull(table):
    rows = linear_rows(scipy.sparse.csr_matrix(table), 1.0)
    v, weight = np.arange(7.0), np.linspace(0, 1, 30)
    np.testing.assert_allclose(
        rows.curvature(weight)(v), rows.transposed(weight * rows.scores(v)), atol=1e-12
    )


def test_rows_beyond_the_kernels_numbers_are_multiplied_by_scipy(table):
    v, weight = np.arange(7.0), np.linspace(0, 1, 30)
    for form in (scipy.sparse.csr_matrix, scipy.sparse.csr_array):
        large, dense = DenseRows(form(table), 3.0), DenseRows(table, 3.0)
        np.testing.assert_allclose(large.scores(v), dense.scores(v), atol=1e-12)
        np.testing.assert_allclose(large.squares(weight), dense.squares(weight), atol=1e-12)
        np.testing.assert_allclose(large.curvature(weight)(v), dense.curvature(weight)(v), atol=1e-12)

import numpy as np
import pytest
import scipy.sparse
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics.pairwise import (
    laplacian_kernel,
    linear_kernel,
    polynomial_kernel,
    rbf_kernel,
    sigmoid_kernel,
)

from gnomon.errors import DataError, ParameterError
from gnomon.learners.kernel.kernel import Differences, NormalizedKernel
from gnomon.learners.kernel.kernels import (
    LaplacianKernel,
    LinearKernel,
    PolynomialKernel,
    PowerSeriesKernel,
    RBFKernel,
    SigmoidKernel,
)

A = np.random.default_rng(0).normal(size=(7, 3))
B = np.random.default_rng(1).normal(size=(5, 3))
ALL = [
    LinearKernel(),
    PolynomialKernel(2),
    PolynomialKernel(3, 0.5, 0.0),
    PolynomialKernel(5, 0.3),
    RBFKernel(0.7),
    LaplacianKernel(),
    LaplacianKernel(0.3, norm="l1"),
    PowerSeriesKernel(0.4),
    SigmoidKernel(0.2, 0.1),
    LinearKernel() + RBFKernel(0.5),
    PolynomialKernel(2) * RBFKernel(0.5),
    NormalizedKernel(PolynomialKernel(2)),
    Differences(PolynomialKernel(2), A[0]),
]


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (LinearKernel(), linear_kernel(A, B)),
        (PolynomialKernel(3, 0.5, 1.0), polynomial_kernel(A, B, degree=3, gamma=0.5, coef0=1.0)),
        (RBFKernel(0.7), rbf_kernel(A, B, gamma=0.7)),
        (SigmoidKernel(0.2, 0.1), sigmoid_kernel(A, B, gamma=0.2, coef0=0.1)),
        (LaplacianKernel(0.3, norm="l1"), laplacian_kernel(A, B, gamma=0.3)),
    ],
)
def test_kernels_are_those_of_scikit_learn(ours, theirs):
    np.testing.assert_allclose(ours(A, B), theirs, rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("kernel", ALL, ids=str)
def test_the_diagonal_is_that_of_the_matrix_and_the_matrix_is_symmetric(kernel):
    gram = kernel(A)
    np.testing.assert_allclose(kernel.diagonal(A), gram.diagonal(), rtol=1e-12)
    np.testing.assert_allclose(gram, gram.T, rtol=1e-12)
    np.testing.assert_allclose(gram, kernel(A, A.copy()), atol=1e-12)


@pytest.mark.parametrize("kernel", ALL, ids=str)
def test_sparse_rows_give_the_same_values(kernel):
    sparse_a, sparse_b = scipy.sparse.csr_matrix(A), scipy.sparse.csr_matrix(B)
    np.testing.assert_allclose(kernel(sparse_a, sparse_b), kernel(A, B), rtol=1e-10, atol=1e-12)
    np.testing.assert_allclose(kernel(sparse_a), kernel(A), rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("kernel", [each for each in ALL if each.is_mercer], ids=str)
def test_a_mercer_kernel_has_no_negative_eigenvalue(kernel):
    assert np.linalg.eigvalsh(kernel(A))[0] > -1e-10


def test_a_large_offset_cancels_no_digits_of_a_distance():
    np.testing.assert_allclose(RBFKernel(0.5)(A + 1e8), RBFKernel(0.5)(A), rtol=1e-6)


def test_kernels_read_dot_products_or_squared_distances_of_any_kind():
    dots, squares = A @ B.T, ((A[:, None] - B) ** 2).sum(axis=2)
    for kernel in ALL:
        if kernel.reads != "tables":
            values = dots if kernel.reads == "dots" else squares
            np.testing.assert_allclose(kernel.of(values.copy()), kernel(A, B), rtol=1e-9, atol=1e-12)


@given(st.floats(1e-3, 1e3))
def test_sigma_and_gamma_are_two_names_of_one_width(sigma):
    assert RBFKernel(sigma=sigma).gamma == pytest.approx(1 / (2 * sigma**2))


def test_a_normalized_kernel_sees_directions_alone():
    kernel = NormalizedKernel(LinearKernel())
    np.testing.assert_allclose(kernel(3 * A, B), kernel(A, B), rtol=1e-12)
    with pytest.raises(DataError, match=r"row 1 has k\(x, x\) = 0"):
        kernel(np.array([[1.0], [0.0]]))


@pytest.mark.parametrize(
    "make",
    [
        lambda: RBFKernel(gamma=-1.0),
        lambda: RBFKernel(sigma=0.0),
        lambda: RBFKernel(gamma=np.nan),
        lambda: PolynomialKernel(-1),
        lambda: PolynomialKernel(2, np.inf),
        lambda: LaplacianKernel(norm="l3"),
        lambda: PowerSeriesKernel(np.inf),
        lambda: SigmoidKernel(coef0=np.nan),
    ],
)
def test_parameters_out_of_range_are_refused(make):
    with pytest.raises(ParameterError, match="must be"):
        make()


@pytest.mark.parametrize(
    "kernel", [PolynomialKernel(100), PowerSeriesKernel(10.0), PolynomialKernel(0.5, 1.0, 0.0)], ids=str
)
def test_values_that_are_no_numbers_are_refused(kernel):
    with pytest.raises(DataError, match="infinite or not a number"):
        kernel(np.array([[1e5], [-1e5]]))


@pytest.mark.parametrize("offset", [0.0, 1e6])
def test_equal_rows_of_two_tables_are_no_distance_apart(offset):
    rows = np.random.default_rng(0).normal(size=(50, 7)) + offset
    for A in (rows, scipy.sparse.csr_array(rows)):
        assert np.array_equal(LaplacianKernel()(A, A.copy()).diagonal(), np.ones(50))
        assert np.array_equal(RBFKernel(3.0)(A, A.copy()).diagonal(), np.ones(50))

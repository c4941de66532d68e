import numpy as np
import pytest
import scipy.sparse
from scipy.spatial.distance import cdist

from gnomon.errors import DataError
from gnomon.learners.kernel import kernel_rows
from gnomon.learners.kernel.kernel_rows import KernelRows, compressed, facts_of, kernel_sums
from gnomon.learners.kernel.kernels import (
    LaplacianKernel,
    LinearKernel,
    NormalizedKernel,
    PolynomialKernel,
    PowerSeriesKernel,
    RBFKernel,
    SigmoidKernel,
)

KERNELS = [
    LinearKernel(),
    PolynomialKernel(3),
    PolynomialKernel(2.5, 0.1, 9.0),
    RBFKernel(0.3),
    PowerSeriesKernel(0.2),
    SigmoidKernel(0.1, 0.2),
    LaplacianKernel(0.5, "l1"),
    RBFKernel(0.1) + LinearKernel(),
    NormalizedKernel(PolynomialKernel(2)),
]


@pytest.mark.parametrize("kernel", KERNELS, ids=str)
def test_sums_are_those_of_the_kernels_own_values(kernel):
    random = np.random.default_rng(0)
    A, B, coef = random.normal(size=(30, 4)), random.normal(size=(20, 4)), random.normal(size=(2, 20))
    assert kernel_sums(kernel, A, B, coef) == pytest.approx(kernel(A, B) @ coef.T, rel=1e-10)


def test_a_row_is_at_no_distance_from_itself_even_under_a_root():
    X = np.random.default_rng(0).normal(size=(50, 6)) + 100
    result = kernel_sums(LaplacianKernel(), X, X, np.eye(50))
    assert result == pytest.approx(np.exp(-cdist(X, X) / 2), abs=1e-12)


def test_kernels_that_the_loops_do_not_know_keep_all_values(monkeypatch):
    kernel = RBFKernel(0.1) + LinearKernel()
    assert facts_of(kernel) is None
    X = np.random.default_rng(0).normal(size=(9, 2))
    rows = KernelRows(kernel, X)
    assert rows.values(np.array([1]), np.array([2, 3])) == pytest.approx(kernel(X)[[1]][:, [2, 3]])
    assert rows.diagonal(np.arange(9)) == pytest.approx(kernel.diagonal(X))
    monkeypatch.setattr(kernel_rows, "MAX_BYTES_OF_VALUES", 100)
    with pytest.raises(DataError, match="9 x 9 kernel matrix"):
        KernelRows(kernel, X)


def test_values_that_overflow_are_refused():
    with pytest.raises(DataError, match="infinite"):
        KernelRows(PowerSeriesKernel(1.0), np.array([[1e3], [0.0]]))
    with pytest.raises(DataError, match="infinite"):
        kernel_sums(PolynomialKernel(9, 1e30), np.array([[1e20]]), np.array([[1e20]]), np.ones((1, 1)))


def test_repeated_entries_of_sparse_rows_are_added():
    rows = scipy.sparse.csr_array((np.array([1.0, 2.0]), np.array([0, 0]), np.array([0, 2])), shape=(1, 2))
    values, index, start, n_columns = compressed(rows)
    assert (values.tolist(), index.tolist(), start.tolist(), n_columns) == ([3.0], [0], [0, 1], 2)


def test_parts_are_kept_only_as_far_as_the_cache_has_room_for_their_values():
    X = np.random.default_rng(0).normal(size=(400, 5))
    rows = KernelRows(RBFKernel(0.1), X, cache_size=0.9)
    first, second = np.arange(200), np.arange(200, 400)
    assert rows.part(first) is rows.part(first)
    # 200 x 200 values of 16 bytes: 0.61 MiB each.
    assert rows.part(second) is not rows.part(second)
    pair = np.ix_(range(200), range(200))
    np.testing.assert_allclose(rows.part(second).values(*map(np.ravel, pair)), rows.values(second, second))


@pytest.mark.parametrize("cache_size", [200.0, 0.01])
def test_parts_have_the_values_of_the_whole_whether_looked_up_or_not(cache_size):
    X = np.random.default_rng(0).normal(size=(90, 4))
    rows = KernelRows(RBFKernel(0.3), X, cache_size=cache_size)
    some, all_rows = np.arange(5, 35), np.arange(30)
    np.testing.assert_allclose(
        rows.part(some).values(all_rows, all_rows), RBFKernel(0.3)(X[some]), rtol=1e-12, atol=1e-15
    )
    np.testing.assert_allclose(rows.part(some).diagonal(all_rows), np.ones(30))

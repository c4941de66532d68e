import numpy as np
import pytest
import scipy.sparse
import sklearn.decomposition
from sklearn.metrics.pairwise import rbf_kernel

import gnomon as gn
from gnomon.errors import DataError, ParameterError
from gnomon.learners.kernel.kernels import RBFKernel
from gnomon.learners.projections.spectrum import largest_eigenvectors


def sample(n_rows=60, n_columns=3, seed=0):
    return np.random.default_rng(seed).normal(size=(n_rows, n_columns))


@pytest.mark.parametrize(
    "options",
    [
        {"kernel": "linear"},
        {"kernel": "rbf", "gamma": 0.4},
        {"kernel": "rbf"},
        {"kernel": "poly", "degree": 2, "coef0": 1.0},
    ],
)
@pytest.mark.parametrize("n_rows", [40, 510])
def test_it_agrees_with_scikit_learn_up_to_sign(options, n_rows):
    X, new = sample(n_rows), sample(20, seed=1)
    ours = gn.KernelPCA(3, **options).fit(X)
    theirs = sklearn.decomposition.KernelPCA(3, eigen_solver="dense", **options).fit(X)
    np.testing.assert_allclose(ours.eigenvalues_, theirs.eigenvalues_, rtol=1e-9)
    for rows in (X, new):
        a, b = ours.transform(rows), theirs.transform(rows)
        np.testing.assert_allclose(a * np.sign(np.sum(a * b, axis=0)), b, atol=1e-7)


def test_a_linear_kernel_gives_principal_components():
    X = sample() * [1, 2, 3] + 100
    kernel, plain = gn.KernelPCA().fit(X), gn.PCA().fit(X)
    np.testing.assert_allclose(kernel.eigenvalues_, plain.singular_values_**2)
    np.testing.assert_allclose(kernel.explained_variance_ratio_, plain.explained_variance_ratio_)
    np.testing.assert_allclose(np.abs(kernel.transform(X)), np.abs(plain.transform(X)), atol=1e-8)


def test_kernel_values_functions_and_matrices_are_taken():
    X, new = sample(), sample(7, seed=1)
    expected = gn.KernelPCA(2, kernel="rbf", gamma=0.5).fit(X).transform(new)
    by_value = gn.KernelPCA(2, kernel=RBFKernel(0.5)).fit(X).transform(new)
    by_rows = gn.KernelPCA(2, kernel=lambda a, b: np.exp(-0.5 * np.sum((a - b) ** 2))).fit(X).transform(new)
    by_matrix = gn.KernelPCA(2, kernel="precomputed").fit(rbf_kernel(X, gamma=0.5))
    for result in (by_value, by_rows, by_matrix.transform(rbf_kernel(new, X, gamma=0.5))):
        np.testing.assert_allclose(result, expected, atol=1e-9)
    sparse = gn.KernelPCA(2, kernel="rbf", gamma=0.5).fit(scipy.sparse.csr_array(X))
    np.testing.assert_allclose(sparse.transform(scipy.sparse.csr_array(new)), expected, atol=1e-9)


def test_weights_repeat_rows():
    X, times = sample(15), np.arange(15) % 3
    weighted = gn.KernelPCA(3, kernel="rbf").fit(X, sample_weight=times)
    repeated = gn.KernelPCA(3, kernel="rbf").fit(np.repeat(X, times, axis=0))
    np.testing.assert_allclose(weighted.eigenvalues_, repeated.eigenvalues_)
    np.testing.assert_allclose(weighted.transform(X), repeated.transform(X), atol=1e-10)


def test_the_inverse_transform_is_that_of_scikit_learn_and_must_be_learned():
    X = sample()
    options = {"n_components": 2, "kernel": "rbf", "gamma": 0.3, "fit_inverse_transform": True, "alpha": 0.1}
    ours, theirs = gn.KernelPCA(**options).fit(X), sklearn.decomposition.KernelPCA(**options).fit(X)
    back = theirs.inverse_transform(theirs.transform(X))
    np.testing.assert_allclose(ours.inverse_transform(ours.transform(X)), back, atol=1e-7)
    with pytest.raises(ParameterError, match="not learned"):
        gn.KernelPCA(2).fit(X).inverse_transform(X[:, :2])
    with pytest.raises(ParameterError, match="needs dense rows"):
        gn.KernelPCA(2, kernel="precomputed", fit_inverse_transform=True).fit(np.eye(3))


def test_rings_come_apart_where_plain_components_leave_them():
    task = gn.datasets.make_rings(200, random_state=0)
    lifted = gn.KernelPCA(3, kernel="rbf", gamma=0.5).fit_transform(task.X)
    plain = gn.PCA(2).fit_transform(task.X)
    stump = gn.DecisionStump()
    assert stump.fit(lifted, task.y).score(lifted, task.y) > 0.95
    assert stump.fit(plain, task.y).score(plain, task.y) < 0.8


def test_a_similarity_that_is_no_kernel_is_refused():
    with pytest.raises(DataError, match="negative eigenvalue"):
        gn.KernelPCA(kernel=lambda a, b: -(float(np.sum((a - b) ** 2)) ** 3)).fit(sample(20))


def test_equal_rows_have_no_direction():
    model = gn.KernelPCA(kernel="rbf").fit(np.ones((5, 2)))
    assert model.eigenvalues_.tolist() == [0.0]
    assert model.transform(np.ones((2, 2))).tolist() == [[0.0], [0.0]]


@pytest.mark.parametrize(("n", "rank", "k"), [(40, 40, 5), (500, 7, 500), (500, 500, 12)])
def test_eigenvectors_are_those_of_lapack_however_they_are_found(n, rank, k):
    rows = np.random.default_rng(0).normal(size=(n, rank))
    matrix = rows @ rows.T
    values, vectors = largest_eigenvectors(matrix, k)
    expected = np.linalg.eigvalsh(matrix)[::-1]
    np.testing.assert_allclose(values, expected[: len(values)], atol=1e-9 * expected[0])
    assert len(values) == min(k, rank)
    np.testing.assert_allclose(matrix @ vectors, vectors * values, atol=1e-8 * expected[0])


def test_a_matrix_with_negative_eigenvalues_is_not_taken_for_one_of_low_rank():
    signs = np.where(np.arange(500) % 2, 1.0, -1.0)
    basis = np.linalg.qr(np.random.default_rng(0).normal(size=(500, 500)))[0]
    values, _ = largest_eigenvectors((basis * signs) @ basis.T, 500)
    np.testing.assert_allclose(values, np.sort(signs)[::-1], atol=1e-10)


def test_values_whose_squares_overflow_are_refused():
    with pytest.raises(DataError, match="too large"):
        gn.KernelPCA(1, kernel="rbf").fit(sample() * 1e200)

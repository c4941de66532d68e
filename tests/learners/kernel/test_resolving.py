import numpy as np
import pytest
import scipy.sparse
from sklearn.svm import SVC

from gnomon.errors import DataError, ParameterError
from gnomon.learners.kernel.kernels import LinearKernel, PolynomialKernel, RBFKernel, SigmoidKernel
from gnomon.learners.kernel.resolving import Custom, Precomputed, resolve, scale_of

X = np.random.default_rng(0).normal(size=(20, 4)) * [1, 2, 3, 4]


def test_names_are_those_of_scikit_learn():
    assert resolve("linear") == LinearKernel()
    assert resolve("poly", degree=2, gamma=0.5, coef0=1.0) == PolynomialKernel(2, 0.5, 1.0)
    assert resolve("rbf", gamma=0.5) == RBFKernel(0.5)
    assert resolve("sigmoid", gamma=0.5, coef0=1.0) == SigmoidKernel(0.5, 1.0)
    assert resolve(RBFKernel(2.0)) == RBFKernel(2.0)
    with pytest.raises(ParameterError, match="kernel='laplace'"):
        resolve("laplace")


@pytest.mark.parametrize("gamma", ["scale", "auto"])
def test_gamma_by_name_is_scikit_learns_number(gamma):
    theirs = SVC(gamma=gamma).fit(X, X[:, 0] > 0)._gamma
    assert scale_of(gamma, X) == pytest.approx(theirs, rel=1e-12)
    assert scale_of(gamma, scipy.sparse.csr_matrix(X)) == pytest.approx(theirs, rel=1e-9)


def test_gamma_scale_counts_a_weight_as_repetition():
    weight = np.arange(20) % 3
    assert scale_of("scale", X, weight.astype(float)) == pytest.approx(
        scale_of("scale", np.repeat(X, weight, axis=0)), rel=1e-12
    )


def test_gamma_of_constant_columns_is_1_and_a_wrong_name_is_refused():
    assert scale_of("scale", np.ones((3, 2))) == 1.0
    with pytest.raises(ParameterError, match="gamma='wide'"):
        scale_of("wide", X)
    for size in (1e-160, 1e-200, 1e200):
        with pytest.raises(DataError, match="too small or too large"):
            scale_of("scale", np.array([[0.0], [size]]))


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda A, B: np.ones((len(A), len(B) + 1)), "shape"),
        (lambda A, B: np.full((len(A), len(B)), np.nan), "returned nan for rows 0 and 0"),
        (lambda A, B: A[:, :1] * np.ones(len(B)), "not symmetric"),
        (lambda A, B: "text", "not a matrix of numbers"),
    ],
)
def test_what_a_users_kernel_returns_is_checked(function, message):
    with pytest.raises(DataError, match=message):
        Custom(function)(X)


def test_a_users_kernel_of_tables_or_of_rows():
    by_tables, by_rows = Custom(lambda A, B: A @ B.T), Custom(np.dot, by="rows")
    np.testing.assert_allclose(by_tables(X), by_rows(X), rtol=1e-12)
    np.testing.assert_allclose(by_tables.diagonal(X), (X**2).sum(axis=1), rtol=1e-12)
    np.testing.assert_allclose(by_rows(scipy.sparse.csr_matrix(X), X[:3]), X @ X[:3].T, rtol=1e-12)


def test_a_precomputed_kernel_is_square_and_symmetric():
    with pytest.raises(DataError, match="must be square"):
        Precomputed()(X)
    with pytest.raises(DataError, match=r"K\[\d, \d\] = "):
        Precomputed()(np.array([[1.0, 2.0], [0.0, 1.0]]))

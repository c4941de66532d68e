import numpy as np
import pytest
import sklearn.decomposition
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon import PCA
from gnomon.learners.projections.krylov import few_eigenvectors, orthonormal


def symmetric(values, seed):
    basis = np.linalg.qr(np.random.default_rng(seed).normal(size=(len(values), len(values))))[0]
    return (basis * values) @ basis.T


@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 999), k=st.integers(1, 8), fall=st.floats(0.3, 0.9))
def test_eigenvalues_that_fall_are_found_to_all_digits(seed, k, fall):
    diagonal = np.random.default_rng(seed).permutation(fall ** np.arange(300))
    values, vectors = few_eigenvectors(lambda B: diagonal[:, None] * B, 300, k)
    np.testing.assert_allclose(values, fall ** np.arange(k), rtol=1e-10)
    np.testing.assert_allclose(diagonal[:, None] * vectors, vectors * values, atol=1e-10)
    np.testing.assert_allclose(vectors.T @ vectors, np.eye(k), atol=1e-12)


@pytest.mark.parametrize("rank", [0, 1, 5])
def test_a_matrix_of_lower_rank_has_zeros_left(rank):
    values = np.concatenate([np.arange(rank, 0, -1.0), np.zeros(100 - rank)])
    S = symmetric(values, 0)
    result, vectors = few_eigenvectors(lambda B: S @ B, 100, 7)
    np.testing.assert_allclose(result, values[:7], atol=1e-12)
    np.testing.assert_allclose(vectors.T @ vectors, np.eye(7), atol=1e-12)


def test_close_eigenvalues_are_given_up_soon():
    S = symmetric(np.linspace(1.0, 2.0, 200), 0)
    n_products = []
    assert few_eigenvectors(lambda B: n_products.append(1) or S @ B, 200, 3) is None
    assert len(n_products) < 10


@pytest.mark.parametrize("spread", [1.0, 1e-12])
def test_columns_become_orthonormal_and_span_the_same(spread):
    columns = np.random.default_rng(0).normal(size=(50, 6)) * np.logspace(0, np.log10(spread), 6)
    result = orthonormal(columns)
    np.testing.assert_allclose(result.T @ result, np.eye(6), atol=1e-12)
    np.testing.assert_allclose(result @ (result.T @ columns), columns, atol=1e-12)


@pytest.mark.parametrize("shape", [(1010, 1005), (510, 800)])
@pytest.mark.parametrize("standardize", [False, True])
def test_a_few_axes_of_many_columns_are_those_of_the_whole_decomposition(shape, standardize):
    random = np.random.default_rng(0)
    X = random.normal(size=(shape[0], 6)) @ random.normal(size=(6, shape[1])) * 3
    X += random.normal(size=shape) + 1e6
    model = PCA(4, standardize=standardize).fit(X)
    scaled = (X - X.mean(axis=0)) / (X.std(axis=0, ddof=1) if standardize else 1.0)
    whole = sklearn.decomposition.PCA(4, svd_solver="arpack", random_state=0).fit(scaled)
    np.testing.assert_allclose(model.explained_variance_, whole.explained_variance_, rtol=1e-9)
    np.testing.assert_allclose(model.explained_variance_ratio_, whole.explained_variance_ratio_, rtol=1e-9)
    np.testing.assert_allclose(np.abs(model.components_), np.abs(whole.components_), atol=1e-7)
    assert model.residual_ < 1e-9


def test_rows_of_many_columns_can_be_added_and_taken_back_out():
    random = np.random.default_rng(0)
    X = random.normal(size=(1100, 5)) @ random.normal(size=(5, 1010)) + 0.1 * random.normal(size=(1100, 1010))
    alone = PCA(3).fit(X[:1040])
    together = PCA(3).fit(X[:700]).partial_fit(X[700:])
    np.testing.assert_allclose(together.explained_variance_, PCA(3).fit(X).explained_variance_)
    np.testing.assert_allclose(together.forget(X[1040:]).explained_variance_, alone.explained_variance_)

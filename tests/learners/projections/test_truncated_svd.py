import numpy as np
import pytest
import scipy.sparse
import sklearn.decomposition

import gnomon as gn
from gnomon.errors import DataError, ParameterError
from gnomon.learners.projections.factors import MatrixFactors


def ratings(n_rows=50, n_columns=12, seed=0):
    return scipy.sparse.random(n_rows, n_columns, 0.3, format="csr", random_state=seed) * 5


@pytest.mark.parametrize("algorithm", ["auto", "arpack", "randomized"])
@pytest.mark.parametrize("shape", [(50, 12), (8, 30)])
@pytest.mark.parametrize("is_sparse", [True, False])
def test_every_algorithm_agrees_with_scikit_learn(algorithm, shape, is_sparse):
    X = ratings(*shape)
    X = X if is_sparse else X.toarray()
    ours = gn.TruncatedSVD(4, algorithm=algorithm, n_iter=12, random_state=0).fit(X)
    theirs = sklearn.decomposition.TruncatedSVD(4, algorithm="arpack", random_state=0).fit(X)
    np.testing.assert_allclose(ours.singular_values_, theirs.singular_values_, rtol=1e-6)
    np.testing.assert_allclose(ours.explained_variance_, theirs.explained_variance_, rtol=1e-4)
    np.testing.assert_allclose(ours.explained_variance_ratio_, theirs.explained_variance_ratio_, rtol=1e-4)
    assert (np.sum(ours.components_ * theirs.components_, axis=1) > 1 - 1e-6).all()
    np.testing.assert_allclose(ours.transform(X), theirs.transform(X), atol=1e-2)
    rebuilt = theirs.inverse_transform(theirs.transform(X))
    np.testing.assert_allclose(ours.inverse_transform(ours.transform(X)), rebuilt, atol=1e-2)


@pytest.mark.parametrize("n_columns", [4, 30])
def test_parts_add_up_come_off_and_weights_repeat(n_columns):
    X = ratings(12, n_columns).toarray()
    whole = gn.TruncatedSVD(3).fit(X)
    parts = gn.TruncatedSVD(3).partial_fit(X[:5]).partial_fit(X[5:])
    np.testing.assert_allclose(parts.singular_values_, whole.singular_values_)
    np.testing.assert_allclose(parts.explained_variance_, whole.explained_variance_)
    left = gn.TruncatedSVD(3).fit(X).forget(X[:5])
    np.testing.assert_allclose(left.singular_values_, gn.TruncatedSVD(3).fit(X[5:]).singular_values_)
    times = np.arange(12) % 3
    weighted = gn.TruncatedSVD(3).fit(X, sample_weight=times)
    repeated = gn.TruncatedSVD(3).fit(np.repeat(X, times, axis=0))
    np.testing.assert_allclose(weighted.singular_values_, repeated.singular_values_)
    np.testing.assert_allclose(weighted.explained_variance_, repeated.explained_variance_)


def test_variances_keep_their_digits_at_a_large_offset():
    X = np.random.default_rng(0).normal(size=(100, 3))
    far = X + 1e8
    model = gn.TruncatedSVD(3).fit(far)
    expected = (far - far.mean(axis=0)) @ model.components_.T
    np.testing.assert_allclose(model.explained_variance_, expected.var(axis=0), rtol=1e-6)


def test_factors_multiply_to_the_nearest_table_of_that_rank():
    X = ratings().toarray()
    for rank in (1, 3, 12):
        result = gn.TruncatedSVD(rank).fit(X).factors(X)
        assert result.is_orthogonal
        beyond = np.linalg.svd(X, compute_uv=False)[rank:]
        assert result.error(X) == pytest.approx(np.linalg.norm(beyond), abs=1e-8)
        assert MatrixFactors.of(X, rank).error(X) == pytest.approx(result.error(X), abs=1e-8)


def test_many_sparse_columns_go_by_lanczos():
    X = ratings(30, 500)
    expected = np.linalg.svd(X.toarray(), compute_uv=False)[:2]
    model = gn.TruncatedSVD(2, random_state=0).fit(X)
    np.testing.assert_allclose(model.singular_values_, expected)
    with pytest.raises(ParameterError, match="stores rows"):
        model.forget(X[:2])


def test_wrong_numbers_and_shapes_are_refused():
    X = ratings(5, 4).toarray()
    with pytest.raises(ParameterError, match="at most 4"):
        gn.TruncatedSVD(5).fit(X)
    with pytest.raises(ParameterError, match="finds fewer than"):
        gn.TruncatedSVD(4, algorithm="arpack").fit(X)
    with pytest.raises(ParameterError, match="rank=9"):
        MatrixFactors.of(X, 9)
    with pytest.raises(DataError, match="do not match"):
        MatrixFactors(np.ones((2, 2)), [1.0], np.ones((2, 2)))
    with pytest.raises(DataError, match="finite"):
        MatrixFactors.of([[np.nan]])


def test_one_row_and_zeros_have_answers():
    assert gn.TruncatedSVD(1).fit([[3.0, 4.0]]).singular_values_ == pytest.approx([5.0])
    zeros = gn.TruncatedSVD(1).fit(np.zeros((4, 3)))
    assert zeros.singular_values_.tolist() == [0.0]
    assert zeros.transform(np.ones((1, 3))).shape == (1, 1)
    assert "orthogonal" in str(MatrixFactors.of([[1.0, 2.0]]))
    assert MatrixFactors.of([[3.0, 4.0]]).frame()["sum_of_squares"].tolist() == pytest.approx([25.0])

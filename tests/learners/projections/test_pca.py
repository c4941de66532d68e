import numpy as np
import pandas as pd
import pytest
import scipy.sparse
import sklearn.decomposition
from hypothesis import given, settings
from hypothesis import strategies as st

import gnomon as gn
from gnomon.errors import DataError, NumericsWarning, ParameterError

EXACT = ["auto", "full", "covariance_eigh", "gram", "deflation"]


def sample(n_rows=80, n_columns=6, seed=0, offset=0.0):
    random = np.random.default_rng(seed)
    X = random.normal(size=(n_rows, n_columns)) @ random.normal(size=(n_columns, n_columns))
    return X * np.linspace(1, 3, n_columns) + offset


def same_up_to_sign(a, b, atol=1e-8):
    signs = np.sign(np.sum(a * b, axis=-1, keepdims=True))
    np.testing.assert_allclose(a, b * signs, atol=atol)


@pytest.mark.parametrize("solver", [*EXACT, "arpack", "randomized"])
@pytest.mark.parametrize("shape", [(80, 6), (7, 30)])
def test_every_solver_agrees_with_scikit_learn(solver, shape):
    X = sample(*shape, offset=3.0)
    ours = gn.PCA(3, svd_solver=solver, random_state=0).fit(X)
    theirs = sklearn.decomposition.PCA(3, svd_solver="full").fit(X)
    for name in ("explained_variance_", "explained_variance_ratio_", "singular_values_", "noise_variance_"):
        np.testing.assert_allclose(getattr(ours, name), getattr(theirs, name), rtol=1e-6)
    assert ours.residual_ < (1e-4 if solver == "randomized" else 1e-10)
    same_up_to_sign(ours.components_, theirs.components_, atol=1e-6)
    same_up_to_sign(ours.transform(X).T, theirs.transform(X).T, atol=1e-5)
    np.testing.assert_allclose(ours.get_covariance(), theirs.get_covariance(), atol=1e-5)
    np.testing.assert_allclose(ours.get_precision(), theirs.get_precision(), atol=1e-5)
    np.testing.assert_allclose(ours.score_samples(X), theirs.score_samples(X), rtol=1e-6)
    rebuilt = theirs.inverse_transform(theirs.transform(X))
    np.testing.assert_allclose(ours.inverse_transform(ours.transform(X)), rebuilt, atol=1e-5)


@pytest.mark.parametrize("solver", ["auto", "full", "gram"])
def test_a_large_offset_costs_no_digits(solver):
    X = sample()
    far = X + 1e9
    near = gn.PCA(svd_solver=solver).fit(far - 1e9)
    same_up_to_sign(gn.PCA(svd_solver=solver).fit(far).components_, near.components_, atol=1e-9)


def test_small_variances_keep_their_digits_where_products_would_lose_them():
    Q = np.linalg.qr(np.random.default_rng(0).normal(size=(200, 5)))[0]
    V = np.linalg.qr(np.random.default_rng(1).normal(size=(5, 5)))[0]
    roots = np.array([1.0, 1e-3, 1e-6, 1e-9, 1e-11])
    Q -= Q.mean(axis=0)
    Q = np.linalg.qr(Q)[0]
    result = gn.PCA().fit((Q * roots) @ V.T).singular_values_
    np.testing.assert_allclose(result, roots, rtol=1e-4)


def test_columns_on_very_unlike_scales_keep_their_digits():
    X = np.random.default_rng(0).normal(size=(300, 3)) * [1e8, 1.0, 1e-4]
    expected = np.linalg.svd(X - X.mean(axis=0), compute_uv=False)
    np.testing.assert_allclose(gn.PCA().fit(X).singular_values_, expected, rtol=1e-3)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 999), st.integers(3, 25), st.integers(1, 25), st.integers(1, 23))
def test_parts_add_up_and_come_off_again_whatever_their_shape(seed, n_rows, n_columns, cut):
    X = np.random.default_rng(seed).normal(size=(n_rows, n_columns)) + 5
    cut = min(cut, n_rows - 2)
    parts = gn.PCA().partial_fit(X[:cut] if cut > 1 else X[:2]).partial_fit(X[cut:] if cut > 1 else X[2:])
    whole = gn.PCA().fit(X)
    np.testing.assert_allclose(parts.get_covariance(), whole.get_covariance(), atol=1e-10)
    left = gn.PCA().fit(X).forget(X[:cut])
    np.testing.assert_allclose(left.get_covariance(), gn.PCA().fit(X[cut:]).get_covariance(), atol=1e-9)


@pytest.mark.parametrize("n_columns", [4, 12])
def test_a_weight_is_a_number_of_repetitions(n_columns):
    X = sample(8, n_columns)
    times = np.array([1, 2, 0, 3, 1, 1, 2, 1])
    weighted = gn.PCA(3).fit(X, sample_weight=times)
    repeated = gn.PCA(3).fit(np.repeat(X, times, axis=0))
    np.testing.assert_allclose(weighted.explained_variance_, repeated.explained_variance_)
    np.testing.assert_allclose(weighted.noise_variance_, repeated.noise_variance_)
    np.testing.assert_allclose(weighted.components_, repeated.components_, atol=1e-10)


@pytest.mark.parametrize("solver", ["auto", "arpack", "randomized"])
@pytest.mark.parametrize("standardize", [False, True])
def test_sparse_rows_give_what_dense_rows_give(solver, standardize):
    X = scipy.sparse.random(60, 15, 0.3, format="csr", random_state=0, dtype=np.float32)
    weight = np.random.default_rng(0).integers(1, 4, 60)
    options = {"svd_solver": solver, "standardize": standardize, "random_state": 0, "iterated_power": 20}
    options = {**options, "n_components": 4}
    sparse = gn.PCA(**options).fit(X, sample_weight=weight)
    dense = gn.PCA(4, standardize=standardize).fit(X.toarray(), sample_weight=weight)
    np.testing.assert_allclose(sparse.explained_variance_, dense.explained_variance_, rtol=1e-5)
    np.testing.assert_allclose(sparse.explained_variance_ratio_, dense.explained_variance_ratio_, rtol=1e-5)
    np.testing.assert_allclose(sparse.transform(X), dense.transform(X.toarray()), atol=1e-3)
    np.testing.assert_allclose(sparse.score_samples(X), dense.score_samples(X.toarray()), rtol=1e-3)


def test_many_sparse_columns_are_never_squared():
    X = scipy.sparse.random(40, 30_000, 0.001, format="csr", random_state=0)
    model = gn.PCA(2, random_state=0).fit(X)
    expected = np.linalg.svd(X.toarray() - X.toarray().mean(axis=0), compute_uv=False)[:2]
    np.testing.assert_allclose(model.singular_values_, expected)


def test_whitened_coordinates_have_unit_variance_and_turn_back():
    X = sample()
    model = gn.PCA(whiten=True).fit(X)
    scores = model.transform(X)
    np.testing.assert_allclose(np.cov(scores.T), np.eye(6), atol=1e-10)
    np.testing.assert_allclose(model.inverse_transform(scores), X)


@pytest.mark.parametrize("shape", [(80, 6), (5, 9)])
def test_standardized_is_the_pca_of_the_correlations(shape):
    X = sample(*shape)
    Z = (X - X.mean(axis=0)) / X.std(axis=0, ddof=1)
    ours, theirs = gn.PCA(standardize=True).fit(X), gn.PCA().fit(Z)
    np.testing.assert_allclose(ours.explained_variance_, theirs.explained_variance_)
    np.testing.assert_allclose(ours.transform(X), theirs.transform(Z), atol=1e-10)
    np.testing.assert_allclose(ours.inverse_transform(ours.transform(X)), X)
    jacobian = np.log(X.std(axis=0, ddof=1)).sum()
    few, few_of_z = gn.PCA(2, standardize=True).fit(X), gn.PCA(2).fit(Z)
    np.testing.assert_allclose(few.score_samples(X), few_of_z.score_samples(Z) - jacobian)


def test_the_divisor_of_variances_is_a_choice():
    X = sample(10)
    with_n, with_less = gn.PCA(ddof=0).fit(X), gn.PCA().fit(X)
    np.testing.assert_allclose(with_n.explained_variance_ * 10, with_less.explained_variance_ * 9)


@pytest.mark.parametrize("share", [0.5, 0.8, 0.99, 0.999])
def test_a_share_keeps_the_fewest_directions_that_reach_it(share):
    shares = gn.PCA().fit(sample()).explained_variance_ratio_
    k = gn.PCA(share).fit(sample()).n_components_
    assert shares[:k].sum() >= share > shares[: k - 1].sum()


def test_deflation_shows_each_step_and_warns_if_it_did_not_converge():
    X = sample()
    model = gn.PCA(2, svd_solver="deflation").fit(X)
    trace = model.trace()
    assert trace.groupby("component")["step"].max().sum() == model.n_iter_ == len(trace)
    for _, steps in trace.groupby("component"):
        assert (np.diff(steps["sum_of_squares"]) >= -1e-9 * steps["sum_of_squares"].iloc[-1]).all()
    assert model.converged_
    with pytest.warns(NumericsWarning, match="increase max_iter"):
        assert not gn.PCA(2, svd_solver="deflation", max_iter=1).fit(X).converged_


def test_errors_of_reconstruction_add_up_to_the_variance_left_out():
    X = sample()
    for k in range(1, 6):
        model = gn.PCA(k).fit(X)
        left_out = gn.PCA().fit(X).singular_values_[k:] ** 2
        assert model.reconstruction_error(X).sum() == pytest.approx(left_out.sum())


def test_few_of_many_columns_are_found_without_all_the_others():
    X = np.random.default_rng(0).normal(size=(600, 500)) * np.geomspace(10, 1, 500)
    few, all_of_them = gn.PCA(3).fit(X), gn.PCA(svd_solver="covariance_eigh").fit(X)
    np.testing.assert_allclose(few.explained_variance_, all_of_them.explained_variance_[:3])
    same_up_to_sign(few.components_, all_of_them.components_[:3])


def test_a_frame_gives_named_loadings_and_coordinates():
    frame = pd.DataFrame(sample(20, 3), columns=["length", "width", "height"])
    model = gn.PCA(2).set_output(transform="pandas").fit(frame)
    assert model.loadings().index.tolist() == frame.columns.tolist()
    assert model.transform(frame).columns.tolist() == ["pca0", "pca1"]


@pytest.mark.parametrize("solver", EXACT)
def test_constant_and_repeated_columns_have_no_variance(solver):
    X = np.column_stack([np.arange(10.0), np.full(10, 7.0), np.arange(10.0)])
    model = gn.PCA(svd_solver=solver).fit(X)
    assert model.n_components_ == 1
    assert model.explained_variance_ratio_ == pytest.approx([1.0])
    np.testing.assert_allclose(model.inverse_transform(model.transform(X)), X, atol=1e-9)


def test_rows_that_are_all_equal_have_one_direction_without_variance():
    model = gn.PCA().fit(np.ones((5, 3)))
    assert model.explained_variance_.tolist() == [0.0]
    assert np.isfinite(model.transform(np.ones((2, 3)))).all()


@pytest.mark.parametrize("wrong", [0, -1, 7, 2.5, "many", True])
def test_a_wrong_number_of_components_is_refused(wrong):
    with pytest.raises(ParameterError, match="n_components"):
        gn.PCA(wrong).fit(sample())


def test_one_row_and_numbers_too_large_are_refused():
    with pytest.raises(DataError, match="n_samples = 1"):
        gn.PCA().fit([[1.0, 2.0]])
    with pytest.raises(DataError, match="too large"):
        gn.PCA().fit(sample() * 1e200)
    with pytest.raises(DataError, match="column 1, row 2"):
        gn.PCA().fit([[0.0, 1], [1, 2], [2, np.nan]])
    model = gn.PCA(1).fit(sample(20, 2))
    for method in (model.transform, model.score_samples):
        with pytest.raises(DataError, match="column 0, row 1"):
            method([[0.0, 1.0], [np.nan, 2.0]])
    with pytest.raises(DataError, match="3 columns, and there are 1 components"):
        model.inverse_transform([[1.0, 2.0, 3.0]])


def test_matrix_free_solvers_refuse_what_they_cannot_do():
    X = sample()
    with pytest.raises(ParameterError, match="integer number of components"):
        gn.PCA(svd_solver="randomized").fit(X)
    with pytest.raises(ParameterError, match="finds fewer than"):
        gn.PCA(6, svd_solver="arpack").fit(X)
    with pytest.raises(ParameterError, match="rows cannot be removed"):
        gn.PCA(2, svd_solver="arpack").fit(X).forget(X[:2])
    with pytest.raises(DataError, match="use fewer components"):
        gn.PCA(4).fit(sample(5, 9)).score(sample(5, 9))
    with pytest.raises(DataError, match="span only 1"):
        gn.PCA().fit(np.ones((5, 3))).get_precision()
    with pytest.raises(ParameterError, match="iterated_power"):
        gn.PCA(2, svd_solver="randomized", iterated_power=-1).fit(X)

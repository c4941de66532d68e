import numpy as np
import pytest
import sklearn.mixture
from hypothesis import given, reject, settings
from hypothesis import strategies as st
from scipy.stats import multivariate_normal

import gnomon as gn
from gnomon.errors import DataError, DataWarning, NumericsWarning, ParameterError
from gnomon.learners.mixtures.gaussian import GaussianMixture
from gnomon.learners.mixtures.normals import KINDS
from gnomon.sharing import laws


def rows(n=200, k=3, d=2, seed=0, apart=4.0):
    random = np.random.default_rng(seed)
    component = random.integers(k, size=n)
    return random.normal(size=(n, d)) + apart * random.normal(size=(k, d))[component], component


def shared_start(X, k, kind):
    d = X.shape[1]
    precisions = {
        "full": np.tile(np.eye(d), (k, 1, 1)),
        "tied": np.eye(d),
        "diag": np.ones((k, d)),
        "spherical": np.ones(k),
    }
    return {
        "n_components": k,
        "covariance_type": kind,
        "weights_init": np.full(k, 1 / k),
        "means_init": X[:k],
        "precisions_init": precisions[kind],
        "max_iter": 300,
        "tol": 1e-7,
    }


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("offset", [0.0, 1000.0])
def test_from_the_same_start_it_ends_where_scikit_learn_does(kind, offset):
    X = rows(400, 3, 3)[0] + offset
    settings = shared_start(X, 3, kind)
    ours, theirs = GaussianMixture(**settings).fit(X), sklearn.mixture.GaussianMixture(**settings).fit(X)
    assert ours.lower_bound_ == pytest.approx(theirs.lower_bound_, abs=1e-8)
    assert ours.n_iter_ == theirs.n_iter_
    for name in ("weights_", "means_", "covariances_"):
        np.testing.assert_allclose(getattr(ours, name), getattr(theirs, name), rtol=1e-5, atol=1e-7)
    np.testing.assert_allclose(ours.score_samples(X), theirs.score_samples(X), rtol=1e-7, atol=1e-7)
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), atol=1e-7)
    assert ours.aic(X) == pytest.approx(theirs.aic(X))
    assert ours.bic(X) == pytest.approx(theirs.bic(X))
    for name in ("precisions_", "precisions_cholesky_"):
        np.testing.assert_allclose(getattr(ours, name), getattr(theirs, name), rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=12)
@given(seed=st.integers(0, 1000), k=st.integers(1, 4), misses=st.booleans())
def test_the_likelihood_never_falls(kind, seed, k, misses):
    X = rows(60, 3, 2, seed)[0]
    if misses:
        X[np.random.default_rng(seed).random(X.shape) < 0.2] = np.nan
    model = GaussianMixture(
        k, covariance_type=kind, reg_covar=0, tol=0, max_iter=15, init_params="random", random_state=seed
    )
    try:
        model.fit(X)
    except DataError:
        reject()  # without a floor, a component may collapse on a row
    assert (np.diff(model.history_) > -1e-9).all()


@pytest.mark.parametrize("start", ["kmeans", "k-means++", "random", "random_from_data"])
def test_every_initialization_finds_separated_clusters(start):
    X, truth = rows(300, 3, 2, seed=4, apart=12)
    model = GaussianMixture(3, init_params=start, n_init=8, max_iter=500).fit(X)
    result = model.predict(X)
    assert np.array_equal(np.equal.outer(result, result), np.equal.outer(truth, truth))
    assert len(model.starts_.frame()) == 8
    assert model.lower_bound_ == model.starts_.log_likelihood.max()
    assert "8 runs, " in str(model.starts_)


@pytest.mark.parametrize("kind", KINDS)
def test_a_weight_is_a_repetition_of_its_row(kind):
    X = rows(80)[0]
    times = np.random.default_rng(1).integers(0, 4, size=80)
    settings = shared_start(X, 3, kind)
    a = GaussianMixture(**settings).fit(X, sample_weight=times)
    b = GaussianMixture(**settings).fit(np.repeat(X, times, axis=0))
    np.testing.assert_allclose(a.means_, b.means_, rtol=1e-8)
    np.testing.assert_allclose(a.covariances_, b.covariances_, rtol=1e-8, atol=1e-12)
    assert a.score(X, sample_weight=times) == pytest.approx(b.score(np.repeat(X, times, axis=0)))


def test_with_all_components_known_it_is_the_quadratic_discriminant():
    X, truth = rows(150, 3, 2, apart=1)
    model = GaussianMixture(3, reg_covar=0).fit(X, known=truth)
    peer = gn.QuadraticDiscriminantAnalysis(ddof=0).fit(X, truth)
    np.testing.assert_allclose(model.means_, peer.means_)
    np.testing.assert_allclose(model.predict_proba(X), peer.predict_proba(X), atol=1e-6)
    assert model.n_iter_ <= 3


def test_a_few_known_rows_name_the_components_and_the_rest_sharpen_them():
    X, truth = rows(600, 3, 2, seed=2, apart=10)
    known = np.full(600, -1)
    for component in range(3):
        known[np.flatnonzero(truth == component)[:2]] = component
    model = GaussianMixture(3).fit(X, known=known)
    assert (model.predict(X) == truth).mean() > 0.97
    few = np.stack([X[known == c].mean(axis=0) for c in range(3)])
    real = np.stack([X[truth == c].mean(axis=0) for c in range(3)])
    assert np.abs(model.means_ - real).max() < np.abs(few - real).max()


def test_q_and_the_entropy_of_the_responsibilities_make_the_likelihood():
    X = rows()[0]
    model = GaussianMixture(3).fit(X)
    share = model.predict_proba(X)
    entropy = -np.sum(share * np.log(np.where(share > 0, share, 1.0)))
    assert model.q_function(X) + entropy == pytest.approx(model.score_samples(X).sum())
    before = GaussianMixture(3, max_iter=1, tol=0).fit(X)
    after = GaussianMixture(3, max_iter=2, tol=0).fit(X)
    assert after.q_function(X, at=before) >= before.q_function(X, at=before)


def test_samples_have_the_moments_of_the_mixture():
    X = rows(300)[0]
    model = GaussianMixture(2).fit(X)
    drawn, component = model.sample(40_000)
    np.testing.assert_allclose(np.bincount(component) / 40_000, model.weights_, atol=0.01)
    for k in range(2):
        np.testing.assert_allclose(drawn[component == k].mean(axis=0), model.means_[k], atol=0.1)
        np.testing.assert_allclose(np.cov(drawn[component == k].T), model.covariances_[k], rtol=0.1, atol=0.1)
    assert np.array_equal(model.sample(5)[0], model.sample(5)[0])
    assert not np.array_equal(model.sample(5)[0], model.sample(5, random_state=1)[0])


@pytest.mark.parametrize("kind", KINDS)
def test_densities_are_those_of_scipy_and_integrate_to_one(kind):
    X = rows(100)[0]
    model = GaussianMixture(2, covariance_type=kind).fit(X)
    parts = [
        w * multivariate_normal(m, S).pdf(X)
        for w, m, S in zip(model.weights_, model.means_, model.normals_.full_covariances(), strict=True)
    ]
    np.testing.assert_allclose(np.exp(model.score_samples(X)), sum(parts), rtol=1e-9)


def test_the_trace_holds_every_step_of_every_component():
    X = rows()[0]
    model = GaussianMixture(2, max_iter=500).fit(X)
    steps = model.trace(X)
    assert len(steps) == 2 * model.n_iter_
    np.testing.assert_allclose(steps["log_likelihood"][::2], model.history_)
    assert steps.groupby("step")["weight"].sum().to_numpy() == pytest.approx(1.0)


def test_laws_hold_with_many_components():
    laws.check_subsetting(GaussianMixture(3, max_iter=500))
    laws.check_warm_starts(GaussianMixture(3, max_iter=500))


def test_a_nearly_singular_component_warns():
    X = np.concatenate([np.zeros((5, 2)), rows(50)[0] + 100])
    with pytest.warns(DataWarning, match=r"nearly singular covariance.*reg_covar=1e-06"):
        GaussianMixture(2).fit(X)
    for kind in KINDS:
        with pytest.raises(DataError, match="singular"):
            GaussianMixture(2, reg_covar=0, covariance_type=kind, max_iter=500).fit(X * [1.0, 0.0])
    with pytest.warns(DataWarning, match="nearly singular"):
        model = GaussianMixture(1).fit(np.ones((4, 2)))
    assert np.isfinite(model.score_samples(np.ones((1, 2)))).all()


def test_a_fit_that_does_not_converge_warns():
    with pytest.warns(NumericsWarning, match="did not converge in max_iter=2 iterations"):
        model = GaussianMixture(3, max_iter=2, tol=1e-9).fit(rows(apart=1)[0])
    assert not model.converged_


def test_one_row_and_single_precision_are_fitted():
    with pytest.warns(DataWarning, match="nearly singular"):
        assert GaussianMixture(1).fit([[1.0, 2.0]]).means_.tolist() == [[1.0, 2.0]]
    X = rows()[0].astype(np.float32)
    assert GaussianMixture(2).fit(X).score(X) == pytest.approx(
        GaussianMixture(2).fit(X.astype(float)).score(X)
    )


def test_bad_input_is_refused():
    X = rows(20)[0]
    with pytest.raises(DataError, match="n_samples=2 is less than n_components=3"):
        GaussianMixture(3).fit(X[:2])
    with pytest.raises(DataError, match="known must be 20 integers"):
        GaussianMixture(2).fit(X, known=[0, 1])
    with pytest.raises(DataError, match="known has values from 0 to 2"):
        GaussianMixture(2).fit(X, known=np.arange(20) % 3)
    with pytest.raises(ParameterError, match="weights must be at least 0 and sum to 1"):
        GaussianMixture(2, weights_init=[0.9, 0.9]).fit(X)
    with pytest.raises(ParameterError, match=r"means_init must be finite numbers of shape \(2, 2\)"):
        GaussianMixture(2, means_init=[[0.0]]).fit(X)
    with pytest.raises(ParameterError, match="positive definite"):
        GaussianMixture(1, precisions_init=[[[1.0, 2.0], [2.0, 1.0]]]).fit(X)
    with pytest.raises(DataError, match="column 1 has missing values only"):
        GaussianMixture(1).fit([[1.0, np.nan], [2.0, np.nan]])
    with pytest.raises(DataError, match="1e"):
        GaussianMixture(1).fit([[1e200], [1.0]])

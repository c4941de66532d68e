import numpy as np
import pytest
from scipy.optimize import approx_fprime
from scipy.stats import multivariate_normal

from gnomon.errors import DataError
from gnomon.learners.mixtures.gaussian import GaussianMixture
from gnomon.learners.mixtures.missing import patterns
from gnomon.learners.mixtures.normals import KINDS


def holed(n=150, seed=0, share=0.25):
    random = np.random.default_rng(seed)
    root = np.array([[1.0, 0.0, 0.0], [0.8, 0.6, 0.0], [-0.5, 0.3, 1.0]])
    X = random.normal(size=(n, 3)) @ root.T + [0.0, 5.0, -2.0]
    X[random.random(X.shape) < share] = np.nan
    return X


def observed_likelihood(X, mean, covariance):
    total = 0.0
    for x in X:
        seen = ~np.isnan(x)
        if seen.any():
            total += multivariate_normal(mean[seen], covariance[np.ix_(seen, seen)]).logpdf(x[seen])
    return total


def test_the_fit_maximizes_the_likelihood_of_what_was_seen():
    X = holed(60)
    model = GaussianMixture(1, tol=1e-12, max_iter=5000, reg_covar=0).fit(X)
    ours = observed_likelihood(X, model.means_[0], model.covariances_[0])
    assert ours == pytest.approx(model.score_samples(X).sum())
    lower = np.tril_indices(3)

    def minus(theta):
        root = np.zeros((3, 3))
        root[lower] = theta[3:]
        return -observed_likelihood(X, theta[:3], root @ root.T + 1e-12 * np.eye(3))

    at = np.concatenate([model.means_[0], np.linalg.cholesky(model.covariances_[0])[lower]])
    assert np.abs(approx_fprime(at, minus, 1e-6)).max() < 1e-2
    for seed in range(5):
        assert minus(at + 0.02 * np.random.default_rng(seed).normal(size=9)) > -ours


@pytest.mark.parametrize("kind", KINDS)
def test_rows_that_miss_nothing_are_fitted_as_by_the_pass_over_complete_rows(kind):
    # One row that misses everything says nothing, but sends all rows through the other code.
    X = np.random.default_rng(0).normal(size=(80, 3)) + np.repeat([[0, 0, 0], [6, 6, 6]], 40, axis=0)
    settings = {
        "n_components": 2,
        "covariance_type": kind,
        "means_init": X[[0, 40]],
        "tol": 1e-9,
        "max_iter": 500,
    }
    alone = GaussianMixture(**settings).fit(X)
    more = GaussianMixture(**settings).fit(np.concatenate([X, np.full((1, 3), np.nan)]))
    np.testing.assert_allclose(more.means_, alone.means_, atol=1e-4)
    np.testing.assert_allclose(more.covariances_, alone.covariances_, atol=1e-3)
    np.testing.assert_allclose(more.score_samples(np.full((1, 3), np.nan)), 0.0, atol=1e-12)


@pytest.mark.parametrize("kind", KINDS)
def test_a_missing_value_is_marginalized_exactly(kind):
    X = holed()
    model = GaussianMixture(2, covariance_type=kind, max_iter=500).fit(X)
    grid = np.linspace(-40, 40, 40_001)
    line = np.column_stack([np.full_like(grid, 0.3), grid, np.full_like(grid, -2.5)])
    total = np.trapezoid(np.exp(model.score_samples(line)), grid)
    assert np.exp(model.score_samples([[0.3, np.nan, -2.5]]))[0] == pytest.approx(total, rel=1e-8)
    # p(component | x) is then that of the columns seen.
    weighed = np.trapezoid(
        model.predict_proba(line) * np.exp(model.score_samples(line))[:, None], grid, axis=0
    )
    np.testing.assert_allclose(model.predict_proba([[0.3, np.nan, -2.5]])[0], weighed / total, rtol=1e-6)


def test_filling_is_the_conditional_expectation():
    X = holed()
    model = GaussianMixture(1).fit(X)
    mean, covariance = model.means_[0], model.covariances_[0]
    slope = covariance[1, [0, 2]] @ np.linalg.inv(covariance[np.ix_([0, 2], [0, 2])])
    filled = model.fill([[1.0, np.nan, 0.0], [1.0, 2.0, 3.0]])
    assert filled[0, 1] == pytest.approx(mean[1] + slope @ ([1.0, 0.0] - mean[[0, 2]]))
    assert filled[1].tolist() == [1.0, 2.0, 3.0]


@pytest.mark.parametrize("start", ["kmeans", "k-means++", "random", "random_from_data"])
@pytest.mark.parametrize("seed", range(3))
def test_a_weight_is_a_repetition_also_of_an_incomplete_row(start, seed):
    X = holed(60, seed)
    times = np.random.default_rng(seed).integers(0, 4, size=60)
    # After few steps, not at the end: the start must be the same already.
    model = GaussianMixture(2, init_params=start, tol=0, max_iter=5)
    weighted = model.fit(X, sample_weight=times).history_
    repeated = model.fit(np.repeat(X, times, axis=0)).history_
    np.testing.assert_allclose(weighted, repeated, rtol=1e-10)


def test_a_column_that_only_rows_without_weight_have_is_named():
    X = np.array([[1.0, 5.0], [2.0, np.nan], [3.0, np.nan]])
    with pytest.raises(DataError, match="column 1 has missing values only"):
        GaussianMixture(1).fit(X, sample_weight=[0.0, 1.0, 1.0])


def test_known_components_hold_for_incomplete_rows_too():
    X, known = holed(60), np.arange(60) % 2
    model = GaussianMixture(2, tol=1e-9, max_iter=2000).fit(X, known=known)
    for component in range(2):
        alone = GaussianMixture(1, tol=1e-9, max_iter=2000).fit(X[known == component])
        np.testing.assert_allclose(model.means_[component], alone.means_[0], atol=1e-3)


def test_patterns_hold_every_incomplete_row_once():
    X = holed()
    result = np.concatenate([each.index for each in patterns(X)])
    assert sorted(result) == np.flatnonzero(np.isnan(X).any(axis=1)).tolist()

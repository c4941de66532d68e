import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from scipy.spatial.distance import mahalanobis

import gnomon as gn
from gnomon.errors import DataError, ParameterError
from gnomon.learners.linear.gaussian_density import (
    NormalDensity,
    log_likelihood_ratio,
    normal_decision_thresholds,
)


def draw(seed, d=3):
    random = np.random.default_rng(seed)
    root = random.normal(size=(d, d))
    return NormalDensity(random.normal(size=d), root @ root.T + 0.1 * np.eye(d)), random.normal(size=(5, d))


@pytest.mark.parametrize("seed", range(3))
def test_densities_and_distances_agree_with_scipy(seed):
    density, X = draw(seed)
    peer = stats.multivariate_normal(density.mean, density.covariance)
    np.testing.assert_allclose(density.log_density(X), peer.logpdf(X), rtol=1e-10)
    np.testing.assert_allclose(density.density(X), peer.pdf(X), rtol=1e-9)
    inverse = np.linalg.inv(density.covariance)
    far = [mahalanobis(x, density.mean, inverse) for x in X]
    np.testing.assert_allclose(density.distance(X), far, rtol=1e-9)
    one = NormalDensity(2.0, 9.0)
    np.testing.assert_allclose(one.density([1.0, 5.0]), stats.norm(2, 3).pdf([1.0, 5.0]))


def test_the_fit_is_that_of_numpy_and_a_weight_is_a_repetition():
    X = np.random.default_rng(0).normal(size=(20, 3))
    for ddof in (0, 1):
        fitted = NormalDensity.of(X, ddof=ddof)
        np.testing.assert_allclose(fitted.covariance, np.cov(X.T, ddof=ddof), rtol=1e-10)
    weight = np.arange(20) % 3
    a, b = NormalDensity.of(X, weight=weight, ddof=1), NormalDensity.of(X.repeat(weight, axis=0), ddof=1)
    np.testing.assert_allclose(a.mean, b.mean)
    np.testing.assert_allclose(a.covariance, b.covariance)


def test_a_tiny_density_keeps_its_logarithm():
    density = NormalDensity(0.0, 1.0)
    assert density.density([50.0])[0] == 0
    assert density.log_density([50.0])[0] == pytest.approx(-1250.9189385)


@settings(max_examples=50, deadline=None)
@given(
    means=st.tuples(st.integers(-50, 50), st.integers(-50, 50)),
    variances=st.tuples(st.integers(1, 90), st.integers(1, 90)),
    odds=st.floats(0.1, 10),
)
def test_the_ratio_is_at_the_odds_at_every_threshold_and_changes_side_there_only(means, variances, odds):
    # In tenths: nearly equal means have thresholds too far out for an accurate ratio.
    a, b = (NormalDensity(mean / 10, variance / 10) for mean, variance in zip(means, variances, strict=True))
    thresholds = normal_decision_thresholds(a, b, prior_odds=odds)
    np.testing.assert_allclose(log_likelihood_ratio(thresholds, a, b), -np.log(odds), atol=1e-6)
    line = np.linspace(-60, 60, 4001)
    above = log_likelihood_ratio(line, a, b) > -np.log(odds)
    crossings = np.sum(above[1:] != above[:-1])
    assert crossings <= len(thresholds) <= 2


def test_equal_densities_have_no_threshold_and_equal_variances_one_in_the_middle():
    assert normal_decision_thresholds(NormalDensity(1.0, 2.0), NormalDensity(1.0, 2.0)).size == 0
    assert normal_decision_thresholds(NormalDensity(1e9, 2.0), NormalDensity(1e9 + 3, 2.0)).tolist() == [
        1e9 + 1.5
    ]


def test_the_ratio_of_a_fitted_pair_is_the_quadratic_discriminant():
    task = gn.load("gaussian-exercise")
    model = gn.QuadraticDiscriminantAnalysis(ddof=1).fit(task.X, task.y)
    rows = [np.asarray(task.X)[task.codes == code] for code in (0, 1)]
    a, b = (NormalDensity.of(each, ddof=1) for each in rows)
    X = np.random.default_rng(0).normal(size=(5, 2))
    np.testing.assert_allclose(model.decision_function(X), log_likelihood_ratio(X, b, a), rtol=1e-8)
    np.testing.assert_allclose(model.mahalanobis(X)[:, 0], a.distance(X), rtol=1e-8)


def test_bad_shapes_are_refused():
    with pytest.raises(ParameterError, match="do not match"):
        NormalDensity([0.0, 1.0], [[1.0]])
    with pytest.raises(ParameterError, match="positive definite"):
        NormalDensity([0.0, 1.0], [[1.0, 2.0], [2.0, 1.0]])
    with pytest.raises(ParameterError, match="positive definite"):
        NormalDensity(0.0, 0.0)
    with pytest.raises(DataError, match="3 columns where the density has 2"):
        NormalDensity([0.0, 1.0], np.eye(2)).density([[1.0, 2.0, 3.0]])
    with pytest.raises(DataError, match="ddof=1"):
        NormalDensity.of([3.0], ddof=1)
    with pytest.raises(DataError, match="one column"):
        normal_decision_thresholds(NormalDensity([0.0, 1.0], np.eye(2)), NormalDensity([0.0, 1.0], np.eye(2)))
    with pytest.raises(ParameterError, match="prior_odds=0"):
        normal_decision_thresholds(NormalDensity(0.0, 1.0), NormalDensity(1.0, 1.0), prior_odds=0)

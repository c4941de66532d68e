"""What the course says of normal densities and the classifiers made of them."""

import numpy as np
import pytest
from scipy.optimize import minimize

import gnomon as gn
from gnomon.learners.linear.gaussian_density import (
    NormalDensity,
    log_likelihood_ratio,
    normal_decision_thresholds,
)
from gnomon.learners.linear.geometry import Hyperplane


def covariance(seed, d=2):
    root = np.random.default_rng(seed).normal(size=(d, d))
    return root @ root.T + 0.2 * np.eye(d)


def test_mean_median_and_mode_are_one():
    """Probabilistic Models notes, section 2 The normal distribution and its geometric interpretations."""
    density = NormalDensity(3.0, 4.0)
    x = np.linspace(-37, 43, 80_001)
    p = density.density(x)
    step = x[1] - x[0]
    assert np.sum(p) * step == pytest.approx(1)
    assert np.sum(p * x) * step == pytest.approx(3)
    assert x[p.argmax()] == pytest.approx(3)
    assert x[np.searchsorted(np.cumsum(p) * step, 0.5)] == pytest.approx(3, abs=2 * step)


def test_the_density_of_x_is_that_of_z_over_sigma_and_follows_from_the_distance():
    """Probabilistic Models notes, section 2 The normal distribution and its geometric interpretations."""
    x = np.array([-1.0, 0.5, 4.0])
    np.testing.assert_allclose(
        NormalDensity(1.0, 9.0).density(x), NormalDensity(0.0, 1.0).density((x - 1) / 3) / 3, rtol=1e-12
    )
    np.testing.assert_allclose(NormalDensity(1.0, 9.0).distance(x), np.abs((x - 1) / 3))
    S, m, X = covariance(0), np.array([1.0, -1.0]), np.random.default_rng(1).normal(size=(4, 2))
    many = NormalDensity(m, S)
    E = 2 * np.pi * np.sqrt(np.linalg.det(S))
    np.testing.assert_allclose(many.density(X), np.exp(-(many.distance(X) ** 2) / 2) / E, rtol=1e-10)
    np.testing.assert_allclose(-many.log_density(X), np.log(E) + many.distance(X) ** 2 / 2, rtol=1e-10)


def test_with_the_identity_the_distance_is_euclids():
    """Probabilistic Models notes, section 2 The normal distribution and its geometric interpretations."""
    X = np.random.default_rng(0).normal(size=(4, 3))
    found = NormalDensity(np.zeros(3), np.eye(3))
    np.testing.assert_allclose(found.distance(X), np.linalg.norm(X, axis=1))
    np.testing.assert_allclose(
        found.density(X), (2 * np.pi) ** -1.5 * np.exp(-np.sum(X**2, axis=1) / 2), rtol=1e-12
    )


def test_unequal_deviations_make_two_thresholds():
    """Probabilistic Models notes, section 2 The normal distribution and its geometric interpretations."""
    plus, minus = NormalDensity(1.0, 1.0), NormalDensity(-1.0, 4.0)
    np.testing.assert_allclose(normal_decision_thresholds(plus, minus), [-0.237584, 3.570917], atol=1e-6)
    assert (log_likelihood_ratio([-0.3, 0.0, 3.5, 3.6], plus, minus) > 0).tolist() == [
        False,
        True,
        True,
        False,
    ]
    x = np.array([0.3, 2.0])
    ratio = 2 / 1 * np.exp(-0.5 * (((x - 1) / 1) ** 2 - ((x + 1) / 2) ** 2))
    np.testing.assert_allclose(np.exp(log_likelihood_ratio(x, plus, minus)), ratio, rtol=1e-12)


def test_equal_deviations_make_one_threshold_in_the_middle_and_a_straight_ratio():
    """Probabilistic Models notes, section 2 The normal distribution and its geometric interpretations."""
    plus, minus = NormalDensity(5.0, 4.0), NormalDensity(2.0, 4.0)
    assert normal_decision_thresholds(plus, minus).tolist() == [3.5]
    x = np.linspace(-3, 9, 7)
    np.testing.assert_allclose(log_likelihood_ratio(x, plus, minus), (5 - 2) / 4 * (x - 3.5), atol=1e-12)


def test_the_ratio_of_many_columns():
    """Probabilistic Models notes, section 2 The normal distribution and its geometric interpretations."""
    (a, S), (b, T) = (np.array([1.0, 0.0]), covariance(1)), (np.array([-1.0, 0.5]), covariance(2))
    X = np.random.default_rng(3).normal(size=(5, 2))
    quadratic = [(x - a) @ np.linalg.inv(S) @ (x - a) - (x - b) @ np.linalg.inv(T) @ (x - b) for x in X]
    ratio = np.sqrt(np.linalg.det(T) / np.linalg.det(S)) * np.exp(-0.5 * np.array(quadratic))
    found = np.exp(log_likelihood_ratio(X, NormalDensity(a, S), NormalDensity(b, T)))
    np.testing.assert_allclose(found, ratio, rtol=1e-9)


def test_the_quadratic_discriminant_is_that_ratio_and_a_shared_covariance_makes_it_a_plane():
    """Probabilistic Models notes, section 2 The normal distribution and its geometric interpretations."""
    random = np.random.default_rng(0)
    X = random.normal(size=(200, 2)) + 2 * np.repeat([[0, 0], [1, 1]], 100, axis=0)
    y = np.repeat([0, 1], 100)
    X[y == 1] *= 1.3
    parts = [NormalDensity.of(X[y == label]) for label in (0, 1)]
    own = gn.QuadraticDiscriminantAnalysis().fit(X, y)
    np.testing.assert_allclose(
        own.decision_function(X), log_likelihood_ratio(X, parts[1], parts[0]), rtol=1e-8, atol=1e-10
    )
    np.testing.assert_allclose(own.mahalanobis(X)[:, 1], parts[1].distance(X), rtol=1e-8)
    shared = gn.LinearDiscriminantAnalysis().fit(X, y)
    pooled = [NormalDensity(part.mean, shared.covariance_) for part in parts]
    ratio = log_likelihood_ratio(X, pooled[1], pooled[0])
    np.testing.assert_allclose(shared.decision_function(X), ratio, atol=1e-9)
    np.testing.assert_allclose(Hyperplane.of(shared).score(X), ratio, atol=1e-9)


def test_one_variance_a_class_and_column_is_naive_bayes():
    """Probabilistic Models notes, section 2 The normal distribution and its geometric interpretations."""
    task = gn.load("iris")
    model = gn.QuadraticDiscriminantAnalysis(covariance="diagonal").fit(task.X, task.y)
    naive = gn.GaussianNB(var_smoothing=0).fit(task.X, task.y)
    np.testing.assert_allclose(model.predict_proba(task.X), naive.predict_proba(task.X), atol=1e-9)


def test_the_basic_linear_classifier_bisects_the_means():
    """Probabilistic Models notes, section 2 The normal distribution and its geometric interpretations."""
    random = np.random.default_rng(0)
    X = random.normal(size=(60, 2)) + np.repeat([[0, 0], [3, 1]], 30, axis=0)
    y = np.repeat([0, 1], 30)
    minus, plus = X[:30].mean(axis=0), X[30:].mean(axis=0)
    plane = Hyperplane.of(gn.NearestMean().fit(X, y))
    np.testing.assert_allclose(plane.w, plus - minus)
    assert plane.threshold == pytest.approx((plus @ plus - minus @ minus) / 2)
    np.testing.assert_allclose(plane.score([(plus + minus) / 2]), 0, atol=1e-12)
    points = random.normal(size=(1000, 2)) * 4
    nearer = np.linalg.norm(points - plus, axis=1) < np.linalg.norm(points - minus, axis=1)
    assert np.array_equal(plane.score(points) > 0, nearer)
    ones = log_likelihood_ratio(points, NormalDensity(plus, np.eye(2)), NormalDensity(minus, np.eye(2)))
    np.testing.assert_allclose(plane.score(points), ones, atol=1e-9)


@pytest.mark.parametrize("seed", range(3))
def test_the_mean_is_nearest_to_all_rows_whatever_the_covariance(seed):
    """Probabilistic Models notes, section 2 The normal distribution and its geometric interpretations."""
    X = np.random.default_rng(seed).normal(size=(15, 2)) + 3
    S = covariance(seed + 5)

    def total(m):
        return np.sum(NormalDensity(m, S).distance(X) ** 2)

    found = minimize(total, np.zeros(2), tol=1e-10).x
    np.testing.assert_allclose(found, NormalDensity.of(X).mean, atol=1e-4)

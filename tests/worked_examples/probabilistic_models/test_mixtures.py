"""Expectation maximization and Gaussian mixtures."""

import numpy as np
import pytest
import sklearn.mixture
from scipy.stats import multivariate_normal

import gnomon as gn
from gnomon.learners.linear.gaussian_density import NormalDensity
from gnomon.learners.mixtures.counts import class_priors, expected_counts
from gnomon.learners.mixtures.expectation_maximization import expectation_maximization
from gnomon.learners.mixtures.gaussian import GaussianMixture


def rows(n=250, seed=0):
    random = np.random.default_rng(seed)
    component = random.choice(3, size=n, p=[0.5, 0.3, 0.2])
    return random.normal(size=(n, 2)) * [1, 2] + np.array([[0, 0], [6, 0], [0, 9]])[component], component


def test_the_density_is_the_exponential_of_half_a_squared_distance():
    """Probabilistic Models notes, section 2 The normal distribution and its geometric interpretations."""
    X = rows(20)[0]
    model = GaussianMixture(1).fit(X)
    density = NormalDensity(model.means_[0], model.covariances_[0])
    np.testing.assert_allclose(model.score_samples(X), -density.log_constant - density.distance(X) ** 2 / 2)
    standard = GaussianMixture(
        1, weights_init=[1.0], means_init=[[0.0, 0.0]], precisions_init=[np.eye(2)], max_iter=1, tol=0
    )
    first = standard.fit(X).history_[0]
    assert first == pytest.approx(np.mean(-np.log(2 * np.pi) - (X**2).sum(axis=1) / 2))


def test_priors_from_counts_and_expected_counts_from_priors():
    """Probabilistic Models notes, section 6 Probabilistic models with hidden variables."""
    counts = [12, 6, 4, 2]
    np.testing.assert_allclose(class_priors(counts), [0.5, 0.25, 1 / 6, 1 / 12])
    np.testing.assert_allclose(expected_counts(24, class_priors(counts)), counts)


def test_hidden_counts_of_the_class_problem():
    """Probabilistic Models notes, section 6 Probabilistic models with hidden variables.

    The class problem of the text is cut off; the data here are ours, of the same shape.
    """
    c = d = 10

    def expect(beta):
        b = expected_counts(20, [0.5, beta])[1]
        with np.errstate(divide="ignore"):
            seen = 20 * np.log(0.5 + beta) + c * np.log(2 * beta) + d * np.log(0.5 - 3 * beta)
        return b, float(seen)

    found = expectation_maximization(
        expect, lambda b: (b + c) / (6 * (b + c + d)), 0.0, tol=1e-9, traced=True
    )
    np.testing.assert_allclose(found.trace[1:5], [0.0833, 0.0938, 0.0947, 0.0948], atol=5e-5)
    hidden = [expect(beta)[0] for beta in found.trace[1:5]]
    np.testing.assert_allclose(hidden, [2.857, 3.158, 3.185, 3.187], atol=5e-4)
    assert found.converged
    assert found.max_decrease == 0


def test_missing_values_are_hidden_variables_of_the_same_loop():
    """Probabilistic Models notes, section 6 Probabilistic models with hidden variables."""
    X = rows()[0]
    X[::5, 0] = np.nan
    model = GaussianMixture(3, reg_covar=0, tol=1e-6, max_iter=500).fit(X)
    assert (np.diff(model.history_) >= -1e-12).all()
    assert np.isfinite(model.fill(X)).all()


def test_density_and_responsibilities_are_their_formulas():
    """Probabilistic Models notes, section 6 Probabilistic models with hidden variables."""
    X = rows()[0]
    model = GaussianMixture(3, max_iter=500).fit(X)
    parts = np.stack(
        [
            w * multivariate_normal(m, S).pdf(X)
            for w, m, S in zip(model.weights_, model.means_, model.covariances_, strict=True)
        ],
        axis=1,
    )
    np.testing.assert_allclose(np.exp(model.score_samples(X)), parts.sum(axis=1))
    np.testing.assert_allclose(model.predict_proba(X), parts / parts.sum(axis=1, keepdims=True), atol=1e-12)


def test_known_components_are_fitted_class_by_class_as_the_quadratic_classifier():
    """Probabilistic Models notes, section 6 Probabilistic models with hidden variables."""
    X, truth = rows()
    model = GaussianMixture(3, reg_covar=0).fit(X, known=truth)
    for k in range(3):
        own = NormalDensity.of(X[truth == k])
        np.testing.assert_allclose(model.means_[k], own.mean)
        np.testing.assert_allclose(model.covariances_[k], own.covariance)
    np.testing.assert_allclose(model.weights_, np.bincount(truth) / len(X))
    quadratic = gn.QuadraticDiscriminantAnalysis(ddof=0).fit(X, truth)
    assert np.array_equal(model.predict(X), quadratic.predict(X))


def test_the_closed_form_is_where_q_is_greatest():
    """Probabilistic Models notes, section 6 Probabilistic models with hidden variables."""
    X = rows()[0]
    settings = {"max_iter": 1, "tol": 0, "reg_covar": 0}
    before = GaussianMixture(3, random_state=1, **settings).fit(X)
    share = before.predict_proba(X)
    given = {
        "weights_init": before.weights_,
        "means_init": before.means_,
        "precisions_init": before.precisions_,
    }
    after = GaussianMixture(3, **given, **settings).fit(X)
    count = share.sum(axis=0)
    np.testing.assert_allclose(after.weights_, count / len(X))
    np.testing.assert_allclose(after.means_, share.T @ X / count[:, None])
    gap = X - after.means_[0]
    np.testing.assert_allclose(after.covariances_[0], (share[:, :1] * gap).T @ gap / count[0])
    best = after.q_function(X, at=before)
    for step in (0.01, -0.01):
        moved = GaussianMixture(3, **given, **settings).fit(X)
        moved.normals_ = type(moved.normals_)(
            "full", after.weights_, after.means_ + step, after.covariances_ * (1 + step)
        )
        assert moved.q_function(X, at=before) < best


def test_sampling_draws_the_component_then_the_row():
    """Probabilistic Models notes, section 6 Probabilistic models with hidden variables."""
    model = GaussianMixture(3, max_iter=500).fit(rows()[0])
    drawn, component = model.sample(5000, random_state=3)
    np.testing.assert_allclose(np.bincount(component) / 5000, model.weights_, atol=0.03)
    assert (model.predict(drawn) == component).mean() > 0.95


def test_the_likelihood_rises_to_the_same_optimum_as_scikit_learn():
    """Probabilistic Models notes, section 6 Probabilistic models with hidden variables."""
    X = rows()[0]
    settings = {"n_components": 3, "reg_covar": 1e-9, "tol": 1e-10, "max_iter": 2000}
    ours = GaussianMixture(n_init=3, **settings).fit(X)
    theirs = sklearn.mixture.GaussianMixture(n_init=3, random_state=0, **settings).fit(X)
    assert (np.diff(ours.history_) > -1e-12).all()
    assert ours.lower_bound_ == pytest.approx(theirs.lower_bound_, abs=1e-7)


def test_bits_of_a_two_part_code_choose_the_number_of_components():
    """Probabilistic Models notes, section 6 Probabilistic models with hidden variables."""
    X = rows()[0]
    bits = [GaussianMixture(k, n_init=3, max_iter=500).fit(X).criteria(X).mdl for k in range(1, 6)]
    assert int(np.argmin(bits)) + 1 == 3

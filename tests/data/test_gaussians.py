"""The truth about two Gaussians: posterior, least error, and the oracle that reaches it."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import multivariate_normal, norm
from sklearn.base import clone
from sklearn.model_selection import cross_val_score

from gnomon.data.gaussians import BayesOptimalClassifier, TwoGaussians
from gnomon.errors import ParameterError


def some_source(n_features, seed, prior=0.5):
    random = np.random.default_rng(seed)
    roots = random.normal(size=(2, n_features, n_features))
    covariances = roots @ roots.transpose(0, 2, 1) + 0.1 * np.eye(n_features)
    return TwoGaussians(random.normal(size=(2, n_features)), covariances, prior)


@given(st.integers(1, 4), st.integers(0, 999), st.floats(0.05, 0.95))
def test_the_posterior_is_bayes_rule(n_features, seed, prior):
    source = some_source(n_features, seed, prior)
    X = np.random.default_rng(seed).normal(size=(7, n_features))
    joint = np.column_stack(
        [
            share * multivariate_normal(*each).pdf(X)
            for share, *each in zip((1 - prior, prior), source.means, source.covariances)
        ]
    )
    np.testing.assert_allclose(
        source.posterior(X), joint / joint.sum(axis=1, keepdims=True), rtol=1e-6, atol=1e-12
    )


@pytest.mark.parametrize("prior", [0.5, 0.2])
def test_equal_covariances_have_the_closed_form(prior):
    source = TwoGaussians([[0.0, 0.0], [3.0, 4.0]], [4 * np.eye(2)] * 2, prior)
    gap, odds = 2.5, np.log((1 - prior) / prior)
    expected = prior * norm.cdf(odds / gap - gap / 2) + (1 - prior) * norm.cdf(-odds / gap - gap / 2)
    np.testing.assert_allclose(source.bayes_error, expected, rtol=1e-10)


@settings(max_examples=20)
@given(st.floats(-3, 3), st.floats(0.1, 9), st.floats(0.1, 0.9))
def test_on_a_line_the_least_error_is_the_overlap(mean, variance, prior):
    source = TwoGaussians([[0.0], [mean]], [[[1.0]], [[variance]]], prior)
    x = np.linspace(-40, 40, 400_001)
    overlap = np.minimum((1 - prior) * norm.pdf(x), prior * norm.pdf(x, mean, np.sqrt(variance)))
    np.testing.assert_allclose(source.bayes_error, overlap.sum() * (x[1] - x[0]), atol=2e-7)


@pytest.mark.parametrize("n_features", [2, 3, 6])
def test_in_more_dimensions_the_least_error_agrees_with_drawing(n_features):
    source = some_source(n_features, 1, prior=0.3)
    least = source.posterior(source.draw(200_000, random_state=0).X).min(axis=1)
    assert abs(least.mean() - source.bayes_error) < 4 * least.std() / np.sqrt(len(least))


def test_crossed_covariances_about_one_mean():
    source = TwoGaussians([[0.0, 0.0]] * 2, [np.diag([1.0, 4.0]), np.diag([4.0, 1.0])])
    # The boundary is |x| = |y|: the chance that 2|z| < |z'|, an angle of arctan(1/2) on each side.
    np.testing.assert_allclose(source.bayes_error, 2 / np.pi * np.arctan(0.5), atol=1e-7)


def test_identical_classes_cannot_be_separated():
    assert TwoGaussians([[0.0]] * 2, [[[1.0]]] * 2, 0.4).bayes_error == pytest.approx(0.4)


def test_the_oracle_reaches_the_least_error_and_is_an_estimator():
    source = some_source(2, 5)
    task = source.draw(20_000, random_state=1)
    oracle = source.oracle()
    assert isinstance(clone(oracle), BayesOptimalClassifier)
    error = 1 - cross_val_score(oracle, task.X, task.y, cv=3).mean()
    assert abs(error - source.bayes_error) < 0.01
    np.testing.assert_array_equal(oracle.fit(task.X, task.y).predict_proba(task.X), source.posterior(task.X))


def test_the_oracle_needs_its_source():
    with pytest.raises(ParameterError, match="source"):
        BayesOptimalClassifier().fit([[0.0]], [0])
    with pytest.raises(ParameterError, match="1 columns"):
        some_source(2, 0).oracle().fit([[0.0]], [0])

"""Likelihoods of linear and logistic regression, and the price on complexity."""

import numpy as np
import pytest
from scipy.stats import norm

import gnomon as gn


def sample(seed=0):
    random = np.random.default_rng(seed)
    X = random.normal(size=(80, 2))
    return X, X @ [1.0, -0.5] + random.normal(size=80)


def test_least_squares_solves_the_normal_equations_of_the_likelihood():
    """Probabilistic Models notes, section 2 The normal distribution and its geometric interpretations."""
    X, y = sample()
    model = gn.LinearRegression().fit(X, y)
    fit, residual = model.inference(), y - model.predict(X)
    assert residual.sum() == pytest.approx(0, abs=1e-10)
    np.testing.assert_allclose(residual @ X, 0, atol=1e-10)
    assert fit.noise_variance == pytest.approx(residual @ residual / len(y))
    density = norm.logpdf(y, model.predict(X), np.sqrt(fit.noise_variance))
    assert fit.log_likelihood == pytest.approx(density.sum())


def test_training_maximizes_the_log_conditional_likelihood():
    """Probabilistic Models notes, section 5 Discriminative learning by optimising conditional likelihood."""
    X, y = sample(1)
    labels = (y > 0).astype(int)
    model = gn.LogisticRegression(C=np.inf).fit(X, labels)
    p = model.predict_proba(X)[:, 1]
    np.testing.assert_allclose((labels - p) @ X, 0, atol=1e-8)
    assert (labels - p).sum() == pytest.approx(0, abs=1e-8)
    # Calibration is part of training: probabilities sum to the number of positives.
    assert p.sum() == pytest.approx(labels.sum())
    likelihood = np.sum(np.log(np.where(labels == 1, p, 1 - p)))
    assert likelihood == pytest.approx(-model.history_[-1])
    assert likelihood == pytest.approx(model.predict_log_proba(X)[np.arange(80), labels].sum())


def test_the_likelihood_of_rows_is_the_product_of_theirs():
    """Probabilistic Models notes, section 5 Discriminative learning by optimising conditional likelihood."""
    X, y = sample(2)
    labels = (y > 0).astype(int)
    p = gn.LogisticRegression().fit(X, labels).predict_proba(X)[:, 1]
    each = p**labels * (1 - p) ** (1 - labels)
    log = gn.LogisticRegression().fit(X, labels).predict_log_proba(X)[np.arange(80), labels]
    assert np.prod(each) == pytest.approx(np.exp(log.sum()))


def test_a_penalty_on_complexity_trades_loss_for_smaller_weights():
    """Probabilistic Models notes, section 6 Probabilistic models with hidden variables."""
    X, y = sample(3)
    models = [gn.Ridge(price).fit(X, y) for price in (0.0, 10.0, 1000.0)]
    losses = [np.sum((y - model.predict(X)) ** 2) for model in models]
    sizes = [float(model.coef_ @ model.coef_) for model in models]
    assert losses == sorted(losses)
    assert sizes == sorted(sizes, reverse=True)
    for price, model in zip((10.0, 1000.0), models[1:]):
        # The pull of the rows and that of the price balance.
        pull = (X - X.mean(axis=0)).T @ (y - model.predict(X))
        np.testing.assert_allclose(pull, price * model.coef_)

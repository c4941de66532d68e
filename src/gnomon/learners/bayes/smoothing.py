"""Smoothing with pseudo-counts: relative frequencies, Laplace smoothing and the m-estimate.

Relative frequencies add none; Laplace smoothing adds one to each outcome; the m-estimate adds m in proportion
to a prior p: (n_i + m p_i) / (n + m), where m is the equivalent sample size of the prior.
"""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.errors import ParameterError

MIN_ALPHA = 1e-10


def probabilities(counts: Floats, added: Floats) -> Floats:
    """Smoothed relative frequencies over the last axis; uniform where all counts are 0.

    added: pseudo-counts.

    >>> probabilities(np.array([[3.0, 1.0]]), np.array([1.0, 1.0]))
    array([[0.66666667, 0.33333333]])
    """
    raised = counts + added
    total = raised.sum(axis=-1, keepdims=True)
    if (total > 0).all():
        raised /= total
        return raised
    uniform = np.full_like(raised, 1 / max(raised.shape[-1], 1))
    return np.divide(raised, total, out=uniform, where=total > 0)


def pseudo_counts(model: Any, pooled: Floats, prior: Any = None) -> Floats:
    """Pseudo-counts of the outcomes (last axis); pooled: counts over all classes.

    model.alpha for each outcome; if model.equivalent_sample_size is set, this is the total, distributed by
    model.prior_estimate: "uniform", "pooled" (relative frequencies over all classes), or the numbers `prior`.
    """
    if model.equivalent_sample_size is None:
        return np.broadcast_to(_alpha(model, pooled), pooled.shape).astype(np.float64)
    if isinstance(model.prior_estimate, str):
        uniform = np.full(pooled.shape, 1 / max(pooled.shape[-1], 1))
        is_uniform = model.prior_estimate == "uniform"
        p = uniform if is_uniform else probabilities(pooled, np.zeros(pooled.shape[-1]))
    else:
        p = _checked_prior(model, pooled, prior)
    return model.equivalent_sample_size * p


def log_probabilities(values: Floats) -> Floats:
    """Logarithms, minus infinity for 0.

    >>> log_probabilities(np.array([1.0, 0.0]))
    array([  0., -inf])
    """
    with np.errstate(divide="ignore"):
        return np.log(values)


def class_priors(weight: Floats, prior: Any, name: str, owner: str, *, pseudo_count: float = 0.0) -> Floats:
    """Class priors: numbers, "uniform", or (None) class frequencies with a pseudo-count for each.

    >>> class_priors(np.array([3.0, 1.0]), None, "priors", "GaussianNB", pseudo_count=1)
    array([0.66666667, 0.33333333])
    """
    if prior is None:
        return probabilities(weight, np.full(len(weight), pseudo_count))
    if isinstance(prior, str) and prior == "uniform":
        return np.full(len(weight), 1 / len(weight))
    try:
        priors = np.asarray(prior, dtype=np.float64)
    except (TypeError, ValueError):
        priors = np.empty(0)
    if priors.shape != weight.shape or not (priors >= 0).all() or not np.isclose(priors.sum(), 1):
        raise ParameterError(
            f"{owner}({name}={prior!r}): {name} must be {len(weight)} numbers of at least 0 that sum to 1, "
            "one for each class in order, 'uniform', or None"
        )
    return priors


def _alpha(model: Any, pooled: Floats) -> Floats:
    name, n_columns = type(model).__name__, pooled.shape[0]
    try:
        alpha = np.asarray(model.alpha, dtype=np.float64)
    except (TypeError, ValueError):
        alpha = np.array(np.nan)
    if isinstance(model.alpha, bool) or not ((alpha >= 0) & (alpha < inf)).all():
        raise ParameterError(
            f"{name}(alpha={model.alpha!r}): alpha must be a number of at least 0, or one per column"
        )
    if alpha.ndim and alpha.shape != (n_columns,):
        raise ParameterError(
            f"{name}(alpha=...) has {alpha.size} numbers for {n_columns} columns; pass one per column"
        )
    if alpha.ndim and pooled.ndim == 2:
        alpha = alpha[:, None]
    return alpha if model.force_alpha else np.maximum(alpha, MIN_ALPHA)


def _checked_prior(model: Any, pooled: Floats, prior: Any) -> Floats:
    try:
        p = np.asarray(prior, dtype=np.float64)
    except (TypeError, ValueError):
        p = np.empty(0)
    fits = p.shape == pooled.shape and (p >= 0).all()
    if not fits or not np.allclose(p.sum(axis=-1), 1):
        raise ParameterError(
            f"{type(model).__name__}(prior_estimate=...): it must be 'uniform', 'pooled', or numbers of at "
            f"least 0 that sum to 1, as many as there are outcomes ({pooled.shape[-1]})"
        )
    return p

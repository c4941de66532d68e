"""Virtual trials: what is added to counts before they become chances, and to classes before they are priors.

Relative frequencies add none; Laplace adds one of each outcome; the m-estimate adds m that follow a given
distribution p: (n_i + m p_i) / (n + m). More of them make a stronger prior.
"""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.errors import ParameterError

SMALLEST_ALPHA = 1e-10


def chances(counts: Floats, virtual: Floats) -> Floats:
    """Shares of the last axis after the virtual counts are added; even ones where there is nothing at all.

    >>> chances(np.array([[3.0, 1.0]]), np.array([1.0, 1.0]))
    array([[0.66666667, 0.33333333]])
    """
    raised = counts + virtual
    total = raised.sum(axis=-1, keepdims=True)
    if (total > 0).all():
        raised /= total
        return raised
    even = np.full_like(raised, 1 / max(raised.shape[-1], 1))
    return np.divide(raised, total, out=even, where=total > 0)


def virtual_counts(model: Any, pooled: Floats, own: Any = None) -> Floats:
    """What a model's parameters add to counts of outcomes (the last axis); pooled: counts of all classes.

    model.alpha of each outcome, unless model.virtual_trials says how many there are in all; these follow
    model.virtual_shares: "even", "pooled" (as over all classes), or `own` numbers.
    """
    if model.virtual_trials is None:
        return np.broadcast_to(_alpha(model, pooled), pooled.shape).astype(np.float64)
    if isinstance(model.virtual_shares, str):
        even = np.full(pooled.shape, 1 / max(pooled.shape[-1], 1))
        shares = even if model.virtual_shares == "even" else chances(pooled, np.zeros(pooled.shape[-1]))
    else:
        shares = _own_shares(model, pooled, own)
    return model.virtual_trials * shares


def log_chances(shares: Floats) -> Floats:
    """Their logarithms, minus infinity for none.

    >>> log_chances(np.array([1.0, 0.0]))
    array([  0., -inf])
    """
    with np.errstate(divide="ignore"):
        return np.log(shares)


def class_priors(weight: Floats, given: Any, name: str, owner: str, *, virtual_rows: float = 0.0) -> Floats:
    """Priors as given, "uniform", or (None) the classes' shares of the weight with virtual rows for each.

    >>> class_priors(np.array([3.0, 1.0]), None, "priors", "GaussianNB", virtual_rows=1)
    array([0.66666667, 0.33333333])
    """
    if given is None:
        return chances(weight, np.full(len(weight), virtual_rows))
    if isinstance(given, str) and given == "uniform":
        return np.full(len(weight), 1 / len(weight))
    try:
        priors = np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError):
        priors = np.empty(0)
    if priors.shape != weight.shape or not (priors >= 0).all() or not np.isclose(priors.sum(), 1):
        raise ParameterError(
            f"{owner}({name}={given!r}): {name} must be {len(weight)} numbers of at least 0 that sum to 1, "
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
            f"{name}(alpha={model.alpha!r}): alpha must be a number of at least 0, or one a column"
        )
    if alpha.ndim and alpha.shape != (n_columns,):
        raise ParameterError(
            f"{name}(alpha=...) has {alpha.size} numbers for {n_columns} columns; give one a column"
        )
    if alpha.ndim and pooled.ndim == 2:
        alpha = alpha[:, None]
    return alpha if model.force_alpha else np.maximum(alpha, SMALLEST_ALPHA)


def _own_shares(model: Any, pooled: Floats, own: Any) -> Floats:
    try:
        shares = np.asarray(own, dtype=np.float64)
    except (TypeError, ValueError):
        shares = np.empty(0)
    fits = shares.shape == pooled.shape and (shares >= 0).all()
    if not fits or not np.allclose(shares.sum(axis=-1), 1):
        raise ParameterError(
            f"{type(model).__name__}(virtual_shares=...): give 'even', 'pooled', or numbers of at least 0 "
            f"that sum to 1, as many as there are outcomes ({pooled.shape[-1]})"
        )
    return shares

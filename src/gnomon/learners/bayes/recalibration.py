"""Weights of classes that repair the decisions of badly calibrated likelihoods: argmax_c w_c p(x | c)."""

from __future__ import annotations

from typing import Any

import numpy as np

from gnomon.arrays import Floats, Integers
from gnomon.errors import DataError, ParameterError
from gnomon.learners.bayes.naive_bayes import NaiveBayes
from gnomon.ties import first_largest

MOST_SWEEPS = 50


def recalibrated_naive_bayes(model: NaiveBayes, X: Any, y: Any, sample_weight: Any = None) -> NaiveBayes:
    """The model with the class weights that are right most often on these rows, in place of its prior.

    Naive Bayes counts dependent features twice, so its probabilities are too extreme while its ranking is
    good. X, y: rows to choose the weights on; best those that the model has not seen.

    >>> from gnomon import GaussianNB
    >>> X, y = [[0.0], [1.0], [2.0], [3.0], [9.0]], [0, 0, 1, 1, 1]
    >>> model = GaussianNB(priors=[0.999, 0.001]).fit(X, y)
    >>> model.score(X, y), recalibrated_naive_bayes(model, X, y).score(X, y)
    (0.8, 1.0)
    """
    if not hasattr(model, "log_likelihood"):
        raise ParameterError(
            f"{type(model).__name__} has no likelihood to weigh; give a generative model, such as GaussianNB"
        )
    codes = np.searchsorted(model.classes_, y)
    found = np.minimum(codes, len(model.classes_) - 1)
    if not np.array_equal(model.classes_[found], np.asarray(y)):
        wrong = int(np.flatnonzero(model.classes_[found] != np.asarray(y))[0])
        raise DataError(
            f"row {wrong} is of class {np.asarray(y).tolist()[wrong]!r}, which the model does not know"
        )
    weight = np.ones(len(found)) if sample_weight is None else np.asarray(sample_weight, dtype=np.float64)
    logs = class_log_weights(model.log_likelihood(X), found, weight, start=model.class_log_prior_)
    weights = np.exp(logs - logs.max())
    return model.with_prior(weights / weights.sum())


def class_log_weights(scores: Floats, codes: Integers, weight: Floats, *, start: Floats) -> Floats:
    """Logarithms of class weights, one class after the other moved to where most rows are right.

    scores: log p(x | c), (rows, classes). The steps never lose, and end where no single move gains.

    >>> class_log_weights(np.array([[0.0, 1.0], [0.0, 3.0]]), np.array([0, 1]), np.ones(2), start=np.zeros(2))
    array([2., 0.])
    """
    logs = np.maximum(start, np.log(np.finfo(float).tiny))
    best = _right(scores + logs, codes, weight)
    for _ in range(MOST_SWEEPS):
        before = best
        for c in range(len(logs)):
            moved = logs.copy()
            moved[c] = _best_place(scores, codes, weight, logs, c)
            gained = _right(scores + moved, codes, weight)
            if gained > best:
                logs, best = moved, gained
        if best == before:
            break
    return logs


def _right(scores: Floats, codes: Integers, weight: Floats) -> float:
    return float(weight[first_largest(scores) == codes].sum())


def _best_place(scores: Floats, codes: Integers, weight: Floats, logs: Floats, c: int) -> float:
    """Row i goes to class c from t_i = max over others - its score on: right if it is of c, lost if not."""
    others = scores + logs
    others[:, c] = -np.inf
    turning = others.max(axis=1) - scores[:, c]
    gain = weight * ((codes == c).astype(float) - (first_largest(others) == codes))
    order = np.argsort(turning, kind="stable")
    places, heaped = turning[order], np.concatenate([[0.0], np.cumsum(gain[order])])
    # Between equal turning points there is no place to stand.
    ends = np.concatenate([[-np.inf], places, [np.inf]])
    heaped[np.flatnonzero(ends[1:] <= ends[:-1])] = -np.inf
    best = int(np.argmax(heaped))
    low, high = ends[best], ends[best + 1]
    if np.isinf(low) or np.isinf(high):
        return float(high - 1 if np.isinf(low) else low + 1)
    return float((low + high) / 2)

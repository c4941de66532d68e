"""Class weights that maximize the accuracy of a poorly calibrated model: argmax_c w_c p(x | c)."""

from __future__ import annotations

from typing import Any

import numpy as np

from gnomon.arrays import Floats, Integers
from gnomon.errors import DataError, ParameterError
from gnomon.learners.bayes.naive_bayes import NaiveBayes
from gnomon.ties import first_largest

MAX_SWEEPS = 50


def recalibrated_naive_bayes(model: NaiveBayes, X: Any, y: Any, sample_weight: Any = None) -> NaiveBayes:
    """Recalibrate naive Bayes: replace its prior by the class weights with the highest accuracy on X, y.

    Naive Bayes counts dependent features twice, so its probabilities are too extreme although its ranking may
    be good. X, y: rows to choose the weights on, preferably held out from training.

    >>> from gnomon import GaussianNB
    >>> X, y = [[0.0], [1.0], [2.0], [3.0], [9.0]], [0, 0, 1, 1, 1]
    >>> model = GaussianNB(priors=[0.999, 0.001]).fit(X, y)
    >>> model.score(X, y), recalibrated_naive_bayes(model, X, y).score(X, y)
    (0.8, 1.0)
    """
    if not hasattr(model, "log_likelihood"):
        raise ParameterError(
            f"{type(model).__name__} has no likelihood to reweight; pass a generative model, such as "
            "GaussianNB"
        )
    codes = np.minimum(np.searchsorted(model.classes_, y), len(model.classes_) - 1)
    if not np.array_equal(model.classes_[codes], np.asarray(y)):
        wrong = int(np.flatnonzero(model.classes_[codes] != np.asarray(y))[0])
        raise DataError(
            f"row {wrong} has class {np.asarray(y).tolist()[wrong]!r}, which the model was not fitted on; "
            "drop such rows"
        )
    weight = np.ones(len(codes)) if sample_weight is None else np.asarray(sample_weight, dtype=np.float64)
    logs = class_log_weights(model.log_likelihood(X), codes, weight, start=model.class_log_prior_)
    weights = np.exp(logs - logs.max())
    return model.with_prior(weights / weights.sum())


def class_log_weights(scores: Floats, codes: Integers, weight: Floats, *, start: Floats) -> Floats:
    """Log class weights by coordinate ascent on accuracy, one class at a time.

    scores: log p(x | c), (rows, classes). Accuracy never decreases; stops when no single change improves it.

    >>> class_log_weights(np.array([[0.0, 1.0], [0.0, 3.0]]), np.array([0, 1]), np.ones(2), start=np.zeros(2))
    array([2., 0.])
    """
    logs = np.maximum(start, np.log(np.finfo(float).tiny))
    best = _correct_weight(scores + logs, codes, weight)
    for _ in range(MAX_SWEEPS):
        before = best
        for c in range(len(logs)):
            moved = logs.copy()
            moved[c] = _best_log_weight(scores, codes, weight, logs, c)
            correct = _correct_weight(scores + moved, codes, weight)
            if correct > best:
                logs, best = moved, correct
        if best == before:
            break
    return logs


def _correct_weight(scores: Floats, codes: Integers, weight: Floats) -> float:
    return float(weight[first_largest(scores) == codes].sum())


def _best_log_weight(scores: Floats, codes: Integers, weight: Floats, logs: Floats, c: int) -> float:
    """Row i is assigned to c above t_i = max of other scores - its own: correct if it is of c, else wrong."""
    others = scores + logs
    others[:, c] = -np.inf
    threshold = others.max(axis=1) - scores[:, c]
    gain = weight * ((codes == c).astype(float) - (first_largest(others) == codes))
    order = np.argsort(threshold, kind="stable")
    cumulative = np.concatenate([[0.0], np.cumsum(gain[order])])
    # Between equal thresholds the interval is empty.
    ends = np.concatenate([[-np.inf], threshold[order], [np.inf]])
    cumulative[np.flatnonzero(ends[1:] <= ends[:-1])] = -np.inf
    best = int(np.argmax(cumulative))
    low, high = ends[best], ends[best + 1]
    if np.isinf(low) or np.isinf(high):
        return float(high - 1 if np.isinf(low) else low + 1)
    return float((low + high) / 2)

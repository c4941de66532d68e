"""Votes of an ensemble: weighted vote counts, staged votes and voting margins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from gnomon.arrays import Array, Floats, Integers
from gnomon.errors import DataError


def count_votes(codes: ArrayLike, n_classes: int, weights: ArrayLike | None = None) -> Floats:
    """Weighted (plurality) voting: votes v_k(x) = sum_t alpha_t [M_t(x) = k] of the models (rows, classes).

    codes: (models, rows) predicted class codes. weights: alpha of each model; 1 by default.

    >>> count_votes([[0, 1], [0, 0], [1, 0]], 2)
    array([[2., 1.],
           [2., 1.]])
    """
    codes = np.asarray(codes)
    if codes.ndim != 2 or codes.dtype.kind not in "bui" or not is_below(codes, n_classes):
        raise DataError(
            f"codes of shape {codes.shape}: pass (models, rows) class codes from 0 to {n_classes - 1}; turn "
            "labels into codes by numpy.searchsorted(classes, labels)"
        )
    alpha = np.ones(len(codes)) if weights is None else np.asarray(weights, dtype=np.float64)
    if len(alpha) != len(codes):
        raise DataError(f"there are {len(alpha)} weights of {len(codes)} models; pass one per model")
    votes = np.zeros((codes.shape[1], n_classes))
    rows = np.arange(codes.shape[1])
    for predicted, each in zip(codes, alpha):
        votes[rows, predicted] += each
    return votes


def staged_votes(codes: Integers, n_classes: int, weights: Floats | None = None) -> Iterator[Floats]:
    """The votes after the first model, after two, and so on; each is a new array.

    >>> import numpy as np
    >>> [votes[0].tolist() for votes in staged_votes(np.array([[0], [1]]), 2, np.array([2.0, 0.5]))]
    [[2.0, 0.0], [2.0, 0.5]]
    """
    votes = np.zeros((codes.shape[1], n_classes))
    rows = np.arange(codes.shape[1])
    for model, predicted in enumerate(codes):
        votes[rows, predicted] += 1.0 if weights is None else weights[model]
        yield votes.copy()


def sign_vote(predictions: Any, weights: Any | None = None) -> Integers:
    """Weighted majority vote of predictions +1 and -1 (models, rows): sign(sum_t alpha_t M_t(x)); 0 for ties.

    >>> import numpy as np
    >>> sign_vote(np.array([[1, 1, -1], [-1, 1, -1]]))
    array([ 0,  1, -1])
    """
    predictions = np.asarray(predictions)
    if not np.isin(predictions, (-1, 1)).all():
        raise DataError("sign_vote needs predictions of +1 and -1; encode the two classes so")
    alpha = np.ones(len(predictions)) if weights is None else np.asarray(weights, dtype=np.float64)
    return np.sign(alpha @ predictions).astype(np.int64)


def is_below(codes: Array, n_classes: int) -> bool:
    """Whether all are class codes, from 0 to n_classes - 1.

    >>> is_below(np.array([0, 2]), 2)
    False
    """
    return not codes.size or bool(codes.min() >= 0 and codes.max() < n_classes)


def class_codes(labels: Array, classes: Array) -> Integers:
    """The code of each label among the sorted classes; an unknown label is an error.

    >>> import numpy as np
    >>> class_codes(np.array(["b", "a"]), np.array(["a", "b"]))
    array([1, 0])
    """
    unknown = np.flatnonzero(~np.isin(labels, classes))
    if len(unknown):
        raise DataError(
            f"y has {labels[unknown].tolist()[0]!r} (row {unknown[0]}), which is not one of the classes "
            f"{classes[:5].tolist()}; remove such rows"
        )
    return np.searchsorted(classes, labels)


def vote_margins(votes: ArrayLike, truth: ArrayLike, total: float | None = None) -> Floats:
    """Voting margin of an ensemble: votes for the true class minus the largest other, normalized.

    For two classes this is y sum_t alpha_t M_t(x) / sum_t |alpha_t| with y and M of +1 and -1. votes: (rows,
    classes), such as of `count_votes` or class probabilities. truth: the true class codes. total: of all
    votes; by default, the sum of each row's votes. Source: Schapire, Freund, Bartlett & Lee (1998).

    >>> vote_margins([[3.0, 1.0, 0.0], [1.0, 1.0, 2.0]], [0, 0])
    array([ 0.5 , -0.25])
    """
    votes, truth = np.asarray(votes, dtype=np.float64), np.asarray(truth)
    if votes.ndim != 2 or truth.shape != votes.shape[:1]:
        raise DataError(
            f"votes have shape {votes.shape} and truth {truth.shape}; pass (rows, classes) votes and a class "
            "code per row"
        )
    if truth.dtype.kind not in "bui" or not is_below(truth, votes.shape[1]):
        raise DataError(
            f"truth must be class codes from 0 to {votes.shape[1] - 1}, the columns of the votes; turn "
            "labels into codes by numpy.searchsorted(classes, labels)"
        )
    truth = truth.astype(np.int64)
    rows = np.arange(len(votes))
    others = votes.copy()
    others[rows, truth] = -np.inf
    rival = others.max(axis=1) if votes.shape[1] > 1 else np.zeros(len(votes))
    sums = votes.sum(axis=1) if total is None else np.full(len(votes), total)
    difference = votes[rows, truth] - rival
    return np.divide(difference, sums, out=np.zeros(len(votes)), where=sums > 0)

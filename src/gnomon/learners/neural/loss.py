"""What a network is punished for: a loss of the last layer's scores, and its pull on each of them.

Each loss turns scores z into outputs, and scores into pulls dL/dz; both in place.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from scipy.special import expit

from gnomon.arrays import Array, Floats, Integers
from gnomon.ties import first_largest


class Loss(Protocol):
    """A loss of scores."""

    def outputs(self, scores: Array) -> Array:
        """Outputs of the last layer, in the place of its scores."""

    def pull(self, scores: Array, targets: Array, weight: Array | None) -> float:
        """The weighted sum of losses; the scores become weight times dL/dz."""


@dataclass(frozen=True)
class SquaredError:
    """L = (z - t)² / 2, summed over targets.

    >>> SquaredError().pull(np.array([[3.0]]), np.array([[1.0]]), None)
    2.0
    """

    def outputs(self, scores: Array) -> Array:
        """The scores themselves."""
        return scores

    def pull(self, scores: Array, targets: Array, weight: Array | None) -> float:
        """z - t."""
        scores -= targets
        half = 0.5 * scores
        if weight is not None:
            scores *= weight[:, None]
        return float(np.vdot(half, scores))


@dataclass(frozen=True)
class LogisticUnit:
    """One logistic unit p = 1 / (1 + e^-z) for two classes t = 0, 1.

    L = -log p or -log (1 - p), or squared: (p - t)² / 2. costs: the price of an error on each class.

    >>> round(LogisticUnit().pull(np.array([[0.0]]), np.array([1]), None), 4)
    0.6931
    """

    squared: bool = False
    costs: Array | None = None

    def outputs(self, scores: Array) -> Array:
        """p of the second class."""
        return expit(scores, out=scores)

    def pull(self, scores: Array, targets: Array, weight: Array | None) -> float:
        """p - t, times p (1 - p) if squared."""
        score = scores[:, 0]
        if self.costs is not None:
            price = self.costs.astype(score.dtype)[targets]
            weight = price if weight is None else weight * price
        if self.squared:
            p = expit(score)
            miss = p - targets
            np.multiply(miss, p * (1 - p), out=score)
            losses = 0.5 * miss * miss
        else:
            losses = np.logaddexp(0, np.where(targets, -score, score))
            expit(score, out=score)
            score -= targets
        if weight is None:
            return float(losses.sum())
        score *= weight
        return float(losses @ weight)


@dataclass(frozen=True)
class Softmax:
    """One unit a class, p_c = e^z_c / sum e^z. L = -log p_t, or squared: |p - t|² / 2.

    >>> round(Softmax().pull(np.zeros((1, 4)), np.array([1]), None), 4)
    1.3863
    """

    squared: bool = False

    def outputs(self, scores: Array) -> Array:
        """p of each class."""
        _softmax(_lowered(scores))
        return scores

    def pull(self, scores: Array, targets: Integers, weight: Array | None) -> float:
        """p - t, through the slopes of p if squared."""
        truth = np.arange(len(scores)), targets
        right = _lowered(scores)[truth]
        losses = np.log(_softmax(scores)) - right
        if self.squared:
            p = scores.copy()
            scores[truth] -= 1
            losses = 0.5 * np.einsum("ij,ij->i", scores, scores)
            _through_softmax(scores, p)
        else:
            scores[truth] -= 1
        return _weighted(scores, losses, weight)


@dataclass(frozen=True)
class CostlySoftmax:
    """Softmax units and one cost for each kind of error, c_ij for calling class i class j.

    L = -sum_j c_ij log (1 - p_j), or squared: sum_j c_ij p_j² / 2. With C_j the expected cost of answering j,
    the best outputs have 1 - p_j (or 1 / p_j) in proportion to C_j wherever p_j > 0: the largest output is
    the answer that costs least. For two classes this is the log loss with a price on each class; if every
    error costs 1, the best p is the probability of the class.

    >>> loss = CostlySoftmax(np.array([[0.0, 1.0], [5.0, 0.0]]))
    >>> round(loss.pull(np.zeros((1, 2)), np.array([1]), None), 4)  # 5 log 2
    3.4657
    """

    costs: Floats
    squared: bool = False

    def outputs(self, scores: Array) -> Array:
        """p of each class."""
        _softmax(_lowered(scores))
        return scores

    def pull(self, scores: Array, targets: Integers, weight: Array | None) -> float:
        """p_k (c_k - sum_{j != k} c_j p_j / (1 - p_j)), or p_k (c_k p_k - sum_j c_j p_j²)."""
        cost = self.costs.astype(scores.dtype)[targets]
        _softmax(_lowered(scores))
        p = scores.copy()
        if self.squared:
            scores *= cost
            losses = 0.5 * np.einsum("ij,ij->i", scores, p)
            _through_softmax(scores, p)
            return _weighted(scores, losses, weight)
        # A floor far above the smallest float, so that no odds overflow.
        rest = np.maximum(_sums_of_others(p, p), np.sqrt(np.finfo(p.dtype).tiny))
        losses = -np.einsum("ij,ij->i", cost, np.log(rest))
        np.multiply(p, cost - _sums_of_others(cost * p / rest, p), out=scores)
        return _weighted(scores, losses, weight)


def _lowered(scores: Array) -> Array:
    """Scores less the largest of their row, in place: no power of e overflows, and no output changes."""
    scores -= scores.max(axis=1, keepdims=True)
    return scores


def _softmax(scores: Array) -> Array:
    """Softmax of lowered scores in place; returns the sums that they were divided by."""
    np.exp(scores, out=scores)
    sums = scores.sum(axis=1)
    scores /= sums[:, None]
    return sums


def _through_softmax(slope: Array, p: Array) -> None:
    """From dL/dp to dL/dz, in place: p_k (g_k - sum_j g_j p_j)."""
    slope -= np.einsum("ij,ij->i", slope, p)[:, None]
    slope *= p


def _sums_of_others(values: Array, p: Array) -> Array:
    """For each entry the sum of the rest of its row; where p is largest, by no subtraction, which cancels."""
    row, largest = np.arange(len(values)), first_largest(p)
    without = values.copy()
    without[row, largest] = 0
    rest = without.sum(axis=1)
    others = (rest + values[row, largest])[:, None] - values
    others[row, largest] = rest
    return others


def _weighted(scores: Array, losses: Array, weight: Array | None) -> float:
    if weight is None:
        return float(losses.sum())
    scores *= weight[:, None]
    return float(losses @ weight)

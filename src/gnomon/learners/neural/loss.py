"""Loss functions of the output layer's scores, and their gradients.

Each loss maps scores z to outputs, and scores to gradients dL/dz, both in place.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from scipy.special import expit

from gnomon.arrays import Array, Floats, Integers
from gnomon.ties import first_largest


class Loss(Protocol):
    """Loss function of scores."""

    def outputs(self, scores: Array) -> Array:
        """Outputs of the last layer; overwrites its scores."""

    def loss_and_gradient(self, scores: Array, targets: Array, weight: Array | None) -> float:
        """Weighted sum of losses; overwrites the scores by weight times dL/dz."""


@dataclass(frozen=True)
class SquaredError:
    """Squared error L = (z - t)² / 2, summed over targets.

    >>> SquaredError().loss_and_gradient(np.array([[3.0]]), np.array([[1.0]]), None)
    2.0
    """

    def outputs(self, scores: Array) -> Array:
        """The scores themselves."""
        return scores

    def loss_and_gradient(self, scores: Array, targets: Array, weight: Array | None) -> float:
        """z - t."""
        scores -= targets
        half = 0.5 * scores
        if weight is not None:
            scores *= weight[:, None]
        return float(np.vdot(half, scores))


@dataclass(frozen=True)
class LogisticOutput:
    """Logistic (sigmoid) output p = 1 / (1 + e^-z) for two classes t = 0, 1.

    Log loss L = -log p or -log (1 - p), or squared: (p - t)² / 2. costs: cost of an error on each class.

    >>> round(LogisticOutput().loss_and_gradient(np.array([[0.0]]), np.array([1]), None), 4)
    0.6931
    """

    squared: bool = False
    costs: Array | None = None

    def outputs(self, scores: Array) -> Array:
        """Probability p of the second class."""
        return expit(scores, out=scores)

    def loss_and_gradient(self, scores: Array, targets: Array, weight: Array | None) -> float:
        """p - t, times p (1 - p) if squared."""
        score = scores[:, 0]
        if self.costs is not None:
            row_cost = self.costs.astype(score.dtype)[targets]
            weight = row_cost if weight is None else weight * row_cost
        if self.squared:
            p = expit(score)
            error = p - targets
            np.multiply(error, p * (1 - p), out=score)
            losses = 0.5 * error * error
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
    """Softmax output, p_c = e^z_c / sum e^z. Log loss (cross-entropy) L = -log p_t, or squared: |p - t|² / 2.

    >>> round(Softmax().loss_and_gradient(np.zeros((1, 4)), np.array([1]), None), 4)
    1.3863
    """

    squared: bool = False

    def outputs(self, scores: Array) -> Array:
        """Probability p of each class."""
        _softmax(_shifted(scores))
        return scores

    def loss_and_gradient(self, scores: Array, targets: Integers, weight: Array | None) -> float:
        """p - t, times the Jacobian of the softmax if squared."""
        true_class = np.arange(len(scores)), targets
        true_scores = _shifted(scores)[true_class]
        losses = np.log(_softmax(scores)) - true_scores
        if self.squared:
            p = scores.copy()
            scores[true_class] -= 1
            losses = 0.5 * np.einsum("ij,ij->i", scores, scores)
            _through_softmax(scores, p)
        else:
            scores[true_class] -= 1
        return _weighted(scores, losses, weight)


@dataclass(frozen=True)
class CostSensitiveSoftmax:
    """Cost-sensitive softmax output, with cost c_ij of predicting class j for class i.

    L = -sum_j c_ij log (1 - p_j), or squared: sum_j c_ij p_j² / 2. With C_j the expected cost of class j, the
    optimal outputs have 1 - p_j (or 1 / p_j) proportional to C_j wherever p_j > 0: the largest output is
    the class of minimum expected cost. For two classes this is the log loss with class costs; if every error
    costs 1, the optimal p is the probability of the class.

    >>> loss = CostSensitiveSoftmax(np.array([[0.0, 1.0], [5.0, 0.0]]))
    >>> round(loss.loss_and_gradient(np.zeros((1, 2)), np.array([1]), None), 4)  # 5 log 2
    3.4657
    """

    costs: Floats
    squared: bool = False

    def outputs(self, scores: Array) -> Array:
        """Probability p of each class."""
        _softmax(_shifted(scores))
        return scores

    def loss_and_gradient(self, scores: Array, targets: Integers, weight: Array | None) -> float:
        """p_k (c_k - sum_{j != k} c_j p_j / (1 - p_j)), or p_k (c_k p_k - sum_j c_j p_j²)."""
        cost = self.costs.astype(scores.dtype)[targets]
        _softmax(_shifted(scores))
        p = scores.copy()
        if self.squared:
            scores *= cost
            losses = 0.5 * np.einsum("ij,ij->i", scores, p)
            _through_softmax(scores, p)
            return _weighted(scores, losses, weight)
        # A floor far above the smallest float, so that the odds do not overflow.
        rest = np.maximum(_sums_of_others(p, p), np.sqrt(np.finfo(p.dtype).tiny))
        losses = -np.einsum("ij,ij->i", cost, np.log(rest))
        np.multiply(p, cost - _sums_of_others(cost * p / rest, p), out=scores)
        return _weighted(scores, losses, weight)


def _shifted(scores: Array) -> Array:
    """Scores minus their row maximum, in place: exp does not overflow, and the outputs do not change."""
    scores -= scores.max(axis=1, keepdims=True)
    return scores


def _softmax(scores: Array) -> Array:
    """Softmax of shifted scores in place; returns the normalizers."""
    np.exp(scores, out=scores)
    sums = scores.sum(axis=1)
    scores /= sums[:, None]
    return sums


def _through_softmax(gradient: Array, p: Array) -> None:
    """Jacobian of the softmax: from dL/dp to dL/dz, in place, p_k (g_k - sum_j g_j p_j)."""
    gradient -= np.einsum("ij,ij->i", gradient, p)[:, None]
    gradient *= p


def _sums_of_others(values: Array, p: Array) -> Array:
    """Sum of the other entries of the row; where p is largest, without a subtraction, which would cancel."""
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

"""The logistic loss (log loss, cross-entropy), summed over rows, with its derivatives.

Two classes have one score a row, z = x w + b, and p = 1 / (1 + exp(-z)); more have one score a class and p =
softmax(z). No exponential overflows.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import expit

from gnomon import native, threads
from gnomon.arrays import Floats, Integers


@dataclass(frozen=True, eq=False)
class BinaryRows:
    """Targets of two classes. y: 0 or 1 for each row. weight: sample weights."""

    y: Floats
    weight: Floats

    def loss(self, scores: Floats) -> float:
        """Sum of w [log(1 + exp(z)) - y z].

        >>> round(BinaryRows(np.array([1.0]), np.array([1.0])).loss(np.array([0.0])), 6)
        0.693147
        """
        return self.terms(scores)[0]

    def residual(self, scores: Floats) -> Floats:
        """w (p - y): the derivative of the loss with respect to each score."""
        return self.terms(scores)[1]

    def terms(self, scores: Floats) -> tuple[float, Floats, Floats]:
        """The loss, w (p - y), and w p (1 - p): the loss with its first two derivatives in each score.

        >>> BinaryRows(np.array([1.0]), np.array([4.0])).terms(np.array([0.0]))[1:]
        (array([-2.]), array([1.]))
        """
        return native.logistic_terms(np.ascontiguousarray(scores), self.y, self.weight, threads.count())


@dataclass(frozen=True, eq=False)
class ManyRows:
    """Targets of many classes. codes: the class of each row. weight: sample weights."""

    codes: Integers
    n_classes: int
    weight: Floats

    def loss(self, scores: Floats) -> float:
        """Sum of w [log sum exp(z) - z of the true class]."""
        return self.loss_and_residual(scores)[0]

    def residual(self, scores: Floats) -> Floats:
        """w (p - one-hot target), rows x classes."""
        return self.loss_and_residual(scores)[1]

    def loss_and_residual(self, scores: Floats) -> tuple[float, Floats]:
        """Both in one pass.

        >>> ManyRows(np.array([0]), 2, np.array([1.0])).loss_and_residual(np.array([[0.0, 0.0]]))[1]
        array([[-0.5,  0.5]])
        """
        return native.softmax_loss(np.ascontiguousarray(scores), self.codes, self.weight, threads.count())

    def probability(self, scores: Floats) -> Floats:
        """Softmax of the scores.

        >>> ManyRows(np.array([0]), 2, np.array([1.0])).probability(np.array([[0.0, 0.0]]))
        array([[0.5, 0.5]])
        """
        probability = np.exp(scores - scores.max(axis=1, keepdims=True))
        probability /= probability.sum(axis=1, keepdims=True)
        return probability

    def hessian_times(self, probability: Floats, along: Floats) -> Floats:
        """Hessian-vector product: w (diag(p) - p p') times a direction of the scores.

        >>> rows = ManyRows(np.array([0]), 2, np.array([1.0]))
        >>> rows.hessian_times(np.array([[0.5, 0.5]]), np.array([[1.0, 0.0]]))
        array([[ 0.25, -0.25]])
        """
        product = probability * along
        product -= probability * product.sum(axis=1, keepdims=True)
        product *= self.weight[:, None]
        return product


@dataclass(frozen=True, eq=False)
class ScoreColumn:
    """Two classes with their single score as a column, as solvers for many classes expect it.

    >>> rows = BinaryRows(np.array([1.0]), np.array([1.0]))
    >>> ScoreColumn(rows).residual(np.array([[0.0]]))
    array([[-0.5]])
    """

    rows: BinaryRows

    @property
    def weight(self) -> Floats:
        """Sample weights."""
        return self.rows.weight

    def loss(self, scores: Floats) -> float:
        """The loss of the rows."""
        return self.rows.loss(scores[:, 0])

    def residual(self, scores: Floats) -> Floats:
        """The residual of the rows, as a column."""
        return self.rows.residual(scores[:, 0])[:, None]

    def loss_and_residual(self, scores: Floats) -> tuple[float, Floats]:
        """Both in one pass."""
        loss, residual, _ = self.rows.terms(scores[:, 0])
        return loss, residual[:, None]

    def probability(self, scores: Floats) -> Floats:
        """Probability of the second class, as a column."""
        return expit(scores)

    def hessian_times(self, probability: Floats, along: Floats) -> Floats:
        """Hessian-vector product: w p (1 - p) times a direction, as a column."""
        return self.weight[:, None] * probability * (1 - probability) * along

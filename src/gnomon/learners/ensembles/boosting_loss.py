"""Losses of gradient boosting: initial scores, and gradient and Hessian (second derivative) of the loss."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np

from gnomon import native, threads
from gnomon.arrays import Array, Floats
from gnomon.data.large_target import LARGEST_SQUARED, refuse_large_target
from gnomon.errors import DataError

Derivatives = tuple[float, Floats, Floats]
LARGEST_LOG_ODDS = 50.0


class Loss(Protocol):
    """A loss of raw scores (score columns, rows).

    baseline: the initial scores. scale: targets may be centered and scaled while boosting; start: the initial
    scores in that unit, and scale: the factor of the trees' predictions.
    """

    @property
    def baseline(self) -> Floats:
        """The initial scores."""

    @property
    def start(self) -> Floats:
        """The initial scores in the boosting unit."""

    @property
    def scale(self) -> float:
        """The boosting unit."""

    def derivatives(self, scores: Floats, weight: Floats | None) -> Derivatives:
        """The sum of the losses, and their gradient and Hessian diagonal (score columns, rows)."""

    def mean(self, scores: Floats, rows: Array, weight: Floats | None) -> float:
        """The mean loss of some rows."""


@dataclass(frozen=True)
class LogLoss:
    """Log loss (binary cross-entropy) of the probability 1 / (1 + exp(-score)) of class 1."""

    y: Array
    baseline: Floats
    scale = 1.0

    @property
    def start(self) -> Floats:
        """The initial scores."""
        return self.baseline

    @classmethod
    def of(cls, codes: Array, weight: Floats | None) -> LogLoss:
        """The initial score is the log odds of class 1."""
        proportion = float(np.average(codes, weights=weight))
        with np.errstate(divide="ignore"):
            odds = np.log(proportion) - np.log1p(-proportion)
        return cls(codes.astype(np.uint8), np.array([np.clip(odds, -LARGEST_LOG_ODDS, LARGEST_LOG_ODDS)]))

    def derivatives(self, scores: Floats, weight: Floats | None) -> Derivatives:
        """As `Loss.derivatives`."""
        loss, gradient, hessian = native.boost_log_loss(scores[0], self.y, weight, threads.count())
        return loss, gradient[None], hessian[None]

    def mean(self, scores: Floats, rows: Array, weight: Floats | None) -> float:
        """As `Loss.mean`."""
        loss = np.logaddexp(0.0, np.where(self.y[rows] == 1, -1.0, 1.0) * scores[0][rows])
        return float(np.average(loss, weights=None if weight is None else weight[rows]))


@dataclass(frozen=True)
class ManyClassLoss:
    """Multinomial log loss (cross-entropy) of the softmax probabilities."""

    codes: Array
    baseline: Floats
    scale = 1.0

    @property
    def start(self) -> Floats:
        """The initial scores."""
        return self.baseline

    @classmethod
    def of(cls, codes: Array, weight: Floats | None) -> ManyClassLoss:
        """The initial scores are the log class proportions."""
        mass = np.bincount(codes, weight)
        return cls(codes, np.log(mass / mass.sum()))

    def derivatives(self, scores: Floats, weight: Floats | None) -> Derivatives:
        """As `Loss.derivatives`."""
        total = _log_sum(scores)
        loss = total - scores.ravel()[self._truth]
        gradient = scores - total
        np.exp(gradient, out=gradient)
        hessian = 1 - gradient
        hessian *= _weighted(gradient, weight)
        np.maximum(hessian, 0.0, out=hessian)
        gradient.ravel()[self._truth] -= 1.0
        return float(_weighted(loss, weight).sum()), _weighted(gradient, weight), hessian

    def mean(self, scores: Floats, rows: Array, weight: Floats | None) -> float:
        """As `Loss.mean`."""
        loss = self._losses(scores[:, rows], rows)
        return float(np.average(loss, weights=None if weight is None else weight[rows]))

    @cached_property
    def _truth(self) -> Array:
        """The flat indices of the scores of the true classes."""
        return self.codes.astype(np.int64) * len(self.codes) + np.arange(len(self.codes))

    def _losses(self, scores: Floats, rows: Array) -> Floats:
        return _log_sum(scores) - scores[self.codes[rows], np.arange(len(rows))]


@dataclass(frozen=True)
class SquaredLoss:
    """Half the squared error, of centered targets scaled by their largest deviation."""

    y: Floats
    baseline: Floats
    scale: float

    @property
    def start(self) -> Floats:
        """The initial score of the centered targets."""
        return np.zeros(1)

    @classmethod
    def of(cls, y: Floats, weight: Floats | None) -> SquaredLoss:
        """The initial score is the mean."""
        refuse_large_target(y, LARGEST_SQUARED)
        center = float(np.average(y, weights=weight))
        scale = float(np.abs(y - center).max()) or 1.0
        return cls((y - center) / scale, np.array([center]), scale)

    def derivatives(self, scores: Floats, weight: Floats | None) -> Derivatives:
        """As `Loss.derivatives`."""
        w = np.ones(len(self.y)) if weight is None else weight
        gradient = w * (scores[0] - self.y)
        loss = float((gradient * (scores[0] - self.y)).sum()) / 2 * self.scale**2
        return loss, gradient[None], w[None]

    def mean(self, scores: Floats, rows: Array, weight: Floats | None) -> float:
        """As `Loss.mean`."""
        loss = (scores[0][rows] - self.y[rows]) ** 2 / 2 * self.scale**2
        return float(np.average(loss, weights=None if weight is None else weight[rows]))


@dataclass(frozen=True)
class PoissonLoss:
    """Poisson loss (half deviance up to a constant) of the mean exp(score): exp(score) - y score."""

    y: Floats
    baseline: Floats
    scale = 1.0

    @property
    def start(self) -> Floats:
        """The initial scores."""
        return self.baseline

    @classmethod
    def of(cls, y: Floats, weight: Floats | None) -> PoissonLoss:
        """The initial score is the log of the mean."""
        mean = float(np.average(y, weights=weight))
        if (y < 0).any() or mean <= 0:
            raise DataError("loss='poisson' needs nonnegative targets, not all 0; use loss='squared_error'")
        return cls(y, np.array([np.log(mean)]))

    def derivatives(self, scores: Floats, weight: Floats | None) -> Derivatives:
        """As `Loss.derivatives`."""
        w = np.ones(len(self.y)) if weight is None else weight
        mean = np.exp(np.minimum(scores[0], LARGEST_LOG_ODDS))
        loss = float((w * (mean - self.y * scores[0])).sum())
        return loss, (w * (mean - self.y))[None], (w * mean)[None]

    def mean(self, scores: Floats, rows: Array, weight: Floats | None) -> float:
        """As `Loss.mean`."""
        score = scores[0][rows]
        loss = np.exp(np.minimum(score, LARGEST_LOG_ODDS)) - self.y[rows] * score
        return float(np.average(loss, weights=None if weight is None else weight[rows]))


def _weighted(values: Floats, weight: Floats | None) -> Floats:
    return values if weight is None else weight * values


def _log_sum(scores: Floats) -> Floats:
    """log-sum-exp over the classes, without SciPy's checks."""
    top = scores.max(axis=0)
    shifted = scores - top
    np.exp(shifted, out=shifted)
    return np.asarray(top + np.log(shifted.sum(axis=0)))

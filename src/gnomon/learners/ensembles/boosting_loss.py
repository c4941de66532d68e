"""Losses of gradient boosting: where scores begin, and the slope and curvature of the loss at a score."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np

from gnomon import native, threads
from gnomon.arrays import Array, Floats
from gnomon.data.large_target import LARGEST_SQUARED, refuse_large_target
from gnomon.errors import DataError

Step = tuple[float, Floats, Floats]
LARGEST_LOG_ODDS = 50.0


class Loss(Protocol):
    """A loss over scores (score columns, rows).

    baseline: where scores begin. scale: targets may be brought to another unit and origin while boosting;
    start: where scores begin there, and the unit, by which answers are multiplied.
    """

    @property
    def baseline(self) -> Floats:
        """Where scores begin."""

    @property
    def start(self) -> Floats:
        """Where scores begin while boosting."""

    @property
    def scale(self) -> float:
        """The unit while boosting."""

    def steps(self, scores: Floats, weight: Floats | None) -> Step:
        """The sum of the losses, and slope and curvature (score columns, rows)."""

    def mean(self, scores: Floats, rows: Array, weight: Floats | None) -> float:
        """The mean loss of some rows."""


@dataclass(frozen=True)
class LogLoss:
    """Two classes: minus the log of the true class's probability 1 / (1 + exp(-score))."""

    y: Array
    baseline: Floats
    scale = 1.0

    @property
    def start(self) -> Floats:
        """Where scores begin."""
        return self.baseline

    @classmethod
    def of(cls, codes: Array, weight: Floats | None) -> LogLoss:
        """Scores begin at the log odds of class 1."""
        share = float(np.average(codes, weights=weight))
        with np.errstate(divide="ignore"):
            odds = np.log(share) - np.log1p(-share)
        return cls(codes.astype(np.uint8), np.array([np.clip(odds, -LARGEST_LOG_ODDS, LARGEST_LOG_ODDS)]))

    def steps(self, scores: Floats, weight: Floats | None) -> Step:
        """As `Loss.steps`."""
        loss, slope, curvature = native.boost_log_loss(scores[0], self.y, weight, threads.count())
        return loss, slope[None], curvature[None]

    def mean(self, scores: Floats, rows: Array, weight: Floats | None) -> float:
        """As `Loss.mean`."""
        loss = np.logaddexp(0.0, np.where(self.y[rows] == 1, -1.0, 1.0) * scores[0][rows])
        return float(np.average(loss, weights=None if weight is None else weight[rows]))


@dataclass(frozen=True)
class ManyClassLoss:
    """Several classes: minus the log of the true class's softmax probability."""

    codes: Array
    baseline: Floats
    scale = 1.0

    @property
    def start(self) -> Floats:
        """Where scores begin."""
        return self.baseline

    @classmethod
    def of(cls, codes: Array, weight: Floats | None) -> ManyClassLoss:
        """Scores begin at the logs of the classes' shares."""
        mass = np.bincount(codes, weight)
        return cls(codes, np.log(mass / mass.sum()))

    def steps(self, scores: Floats, weight: Floats | None) -> Step:
        """As `Loss.steps`."""
        total = _log_sum(scores)
        loss = total - scores.ravel()[self._truth]
        share = scores - total
        np.exp(share, out=share)
        curvature = 1 - share
        curvature *= _weighted(share, weight)
        np.maximum(curvature, 0.0, out=curvature)
        share.ravel()[self._truth] -= 1.0
        return float(_weighted(loss, weight).sum()), _weighted(share, weight), curvature

    def mean(self, scores: Floats, rows: Array, weight: Floats | None) -> float:
        """As `Loss.mean`."""
        loss = self._losses(scores[:, rows], rows)
        return float(np.average(loss, weights=None if weight is None else weight[rows]))

    @cached_property
    def _truth(self) -> Array:
        """Where the scores of the true classes stand, class after class."""
        return self.codes.astype(np.int64) * len(self.codes) + np.arange(len(self.codes))

    def _losses(self, scores: Floats, rows: Array) -> Floats:
        return _log_sum(scores) - scores[self.codes[rows], np.arange(len(rows))]


@dataclass(frozen=True)
class SquaredLoss:
    """Half the squared error, of targets brought to the unit of their spread."""

    y: Floats
    baseline: Floats
    scale: float

    @property
    def start(self) -> Floats:
        """Where scores begin, among targets about their mean."""
        return np.zeros(1)

    @classmethod
    def of(cls, y: Floats, weight: Floats | None) -> SquaredLoss:
        """Scores begin at the mean."""
        refuse_large_target(y, LARGEST_SQUARED)
        center = float(np.average(y, weights=weight))
        scale = float(np.abs(y - center).max()) or 1.0
        return cls((y - center) / scale, np.array([center]), scale)

    def steps(self, scores: Floats, weight: Floats | None) -> Step:
        """As `Loss.steps`."""
        w = np.ones(len(self.y)) if weight is None else weight
        slope = w * (scores[0] - self.y)
        loss = float((slope * (scores[0] - self.y)).sum()) / 2 * self.scale**2
        return loss, slope[None], w[None]

    def mean(self, scores: Floats, rows: Array, weight: Floats | None) -> float:
        """As `Loss.mean`."""
        loss = (scores[0][rows] - self.y[rows]) ** 2 / 2 * self.scale**2
        return float(np.average(loss, weights=None if weight is None else weight[rows]))


@dataclass(frozen=True)
class PoissonLoss:
    """Counts with mean exp(score): exp(score) - y score."""

    y: Floats
    baseline: Floats
    scale = 1.0

    @property
    def start(self) -> Floats:
        """Where scores begin."""
        return self.baseline

    @classmethod
    def of(cls, y: Floats, weight: Floats | None) -> PoissonLoss:
        """Scores begin at the log of the mean."""
        mean = float(np.average(y, weights=weight))
        if (y < 0).any() or mean <= 0:
            raise DataError("loss='poisson' is for targets of 0 or more, not all 0; use loss='squared_error'")
        return cls(y, np.array([np.log(mean)]))

    def steps(self, scores: Floats, weight: Floats | None) -> Step:
        """As `Loss.steps`."""
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
    """log Σ exp over the classes; one pass without the checks that SciPy's makes in every round."""
    top = scores.max(axis=0)
    shares = scores - top
    np.exp(shares, out=shares)
    return np.asarray(top + np.log(shares.sum(axis=0)))

"""Isotonic calibration of features: one probability per segment of the ROC convex hull."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np
from sklearn.isotonic import isotonic_regression

from gnomon.arrays import Floats, Integers
from gnomon.check import between, free
from gnomon.errors import ParameterError
from gnomon.features.calibration import Evidence, FeatureCalibration
from gnomon.features.log_odds import calibrated_log_odds
from gnomon.registry import transformers


@dataclass(frozen=True)
class StepMap:
    """Piecewise constant log-odds: those of a segment hold from its lower edge on.

    direction: 1 where the odds increase with the value, -1 where they decrease. auc: of the column as a
    score.

    >>> hits, rows, odds = np.array([0.0, 3.0]), np.array([2.0, 3.0]), np.array([-1.0, 1.5])
    >>> step_map = StepMap(np.array([2.5]), hits, rows, odds, 1, 1.0)
    >>> step_map.log_odds(np.array([2.0, 2.5]))
    array([-1. ,  1.5])
    """

    edges: Floats
    positives: Floats
    rows: Floats
    odds: Floats
    direction: int
    auc: float

    def log_odds(self, values: Floats) -> Floats:
        """The log-odds of each value's segment."""
        return self.odds[np.searchsorted(self.edges, values, side="right")]

    def table(self) -> dict[str, Any]:
        """One row per segment, from low values to high."""
        return {
            "from": np.concatenate([[-np.inf], self.edges]),
            "positives": self.positives,
            "rows": self.rows,
            "log_odds": self.odds,
        }


class CalibrateIsotonic(FeatureCalibration):
    """Isotonic calibration of numeric features (pool adjacent violators, ROC convex hull).

    Adjacent values are pooled until the fraction of positives increases (or decreases, where that has an AUC
    of at least 1/2); a segment of m positives in n rows gets v = (m + s) / (m + s + c (n - m + s)), c the
    odds of positives and s the smoothing. Segments that smoothing makes violate the order are pooled too;
    edges lie midway between values. A constant column is one segment. `fit_transform` is not `fit(X,
    y).transform(X)`: it is cross-fitted, so each training row is calibrated by a model fitted without it,
    unless `cv` is None.

    Attributes
    ----------
    classes_, targets_ : the classes, and those that the output columns are probabilities of
    prior_ : the prior of each target
    auc_, direction_ : of each column (row) and target (column): AUC, and 1 for increasing odds or -1
    maps_ : a StepMap per column and target

    Examples
    --------
    >>> from gnomon import CalibrateIsotonic
    >>> values = [[v] for v in range(1, 13)]
    >>> model = CalibrateIsotonic().fit(values, [0, 0, 1, 0, 0, 1, 1, 0, 1, 1, 1, 1])
    >>> model.transform([[1], [4], [7], [12]]).round(4).ravel()
    array([0.1923, 0.3226, 0.5172, 0.7812])
    >>> model.frame()["from"].tolist()
    [-inf, 2.5, 5.5, 8.5]
    """

    smoothing: float = between(
        0, inf, default=1.0, grid=(0.5, 1.0), help="pseudo-count added to both classes of a segment"
    )
    increasing: Any = free(
        default=None,
        help="whether odds increase with the value; None for the direction of AUC >= 1/2",
        kind="bool or None",
    )

    @property
    def auc_(self) -> Floats:
        """Area under the ROC curve of each column for each target, at least 1/2 in its direction."""
        return np.array([getattr(each, "auc", 0.5) for each in self.maps_]).reshape(-1, len(self.targets_))

    @property
    def direction_(self) -> Integers:
        """1 where odds increase with the value, -1 where they decrease."""
        directions = [getattr(each, "direction", 1) for each in self.maps_]
        return np.array(directions).reshape(-1, len(self.targets_))

    def _fit_column(self, evidence: Evidence) -> StepMap:
        if self.increasing not in (None, True, False):
            raise ParameterError(f"increasing={self.increasing!r}: it must be True, False or None")
        values, code = np.unique(evidence.values, return_inverse=True)
        hits: Floats = np.bincount(code, evidence.positive).astype(np.float64)
        rows: Floats = hits + np.bincount(code, evidence.negative)
        auc = _area(hits, rows)
        is_increasing = auc >= 0.5 if self.increasing is None else bool(self.increasing)
        start = _segments(hits, rows, is_increasing, self.smoothing)
        hits, rows = np.add.reduceat(hits, start), np.add.reduceat(rows, start)
        odds = calibrated_log_odds(hits, rows, evidence.odds, self.smoothing)
        # Halves are added, as the sum may overflow.
        edges = values[start[1:] - 1] / 2 + values[start[1:]] / 2
        return StepMap(edges, hits, rows, odds, 1 if is_increasing else -1, auc if is_increasing else 1 - auc)


def _area(hits: Floats, rows: Floats) -> float:
    """AUC: the probability that a positive has the higher value; a tie counts half."""
    misses = rows - hits
    below = np.cumsum(misses) - misses / 2
    return float(hits @ below / (hits.sum() * misses.sum()))


def _segments(hits: Floats, rows: Floats, is_increasing: bool, smoothing: float) -> Integers:
    """Start of each segment: level sets of the isotonic regression, pooled to stay monotone when smoothed."""
    rate = isotonic_regression(hits / rows, sample_weight=rows, increasing=is_increasing)
    start = np.flatnonzero(np.diff(rate, prepend=np.nan) != 0)
    while True:
        positives, size = np.add.reduceat(hits, start), np.add.reduceat(rows, start)
        step = np.diff((positives + smoothing) / (size + 2 * smoothing))
        wrong = step < 0 if is_increasing else step > 0
        if not wrong.any():
            return start
        start = start[np.concatenate([[True], ~wrong])]


transformers.add(
    "CalibrateIsotonic",
    CalibrateIsotonic,
    "isotonic calibration: numbers as class probabilities, by the ROC convex hull",
    family="calibration",
    example=lambda: CalibrateIsotonic(above="mean", cv=None),
)

"""Isotonic calibration of features: the steps of the ROC curve's convex hull, one probability each."""

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
    """Log-odds that change at edges: those of a segment hold from its edge on.

    direction: 1 where the odds rise with the value, -1 where they fall. auc: of the column as a ranker.

    >>> hits, rows, odds = np.array([0.0, 3.0]), np.array([2.0, 3.0]), np.array([-1.0, 1.5])
    >>> found = StepMap(np.array([2.5]), hits, rows, odds, 1, 1.0)
    >>> found.log_odds(np.array([2.0, 2.5]))
    array([-1. ,  1.5])
    """

    edges: Floats
    positives: Floats
    rows: Floats
    odds: Floats
    direction: int
    auc: float

    def log_odds(self, values: Floats) -> Floats:
        """Of the segment that each value falls into."""
        return self.odds[np.searchsorted(self.edges, values, side="right")]

    def table(self) -> dict[str, Any]:
        """A row for each segment, from low values to high."""
        return {
            "from": np.concatenate([[-np.inf], self.edges]),
            "positives": self.positives,
            "rows": self.rows,
            "log_odds": self.odds,
        }


class CalibrateIsotonic(FeatureCalibration):
    """Give each number the probability of its segment of the convex hull of the column's ROC curve.

    The hull pools neighboring values until the share of positives rises (or falls, where that ranks better:
    AUC of at least 1/2); a segment of m positives in n rows gets v = (m + s) / (m + s + c (n - m + s)), c the
    odds of positives. Segments that smoothing puts out of order are joined; edges lie half way between
    values. A constant column is one segment. `fit_transform` is not `fit(X, y).transform(X)`: each training
    row gets the value of a calibration that did not see it, unless `cv` is None.

    Attributes
    ----------
    classes_, targets_ : the classes, and those that columns speak of
    prior_ : the prior of each target
    auc_, direction_ : of each column (row) and target (column): AUC, and 1 if odds rise with the value, or -1
    maps_ : a StepMap for each column and target

    Examples
    --------
    >>> from gnomon.features.calibrate_isotonic import CalibrateIsotonic
    >>> values = [[v] for v in range(1, 13)]
    >>> model = CalibrateIsotonic().fit(values, [0, 0, 1, 0, 0, 1, 1, 0, 1, 1, 1, 1])
    >>> model.transform([[1], [4], [7], [12]]).round(4).ravel()
    array([0.1923, 0.3226, 0.5172, 0.7812])
    >>> model.frame()["from"].tolist()
    [-inf, 2.5, 5.5, 8.5]
    """

    smoothing: float = between(
        0, inf, default=1.0, grid=(0.5, 1.0), help="rows added to either side of a segment"
    )
    increasing: Any = free(
        default=None,
        help="whether odds rise with the value; None for the better direction",
        kind="bool or None",
    )

    @property
    def auc_(self) -> Floats:
        """The area under the ROC curve of each column for each target, at least 1/2 in its direction."""
        return np.array([getattr(each, "auc", 0.5) for each in self.maps_]).reshape(-1, len(self.targets_))

    @property
    def direction_(self) -> Integers:
        """1 where odds rise with the value, -1 where they fall."""
        found = [getattr(each, "direction", 1) for each in self.maps_]
        return np.array(found).reshape(-1, len(self.targets_))

    def _fit_column(self, evidence: Evidence) -> StepMap:
        if self.increasing not in (None, True, False):
            raise ParameterError(f"increasing={self.increasing!r}: it must be True, False or None")
        values, code = np.unique(evidence.values, return_inverse=True)
        hits: Floats = np.bincount(code, evidence.positive).astype(np.float64)
        rows: Floats = hits + np.bincount(code, evidence.negative)
        auc = _area(hits, rows)
        rises = auc >= 0.5 if self.increasing is None else bool(self.increasing)
        start = _segments(hits, rows, rises, self.smoothing)
        hits, rows = np.add.reduceat(hits, start), np.add.reduceat(rows, start)
        odds = calibrated_log_odds(hits, rows, evidence.odds, self.smoothing)
        # Halves are added, as a sum may be too large for a float.
        edges = values[start[1:] - 1] / 2 + values[start[1:]] / 2
        return StepMap(edges, hits, rows, odds, 1 if rises else -1, auc if rises else 1 - auc)


def _area(hits: Floats, rows: Floats) -> float:
    """How often a positive has the higher value; a tie counts half."""
    misses = rows - hits
    below = np.cumsum(misses) - misses / 2
    return float(hits @ below / (hits.sum() * misses.sum()))


def _segments(hits: Floats, rows: Floats, rises: bool, smoothing: float) -> Integers:
    """The first place of each segment: runs of one rate in the best monotone fit, joined to stay in order."""
    rate = isotonic_regression(hits / rows, sample_weight=rows, increasing=rises)
    start = np.flatnonzero(np.diff(rate, prepend=np.nan) != 0)
    while True:
        found, size = np.add.reduceat(hits, start), np.add.reduceat(rows, start)
        step = np.diff((found + smoothing) / (size + 2 * smoothing))
        wrong = step < 0 if rises else step > 0
        if not wrong.any():
            return start
        start = start[np.concatenate([[True], ~wrong])]


transformers.add(
    "CalibrateIsotonic",
    CalibrateIsotonic,
    "numbers as probabilities of a class, by the convex hull of a ROC curve",
    family="calibration",
    example=lambda: CalibrateIsotonic(above="mean", cv=None),
)

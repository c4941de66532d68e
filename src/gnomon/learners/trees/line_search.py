"""Line search for a stump's threshold: from the least value to the greatest in steps of one size.

A coarse step may miss the best threshold and a fine one costs more; `DecisionStump` tries every gap between
two values, which is the limit of fine steps.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.errors import DataError, ParameterError
from gnomon.sharing.labels import Labels

if TYPE_CHECKING:
    import pandas as pd

MOST_STEPS = 10_000_000
KEPT = ("first", "last", "middle")


@dataclass(frozen=True, eq=False)
class LineSearch:
    """The errors of the stump "the second class if x > threshold" at each threshold, and the one chosen.

    >>> found = LineSearch(np.array([1.0, 2.0, 3.0]), np.array([1.0, 0.0, 0.0]), 3.0)
    >>> found.tied, found.least
    (array([2., 3.]), 0.0)
    """

    thresholds: Floats
    errors: Floats
    threshold: float

    @property
    def least(self) -> float:
        """The fewest errors of any threshold tried."""
        return float(self.errors.min())

    @property
    def tied(self) -> Floats:
        """All thresholds that err least."""
        return self.thresholds[self.errors == self.errors.min()]

    def frame(self) -> pd.DataFrame:
        """The error landscape: a row for each threshold, and the errors it makes."""
        import pandas as pd

        return pd.DataFrame({"threshold": self.thresholds, "errors": self.errors})

    def __str__(self) -> str:
        return (
            f"{self.least:g} errors at threshold {self.threshold:g}, one of {len(self.tied)} that tie, of "
            f"{len(self.thresholds)} tried"
        )


def threshold_line_search(x: Any, y: Any, *, step: float = 1.0, keep: str = "last") -> LineSearch:
    """Try thresholds min(x), min(x) + step, ... up to max(x), and count the errors of each.

    x: the feature. y: two classes, the second of which is predicted above a threshold. keep: of thresholds
    that err least the "first", the "last" (as a search that replaces the best on ties has it), or the
    "middle", halfway along the longest run of them.

    >>> print(threshold_line_search([1.0, 2.0, 6.0, 7.0], ["a", "a", "b", "b"]))
    0 errors at threshold 5, one of 4 that tie, of 7 tried
    """
    values, labels = np.asarray(x, dtype=np.float64), Labels.of(y)
    _check(values, labels, step, keep)
    low, high = values.min(), values.max()
    thresholds = low + step * np.arange(int(np.floor((high - low) / step)) + 1)
    second = np.sort(values[labels.codes == 1])
    first = np.sort(values[labels.codes == 0])
    # Errors: rows of the second class at or below the threshold, and rows of the first above it.
    wrong_below = np.searchsorted(second, thresholds, side="right")
    wrong_above = len(first) - np.searchsorted(first, thresholds, side="right")
    errors = (wrong_below + wrong_above).astype(np.float64)
    return LineSearch(thresholds, errors, _kept(thresholds, errors, keep))


def _check(values: Floats, labels: Labels, step: float, keep: str) -> None:
    if values.ndim != 1 or len(values) != len(labels) or not np.isfinite(values).all():
        raise DataError(f"x of shape {values.shape} for {len(labels)} labels: give one finite number a row")
    if labels.n_classes != 2:
        raise DataError(f"y has {labels.n_classes} classes, and a threshold has two sides; give rows of two")
    if keep not in KEPT:
        raise ParameterError(f"keep={keep!r}: it must be one of {', '.join(KEPT)}")
    if not 0 < step < inf or np.ptp(values) / step > MOST_STEPS:
        raise ParameterError(
            f"step={step!r}: give a number above 0 that takes at most {MOST_STEPS} steps from "
            f"{values.min():g} to {values.max():g}"
        )


def _kept(thresholds: Floats, errors: Floats, keep: str) -> float:
    tied = np.flatnonzero(errors == errors.min())
    if keep != "middle":
        return float(thresholds[tied[0 if keep == "first" else -1]])
    runs = np.split(tied, np.flatnonzero(np.diff(tied) > 1) + 1)
    longest = max(runs, key=len)
    return float(thresholds[longest[0]] / 2 + thresholds[longest[-1]] / 2)

"""Line search for a decision stump's threshold: from the minimum to the maximum in steps of fixed size.

A coarse step may miss the best threshold and a fine one takes longer; `DecisionStump` tries every midpoint of
two values, the limit of fine steps.
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

MAX_STEPS = 10_000_000
TIE_RULES = ("first", "last", "middle")


@dataclass(frozen=True, eq=False)
class LineSearch:
    """The errors of the stump "second class if x > threshold" at each threshold, and the chosen threshold.

    >>> search = LineSearch(np.array([1.0, 2.0, 3.0]), np.array([1.0, 0.0, 0.0]), 3.0)
    >>> search.tied, search.min_errors
    (array([2., 3.]), 0.0)
    """

    thresholds: Floats
    errors: Floats
    threshold: float

    @property
    def min_errors(self) -> float:
        """The minimum number of errors."""
        return float(self.errors.min())

    @property
    def tied(self) -> Floats:
        """All thresholds with the minimum number of errors."""
        return self.thresholds[self.errors == self.errors.min()]

    def frame(self) -> pd.DataFrame:
        """The errors at each threshold."""
        import pandas as pd

        return pd.DataFrame({"threshold": self.thresholds, "errors": self.errors})

    def __str__(self) -> str:
        return (
            f"{self.min_errors:g} errors at threshold {self.threshold:g}, one of {len(self.tied)} that tie, "
            f"of {len(self.thresholds)} tried"
        )


def threshold_line_search(x: Any, y: Any, *, step: float = 1.0, keep: str = "last") -> LineSearch:
    """Grid search of a decision stump's threshold over min(x), min(x) + step, ..., by the number of errors.

    x: the feature. y: two classes, the second of which is predicted above the threshold. keep: which of tied
    thresholds to keep, the "first", the "last", or the "middle" of the longest run of them.

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
    return LineSearch(thresholds, errors, _resolve_tie(thresholds, errors, keep))


def _check(values: Floats, labels: Labels, step: float, keep: str) -> None:
    if values.ndim != 1 or len(values) != len(labels) or not np.isfinite(values).all():
        raise DataError(f"x of shape {values.shape} for {len(labels)} labels: pass one finite number per row")
    if labels.n_classes != 2:
        raise DataError(f"y has {labels.n_classes} classes; a threshold separates two, so select two")
    if keep not in TIE_RULES:
        raise ParameterError(f"keep={keep!r}: it must be one of {', '.join(TIE_RULES)}")
    if not 0 < step < inf or np.ptp(values) / step > MAX_STEPS:
        raise ParameterError(
            f"step={step!r}: it must be above 0 and take at most {MAX_STEPS} steps from "
            f"{values.min():g} to {values.max():g}"
        )


def _resolve_tie(thresholds: Floats, errors: Floats, keep: str) -> float:
    tied = np.flatnonzero(errors == errors.min())
    if keep != "middle":
        return float(thresholds[tied[0 if keep == "first" else -1]])
    runs = np.split(tied, np.flatnonzero(np.diff(tied) > 1) + 1)
    longest = max(runs, key=len)
    return float(thresholds[longest[0]] / 2 + thresholds[longest[-1]] / 2)

"""Normalization: numbers moved and stretched to a common scale, by what rows show or by known bounds."""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.check import between, flag, one_of
from gnomon.data.column import Column
from gnomon.errors import DataError, ParameterError
from gnomon.features.columnwise import Columnwise
from gnomon.features.cuts import distinct_values
from gnomon.registry import transformers
from gnomon.sharing.row_weights import in_rows


class Normalize(Columnwise):
    """Put each quantitative column on a common scale: (f - center) / unit.

    method="z" centers on the mean and divides by the standard deviation, as scikit-learn's StandardScaler
    (ddof=0); "variance" divides by the variance; "range" maps the least value to 0 and the greatest to 1, as
    scikit-learn's MinMaxScaler. low and high replace the least and the greatest by bounds that are known or
    guessed, and truncate cuts off what lies beyond them. A constant column becomes 0; a missing value stays.

    Attributes
    ----------
    centers_, units_ : what is subtracted from each column, and what it is divided by; None if it passes

    Examples
    --------
    >>> from gnomon.features.scale import Normalize
    >>> Normalize("range", low=0, high=10).fit_transform([[-2.0], [5.0], [30.0]]).ravel()
    array([0. , 0.5, 1. ])
    >>> Normalize(ddof=1).fit_transform([[1.0], [2.0], [3.0]]).ravel()
    array([-1.,  0.,  1.])
    """

    method: str = one_of("z", "variance", "range", default="z", kw_only=False, help="which scale")
    ddof: int = one_of(0, 1, default=0, help="the variance divides by n - ddof", grid=(0, 1))
    low: float | None = between(
        -inf,
        inf,
        default=None,
        optional=True,
        help="for method='range': what becomes 0; None: the least value",
    )
    high: float | None = between(
        -inf, inf, default=None, optional=True, help="for method='range': what becomes 1; None: the greatest"
    )
    truncate: bool = flag(default=True, help="for method='range': whether values beyond 0 and 1 are cut off")

    @property
    def centers_(self) -> list[float | None]:
        """What is subtracted from each column."""
        return [None if learned is None else float(learned[0]) for learned in self.learned_]

    @property
    def units_(self) -> list[float | None]:
        """What each column is divided by."""
        return [None if learned is None else float(learned[1]) for learned in self.learned_]

    def learn(self, column: Column, y: Any, weight: Floats | None) -> Floats:
        """Center and unit of one column."""
        counts = None if weight is None else in_rows(np.where(np.isnan(column.values), 0.0, weight))
        found, mass = distinct_values(column.values, counts)
        if self.method == "range":
            bounds = self._bounds(found)
            _check_unit(bounds[1], column)
            return bounds
        if len(found) < 2:
            return np.array([found[0] if len(found) else 0.0, 1.0])
        total = mass.sum()
        # About the middle, and in units of the range, so that nothing is too large or lost.
        middle, width = found[0] / 2 + found[-1] / 2, found[-1] / 2 - found[0] / 2
        within = (found - middle) / width
        mean = within @ mass / total
        deviation = np.sqrt(((within - mean) ** 2) @ mass / (total - self.ddof)) * width
        unit = deviation if self.method == "z" else deviation * deviation
        _check_unit(unit, column)
        return np.array([middle + mean * width, unit])

    def change(self, learned: Floats, column: Column) -> list[Column]:
        """(f - center) / unit."""
        center, unit = learned
        changed = (column.values - center) / unit
        if self.method == "range" and self.truncate:
            changed = np.clip(changed, 0.0, 1.0)
        return [Column(column.name, "quantitative", changed)]

    def _bounds(self, found: Floats) -> Floats:
        low = self.low if self.low is not None else found[0] if len(found) else 0.0
        high = self.high if self.high is not None else found[-1] if len(found) else 1.0
        given = self.low is not None and self.high is not None
        if high < low or (given and high == low):
            raise ParameterError(
                f"Normalize(low={self.low}, high={self.high}): the bounds are {low:g} and {high:g}; "
                "high must be above low"
            )
        with np.errstate(over="ignore"):
            return np.array([low, np.subtract(high, low) if high > low else 1.0])


def _check_unit(unit: float, column: Column) -> None:
    """A unit that is no number to divide by, as the variance of values about 1e200, is refused."""
    if not 0 < unit < inf or not np.isfinite(1 / unit):
        raise DataError(
            f"column {column.name!r} has values too small or too far apart to be divided by its spread, "
            f"{unit:g}; express it in another unit first"
        )


transformers.add("Normalize", Normalize, "z-scores, variance or [0, 1] scaling with bounds", family="kinds")

"""Feature scaling: standardization (z-scores), variance scaling and min-max scaling of numeric columns."""

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
    """Feature scaling of quantitative columns (standardization, min-max scaling): (x - center) / unit.

    method="z" standardizes (zero mean, unit standard deviation) as scikit-learn's StandardScaler (ddof=0);
    "variance" divides by the variance; "range" maps the minimum to 0 and the maximum to 1, as scikit-learn's
    MinMaxScaler. low and high replace minimum and maximum by known bounds, and truncate clips values outside.
    A constant column becomes 0; a missing value stays missing.

    Attributes
    ----------
    centers_, units_ : center and unit of each column; None for a column that is passed through

    Examples
    --------
    >>> from gnomon import Normalize
    >>> Normalize("range", low=0, high=10).fit_transform([[-2.0], [5.0], [30.0]]).ravel()
    array([0. , 0.5, 1. ])
    >>> Normalize(ddof=1).fit_transform([[1.0], [2.0], [3.0]]).ravel()
    array([-1.,  0.,  1.])
    """

    method: str = one_of("z", "variance", "range", default="z", kw_only=False, help="scaling method")
    ddof: int = one_of(
        0, 1, default=0, help="delta degrees of freedom: the divisor of the variance is n - ddof", grid=(0, 1)
    )
    low: float | None = between(
        -inf,
        inf,
        default=None,
        optional=True,
        help="for method='range': lower bound, mapped to 0; None for the minimum",
    )
    high: float | None = between(
        -inf,
        inf,
        default=None,
        optional=True,
        help="for method='range': upper bound, mapped to 1; None for the maximum",
    )
    truncate: bool = flag(default=True, help="for method='range': whether to clip values to [0, 1]")

    @property
    def centers_(self) -> list[float | None]:
        """The center of each column, which is subtracted."""
        return [None if learned is None else float(learned[0]) for learned in self.learned_]

    @property
    def units_(self) -> list[float | None]:
        """The unit of each column, which it is divided by."""
        return [None if learned is None else float(learned[1]) for learned in self.learned_]

    def learn(self, column: Column, y: Any, weight: Floats | None) -> Floats:
        """Center and unit of one column."""
        counts = None if weight is None else in_rows(np.where(np.isnan(column.values), 0.0, weight))
        distinct, mass = distinct_values(column.values, counts)
        if self.method == "range":
            bounds = self._bounds(distinct)
            _check_unit(bounds[1], column)
            return bounds
        if len(distinct) < 2:
            return np.array([distinct[0] if len(distinct) else 0.0, 1.0])
        total = mass.sum()
        # About the midrange and in units of the half range, to avoid overflow and underflow.
        middle, width = distinct[0] / 2 + distinct[-1] / 2, distinct[-1] / 2 - distinct[0] / 2
        within = (distinct - middle) / width
        mean = within @ mass / total
        deviation = np.sqrt(((within - mean) ** 2) @ mass / (total - self.ddof)) * width
        unit = deviation if self.method == "z" else deviation * deviation
        _check_unit(unit, column)
        return np.array([middle + mean * width, unit])

    def change(self, learned: Floats, column: Column) -> list[Column]:
        """(x - center) / unit."""
        center, unit = learned
        scaled = (column.values - center) / unit
        if self.method == "range" and self.truncate:
            scaled = np.clip(scaled, 0.0, 1.0)
        return [Column(column.name, "quantitative", scaled)]

    def _bounds(self, distinct: Floats) -> Floats:
        low = self.low if self.low is not None else distinct[0] if len(distinct) else 0.0
        high = self.high if self.high is not None else distinct[-1] if len(distinct) else 1.0
        has_both = self.low is not None and self.high is not None
        if high < low or (has_both and high == low):
            raise ParameterError(
                f"Normalize(low={self.low}, high={self.high}): the bounds are {low:g} and {high:g}; "
                "high must be greater than low"
            )
        with np.errstate(over="ignore"):
            return np.array([low, np.subtract(high, low) if high > low else 1.0])


def _check_unit(unit: float, column: Column) -> None:
    """Raise DataError if 1 / unit is not finite, as for the variance of values of order 1e200."""
    if not 0 < unit < inf or not np.isfinite(1 / unit):
        raise DataError(
            f"column {column.name!r} cannot be scaled: dividing by its spread, {unit:g}, overflows or "
            "underflows; rescale its values first"
        )


transformers.add(
    "Normalize", Normalize, "feature scaling: z-scores, variance or min-max scaling", family="kinds"
)

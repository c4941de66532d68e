"""Descriptive statistics of a column: center, spread and shape, each only where permissible for the kind.

x: numbers, levels or a Column. kind: its kind where it cannot be inferred (house numbers are categories).
Missing values are ignored. Moments divide by n: m_k = sum (x - mean)^k / n.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.data.column import Column
from gnomon.errors import DataError, ParameterError
from gnomon.features.kinds import check_permissible, permissible_statistics
from gnomon.features.quantiles import as_column, interquantile_range, percentile, present, quartiles

if TYPE_CHECKING:
    import pandas as pd

# A billion numbers up to here, a power of two, have a finite sum.
_SUMMABLE = 2.0**960


def mode(x: Any, kind: str | None = None) -> tuple[Any, ...]:
    """The mode: the most frequent value, or all of them if tied; for every kind.

    >>> mode([2, 3, 3, 5]), mode(["a", "b"])
    ((3.0,), ('a', 'b'))
    """
    column = as_column(x, kind)
    distinct, counts = np.unique(present(column), return_counts=True)
    top = distinct[counts == counts.max()]
    if column.kind == "quantitative":
        return tuple(top.tolist())
    return tuple(column.levels[int(code)] for code in top)


def median(x: Any, kind: str | None = None) -> Any:
    """The median: the middle value; of two, their mean, or for an ordinal column the higher one.

    >>> median([2, 3, 3, 5, 7, 12]), median(["S", "L"], "ordinal")
    (4.0, 'S')
    """
    column = as_column(x, kind)
    check_permissible("median", column)
    if column.kind == "ordinal":
        return percentile(column, 50)
    return float(np.median(present(column)))


def mean(x: Any, kind: str | None = None) -> float:
    """The arithmetic mean of a quantitative column.

    >>> mean([2, 3, 3, 5, 7, 12]) == 32 / 6
    True
    """
    return _mean(_quantitative_values(x, kind, "mean"))


def midrange(x: Any, kind: str | None = None, *, scale: str = "linear") -> float:
    """The midrange: (max + min) / 2, or on a log scale the geometric mean of minimum and maximum.

    >>> midrange([2, 3, 12]), midrange([1, 5, 100], scale="log")
    (7.0, 10.0)
    """
    values = _quantitative_values(x, kind, "midrange")
    low, high = values.min(), values.max()
    if scale == "linear":
        return float(low / 2 + high / 2)
    if scale != "log":
        raise ParameterError(f"scale={scale!r}: use 'linear' or 'log'")
    if low <= 0:
        raise DataError(
            f"scale='log' requires positive values, and the minimum is {low:g}; use scale='linear'"
        )
    return float(np.sqrt(low) * np.sqrt(high))


def value_range(x: Any, kind: str | None = None) -> float:
    """The range: max - min.

    >>> value_range([2, 3, 12])
    10.0
    """
    return float(np.ptp(_quantitative_values(x, kind, "range")))


def variance(x: Any, kind: str | None = None, *, ddof: int = 0) -> float:
    """The variance: mean squared deviation from the mean; ddof=1 divides by n - 1. Infinite on overflow.

    >>> variance([1, 3]), variance([1, 3], ddof=1)
    (1.0, 2.0)
    """
    unit, square = _mean_square(_quantitative_values(x, kind, "variance"), ddof)
    return unit * square * unit


def standard_deviation(x: Any, kind: str | None = None, *, ddof: int = 0) -> float:
    """The standard deviation: square root of the variance.

    >>> standard_deviation([1, 3])
    1.0
    """
    values = _quantitative_values(x, kind, "standard deviation")
    scale = _SUMMABLE if np.abs(values).max() > _SUMMABLE else 1.0
    unit, square = _mean_square(values / scale, ddof)
    return unit * sqrt(square) * scale


def central_moment(x: Any, k: int, kind: str | None = None) -> float:
    """The k-th central moment m_k = sum (x - mean)^k / n. Infinite on overflow.

    >>> central_moment([1, 3], 2)
    1.0
    """
    if not isinstance(k, int | np.integer) or k < 0:
        raise ParameterError(f"k={k!r}: the order of a moment must be an integer >= 0")
    values = _quantitative_values(x, kind, "central moment")
    with np.errstate(over="ignore"):
        return float(np.mean((values - values.mean()) ** k))


def skewness(x: Any, kind: str | None = None) -> float:
    """Skewness m_3 / s³: positive for a long right tail, negative for a long left tail; 0 for a constant.

    >>> round(skewness([2, 3, 3, 5, 7, 12]), 6)
    1.011695
    """
    return _standard_moment(_quantitative_values(x, kind, "skewness"), 3)


def kurtosis(x: Any, kind: str | None = None) -> float:
    """Kurtosis m_4 / s⁴, 3 for a normal distribution (excess kurtosis is this minus 3); 0 for a constant.

    >>> round(kurtosis([2, 3, 3, 5, 7, 12]), 6)
    2.703217
    """
    return _standard_moment(_quantitative_values(x, kind, "kurtosis"), 4)


@dataclass(frozen=True)
class Summary:
    """Summary statistics of a column; None where a statistic is not permissible for its kind.

    >>> print(describe([2, 3, 3, 5, 7, 12]))
    x: quantitative, 6 values, 5 distinct, mode 3, median 4, mean 5.33333, standard deviation 3.39935
    """

    name: str
    kind: str
    n: int
    missing: int
    distinct: int
    mode: tuple[Any, ...]
    median: Any = None
    quartiles: tuple[Any, ...] | None = None
    mean: float | None = None
    midrange: float | None = None
    range: float | None = None
    interquartile_range: float | None = None
    variance: float | None = None
    standard_deviation: float | None = None
    skewness: float | None = None
    kurtosis: float | None = None

    def frame(self) -> pd.DataFrame:
        """One row per permissible statistic."""
        import pandas as pd

        rows = [(each.name, getattr(self, each.name)) for each in fields(self)]
        return pd.DataFrame([row for row in rows if row[1] is not None], columns=["statistic", "value"])

    def __str__(self) -> str:
        parts = [f"{self.name}: {self.kind}", f"{self.n} values"]
        parts += [f"{self.missing} missing"] if self.missing else []
        parts += [f"{self.distinct} distinct"]
        if self.mode:
            shown = ", ".join(_shown(value) for value in self.mode[:3])
            parts.append(f"mode {shown}" + (" ..." if len(self.mode) > 3 else ""))
        for name in ("median", "mean", "standard_deviation"):
            value = getattr(self, name)
            if value is not None:
                parts.append(f"{name.replace('_', ' ')} {_shown(value)}")
        return ", ".join(parts)


def describe(x: Any, kind: str | None = None, name: str = "x") -> Summary:
    """Summary statistics of a column: all that are permissible for its kind.

    >>> describe([7, 12, 12], "categorical", "house").frame().statistic.tolist()
    ['name', 'kind', 'n', 'missing', 'distinct', 'mode']
    """
    column = as_column(x, kind, name)
    missing = int(column.missing.sum())
    n = len(column.values) - missing
    if n == 0:
        return Summary(column.name, column.kind, 0, missing, 0, ())
    distinct = len(np.unique(present(column)))
    statistics: dict[str, Any] = {}
    if "median" in permissible_statistics(column.kind):
        statistics |= {"median": median(column), "quartiles": tuple(quartiles(column))}
    if "mean" in permissible_statistics(column.kind):
        statistics |= _quantitative_statistics(column)
    return Summary(column.name, column.kind, n, missing, distinct, mode(column), **statistics)


def _quantitative_statistics(column: Column) -> dict[str, float]:
    return {
        "mean": mean(column),
        "midrange": midrange(column),
        "range": value_range(column),
        "interquartile_range": interquantile_range(column),
        "variance": variance(column),
        "standard_deviation": standard_deviation(column),
        "skewness": skewness(column),
        "kurtosis": kurtosis(column),
    }


def _quantitative_values(x: Any, kind: str | None, statistic: str) -> Floats:
    column = as_column(x, kind)
    check_permissible(statistic, column)
    return present(column)


def _mean_square(values: Floats, ddof: int) -> tuple[float, float]:
    """The largest deviation from the mean, and the variance in its square, so that no power overflows."""
    if len(values) <= ddof:
        raise DataError(
            f"the variance of {len(values)} value is not defined with ddof={ddof}; pass more, or ddof=0"
        )
    unit, deviation = _in_units(values)
    return unit, float(deviation @ deviation / (len(values) - ddof))


def _standard_moment(values: Floats, k: int) -> float:
    _, deviation = _in_units(values)
    if values.min() == values.max():
        return 0.0
    return float(np.mean(deviation**k) / np.mean(deviation**2) ** (k / 2))


def _in_units(values: Floats) -> tuple[float, Floats]:
    """The largest absolute deviation from the mean (1 if zero), and the deviations divided by it."""
    if np.abs(values).max() > _SUMMABLE:
        unit, deviation = _in_units(values / _SUMMABLE)
        return unit * _SUMMABLE, deviation
    deviation = values - values.mean()
    unit = float(np.abs(deviation).max()) or 1.0
    return unit, deviation / unit


def _mean(values: Floats) -> float:
    # The sum of very large numbers may overflow where their mean does not.
    is_large = np.abs(values).max() > _SUMMABLE
    return float((values / _SUMMABLE).mean() * _SUMMABLE if is_large else values.mean())


def _shown(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)

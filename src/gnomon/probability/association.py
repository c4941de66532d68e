"""Whether the rows and columns of a table of counts hang together: the chi-squared and G statistics."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import chi2

from gnomon.arrays import Floats
from gnomon.errors import DataError
from gnomon.probability.shared_information import mutual_information
from gnomon.probability.tables import checked


@dataclass(frozen=True)
class Association:
    """A statistic of independence, its degrees of freedom and p value, and the smallest expected count.

    >>> print(chi_squared_test([[30, 10], [10, 30]]))
    chi-squared 20 with 1 degree of freedom: p = 7.74e-06
    """

    name: str
    statistic: float
    degrees_of_freedom: int
    p_value: float
    smallest_expected: float

    def __str__(self) -> str:
        many = "" if self.degrees_of_freedom == 1 else "s"
        text = (
            f"{self.name} {self.statistic:.4g} with {self.degrees_of_freedom} degree{many} of freedom: "
            f"p = {self.p_value:.3g}"
        )
        if self.smallest_expected < 5:
            text += (
                f" (a count of {self.smallest_expected:.2g} is expected somewhere: shuffle for an exact p)"
            )
        return text


def chi_squared_test(table: ArrayLike) -> Association:
    """Sum (count - expected)² / expected, with expected = row sum x column sum / total (Pearson 1900).

    Rows and columns that count nothing are left out; a table of one row or column left has a p of 1.

    >>> round(chi_squared_test([[4, 1], [1, 6]]).statistic, 4)
    5.182
    """
    counts = _occupied(table)
    return _associated("chi-squared", chi_squared_statistic(counts), _expected(counts))


def chi_squared_statistic(tables: ArrayLike) -> Any:
    """The statistic of `chi_squared_test` alone; a stack of tables (..., rows, columns) gives an array.

    >>> chi_squared_statistic([[[30, 10], [10, 30]], [[20, 20], [20, 20]]])
    array([20.,  0.])
    """
    counts = checked(tables, "a table of counts")
    expected = _expected(counts)
    apart = np.divide((counts - expected) ** 2, expected, out=np.zeros_like(expected), where=expected > 0)
    found = np.asarray(apart.sum(axis=(-2, -1)))
    return found if found.ndim else float(found)


def g_test(table: ArrayLike) -> Association:
    """G = 2 n I(rows; columns) in nats, which follows chi-squared if the two are independent.

    >>> print(g_test([[10, 10], [10, 10]]))
    G 0 with 1 degree of freedom: p = 1
    """
    counts = _occupied(table)
    statistic = 2 * counts.sum() * mutual_information(counts, float(np.e))
    return _associated("G", float(statistic), _expected(counts))


def _occupied(table: ArrayLike) -> Floats:
    counts = checked(table, "a table of counts")
    if counts.ndim != 2:
        raise DataError(f"a table of shape {counts.shape}: give rows and columns of counts")
    return np.asarray(counts[counts.any(axis=1)][:, counts.any(axis=0)], dtype=np.float64)


def _expected(counts: Floats) -> Floats:
    """Row sum x column sum / total, for each table; a table of nothing expects nothing."""
    rows, columns = counts.sum(axis=-1, keepdims=True), counts.sum(axis=-2, keepdims=True)
    total = rows.sum(axis=-2, keepdims=True)
    return np.asarray(rows * (columns / np.where(total > 0, total, 1.0)))


def _associated(name: str, statistic: float, expected: Floats) -> Association:
    freedom = (expected.shape[0] - 1) * (expected.shape[1] - 1)
    p_value = float(chi2.sf(statistic, freedom)) if freedom else 1.0
    return Association(name, statistic, freedom, p_value, float(expected.min()))

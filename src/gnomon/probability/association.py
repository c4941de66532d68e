"""Tests of association in contingency tables: Pearson's chi-squared test and the G-test."""

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
    """Result of a test of independence: statistic, degrees of freedom, p-value, smallest expected count.

    >>> print(chi_squared_test([[30, 10], [10, 30]]))
    chi-squared 20 with 1 degree of freedom: p = 7.74e-06
    """

    name: str
    statistic: float
    degrees_of_freedom: int
    p_value: float
    min_expected: float

    def __str__(self) -> str:
        plural = "" if self.degrees_of_freedom == 1 else "s"
        text = (
            f"{self.name} {self.statistic:.4g} with {self.degrees_of_freedom} degree{plural} of freedom: "
            f"p = {self.p_value:.3g}"
        )
        if self.min_expected < 5:
            text += f" (smallest expected count {self.min_expected:.2g}, below 5: use a permutation test)"
        return text


def chi_squared_test(table: ArrayLike) -> Association:
    """Pearson's chi-squared test of independence (Pearson 1900) for a contingency table.

    The statistic is sum (count - expected)² / expected, with expected = row sum x column sum / total. Empty
    rows and columns are dropped; a table of one row or column has a p-value of 1.

    >>> round(chi_squared_test([[4, 1], [1, 6]]).statistic, 4)
    5.182
    """
    counts = _nonempty(table)
    return _tested("chi-squared", chi_squared_statistic(counts), _expected(counts))


def chi_squared_statistic(tables: ArrayLike) -> Any:
    """Pearson's chi-squared statistic; a stack of tables (..., rows, columns) gives an array.

    >>> chi_squared_statistic([[[30, 10], [10, 30]], [[20, 20], [20, 20]]])
    array([20.,  0.])
    """
    counts = checked(tables, "a table of counts")
    expected = _expected(counts)
    terms = np.divide((counts - expected) ** 2, expected, out=np.zeros_like(expected), where=expected > 0)
    statistic = np.asarray(terms.sum(axis=(-2, -1)))
    return statistic if statistic.ndim else float(statistic)


def g_test(table: ArrayLike) -> Association:
    """G-test (likelihood-ratio test) of independence: G = 2 n I(rows; columns), with I in nats.

    G is asymptotically chi-squared distributed under independence.

    >>> print(g_test([[10, 10], [10, 10]]))
    G 0 with 1 degree of freedom: p = 1
    """
    counts = _nonempty(table)
    statistic = 2 * counts.sum() * mutual_information(counts, float(np.e))
    return _tested("G", float(statistic), _expected(counts))


def _nonempty(table: ArrayLike) -> Floats:
    counts = checked(table, "a table of counts")
    if counts.ndim != 2:
        raise DataError(f"a table of shape {counts.shape}: pass a 2-D contingency table")
    return np.asarray(counts[counts.any(axis=1)][:, counts.any(axis=0)], dtype=np.float64)


def _expected(counts: Floats) -> Floats:
    """Row sum x column sum / total, for each table; 0 for an empty table."""
    rows, columns = counts.sum(axis=-1, keepdims=True), counts.sum(axis=-2, keepdims=True)
    total = rows.sum(axis=-2, keepdims=True)
    return np.asarray(rows * (columns / np.where(total > 0, total, 1.0)))


def _tested(name: str, statistic: float, expected: Floats) -> Association:
    freedom = (expected.shape[0] - 1) * (expected.shape[1] - 1)
    p_value = float(chi2.sf(statistic, freedom)) if freedom else 1.0
    return Association(name, statistic, freedom, p_value, float(expected.min()))

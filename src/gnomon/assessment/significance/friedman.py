"""Ranks of learners over data sets, and the omnibus tests of equal ranks: Friedman and Iman-Davenport."""

from math import factorial
from typing import Any

import numpy as np
from scipy import stats

from gnomon.arrays import Array, Floats
from gnomon.assessment.significance.outcome import Outcome
from gnomon.errors import DataError, DesignError

SCORES = [[0.9, 0.8, 0.7], [0.8, 0.8, 0.6], [0.7, 0.75, 0.5], [0.9, 0.7, 0.6]]


def ranks(scores: Array, better: str = "higher") -> Floats:
    """The rank of each learner on each data set: 1 is best, and ties share their average rank.

    scores: data sets x learners.

    >>> ranks([[0.9, 0.8, 0.7], [0.8, 0.8, 0.6]])
    array([[1. , 2. , 3. ],
           [1.5, 1.5, 3. ]])
    """
    table = _table(scores)
    return stats.rankdata(-table if better == "higher" else table, axis=1)


def friedman_test(scores: Any) -> Outcome:
    """Friedman test (1937): chi-squared test of equal mean ranks, corrected for ties.

    >>> print(friedman_test(SCORES))
    Friedman: statistic 6.533 (2 degrees of freedom), p = 0.038
    """
    statistic, n_learners = _chi_squared(scores), np.shape(scores)[1]
    return Outcome("Friedman", statistic, float(stats.chi2.sf(statistic, n_learners - 1)), (n_learners - 1,))


def iman_davenport_test(scores: Any) -> Outcome:
    """Iman-Davenport test (1980): F form of Friedman's test, less conservative: (N - 1) χ²/(N (k - 1) - χ²).

    Where all data sets have the same ranks it is infinite; p is then the probability of that, k!^(1 - N).

    >>> print(iman_davenport_test(SCORES))
    Iman-Davenport: statistic 13.36 (2 and 6 degrees of freedom), p = 0.0062
    """
    n_data_sets, n_learners = np.shape(scores)
    statistic, freedom = _chi_squared(scores), (n_learners - 1, (n_learners - 1) * (n_data_sets - 1))
    remainder = n_data_sets * (n_learners - 1) - statistic
    if remainder <= 1e-9 * n_data_sets:
        return Outcome("Iman-Davenport", np.inf, float(factorial(n_learners)) ** (1 - n_data_sets), freedom)
    ratio = (n_data_sets - 1) * statistic / remainder
    return Outcome("Iman-Davenport", ratio, float(stats.f.sf(ratio, *freedom)), freedom)


def _chi_squared(scores: Array) -> float:
    """(k - 1) Σ_j (R_j - N (k + 1)/2)² / (Σ_ij r_ij² - N k (k + 1)²/4); 0 where all are tied everywhere."""
    ranked = ranks(scores)
    n_data_sets, n_learners = ranked.shape
    between = float(np.sum((ranked.sum(axis=0) - n_data_sets * (n_learners + 1) / 2) ** 2))
    within = float(np.sum(ranked**2)) - n_data_sets * n_learners * (n_learners + 1) ** 2 / 4
    return (n_learners - 1) * between / within if within > 0 else 0.0


def _table(scores: Array) -> Floats:
    table = np.asarray(scores, dtype=np.float64)
    if table.ndim != 2 or table.shape[0] < 2 or table.shape[1] < 2:
        raise DesignError(
            f"scores of shape {table.shape}: ranking needs at least 2 data sets (rows) and 2 learners "
            "(columns)"
        )
    if not np.isfinite(table).all():
        row, column = np.argwhere(~np.isfinite(table))[0]
        raise DataError(
            f"data set {row}, learner {column} has score {table[row, column]}; ranking needs finite scores"
        )
    return table

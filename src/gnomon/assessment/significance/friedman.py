"""Ranks of learners on each data set, and the tests that ask whether the ranks tell them apart at all."""

from math import factorial

import numpy as np
from scipy import stats

from gnomon.arrays import Array, Floats
from gnomon.assessment.significance.outcome import Outcome
from gnomon.errors import DataError, DesignError

SCORES = [[0.9, 0.8, 0.7], [0.8, 0.8, 0.6], [0.7, 0.75, 0.5], [0.9, 0.7, 0.6]]


def ranks(scores: Array, better: str = "higher") -> Floats:
    """The rank of each learner on each data set: 1 is the best, and equals share the mean of their ranks.

    scores: data sets x learners.

    >>> ranks([[0.9, 0.8, 0.7], [0.8, 0.8, 0.6]])
    array([[1. , 2. , 3. ],
           [1.5, 1.5, 3. ]])
    """
    table = _table(scores)
    return stats.rankdata(-table if better == "higher" else table, axis=1)


def friedman_test(scores: Array) -> Outcome:
    """Friedman's (1937) chi-squared that all learners rank alike, with the variance that ties leave.

    >>> print(friedman_test(SCORES))
    Friedman: statistic 6.533 (2 degrees of freedom), p = 0.038
    """
    statistic, n_learners = _chi_squared(scores), np.shape(scores)[1]
    return Outcome("Friedman", statistic, float(stats.chi2.sf(statistic, n_learners - 1)), (n_learners - 1,))


def iman_davenport_test(scores: Array) -> Outcome:
    """Iman and Davenport's (1980) F form of Friedman's test, less timid: (N - 1) χ²/(N (k - 1) - χ²).

    Where all data sets rank alike it is without end; p is then the chance of that, k!^(1 - N).

    >>> print(iman_davenport_test(SCORES))
    Iman-Davenport: statistic 13.36 (2 and 6 degrees of freedom), p = 0.0062
    """
    n_sets, n_learners = np.shape(scores)
    statistic, freedom = _chi_squared(scores), (n_learners - 1, (n_learners - 1) * (n_sets - 1))
    room = n_sets * (n_learners - 1) - statistic
    if room <= 1e-9 * n_sets:
        return Outcome("Iman-Davenport", np.inf, float(factorial(n_learners)) ** (1 - n_sets), freedom)
    ratio = (n_sets - 1) * statistic / room
    return Outcome("Iman-Davenport", ratio, float(stats.f.sf(ratio, *freedom)), freedom)


def _chi_squared(scores: Array) -> float:
    """(k - 1) Σ_j (R_j - N (k + 1)/2)² / (Σ_ij r_ij² - N k (k + 1)²/4); 0 where all are tied everywhere."""
    placed = ranks(scores)
    n_sets, n_learners = placed.shape
    between = float(np.sum((placed.sum(axis=0) - n_sets * (n_learners + 1) / 2) ** 2))
    within = float(np.sum(placed**2)) - n_sets * n_learners * (n_learners + 1) ** 2 / 4
    return (n_learners - 1) * between / within if within > 0 else 0.0


def _table(scores: Array) -> Floats:
    table = np.asarray(scores, dtype=np.float64)
    if table.ndim != 2 or table.shape[0] < 2 or table.shape[1] < 2:
        raise DesignError(
            f"scores of shape {table.shape}: ranks need 2 data sets (rows) and 2 learners (columns) or more"
        )
    if not np.isfinite(table).all():
        row, column = np.argwhere(~np.isfinite(table))[0]
        raise DataError(
            f"data set {row}, learner {column} has score {table[row, column]}; ranks need them all"
        )
    return table

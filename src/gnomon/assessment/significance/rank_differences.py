"""Post-hoc tests of mean ranks over data sets: Nemenyi, Bonferroni-Dunn (Demšar 2006).

Under the null the difference of two mean ranks has standard error √(k (k + 1)/(6 N)). Ranks depend on the
other learners in the comparison: to compare two learners only, use Wilcoxon's test.
"""

from math import inf, sqrt
from typing import Any

import numpy as np
from scipy import stats

from gnomon.arrays import Array, Floats
from gnomon.assessment.intervals import check_level
from gnomon.errors import ParameterError


def rank_error(n_learners: int, n_sets: int) -> float:
    """Standard error of the difference of two mean ranks.

    >>> round(rank_error(4, 14), 4)
    0.488
    """
    if n_learners < 2 or n_sets < 1:
        raise ParameterError(
            f"n_learners={n_learners!r}, n_sets={n_sets!r}: must be at least 2 learners and 1 data set"
        )
    return sqrt(n_learners * (n_learners + 1) / (6 * n_sets))


def critical_difference(n_learners: int, n_sets: int, level: float = 0.95, *, control: bool = False) -> float:
    """Critical difference (CD) of two mean ranks: Nemenyi's (1963) for all pairs.

    control: Bonferroni-Dunn's, for comparisons with one control learner only.

    >>> round(critical_difference(4, 14), 2), round(critical_difference(4, 14, control=True), 2)
    (1.25, 1.17)
    """
    alpha = 1 - check_level(level)
    if control:
        critical = float(stats.norm.isf(alpha / (2 * (n_learners - 1))))
    else:
        critical = float(stats.studentized_range.ppf(level, n_learners, inf)) / sqrt(2)
    return critical * rank_error(n_learners, n_sets)


def nemenyi_test(differences: Any, n_learners: int, n_sets: int) -> Floats:
    """Nemenyi test: p of differences of mean ranks, adjusted for all pairs by the studentized range.

    >>> nemenyi_test([1.253], 4, 14).round(3)
    array([0.05])
    """
    z, index = np.unique(_z_statistics(differences, n_learners, n_sets), return_inverse=True)
    p = stats.studentized_range.sf(z * sqrt(2), n_learners, inf)
    return np.clip(p, 0.0, 1.0)[index]


def normal_p(differences: Array, n_learners: int, n_sets: int) -> Floats:
    """Unadjusted p of differences of mean ranks by the normal approximation; see `adjust_p_values`.

    >>> normal_p([0.9565], 4, 14).round(3)
    array([0.05])
    """
    return 2 * stats.norm.sf(_z_statistics(differences, n_learners, n_sets))


def _z_statistics(differences: Array, n_learners: int, n_sets: int) -> Floats:
    """Absolute differences in standard errors, rounded so that equal differences stay equal."""
    z: Floats = np.abs(np.asarray(differences, dtype=np.float64)).round(12)
    return z / rank_error(n_learners, n_sets)

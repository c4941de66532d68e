"""Which mean ranks differ, once many data sets have ranked the learners (Demšar 2006).

Under equality a difference of two mean ranks has standard error √(k (k + 1)/(6 N)). It depends on which other
learners are in the table: to compare two by themselves, use Wilcoxon's test.
"""

from math import inf, sqrt

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
            f"{n_learners} learners on {n_sets} data sets: 2 learners and 1 set are the least"
        )
    return sqrt(n_learners * (n_learners + 1) / (6 * n_sets))


def critical_difference(n_learners: int, n_sets: int, level: float = 0.95, *, control: bool = False) -> float:
    """How far apart two mean ranks must be: Nemenyi's (1963) for all pairs.

    control: only pairs with one control learner are asked about, so that Bonferroni-Dunn's will do.

    >>> round(critical_difference(4, 14), 2), round(critical_difference(4, 14, control=True), 2)
    (1.25, 1.17)
    """
    alpha = 1 - check_level(level)
    if control:
        critical = float(stats.norm.isf(alpha / (2 * (n_learners - 1))))
    else:
        critical = float(stats.studentized_range.ppf(level, n_learners, inf)) / sqrt(2)
    return critical * rank_error(n_learners, n_sets)


def nemenyi_test(differences: Array, n_learners: int, n_sets: int) -> Floats:
    """p of differences of mean ranks, adjusted for all pairs by the studentized range.

    >>> nemenyi_test([1.253], 4, 14).round(3)
    array([0.05])
    """
    sizes, place = np.unique(_sizes(differences, n_learners, n_sets), return_inverse=True)
    p = stats.studentized_range.sf(sizes * sqrt(2), n_learners, inf)
    return np.clip(p, 0.0, 1.0)[place]


def normal_p(differences: Array, n_learners: int, n_sets: int) -> Floats:
    """p of differences of mean ranks, each by itself; adjust them by `adjust`.

    >>> normal_p([0.9565], 4, 14).round(3)
    array([0.05])
    """
    return 2 * stats.norm.sf(_sizes(differences, n_learners, n_sets))


def _sizes(differences: Array, n_learners: int, n_sets: int) -> Floats:
    """Sizes in standard errors, rounded so that equal differences stay equal."""
    sizes: Floats = np.abs(np.asarray(differences, dtype=np.float64)).round(12)
    return sizes / rank_error(n_learners, n_sets)

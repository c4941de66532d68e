"""Paired t tests of differences of scores: Student's, and the corrected resampled t."""

from math import sqrt
from typing import Any

import numpy as np
from scipy import stats

from gnomon.arrays import Array, Floats
from gnomon.assessment.significance.outcome import Outcome
from gnomon.errors import DataError, DesignError, ParameterError

ROUNDING = 1e-12


def paired_t_test(differences: Any, *, ddof: int = 1) -> Outcome:
    """Paired t test of K differences: √K mean / s on K - 1 degrees of freedom.

    It assumes independent differences. Those of cross-validation folds are not, as the folds share training
    rows, and the type I error is then inflated: see `corrected_t_test`. Where all differences are equal,
    the standard deviation is taken to be their absolute value.

    >>> print(paired_t_test(np.array([1, 2, -2, 2, 2]) / 30))
    paired t: statistic 1.291 (4 degrees of freedom), p = 0.27
    """
    values = check_differences(differences)
    return _student(values, sqrt(1 / len(values)), ddof, "paired t")


def corrected_t_test(differences: Any, test_to_train: float) -> Outcome:
    """Corrected resampled t test (Nadeau & Bengio 2003): mean / (s √(1/K + test_to_train)).

    test_to_train: ratio of held-out to training rows, 1/(k - 1) in k-fold cross-validation.

    >>> print(corrected_t_test(np.array([1, 2, -2, 2, 2]) / 30, 1 / 4))
    corrected t: statistic 0.8607 (4 degrees of freedom), p = 0.44
    """
    values = check_differences(differences)
    if not 0 <= test_to_train < np.inf:
        raise ParameterError(f"test_to_train={test_to_train!r}: must be a ratio of 0 or more, such as 1/9")
    return _student(values, sqrt(1 / len(values) + test_to_train), 1, "corrected t")


def check_differences(differences: Array, min_count: int = 2) -> Floats:
    """The differences as floats; an error where they are too few, or not finite.

    >>> check_differences([1, 2])
    array([1., 2.])
    """
    values = np.asarray(differences, dtype=np.float64)
    if values.ndim != 1 or len(values) < min_count:
        raise DesignError(
            f"differences of shape {values.shape}: pass a list of {min_count} or more; "
            "use more folds, repeats, rows or data sets"
        )
    if not np.isfinite(values).all():
        index = int(np.argmin(np.isfinite(values)))
        raise DataError(f"difference {index} is {values[index]}; drop it or correct the scores")
    return values


def _student(values: Floats, factor: float, ddof: int, test: str) -> Outcome:
    if not 0 <= ddof < len(values):
        raise ParameterError(f"ddof={ddof!r}: must be 0 or more and below the {len(values)} differences")
    average, deviation = float(np.mean(values)), float(np.std(values, ddof=ddof))
    if deviation <= ROUNDING * float(np.max(np.abs(values))):
        deviation = abs(average)
    statistic = average / (deviation * factor) if deviation else 0.0
    freedom = len(values) - 1
    return Outcome(test, statistic, float(2 * stats.t.sf(abs(statistic), freedom)), (freedom,))

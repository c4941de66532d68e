"""Tests over the scores of splits: corrected t, the textbook's paired t, five times two folds."""

import numpy as np

from gnomon.arrays import Floats
from gnomon.assessment.measures.facts import Measure
from gnomon.assessment.paired.finding import Asked, Finding, of_outcome, of_student
from gnomon.assessment.paired.spread import over_splits
from gnomon.assessment.paired.validity import need_splits
from gnomon.assessment.predictions import Predictions
from gnomon.assessment.significance.five_by_two import (
    five_by_two_f_interval,
    five_by_two_f_test,
    five_by_two_t_interval,
    five_by_two_t_test,
    spread_of_folds,
)
from gnomon.errors import DesignError, ParameterError


def corrected_t(
    a: Predictions, b: Predictions, measure: Measure, asked: Asked, method: str = "corrected t"
) -> Finding:
    """The corrected resampled t (Nadeau & Bengio 2003), or the one for rows held out several times."""
    need_splits(a, method)
    return of_student(a, b, measure, over_splits([a, b], measure, method=method), asked.level)


def paired_t(a: Predictions, b: Predictions, measure: Measure, asked: Asked) -> Finding:
    """The textbook's paired t over splits, with its caveat."""
    need_splits(a, "paired t")
    if not 0 <= asked.ddof < len(a.train_sizes):
        raise ParameterError(
            f"ddof={asked.ddof!r}: it must be 0 or more, and below the {len(a.train_sizes)} splits"
        )
    spread = over_splits([a, b], measure, method="paired t", ddof=asked.ddof)
    return of_student(a, b, measure, spread, asked.level)


def dietterich_t(a: Predictions, b: Predictions, measure: Measure, asked: Asked) -> Finding:
    """Dietterich's (1998) t of five times two folds."""
    differences = _ten_differences(a, b, measure, "5x2cv t")
    why = (
        "two folds share no training row (Dietterich 1998); the statistic rests on the first of the ten "
        "differences alone, so the difference given is that one: '5x2cv F' uses all ten."
    )
    bounds = five_by_two_t_interval(differences, asked.level)
    error = spread_of_folds(differences)
    outcome = five_by_two_t_test(differences)
    return of_outcome(float(differences[0, 0]), bounds, outcome, error, error, why, freedom=5)


def alpaydin_f(a: Predictions, b: Predictions, measure: Measure, asked: Asked) -> Finding:
    """Alpaydin's (1999) combined F of five times two folds."""
    differences = _ten_differences(a, b, measure, "5x2cv F")
    why = "two folds share no training row, and all ten differences count (Alpaydin 1999)."
    bounds = five_by_two_f_interval(differences, asked.level)
    error = spread_of_folds(differences)
    outcome = five_by_two_f_test(differences)
    return of_outcome(float(np.mean(differences)), bounds, outcome, error, error, why, freedom=5)


def _ten_differences(a: Predictions, b: Predictions, measure: Measure, test: str) -> Floats:
    design = a.design
    if (design.method, design.folds, design.repeats) != ("k-fold", 2, 5) or len(a.train_sizes) != 10:
        raise DesignError(
            f"{test!r} needs five repeats of two folds, and this is {design}; "
            "use plan=repeated(k_fold(2), times=5), or test='corrected t'"
        )
    return (a.per_split(measure) - b.per_split(measure)).reshape(5, 2)

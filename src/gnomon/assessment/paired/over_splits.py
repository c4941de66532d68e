"""Paired tests over the scores of splits: corrected resampled t, uncorrected paired t, 5x2cv t and F."""

import numpy as np

from gnomon.arrays import Floats
from gnomon.assessment.measures.facts import Measure
from gnomon.assessment.paired.pair_result import Options, PairResult, of_outcome, of_student
from gnomon.assessment.paired.spread import over_splits
from gnomon.assessment.paired.validity import need_splits
from gnomon.assessment.predictions import Predictions
from gnomon.assessment.significance.five_by_two import (
    five_by_two_f_interval,
    five_by_two_f_test,
    five_by_two_t_interval,
    five_by_two_t_test,
    pooled_deviation,
)
from gnomon.errors import DesignError, ParameterError


def corrected_t(
    a: Predictions, b: Predictions, measure: Measure, options: Options, method: str = "corrected t"
) -> PairResult:
    """Corrected resampled t-test (Nadeau & Bengio 2003), or its variant for repeats."""
    need_splits(a, method)
    return of_student(a, b, measure, over_splits([a, b], measure, method=method), options.level)


def paired_t(a: Predictions, b: Predictions, measure: Measure, options: Options) -> PairResult:
    """Uncorrected paired t-test over splits, with a caveat."""
    need_splits(a, "paired t")
    if not 0 <= options.ddof < len(a.train_sizes):
        raise ParameterError(
            f"ddof={options.ddof!r}: it must be from 0 to the number of splits, {len(a.train_sizes)}, minus 1"
        )
    spread = over_splits([a, b], measure, method="paired t", ddof=options.ddof)
    return of_student(a, b, measure, spread, options.level)


def dietterich_t(a: Predictions, b: Predictions, measure: Measure, options: Options) -> PairResult:
    """Dietterich's (1998) 5x2cv t-test."""
    differences = _ten_differences(a, b, measure, "5x2cv t")
    why = (
        "the two folds have disjoint training rows (Dietterich 1998); the statistic uses only the first of "
        "the ten differences, which is the one reported: '5x2cv F' uses all ten."
    )
    bounds = five_by_two_t_interval(differences, options.level)
    error = pooled_deviation(differences)
    outcome = five_by_two_t_test(differences)
    return of_outcome(float(differences[0, 0]), bounds, outcome, error, error, why, freedom=5)


def alpaydin_f(a: Predictions, b: Predictions, measure: Measure, options: Options) -> PairResult:
    """Alpaydin's (1999) combined 5x2cv F-test."""
    differences = _ten_differences(a, b, measure, "5x2cv F")
    why = "the two folds have disjoint training rows, and all ten differences are used (Alpaydin 1999)."
    bounds = five_by_two_f_interval(differences, options.level)
    error = pooled_deviation(differences)
    outcome = five_by_two_f_test(differences)
    return of_outcome(float(np.mean(differences)), bounds, outcome, error, error, why, freedom=5)


def _ten_differences(a: Predictions, b: Predictions, measure: Measure, test: str) -> Floats:
    design = a.design
    if (design.method, design.folds, design.repeats) != ("k-fold", 2, 5) or len(a.train_sizes) != 10:
        raise DesignError(
            f"{test!r} needs five repeats of two folds, but the design is {design}; "
            "use plan=repeated(k_fold(2), times=5), or test='corrected t'"
        )
    return (a.per_split(measure) - b.per_split(measure)).reshape(5, 2)

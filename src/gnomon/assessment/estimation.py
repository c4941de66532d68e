"""Confidence intervals of a score: which method is valid for which resampling design and measure.

==================  ==========================================================================
design              "auto" selects
==================  ==========================================================================
hold-out            proportions (accuracy, recall, precision): Wilson; means over rows: t over
                    rows; AUC of two classes: DeLong; others: BCa bootstrap of the rows
leave-one-out       the same, except measures that rank rows by scores
several splits      corrected t (Nadeau & Bengio 2003), never narrower than the rows allow
repeated splits     the same, with repeated rows not counted as independent
chronological       the same, with the caveat that splits are not exchangeable
==================  ==========================================================================

With groups, rows are not independent: then t over groups, DeLong's variance over groups (Obuchowski 1997) or
a cluster bootstrap is used. Where all splits of a k-fold have the same proportion (all rows correct, for
example), Wilson's interval replaces a zero variance; elsewhere the rule of three does (not in "t" and "z").

By name also: "t" and "z" over splits (uncorrected, too narrow); "clopper-pearson", "jeffreys",
"agresti-coull"; "bayle" and "bayle within folds" (k-fold of a stable learner) and "influence" (AUC over
splits), which are about the fitted models; "bootstrap" (percentile), "basic bootstrap", "bca bootstrap" and
"studentized bootstrap". Methods that refit take a task and a learner, and are separate functions.
"""

from __future__ import annotations

from dataclasses import replace
from math import nan
from typing import TYPE_CHECKING

import numpy as np

from gnomon.assessment.evidence.sentence import measured
from gnomon.assessment.interval_methods import METHODS, IntervalOptions, IntervalResult
from gnomon.assessment.intervals import Estimate, check_level
from gnomon.assessment.measures.facts import Measure, find_measure
from gnomon.assessment.validity import (
    ROUNDING,
    by_row,
    has_rows_once,
    held_out_ratio,
    is_binary_ranking,
    is_by_splits,
    is_mean,
    is_rate,
    n_distinct,
    rule_of_three_width,
    valid_over_splits,
    values_of_rows,
)
from gnomon.errors import DesignError, ParameterError
from gnomon.seeds import Seed

if TYPE_CHECKING:
    from gnomon.assessment.predictions import Predictions

__all__ = [
    "METHODS",
    "ROUNDING",
    "by_row",
    "choose",
    "estimate",
    "held_out_ratio",
    "is_binary_ranking",
    "is_by_splits",
    "values_of_rows",
]

# Uncorrected textbook intervals, not adjusted below.
UNCORRECTED = ("t", "z")

# Methods that refit, and the functions that do so.
REFITTING = {
    "nested cross-validation": "gnomon.assessment.refitting.nested_interval.nested_cv_interval",
    "out-of-bag": "gnomon.assessment.refitting.optimism.out_of_bag_bootstrap",
    ".632": "gnomon.assessment.refitting.optimism.bootstrap_632",
    ".632+": "gnomon.assessment.refitting.optimism.bootstrap_632_plus",
    "optimism": "gnomon.assessment.refitting.optimism.optimism_corrected_bootstrap",
}


def estimate(
    predictions: Predictions,
    measure: Measure,
    level: float,
    method: str,
    ddof: int,
    *,
    times: int = 2000,
    random_state: Seed = 0,
) -> Estimate:
    """The score of predictions with its confidence interval, clipped to the measure's range.

    level: confidence level. times, random_state: number of bootstrap resamples and their seed.
    """
    check_level(level)
    value = predictions.score(measure)
    chosen = choose(predictions, measure) if method == "auto" else method
    if chosen in REFITTING:
        raise DesignError(
            f"method={chosen!r} refits the learner, which predictions cannot; use "
            f"{REFITTING[chosen]}(task, learner, {measure.name!r})"
        )
    if chosen not in METHODS:
        raise ParameterError(
            f"method={method!r}: it must be 'auto' or one of {', '.join(map(repr, METHODS))}"
        )
    interval = METHODS[chosen](predictions, measure, IntervalOptions(level, ddof, times, random_state))
    if chosen not in UNCORRECTED:
        interval = _widened(interval, value, predictions, measure, level)
    low, high = measure.range
    lower, upper = (min(max(bound, low), high) for bound in interval.bounds)
    evidence = evidence_for(predictions, measure, chosen, level, "coverage")
    return Estimate(value, lower, upper, level, chosen, interval.why, evidence=evidence, parts=interval.parts)


def evidence_for(predictions: Predictions, measure: Measure, method: str, level: float, kind: str) -> str:
    """Simulated coverage or type-I error of a method for designs like this one, at the simulated level.

    kind: "coverage" of an interval, or "type-I error" of a test.
    """
    once = predictions.design.method == "hold-out" and len(predictions.train_sizes) == 1
    n = n_distinct(predictions.row)
    design = None if once else predictions.design
    return measured(method, design=design, n=n, measure=measure.name, kind=kind, level=level)


def choose(predictions: Predictions, measure: Measure) -> str:
    """The name of the interval method that is valid for this design and measure."""
    is_ungrouped = predictions.group is None
    if is_by_splits(predictions):
        has_spread = np.ptp(predictions.per_split(measure)) > ROUNDING
        once = has_rows_once(predictions) and predictions.design.repeats == 1
        if not has_spread and is_rate(measure) and once and is_ungrouped:
            return "wilson"
        return valid_over_splits(predictions)
    if is_mean(measure):
        return "wilson" if is_rate(measure) and is_ungrouped else "rows t"
    return "delong" if is_binary_ranking(predictions, measure) else "bca bootstrap"


def _widened(
    interval: IntervalResult, value: float, predictions: Predictions, measure: Measure, level: float
) -> IntervalResult:
    """The interval widened to contain the score, and by the rule of three where the variance is zero."""
    lower, upper = interval.bounds
    if upper - lower <= ROUNDING and _counts_no_row(predictions, measure):
        bounds, why = measure.range, "the rate is undefined (0/0) in every split"
    elif upper - lower <= ROUNDING:
        half = rule_of_three_width(predictions, measure, level)
        note = f"by the rule of three it is ±{half:.2g}" if half else "the width of 0 is not informative"
        bounds, why = (value - half, value + half), f"the variance is zero, so {note}"
    elif not lower <= value <= upper:
        bounds, why = (min(lower, value), max(upper, value)), "widened to contain the score"
    else:
        return interval
    return replace(interval, bounds=bounds, why=f"{interval.why[:-1]}; {why}.")


def _counts_no_row(predictions: Predictions, measure: Measure) -> bool:
    """Whether a rate is 0/0 in every split, as the precision of a class that is never predicted."""
    try:
        strict = find_measure(measure, zero_division=nan)
    except ParameterError:
        return False
    return bool(np.isnan(predictions.per_split(strict)).all())

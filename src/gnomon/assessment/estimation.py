"""Which interval is valid for which design, and why: `Predictions.estimate` asks here.

==================  ==========================================================================
design              "auto" takes
==================  ==========================================================================
hold-out            rates (shares of rows, recall, precision): Wilson; means over rows: t over
                    rows; AUC of two classes: DeLong; others: BCa bootstrap of the rows
leave-one-out       the same, but no measure that ranks rows by scores
several splits      corrected t (Nadeau & Bengio 2003), never narrower than the rows allow
repeated splits     the same, but a row that is held out again is not taken for a new one
splits along time   the same, with the caveat that splits are not exchangeable
==================  ==========================================================================

With groups, rows are not independent: then t over groups, DeLong's variance over groups (Obuchowski 1997) or
a bootstrap of groups takes over. Where all splits of a k-fold score the same share (all rows right, say),
Wilson's interval stands in for no spread; elsewhere the rule of three does (not in "t" and "z").

By name also: "t" and "z" over splits, as textbooks have them and too narrow; "clopper-pearson", "jeffreys",
"agresti-coull"; "bayle" and "bayle within folds" (k-fold of a stable learner) and "influence" (AUC over
splits), which are about the models trained; "bootstrap" (percentile), "basic bootstrap", "bca bootstrap" and
"studentized bootstrap". What needs further fits takes a task and a learner, and so is a function of its own.
"""

from __future__ import annotations

from dataclasses import replace
from math import nan
from typing import TYPE_CHECKING

import numpy as np

from gnomon.assessment.evidence.sentence import measured
from gnomon.assessment.interval_methods import METHODS, Asked, Found
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
    unseen_width,
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

# These two are given as textbooks have them, whatever comes out.
BY_THE_BOOK = ("t", "z")

# Methods that train again, and the functions that do so.
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
    """The score of these predictions with its interval, clipped to the measure's range.

    times, random_state: of the bootstraps.
    """
    check_level(level)
    value = predictions.score(measure)
    chosen = choose(predictions, measure) if method == "auto" else method
    if chosen in REFITTING:
        raise DesignError(
            f"method={chosen!r} trains again, and predictions cannot; use {REFITTING[chosen]}(task, learner, "
            f"{measure.name!r})"
        )
    if chosen not in METHODS:
        raise ParameterError(
            f"method={method!r}: it must be 'auto' or one of {', '.join(map(repr, METHODS))}"
        )
    found = METHODS[chosen](predictions, measure, Asked(level, ddof, times, random_state))
    if chosen not in BY_THE_BOOK:
        found = _mended(found, value, predictions, measure, level)
    low, high = measure.range
    lower, upper = (min(max(bound, low), high) for bound in found.bounds)
    evidence = evidence_for(predictions, measure, chosen, level, "coverage")
    return Estimate(value, lower, upper, level, chosen, found.why, evidence=evidence, parts=found.parts)


def evidence_for(predictions: Predictions, measure: Measure, method: str, level: float, kind: str) -> str:
    """What simulations found of a method for designs like this one, at the level they were made for.

    kind: "coverage" of an interval, or "type-I error" of a test.
    """
    once = predictions.design.method == "hold-out" and len(predictions.train_sizes) == 1
    n = n_distinct(predictions.row)
    design = None if once else predictions.design
    return measured(method, design=design, n=n, measure=measure.name, kind=kind, level=level)


def choose(predictions: Predictions, measure: Measure) -> str:
    """The name of the method that is valid for this design and measure."""
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


def _mended(found: Found, value: float, predictions: Predictions, measure: Measure, level: float) -> Found:
    """Bounds that hold the score, and that are no certainty where nothing happened to vary."""
    lower, upper = found.bounds
    if upper - lower <= ROUNDING and _counts_no_row(predictions, measure):
        bounds, why = measure.range, "it is 0/0 in every split, so nothing is known of it"
    elif upper - lower <= ROUNDING:
        half = unseen_width(predictions, measure, level)
        note = f"differences up to {half:.2g} stay open" if half else "a width of 0 says little"
        bounds, why = (value - half, value + half), f"nothing varies here, so {note}"
    elif not lower <= value <= upper:
        bounds, why = (min(lower, value), max(upper, value)), "widened to hold the score itself"
    else:
        return found
    return replace(found, bounds=bounds, why=f"{found.why[:-1]}; {why}.")


def _counts_no_row(predictions: Predictions, measure: Measure) -> bool:
    """Whether a rate is 0/0 wherever it was measured, as the precision of a class never predicted is."""
    try:
        strict = find_measure(measure, zero_division=nan)
    except ParameterError:
        return False
    return bool(np.isnan(predictions.per_split(strict)).all())

"""Interval methods for means over rows: intervals of proportions, t over rows, Bayle et al.'s for k-fold."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from gnomon.arrays import Array, Floats
from gnomon.assessment.cross_validated import bayle
from gnomon.assessment.interval_methods.procedure import IntervalOptions, IntervalResult, Procedure, caveat
from gnomon.assessment.intervals import effective_rows, rate_interval, rows_t_interval
from gnomon.assessment.measures.facts import Measure
from gnomon.assessment.validity import counted_rows, is_mean, is_of_one_model, is_rate, need_rows_once
from gnomon.errors import DesignError

if TYPE_CHECKING:
    from gnomon.assessment.predictions import Predictions

TITLES = {
    "wilson": "Wilson's interval has close to nominal coverage near 0 and 1 too",
    "clopper-pearson": "Clopper-Pearson's exact interval is conservative, so wide",
    "jeffreys": "Jeffreys' interval is Bayesian, with a noninformative prior",
    "agresti-coull": "Agresti-Coull's interval approximates Wilson's, and is slightly wider",
}


def rate_procedure(method: str) -> Procedure:
    """An interval for a binomial proportion, of the held-out rows."""
    bounds_of = rate_interval(method)

    def interval(predictions: Predictions, measure: Measure, options: IntervalOptions) -> IntervalResult:
        if not is_rate(measure):
            raise DesignError(
                f"{measure.name} is not a proportion of rows, so not binomial; use method='auto'"
            )
        need_rows_once(predictions, f"{method!r}")
        _, counts = counted_rows(predictions, measure)
        if not counts.any():
            return _whole_range(measure)
        weight = None if predictions.weight is None else predictions.weight[counts]
        n = effective_rows(int(counts.sum()), weight)
        kind = "held-out rows" if measure.is_share else f"held-out rows that {measure.name} counts"
        why = f"each of {n:.0f} {kind} is right or wrong; {TITLES[method]}"
        share = min(max(predictions.score(measure), 0.0), 1.0)
        return IntervalResult(bounds_of(share, n, options.level), why + caveat(predictions, of_rows=True))

    return interval


def rows_t(predictions: Predictions, measure: Measure, options: IntervalOptions) -> IntervalResult:
    """Student's t interval over rows, or over groups."""
    _need_mean(measure)
    need_rows_once(predictions, "t over rows")
    values, counts = counted_rows(predictions, measure)
    if not counts.any():
        return _whole_range(measure)
    unit = "rows" if predictions.group is None else "groups"
    n = int(counts.sum())
    root = "" if measure.root_of is None else "the root of "
    why = f"{measure.name} is {root}a mean over {n} held-out rows, whose {unit} are drawn independently"
    group = None if predictions.group is None else predictions.group[counts]
    weight = _weight_in_score(predictions, counts)
    if measure.root_of is not None and is_of_one_model(predictions):
        squares = measure.root_of(*predictions.measure_inputs(measure))[counts]
        low, high = rows_t_interval(squares, weight, group, options.level)
        why += "; its bounds are the roots of the bounds of that mean"
        return IntervalResult((sqrt(max(low, 0.0)), sqrt(high)), why + caveat(predictions))
    return IntervalResult(
        rows_t_interval(values[counts], weight, group, options.level), why + caveat(predictions)
    )


def bayle_procedure(variance: str) -> Procedure:
    """Central limit theorem for k-fold cross-validation (Bayle et al. 2020), with one of its variances."""

    def interval(predictions: Predictions, measure: Measure, options: IntervalOptions) -> IntervalResult:
        if predictions.design.method not in ("k-fold", "leave-one-out"):
            raise DesignError(
                f"Bayle's theorem is about k-fold, not {predictions.design}; use method='auto', or k_fold(10)"
            )
        _need_mean(measure)
        need_rows_once(predictions, "Bayle's interval")
        values, counts = counted_rows(predictions, measure)
        if not counts.any():
            return _whole_range(measure)
        group = None if predictions.group is None else predictions.group[counts]
        bounds = bayle(
            values[counts],
            predictions.split[counts],
            options.level,
            variance=variance,
            weight=_weight_in_score(predictions, counts),
            group=group,
        )
        why = (
            f"the mean over {int(counts.sum())} held-out rows of k-fold is asymptotically normal if the "
            f"learner is stable (Bayle et al. 2020, variance {variance}); it is about the trained models, "
            "and too narrow for the learner's expected score."
        )
        return IntervalResult(bounds, why)

    return interval


def _whole_range(measure: Measure) -> IntervalResult:
    low, high = measure.range
    return IntervalResult(
        (low, high), f"{measure.name} counts none of the held-out rows, so the interval is its whole range."
    )


def _need_mean(measure: Measure) -> None:
    if not is_mean(measure):
        raise DesignError(f"{measure.name} is not a mean over rows; use method='auto'")


def _weight_in_score(predictions: Predictions, counts: Array) -> Floats | None:
    """Weight of each row in the score, the unweighted mean over splits; None where all are equal.

    The interval is then centered on the score, also where splits differ in size.
    """
    weight = np.ones(len(counts)) if predictions.weight is None else predictions.weight
    if is_of_one_model(predictions):
        return None if predictions.weight is None else weight[counts]
    code = np.unique(predictions.split[counts], return_inverse=True)[1]
    return np.asarray(weight[counts] / np.bincount(code, weight[counts])[code])

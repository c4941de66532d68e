"""Procedures for measures that are means over rows: intervals of rates, t over rows, Bayle's theorem."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from gnomon.arrays import Array, Floats
from gnomon.assessment.cross_validated import bayle
from gnomon.assessment.interval_methods.asked import Asked, Found, Procedure, caveat
from gnomon.assessment.intervals import effective_rows, rate_interval, rows_t_interval
from gnomon.assessment.measures.facts import Measure
from gnomon.assessment.validity import counted_rows, is_mean, is_of_one_model, is_rate, need_rows_once
from gnomon.errors import DesignError

if TYPE_CHECKING:
    from gnomon.assessment.predictions import Predictions

TITLES = {
    "wilson": "Wilson's interval keeps its level near 0 and 1 too",
    "clopper-pearson": "Clopper and Pearson's interval never falls below its level, and is wide for that",
    "jeffreys": "Jeffreys' interval is Bayesian, with a prior that says little",
    "agresti-coull": "Agresti and Coull's interval is Wilson's made simpler, and a little wider",
}


def rate_procedure(method: str) -> Procedure:
    """One of the intervals of a rate, for a share of the held-out rows."""
    interval = rate_interval(method)

    def found(predictions: Predictions, measure: Measure, asked: Asked) -> Found:
        if not is_rate(measure):
            raise DesignError(f"{measure.name} is no share of rows, so it is not binomial; use method='auto'")
        need_rows_once(predictions, f"{method!r}")
        _, counts = counted_rows(predictions, measure)
        if not counts.any():
            return _of_nothing(measure)
        weight = None if predictions.weight is None else predictions.weight[counts]
        n = effective_rows(int(counts.sum()), weight)
        kind = "held-out rows" if measure.is_share else f"held-out rows that {measure.name} counts"
        why = f"each of {n:.0f} {kind} is right or wrong; {TITLES[method]}"
        share = min(max(predictions.score(measure), 0.0), 1.0)
        return Found(interval(share, n, asked.level), why + caveat(predictions, of_rows=True))

    return found


def rows_student(predictions: Predictions, measure: Measure, asked: Asked) -> Found:
    """Student's interval over rows, or over groups."""
    _need_mean(measure)
    need_rows_once(predictions, "t over rows")
    values, counts = counted_rows(predictions, measure)
    if not counts.any():
        return _of_nothing(measure)
    unit = "rows" if predictions.group is None else "groups"
    n = int(counts.sum())
    root = "" if measure.root_of is None else "the root of "
    why = f"{measure.name} is {root}a mean over {n} held-out rows, whose {unit} are drawn independently"
    group = None if predictions.group is None else predictions.group[counts]
    weight = _weight_in_score(predictions, counts)
    if measure.root_of is not None and is_of_one_model(predictions):
        squares = measure.root_of(*predictions.given(measure))[counts]
        low, high = rows_t_interval(squares, weight, group, asked.level)
        why += "; its bounds are the roots of the bounds of that mean"
        return Found((sqrt(max(low, 0.0)), sqrt(high)), why + caveat(predictions))
    return Found(rows_t_interval(values[counts], weight, group, asked.level), why + caveat(predictions))


def bayle_procedure(variance: str) -> Procedure:
    """The central limit theorem for k-fold, with one of its two variances."""

    def found(predictions: Predictions, measure: Measure, asked: Asked) -> Found:
        if predictions.design.method not in ("k-fold", "leave-one-out"):
            raise DesignError(
                f"Bayle's theorem is about k-fold, not {predictions.design}; use method='auto', or k_fold(10)"
            )
        _need_mean(measure)
        need_rows_once(predictions, "Bayle's interval")
        values, counts = counted_rows(predictions, measure)
        if not counts.any():
            return _of_nothing(measure)
        group = None if predictions.group is None else predictions.group[counts]
        bounds = bayle(
            values[counts],
            predictions.split[counts],
            asked.level,
            variance=variance,
            weight=_weight_in_score(predictions, counts),
            group=group,
        )
        why = (
            f"the mean over {int(counts.sum())} held-out rows of a k-fold is nearly normal if the learner is "
            f"stable (Bayle et al. 2020, variance {variance}); it is about the models trained here, and too "
            "narrow for the learner's expected score."
        )
        return Found(bounds, why)

    return found


def _of_nothing(measure: Measure) -> Found:
    low, high = measure.range
    return Found(
        (low, high), f"{measure.name} counts none of the held-out rows, so all of its range is open."
    )


def _need_mean(measure: Measure) -> None:
    if not is_mean(measure):
        raise DesignError(f"{measure.name} is no mean over rows; use method='auto'")


def _weight_in_score(predictions: Predictions, counts: Array) -> Floats | None:
    """What each row weighs in the score, which is the plain mean over splits; None where all weigh alike.

    So the interval is centered on the score, also where splits differ in size.
    """
    weight = np.ones(len(counts)) if predictions.weight is None else predictions.weight
    if is_of_one_model(predictions):
        return None if predictions.weight is None else weight[counts]
    code = np.unique(predictions.split[counts], return_inverse=True)[1]
    return np.asarray(weight[counts] / np.bincount(code, weight[counts])[code])

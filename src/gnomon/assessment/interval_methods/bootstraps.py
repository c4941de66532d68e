"""Bootstrap interval methods, which resample the held-out rows, or groups: for any measure."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from gnomon.arrays import Array
from gnomon.assessment.interval_methods.procedure import IntervalOptions, IntervalResult, Procedure, caveat
from gnomon.assessment.intervals import (
    Bounds,
    basic_bootstrap_interval,
    bca_interval,
    draws,
    influence,
    percentile_interval,
    studentized_bootstrap_interval,
)
from gnomon.assessment.measures.facts import Measure
from gnomon.assessment.measures.replicates import replicates
from gnomon.assessment.validity import is_binary_ranking, need_one_split
from gnomon.errors import DataError, DesignError

if TYPE_CHECKING:
    from gnomon.assessment.predictions import Predictions

MAX_STUDENTIZED = 1000
STUDENTIZED_PARTS, MAX_PARTS = 50, 200

KINDS = {
    "percentile": "percentiles",
    "basic": "percentiles reflected about the value",
    "bca": "percentiles corrected for bias and skewness, BCa",
    "studentized": "each divided by its standard error",
}


def bootstrap_procedure(kind: str) -> Procedure:
    """Percentile, basic, BCa or studentized bootstrap interval."""

    def interval(predictions: Predictions, measure: Measure, options: IntervalOptions) -> IntervalResult:
        if predictions.design.method != "leave-one-out" or measure.needs == "score":
            need_one_split(predictions, "the bootstrap of held-out rows")
        _need_units(predictions)
        bounds, times = _bounds(kind, predictions, measure, options)
        unit = "rows" if predictions.group is None else "groups"
        why = (
            f"{measure.name} has no closed-form variance, so held-out {unit} are resampled {times} times "
            f"({KINDS[kind]})"
        )
        if kind == "bca" and _is_in_parts(predictions, measure):
            why += f", skewness by a jackknife of {MAX_PARTS} random parts"
        return IntervalResult(bounds, why + caveat(predictions))

    return interval


def _need_units(predictions: Predictions) -> None:
    units = predictions.row if predictions.group is None else predictions.group
    if len(np.unique(units)) < 2:
        raise DesignError(
            "the bootstrap needs at least 2 held-out rows (or groups), and there is 1; hold out more"
        )


def _is_in_parts(predictions: Predictions, measure: Measure) -> bool:
    """Whether `influence` has no closed form, and too many rows (or groups) for a leave-one-out jackknife."""
    is_closed = measure.each is not None or measure.of_table is not None
    units = predictions.row if predictions.group is None else predictions.group
    ranks_two = is_binary_ranking(predictions, measure)
    return not (is_closed or ranks_two) and len(np.unique(units)) > MAX_PARTS


def _bounds(
    kind: str, predictions: Predictions, measure: Measure, options: IntervalOptions
) -> tuple[Bounds, int]:
    truth, predicted = predictions.measure_inputs(measure)
    weight, group = predictions.weight, predictions.group
    value = predictions.score(measure)
    if kind == "studentized":
        options = replace(options, times=min(options.times, MAX_STUDENTIZED))
        return _studentized(predictions, measure, value, options), options.times
    values = replicates(
        measure,
        truth,
        predicted,
        weight=weight,
        group=group,
        times=options.times,
        random_state=options.random_state,
    )
    if kind == "percentile":
        return percentile_interval(values, options.level), options.times
    if kind == "basic":
        return basic_bootstrap_interval(value, values, options.level), options.times
    influences = influence(measure, truth, predicted, weight, group, parts=MAX_PARTS)
    return bca_interval(value, values, influences, options.level), options.times


def _studentized(
    predictions: Predictions, measure: Measure, value: float, options: IntervalOptions
) -> Bounds:
    """Bootstrap-t: the standard error of each replicate comes from the influences of its rows (or groups)."""
    truth, predicted = predictions.measure_inputs(measure)
    group = np.arange(len(truth)) if predictions.group is None else predictions.group
    values, errors = np.full(options.times, np.nan), np.full(options.times, np.nan)
    for replicate, (rows, copy) in enumerate(draws(group, options.times, random_state=options.random_state)):
        weight = None if predictions.weight is None else predictions.weight[rows]
        try:
            values[replicate] = measure.function(truth[rows], predicted[rows], weight)
            errors[replicate] = _error(measure, truth[rows], predicted[rows], weight, copy)
        except DataError:
            continue
    return studentized_bootstrap_interval(
        value, _error(measure, truth, predicted, predictions.weight, group), values, errors, options.level
    )


def _error(measure: Measure, truth: Array, predicted: Array, weight: Array | None, group: Array) -> float:
    return sqrt(
        float(np.sum(influence(measure, truth, predicted, weight, group, parts=STUDENTIZED_PARTS) ** 2))
    )

"""Procedures that draw the held-out rows, or groups, again: for any measure."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from gnomon.arrays import Array
from gnomon.assessment.interval_methods.asked import Asked, Found, Procedure, caveat
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

MOST_STUDENTIZED = 1000
FEW_PARTS, MOST_PARTS = 50, 200

KINDS = {
    "percentile": "percentiles",
    "basic": "percentiles mirrored at the value",
    "bca": "percentiles corrected for bias and skewness, BCa",
    "studentized": "each in units of its own error",
}


def bootstrap_procedure(kind: str) -> Procedure:
    """One of the four bootstrap intervals."""

    def found(predictions: Predictions, measure: Measure, asked: Asked) -> Found:
        if predictions.design.method != "leave-one-out" or measure.needs == "score":
            need_one_split(predictions, "the bootstrap of held-out rows")
        _need_units(predictions)
        bounds, times = _bounds(kind, predictions, measure, asked)
        unit = "rows" if predictions.group is None else "groups"
        why = (
            f"{measure.name} has no simple variance, so held-out {unit} are drawn again {times} times "
            f"({KINDS[kind]})"
        )
        if kind == "bca" and _is_in_parts(predictions, measure):
            why += f", skewness by leaving out {MOST_PARTS} random parts in turn"
        return Found(bounds, why + caveat(predictions))

    return found


def _need_units(predictions: Predictions) -> None:
    units = predictions.row if predictions.group is None else predictions.group
    if len(np.unique(units)) < 2:
        raise DesignError(
            "a bootstrap needs 2 held-out rows (or groups) or more, and there is 1; hold out more"
        )


def _is_in_parts(predictions: Predictions, measure: Measure) -> bool:
    """Whether `influence` has no closed form, and too many rows (or groups) to leave out one by one."""
    is_closed = measure.each is not None or measure.of_table is not None
    units = predictions.row if predictions.group is None else predictions.group
    ranks_two = is_binary_ranking(predictions, measure)
    return not (is_closed or ranks_two) and len(np.unique(units)) > MOST_PARTS


def _bounds(kind: str, predictions: Predictions, measure: Measure, asked: Asked) -> tuple[Bounds, int]:
    truth, given = predictions.given(measure)
    weight, group = predictions.weight, predictions.group
    value = predictions.score(measure)
    if kind == "studentized":
        asked = replace(asked, times=min(asked.times, MOST_STUDENTIZED))
        return _studentized(predictions, measure, value, asked), asked.times
    found = replicates(
        measure,
        truth,
        given,
        weight=weight,
        group=group,
        times=asked.times,
        random_state=asked.random_state,
    )
    if kind == "percentile":
        return percentile_interval(found, asked.level), asked.times
    if kind == "basic":
        return basic_bootstrap_interval(value, found, asked.level), asked.times
    pull = influence(measure, truth, given, weight, group, parts=MOST_PARTS)
    return bca_interval(value, found, pull, asked.level), asked.times


def _studentized(predictions: Predictions, measure: Measure, value: float, asked: Asked) -> Bounds:
    """Every replicate is measured in units of its own error, from the pulls of its rows (or groups)."""
    truth, given = predictions.given(measure)
    group = np.arange(len(truth)) if predictions.group is None else predictions.group
    found, errors = np.full(asked.times, np.nan), np.full(asked.times, np.nan)
    for place, (rows, copy) in enumerate(draws(group, asked.times, random_state=asked.random_state)):
        weight = None if predictions.weight is None else predictions.weight[rows]
        try:
            found[place] = measure.function(truth[rows], given[rows], weight)
            errors[place] = _error(measure, truth[rows], given[rows], weight, copy)
        except DataError:
            continue
    return studentized_bootstrap_interval(
        value, _error(measure, truth, given, predictions.weight, group), found, errors, asked.level
    )


def _error(measure: Measure, truth: Array, given: Array, weight: Array | None, group: Array) -> float:
    return sqrt(float(np.sum(influence(measure, truth, given, weight, group, parts=FEW_PARTS) ** 2)))

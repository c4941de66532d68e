"""Interval methods for AUC: DeLong's on one hold-out, and by influence curve over several splits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gnomon.assessment.cross_validated import cross_validated_auc
from gnomon.assessment.interval_methods.procedure import IntervalOptions, IntervalResult, caveat
from gnomon.assessment.intervals import delong_interval
from gnomon.assessment.measures.facts import Measure
from gnomon.assessment.validity import is_binary_ranking, is_by_splits, need_one_split
from gnomon.errors import DesignError

if TYPE_CHECKING:
    from gnomon.assessment.predictions import Predictions


def delong(predictions: Predictions, measure: Measure, options: IntervalOptions) -> IntervalResult:
    """DeLong's interval for AUC; over groups, Obuchowski's."""
    if is_by_splits(predictions):
        raise DesignError(
            f"DeLong's interval is for the scores of one model on one hold-out, not {predictions.design}, "
            "whose models' scores are not on one scale; use 'influence' or 'corrected t'"
        )
    need_one_split(predictions, "DeLong's interval")
    _need_area(predictions, measure, "DeLong's interval")
    positive, score = predictions.measure_inputs(measure)
    bounds = delong_interval(positive, score, predictions.weight, options.level, group=predictions.group)
    whose = "DeLong's" if predictions.group is None else "over groups, Obuchowski's"
    why = (
        f"one hold-out of {len(score)} rows scored by one model: {whose} variance of AUC, on the logit scale "
        "so that bounds stay within 0 and 1"
    )
    return IntervalResult(bounds, why + caveat(predictions))


def auc_by_influence(predictions: Predictions, measure: Measure, options: IntervalOptions) -> IntervalResult:
    """LeDell's influence-curve interval for cross-validated AUC, the mean over splits."""
    if not is_by_splits(predictions):
        raise DesignError(
            f"the influence curve is for AUC over several splits, not {predictions.design}; use 'delong'"
        )
    _need_area(predictions, measure, "the influence curve")
    positive, score = predictions.measure_inputs(measure)
    bounds = cross_validated_auc(
        positive,
        score,
        predictions.split,
        options.level,
        row=predictions.row,
        weight=predictions.weight,
        group=predictions.group,
    )
    why = (
        f"influence curve of {len(set(predictions.row.tolist()))} rows on the mean of "
        f"{len(predictions.train_sizes)} AUCs (LeDell, Petersen & van der Laan 2015), on the logit scale; it "
        "is about the models trained here, and slightly too narrow for the learner's expected AUC."
    )
    return IntervalResult(bounds, why)


def _need_area(predictions: Predictions, measure: Measure, what: str) -> None:
    if not is_binary_ranking(predictions, measure):
        raise DesignError(f"{what} is for auc of two classes, not {measure.name}; use method='auto'")

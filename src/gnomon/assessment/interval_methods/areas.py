"""Procedures for AUC: DeLong's variance of one ranking, and the influence curve over several."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gnomon.assessment.cross_validated import cross_validated_auc
from gnomon.assessment.interval_methods.asked import Asked, Found, caveat
from gnomon.assessment.intervals import delong_interval
from gnomon.assessment.measures.facts import Measure
from gnomon.assessment.validity import is_binary_ranking, is_by_splits, need_one_split
from gnomon.errors import DesignError

if TYPE_CHECKING:
    from gnomon.assessment.predictions import Predictions


def by_ranks(predictions: Predictions, measure: Measure, asked: Asked) -> Found:
    """DeLong's interval; over groups, Obuchowski's."""
    if is_by_splits(predictions):
        raise DesignError(
            f"DeLong's interval is for the scores of one model on one hold-out, not {predictions.design}, "
            "whose models score on scales of their own; use 'influence' or 'corrected t'"
        )
    need_one_split(predictions, "DeLong's interval")
    _need_area(predictions, measure, "DeLong's interval")
    positive, score = predictions.given(measure)
    bounds = delong_interval(positive, score, predictions.weight, asked.level, group=predictions.group)
    whose = "DeLong's" if predictions.group is None else "over whole groups, Obuchowski's"
    why = (
        f"one hold-out of {len(score)} rows scored by one model: {whose} variance of the rank statistic, on "
        "the logit scale so that bounds stay within 0 and 1"
    )
    return Found(bounds, why + caveat(predictions))


def by_influence(predictions: Predictions, measure: Measure, asked: Asked) -> Found:
    """LeDell's interval for the mean of the splits' areas."""
    if not is_by_splits(predictions):
        raise DesignError(
            f"the influence curve is for AUC over several splits, not {predictions.design}; use 'delong'"
        )
    _need_area(predictions, measure, "the influence curve")
    positive, score = predictions.given(measure)
    bounds = cross_validated_auc(
        positive,
        score,
        predictions.split,
        asked.level,
        row=predictions.row,
        weight=predictions.weight,
        group=predictions.group,
    )
    why = (
        f"each of {len(set(predictions.row.tolist()))} rows pulls the mean of {len(predictions.train_sizes)} "
        "areas a little (LeDell, Petersen & van der Laan 2015), on the logit scale; it is about the models "
        "trained here, and a little narrow for the learner's expected AUC."
    )
    return Found(bounds, why)


def _need_area(predictions: Predictions, measure: Measure, what: str) -> None:
    if not is_binary_ranking(predictions, measure):
        raise DesignError(f"{what} is for auc of two classes, not {measure.name}; use method='auto'")

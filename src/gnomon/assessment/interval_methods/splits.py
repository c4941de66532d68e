"""Procedures that read the spread between splits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gnomon.arrays import Floats
from gnomon.assessment.cross_validated import cross_validated_auc_error
from gnomon.assessment.interval_methods.asked import Asked, Found
from gnomon.assessment.intervals import (
    corrected_t_interval,
    critical_z,
    rows_t_interval,
    t_interval,
    z_interval,
)
from gnomon.assessment.measures.facts import Measure
from gnomon.assessment.validity import (
    REPEATS,
    freedom_of_splits,
    has_repeated_rows,
    held_out_overlap,
    held_out_ratio,
    is_binary_ranking,
    is_by_splits,
    is_mean,
    mean_by_row,
    valid_over_splits,
)
from gnomon.errors import DesignError

if TYPE_CHECKING:
    from gnomon.assessment.predictions import Predictions


def corrected_student(predictions: Predictions, measure: Measure, asked: Asked) -> Found:
    """Nadeau & Bengio's corrected t, never narrower than the rows allow."""
    values = _values_of_splits(predictions, measure, "corrected t")
    ratio = held_out_ratio(predictions)
    why = (
        f"{len(values)} splits ({predictions.design}) share training rows, so their scores are correlated; "
        f"the variance of their mean is taken as s² (1/{len(values)} + {ratio:.3g}), the last being held-out "
        "rows to training rows (Nadeau & Bengio 2003)"
    )
    if has_repeated_rows(predictions):
        why += (
            "; rows are held out several times, and of learners that change with nearly every row it is then "
            f"too narrow: {REPEATS!r} is not"
        )
    low, high = corrected_t_interval(values, ratio, asked.level)
    return _at_least_by_rows(predictions, measure, asked, (high - low) / 2, why)


def repeats_student(predictions: Predictions, measure: Measure, asked: Asked) -> Found:
    """The corrected t that does not take a row held out again for a new one; no narrower than rows allow."""
    values = _values_of_splits(predictions, measure, REPEATS)
    ratio, overlap = held_out_ratio(predictions), held_out_overlap(predictions)
    why = (
        f"{len(values)} splits ({predictions.design}) share training rows and hold rows out again; the "
        f"variance of their mean is taken as s² ({overlap:.3g} + {ratio:.3g}): the share of rows that two "
        f"held-out sets have in common, where Nadeau & Bengio (2003) have 1/{len(values)} as if each brought "
        "new rows, and held-out rows to training rows"
    )
    freedom = freedom_of_splits(predictions)
    low, high = corrected_t_interval(values, ratio, asked.level, overlap=overlap, freedom=freedom)
    return _at_least_by_rows(predictions, measure, asked, (high - low) / 2, why)


def student(predictions: Predictions, measure: Measure, asked: Asked) -> Found:
    """The textbook's t over splits."""
    values = _values_of_splits(predictions, measure, "t")
    why = (
        f"Student's interval from {len(values)} splits by request; it takes their scores as independent, "
        "which they are not where training rows are shared, so it is too narrow: "
        f"{valid_over_splits(predictions)!r} is valid."
    )
    return Found(t_interval(values, asked.level, ddof=asked.ddof), why)


def normal(predictions: Predictions, measure: Measure, asked: Asked) -> Found:
    """The textbook's z over splits."""
    values = _values_of_splits(predictions, measure, "z")
    why = (
        f"normal interval from {len(values)} splits by request; it takes their scores as independent and "
        "their spread as known, so it is too narrow, the more so for few splits: "
        f"{valid_over_splits(predictions)!r} is valid."
    )
    return Found(z_interval(values, asked.level, ddof=asked.ddof), why)


def _at_least_by_rows(
    predictions: Predictions, measure: Measure, asked: Asked, half: float, why: str
) -> Found:
    """About the score, and no narrower than the rows allow; with what time adds to the reason."""
    least = _half_by_rows(predictions, measure, asked.level)
    if least > half:
        half = least
        why += "; the rows vary more than the splits show (stratified folds are alike), and set the width"
    if not predictions.design.is_exchangeable:
        why += "; the splits follow time, so if scores drift or neighbors are alike, it is too narrow"
    center = predictions.score(measure)
    return Found((center - half, center + half), why + ".")


def _values_of_splits(predictions: Predictions, measure: Measure, method: str) -> Floats:
    if not is_by_splits(predictions):
        raise DesignError(
            f"{method!r} needs the spread between splits, and {predictions.design} has none to show; "
            "use method='auto', or a plan with several splits: repeated(hold_out(0.2), times=30), k_fold(10)"
        )
    return predictions.per_split(measure)


def _half_by_rows(predictions: Predictions, measure: Measure, level: float) -> float:
    """Half the width that the rows alone ask for; 0 where they cannot tell."""
    try:
        if is_mean(measure):
            low, high = rows_t_interval(*mean_by_row(predictions, measure), level)
            return (high - low) / 2
        if is_binary_ranking(predictions, measure):
            positive, score = predictions.given(measure)
            rest = {"row": predictions.row, "weight": predictions.weight, "group": predictions.group}
            return (
                critical_z(level) * cross_validated_auc_error(positive, score, predictions.split, **rest)[1]
            )
    except DesignError:
        # Too few rows or groups to have a spread: then the splits are all there is.
        return 0.0
    return 0.0

"""Interval methods from the variance between splits: corrected resampled t, t and z."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gnomon.arrays import Floats
from gnomon.assessment.cross_validated import cross_validated_auc_error
from gnomon.assessment.interval_methods.procedure import IntervalOptions, IntervalResult
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


def corrected_t(predictions: Predictions, measure: Measure, options: IntervalOptions) -> IntervalResult:
    """Corrected resampled t (Nadeau & Bengio 2003), at least as wide as the interval over rows."""
    values = _values_of_splits(predictions, measure, "corrected t")
    ratio = held_out_ratio(predictions)
    why = (
        f"{len(values)} splits ({predictions.design}) share training rows, so their scores are correlated; "
        f"the variance of their mean is taken as s² (1/{len(values)} + {ratio:.3g}), the last being held-out "
        "rows to training rows (Nadeau & Bengio 2003)"
    )
    if has_repeated_rows(predictions):
        why += (
            "; rows are held out several times, and for unstable learners it is then too narrow: use "
            f"{REPEATS!r}"
        )
    low, high = corrected_t_interval(values, ratio, options.level)
    return _at_least_by_rows(predictions, measure, options, (high - low) / 2, why)


def repeats_t(predictions: Predictions, measure: Measure, options: IntervalOptions) -> IntervalResult:
    """Corrected t for rows held out several times, at least as wide as the interval over rows."""
    values = _values_of_splits(predictions, measure, REPEATS)
    ratio, overlap = held_out_ratio(predictions), held_out_overlap(predictions)
    why = (
        f"{len(values)} splits ({predictions.design}) share training rows and hold rows out again; the "
        f"variance of their mean is taken as s² ({overlap:.3g} + {ratio:.3g}): the mean share of rows that "
        f"two held-out sets have in common, instead of 1/{len(values)} as in Nadeau & Bengio (2003), and the "
        "ratio of held-out to training rows"
    )
    freedom = freedom_of_splits(predictions)
    low, high = corrected_t_interval(values, ratio, options.level, overlap=overlap, freedom=freedom)
    return _at_least_by_rows(predictions, measure, options, (high - low) / 2, why)


def student_t(predictions: Predictions, measure: Measure, options: IntervalOptions) -> IntervalResult:
    """Student's t over splits, which assumes independent splits."""
    values = _values_of_splits(predictions, measure, "t")
    why = (
        f"Student's interval from {len(values)} splits by request; it assumes independent scores, which they "
        "are not where training rows are shared, so it is too narrow: "
        f"{valid_over_splits(predictions)!r} is valid."
    )
    return IntervalResult(t_interval(values, options.level, ddof=options.ddof), why)


def normal_z(predictions: Predictions, measure: Measure, options: IntervalOptions) -> IntervalResult:
    """Normal z over splits, which assumes independent splits and a known variance."""
    values = _values_of_splits(predictions, measure, "z")
    why = (
        f"normal interval from {len(values)} splits by request; it assumes independent scores of known "
        "variance, so it is too narrow, the more so for few splits: "
        f"{valid_over_splits(predictions)!r} is valid."
    )
    return IntervalResult(z_interval(values, options.level, ddof=options.ddof), why)


def _at_least_by_rows(
    predictions: Predictions, measure: Measure, options: IntervalOptions, half_width: float, why: str
) -> IntervalResult:
    """Interval centered on the score, at least as wide as that over rows; with a caveat for time order."""
    by_rows = _half_width_by_rows(predictions, measure, options.level)
    if by_rows > half_width:
        half_width = by_rows
        why += "; the variance over rows is larger than that between splits, and sets the width"
    if not predictions.design.is_exchangeable:
        why += "; the splits are ordered in time, so if scores drift or are autocorrelated, it is too narrow"
    center = predictions.score(measure)
    return IntervalResult((center - half_width, center + half_width), why + ".")


def _values_of_splits(predictions: Predictions, measure: Measure, method: str) -> Floats:
    if not is_by_splits(predictions):
        raise DesignError(
            f"{method!r} needs the variance between splits, and {predictions.design} has none; "
            "use method='auto', or a plan with several splits: repeated(hold_out(0.2), times=30), k_fold(10)"
        )
    return predictions.per_split(measure)


def _half_width_by_rows(predictions: Predictions, measure: Measure, level: float) -> float:
    """Half-width of the interval over rows; 0 where it is undefined."""
    try:
        if is_mean(measure):
            low, high = rows_t_interval(*mean_by_row(predictions, measure), level)
            return (high - low) / 2
        if is_binary_ranking(predictions, measure):
            positive, score = predictions.measure_inputs(measure)
            rest = {"row": predictions.row, "weight": predictions.weight, "group": predictions.group}
            return (
                critical_z(level) * cross_validated_auc_error(positive, score, predictions.split, **rest)[1]
            )
    except DesignError:
        # Too few rows or groups for a variance: then only the splits are used.
        return 0.0
    return 0.0

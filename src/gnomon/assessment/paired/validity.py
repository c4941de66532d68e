"""Validity conditions of paired tests: errors for designs where a test is not valid, and caveats."""

import numpy as np

from gnomon.arrays import Floats
from gnomon.assessment.measures.facts import Measure
from gnomon.assessment.predictions import Predictions
from gnomon.assessment.validity import has_repeated_rows, is_by_splits, values_of_rows
from gnomon.errors import DataError, DesignError


def need_splits(predictions: Predictions, test: str) -> None:
    """Raise DesignError for a test over splits if there is one split, or one row per split."""
    if not is_by_splits(predictions):
        raise DesignError(
            f"{test!r} needs the variance between splits, which {predictions.design} cannot estimate; "
            "use test='auto', or a plan with several splits: repeated(hold_out(0.2), times=30), k_fold(10)"
        )


def need_rows_once(predictions: Predictions, test: str) -> None:
    """Raise DesignError for a test over rows if rows are held out repeatedly, or splits are chronological."""
    if has_repeated_rows(predictions):
        raise DesignError(
            f"{test} needs every row held out once, and {predictions.design} holds rows out several times; "
            "use test='corrected t for repeats', or a hold-out"
        )
    need_no_time(predictions, test)


def need_no_time(predictions: Predictions, test: str) -> None:
    """Raise DesignError for a test over rows if several splits are chronological."""
    if len(predictions.train_sizes) > 1 and not predictions.design.is_exchangeable:
        raise DesignError(
            f"{test} assumes independent rows, and {predictions.design} is chronological; "
            "use test='corrected t', which uses the variance between splits"
        )


def need_one_split(predictions: Predictions, measure: Measure, test: str) -> None:
    """Raise DesignError for several splits, for a test of a measure that is not a mean over rows."""
    if len(predictions.train_sizes) != 1:
        raise DesignError(
            f"{test} needs a single hold-out for {measure.name}, which is not a mean over rows, but the "
            f"design is {predictions.design}; use test='corrected t'"
        )


def need_rows_alone(predictions: Predictions, test: str) -> None:
    """Raise DesignError for grouped rows, for a test that assumes independent rows."""
    if predictions.group is not None:
        raise DesignError(
            f"{test} assumes independent rows, but those of {predictions.task_name!r} are grouped; "
            "use test='permutation' or 'rows t', which handle groups"
        )


def row_differences(a: Predictions, b: Predictions, measure: Measure, test: str) -> Floats:
    """Per-row differences of two means over rows, for tests that need every row held out once."""
    need_rows_once(a, test)
    return values_of_rows(a, measure) - values_of_rows(b, measure)


def unit_differences(a: Predictions, b: Predictions, measure: Measure, test: str) -> Floats:
    """Differences of rows, repeated by integer weights, or of groups."""
    if measure.is_share:
        raise DesignError(f"{test} of correct and incorrect rows is McNemar's; use test='mcnemar'")
    if measure.each is None:
        raise DesignError(
            f"{test} needs a value per row, and {measure.name} is not a mean over rows; use test='bootstrap'"
        )
    values = row_differences(a, b, measure, test)
    weight = np.ones(len(values)) if a.weight is None else a.weight
    if a.group is not None:
        code = np.unique(a.group, return_inverse=True)[1]
        total = np.bincount(code, weight)
        return np.bincount(code, weight * values)[total > 0] / total[total > 0]
    if (weight != np.round(weight)).any():
        raise DataError(
            f"row {int(a.row[np.argmax(weight != np.round(weight))])} has a fractional weight, and {test} "
            "needs integer weights; use test='rows t', which accepts any weight"
        )
    return np.repeat(values, weight.astype(np.int64))


def unit(predictions: Predictions) -> str:
    """The independent units: "rows" or "groups"."""
    return "rows" if predictions.group is None else "groups"


def caveat(predictions: Predictions) -> str:
    """The caveat at the end of the reason for a test over rows."""
    if len(predictions.train_sizes) > 1:
        return "; the overlap of training rows between splits is not accounted for."
    end = "; it compares these fitted models, without the variance over training sets"
    if not predictions.design.is_exchangeable:
        end += "; rows are chronological, and with autocorrelation the interval is too narrow"
    return end + "."

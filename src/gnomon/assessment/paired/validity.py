"""What a test may not be asked: refusals with the reason and the way out, and caveats for the rest."""

import numpy as np

from gnomon.arrays import Floats
from gnomon.assessment.measures.facts import Measure
from gnomon.assessment.predictions import Predictions
from gnomon.assessment.validity import has_repeated_rows, is_by_splits, values_of_rows
from gnomon.errors import DataError, DesignError


def need_splits(predictions: Predictions, test: str) -> None:
    """Refuse a test over splits where there is one split, or one row a split."""
    if not is_by_splits(predictions):
        raise DesignError(
            f"{test!r} needs the spread between splits, and {predictions.design} has none to show; "
            "use test='auto', or a plan with several splits: repeated(hold_out(0.2), times=30), k_fold(10)"
        )


def need_rows_once(predictions: Predictions, test: str) -> None:
    """Refuse a test that counts rows where rows are held out several times, or follow each other in time."""
    if has_repeated_rows(predictions):
        raise DesignError(
            f"{test} counts every row once, and {predictions.design} holds rows out several times; "
            "use test='corrected t for repeats', or a hold-out"
        )
    need_no_time(predictions, test)


def need_no_time(predictions: Predictions, test: str) -> None:
    """Refuse a test over rows where several splits follow each other in time."""
    if len(predictions.train_sizes) > 1 and not predictions.design.is_exchangeable:
        raise DesignError(
            f"{test} takes rows for independent, and {predictions.design} follows them in time; "
            "use test='corrected t', which reads the spread between stretches"
        )


def need_one_split(predictions: Predictions, measure: Measure, test: str) -> None:
    """Refuse a test over rows of a measure that is no mean, where the rows belong to several models."""
    if len(predictions.train_sizes) != 1:
        raise DesignError(
            f"{test} needs one hold-out for {measure.name}, which is no mean over rows, and this is "
            f"{predictions.design}; use test='corrected t'"
        )


def need_rows_alone(predictions: Predictions, test: str) -> None:
    """Refuse a test that takes rows for independent where they come in groups."""
    if predictions.group is not None:
        raise DesignError(
            f"{test} takes rows for independent, and those of {predictions.task_name!r} come in groups; "
            "use test='permutation' or 'rows t', which take groups whole"
        )


def row_differences(a: Predictions, b: Predictions, measure: Measure, test: str) -> Floats:
    """What each row adds to the difference of two means over rows, for tests that count every row once."""
    need_rows_once(a, test)
    return values_of_rows(a, measure) - values_of_rows(b, measure)


def unit_differences(a: Predictions, b: Predictions, measure: Measure, test: str) -> Floats:
    """A difference for each row, as often as its weight says, or for each group."""
    if measure.is_share:
        raise DesignError(f"{test} of rows right and wrong is McNemar's; use test='mcnemar'")
    if measure.each is None:
        raise DesignError(f"{test} needs a value a row, and {measure.name} is no mean; use test='bootstrap'")
    values = row_differences(a, b, measure, test)
    weight = np.ones(len(values)) if a.weight is None else a.weight
    if a.group is not None:
        code = np.unique(a.group, return_inverse=True)[1]
        total = np.bincount(code, weight)
        return np.bincount(code, weight * values)[total > 0] / total[total > 0]
    if (weight != np.round(weight)).any():
        raise DataError(
            f"row {int(a.row[np.argmax(weight != np.round(weight))])} has a broken weight, and {test} counts "
            "rows; use test='rows t', which takes any weight"
        )
    return np.repeat(values, weight.astype(np.int64))


def unit(predictions: Predictions) -> str:
    """What is independent: "rows" or "groups"."""
    return "rows" if predictions.group is None else "groups"


def caveat(predictions: Predictions) -> str:
    """The end of the sentence: what rows alone cannot tell."""
    if len(predictions.train_sizes) > 1:
        return "; that the models of different splits share training rows is left out of account."
    end = "; it is about these trained models, and leaves out the spread over training sets"
    if not predictions.design.is_exchangeable:
        end += "; rows follow each other in time here, and if neighbors are alike, it is too sure"
    return end + "."

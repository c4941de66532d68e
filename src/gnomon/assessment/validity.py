"""What a design and a measure allow: which rows were held out how often, and what the measure is made of.

`estimation` and `comparison` ask here before they choose, or refuse, a procedure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gnomon.arrays import Array, Flags, Floats
from gnomon.assessment.measures.facts import Measure
from gnomon.errors import DesignError

if TYPE_CHECKING:
    from gnomon.assessment.predictions import Predictions

ROUNDING = 1e-12

# The name of the interval and the test over splits that hold rows out several times.
REPEATS = "corrected t for repeats"

# Shares of some of the rows: which cells of the positive class's table are hits, and which count.
TRUE_NEGATIVE, FALSE_POSITIVE, FALSE_NEGATIVE, TRUE_POSITIVE = range(4)
RATES = {
    "recall": ((TRUE_POSITIVE,), (FALSE_NEGATIVE, TRUE_POSITIVE)),
    "specificity": ((TRUE_NEGATIVE,), (TRUE_NEGATIVE, FALSE_POSITIVE)),
    "precision": ((TRUE_POSITIVE,), (FALSE_POSITIVE, TRUE_POSITIVE)),
    "negative_predictive_value": ((TRUE_NEGATIVE,), (TRUE_NEGATIVE, FALSE_NEGATIVE)),
    "false_positive_rate": ((FALSE_POSITIVE,), (TRUE_NEGATIVE, FALSE_POSITIVE)),
    "false_negative_rate": ((FALSE_NEGATIVE,), (FALSE_NEGATIVE, TRUE_POSITIVE)),
}


def is_by_splits(predictions: Predictions) -> bool:
    """Whether the spread between splits can be had: several splits of more than a row each."""
    return predictions.design.method != "leave-one-out" and len(predictions.train_sizes) > 1


def is_binary_ranking(predictions: Predictions, measure: Measure) -> bool:
    """Whether this is the area under one ROC curve."""
    return measure.name == "auc" and predictions.classes is not None and len(predictions.classes) == 2


def is_rate(measure: Measure) -> bool:
    """Whether it is a share of rows, or of some of them, so that its count is binomial."""
    return measure.is_share or measure.name in RATES


def is_mean(measure: Measure) -> bool:
    """Whether it is a mean over rows or over some of them, or as good as one: the root of a mean."""
    return measure.is_by_row or measure.name in RATES


def is_of_one_model(predictions: Predictions) -> bool:
    """Whether the score is the measure of all rows at once, not a mean over splits."""
    return predictions.design.method == "leave-one-out" or len(predictions.train_sizes) == 1


def held_out_ratio(predictions: Predictions) -> float:
    """Held-out rows as a share of training rows, averaged over splits."""
    held_out = np.bincount(predictions.split)
    return float(np.mean(held_out[held_out > 0] / predictions.train_sizes))


def held_out_overlap(predictions: Predictions) -> float:
    """The share of rows that two held-out sets have in common on average, each set with itself counted in.

    It is 1/m where m sets share no row. Repeats of a k-fold leave it at 1/k: they hold the same rows out
    again, and so do not average away what these rows happen to be.
    """
    return mean_overlap(predictions.row, predictions.split)


def mean_overlap(row: Array, split: Array) -> float:
    """As `held_out_overlap`, from the rows that the splits hold out, and the split of each.

    >>> round(mean_overlap(np.array([0, 1, 2, 3, 0, 1]), np.array([0, 0, 1, 1, 2, 2])), 3)
    0.556
    """
    size = np.bincount(split)
    sizes = size[size > 0]
    # What each row weighs in the mean of all sets; over one set alone the squares would add up to 1/size.
    share = np.bincount(row, 1 / size[split]) / len(sizes)
    return float(np.sum(share**2) / np.mean(1 / sizes))


def n_distinct(numbers: Array) -> int:
    """How many different row numbers, or codes of groups, there are; by counting, which beats sorting.

    >>> n_distinct(np.array([4, 0, 4]))
    2
    """
    return int(np.count_nonzero(np.bincount(numbers)))


def has_repeated_rows(predictions: Predictions) -> bool:
    """Whether some row is held out more than once."""
    return n_distinct(predictions.row) < len(predictions.row)


def valid_over_splits(predictions: Predictions) -> str:
    """The name of the interval, and of the test, that reads the spread between these splits rightly."""
    return REPEATS if has_repeated_rows(predictions) else "corrected t"


def freedom_of_splits(predictions: Predictions) -> int:
    """Degrees of freedom of the spread between splits: no more than there are rows, or groups, less one."""
    units = predictions.row if predictions.group is None else predictions.group
    return max(min(len(predictions.train_sizes), n_distinct(units)) - 1, 1)


def has_rows_once(predictions: Predictions) -> bool:
    """Whether every row is held out as often as every other: a hold-out, leave-one-out or whole k-fold."""
    return predictions.design.method in ("k-fold", "leave-one-out") or len(predictions.train_sizes) == 1


def values_of_rows(predictions: Predictions, measure: Measure) -> Floats:
    """What the measure is the mean of, row by row.

    A root of a mean, r = √m, is not one: each row then stands with r + (x - m) / 2r, the straight line that
    touches the root at m (the delta method). Within a split the mean of these is r itself.
    """
    if measure.root_of is not None:
        return _rooted(predictions, measure.root_of(*predictions.given(measure)))
    if measure.each is None:
        raise DesignError(f"{measure.name} is no mean over rows; use method='auto'")
    return measure.each(*predictions.given(measure))


def _rooted(predictions: Predictions, values: Floats) -> Floats:
    """What each row adds to the roots of the means of splits, or of all rows."""
    split = np.zeros(len(values), np.int64) if is_of_one_model(predictions) else predictions.split
    weight = np.ones(len(values)) if predictions.weight is None else predictions.weight
    total = np.bincount(split, weight)
    means = np.divide(np.bincount(split, weight * values), total, out=np.zeros(len(total)), where=total > 0)
    mean, root = means[split], np.sqrt(means)[split]
    return np.divide(mean + values, 2 * root, out=np.zeros(len(values)), where=root > 0)


def counted_rows(predictions: Predictions, measure: Measure) -> tuple[Floats, Flags]:
    """What the measure is the mean of, and over which rows: all, or for a rate those that it counts.

    A recall counts the positives, a precision the rows called positive; a row without weight never counts.
    """
    if measure.name in RATES:
        is_hit, counts = hits_of(measure.name, *predictions.given(measure))
        values = is_hit.astype(np.float64)
    else:
        values = values_of_rows(predictions, measure)
        counts = np.ones(len(values), dtype=np.bool_)
    return values, counts if predictions.weight is None else counts & (predictions.weight > 0)


def hits_of(rate: str, truth: Array, called: Array) -> tuple[Flags, Flags]:
    """Which rows are hits of a rate, and which count, from flags of the positive class.

    >>> hits_of("precision", np.array([True, False, True]), np.array([True, True, False]))
    (array([ True, False, False]), array([ True,  True, False]))
    """
    cell = 2 * np.asarray(truth, dtype=np.int64) + np.asarray(called, dtype=np.int64)
    hits, counted = RATES[rate]
    return np.isin(cell, hits), np.isin(cell, counted)


def by_row(predictions: Predictions, values: Floats) -> tuple[Floats, Floats | None, Array | None]:
    """Values of distinct rows, averaged over repeats, with the rows' weights and groups."""
    return _averaged(values, predictions.row, predictions.weight, predictions.group)


def mean_by_row(predictions: Predictions, measure: Measure) -> tuple[Floats, Floats | None, Array | None]:
    """What the measure is the mean of, for the distinct rows that it counts, with weights and groups."""
    values, counts = counted_rows(predictions, measure)
    weight, group = predictions.weight, predictions.group
    return _averaged(
        values[counts],
        predictions.row[counts],
        None if weight is None else weight[counts],
        None if group is None else group[counts],
    )


def _averaged(
    values: Floats, row: Array, weight: Floats | None, group: Array | None
) -> tuple[Floats, Floats | None, Array | None]:
    _, first, code = np.unique(row, return_index=True, return_inverse=True)
    means = np.bincount(code, values) / np.bincount(code)
    return means, None if weight is None else weight[first], None if group is None else group[first]


def unseen_width(predictions: Predictions, measure: Measure, level: float) -> float:
    """How far off a score without any spread may still be (the rule of three: about 3/n at 95 %).

    If a share s of all rows were scored otherwise, n rows would all miss it with probability (1 - s)^n. For
    measures without bounds nothing can be said, and the answer is 0.
    """
    low, high = measure.range
    units = predictions.row if predictions.group is None else predictions.group
    n_units = len(np.unique(units))
    if measure.each is None and predictions.classes is not None:
        # Measures of classes lean on the smallest one.
        kinds = np.unique(predictions.truth)
        n_units = min(len(np.unique(units[predictions.truth == kind])) for kind in kinds)
    share = 1 - (1 - level) ** (1 / n_units)
    return float(share * (high - low)) if high - low < np.inf else 0.0


def need_one_split(predictions: Predictions, what: str) -> None:
    """Refuse several splits: their models differ, so their scores are not those of one."""
    if len(predictions.train_sizes) != 1:
        raise DesignError(
            f"{what} is for the rows of one hold-out, not {predictions.design}; use method='auto'"
        )


def need_rows_once(predictions: Predictions, what: str) -> None:
    """Refuse designs that hold rows out unequally or several times, or follow time."""
    design = predictions.design
    if not has_rows_once(predictions) or design.repeats > 1:
        raise DesignError(
            f"{what} needs every row once, and {design} does not have it; "
            f"use {valid_over_splits(predictions)!r}"
        )
    if len(predictions.train_sizes) > 1 and not design.is_exchangeable:
        raise DesignError(
            f"{what} takes rows as independent, and {design} follows them in time; use 'corrected t'"
        )

"""Validity of inference procedures: properties of a resampling design and a measure that decide it.

`estimation` and `comparison` use these to select or refuse a procedure.
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
_COUNTED = 2**24  # numbers up to here are always counted in an array

# The name of the interval and the test over splits that hold rows out several times.
REPEATS = "corrected t for repeats"

# Rates: the cells of the positive class's confusion matrix in the numerator, and in the denominator.
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
    """Whether the variance between splits can be estimated: several splits of more than one row each."""
    return predictions.design.method != "leave-one-out" and len(predictions.train_sizes) > 1


def is_binary_ranking(predictions: Predictions, measure: Measure) -> bool:
    """Whether the measure is the AUC of two classes."""
    return measure.name == "auc" and predictions.classes is not None and len(predictions.classes) == 2


def is_rate(measure: Measure) -> bool:
    """Whether the measure is a proportion of (some of the) rows, with a binomial count."""
    return measure.is_share or measure.name in RATES


def is_mean(measure: Measure) -> bool:
    """Whether the measure is a mean over (some of the) rows, or the square root of a mean."""
    return measure.is_by_row or measure.name in RATES


def is_of_one_model(predictions: Predictions) -> bool:
    """Whether the score is the measure of all rows pooled, not a mean over splits."""
    return predictions.design.method == "leave-one-out" or len(predictions.train_sizes) == 1


def held_out_ratio(predictions: Predictions) -> float:
    """Ratio of held-out to training rows, averaged over splits."""
    held_out = np.bincount(predictions.split)
    return float(np.mean(held_out[held_out > 0] / predictions.train_sizes))


def held_out_overlap(predictions: Predictions) -> float:
    """Mean overlap of two held-out sets (fraction of rows in common), including each set with itself.

    It is 1/m where m sets are disjoint. It stays at 1/k for repeated k-fold: the same rows are held out
    again, so repeats do not reduce the variance due to the sample of rows.
    """
    return mean_overlap(predictions.row, predictions.split)


def mean_overlap(row: Array, split: Array) -> float:
    """As `held_out_overlap`, from the held-out rows and the split of each.

    >>> round(mean_overlap(np.array([0, 1, 2, 3, 0, 1]), np.array([0, 0, 1, 1, 2, 2])), 3)
    0.556
    """
    size = np.bincount(split)
    sizes = size[size > 0]
    # The weight of each row in the mean of all sets; within a single set the squares would sum to 1/size.
    share = np.bincount(_dense(row), 1 / size[split]) / len(sizes)
    return float(np.sum(share**2) / np.mean(1 / sizes))


def n_distinct(numbers: Array) -> int:
    """Number of distinct row numbers or group codes, by counting instead of sorting where that is possible.

    >>> n_distinct(np.array([4, 0, 4]))
    2
    """
    return int(np.count_nonzero(np.bincount(_dense(numbers))))


def _dense(numbers: Array) -> Array:
    """The numbers, or their ranks where they are so far apart that counting them would fill the memory."""
    if not len(numbers) or numbers.max() < _COUNTED + 16 * len(numbers):
        return numbers
    return np.unique(numbers, return_inverse=True)[1]


def has_repeated_rows(predictions: Predictions) -> bool:
    """Whether some row is held out more than once."""
    return n_distinct(predictions.row) < len(predictions.row)


def valid_over_splits(predictions: Predictions) -> str:
    """The name of the interval and test that are valid for the variance between these splits."""
    return REPEATS if has_repeated_rows(predictions) else "corrected t"


def freedom_of_splits(predictions: Predictions) -> int:
    """Degrees of freedom of the variance between splits: at most the number of rows or groups minus one."""
    units = predictions.row if predictions.group is None else predictions.group
    return max(min(len(predictions.train_sizes), n_distinct(units)) - 1, 1)


def has_rows_once(predictions: Predictions) -> bool:
    """Whether all rows are held out equally often: a hold-out, leave-one-out or complete k-fold."""
    return predictions.design.method in ("k-fold", "leave-one-out") or len(predictions.train_sizes) == 1


def values_of_rows(predictions: Predictions, measure: Measure) -> Floats:
    """Per-row values whose mean is the measure.

    A root of a mean, r = √m, is linearized at m (delta method): each row has r + (x - m) / 2r. Within a split
    the mean of these is r.
    """
    if measure.root_of is not None:
        return _rooted(predictions, measure.root_of(*predictions.measure_inputs(measure)))
    if measure.each is None:
        raise DesignError(f"{measure.name} is not a mean over rows; use method='auto'")
    return measure.each(*predictions.measure_inputs(measure))


def _rooted(predictions: Predictions, values: Floats) -> Floats:
    """Linearized per-row values of the root of the mean of each split, or of all rows."""
    split = np.zeros(len(values), np.int64) if is_of_one_model(predictions) else predictions.split
    weight = np.ones(len(values)) if predictions.weight is None else predictions.weight
    total = np.bincount(split, weight)
    means = np.divide(np.bincount(split, weight * values), total, out=np.zeros(len(total)), where=total > 0)
    mean, root = means[split], np.sqrt(means)[split]
    return np.divide(mean + values, 2 * root, out=np.zeros(len(values)), where=root > 0)


def counted_rows(predictions: Predictions, measure: Measure) -> tuple[Floats, Flags]:
    """Per-row values whose mean is the measure, and a mask of the rows in its denominator.

    The denominator of recall is the true positives' class, of precision the rows predicted positive; rows of
    weight 0 are excluded.
    """
    if measure.name in RATES:
        is_hit, counts = hits_of(measure.name, *predictions.measure_inputs(measure))
        values = is_hit.astype(np.float64)
    else:
        values = values_of_rows(predictions, measure)
        counts = np.ones(len(values), dtype=np.bool_)
    return values, counts if predictions.weight is None else counts & (predictions.weight > 0)


def hits_of(rate: str, truth: Array, predicted: Array) -> tuple[Flags, Flags]:
    """The rows in the numerator and in the denominator of a rate, from boolean labels of the positive class.

    >>> hits_of("precision", np.array([True, False, True]), np.array([True, True, False]))
    (array([ True, False, False]), array([ True,  True, False]))
    """
    cell = 2 * np.asarray(truth, dtype=np.int64) + np.asarray(predicted, dtype=np.int64)
    hits, counted = RATES[rate]
    return np.isin(cell, hits), np.isin(cell, counted)


def by_row(predictions: Predictions, values: Floats) -> tuple[Floats, Floats | None, Array | None]:
    """Values of distinct rows, averaged over repeats, with their weights and groups."""
    return _averaged(values, predictions.row, predictions.weight, predictions.group)


def mean_by_row(predictions: Predictions, measure: Measure) -> tuple[Floats, Floats | None, Array | None]:
    """Per-row values of the measure for the distinct rows in its denominator, with weights and groups."""
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


def rule_of_three_width(predictions: Predictions, measure: Measure, level: float) -> float:
    """Half-width of an interval for a score with zero variance (rule of three: about 3/n at 95 %).

    If a proportion s of the population had other values, n rows would contain none with probability
    (1 - s)^n. It is 0 for unbounded measures, where the rule does not apply.
    """
    low, high = measure.range
    units = predictions.row if predictions.group is None else predictions.group
    n_units = len(np.unique(units))
    if measure.each is None and predictions.classes is not None:
        # Class-wise measures depend on the smallest class.
        kinds = np.unique(predictions.truth)
        n_units = min(len(np.unique(units[predictions.truth == kind])) for kind in kinds)
    share = 1 - (1 - level) ** (1 / n_units)
    return float(share * (high - low)) if high - low < np.inf else 0.0


def need_one_split(predictions: Predictions, what: str) -> None:
    """Raise DesignError for several splits: the scores of different models are not comparable."""
    if len(predictions.train_sizes) != 1:
        raise DesignError(f"{what} needs a single hold-out, not {predictions.design}; use method='auto'")


def need_rows_once(predictions: Predictions, what: str) -> None:
    """Raise DesignError for designs that hold rows out unequally or repeatedly, or are chronological."""
    design = predictions.design
    if not has_rows_once(predictions) or design.repeats > 1:
        raise DesignError(
            f"{what} needs every row held out exactly once, which {design} does not; "
            f"use {valid_over_splits(predictions)!r}"
        )
    if len(predictions.train_sizes) > 1 and not design.is_exchangeable:
        raise DesignError(
            f"{what} assumes independent rows, and {design} is chronological; use 'corrected t'"
        )

"""Empirical influence values of rows, or groups, on a measure: for BCa's acceleration and linearized errors.

Means, AUC and measures of a confusion matrix have a closed form; others use the delete-a-group jackknife
with at most 200 groups.
"""

import numpy as np

from gnomon.arrays import Array, Floats, Integers
from gnomon.assessment.intervals.areas import auc_parts
from gnomon.assessment.measures.facts import Measure, mean
from gnomon.errors import DataError
from gnomon.native import contingency

STEP = 1e-5


def influence(
    measure: Measure,
    truth: Array,
    predicted: Array,
    weight: Array | None = None,
    group: Array | None = None,
    *,
    parts: int = 200,
) -> Floats:
    """Empirical influence of each row (or group) on the measure; the influences sum to 0.

    parts: maximum number of parts of the jackknife, where there is no closed form.

    >>> from gnomon.metrics import find_measure
    >>> influence(find_measure("accuracy"), np.array([0, 1, 1, 1]), np.array([0, 1, 1, 0]))
    array([ 0.0625,  0.0625,  0.0625, -0.1875])
    """
    if measure.each is not None:
        values = measure.each(truth, predicted)
        influences = _share(len(values), weight) * (values - mean(values, weight))
    elif measure.name == "auc" and np.ndim(predicted) == 1:
        influences = auc_influence(np.asarray(truth, dtype=np.bool_), predicted, weight)
    elif measure.of_table is not None:
        influences = _table_influence(measure, truth, predicted, weight)
    else:
        return _jackknife(measure, truth, predicted, weight, group, parts)
    return sum_by_unit(influences, group)


def sum_by_unit(influences: Floats, unit: Array | None) -> Floats:
    """Influences summed over the rows of each unit, such as a group.

    >>> sum_by_unit(np.array([1.0, 2.0, 4.0]), np.array(["a", "b", "a"]))
    array([5., 2.])
    """
    if unit is None:
        return influences
    return np.asarray(np.bincount(np.unique(unit, return_inverse=True)[1], influences), dtype=np.float64)


def auc_influence(positive: Array, score: Array, weight: Array | None = None) -> Floats:
    """Influence of each row on AUC: (placement value - AUC) / size of its class.

    >>> auc_influence(np.array([True, True, False]), np.array([0.9, 0.1, 0.5]))
    array([ 0.25, -0.25,  0.  ])
    """
    influences = np.empty(len(positive))
    for kind, (values, part) in zip((positive, ~positive), auc_parts(positive, score, weight)):
        influences[kind] = _share(len(values), part) * (values - mean(values, part))
    return influences


def _share(n_rows: int, weight: Array | None) -> Floats:
    return np.full(n_rows, 1 / n_rows) if weight is None else weight / np.sum(weight)


def _table_influence(measure: Measure, truth: Array, predicted: Array, weight: Array | None) -> Floats:
    """Influence by the derivative of the measure with respect to each cell of the confusion matrix."""
    assert measure.of_table is not None
    true, predicted, n_classes = _codes(truth, predicted, measure.of_positive)
    weight = np.ones(len(truth)) if weight is None else np.asarray(weight, dtype=np.float64)
    table = contingency(true, predicted, n_classes, n_classes, weight, 1)
    slope = np.zeros_like(table)
    for cell in zip(*np.nonzero(table)):
        step = STEP * table[cell]
        moved = np.stack([table, table])
        moved[(0, *cell)] += step
        moved[(1, *cell)] -= step
        high, low = measure.of_table(moved)
        slope[cell] = (high - low) / (2 * step)
    influences = weight * slope[true, predicted]
    return np.asarray(influences - weight * np.sum(influences) / np.sum(weight))


def _codes(truth: Array, predicted: Array, is_positive: bool) -> tuple[Integers, Integers, int]:
    if is_positive:
        return np.asarray(truth, dtype=np.int64), np.asarray(predicted, dtype=np.int64), 2
    codes = np.unique(np.concatenate([truth, predicted]), return_inverse=True)[1].astype(np.int64)
    return codes[: len(truth)], codes[len(truth) :], int(codes.max()) + 1


def _jackknife(
    measure: Measure, truth: Array, predicted: Array, weight: Array | None, group: Array | None, parts: int
) -> Floats:
    units = np.arange(len(truth)) if group is None else np.unique(group, return_inverse=True)[1]
    part = _parts(int(units.max()) + 1, parts)[units]
    values = np.array([_without(measure, truth, predicted, weight, part != each) for each in np.unique(part)])
    values = values[np.isfinite(values)]
    n = len(values)
    return (n - 1) / n * (np.mean(values) - values) if n else np.zeros(1)


def _parts(n_units: int, parts: int) -> Integers:
    """The jackknife part of each unit: one unit per part if they are few, else assigned at random."""
    if n_units <= parts:
        return np.arange(n_units)
    return np.random.default_rng(0).permutation(np.arange(n_units) % parts)


def _without(measure: Measure, truth: Array, predicted: Array, weight: Array | None, rows: Array) -> float:
    try:
        return measure.function(truth[rows], predicted[rows], None if weight is None else weight[rows])
    except DataError:
        return np.nan

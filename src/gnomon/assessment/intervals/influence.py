"""How far each row, or each group, pulls a measure: what BCa's acceleration and linear errors need.

Means, AUC and measures of a table of counts have it in closed form; others are measured again with a part of
the rows left out (the jackknife), in at most 200 parts.
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
    given: Array,
    weight: Array | None = None,
    group: Array | None = None,
    *,
    parts: int = 200,
) -> Floats:
    """The pull of each row (or group) on the measure; the pulls add up to nothing.

    parts: where rows must be left out, into how many parts they are dealt at most.

    >>> from gnomon.assessment.measures import find_measure
    >>> influence(find_measure("accuracy"), np.array([0, 1, 1, 1]), np.array([0, 1, 1, 0]))
    array([ 0.0625,  0.0625,  0.0625, -0.1875])
    """
    if measure.each is not None:
        values = measure.each(truth, given)
        pull = _share(len(values), weight) * (values - mean(values, weight))
    elif measure.name == "auc" and np.ndim(given) == 1:
        pull = auc_pull(np.asarray(truth, dtype=np.bool_), given, weight)
    elif measure.of_table is not None:
        pull = _table_pull(measure, truth, given, weight)
    else:
        return _left_out(measure, truth, given, weight, group, parts)
    return added_up(pull, group)


def added_up(pull: Floats, unit: Array | None) -> Floats:
    """The pulls of the rows of one unit, such as a group, put together.

    >>> added_up(np.array([1.0, 2.0, 4.0]), np.array(["a", "b", "a"]))
    array([5., 2.])
    """
    if unit is None:
        return pull
    return np.asarray(np.bincount(np.unique(unit, return_inverse=True)[1], pull), dtype=np.float64)


def auc_pull(positive: Array, score: Array, weight: Array | None = None) -> Floats:
    """The pull of each row on AUC: its placement less the area, as a share of its class.

    >>> auc_pull(np.array([True, True, False]), np.array([0.9, 0.1, 0.5]))
    array([ 0.25, -0.25,  0.  ])
    """
    pull = np.empty(len(positive))
    for kind, (values, part) in zip((positive, ~positive), auc_parts(positive, score, weight)):
        pull[kind] = _share(len(values), part) * (values - mean(values, part))
    return pull


def _share(n_rows: int, weight: Array | None) -> Floats:
    return np.full(n_rows, 1 / n_rows) if weight is None else weight / np.sum(weight)


def _table_pull(measure: Measure, truth: Array, given: Array, weight: Array | None) -> Floats:
    """The slope of the measure in each cell of the table, seen by the rows in that cell."""
    assert measure.of_table is not None
    true, predicted, n_classes = _codes(truth, given, measure.of_positive)
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
    pull = weight * slope[true, predicted]
    return np.asarray(pull - weight * np.sum(pull) / np.sum(weight))


def _codes(truth: Array, given: Array, are_flags: bool) -> tuple[Integers, Integers, int]:
    if are_flags:
        return np.asarray(truth, dtype=np.int64), np.asarray(given, dtype=np.int64), 2
    codes = np.unique(np.concatenate([truth, given]), return_inverse=True)[1].astype(np.int64)
    return codes[: len(truth)], codes[len(truth) :], int(codes.max()) + 1


def _left_out(
    measure: Measure, truth: Array, given: Array, weight: Array | None, group: Array | None, parts: int
) -> Floats:
    units = np.arange(len(truth)) if group is None else np.unique(group, return_inverse=True)[1]
    part = _parts(int(units.max()) + 1, parts)[units]
    found = np.array([_without(measure, truth, given, weight, part != each) for each in np.unique(part)])
    found = found[np.isfinite(found)]
    return (len(found) - 1) / max(len(found), 1) * (np.mean(found) - found) if len(found) else np.zeros(1)


def _parts(n_units: int, parts: int) -> Integers:
    """The part of each unit: each by itself if they are few, else dealt at random."""
    if n_units <= parts:
        return np.arange(n_units)
    return np.random.default_rng(0).permutation(np.arange(n_units) % parts)


def _without(measure: Measure, truth: Array, given: Array, weight: Array | None, kept: Array) -> float:
    try:
        return measure.function(truth[kept], given[kept], None if weight is None else weight[kept])
    except DataError:
        return np.nan

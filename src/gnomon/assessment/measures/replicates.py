"""Bootstrap replicates of a measure: its values on samples of the rows drawn with replacement.

==========================  ===============================================================
measure                     computation of one replicate
==========================  ===============================================================
mean over rows (`each`)     a compiled sum over the rows drawn; shares: one binomial draw
of labels (`of_table`)      one multinomial draw of the cells of the confusion matrix
AUC, Gini                   one pass over scores that were sorted once
any other                   the measure's function of the rows drawn
==========================  ===============================================================

With weights or groups, confusion matrices are summed from the rows drawn.
"""

from collections.abc import Callable, Iterator

import numpy as np

from gnomon import native
from gnomon import threads as machine
from gnomon.arrays import Array, Floats, Integers
from gnomon.assessment.measures.facts import Measure, checked_weight, find_measure, same_length
from gnomon.assessment.measures.ranking import auc, gini
from gnomon.assessment.measures.tables import codes_of_labels, flags
from gnomon.errors import DataError, DesignError, ParameterError
from gnomon.seeds import Seed, sequence

# Counts and confusion matrices are computed in blocks of at most this many numbers.
_MAX_NUMBERS = 4_000_000


def replicates(
    measure: str | Callable[..., float] | Measure,
    truth: Array,
    predicted: Array,
    *,
    weight: Array | None = None,
    group: Array | None = None,
    times: int = 2000,
    random_state: Seed = 0,
    threads: int | None = None,
) -> Floats:
    """Bootstrap replicates of a measure, `times` of them; NaN where it is undefined.

    group: cluster bootstrap, in which whole groups of rows are drawn. The same random_state gives the same
    numbers for any number of threads.

    >>> values = replicates("accuracy", [0, 1, 1, 0] * 25, [0, 1, 0, 0] * 25, times=1000)
    >>> values.shape, round(float(values.mean()), 2), round(float(values.std()), 2)
    ((1000,), 0.75, 0.04)
    """
    resolved = find_measure(measure)
    truth, predicted = same_length(truth, predicted)
    weight = checked_weight(weight, len(truth))
    sample = _Sample(_units(group, len(truth)), weight, _checked_times(times), random_state, threads)
    if resolved.needs in ("clusters", "rows"):
        raise DesignError(
            f"{resolved.name} cannot be bootstrapped: it is not a measure of true and predicted values; "
            "use another measure"
        )
    if resolved.function in (auc, gini):
        areas = _areas(truth, predicted, sample)
        return areas if resolved.function is auc else 2 * areas - 1
    if resolved.each is not None:
        return _means(resolved, truth, predicted, sample)
    if resolved.of_table is not None:
        return _from_tables(resolved, truth, predicted, sample)
    return _by_rows(resolved, truth, predicted, sample)


class _Sample:
    """The sampling design: units (rows, or groups of rows), number of replicates, and seed."""

    def __init__(
        self, unit: Integers | None, weight: Floats | None, times: int, random_state: Seed, n_jobs: int | None
    ) -> None:
        self.unit, self.weight, self.times = unit, weight, times
        root = sequence(random_state)
        self.generator = np.random.default_rng(root)
        self.seed = int(root.generate_state(1, np.uint64)[0])
        self.threads = machine.count(n_jobs)

    def counts(self, n_rows: int) -> Iterator[Integers]:
        """Number of times each row is drawn in each replicate, in blocks of replicates."""
        n_units = n_rows if self.unit is None else int(self.unit.max()) + 1
        step = max(1, _MAX_NUMBERS // n_rows)
        for first in range(0, self.times, step):
            drawn = native.bootstrap_counts(
                n_units, first, min(step, self.times - first), self.seed, self.threads
            )
            yield drawn if self.unit is None else drawn[:, self.unit]


def _checked_times(times: int) -> int:
    if isinstance(times, bool) or not isinstance(times, int | np.integer) or times < 1:
        raise ParameterError(
            f"times={times!r}: the number of bootstrap samples must be an integer of 1 or more"
        )
    return int(times)


def _units(group: Array | None, n_rows: int) -> Integers | None:
    if group is None:
        return None
    group = np.asarray(group)
    if group.shape != (n_rows,):
        raise DataError(f"group has {len(group)} values for {n_rows} rows; pass one per row")
    return np.unique(group, return_inverse=True)[1]


def _areas(truth: Array, score: Array, sample: _Sample) -> Floats:
    """AUC, or the mean one-vs-rest AUC over classes: all from the same bootstrap samples."""
    auc(truth, score, sample.weight)
    if score.ndim == 2:
        return np.mean([_areas(truth == k, score[:, k], sample) for k in range(score.shape[1])], axis=0)
    unit = None if sample.unit is None else sample.unit.astype(np.int32)
    return native.bootstrap_auc(
        np.ascontiguousarray(score, dtype=np.float64),
        np.ascontiguousarray(truth, dtype=np.bool_),
        sample.weight,
        unit,
        len(score) if unit is None else int(unit.max()) + 1,
        sample.times,
        sample.seed,
        sample.threads,
    )


def _means(measure: Measure, truth: Array, predicted: Array, sample: _Sample) -> Floats:
    assert measure.each is not None
    values = measure.each(truth, predicted)
    if measure.is_share and sample.unit is None and sample.weight is None:
        return sample.generator.binomial(len(values), np.mean(values), sample.times) / len(values)
    weight = np.ones(len(values)) if sample.weight is None else sample.weight
    parts = np.column_stack([weight * values, weight])
    if sample.unit is not None:
        parts = np.column_stack([np.bincount(sample.unit, column) for column in parts.T])
    sums = native.bootstrap_sums(np.ascontiguousarray(parts), sample.times, sample.seed, sample.threads)
    return _quotient(sums[:, 0], sums[:, 1])


def _from_tables(measure: Measure, truth: Array, predicted: Array, sample: _Sample) -> Floats:
    assert measure.of_table is not None
    if measure.of_positive:
        truth, predicted, n_classes = (
            flags(truth).astype(np.int64),
            flags(predicted, "predicted").astype(np.int64),
            2,
        )
    else:
        classes, truth, predicted = codes_of_labels(truth, predicted)
        n_classes = len(classes)
    # Cells without rows stay empty in every sample.
    cells, cell = np.unique(truth * n_classes + predicted, return_inverse=True)
    blocks = []
    for drawn in _drawn_cells(cell, len(cells), n_classes, sample):
        tables = np.zeros((len(drawn), n_classes * n_classes))
        tables[:, cells] = drawn
        empty = tables.sum(axis=1) == 0
        values = measure.of_table(tables.reshape(-1, n_classes, n_classes))
        blocks.append(np.where(empty, np.nan, values))
    return np.concatenate(blocks)


def _drawn_cells(cell: Integers, n_cells: int, n_classes: int, sample: _Sample) -> Iterator[Floats]:
    """The weight of each cell of the confusion matrix in each replicate, in blocks of replicates."""
    if sample.unit is None and sample.weight is None:
        shares = np.bincount(cell) / len(cell)
        step = max(1, _MAX_NUMBERS // n_classes**2)
        for first in range(0, sample.times, step):
            drawn = sample.generator.multinomial(len(cell), shares, min(step, sample.times - first))
            yield drawn.astype(np.float64)
        return
    weight = np.ones(len(cell)) if sample.weight is None else sample.weight
    for counts in sample.counts(len(cell)):
        parts = min(len(counts), -(-len(counts) * n_classes**2 // _MAX_NUMBERS))
        for some in np.array_split(counts, parts):
            yield np.array([np.bincount(cell, count * weight, n_cells) for count in some])


def _by_rows(measure: Measure, truth: Array, predicted: Array, sample: _Sample) -> Floats:
    measure.function(truth, predicted, sample.weight)
    # A ranking measure sorts in every replicate, which is fast on sorted input.
    is_ranking = measure.needs == "score" and predicted.ndim == 1
    order = np.argsort(-predicted, kind="stable") if is_ranking else np.arange(len(truth))
    values = []
    for counts in sample.counts(len(truth)):
        for count in counts:
            rows = np.repeat(order, count[order])
            weight = None if sample.weight is None else sample.weight[rows]
            try:
                values.append(measure.function(truth[rows], predicted[rows], weight))
            except DataError:
                values.append(np.nan)
    return np.array(values)


def _quotient(part: Floats, whole: Floats) -> Floats:
    return np.divide(part, whole, out=np.full(len(whole), np.nan), where=whole > 0)

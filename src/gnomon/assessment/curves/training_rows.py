"""Nested training sets of increasing size for learning curves, stratified or grouped."""

from collections.abc import Sequence

import numpy as np

from gnomon.arrays import Array, Floats, Integers
from gnomon.assessment.fold_assignment import strata
from gnomon.assessment.splits import Splits
from gnomon.data.task import Task
from gnomon.errors import DesignError, ParameterError
from gnomon.seeds import Seed, child, generator, sequence


def growth_order(
    rows: Integers, stratum: Integers | None, group: Array | None, random: np.random.Generator
) -> Integers:
    """A random order of training rows whose first m rows are a stratified sample for every m.

    Each stratum has its proportion of the first m rows, to within about one row. Groups are never
    split, and in random order.

    >>> stratum = np.array([0, 0, 0, 0, 1, 1])
    >>> order = growth_order(np.arange(6), stratum, None, np.random.default_rng(0))
    >>> [np.bincount(stratum[order[:m]], minlength=2).tolist() for m in (3, 6)]
    [[2, 1], [4, 2]]
    """
    if group is not None:
        codes = np.unique(group[rows], return_inverse=True)[1]
        return rows[np.argsort(random.permutation(int(codes.max()) + 1)[codes], kind="stable")]
    shuffled = random.permutation(rows)
    if stratum is None:
        return shuffled
    codes = np.unique(stratum[shuffled], return_inverse=True)[1]
    position = np.empty(len(rows))
    for code in range(int(codes.max()) + 1):
        members = np.flatnonzero(codes == code)
        position[members] = (np.arange(len(members)) + 0.5) / len(members)
    return shuffled[np.lexsort((random.random(len(rows)), position))]


def growing(task: Task, splits: Splits, sizes: Integers, random_state: Seed) -> list[list[Integers]]:
    """For each size the training rows of each split; smaller sets are nested in larger ones.

    >>> import gnomon as gn
    >>> task = gn.load("iris")
    >>> small, large = growing(task, gn.k_fold(5).split(task), np.array([9, 30]), 0)
    >>> len(small), set(small[0]) < set(large[0]), np.bincount(task.codes[small[0]]).tolist()
    (5, True, [3, 3, 3])
    """
    root = sequence(random_state)
    stratum = strata(task, None)
    orders = [
        growth_order(train, stratum, task.group, generator(child(root, int(number))))
        for number, (train, _) in zip(splits.number, splits)
    ]
    training_sets = [[order[:size] for order in orders] for size in sizes]
    if task.codes is not None and task.classes is not None and len(task.classes) > 1:
        _refuse_one_class(task, training_sets)
    return training_sets


def sizes_of(task: Task, splits: Splits, sizes: Sequence[float] | None) -> Integers:
    """Increasing numbers of training rows, from numbers or from fractions of the smallest training set.

    >>> import gnomon as gn
    >>> task = gn.load("iris")
    >>> sizes_of(task, gn.k_fold(5).split(task), [0.1, 0.5, 1.0])
    array([ 12,  60, 120])
    """
    if splits.train is not None and any(len(np.unique(rows)) < len(rows) for rows in splits.train):
        raise DesignError(
            f"a learning curve needs distinct training rows, and {splits.design} repeats some; "
            "use repeated(hold_out(0.2), times=30), or k_fold(10)"
        )
    n_max = int(splits.train_sizes.min())
    if sizes is None:
        n_min = max(10, 2 * len(task.classes) if task.classes is not None else 0, n_max // 20)
        return np.unique(np.geomspace(min(n_min, n_max), n_max, 8).round().astype(np.int64))
    numbers: Floats = np.asarray(sizes, dtype=np.float64)
    if numbers.ndim != 1 or not len(numbers) or not (np.isfinite(numbers) & (numbers > 0)).all():
        raise ParameterError(
            f"sizes={sizes!r}: they must be numbers of training rows, or fractions above 0 and at most 1"
        )
    is_fraction = np.asarray(sizes).dtype.kind == "f" and bool((numbers <= 1).all())
    rows = np.unique((numbers * n_max if is_fraction else numbers).round().astype(np.int64))
    if rows[0] < 1 or rows[-1] > n_max:
        raise ParameterError(
            f"sizes={sizes!r}: the smallest training set of {splits.design} has {n_max} rows; "
            f"use sizes from 1 to {n_max}, or fractions"
        )
    return rows


def _refuse_one_class(task: Task, training_sets: list[list[Integers]]) -> None:
    assert task.codes is not None
    for of_size in training_sets:
        for split, rows in enumerate(of_size):
            if len(np.unique(task.codes[rows])) < 2:
                raise DesignError(
                    f"the first {len(rows)} training rows of split {split} are all of one class; "
                    "use larger sizes"
                )

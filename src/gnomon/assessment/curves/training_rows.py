"""Training sets that grow: for each split an order of its training rows, of which any beginning will do."""

from collections.abc import Sequence

import numpy as np

from gnomon.arrays import Array, Floats, Integers
from gnomon.assessment.dealing import strata
from gnomon.assessment.splits import Splits
from gnomon.data.task import Task
from gnomon.errors import DesignError, ParameterError
from gnomon.seeds import Seed, child, generator, sequence


def growth_order(
    rows: Integers, stratum: Integers | None, group: Array | None, random: np.random.Generator
) -> Integers:
    """Training rows in such an order that every beginning of it is a fair sample.

    Each stratum has its share of the first m rows, to within about one row. Where there are groups, they come
    whole, in random order.

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
    place = np.empty(len(rows))
    for code in range(int(codes.max()) + 1):
        members = np.flatnonzero(codes == code)
        place[members] = (np.arange(len(members)) + 0.5) / len(members)
    return shuffled[np.lexsort((random.random(len(rows)), place))]


def growing(task: Task, splits: Splits, sizes: Integers, random_state: Seed) -> list[list[Integers]]:
    """For each size the training rows of each split; smaller sets are within larger ones.

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
    found = [[order[:size] for order in orders] for size in sizes]
    if task.codes is not None and task.classes is not None and len(task.classes) > 1:
        _refuse_one_class(task, found)
    return found


def sizes_of(task: Task, splits: Splits, sizes: Sequence[float] | None) -> Integers:
    """Rising numbers of training rows: as given, as shares of the smallest training set, or eight by default.

    >>> import gnomon as gn
    >>> task = gn.load("iris")
    >>> sizes_of(task, gn.k_fold(5).split(task), [0.1, 0.5, 1.0])
    array([ 12,  60, 120])
    """
    if splits.train is not None and any(len(np.unique(rows)) < len(rows) for rows in splits.train):
        raise DesignError(
            f"a learning curve counts distinct training rows, and {splits.design} draws some twice; "
            "use repeated(hold_out(0.2), times=30), or k_fold(10)"
        )
    most = int(splits.train_sizes.min())
    if sizes is None:
        least = max(10, 2 * len(task.classes) if task.classes is not None else 0, most // 20)
        return np.unique(np.geomspace(min(least, most), most, 8).round().astype(np.int64))
    given: Floats = np.asarray(sizes, dtype=np.float64)
    if given.ndim != 1 or not len(given) or not (np.isfinite(given) & (given > 0)).all():
        raise ParameterError(f"sizes={sizes!r}: give numbers of training rows, or shares from 0 to 1")
    is_share = np.asarray(sizes).dtype.kind == "f" and bool((given <= 1).all())
    found = np.unique((given * most if is_share else given).round().astype(np.int64))
    if found[0] < 1 or found[-1] > most:
        raise ParameterError(
            f"sizes={sizes!r}: the smallest training set of {splits.design} has {most} rows; "
            f"give sizes from 1 to {most}, or shares"
        )
    return found


def _refuse_one_class(task: Task, found: list[list[Integers]]) -> None:
    assert task.codes is not None
    for of_size in found:
        for split, rows in enumerate(of_size):
            if len(np.unique(task.codes[rows])) < 2:
                raise DesignError(
                    f"the first {len(rows)} training rows of split {split} are all of one class; "
                    "give larger sizes"
                )

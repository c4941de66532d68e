"""GN002: rows that are all but copies of each other, on both sides of a split.

Where rows lie spread out in p dimensions, the distance to the nearest neighbor over that to the tenth, to
the power p, follows Beta(1, 9): tiny ratios are rare. The dimension is read from farther neighbors, which
copies do not touch: (d10 / d20)^p has the median 1/2 (after Facco et al. 2017).
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from gnomon.arrays import Array, Flags, Floats, Integers
from gnomon.data.table import Table
from gnomon.data.task import Task
from gnomon.data.units import SQUARED, unit_of
from gnomon.experiments.checks import method_check
from gnomon.experiments.checks.column_roles import content_columns
from gnomon.experiments.checks.cost import Cost
from gnomon.experiments.checks.finding import Sighting
from gnomon.experiments.checks.row_keys import Keys, row_keys
from gnomon.experiments.checks.subject import Subject
from gnomon.experiments.checks.variants import together

QUERIES, FEWEST_QUERIES, MOST_DISTANCES = 1000, 100, 2 * 10**8
NEIGHBORS = 20
BLOCK, MOST_AT_ONCE = 100, 2 * 10**7
MOST_PARTED = 2000
FEWEST_ROWS = 100
FEWEST_FINE, FEWEST_COARSE = 2, 8
MOSTLY = 0.5
BY_CHANCE = 0.001
NEAREST = 0.1
LEAST_SHARE = 0.02
MOST_DIFFERING = 0.1


@method_check(
    "GN002",
    "nearly the same row on both sides of a split",
    needs=("tasks", "splits"),
    why="Repeated measurements of one thing let a learner recognize it instead of predicting.",
    way_out="Find what the rows share (a person, a batch, an image) and give it as Task(..., group=...).",
)
def near_copies(subject: Subject) -> Iterator[Sighting]:
    """Held-out rows with a training row far nearer than the spread of the data explains.

    >>> import gnomon as gn
    >>> from gnomon.experiments.checks.checking import check_methodology
    >>> X = np.random.default_rng(0).normal(size=(100, 3))
    >>> task = gn.Task(np.vstack([X, X + 1e-4]), [0, 1] * 100)
    >>> check_methodology(task, only=["GN002"], cost=False).codes
    ('GN002',)
    """
    for name in subject.splits:
        task = subject.tasks[name]
        if task.n_rows < FEWEST_ROWS:
            continue
        query, twin = nearest_twins(task, subject.probe.random_state)
        if len(query) == 0:
            continue
        parted, held_share = _parted(subject, name, query, twin)
        n_queries = queries_of(task.n_rows)
        if parted.sum() >= max(LEAST_SHARE * held_share * n_queries, 1):
            pair = int(np.argmax(parted))
            yield Sighting(
                "warning",
                f"task {name!r}",
                f"{int(parted.sum()):,} of {n_queries:,} rows looked at have a training row all but equal to "
                f"them in nine columns of ten or more (such as row {query[pair]} and row {twin[pair]}).",
                _cost(subject, name, query, twin),
            )


def nearest_twins(task: Task, random_state: int = 0) -> tuple[Integers, Integers]:
    """Rows, all or a draw of them, that have a near copy, and that copy; equal rows are no near copies.

    >>> random = np.random.default_rng(0)
    >>> X = random.normal(size=(200, 5))
    >>> X[1] = X[0] + 1e-4
    >>> [rows.tolist() for rows in nearest_twins(Task(X, X[:, 0]))]
    [[0, 1], [1, 0]]
    """
    content = task.table.select(content_columns(task))
    X = _measured(content)
    n_rows = X.shape[0]
    if X.shape[1] == 0:
        return np.arange(0), np.arange(0)
    random = np.random.default_rng(random_state)
    n_queries = queries_of(n_rows)
    rows = (
        np.sort(random.choice(n_rows, n_queries, replace=False)) if n_queries < n_rows else np.arange(n_rows)
    )
    distance, neighbor = _neighbors(X, rows, row_keys(content))
    tenth, last = distance[:, NEIGHBORS // 2 - 1], distance[:, -1]
    is_spread = (tenth > 0) & np.isfinite(last)
    if not is_spread.any():
        return rows[:0], rows[:0]
    growth = float(np.median(np.log(last[is_spread] / tenth[is_spread])))
    dimension = np.log(2) / max(growth, 1e-6)
    ratio = min((BY_CHANCE / (NEIGHBORS // 2 - 1)) ** (1 / dimension), NEAREST)
    is_near = is_spread & (distance[:, 0] < ratio * np.where(is_spread, tenth, 1.0))
    query, twin = rows[is_near], neighbor[is_near]
    is_alike = differing(content, query, twin) <= MOST_DIFFERING
    return query[is_alike], twin[is_alike]


def queries_of(n_rows: int) -> int:
    """For how many rows near copies are sought: all, or a thousand of them, fewer in very long tables.

    >>> queries_of(400), queries_of(5000), queries_of(1_000_000)
    (400, 1000, 200)
    """
    return min(n_rows, QUERIES, max(MOST_DISTANCES // max(n_rows, 1), FEWEST_QUERIES))


def differing(table: Table, first: Integers, second: Integers) -> Floats:
    """For pairs of rows the share of the columns in which they differ, by more than a tenth of the spread.

    >>> table = Table.of({"a": [1.0, 1.01, 9.0, 2.0], "b": ["x", "x", "y", "x"]})
    >>> differing(table, np.array([0, 0]), np.array([1, 2])).tolist()
    [0.0, 1.0]
    """
    if table.is_sparse or len(first) == 0:
        return np.zeros(len(first))
    differ = np.zeros(len(first))
    for name in table.names:
        column = table.column(name)
        a, b = column.values[first], column.values[second]
        if column.kind == "quantitative":
            present = column.values[np.isfinite(column.values)]
            unit = unit_of(present, SQUARED)
            spread = float(np.std(present / unit)) * unit if len(present) else 0.0
            with np.errstate(invalid="ignore", over="ignore"):
                is_equal = (np.abs(a / unit - b / unit) <= NEAREST * spread / unit) | (a == b)
            differ += ~(is_equal | (np.isnan(a) & np.isnan(b)))
        else:
            differ += a != b
    return differ / table.n_columns


def _measured(table: Table) -> Any:
    """The columns to measure distances by, in units of their spread; sparse ones as they are.

    Columns with few values part rows into strata, in which the nearest rows say nothing of those outside. So
    only columns with mostly different values count, or else all numbers where they are many.
    """
    X: Any = table.numbers
    if table.is_sparse:
        return X
    X = np.where(np.isfinite(X), X, np.nan)
    n_values = np.array([len(np.unique(column)) for column in X.T])
    fine = X[:, n_values > MOSTLY * len(X)]
    X = fine if fine.shape[1] >= FEWEST_FINE else X[:, n_values > 1]
    if X.shape[1] < (FEWEST_FINE if X is fine else FEWEST_COARSE):
        return np.empty((len(X), 0))
    with np.errstate(all="ignore"):
        centered = X - np.nanmean(X, axis=0)
        spread = np.nanstd(centered, axis=0)
    usable = (spread > 0) & np.isfinite(spread)
    return np.where(np.isnan(centered), 0.0, centered)[:, usable] / spread[usable]


def _neighbors(X: Any, rows: Integers, keys: Keys) -> tuple[Floats, Integers]:
    """The distances to the nearest rows that are not equal, in order, and the nearest of them."""
    distance, nearest = np.full((len(rows), NEIGHBORS), np.inf), np.zeros(len(rows), dtype=np.int64)
    # Single precision finds candidates, of which the distance is then computed in full.
    quick: Any = X if sparse.issparse(X) else X.astype(np.float32)
    square = np.asarray((quick * quick).sum(axis=1)).ravel()
    block = min(BLOCK, max(MOST_AT_ONCE // X.shape[0], 1))
    for place, row in enumerate(rows):
        if place % block == 0:
            product = quick[rows[place : place + block]] @ quick.T
            gaps = square - 2 * (product.toarray() if sparse.issparse(X) else product)
        gap = gaps[place % block]
        gap[keys == keys[row]] = np.inf
        found = least(gap, min(NEIGHBORS, len(gap)))
        found = found[np.isfinite(gap[found])]
        away = X[found] - X[np.full(len(found), row)]
        exact = np.sqrt(np.asarray((away * away).sum(axis=1)).ravel())
        order = np.argsort(exact, kind="stable")
        distance[place, : len(found)] = exact[order]
        nearest[place] = found[order[0]] if len(found) else row
    return distance, nearest


def least(values: Array, n: int) -> Integers:
    """The places of the n least values, in any order.

    >>> sorted(least(np.array([5.0, 1.0, 4.0, 2.0]), 2).tolist())
    [1, 3]
    """
    some = values[:: max(len(values) // MOST_PARTED, 1)]
    if len(some) == len(values) or len(some) <= n:
        return np.argpartition(values, n - 1)[:n]
    # The n least of some values bound those of all; few others are below.
    near = np.flatnonzero(values <= np.partition(some, n - 1)[n - 1])
    return near[np.argpartition(values[near], n - 1)[:n]]


def _parted(subject: Subject, name: str, query: Integers, twin: Integers) -> tuple[Flags, float]:
    """Which rows are held out in some split that trains on their twin; and the share of rows held out."""
    parted = np.zeros(len(query), dtype=np.bool_)
    for train, held_out in subject.cuts(name):
        parted |= np.isin(query, held_out) & np.isin(twin, train)
    return parted, len(np.unique(subject.cuts(name).held_out_rows)) / subject.tasks[name].n_rows


def _cost(subject: Subject, name: str, query: Integers, twin: Integers) -> Cost | None:
    """Measured where every row was looked at, so that all copies can be kept together."""
    task = subject.tasks[name]
    if task.n_rows > QUERIES or task.group is not None:
        return None
    links = sparse.coo_array((np.ones(len(query)), (query, twin)), shape=(task.n_rows, task.n_rows))
    group = connected_components(links, directed=False)[1]
    return subject.probe.measure(
        task,
        together(group),
        subject.measure(name),
        unit=group,
        learner=subject.judge(name),
    )

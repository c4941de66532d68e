"""GN002: near-duplicate rows, one in a training set and one in its test set.

Where rows have a locally uniform density in p dimensions, (d1 / d10)^p, the ratio of the distances to the
first and the tenth nearest neighbor, follows Beta(1, 9): tiny ratios are rare. The intrinsic dimension p is
estimated from farther neighbors, which near-duplicates do not affect: (d10 / d20)^p has median 1/2 (after
Facco et al. 2017).
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
from gnomon.experiments.checks import methodology_check
from gnomon.experiments.checks.column_roles import content_columns
from gnomon.experiments.checks.corrected_tasks import grouped_by
from gnomon.experiments.checks.cost import Cost
from gnomon.experiments.checks.finding import Detection, Place
from gnomon.experiments.checks.row_keys import Keys, row_keys
from gnomon.experiments.checks.subject import Subject

QUERIES, MIN_QUERIES, MAX_DISTANCES = 1000, 100, 2 * 10**8
NEIGHBORS = 20
BLOCK, MAX_BLOCK_ENTRIES = 100, 2 * 10**7
MAX_SUBSAMPLE = 2000
MIN_ROWS = 100
MIN_FINE, MIN_COARSE = 2, 8
MIN_DISTINCT = 0.5
ALPHA = 0.001
NEAREST = 0.1
MIN_SHARE = 0.02
MAX_DIFFERING = 0.1


@methodology_check(
    "GN002",
    "near-duplicate rows in training and test sets",
    needs=("tasks", "splits"),
    why="With repeated measurements a learner can recognize the subject instead of predicting.",
    how_to_fix="Identify what the rows share (a person, a batch, an image) and pass it as Task(..., "
    "group=...).",
)
def near_duplicates(subject: Subject) -> Iterator[Detection]:
    """Held-out rows with a training row much nearer than the density of the data explains.

    >>> import gnomon as gn
    >>> from gnomon import check_methodology
    >>> X = np.random.default_rng(0).normal(size=(100, 3))
    >>> task = gn.Task(np.vstack([X, X + 1e-4]), [0, 1] * 100)
    >>> check_methodology(task, only=["GN002"], cost=False).codes
    ('GN002',)
    """
    for name in subject.splits:
        task = subject.tasks[name]
        if task.n_rows < MIN_ROWS:
            continue
        query, match = nearest_duplicates(task, subject.probe.random_state)
        if len(query) == 0:
            continue
        is_split, held_share = _split_pairs(subject, name, query, match)
        n_queries = queries_of(task.n_rows)
        if is_split.sum() >= max(MIN_SHARE * held_share * n_queries, 1):
            pair = int(np.argmax(is_split))
            yield Detection(
                "warning",
                Place(name),
                f"{int(is_split.sum()):,} of {n_queries:,} rows examined have a near-duplicate in "
                "training, almost "
                f"equal in at least 90 % of the columns (such as row {query[pair]} and row {match[pair]}).",
                _cost(subject, name, query, match),
            )


def nearest_duplicates(task: Task, random_state: int = 0) -> tuple[Integers, Integers]:
    """Rows (all or a sample) with a near-duplicate, and that near-duplicate; exact duplicates do not count.

    >>> random = np.random.default_rng(0)
    >>> X = random.normal(size=(200, 5))
    >>> X[1] = X[0] + 1e-4
    >>> [rows.tolist() for rows in nearest_duplicates(Task(X, X[:, 0]))]
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
    ratio = min((ALPHA / (NEIGHBORS // 2 - 1)) ** (1 / dimension), NEAREST)
    is_near = is_spread & (distance[:, 0] < ratio * np.where(is_spread, tenth, 1.0))
    query, match = rows[is_near], neighbor[is_near]
    is_similar = differing(content, query, match) <= MAX_DIFFERING
    return query[is_similar], match[is_similar]


def queries_of(n_rows: int) -> int:
    """The number of rows whose near-duplicates are searched: all up to 1,000, fewer in very long tables.

    >>> queries_of(400), queries_of(5000), queries_of(1_000_000)
    (400, 1000, 200)
    """
    return min(n_rows, QUERIES, max(MAX_DISTANCES // max(n_rows, 1), MIN_QUERIES))


def differing(table: Table, first: Integers, second: Integers) -> Floats:
    """For pairs of rows the fraction of columns that differ, by more than 0.1 standard deviations if numeric.

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
    """The standardized columns for distances; sparse columns unchanged.

    Columns with few distinct values divide rows into strata, where neighbor distances are not comparable. So
    only columns with mostly distinct values are used, or all numeric columns where there are many.
    """
    X: Any = table.numbers
    if table.is_sparse:
        return X
    X = np.where(np.isfinite(X), X, np.nan)
    n_values = np.array([len(np.unique(column)) for column in X.T])
    fine = X[:, n_values > MIN_DISTINCT * len(X)]
    X = fine if fine.shape[1] >= MIN_FINE else X[:, n_values > 1]
    if X.shape[1] < (MIN_FINE if X is fine else MIN_COARSE):
        return np.empty((len(X), 0))
    with np.errstate(all="ignore"):
        centered = X - np.nanmean(X, axis=0)
        spread = np.nanstd(centered, axis=0)
    usable = (spread > 0) & np.isfinite(spread)
    return np.where(np.isnan(centered), 0.0, centered)[:, usable] / spread[usable]


def _neighbors(X: Any, rows: Integers, keys: Keys) -> tuple[Floats, Integers]:
    """The sorted distances to the nearest rows that are not equal, and the nearest row."""
    distance, nearest = np.full((len(rows), NEIGHBORS), np.inf), np.zeros(len(rows), dtype=np.int64)
    # Single precision finds candidates, whose distances are then computed in double precision.
    quick: Any = X if sparse.issparse(X) else X.astype(np.float32)
    square = np.asarray((quick * quick).sum(axis=1)).ravel()
    block = min(BLOCK, max(MAX_BLOCK_ENTRIES // X.shape[0], 1))
    for index, row in enumerate(rows):
        if index % block == 0:
            product = quick[rows[index : index + block]] @ quick.T
            gaps = square - 2 * (product.toarray() if sparse.issparse(X) else product)
        gap = gaps[index % block]
        gap[keys == keys[row]] = np.inf
        nearby = smallest(gap, min(NEIGHBORS, len(gap)))
        nearby = nearby[np.isfinite(gap[nearby])]
        away = X[nearby] - X[np.full(len(nearby), row)]
        exact = np.sqrt(np.asarray((away * away).sum(axis=1)).ravel())
        order = np.argsort(exact, kind="stable")
        distance[index, : len(nearby)] = exact[order]
        nearest[index] = nearby[order[0]] if len(nearby) else row
    return distance, nearest


def smallest(values: Array, n: int) -> Integers:
    """The indices of the n smallest values, in any order.

    >>> sorted(smallest(np.array([5.0, 1.0, 4.0, 2.0]), 2).tolist())
    [1, 3]
    """
    some = values[:: max(len(values) // MAX_SUBSAMPLE, 1)]
    if len(some) == len(values) or len(some) <= n:
        return np.argpartition(values, n - 1)[:n]
    # The n-th smallest of a subsample bounds that of all values; few others are below.
    near = np.flatnonzero(values <= np.partition(some, n - 1)[n - 1])
    return near[np.argpartition(values[near], n - 1)[:n]]


def _split_pairs(subject: Subject, name: str, query: Integers, match: Integers) -> tuple[Flags, float]:
    """Which rows are held out while their near-duplicate is in training; the fraction of rows held out."""
    is_split = np.zeros(len(query), dtype=np.bool_)
    for train, held_out in subject.cuts(name):
        is_split |= np.isin(query, held_out) & np.isin(match, train)
    return is_split, len(np.unique(subject.cuts(name).held_out_rows)) / subject.tasks[name].n_rows


def _cost(subject: Subject, name: str, query: Integers, match: Integers) -> Cost | None:
    """The optimistic bias, where every row was examined, so that all near-duplicates can be grouped."""
    task = subject.tasks[name]
    if task.n_rows > QUERIES or task.group is not None:
        return None
    links = sparse.coo_array((np.ones(len(query)), (query, match)), shape=(task.n_rows, task.n_rows))
    group = connected_components(links, directed=False)[1]
    return subject.probe.measure(
        task,
        grouped_by(group),
        subject.measure(name),
        unit=group,
        learner=subject.judge(name),
    )

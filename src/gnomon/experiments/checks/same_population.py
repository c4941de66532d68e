"""GN018: two tasks that share the same rows."""

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from gnomon.data.task import Task
from gnomon.experiments.checks import methodology_check
from gnomon.experiments.checks.column_roles import content_columns
from gnomon.experiments.checks.finding import Detection
from gnomon.experiments.checks.row_keys import row_keys
from gnomon.experiments.checks.subject import Subject

MIN_SHARE = 0.1
MIN_ROWS = 10


@methodology_check(
    "GN018",
    "tasks that share the same rows",
    needs=("several tasks",),
    why="Tests over data sets assume that these are independent; derived data sets count the same evidence "
    "twice.",
    how_to_fix="Keep one of them, or count derived data sets as one.",
)
def same_population(subject: Subject) -> Iterator[Detection]:
    """Pairs of tasks that share rows, compared on their common columns.

    >>> import gnomon as gn
    >>> from gnomon import check_methodology
    >>> check_methodology([gn.load("iris"), gn.load("iris-sepals")], only=["GN018"]).codes
    ('GN018',)
    """
    for (one, first), (other, second) in combinations(subject.tasks.items(), 2):
        if first.fingerprint == second.fingerprint:
            message = f"Tasks {one!r} and {other!r} are identical, row by row."
            yield Detection("error", f"tasks {one!r} and {other!r}", message)
            continue
        n_shared, names = shared_rows(first, second)
        n_smaller = min(first.n_rows, second.n_rows)
        if n_shared >= max(MIN_SHARE * n_smaller, MIN_ROWS):
            message = (
                f"{n_shared:,} of the {n_smaller:,} rows of the smaller task are in both, compared on "
                f"{len(names)} common columns."
            )
            yield Detection("warning", f"tasks {one!r} and {other!r}", message)


def shared_rows(first: Task, second: Task) -> tuple[int, tuple[str, ...]]:
    """The number of rows that two tasks share, and the columns on which they are compared.

    Rows that are not unique within their task are not counted: columns with few values agree by chance.

    >>> table = {"a": np.arange(20.0) / 3, "b": np.arange(20.0) ** 2}
    >>> shared_rows(Task(table, [0, 1] * 10), Task(table, [1] * 10 + [0] * 10))
    (20, ('a', 'b'))
    """
    known, kinds = set(content_columns(second)), second.table.kinds
    names = tuple(
        name for name in content_columns(first) if name in known and first.table.kinds[name] == kinds[name]
    )
    if not names:
        return 0, ()
    single = []
    for task in (first, second):
        keys, count = np.unique(row_keys(task.table, names), return_counts=True)
        single.append(keys[count == 1])
    return len(np.intersect1d(single[0], single[1], assume_unique=True)), names

"""GN018: two tasks that hold the same rows under two names."""

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from gnomon.data.task import Task
from gnomon.experiments.checks import method_check
from gnomon.experiments.checks.column_roles import content_columns
from gnomon.experiments.checks.finding import Sighting
from gnomon.experiments.checks.row_keys import row_keys
from gnomon.experiments.checks.subject import Subject

LEAST_SHARE = 0.1
FEWEST_ROWS = 10


@method_check(
    "GN018",
    "one population under two names",
    needs=("several tasks",),
    why="Tests over data sets take each for a new piece of evidence; derived sets count the same twice.",
    way_out="Keep one of them, or count the family as one data set.",
)
def same_population(subject: Subject) -> Iterator[Sighting]:
    """Pairs of tasks that share rows, by the columns that they have in common.

    >>> import gnomon as gn
    >>> from gnomon.experiments.checks.checking import check_methodology
    >>> check_methodology([gn.load("iris"), gn.load("iris-sepals")], only=["GN018"]).codes
    ('GN018',)
    """
    for (one, first), (other, second) in combinations(subject.tasks.items(), 2):
        if first.fingerprint == second.fingerprint:
            found = f"Tasks {one!r} and {other!r} are the same, row by row."
            yield Sighting("error", f"tasks {one!r} and {other!r}", found)
            continue
        n_shared, names = shared_rows(first, second)
        n_least = min(first.n_rows, second.n_rows)
        if n_shared >= max(LEAST_SHARE * n_least, FEWEST_ROWS):
            found = (
                f"{n_shared:,} of the {n_least:,} rows of the smaller are in both, by the {len(names)} "
                "columns that they have in common."
            )
            yield Sighting("warning", f"tasks {one!r} and {other!r}", found)


def shared_rows(first: Task, second: Task) -> tuple[int, tuple[str, ...]]:
    """How many rows of the smaller task are in the other, and by which columns.

    Rows that are there twice in either task are not counted: coarse columns agree by chance.

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

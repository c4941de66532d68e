"""GN007: columns that were scaled or projected on all rows, before any split."""

from collections.abc import Iterator

import numpy as np
from scipy import sparse

from gnomon.arrays import Floats
from gnomon.data.task import Task
from gnomon.experiments.checks import method_check
from gnomon.experiments.checks.finding import Sighting
from gnomon.experiments.checks.subject import Subject

EXACT = 1e-6
FEWEST_ROWS = 20
LEAST_SHARE = 0.5


@method_check(
    "GN007",
    "columns prepared on all rows",
    needs=("tasks",),
    why="Held-out rows had a say in what the training rows look like, which the score does not show.",
    way_out="Start from the raw columns and put the step into a pipeline, make_pipeline(StandardScaler(), "
    "learner), so that each training set makes its own.",
)
def prepared_columns(subject: Subject) -> Iterator[Sighting]:
    """Columns of mean 0 and spread 1 to the last digit, of range 0 to 1, or without any correlation.

    >>> import gnomon as gn
    >>> from gnomon.experiments.checks.checking import check_methodology
    >>> check_methodology(gn.load("diabetes"), only=["GN007"]).codes
    ('GN007',)
    """
    for name, task in subject.tasks.items():
        columns = _fractional(task)
        # Numbers whose squares are beyond a float are in no standard form.
        columns = columns[:, (np.abs(columns) < 2.0**500).all(axis=0)]
        if columns.shape[1] == 0 or len(columns) < FEWEST_ROWS:
            continue
        n_columns = columns.shape[1]
        if _are_uncorrelated(columns):
            found = (
                f"All {n_columns} columns of numbers have mean 0 and no correlation at all, as principal "
                "components have on the rows that they were computed from."
            )
            yield Sighting("warning", f"task {name!r}", found)
            continue
        for manner, counted in (
            ("mean 0 and one spread", _standard(columns)),
            ("range 0 to 1", _unit(columns)),
        ):
            if counted >= max(LEAST_SHARE * n_columns, 2):
                found = (
                    f"{counted} of {n_columns} columns of numbers have {manner} to the last digit over all "
                    f"{task.n_rows:,} rows: they were scaled before the splits."
                )
                yield Sighting("note", f"task {name!r}", found)


def _fractional(task: Task) -> Floats:
    """The columns of numbers that are not all whole and have no gaps."""
    numbers = task.table.numbers
    if sparse.issparse(numbers) or numbers.shape[1] == 0 or len(numbers) == 0:
        return np.empty((0, 0))
    with np.errstate(invalid="ignore"):
        is_fractional = (numbers != np.round(numbers)).any(axis=0) & np.isfinite(numbers).all(axis=0)
    return np.asarray(numbers[:, is_fractional])


def _standard(columns: Floats) -> int:
    """Columns of mean 0 whose spread is 1, or the same as that of most others."""
    spread = columns.std(axis=0)
    is_centered = np.abs(columns.mean(axis=0)) < EXACT * np.maximum(spread, 1e-300)
    usual = np.median(spread)
    n_rows = len(columns)
    # The divisor may be n or n - 1; unit length (sum of squares 1) is one spread for all columns as well.
    targets = (1.0, np.sqrt((n_rows - 1) / n_rows), usual if len(spread) > 2 and usual > 0 else 1.0)
    is_usual = np.any([np.abs(spread / each - 1) < EXACT for each in targets], axis=0)
    return int(np.sum(is_centered & is_usual))


def _unit(columns: Floats) -> int:
    return int(np.sum((columns.min(axis=0) == 0) & (np.abs(columns.max(axis=0) - 1) < EXACT)))


def _are_uncorrelated(columns: Floats) -> bool:
    if columns.shape[1] < 2 or columns.shape[1] >= len(columns):
        return False
    spread = columns.std(axis=0)
    if not (np.abs(columns.mean(axis=0)) < EXACT * spread).all():
        return False
    scaled = columns / spread
    correlation = scaled.T @ scaled / len(columns)
    return bool(np.abs(correlation - np.diag(np.diag(correlation))).max() < EXACT)

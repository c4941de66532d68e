"""GN007: preprocessing fitted on all rows, before the split into training and test sets."""

from collections.abc import Iterator

import numpy as np
from scipy import sparse

from gnomon.arrays import Floats
from gnomon.data.task import Task
from gnomon.experiments.checks import methodology_check
from gnomon.experiments.checks.finding import Detection, Place
from gnomon.experiments.checks.subject import Subject

EXACT = 1e-6
MIN_ROWS = 20
MIN_SHARE = 0.5


@methodology_check(
    "GN007",
    "preprocessing fitted on all rows",
    needs=("tasks",),
    why="The held-out rows influenced the preprocessing of the training rows, a bias that the score hides.",
    how_to_fix="Start from the raw columns and put the step into a pipeline, make_pipeline(StandardScaler(), "
    "learner), so that it is fitted on each training set.",
)
def prepared_columns(subject: Subject) -> Iterator[Detection]:
    """Columns exactly standardized, scaled to the range 0 to 1, or uncorrelated (principal components).

    >>> import gnomon as gn
    >>> from gnomon import check_methodology
    >>> check_methodology(gn.load("diabetes"), only=["GN007"]).codes
    ('GN007',)
    """
    for name, task in subject.tasks.items():
        columns = _fractional(task)
        # Numbers whose squares overflow are not standardized.
        columns = columns[:, (np.abs(columns) < 2.0**500).all(axis=0)]
        if columns.shape[1] == 0 or len(columns) < MIN_ROWS:
            continue
        n_columns = columns.shape[1]
        if _are_uncorrelated(columns):
            message = (
                f"All {n_columns} numeric columns have mean 0 and exactly zero correlation, as principal "
                "components have on the rows on which they were fitted."
            )
            yield Detection("warning", Place(name), message)
            continue
        for scaling, counted in (
            ("mean 0 and equal variances", _standard(columns)),
            ("range 0 to 1", _unit(columns)),
        ):
            if counted >= max(MIN_SHARE * n_columns, 2):
                message = (
                    f"{counted} of {n_columns} numeric columns have exactly {scaling} over all "
                    f"{task.n_rows:,} rows: they were scaled before splitting."
                )
                yield Detection("note", Place(name), message)


def _fractional(task: Task) -> Floats:
    """The numeric columns with non-integer values and no missing values."""
    numbers = task.table.numbers
    if sparse.issparse(numbers) or numbers.shape[1] == 0 or len(numbers) == 0:
        return np.empty((0, 0))
    with np.errstate(invalid="ignore"):
        is_fractional = (numbers != np.round(numbers)).any(axis=0) & np.isfinite(numbers).all(axis=0)
    return np.asarray(numbers[:, is_fractional])


def _standard(columns: Floats) -> int:
    """The number of columns with mean 0 and standard deviation 1, or the median standard deviation."""
    deviation = columns.std(axis=0)
    is_centered = np.abs(columns.mean(axis=0)) < EXACT * np.maximum(deviation, 1e-300)
    median = np.median(deviation)
    n_rows = len(columns)
    # The divisor may be n or n - 1; unit norm (sum of squares 1) gives equal standard deviations too.
    targets = (1.0, np.sqrt((n_rows - 1) / n_rows), median if len(deviation) > 2 and median > 0 else 1.0)
    is_standard = np.any([np.abs(deviation / each - 1) < EXACT for each in targets], axis=0)
    return int(np.sum(is_centered & is_standard))


def _unit(columns: Floats) -> int:
    return int(np.sum((columns.min(axis=0) == 0) & (np.abs(columns.max(axis=0) - 1) < EXACT)))


def _are_uncorrelated(columns: Floats) -> bool:
    if columns.shape[1] < 2 or columns.shape[1] >= len(columns):
        return False
    deviation = columns.std(axis=0)
    if not (np.abs(columns.mean(axis=0)) < EXACT * deviation).all():
        return False
    scaled = columns / deviation
    correlation = scaled.T @ scaled / len(columns)
    return bool(np.abs(correlation - np.diag(np.diag(correlation))).max() < EXACT)

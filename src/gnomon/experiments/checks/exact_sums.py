"""Is the target a weighted sum of more than two columns? Then these columns are parts of it."""

import numpy as np

from gnomon.arrays import Floats, Integers
from gnomon.data.task import Task

MOST_ROWS = 2000
MOST_COLUMNS = 200
ROWS_A_COLUMN = 3
EXACT = 1e-6


def parts_of_target(task: Task, names: list[str], rows: Integers) -> list[str]:
    """The columns of numbers that make up a numeric target exactly, as few as may be; none where none do.

    The weights are those of least squares on every other row; on the rest they must leave no more than a
    millionth of the spread of the target.

    >>> random = np.random.default_rng(0)
    >>> boys, girls = random.integers(9, size=60), random.integers(9, size=60)
    >>> columns = {"boys": boys, "girls": girls, "age": random.normal(size=60)}
    >>> task = Task(columns, boys + girls + 2, kind="regression")
    >>> parts_of_target(task, ["boys", "girls", "age"], np.arange(60))
    ['boys', 'girls']
    """
    if task.codes is not None or task.y is None or task.table.is_sparse:
        return []
    rows = rows[:MOST_ROWS]
    whole = [name for name in names if task.table.kinds[name] == "quantitative"][:MOST_COLUMNS]
    y = np.asarray(task.y, dtype=np.float64)[rows]
    X = np.column_stack(
        [
            np.ones(len(rows)),
            *(_standard(task.table.column(each).values[rows].astype(np.float64)) for each in whole),
        ]
    )
    kept = list(range(1, X.shape[1]))
    if not kept or len(rows) < 2 * ROWS_A_COLUMN * X.shape[1] or not _is_exact(X, y):
        return []
    # The lightest are tried first, so that what is left are the great parts.
    weight = np.abs(np.linalg.lstsq(X, y, rcond=None)[0])
    for place in (1 + np.argsort(weight[1:], kind="stable")).tolist():
        fewer = [each for each in kept if each != place]
        if _is_exact(X[:, [0, *fewer]], y):
            kept = fewer
    return [whole[place - 1] for place in kept]


def _standard(values: Floats) -> Floats:
    """In units of their spread, missing ones at the mean: a column with gaps is rarely an exact part."""
    is_there = np.isfinite(values)
    if not is_there.any():
        return np.zeros(len(values))
    unit = max(float(np.max(np.abs(values[is_there]))), 1e-300)
    scaled = np.where(is_there, values / unit, np.nan)
    spread = float(np.nanstd(scaled))
    return np.where(is_there, scaled - np.nanmean(scaled), 0.0) / (spread if spread > 0 else 1.0)


def _is_exact(X: Floats, y: Floats) -> bool:
    learn = np.arange(len(y)) % 2 == 0
    unit = max(float(np.max(np.abs(y))), 1e-300)
    y = y / unit
    spread = float(np.std(y[~learn]))
    if spread == 0:
        return False
    weight = np.linalg.lstsq(X[learn], y[learn], rcond=None)[0]
    return bool(np.sqrt(np.mean((y[~learn] - X[~learn] @ weight) ** 2)) < EXACT * spread)

"""Columns whose weighted sum is exactly the target: they are components of it (target leakage)."""

import numpy as np

from gnomon.arrays import Array, Floats, Integers
from gnomon.data.task import Task
from gnomon.experiments.checks.rounding import decimals_of, rounding_unit

MAX_ROWS = 2000
MAX_COLUMNS = 200
ROWS_A_COLUMN = 3
EXACT = 1e-6
FINE, AGREE, SLACK = 0.05, 0.99, 1.2


def components_of_target(task: Task, names: list[str], rows: Integers) -> list[str]:
    """A minimal set of numeric columns whose linear combination is exactly a numeric target; empty if none.

    The coefficients are fitted by least squares on every other row; the rest must be reproduced up to the
    rounding of all columns.

    >>> random = np.random.default_rng(0)
    >>> boys, girls = random.integers(9, size=60), random.integers(9, size=60)
    >>> columns = {"boys": boys, "girls": girls, "age": random.normal(size=60)}
    >>> task = Task(columns, boys + girls + 2, kind="regression")
    >>> components_of_target(task, ["boys", "girls", "age"], np.arange(60))
    ['boys', 'girls']
    """
    if task.codes is not None or task.y is None or task.table.is_sparse:
        return []
    rows = rows[:MAX_ROWS]
    numeric = [name for name in names if task.table.kinds[name] == "quantitative"][:MAX_COLUMNS]
    y = np.asarray(task.y, dtype=np.float64)[rows]
    X = np.column_stack(
        [
            np.ones(len(rows)),
            *(_standard(task.table.column(each).values[rows].astype(np.float64)) for each in numeric),
        ]
    )
    own = rounding_unit(decimals_of(y))
    units = np.array([0.0, *(_standard_unit(task.table.column(each).values[rows]) for each in numeric)])
    selected = list(range(1, X.shape[1]))
    if not selected or len(rows) < 2 * ROWS_A_COLUMN * X.shape[1] or not _is_exact(X, y, own, units):
        return []
    # Backward elimination, the smallest coefficients first.
    weight = np.abs(np.linalg.lstsq(X, y, rcond=None)[0])
    for index in (1 + np.argsort(weight[1:], kind="stable")).tolist():
        fewer = [each for each in selected if each != index]
        if _is_exact(X[:, [0, *fewer]], y, own, units[[0, *fewer]]):
            selected = fewer
    return [numeric[index - 1] for index in selected]


def _standard(values: Floats) -> Floats:
    """Standardized values, with missing values imputed by the mean (rarely an exact component)."""
    is_present = np.isfinite(values)
    if not is_present.any():
        return np.zeros(len(values))
    unit = max(float(np.max(np.abs(values[is_present]))), 1e-300)
    scaled = np.where(is_present, values / unit, np.nan)
    deviation = float(np.nanstd(scaled))
    return np.where(is_present, scaled - np.nanmean(scaled), 0.0) / (deviation if deviation > 0 else 1.0)


def _standard_unit(values: Array) -> float:
    """The rounding unit of numbers, in units of their standard deviation; integers are counts, and exact."""
    present = values[np.isfinite(values)].astype(np.float64)
    scale = float(np.max(np.abs(present), initial=0.0))
    deviation = scale * float(np.std(present / scale)) if scale > 0 else 0.0
    decimals = decimals_of(present)
    return rounding_unit(decimals) / deviation if deviation > 0 and decimals else 0.0


def _is_exact(X: Floats, y: Floats, own: float, units: Floats) -> bool:
    fit_rows = np.arange(len(y)) % 2 == 0
    unit = max(float(np.max(np.abs(y))), 1e-300)
    y, own = y / unit, own / unit
    deviation = float(np.std(y[~fit_rows]))
    if deviation == 0:
        return False
    weight = np.linalg.lstsq(X[fit_rows], y[fit_rows], rcond=None)[0]
    gap = np.abs(y[~fit_rows] - X[~fit_rows] @ weight)
    # A rounding that hides much of the target's variation is no tolerance.
    tolerance = SLACK * (own + units @ np.abs(weight)) / 2
    if tolerance > FINE * deviation:
        tolerance = 0.0
    return bool(np.mean(gap <= tolerance + EXACT * deviation) >= AGREE)

"""Time columns: which columns give the temporal order of rows, inferred from their values and the file order.

Dates do, also as seconds since 1970. Numbers do if they are years or consecutive steps and the file, or each
group of it (panel data), is sorted by them; a duration until an event, a year of construction or the term
of a loan come in any order. That the file is sorted is tested against the null hypothesis of shuffled rows.
"""

from dataclasses import dataclass

import numpy as np
from scipy.stats import norm, rankdata

from gnomon.arrays import Array, Floats
from gnomon.data.column import Column
from gnomon.data.suspects import holds_dates
from gnomon.data.task import Task
from gnomon.experiments.checks.column_roles import is_row_number, time_of
from gnomon.experiments.checks.groups import groups_of, intraclass_correlation
from gnomon.experiments.checks.names import (
    looks_like_group,
    sounds_like_duration,
    sounds_like_event,
    sounds_like_time,
)
from gnomon.experiments.checks.permutation_test import permutation_p_value

MIN_TIMES = 4
MIN_DATES = 3
ALPHA = 0.001
MIN_CORRELATION = 0.9
MIN_ASCENDING = 0.75
YEARS = (1800, 2100)
# POSIX time from 1973 to 2096, in seconds and in milliseconds.
POSIX_TIMES = ((1e8, 4e9), (1e11, 4e12))
MIN_DENSITY = 0.8
MIN_STEPS = 20
MAX_ROWS = 2000
DRIFT = 0.01
N_PERIODS = 20


@dataclass(frozen=True)
class TimeOrder:
    """A column that gives the temporal order of rows.

    order: of the file: "file" (sorted as a whole), "panel" (sorted within groups of rows) or "" (neither).
    drift: p-value of the permutation test that the target does not depend on the period. is_moment: whether
    its values are dates or years, or its name is that of a time; otherwise it may be any count.

    >>> TimeOrder("day", "file", 0.001, True).has_drift
    True
    """

    name: str
    order: str
    drift: float
    is_moment: bool

    @property
    def has_drift(self) -> bool:
        """Whether the target changes significantly with time."""
        return self.drift <= DRIFT


def time_order_of(task: Task, random_state: int = 0) -> TimeOrder | None:
    """The best candidate for a time column; None if there is none.

    >>> random = np.random.default_rng(0)
    >>> columns = {"built": random.integers(1900, 2000, size=90), "sold": 2000 + np.arange(90) // 10}
    >>> time_order_of(Task(columns, np.arange(90.0))).name
    'sold'
    """
    orders = []
    columns = [task.table.column(name) for name in task.table.names]
    # Patients are often numbered consecutively, as days are.
    numbered = {each.name for each in groups_of(task) if each.is_clear and not sounds_like_time(each.name)}
    candidates = [each for each in columns if not each.missing.any() and _may_be_time(each)]
    candidates = [
        each for each in candidates if sounds_like_time(each.name) or not looks_like_group(each.name)
    ]
    for column in candidates:
        if column.name in numbered or _is_survival_time(task, column):
            continue
        order = _order_of_file(time_of(column).astype(np.float64), ALPHA / len(candidates))
        if order or column.kind != "quantitative" or is_posix_time(column):
            drift = _drift(task, time_of(column), len(candidates), random_state)
            is_moment = holds_moments(column) or sounds_like_time(column.name)
            orders.append(TimeOrder(column.name, order, drift, is_moment))
    priority = {"file": 0, "panel": 1, "": 2}
    return min(
        orders, key=lambda each: (not each.is_moment, priority[each.order], not each.has_drift), default=None
    )


def _is_survival_time(task: Task, column: Column) -> bool:
    """Whether a column is named as the time until the event that is the target, by which files are sorted."""
    return (
        task.codes is not None and sounds_like_event(task.target_name) and sounds_like_duration(column.name)
    )


def holds_moments(column: Column) -> bool:
    """Whether a column contains dates, POSIX times, or integers in the range of years.

    >>> from gnomon.data.column import column_of
    >>> holds_moments(column_of("built", [1931, 1978, 2004, 1990])), holds_moments(column_of("age", [31, 78]))
    (True, False)
    """
    if column.kind != "quantitative":
        return holds_dates(column) and len(column.levels) >= MIN_DATES
    return _are_whole_in(column, YEARS) or is_posix_time(column)


def is_posix_time(column: Column) -> bool:
    """Whether a column has the name of a time, and integers that are seconds or milliseconds since 1970.

    >>> from gnomon.data.column import column_of
    >>> seconds = [1260759144, 1260759179, 1260759182, 1260759185]
    >>> is_posix_time(column_of("timestamp", seconds)), is_posix_time(column_of("population", seconds))
    (True, False)
    """
    is_named = column.kind == "quantitative" and sounds_like_time(column.name)
    return is_named and any(_are_whole_in(column, limits) for limits in POSIX_TIMES)


def _are_whole_in(column: Column, limits: tuple[float, float]) -> bool:
    """Whether there are several values, all of them integers within the limits."""
    values = column.values[~column.missing]
    is_within = (values == np.round(values)) & (values >= limits[0]) & (values <= limits[1])
    return bool(is_within.all()) and len(np.unique(values)) >= MIN_TIMES


def _may_be_time(column: Column) -> bool:
    """Whether values are dates, years, or nearly consecutive integers."""
    if column.kind != "quantitative" or holds_moments(column):
        return holds_moments(column)
    values = np.unique(column.values).astype(np.float64)
    if not bool((values == np.round(values)).all()):
        return False
    extent = float(values[-1] - values[0]) + 1
    is_dense = len(values) >= max(MIN_DENSITY * extent, MIN_STEPS)
    return bool(is_dense) and (not is_row_number(column) or sounds_like_time(column.name))


def _order_of_file(time: Floats, level: float) -> str:
    """ "file" or "panel" if the rows are sorted by time as a whole or within groups; "" if they are not.

    In shuffled rows a step between unequal neighbors goes up or down with probability 1/2.
    """
    steps = np.diff(time)
    steps = steps[steps != 0]
    if len(steps) == 0:
        return ""
    n_up = int((steps > 0).sum())
    z = abs(2 * n_up - len(steps)) / np.sqrt(len(steps))
    correlation = np.corrcoef(rankdata(time), np.arange(len(time)))[0, 1]
    if abs(correlation) >= MIN_CORRELATION and abs(correlation) * np.sqrt(len(time)) >= norm.isf(level / 2):
        return "file"
    is_panel = n_up >= MIN_ASCENDING * len(steps) and z >= norm.isf(level / 2)
    return "panel" if is_panel else ""


def _drift(task: Task, time: Array, n_tried: int, random_state: int) -> float:
    """The p-value of drift in the target over periods, Bonferroni-corrected for the columns tried."""
    if task.y is None or task.kind == "clustering":
        return 1.0
    rows = np.sort(np.random.default_rng(random_state).permutation(len(time))[:MAX_ROWS])
    along = rows[np.lexsort((rows, time[rows]))]
    period = np.arange(len(along)) * min(N_PERIODS, len(along) // 2) // len(along)
    is_class, block = task.codes is not None, np.zeros(len(along), dtype=np.int64)
    y: Array = task.codes[along] if task.codes is not None else rankdata(np.asarray(task.y)[along])
    p = permutation_p_value(
        lambda permuted: intraclass_correlation(period, block, permuted, is_class=is_class),
        y,
        random_state=random_state,
    )
    return min(p * n_tried, 1.0)

"""Which columns tell the order of rows in time: by their values, and by how the file lies beside them.

Dates tell it. Numbers do where the file is in their order, or each group of it (a panel), and they count
years or steps one by one, as records of time do; a duration until an event, a year of construction or a term
of a loan come in any order. That the file is in an order is tested against rows that were shuffled.
"""

from dataclasses import dataclass

import numpy as np
from scipy.stats import norm, rankdata

from gnomon.arrays import Array, Floats
from gnomon.data.column import Column
from gnomon.data.suspects import holds_dates
from gnomon.data.task import Task
from gnomon.experiments.checks.chance import share_by_chance
from gnomon.experiments.checks.column_roles import is_row_number, time_of
from gnomon.experiments.checks.groups import alike, groups_of
from gnomon.experiments.checks.names import sounds_like_time

FEWEST_TIMES = 4
FEWEST_DATES = 3
BY_CHANCE = 0.001
IN_ORDER = 0.9
ASCENDING = 0.75
YEARS = (1800, 2100)
DENSE = 0.8
FEWEST_STEPS = 20
MOST_ROWS = 2000
DRIFT = 0.01
STRETCHES = 20


@dataclass(frozen=True)
class TimeOrder:
    """A column that tells the order of rows in time.

    order: the file's: "file" (in this order as a whole), "panel" (within runs of rows) or "" (neither).
    drift: the p value that rows of one stretch of time are alike in the target by chance alone. is_moment:
    whether its values are dates or years, or it has the name of a time; else it may be any count.

    >>> TimeOrder("day", "file", 0.001, True).has_drift
    True
    """

    name: str
    order: str
    drift: float
    is_moment: bool

    @property
    def has_drift(self) -> bool:
        """Whether the target goes with the time."""
        return self.drift <= DRIFT


def time_order_of(task: Task, random_state: int = 0) -> TimeOrder | None:
    """The column that tells the order of rows in time best; None where no column does.

    >>> random = np.random.default_rng(0)
    >>> columns = {"built": random.integers(1900, 2000, size=90), "sold": 2000 + np.arange(90) // 10}
    >>> time_order_of(Task(columns, np.arange(90.0))).name
    'sold'
    """
    found = []
    columns = [task.table.column(name) for name in task.table.names]
    # Patients are often numbered one by one, as days are.
    numbered = {each.name for each in groups_of(task) if each.is_clear and not sounds_like_time(each.name)}
    able = [each for each in columns if not each.missing.any() and _may_be_time(each)]
    for column in able:
        if column.name in numbered:
            continue
        order = _order_of_file(time_of(column).astype(np.float64), BY_CHANCE / len(able))
        if column.kind != "quantitative" or order:
            drift = _drift(task, time_of(column), len(able), random_state)
            is_moment = holds_moments(column) or sounds_like_time(column.name)
            found.append(TimeOrder(column.name, order, drift, is_moment))
    place = {"file": 0, "panel": 1, "": 2}
    return min(
        found, key=lambda each: (not each.is_moment, place[each.order], not each.has_drift), default=None
    )


def holds_moments(column: Column) -> bool:
    """Whether a column holds dates, or whole numbers that may be years.

    >>> from gnomon.data.column import column_of
    >>> holds_moments(column_of("built", [1931, 1978, 2004, 1990])), holds_moments(column_of("age", [31, 78]))
    (True, False)
    """
    if column.kind != "quantitative":
        return holds_dates(column) and len(column.levels) >= FEWEST_DATES
    values = column.values[~column.missing]
    is_year = (values == np.round(values)) & (values >= YEARS[0]) & (values <= YEARS[1])
    return bool(is_year.all()) and len(np.unique(values)) >= FEWEST_TIMES


def _may_be_time(column: Column) -> bool:
    """Whether values are dates, years, or whole numbers that leave out hardly a step."""
    if column.kind != "quantitative" or holds_moments(column):
        return holds_moments(column)
    values = np.unique(column.values).astype(np.float64)
    if not bool((values == np.round(values)).all()):
        return False
    extent = float(values[-1] - values[0]) + 1
    is_dense = len(values) >= max(DENSE * extent, FEWEST_STEPS)
    return bool(is_dense) and (not is_row_number(column) or sounds_like_time(column.name))


def _order_of_file(time: Floats, level: float) -> str:
    """ "file" or "panel" where the rows lie in this order, all or within runs; "" where they do not.

    Of rows shuffled the steps between unequal neighbors go up or down as a coin falls.
    """
    steps = np.diff(time)
    steps = steps[steps != 0]
    if len(steps) == 0:
        return ""
    n_up = int((steps > 0).sum())
    surplus = abs(2 * n_up - len(steps)) / np.sqrt(len(steps))
    correlation = np.corrcoef(rankdata(time), np.arange(len(time)))[0, 1]
    if abs(correlation) >= IN_ORDER and abs(correlation) * np.sqrt(len(time)) >= norm.isf(level / 2):
        return "file"
    is_panel = n_up >= ASCENDING * len(steps) and surplus >= norm.isf(level / 2)
    return "panel" if is_panel else ""


def _drift(task: Task, time: Array, n_tried: int, random_state: int) -> float:
    """The p value that rows of one stretch of time are as alike in the target by chance, for all tried."""
    if task.y is None or task.kind == "clustering":
        return 1.0
    rows = np.sort(np.random.default_rng(random_state).permutation(len(time))[:MOST_ROWS])
    along = rows[np.lexsort((rows, time[rows]))]
    stretch = np.arange(len(along)) * min(STRETCHES, len(along) // 2) // len(along)
    is_class, block = task.codes is not None, np.zeros(len(along), dtype=np.int64)
    y: Array = task.codes[along] if task.codes is not None else rankdata(np.asarray(task.y)[along])
    p = share_by_chance(
        lambda dealt: alike(stretch, block, dealt, is_class=is_class), y, random_state=random_state
    )
    return min(p * n_tried, 1.0)

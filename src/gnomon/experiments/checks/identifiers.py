"""GN006: columns that number or name the rows."""

from collections.abc import Iterator

import numpy as np
from scipy.stats import rankdata

from gnomon.arrays import Array
from gnomon.data.column import Column
from gnomon.experiments.checks import method_check
from gnomon.experiments.checks.chance import share_by_chance
from gnomon.experiments.checks.column_roles import is_row_number
from gnomon.experiments.checks.finding import Sighting
from gnomon.experiments.checks.one_column import told_by, told_of
from gnomon.experiments.checks.subject import Subject
from gnomon.experiments.checks.time_order import holds_moments
from gnomon.experiments.checks.variants import without
from gnomon.features.automatic.column_use import is_text

TELLS = 0.2
BY_CHANCE = 0.001
MOST_DEALT = 1000


@method_check(
    "GN006",
    "a column that numbers or names the rows",
    needs=("tasks",),
    why="Nothing about new rows can be learned from it; where rows are in some order (by class, by date, by "
    "site), it lets a learner read that order.",
    way_out="Drop the column, or use it as group= or time= of the task.",
)
def identifiers(subject: Subject) -> Iterator[Sighting]:
    """Columns with hardly a value twice that are text, or whole numbers in close order or named as an id.

    >>> import gnomon as gn
    >>> from gnomon.experiments.checks.checking import check_methodology
    >>> stays = {"number": range(1, 41), "age": [31, 45, 52, 67] * 10, "ill": ["no", "yes"] * 20}
    >>> check_methodology(gn.Task.of(stays, "ill"), only=["GN006"], cost=False).findings[0].where
    "task 'task', column 'number'"
    """
    for name, task in subject.tasks.items():
        numbering = [each for each in task.table.names if _numbers_rows(task.table.column(each))]
        for each in numbering:
            told = _told_beyond_chance(subject, name, each, len(numbering))
            found = f"Column {each!r} has hardly a value twice in {task.n_rows:,} rows"
            if told >= TELLS:
                found += (
                    f", and yet tells {100 * told:.0f} % of the target, which chance hardly does (p < "
                    f"{BY_CHANCE:g} in a permutation test): the rows are in some order"
                )
            cost = None
            if told >= TELLS and task.table.n_columns > 1:
                cost = subject.probe.measure(
                    task,
                    without([each]),
                    subject.measure(name),
                    learner=subject.judge(name),
                )
            severity = "error" if told >= TELLS else "warning"
            yield Sighting(severity, f"task {name!r}, column {each!r}", f"{found}.", cost)


def _numbers_rows(column: Column) -> bool:
    # Free text names no rows, though hardly a value is there twice: learners are given its words.
    return is_row_number(column) and not holds_moments(column) and not is_text(column)


def _told_beyond_chance(subject: Subject, name: str, column: str, n_tried: int) -> float:
    """How much of the target the column tells; 0 where it is little, or no more than chance might.

    The target is dealt to the rows anew: on forty rows the best rule of a column of noise tells a fifth of it
    in one table of six. The level of the test is shared among the columns that are tried (Bonferroni).
    """
    task = subject.tasks[name]
    if task.y is None or task.kind == "clustering":
        return 0.0
    held, rows = task.table.column(column), subject.looked_at(name)
    told = told_by(held, task, rows)
    if told < TELLS:
        return 0.0
    rows = rows[:: max(len(rows) // MOST_DEALT, 1)]
    target: Array = rankdata(np.asarray(task.y)[rows]) if task.codes is None else task.codes[rows]
    is_class, level = task.codes is not None, BY_CHANCE / n_tried
    p = share_by_chance(
        lambda dealt: told_of(held, rows, dealt, is_class=is_class),
        target,
        random_state=subject.probe.random_state,
        times=int(np.ceil(2 / level)) - 1,
        enough=level,
    )
    return told if p <= level else 0.0

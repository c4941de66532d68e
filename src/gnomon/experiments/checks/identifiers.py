"""GN006: identifier columns, which number or name the rows."""

from collections.abc import Iterator

import numpy as np
from scipy.stats import rankdata

from gnomon.arrays import Array
from gnomon.experiments.checks import methodology_check
from gnomon.experiments.checks.corrected_tasks import without
from gnomon.experiments.checks.finding import Detection, Place
from gnomon.experiments.checks.permutation_test import permutation_p_value
from gnomon.experiments.checks.predictive_power import predictive_power, predictive_power_for
from gnomon.experiments.checks.row_identifiers import numbers_rows
from gnomon.experiments.checks.subject import Subject

MIN_POWER = 0.2
ALPHA = 0.001
MAX_PERMUTED = 1000


@methodology_check(
    "GN006",
    "identifier column among the features",
    needs=("tasks",),
    why="It does not generalize to new rows; where rows are sorted (by class, by date, by site), it "
    "reveals that order to the learner.",
    how_to_fix="Drop the column, or use it as group= or time= of the task.",
)
def identifiers(subject: Subject) -> Iterator[Detection]:
    """Nearly unique columns that are text, consecutive integers, or integers with the name of an identifier.

    >>> import gnomon as gn
    >>> from gnomon import check_methodology
    >>> stays = {"number": range(1, 41), "age": [31, 45, 52, 67] * 10, "ill": ["no", "yes"] * 20}
    >>> check_methodology(gn.Task.of(stays, "ill"), only=["GN006"], cost=False).findings[0].where
    "task 'task', column 'number'"
    """
    for name, task in subject.tasks.items():
        candidates = [each for each in task.table.names if numbers_rows(task.table.column(each))]
        for each in candidates:
            power = _power_beyond_chance(subject, name, each, len(candidates))
            message = f"Column {each!r} has nearly unique values in {task.n_rows:,} rows"
            if power >= MIN_POWER:
                message += (
                    f", and yet has a predictive power of {100 * power:.0f} % (p < {ALPHA:g} in a "
                    "permutation test): the rows are sorted in some order"
                )
            cost = None
            if power >= MIN_POWER and task.table.n_columns > 1:
                cost = subject.probe.measure(
                    task,
                    without([each]),
                    subject.measure(name),
                    learner=subject.judge(name),
                    is_of_identifiers=True,
                )
            severity = "error" if power >= MIN_POWER else "warning"
            yield Detection(severity, Place(name, each), f"{message}.", cost)


def _power_beyond_chance(subject: Subject, name: str, column: str, n_tried: int) -> float:
    """The predictive power of the column; 0 where it is small or not significant in a permutation test.

    The test is needed: on forty rows a column of noise reaches 20 % in one table of six. Its level is divided
    by the number of columns tried (Bonferroni).
    """
    task = subject.tasks[name]
    if task.y is None or task.kind == "clustering":
        return 0.0
    values, rows = task.table.column(column), subject.sampled_rows(name)
    power = predictive_power(values, task, rows)
    if power < MIN_POWER:
        return 0.0
    rows = rows[:: max(len(rows) // MAX_PERMUTED, 1)]
    target: Array = rankdata(np.asarray(task.y)[rows]) if task.codes is None else task.codes[rows]
    is_class, level = task.codes is not None, ALPHA / n_tried
    p = permutation_p_value(
        lambda permuted: predictive_power_for(values, rows, permuted, is_class=is_class),
        target,
        random_state=subject.probe.random_state,
        times=int(np.ceil(2 / level)) - 1,
        enough=level,
    )
    return power if p <= level else 0.0

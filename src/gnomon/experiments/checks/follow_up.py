"""Columns of follow-up: the times until events, and the other events, where the target is an event.

A study that waits for an event records when it happened, or when the waiting ended, and further events on the
way. All of it is known after the fact only. Each column gets a sentence that names the evidence.
"""

from collections.abc import Sequence

import numpy as np
from scipy.stats import chi2_contingency, kruskal

from gnomon.arrays import Floats, Integers
from gnomon.data.column import Column
from gnomon.data.task import Task
from gnomon.experiments.checks.exact_relations import numeric_columns, spread_rows
from gnomon.experiments.checks.names import (
    sounds_like_certain_event,
    sounds_like_duration,
    sounds_like_event,
)
from gnomon.experiments.checks.paired_names import time_pattern

MIN_POWER = 0.1
ALPHA = 0.01
MIN_TIMES = 10
MAX_EVENT_LEVELS = 5


def follow_up(task: Task, names: Sequence[str], powers: dict[str, float], rows: Integers) -> dict[str, str]:
    """The columns that belong to the follow-up whose event is the target, each with a sentence.

    >>> random = np.random.default_rng(0)
    >>> died = random.integers(2, size=200)
    >>> days = np.where(died == 1, random.integers(1, 300, 200), 365)
    >>> columns = {"days_to_death": days, "age": random.integers(40, 90, 200), "death": died}
    >>> task = Task.of(columns, "death")
    >>> list(follow_up(task, ["days_to_death", "age"], {"days_to_death": 0.9, "age": 0.0}, np.arange(200)))
    ['days_to_death']
    """
    if task.codes is None or task.table.is_sparse:
        return {}
    rows = spread_rows(rows)
    times = _times(task, names, rows)
    messages = _of_target(task, times, rows)
    if not messages and not sounds_like_event(task.target_name):
        return {}
    return _by_name(task, names, times, powers, rows) | _siblings(task, names, times, messages) | messages


def association(column: Column, codes: Integers, rows: Integers) -> float:
    """The p-value of the Kruskal-Wallis test (1952), for levels of the chi-squared test, of column and class.

    >>> from gnomon.data.column import column_of
    >>> association(column_of("x", range(40)), np.repeat([0, 1], 20), np.arange(40)) < 0.001
    True
    """
    codes = codes[rows]
    values, is_present = column.values[rows], ~column.missing[rows]
    if column.kind == "quantitative":
        is_present &= np.isfinite(values)
        classes = [values[is_present & (codes == each)] for each in np.unique(codes[is_present])]
        if len(classes) < 2 or len(np.unique(values[is_present])) < 2:
            return 1.0
        return float(kruskal(*classes).pvalue)
    row = np.unique(values[is_present], return_inverse=True)[1]
    column_code = np.unique(codes[is_present], return_inverse=True)[1]
    if len(row) == 0 or row.max() == 0 or column_code.max() == 0:
        return 1.0
    table = np.zeros((int(row.max()) + 1, int(column_code.max()) + 1))
    np.add.at(table, (row, column_code), 1)
    return float(chi2_contingency(table).pvalue)


def _times(task: Task, names: Sequence[str], rows: Integers) -> dict[str, Floats]:
    """The numeric columns with enough distinct values to be times."""
    numbers = numeric_columns(task, names, rows)
    return {
        name: values
        for name, values in numbers.items()
        if len(np.unique(values[np.isfinite(values)])) >= MIN_TIMES
    }


def _of_target(task: Task, times: dict[str, Floats], rows: Integers) -> dict[str, str]:
    """The columns named as the time until the target, if their values differ between the classes."""
    assert task.codes is not None
    return {
        name: f"Column {name!r} is named as the time until {task.target_name!r}, the target."
        for name in times
        if time_pattern(name, task.target_name)
        and association(task.table.column(name), task.codes, rows) < ALPHA
    }


def _by_name(
    task: Task, names: Sequence[str], times: dict[str, Floats], powers: dict[str, float], rows: Integers
) -> dict[str, str]:
    """The columns named as a survival time or an event, if the target is associated with them."""
    assert task.codes is not None
    messages = {}
    for name in names:
        column = task.table.column(name)
        is_time = name in times and sounds_like_duration(name) and powers[name] >= MIN_POWER
        is_event = sounds_like_certain_event(name) and _n_levels(column) <= MAX_EVENT_LEVELS
        if (is_time or is_event) and association(column, task.codes, rows) < ALPHA:
            what = "the time until an event" if is_time else "an event"
            messages[name] = (
                f"Column {name!r} is named as {what}, and the target as an event; its predictive power is "
                f"{100 * powers[name]:.1f} %."
            )
    return messages


def _siblings(
    task: Task, names: Sequence[str], times: dict[str, Floats], messages: dict[str, str]
) -> dict[str, str]:
    """Pairs of a time and an event that are named as the target and its time are."""
    patterns = {time_pattern(name, task.target_name): name for name in messages}
    siblings: dict[str, str] = {}
    for time in times:
        for event in names:
            own = patterns.get(time_pattern(time, event))
            if own is None or _n_levels(task.table.column(event)) > MAX_EVENT_LEVELS:
                continue
            text = (
                f"are named as the time until an event and the event, as {own!r} and the target are: both "
                "were recorded during follow-up."
            )
            siblings |= dict.fromkeys((time, event), f"Columns {time!r} and {event!r} {text}")
    return siblings


def _n_levels(column: Column) -> int:
    return len(np.unique(column.values[~column.missing]))

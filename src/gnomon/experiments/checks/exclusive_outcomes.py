"""Other values of the outcome: indicator columns of the target's name that are never 1 where the target is.

An outcome with several values is often stored as one indicator for each of them (ended1, ended2, ended3).
Each of them rules the others out.
"""

import re
from collections.abc import Sequence

import numpy as np
from scipy.stats import fisher_exact

from gnomon.arrays import Flags, Integers
from gnomon.data.column import Column
from gnomon.data.task import Task

ALPHA = 0.001
MIN_STEM = 3
_NUMBERED = re.compile(r"^(.*?)[_\W]?(\d+)$")


def exclusive_outcomes(task: Task, names: Sequence[str], rows: Integers) -> dict[str, str]:
    """The indicators numbered as the target is that exclude it, each with a sentence.

    >>> end = np.random.default_rng(0).integers(3, size=200)
    >>> task = Task.of({"exit1": end == 0, "exit2": end == 1, "exit3": end == 2}, "exit1")
    >>> list(exclusive_outcomes(task, ["exit2", "exit3"], np.arange(200)))
    ['exit2', 'exit3']
    """
    own = _NUMBERED.match(task.target_name)
    if own is None or len(own[1]) < MIN_STEM or task.codes is None or len(np.unique(task.codes)) != 2:
        return {}
    messages = {}
    is_positive = task.codes[rows] == 1
    for name in names:
        match = _NUMBERED.match(name)
        if match is None or match[1] != own[1]:
            continue
        indicator = _indicator(task.table.column(name), rows)
        if indicator is not None and _excludes(indicator, is_positive):
            messages[name] = (
                f"Column {name!r} is numbered as the target is, and never 1 where the target is: both are "
                "values of one outcome."
            )
    return messages


def _indicator(column: Column, rows: Integers) -> Flags | None:
    """A column of two values as flags of the larger one."""
    values = column.values[rows]
    levels = np.unique(values[~column.missing[rows]])
    return (values == levels[1]) & ~column.missing[rows] if len(levels) == 2 else None


def _excludes(indicator: Flags, is_positive: Flags) -> bool:
    both = int(np.sum(indicator & is_positive))
    table = [
        [both, int(np.sum(indicator & ~is_positive))],
        [int(np.sum(~indicator & is_positive)), int(np.sum(~indicator & ~is_positive))],
    ]
    return both == 0 and bool(fisher_exact(np.array(table)).pvalue < ALPHA)

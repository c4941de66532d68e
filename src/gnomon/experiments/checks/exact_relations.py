"""Columns in an exact relation with the target: functions of it, components of it, ends of an interval.

Each gets a sentence that names the relation.
"""

from collections.abc import Sequence

import numpy as np

from gnomon.arrays import Floats, Integers
from gnomon.data.task import Task
from gnomon.experiments.checks.exact_intervals import intervals_of
from gnomon.experiments.checks.exact_pairs import Pair, numbers_of, pairs_of
from gnomon.experiments.checks.exact_ratios import ratios_of
from gnomon.experiments.checks.exact_sums import components_of_target
from gnomon.experiments.checks.finding import in_words
from gnomon.experiments.checks.predictive_power import (
    is_function_of_classes,
    is_step_of_numbers,
    is_there_by_class,
)
from gnomon.experiments.checks.ratio_curves import curves_of

MIN_OF_CLASS = 20
MAX_PAIRED = 200
MAX_ROWS_PAIRED = 2000


def exact_relations(task: Task, names: list[str], rows: Integers) -> dict[str, str]:
    """The columns that determine the target alone or jointly, each with its relation as a sentence.

    >>> random = np.random.default_rng(0)
    >>> boys, girls = random.integers(9, 60, size=(2, 90)).astype(float)
    >>> task = Task({"boys": boys, "girls": girls}, boys + girls, kind="regression")
    >>> exact_relations(task, ["boys", "girls"], np.arange(90))["boys"]
    "The target is, up to rounding, a weighted sum of the columns 'boys' and 'girls'."
    """
    return _functions(task, names, rows) | _sums(task, names, rows)


def _functions(task: Task, names: Sequence[str], rows: Integers) -> dict[str, str]:
    functions = {}
    y = np.asarray(task.y, dtype=np.float64) if task.codes is None else np.empty(0)
    for name in names:
        column = task.table.column(name)
        if task.codes is None and is_step_of_numbers(column, y, rows):
            functions[name] = f"Column {name!r} is a step function of the target."
        elif is_function_of_classes(column, task):
            functions[name] = (
                f"Column {name!r} is constant within each class of the target: it is a function of the "
                "target."
            )
        elif task.codes is not None and task.classes is not None:
            only = is_there_by_class(column, task.codes)
            if only is not None and np.sum(task.codes == only) >= MIN_OF_CLASS:
                label = str(task.classes[only])
                functions[name] = (
                    f"Column {name!r} is missing exactly for, or exactly except for, class {label!r}."
                )
    return functions


def _sums(task: Task, names: list[str], rows: Integers) -> dict[str, str]:
    """The components of a numeric target: two columns that determine it exactly, or else a minimal set."""
    if task.codes is not None or task.y is None or task.table.is_sparse:
        return {}
    numbers = numeric_columns(task, names, rows)
    target = numbers_of(np.asarray(task.y)[rows[:MAX_ROWS_PAIRED]])
    components = _ends(task, names, target, rows)
    for pair in pairs_of(target, numbers) or ratios_of(target, numbers):
        for name in pair.computed or pair.names:
            components.setdefault(name, f"{_in_words(pair, 'The target')}.")
    if not components:
        terms = components_of_target(task, names, rows)
        text = f"The target is exactly a linear combination of the columns {in_words(terms)}."
        components = dict.fromkeys(terms, text)
    return components


def _ends(task: Task, names: list[str], target: Floats, rows: Integers) -> dict[str, str]:
    """The columns of the time at which an interval ends whose length is the target; its start is known."""
    intervals = intervals_of(target, task.table.select(names), rows[:MAX_ROWS_PAIRED])
    return {
        each.end: f"The target is the time from column {each.start!r} to column {each.end!r}."
        for each in intervals
    }


def curve_terms(task: Task, names: list[str], rows: Integers) -> dict[str, str]:
    """The columns that determine a numeric target by their quotient or product, as a smooth function.

    >>> random = np.random.default_rng(0)
    >>> mass, volume = random.uniform(1, 9, size=(2, 200))
    >>> task = Task({"mass": mass.round(6), "volume": volume.round(1)}, np.sqrt(mass / volume.round(1)))
    >>> list(curve_terms(task, ["mass", "volume"], np.arange(200)))
    ['mass']
    """
    if task.codes is not None or task.y is None or task.table.is_sparse:
        return {}
    rows = rows[:MAX_ROWS_PAIRED]
    target = numbers_of(np.asarray(task.y)[rows])
    terms: dict[str, str] = {}
    for curve in curves_of(target, numeric_columns(task, names, rows), task.table, rows):
        where = f", for the most frequent level of {curve.level!r}" if curve.level else ""
        text = (
            "The target is, almost exactly, a smooth function of the quotient or the product of the columns "
            f"{in_words(curve.names)}{where}."
        )
        terms |= dict.fromkeys(curve.computed, text)
    return terms


def terms_of(
    task: Task, leaks: list[str], names: list[str], exact: dict[str, str], rows: Integers
) -> dict[str, str]:
    """The columns whose sum or difference is a leaking column: they leak the target jointly.

    leaks: the leaking columns. exact: those with an exact relation, which are not repeated.

    >>> random = np.random.default_rng(0)
    >>> ours, theirs = random.poisson(70.0, size=(2, 90)).astype(float)
    >>> columns = {"ours": ours, "theirs": theirs, "lead": ours - theirs}
    >>> task = Task(columns, np.where(ours > theirs, "won", "lost"))
    >>> list(terms_of(task, ["lead"], ["ours", "theirs", "lead"], {}, np.arange(90)))
    ['ours', 'theirs']
    """
    if task.table.is_sparse:
        return {}
    numbers = numeric_columns(task, names, rows)
    terms: dict[str, str] = {}
    for leak in leaks:
        others = {name: each for name, each in numbers.items() if name not in leaks}
        for pair in pairs_of(numbers[leak], others) if leak in numbers else ():
            if pair.how == "sum" and len(pair.names) == 2:
                text = f"{_in_words(pair, f'Column {leak!r}')}, which leaks the target."
                terms |= {name: text for name in pair.names if name not in (*terms, *exact)}
    return terms


def spread_rows(rows: Integers) -> Integers:
    """At most MAX_ROWS_PAIRED of the rows, spread evenly: the first rows of a sorted file are of one kind.

    >>> len(spread_rows(np.arange(5000))), spread_rows(np.arange(5000))[:3].tolist()
    (1667, [0, 3, 6])
    """
    return rows[:: max(-(-len(rows) // MAX_ROWS_PAIRED), 1)]


def numeric_columns(task: Task, names: Sequence[str], rows: Integers) -> dict[str, Floats]:
    """The numeric columns of some rows, with infinite values as missing.

    >>> task = Task({"a": [1.0, 2.0], "b": ["x", "y"]}, [0, 1])
    >>> list(numeric_columns(task, ["a", "b"], np.arange(2)))
    ['a']
    """
    numeric = [name for name in names if task.table.kinds[name] == "quantitative"][:MAX_PAIRED]
    return {name: numbers_of(task.table.column(name).values[rows[:MAX_ROWS_PAIRED]]) for name in numeric}


def _in_words(pair: Pair, total: str) -> str:
    if len(pair.names) == 1:
        return f"{total} is a linear transformation of column {pair.names[0]!r}"
    of = "a weighted sum" if pair.how == "sum" else "a function of the product or the quotient"
    return f"{total} is, up to rounding, {of} of the columns {in_words(pair.names)}"

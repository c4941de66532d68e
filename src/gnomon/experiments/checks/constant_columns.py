"""GN019: constant columns."""

from collections.abc import Iterator

import numpy as np
from scipy import sparse

from gnomon.data.task import Task
from gnomon.experiments.checks import methodology_check
from gnomon.experiments.checks.finding import Detection, Place, in_words
from gnomon.experiments.checks.subject import Subject


@methodology_check(
    "GN019",
    "constant column",
    needs=("tasks",),
    why="A constant carries no information here, and often rows were selected by it: the result is then "
    "limited to that value.",
    how_to_fix="Drop constants, and state in the report the population to which the result applies.",
)
def constant_columns(subject: Subject) -> Iterator[Detection]:
    """Columns with the same value in every row, or with missing values only.

    >>> import gnomon as gn
    >>> from gnomon import check_methodology
    >>> stays = {"site": ["Ulm"] * 40, "age": range(40), "ill": [0, 1] * 20}
    >>> print(check_methodology(gn.Task.of(stays, "ill"), only=["GN019"]).findings[0].message)
    Column 'site' has the value 'Ulm' in all 40 rows.
    """
    for name, task in subject.tasks.items():
        constant = constant_in(task)
        if len(constant) == 1:
            yield Detection("note", Place(name, constant[0]), _of_one(task, constant[0]))
        elif constant:
            message = (
                f"{len(constant)} columns have one value each in all {task.n_rows:,} rows: "
                f"{in_words(constant)}."
            )
            yield Detection("note", f"task {name!r}, columns {in_words(constant)}", message)


def constant_in(task: Task) -> list[str]:
    """The columns with one value, missing or not, in every row.

    >>> constant_in(Task({"a": [1.0, 1.0], "b": [1.0, None], "c": [2.0, 3.0]}, [0, 1]))
    ['a']
    """
    table = task.table
    if table.n_rows < 2:
        return []
    numbers = table.numbers
    if sparse.issparse(numbers):
        differs = numbers.max(axis=0).toarray() != numbers.min(axis=0).toarray()
    else:
        differs = ~((numbers == numbers[:1]).all(axis=0) | np.isnan(numbers).all(axis=0))
    codes_differ = ~(table.codes == table.codes[:1]).all(axis=0)
    quantitative = [name for name in table.names if table.kinds[name] == "quantitative"]
    coded = [name for name in table.names if table.kinds[name] != "quantitative"]
    same = {name for name, differ in zip(quantitative, np.ravel(differs)) if not differ}
    same |= {name for name, differ in zip(coded, codes_differ) if not differ}
    return [name for name in table.names if name in same]


def _of_one(task: Task, name: str) -> str:
    column = task.table.column(name)
    value = column.values[0] if column.kind == "quantitative" else column.labels[0]
    shown = (
        "no value"
        if bool(column.missing[0])
        else f"the value {value if isinstance(value, float) else repr(value)}"
    )
    return f"Column {name!r} has {shown} in all {task.n_rows:,} rows."

"""GN019: columns that hold one value."""

from collections.abc import Iterator

import numpy as np
from scipy import sparse

from gnomon.data.task import Task
from gnomon.experiments.checks import method_check
from gnomon.experiments.checks.finding import Sighting, in_words
from gnomon.experiments.checks.subject import Subject


@method_check(
    "GN019",
    "a column with one value",
    needs=("tasks",),
    why="It tells nothing here, and often rows were selected by it: what other values mean was never seen.",
    way_out="Drop it, and say in the report of which rows the result holds.",
)
def constant_columns(subject: Subject) -> Iterator[Sighting]:
    """Columns with the same value in every row, or with no value at all.

    >>> import gnomon as gn
    >>> from gnomon.experiments.checks.checking import check_methodology
    >>> stays = {"site": ["Ulm"] * 40, "age": range(40), "ill": [0, 1] * 20}
    >>> print(check_methodology(gn.Task.of(stays, "ill"), only=["GN019"]).findings[0].found)
    Column 'site' has the value 'Ulm' in all 40 rows.
    """
    for name, task in subject.tasks.items():
        constant = constant_in(task)
        if len(constant) == 1:
            where = f"task {name!r}, column {constant[0]!r}"
            yield Sighting("note", where, _of_one(task, constant[0]))
        elif constant:
            found = (
                f"{len(constant)} columns have one value in all {task.n_rows:,} rows: {in_words(constant)}."
            )
            yield Sighting("note", f"task {name!r}, columns {in_words(constant)}", found)


def constant_in(task: Task) -> list[str]:
    """The columns that have one value, missing or not, in every row.

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
    still = {name for name, differ in zip(quantitative, np.ravel(differs)) if not differ}
    still |= {name for name, differ in zip(coded, codes_differ) if not differ}
    return [name for name in table.names if name in still]


def _of_one(task: Task, name: str) -> str:
    column = task.table.column(name)
    value = column.values[0] if column.kind == "quantitative" else column.labels[0]
    shown = (
        "no value"
        if bool(column.missing[0])
        else f"the value {value if isinstance(value, float) else repr(value)}"
    )
    return f"Column {name!r} has {shown} in all {task.n_rows:,} rows."

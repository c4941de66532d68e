"""GN006: columns that number or name the rows."""

from collections.abc import Iterator

from gnomon.experiments.checks import method_check
from gnomon.experiments.checks.column_roles import is_row_number, looks_like_time
from gnomon.experiments.checks.finding import Sighting
from gnomon.experiments.checks.one_column import told_by
from gnomon.experiments.checks.subject import Subject
from gnomon.experiments.checks.variants import without

TELLS = 0.2


@method_check(
    "GN006",
    "a column that numbers or names the rows",
    needs=("tasks",),
    why="Nothing about new rows can be learnt from it; where rows are in some order (by class, by date, by "
    "site), it lets a learner read that order.",
    way_out="Drop the column, or use it as group= or time= of the task.",
)
def identifiers(subject: Subject) -> Iterator[Sighting]:
    """Columns with hardly a value twice that are text, or whole numbers in close order or named as an id.

    >>> import gnomon as gn
    >>> from gnomon.experiments.checks.checking import check_methods
    >>> stays = {"number": range(1, 41), "age": [31, 45, 52, 67] * 10, "ill": ["no", "yes"] * 20}
    >>> check_methods(gn.Task.of(stays, "ill"), only=["GN006"], cost=False).findings[0].where
    "task 'task', column 'number'"
    """
    for name, task in subject.tasks.items():
        rows = subject.looked_at(name)
        for each in task.table.names:
            column = task.table.column(each)
            if looks_like_time(column) or not is_row_number(column):
                continue
            told = told_by(column, task, rows) if task.y is not None and task.kind != "clustering" else 0.0
            found = f"Column {each!r} has hardly a value twice in {task.n_rows:,} rows"
            if told >= TELLS:
                found += f", and yet tells {100 * told:.0f} % of the target: the rows are in some order"
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

"""What was done with the columns of each task before a learner saw them, where that was left to Gnomon."""

import ast
from dataclasses import dataclass

from gnomon.data.task import Task
from gnomon.experiments.design import Design
from gnomon.experiments.record import LearnerRecord
from gnomon.features.automatic.preparation import preparation_plan

MOST_COLUMNS = 60
AS_IT_IS = "as it is"
_STEP = "PrepareTable"


@dataclass(frozen=True)
class PreparedColumns:
    """The columns of a task that are not simply handed on: name, kind, what is done, and why.

    n_as_they_are: how many are. left_out: how many rows of the table are not shown.
    """

    task: str
    rows: list[list[str]]
    n_as_they_are: int
    left_out: int


def prepared_columns(design: Design | None, learners: list[LearnerRecord]) -> list[PreparedColumns]:
    """What is done with the columns of each task; nothing where all learners take them as they are.

    >>> import gnomon as gn
    >>> prepared_columns(gn.Design(gn.load("iris"), gn.GaussianNB(), gn.k_fold(3)), [])
    []
    """
    if design is None:
        return []
    is_left_to_gnomon = any(is_prepared(each) for each in learners)
    found = [
        _prepared(name, task)
        for name, task in design.tasks.items()
        if is_left_to_gnomon or any(_is_behind(each, design, name) for each in design.learners)
    ]
    return [each for each in found if each.rows]


def is_prepared(learner: LearnerRecord) -> bool:
    """Whether a learner stands behind the automatic preparation.

    >>> is_prepared(LearnerRecord("Ridge", "Ridge()", {"Ridge": "gnomon.learners.linear.ridge"}))
    False
    """
    return _STEP in learner.modules


def without_preparation(code: str) -> str:
    """The expression of a learner without the automatic step in front of it.

    >>> without_preparation("make_pipeline(PrepareTable(drop=['nr']), SVC(C=10))")
    'SVC(C=10)'
    """
    try:
        call = ast.parse(code, mode="eval").body
    except (SyntaxError, ValueError):
        # Learners from elsewhere may hold what has no expression.
        return code
    if not isinstance(call, ast.Call) or len(call.args) < 2:
        return code
    first = call.args[0]
    if not (isinstance(first, ast.Call) and isinstance(first.func, ast.Name) and first.func.id == _STEP):
        return code
    return ", ".join(ast.unparse(step) for step in call.args[1:])


def _is_behind(learner: str, design: Design, task: str) -> bool:
    return design.prepared(task, learner)[0] is not design.learners[learner]


def _prepared(name: str, task: Task) -> PreparedColumns:
    table = preparation_plan(task).frame().astype(str)
    changed = table[table["done"] != AS_IT_IS]
    return PreparedColumns(
        name,
        changed.head(MOST_COLUMNS).to_numpy().tolist(),
        len(table) - len(changed),
        max(0, len(changed) - MOST_COLUMNS),
    )

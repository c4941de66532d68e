"""The automatic preprocessing of the columns of each task, as a table."""

import ast
from dataclasses import dataclass

from gnomon.data.task import Task
from gnomon.experiments.design import Design
from gnomon.experiments.record import LearnerRecord
from gnomon.features.automatic.preparation import preparation_plan

MAX_COLUMNS = 60
UNCHANGED = "unchanged"
_STEP = "PrepareTable"


@dataclass(frozen=True)
class PreparedColumns:
    """The preprocessed columns of a task: name, kind, preprocessing, and reason.

    n_unchanged: number of the other columns. left_out: number of rows not shown.
    """

    task: str
    rows: list[list[str]]
    n_unchanged: int
    left_out: int


def prepared_columns(design: Design | None, learners: list[LearnerRecord]) -> list[PreparedColumns]:
    """The preprocessing of the columns of each task; empty if there is none.

    >>> import gnomon as gn
    >>> prepared_columns(gn.Design(gn.load("iris"), gn.GaussianNB(), gn.k_fold(3)), [])
    []
    """
    if design is None:
        return []
    is_automatic = any(is_prepared(each) for each in learners)
    tables = [
        _prepared(name, task)
        for name, task in design.tasks.items()
        if is_automatic or any(_has_preparation(each, design, name) for each in design.learners)
    ]
    return [each for each in tables if each.rows]


def is_prepared(learner: LearnerRecord) -> bool:
    """Whether a learner is in a pipeline with the automatic preprocessing.

    >>> is_prepared(LearnerRecord("Ridge", "Ridge()", {"Ridge": "gnomon.learners.linear.ridge"}))
    False
    """
    return _STEP in learner.modules


def without_preparation(code: str) -> str:
    """The expression of a learner without its automatic preprocessing step.

    >>> without_preparation("make_pipeline(PrepareTable(drop=['nr']), SVC(C=10))")
    'SVC(C=10)'
    """
    try:
        call = ast.parse(code, mode="eval").body
    except (SyntaxError, ValueError):
        # The repr of third-party learners may not be an expression.
        return code
    if not isinstance(call, ast.Call) or len(call.args) < 2:
        return code
    first = call.args[0]
    if not (isinstance(first, ast.Call) and isinstance(first.func, ast.Name) and first.func.id == _STEP):
        return code
    return ", ".join(ast.unparse(step) for step in call.args[1:])


def _has_preparation(learner: str, design: Design, task: str) -> bool:
    return design.prepared(task, learner)[0] is not design.learners[learner]


def _prepared(name: str, task: Task) -> PreparedColumns:
    table = preparation_plan(task).frame().astype(str)
    changed = table[table["done"] != UNCHANGED]
    return PreparedColumns(
        name,
        changed.head(MAX_COLUMNS).to_numpy().tolist(),
        len(table) - len(changed),
        max(0, len(changed) - MAX_COLUMNS),
    )

"""A design made again from its record; the expressions in it are read, never executed.

Only learners of Gnomon and of known packages are made, as a record may come from anyone.
"""

import ast
from collections.abc import Mapping
from copy import copy
from typing import Any

import numpy as np

from gnomon.assessment.splits import Splits
from gnomon.data.task import Task
from gnomon.errors import DesignError, GnomonError
from gnomon.experiments.choice import GridSearch
from gnomon.experiments.design import Design
from gnomon.experiments.estimators import is_known_package
from gnomon.experiments.expression import evaluate
from gnomon.experiments.halving import SuccessiveHalving
from gnomon.experiments.record import LearnerRecord, Record, TaskRecord

HeldOut = Mapping[str, list[list[int]]]


def design_from(
    record: Record,
    tasks: Mapping[str, Task],
    *,
    learners: Mapping[str, Any] | None = None,
    held_out: HeldOut | None = None,
) -> Design:
    """The design of a record, for the tasks given by name.

    learners: those that cannot be made from their expressions, by name. held_out: the rows of each cut, for
    plans that have no expression.

    >>> import gnomon as gn
    >>> from gnomon.experiments.record import record_of
    >>> design = gn.Design(gn.load("iris"), [gn.GaussianNB(), gn.SVC(C=2)], gn.k_fold(5))
    >>> design_from(record_of(design), {"iris": gn.load("iris")}).units() == design.units()
    True
    """
    given = learners or {}
    return Design(
        [_named(tasks[task.name], task.name) for task in record.tasks],
        {
            each.name: given[each.name] if each.name in given else learner_from(each)
            for each in record.learners
        },
        _plan(record, held_out or {}),
        inner=evaluate(record.inner) if record.inner else None,
        measures=record.measures,
        rule=record.rule,
        halving=None if record.halving is None else SuccessiveHalving(**record.halving),
        margin=record.margin,
        random_state=record.random_state,
        notes=record.notes,
        prepare=record.prepare,
    )


def learner_from(record: LearnerRecord) -> Any:
    """The learner, or the Choice, of a record.

    >>> learner_from(LearnerRecord("a", "Ridge(alpha=2.0)", {"Ridge": "sklearn.linear_model"}))
    Ridge(alpha=2.0)
    """
    try:
        tree = _FullNames(record.modules).visit(ast.parse(record.code, mode="eval")).body
        if isinstance(tree, ast.Call) and ast.unparse(tree.func) == "GridSearch":
            return GridSearch(*(evaluate(ast.unparse(each)) for each in tree.args))
        return evaluate(ast.unparse(tree))
    except (SyntaxError, GnomonError) as error:
        raise DesignError(
            f"learner {record.name!r} cannot be made again ({error}); give it by "
            f"learners={{{record.name!r}: ...}} in Python"
        ) from None


class _FullNames(ast.NodeTransformer):
    """Classes of other packages by the module they are in; numbers of NumPy as plain ones."""

    def __init__(self, modules: Mapping[str, str]) -> None:
        self.modules = modules

    def visit_Call(self, node: ast.Call) -> ast.AST:
        name = ast.unparse(node.func)
        if name.startswith("np.") and len(node.args) == 1:
            return self.visit(node.args[0])
        self.generic_visit(node)
        module = self.modules.get(name, "")
        if is_known_package(module.partition(".")[0]):
            node.func = ast.parse(f"{module}.{name}", mode="eval").body
        return node


def _named(task: Task, name: str) -> Task:
    """The task under the name that the record has for it."""
    other = copy(task)
    other.__dict__["name"] = name
    return other


def _plan(record: Record, held_out: HeldOut) -> Any:
    if not record.plan.startswith("..."):
        return evaluate(record.plan)
    if len(record.tasks) == 1 and record.tasks[0].name in held_out:
        return _cuts(record.tasks[0], held_out[record.tasks[0].name])
    raise DesignError(
        f"the plan {record.plan!r} cannot be made again; use a plan of Gnomon's, such as k_fold"
    )


def _cuts(task: TaskRecord, held_out: list[list[int]]) -> Splits:
    splits = Splits([np.asarray(rows, dtype=np.int64) for rows in held_out], task.design)
    if splits.fingerprint != task.splits["fingerprint"]:
        raise DesignError(
            f"the cuts of {task.name!r} trained on other rows than all that they did not hold out, which "
            "cannot be made again; use a plan of Gnomon's"
        )
    return splits

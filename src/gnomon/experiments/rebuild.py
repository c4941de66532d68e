"""Reconstruction of a design from its record, by safe evaluation of the expressions in it.

Only learners of Gnomon and of allowed packages are constructed, as a record may come from an untrusted
source.
"""

import ast
from collections.abc import Mapping
from copy import copy
from typing import Any

import numpy as np

from gnomon.assessment.splits import Splits
from gnomon.data.task import Task
from gnomon.errors import DesignError, GnomonError
from gnomon.experiments.allowed_parameters import check_allowed
from gnomon.experiments.design import Design
from gnomon.experiments.estimators import is_known_package
from gnomon.experiments.expression import evaluate
from gnomon.experiments.halving import SuccessiveHalving
from gnomon.experiments.hyperparameter_grids import GridSearch, as_choice
from gnomon.experiments.record import LearnerRecord, Record, TaskRecord
from gnomon.experiments.work_limits import WorkLimits, check_limits

HeldOut = Mapping[str, list[list[int]]]


def design_from(
    record: Record,
    tasks: Mapping[str, Task],
    *,
    learners: Mapping[str, Any] | None = None,
    held_out: HeldOut | None = None,
    limits: WorkLimits | None = None,
) -> Design:
    """The design of a record. tasks: the data, by task name.

    learners: those that cannot be reconstructed from their expressions, by name. held_out: the held-out rows
    of each split, for plans without an expression. limits: the work and memory that it may ask for.

    >>> import gnomon as gn
    >>> from gnomon.experiments.record import record_of
    >>> design = gn.Design(gn.load("iris"), [gn.GaussianNB(), gn.SVC(C=2)], gn.k_fold(5))
    >>> design_from(record_of(design), {"iris": gn.load("iris")}).units() == design.units()
    True
    """
    replacements = learners or {}
    choices = {
        each.name: replacements[each.name] if each.name in replacements else learner_from(each)
        for each in record.learners
    }
    named = [_named(tasks[task.name], task.name) for task in record.tasks]
    plan = _plan(record, held_out or {})
    inner = evaluate(record.inner) if record.inner else None
    if limits is not None:
        paths = {name: as_choice(name, choice).path() for name, choice in choices.items()}
        check_limits(limits, named, paths, plan, inner)
    return Design(
        named,
        choices,
        plan,
        inner=inner,
        measures=record.measures,
        rule=record.rule,
        halving=None if record.halving is None else SuccessiveHalving(**record.halving),
        margin=record.margin,
        random_state=record.random_state,
        notes=record.notes,
        skipped=record.skipped,
        prepare=record.prepare,
    )


def learner_from(record: LearnerRecord) -> Any:
    """The learner, or the GridSearch, of a record.

    >>> learner_from(LearnerRecord("a", "Ridge(alpha=2.0)", {"Ridge": "sklearn.linear_model"}))
    Ridge(alpha=2.0)
    """
    try:
        tree = _FullNames(record.modules).visit(ast.parse(record.code, mode="eval")).body
        if isinstance(tree, ast.Call) and ast.unparse(tree.func) == "GridSearch":
            choice = GridSearch(*(evaluate(ast.unparse(each)) for each in tree.args))
            check_allowed(choice.path())
            return choice
        return evaluate(ast.unparse(tree))
    except (SyntaxError, RecursionError, GnomonError, TypeError, ValueError) as error:
        raise DesignError(
            f"learner {record.name!r} cannot be reconstructed ({error}); pass it by "
            f"learners={{{record.name!r}: ...}} in Python"
        ) from None


class _FullNames(ast.NodeTransformer):
    """Replaces classes of other packages by their qualified names, and NumPy scalars by plain numbers."""

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
    """A copy of the task with the name in the record."""
    other = copy(task)
    other.__dict__["name"] = name
    return other


def _plan(record: Record, held_out: HeldOut) -> Any:
    if not record.plan.startswith("..."):
        return evaluate(record.plan)
    if len(record.tasks) == 1 and record.tasks[0].name in held_out:
        return _fixed_splits(record.tasks[0], held_out[record.tasks[0].name])
    raise DesignError(
        f"the plan {record.plan!r} cannot be reconstructed; use one of Gnomon's plans, such as k_fold"
    )


def _fixed_splits(task: TaskRecord, held_out: list[list[int]]) -> Splits:
    splits = Splits([np.asarray(rows, dtype=np.int64) for rows in held_out], task.design)
    if splits.fingerprint != task.splits["fingerprint"]:
        raise DesignError(
            f"the training sets of {task.name!r} were not the complements of its held-out sets, which cannot "
            "be reconstructed; use one of Gnomon's plans"
        )
    return splits

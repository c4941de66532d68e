"""Which learners to compare: those named, or the defaults for the kind of task."""

import ast
from typing import Any

from gnomon import registry
from gnomon.data.task import Task
from gnomon.errors import ParameterError
from gnomon.experiments.identity import describe, digest, readable, seeded, unique


def chosen(text: str | None, task: Task) -> dict[str, Any]:
    """Learners by name: those that the text asks for, or the registry's defaults for this kind of task."""
    learners = defaults(task.kind) if text is None else parse(text)
    return dict(zip(unique([readable(learner) for learner in learners]), learners))


def one_of(text: str, task: Task) -> dict[str, Any]:
    """The one learner that a text names."""
    found = chosen(text, task)
    if len(found) != 1:
        raise ParameterError(f"--learner {text!r} names {len(found)} learners; give one")
    name, learner = next(iter(found.items()))
    does = registry.learners[type(learner).__name__].facts.get("task", ())
    if task.kind not in does:
        raise ParameterError(
            f"--learner {name} does {' and '.join(does)}, but {task.name!r} is {task.kind}; "
            "`gnomon list learners` shows which learner is for what"
        )
    return found


def with_seed(learner: Any, seed: int, task: Task) -> Any:
    """A copy whose open seeds are grown from the seed, so that the same command gives the same numbers.

    >>> import gnomon as gn
    >>> forests = [with_seed(gn.RandomForestClassifier(), 0, gn.load("iris")) for _ in range(2)]
    >>> forests[0].random_state == forests[1].random_state
    True
    """
    return seeded(learner, seed, digest({"task": task.fingerprint, "learner": describe(learner)}))


def defaults(kind: str) -> list[Any]:
    """The learners that the registry marks as defaults for this kind of task."""
    return [
        entry.thing()
        for entry in registry.learners.values()
        if entry.facts.get("default") and kind in entry.facts.get("task", ())
    ]


def parse(text: str) -> list[Any]:
    """Learners from text such as `GaussianNB, Ridge(alpha=10)`; nothing in it is executed.

    >>> parse("Ridge(alpha=10.0)")[0].alpha
    10.0
    """
    try:
        listed = ast.parse(f"({text},)", mode="eval").body
        assert isinstance(listed, ast.Tuple)
        return [_learner(each) for each in listed.elts]
    except (SyntaxError, ValueError, AssertionError) as error:
        if isinstance(error, ParameterError):
            raise
        raise ParameterError(
            f"--learners {text!r} cannot be read; write names with commas between, such as "
            "'GaussianNB, KNeighborsClassifier(n_neighbors=3)'"
        ) from None


def _learner(node: ast.expr) -> Any:
    if isinstance(node, ast.Name):
        return registry.learners[node.id].thing()
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.args:
        raise ValueError
    parameters = {str(each.arg): ast.literal_eval(each.value) for each in node.keywords}
    try:
        return registry.learners[node.func.id].thing(**parameters)
    except TypeError as error:
        raise ParameterError(f"--learners {ast.unparse(node)}: {error}") from None

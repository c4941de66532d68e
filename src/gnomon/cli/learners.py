"""Which learners to compare: those named, or the defaults for the kind of task."""

import ast
from typing import Any

from sklearn.impute import SimpleImputer
from sklearn.pipeline import make_pipeline
from sklearn.utils import get_tags

from gnomon import registry
from gnomon.data.task import Task
from gnomon.errors import ParameterError
from gnomon.experiments.identity import readable, unique


def chosen(text: str | None, task: Task) -> dict[str, Any]:
    """Learners by name: those that the text asks for, or the registry's defaults for this kind of task."""
    learners = defaults(task.kind) if text is None else parse(text)
    return dict(zip(unique([readable(learner) for learner in learners]), learners))


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


def imputed(learners: dict[str, Any], task: Task) -> tuple[dict[str, Any], list[str]]:
    """The learners, those that take no missing values behind an imputer; and a note that says so."""
    if not task.table.has_missing:
        return learners, []
    helped = [name for name, learner in learners.items() if not get_tags(learner).input_tags.allow_nan]
    if not helped:
        return learners, []
    note = (
        f"The data have missing values. For {', '.join(helped)} they are replaced by the column's median, "
        "which each training set finds anew, so that no held-out row takes part."
    )
    return {name: _behind_imputer(each) if name in helped else each for name, each in learners.items()}, [
        note
    ]


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


def _behind_imputer(learner: Any) -> Any:
    return make_pipeline(SimpleImputer(strategy="median", keep_empty_features=True), learner)

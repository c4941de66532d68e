"""The learners to compare: those named, or the defaults for the type of task."""

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sklearn.base import is_classifier, is_clusterer, is_regressor

from gnomon import registry
from gnomon.cli.advice import option
from gnomon.data.task import Task
from gnomon.errors import DesignError, GnomonError, NameUnknown, ParameterError
from gnomon.experiments.estimators import full_names
from gnomon.experiments.expression import evaluate
from gnomon.experiments.identity import describe, digest, names_of, seeded


def chosen(text: str | None, task: Task) -> dict[str, Any]:
    """Learners by name: those in the text, or the registry's defaults for this type of task."""
    learners = defaults(task.kind) if text is None else parse(text)
    return dict(zip(names_of(learners), learners))


def one_of(text: str, task: Task) -> dict[str, Any]:
    """The one learner that a text names."""
    learners = chosen(text, task)
    if len(learners) != 1:
        raise ParameterError(f"{option('learner')} {text!r} names {len(learners)} learners; give one")
    name, learner = next(iter(learners.items()))
    kinds = kinds_of(learner)
    if task.kind not in kinds:
        raise ParameterError(
            f"{option('learner')} {name} is for {' and '.join(kinds)}, but {task.name!r} is a "
            f"{task.kind} task; "
            "`gnomon list learners` shows which learner is for which task"
        )
    return learners


@contextmanager
def failures_named(name: str, task: Task) -> Iterator[None]:
    """Turn an exception raised by a third-party learner into an error that names the learner.

    >>> import gnomon as gn
    >>> with failures_named("MultinomialNB", gn.load("iris")):
    ...     raise ValueError("Negative values")
    Traceback (most recent call last):
        ...
    gnomon.errors.DesignError: MultinomialNB failed on iris: Negative values
    """
    try:
        yield
    except GnomonError:
        raise
    except Exception as error:
        message = str(error).strip().split("\n")[0] or type(error).__name__
        raise DesignError(f"{name} failed on {task.name}: {message}") from error


def with_seed(learner: Any, seed: int, task: Task) -> Any:
    """A copy with every unset `random_state` derived from the seed, so that a command is reproducible.

    >>> import gnomon as gn
    >>> forests = [with_seed(gn.RandomForestClassifier(), 0, gn.load("iris")) for _ in range(2)]
    >>> forests[0].random_state == forests[1].random_state
    True
    """
    return seeded(learner, seed, digest({"task": task.fingerprint, "learner": describe(learner)}))


def kinds_of(learner: Any) -> tuple[str, ...]:
    """The types of task that a learner supports: as registered, or by scikit-learn's estimator type.

    >>> from sklearn.linear_model import Ridge
    >>> kinds_of(Ridge())
    ('regression',)
    """
    entry = registry.learners.get(type(learner).__name__)
    if entry is not None and entry.thing is type(learner):
        return tuple(entry.facts.get("task", ()))
    tests = {"classification": is_classifier, "regression": is_regressor, "clustering": is_clusterer}
    return tuple(kind for kind, test in tests.items() if test(learner))


def defaults(kind: str) -> list[Any]:
    """The registry's default learners for this type of task."""
    return [
        entry.thing()
        for entry in registry.learners.values()
        if entry.facts.get("default") and kind in entry.facts.get("task", ())
    ]


def parse(text: str) -> list[Any]:
    """Learners from text such as `GaussianNB, Ridge(alpha=10)`; nothing in it is executed.

    >>> parse("Ridge(alpha=10.0)")[0].alpha
    10.0
    >>> parse("sklearn.svm.SVC(C=2), GaussianNB")
    [SVC(C=2), GaussianNB()]
    """
    try:
        listed = ast.parse(f"({text},)", mode="eval").body
        assert isinstance(listed, ast.Tuple)
        return [_learner(each) for each in listed.elts]
    except (SyntaxError, ValueError, AssertionError) as error:
        if isinstance(error, ParameterError):
            raise
        raise ParameterError(
            f"{option('learners')} {text!r} cannot be read; separate names by commas, such as "
            "'GaussianNB, KNeighborsClassifier(n_neighbors=3), lightgbm.LGBMClassifier'"
        ) from None


def _learner(node: ast.expr) -> Any:
    call = node.func if isinstance(node, ast.Call) else node
    if not isinstance(call, ast.Name | ast.Attribute) or (isinstance(node, ast.Call) and node.args):
        raise ValueError
    text = ast.unparse(node)
    try:
        learner = evaluate(text)
    except NameUnknown as error:
        if ast.unparse(call) in registry.learners:  # It is a name inside the call.
            raise ParameterError(f"{option('learners')} {error}") from None
        near = full_names(ast.unparse(call)) if isinstance(call, ast.Name) else []
        is_meant = bool(near) and near[0].endswith(f".{ast.unparse(call)}")
        if not near or (error.near is not None and not is_meant):
            raise
        raise NameUnknown(
            f"{option('learners')} {text}: not a learner of Gnomon; did you mean {near[0]!r}?"
        ) from None
    except ParameterError as error:
        raise ParameterError(f"{option('learners')} {error}") from None
    if not hasattr(learner, "fit") or not hasattr(learner, "predict"):
        raise ParameterError(
            f"{option('learners')} {text}: not a learner; `gnomon list learners` shows them all"
        )
    return learner

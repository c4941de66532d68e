"""The model card of a fitted model and its training task."""

import platform
from collections.abc import Iterable
from importlib.metadata import version
from typing import Any

import numpy as np
from sklearn.exceptions import NotFittedError
from sklearn.utils.validation import check_is_fitted

from gnomon.data.encode import encoded_names
from gnomon.data.task import Task
from gnomon.errors import DataError
from gnomon.models.card import Card
from gnomon.sharing.foreign import Library, libraries_in

MAX_LEARNER = 2000
PACKAGES = ("gnomon", "numpy", "scikit-learn", "skops")


def versions_here(libraries: Iterable[Library] = ()) -> dict[str, str]:
    """The versions of installed packages; libraries: those of the learners in the model.

    >>> sorted(versions_here())
    ['gnomon', 'numpy', 'python', 'scikit-learn', 'skops']
    """
    return {
        **{name: version(name) for name in PACKAGES},
        "python": platform.python_version(),
        **{each.package: each.version() for each in libraries},
    }


def takes_of(model: Any, task: Task) -> str:
    """Whether a model was fitted on the columns of a task ("columns") or on their encoding ("numbers").

    >>> import gnomon as gn
    >>> iris = gn.load("iris")
    >>> takes_of(gn.GaussianNB().fit(iris.X, iris.y), iris)
    'numbers'
    """
    headers = task.table.headers
    encoded = [name for each in headers for name in encoded_names(each.name, each.kind, each.levels)]
    names = getattr(model, "feature_names_in_", None)
    width = getattr(model, "n_features_in_", len(encoded))
    if names is not None and set(names) <= set(task.table.names):
        return "columns"
    if (names is None and width == len(encoded)) or (names is not None and list(names) == encoded):
        return "numbers"
    if names is None and width == len(headers):
        return "columns"
    raise DataError(
        f"{type(model).__name__} was fitted on {width} columns"
        f"{'' if names is None else f' ({str(list(names[:5]))[1:-1]}, ...)'}, but task {task.name!r} has "
        f"{len(headers)}; pass the task that it was fitted on"
    )


def check_fitted(model: Any) -> None:
    """Raise DataError if a model is not fitted.

    >>> import gnomon as gn
    >>> check_fitted(gn.Ridge().fit([[1.0], [2.0]], [1.0, 2.0]))
    """
    try:
        check_is_fitted(model)
    except (NotFittedError, TypeError) as error:
        raise DataError(f"{type(model).__name__} is not fitted; call fit before saving it") from error


def card_of(model: Any, task: Task, **more: Any) -> Card:
    """Make the model card of a model and its training task; more: other fields of the card.

    >>> import gnomon as gn
    >>> iris = gn.load("iris")
    >>> card_of(gn.GaussianNB().fit(iris.X, iris.y), iris).classes
    ('setosa', 'versicolor', 'virginica')
    """
    classes = (
        None
        if task.classes is None
        else tuple(label.item() if isinstance(label, np.generic) else label for label in task.classes)
    )
    return Card(
        learner=" ".join(repr(model).split())[:MAX_LEARNER],
        task=task.name,
        kind=task.kind,
        n_rows=task.n_rows,
        fingerprint=task.fingerprint,
        columns=task.table.headers,
        takes=takes_of(model, task),
        classes=classes,
        positive=task.positive,
        speaks_codes=_speaks_codes(model, classes),
        seeds=_seeds(model),
        **more,
        versions=versions_here(libraries_in(model)),
    )


def _speaks_codes(model: Any, classes: tuple[Any, ...] | None) -> bool:
    """Whether the model's classes are codes of the task's classes; DataError if they are neither."""
    own = getattr(model, "classes_", None)
    if own is None or classes is None:
        return False
    known = np.asarray(own).tolist()
    if set(known) <= set(classes):
        return False
    if set(known) <= set(range(len(classes))):
        return True
    raise DataError(
        f"{type(model).__name__} has the classes {known[:5]}, but the task {list(classes[:5])}; pass the "
        "task that it was fitted on"
    )


def _seeds(model: Any) -> dict[str, int]:
    parameters = model.get_params() if hasattr(model, "get_params") else {}
    return {
        name: int(value)
        for name, value in sorted(parameters.items())
        if name.endswith("random_state") and isinstance(value, int | np.integer)
    }


def preparation_rows(preparation: Any) -> tuple[dict[str, str], ...]:
    """Preprocessing steps as rows of text, from a Preparation, a data frame, or a sentence.

    >>> preparation_rows("scaled")
    ({'column': 'all', 'done': 'scaled'},)
    """
    if preparation is None:
        return ()
    if isinstance(preparation, str):
        return ({"column": "all", "done": preparation},)
    frame = preparation.frame() if hasattr(preparation, "frame") else preparation
    return tuple({str(key): str(value) for key, value in row.items()} for row in frame.to_dict("records"))

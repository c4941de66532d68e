"""Model files: each is loaded, predicts five rows and explains one of them."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline

import gnomon as gn
from benchmarks.fuzz.kind import Kind, Steps
from benchmarks.fuzz.mutations.archives import altered_entries, altered_model
from benchmarks.fuzz.mutations.plain import altered_bytes
from gnomon.models.load import load_model
from tests.models.altering import file_of
from tests.models.foreign_models import NAMES, fitted_foreign
from tests.models.registered import ENTRIES, fitted

_METHODS = ("predict", "predict_proba", "decision_function", "transform", "predict_frame")
_PACKAGES = ("gnomon", "sklearn", "numpy", "scipy", "builtins", "inspect")


def _seeds() -> Iterator[bytes]:
    """A model of a table of several kinds, then one of each class, in random order."""
    mixed = _mixed()
    yield file_of(make_pipeline(gn.PrepareTable(), LogisticRegression()).fit(mixed.X, mixed.y), mixed)
    names = [(name, False) for name in ENTRIES] + [(name, True) for name in NAMES]
    Random(0).shuffle(names)
    for name, is_foreign in names:
        model, task, *X = fitted_foreign(name) if is_foreign else fitted(name)
        # Texts and labels are no rows of a table.
        if not X or (isinstance(X[0], np.ndarray) and X[0].ndim == 2):
            yield file_of(model, task)


def _mixed() -> Any:
    rows = np.arange(30)
    columns = {"a": rows % 7 * 0.5, "g": [("x", "y", None)[row % 3] for row in rows], "b": rows % 5 * 1.5}
    return gn.Task(gn.Table.of(columns), np.where(rows % 4 > 1, "no", "yes"), name="mixed")


@cache
def _rows() -> Any:
    """Rows of all columns that the models were fitted on."""
    columns: dict[str, Any] = {name: [0.5, 1.0, 2.0, 3.5, 0.0] for name in ("a", "b", "c", "d")}
    columns |= {f"column {number}": columns["a"] for number in range(1, 5)}
    return gn.Table.of({**columns, "g": ["x", "y", "x", None, "y"]})


def _steps(path: Path) -> Steps:
    saved = load_model(path)
    yield lambda: _check_classes(saved.model)
    yield lambda: str(saved)
    for method in _METHODS:
        yield lambda method=method: getattr(saved, method)(_rows())
    yield lambda: str(saved.explain(_rows()))


def _check_classes(thing: Any, depth: int = 0) -> None:
    """Raise TypeError if an object is of a class that no model needs."""
    package = type(thing).__module__.partition(".")[0]
    if package not in _PACKAGES:
        raise TypeError(f"the model contains a {type(thing)}")
    if depth < 12:
        for inside in _inside(thing):
            _check_classes(inside, depth + 1)


def _inside(thing: Any) -> Any:
    if isinstance(thing, dict):
        return [*thing.keys(), *thing.values()]
    if isinstance(thing, list | tuple | set | frozenset):
        return thing
    return list(getattr(thing, "__dict__", {}).values())


_MUTATIONS = (altered_model,) * 8 + (altered_entries, altered_bytes)
KINDS = (Kind("model", ".skops", _seeds, _MUTATIONS, _steps),)

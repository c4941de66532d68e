"""Storing a fitted model: skops with plain arrays, the card beside it, nothing that could run when opened."""

import os
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from gnomon.assessment.intervals import Estimate
from gnomon.data.table import Table
from gnomon.data.task import Task
from gnomon.errors import DataError, ParameterError, StoreError
from gnomon.models.card_of_model import card_of, check_fitted, preparation_rows
from gnomon.models.contents import model_bytes
from gnomon.models.load import opened
from gnomon.models.saved import METHODS, SavedModel

SUFFIX = ".skops"
VERIFIED_ROWS = 20


def save_model(
    model: Any,
    path: str | Path,
    *,
    task: Task,
    estimates: Mapping[str, Estimate] | None = None,
    notes: Sequence[str] = (),
    preparation: Any = None,
    target: str | None = None,
    stored: str | None = None,
    trusted: Collection[str] = (),
) -> Path:
    """Store a fitted model with its card, and return the path (".skops" is added if it has no suffix).

    task: what it was fitted on. estimates: how good it is, by measure. notes: sentences for the card.
    preparation: what was done to the columns (`gnomon.preprocessing.preparation_plan`). target: name of the
    predicted column.
    stored: when, in words; left out, the same model gives the same file. trusted: classes from elsewhere
    that the file may name; `load_model` has to be told of them too.

    >>> import tempfile, gnomon as gn
    >>> task = gn.load("iris")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save_model(gn.GaussianNB().fit(task.X, task.y), Path(folder, "iris"), task=task).name
    'iris.skops'
    """
    check_fitted(model)
    path = Path(path) if Path(path).suffix else Path(path).with_suffix(SUFFIX)
    if path.suffix != SUFFIX:
        raise ParameterError(
            f"path={str(path)!r}: a model file ends in {SUFFIX}; call it {path.stem}{SUFFIX}"
        )
    card = card_of(
        model,
        task,
        estimates=dict(estimates or {}),
        notes=tuple(notes),
        preparation=preparation_rows(preparation),
        target=target,
        stored=stored,
    )
    content = model_bytes(model, card, trusted)
    _verify(model, opened(content, trusted), task.table.rows(np.arange(min(task.n_rows, VERIFIED_ROWS))))
    _write(path, content)
    return path


def _verify(model: Any, stored: SavedModel, rows: Table) -> None:
    """Raise DataError if what comes out of the file does not answer as the model does."""
    given = SavedModel(model, stored.card)
    for method in METHODS:
        if not hasattr(model, method):
            continue
        answers = getattr(given, method)(rows)
        if _alike(answers, getattr(stored, method)(rows)):
            continue
        # A model that answers at random never answers the same twice.
        if _alike(answers, getattr(given, method)(rows)):
            raise DataError(f"{type(model).__name__} does not come back as it was; please report this model")


def _alike(one: Any, other: Any) -> bool:
    one, other = (each.toarray() if hasattr(each, "toarray") else np.asarray(each) for each in (one, other))
    return bool(np.array_equal(one, other, equal_nan=one.dtype.kind == "f"))


def _write(path: Path, content: bytes) -> None:
    """Write beside the place and move there, so that no half file is ever left."""
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        part.write_bytes(content)
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise StoreError(f"{path} cannot be written: {error.strerror}; give another path") from error

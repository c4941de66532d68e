"""Saving a fitted model with its card: skops format with plain arrays and no executable code."""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from gnomon.assessment.intervals import Estimate
from gnomon.atomic_file import write_atomically
from gnomon.data.table import Table
from gnomon.data.task import Task
from gnomon.errors import DataError, ParameterError
from gnomon.models.card_of_model import card_of, check_fitted, preparation_rows
from gnomon.models.contents import model_bytes
from gnomon.models.load import model_of
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
    """Save a fitted model with its model card, and return the path (".skops" is added if it has no suffix).

    task: training data. estimates: performance estimates by measure. notes: sentences for the card.
    preparation: preprocessing of the columns (`gnomon.preprocessing.preparation_plan`). target: name of the
    target column. stored: date of saving, as text; omit it for reproducible files. trusted: names of classes
    of other packages that the file may contain; pass them to `load_model`, too.

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
            f"path={str(path)!r}: a model file has the suffix {SUFFIX}; use {path.stem}{SUFFIX}"
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
    _verify(model, model_of(content, trusted), task.table.rows(np.arange(min(task.n_rows, VERIFIED_ROWS))))
    write_atomically(path, content)
    return path


def _verify(model: Any, stored: SavedModel, rows: Table) -> None:
    """Raise DataError if the loaded model does not predict the same as the original (round trip)."""
    original = SavedModel(model, stored.card)
    for method in METHODS:
        if not hasattr(model, method):
            continue
        output = getattr(original, method)(rows)
        if _alike(output, getattr(stored, method)(rows)):
            continue
        # A model with random predictions never predicts the same twice.
        if _alike(output, getattr(original, method)(rows)):
            raise DataError(
                f"{type(model).__name__} predicts differently after loading; please report this model"
            )


def _alike(one: Any, other: Any) -> bool:
    one, other = (each.toarray() if hasattr(each, "toarray") else np.asarray(each) for each in (one, other))
    return bool(np.array_equal(one, other, equal_nan=one.dtype.kind == "f"))

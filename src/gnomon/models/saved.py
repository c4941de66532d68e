"""A model out of its file: it finds its columns in any data, checks them, and answers in the user's words."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse
from sklearn.base import is_regressor

from gnomon.arrays import Array, Floats
from gnomon.data.table import Table
from gnomon.errors import DataError, DataWarning, GnomonError
from gnomon.models.card import Card
from gnomon.models.matching import Matched, listed, match

if TYPE_CHECKING:
    import pandas as pd

# Rows are answered in blocks of about so many cells, so that memory stays bounded.
CELLS_IN_BLOCK = 2**22
FEWEST_ROWS_IN_BLOCK = 2**12
METHODS = ("predict", "predict_proba", "decision_function", "transform")


@dataclass(frozen=True, eq=False, repr=False)
class SavedModel:
    """A fitted model and its card; made by `load_model`.

    Data may be a Table, a Task, any data frame, a dict of columns, the path of a file, or an array (whose
    columns are then taken in order). notes: what differs between where it was stored and here.

    >>> import tempfile, gnomon as gn
    >>> from gnomon.models import load_model, save_model
    >>> task = gn.load("iris")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = save_model(gn.GaussianNB().fit(task.X, task.y), f"{folder}/iris.skops", task=task)
    ...     saved = load_model(path)
    >>> rows = task.table.to_pandas().iloc[[0, 99], ::-1]
    >>> saved.predict(rows)
    array(['setosa', 'versicolor'], dtype='<U10')
    """

    model: Any
    card: Card
    notes: tuple[str, ...] = ()

    @property
    def classes_(self) -> Array:
        """The classes that the model knows, in the order of `predict_proba`."""
        found = np.asarray(self.model.classes_)
        if not self.card.speaks_codes or self.card.classes is None:
            return found
        return np.array(self.card.classes)[found.astype(np.int64)]

    def predict(self, data: Any) -> Array:
        """The label, number or cluster of each row."""
        return self._labels(self._matched(data))

    def predict_proba(self, data: Any) -> Floats:
        """The probability of each class (columns, as in `classes_`) for each row."""
        return self._answers("predict_proba", self._matched(data))

    def decision_function(self, data: Any) -> Floats:
        """The score of each row, for each class if there are more than two."""
        return self._answers("decision_function", self._matched(data))

    def transform(self, data: Any) -> Any:
        """The features that the model makes of each row."""
        return self._answers("transform", self._matched(data))

    def predict_frame(self, data: Any) -> pd.DataFrame:
        """A frame: the number of each row, its prediction and, where there are any, its probabilities."""
        import pandas as pd

        matched = self._matched(data)
        columns: dict[str, Any] = {
            "row": np.arange(matched.table.n_rows),
            "prediction": self._labels(matched),
        }
        if _has(self.model, "predict_proba") and not is_regressor(self.model):
            chances = self._answers("predict_proba", matched)
            names = self.classes_ if hasattr(self.model, "classes_") else range(chances.shape[1])
            columns |= {f"probability of {name}": chances[:, place] for place, name in enumerate(names)}
        return pd.DataFrame(columns)

    def __repr__(self) -> str:
        return f"SavedModel of {type(self.model).__name__} for task {self.card.task!r}"

    def __str__(self) -> str:
        notes = [f"{'' if place else 'here':<9} {note}" for place, note in enumerate(self.notes)]
        return "\n".join([str(self.card), *notes])

    def _labels(self, matched: Matched) -> Array:
        answers = self._answers("predict", matched)
        if not self.card.speaks_codes or self.card.classes is None:
            return answers
        is_code = np.issubdtype(answers.dtype, np.number) and np.isin(answers, range(len(self.card.classes)))
        if not np.all(is_code):
            raise DataError(
                f"the model answers with {answers.flat[0]!r}, say, where its card has numbers of "
                f"{len(self.card.classes)} classes; the file was altered: get a fresh copy"
            )
        return np.array(self.card.classes)[answers.astype(np.int64)]

    def _answers(self, method: str, matched: Matched) -> Any:
        if not _has(self.model, method):
            able = [name for name in METHODS if _has(self.model, name)]
            raise DataError(
                f"{type(self.model).__name__} has no {method}; it has {', '.join(able) or 'labels_ alone'}"
            )
        answer = getattr(self.model, method)
        try:
            return _joined([answer(rows) for rows in self._blocks(matched.table)])
        except Exception as error:  # an altered file, or rows of a kind the model never met
            raise self._refusal(matched, error) from error

    def _matched(self, data: Any) -> Matched:
        """The data as the model's columns; what is left out and what is new is said once."""
        matched = match(self.card.columns, data)
        ignored = [name for name in matched.ignored if name != self.card.target]
        if ignored:
            shown = listed(ignored)
            warnings.warn(
                f"columns that the model does not take are ignored: {shown}", DataWarning, stacklevel=3
            )
        if matched.unseen:
            self._say_unseen(matched)
        return matched

    def _say_unseen(self, matched: Matched) -> None:
        kinds = {header.name: header.kind for header in self.card.columns}
        without_place = [name for name in matched.unseen or {} if kinds[name] != "categorical"]
        if without_place or self.card.takes == "numbers":
            raise DataError(
                f"{_unseen_text(matched)}; the model has no place for them: correct them, or make them "
                "missing"
            )
        warnings.warn(
            f"{_unseen_text(matched)}; the model answers as it does for what it does not know",
            DataWarning,
            stacklevel=4,
        )

    def _refusal(self, matched: Matched, error: Exception) -> Exception:
        """The error to raise: one of ours as it is, others with what is known of the data."""
        if matched.unseen:
            return DataError(f"{_unseen_text(matched)}, which the model cannot take ({_first_line(error)})")
        if isinstance(error, GnomonError):
            return error
        return DataError(f"{type(self.model).__name__} cannot answer for these rows: {_first_line(error)}")

    def _blocks(self, table: Table) -> Iterator[Any]:
        """The rows as the model takes them, block after block."""
        step = max(CELLS_IN_BLOCK // max(table.n_columns, 1), FEWEST_ROWS_IN_BLOCK)
        for first in range(0, table.n_rows, step):
            part = (
                table
                if step >= table.n_rows
                else table.rows(np.arange(first, min(first + step, table.n_rows)))
            )
            yield features_of(self.model, part, self.card.takes)


def features_of(model: Any, table: Table, takes: str) -> Any:
    """The rows of a table in the form that a model was fitted on.

    takes: "columns" or "numbers", as on the card.

    >>> import gnomon as gn
    >>> iris = gn.load("iris")
    >>> features_of(gn.GaussianNB().fit(iris.X, iris.y), iris.table, "numbers").shape
    (150, 4)
    """
    names = getattr(model, "feature_names_in_", None)
    if takes == "numbers":
        numbers, made = table.encoded()
        if names is None:
            return numbers
        import pandas as pd

        return pd.DataFrame(numbers, columns=made, copy=False)
    frame = table.to_pandas()
    return frame.to_numpy(dtype=object) if names is None else frame[list(names)]


def _has(model: Any, method: str) -> bool:
    try:
        return hasattr(model, method)
    except Exception:  # an altered model may fail even here
        return False


def _joined(parts: list[Any]) -> Any:
    if len(parts) == 1:
        return parts[0]
    if scipy.sparse.issparse(parts[0]):
        return scipy.sparse.vstack(parts, format="csr")
    if hasattr(parts[0], "columns"):
        import pandas as pd

        return pd.concat(parts, ignore_index=True)
    return np.concatenate(parts)


def _unseen_text(matched: Matched) -> str:
    texts = []
    for name, counts in (matched.unseen or {}).items():
        shown = [
            f"{level!r} ({times} row{'' if times == 1 else 's'})" for level, times in list(counts.items())[:5]
        ]
        more = [f"{len(counts) - 5} more"] if len(counts) > 5 else []
        texts.append(f"column {name!r} has levels never seen in training: {', '.join(shown + more)}")
    return "; ".join(texts)


def _first_line(error: Exception) -> str:
    return str(error).strip().split("\n")[0][:300]

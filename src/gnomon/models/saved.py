"""A loaded model with its card: matches columns by name, validates them, and predicts original labels."""

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
from gnomon.data.task import Task
from gnomon.errors import DataError, DataWarning, GnomonError
from gnomon.explanations.explaining import explain
from gnomon.explanations.explanation import Explanation
from gnomon.models.card import Card
from gnomon.models.matching import Matched, listed, match

if TYPE_CHECKING:
    import pandas as pd

# Predictions are computed in blocks of about this many cells, to limit memory.
CELLS_IN_BLOCK = 2**22
MIN_ROWS_IN_BLOCK = 2**12
METHODS = ("predict", "predict_proba", "decision_function", "transform")


@dataclass(frozen=True, eq=False, repr=False)
class SavedModel:
    """A fitted model and its model card, returned by `load_model`.

    Input data may be a Table, a Task, any data frame, a dict of columns, a file path, or an array (with the
    columns in order). notes: version differences between saving and loading.

    >>> import tempfile, gnomon as gn
    >>> from gnomon import load_model, save_model
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
        """The class labels, in the order of the columns of `predict_proba`."""
        classes = np.asarray(self.model.classes_)
        if not self.card.speaks_codes or self.card.classes is None:
            return classes
        return np.array(self.card.classes)[classes.astype(np.int64)]

    def predict(self, data: Any) -> Array:
        """Predict labels, values or clusters."""
        return self._labels(self._matched(data))

    def predict_proba(self, data: Any) -> Floats:
        """Predict class probabilities, with columns in the order of `classes_`."""
        return self._output("predict_proba", self._matched(data))

    def decision_function(self, data: Any) -> Floats:
        """Decision scores, one column per class if there are more than two."""
        return self._output("decision_function", self._matched(data))

    def transform(self, data: Any) -> Any:
        """Transform the rows to features."""
        return self._output("transform", self._matched(data))

    def predict_frame(self, data: Any) -> pd.DataFrame:
        """A data frame of row indices, predictions and, for probabilistic classifiers, probabilities."""
        import pandas as pd

        matched = self._matched(data)
        y_pred = self._labels(matched)
        self._refuse_other_shape("predict", y_pred, (matched.table.n_rows,))
        columns: dict[str, Any] = {"row": np.arange(matched.table.n_rows), "prediction": y_pred}
        if _has(self.model, "predict_proba") and not is_regressor(self.model):
            probabilities = self._output("predict_proba", matched)
            names = self.classes_ if hasattr(self.model, "classes_") else range(np.shape(probabilities)[-1])
            self._refuse_other_shape("predict_proba", probabilities, (matched.table.n_rows, len(names)))
            columns |= {
                f"probability of {name}": probabilities[:, column] for column, name in enumerate(names)
            }
        return pd.DataFrame(columns)

    def explain(self, data: Any, row: int = 0) -> Explanation:
        """Explain the prediction for one row, by its index (see `explain`); all rows are background data."""
        rows = Task(match(self.card.columns, data).table)
        try:
            return explain(self.model, row, task=rows)
        except GnomonError:
            raise
        except Exception as error:  # a modified file, or rows unlike the training data
            raise DataError(
                f"{type(self.model).__name__} cannot explain row {row}: {_first_line(error)}; check this row "
                "for values unlike the training data, or get a fresh copy of the model file"
            ) from error

    def __repr__(self) -> str:
        return f"SavedModel of {type(self.model).__name__} for task {self.card.task!r}"

    def __str__(self) -> str:
        notes = [f"{'' if index else 'here':<9} {note}" for index, note in enumerate(self.notes)]
        return "\n".join([str(self.card), *notes])

    def _labels(self, matched: Matched) -> Array:
        y_pred = self._output("predict", matched)
        if not self.card.speaks_codes or self.card.classes is None:
            return y_pred
        is_code = np.issubdtype(y_pred.dtype, np.number) and np.isin(y_pred, range(len(self.card.classes)))
        if not np.all(is_code):
            raise DataError(
                f"the model predicts {y_pred.flat[0]!r}, which is not a code of the "
                f"{len(self.card.classes)} classes of its card; the file was modified: get a fresh copy"
            )
        return np.array(self.card.classes)[y_pred.astype(np.int64)]

    def _output(self, method: str, matched: Matched) -> Any:
        if not _has(self.model, method):
            available = [name for name in METHODS if _has(self.model, name)]
            raise DataError(
                f"{type(self.model).__name__} has no {method}; it has "
                f"{', '.join(available) or 'only labels_'}"
            )
        call = getattr(self.model, method)
        try:
            output = _joined([call(rows) for rows in self._blocks(matched.table)])
        except Exception as error:  # a modified file, or rows unlike the training data
            raise self._refusal(matched, error) from error
        if method in ("predict", "predict_proba"):
            self._refuse_nan(output)
        return output

    def _refuse_other_shape(self, method: str, output: Any, shape: tuple[int, ...]) -> None:
        """Raise DataError for predictions that a frame of one row per case cannot hold."""
        if np.shape(output) != shape:
            raise DataError(
                f"{method} of {type(self.model).__name__} returns an array of shape {np.shape(output)}, "
                f"where {shape} is needed; call {method} for a model of several targets, or get a fresh copy "
                "of the file"
            )

    def _refuse_nan(self, output: Any) -> None:
        """Raise DataError for predictions that are NaN: a corrupt model, or rows that it cannot predict."""
        values = np.asarray(output)
        if values.dtype.kind != "f" or not np.isnan(values).any():
            return
        is_nan = np.isnan(values).reshape(len(values), -1).any(axis=1)
        raise DataError(
            f"{type(self.model).__name__} predicts NaN in row {int(np.argmax(is_nan))} and "
            f"{is_nan.sum() - 1} others; check these rows for extreme values, or get a fresh copy"
        )

    def _matched(self, data: Any) -> Matched:
        """The data matched to the model's columns, with warnings for ignored columns and unseen levels."""
        matched = match(self.card.columns, data)
        ignored = [name for name in matched.ignored if name != self.card.target]
        if ignored:
            shown = listed(ignored)
            warnings.warn(
                f"columns that the model does not use are ignored: {shown}", DataWarning, stacklevel=3
            )
        if matched.unseen:
            self._warn_of_unseen(matched)
        return matched

    def _warn_of_unseen(self, matched: Matched) -> None:
        kinds = {header.name: header.kind for header in self.card.columns}
        unsupported = [name for name in matched.unseen or {} if kinds[name] != "categorical"]
        if unsupported or self.card.takes == "numbers":
            raise DataError(
                f"{_unseen_text(matched)}; the model cannot encode them: correct them, or set them to missing"
            )
        warnings.warn(
            f"{_unseen_text(matched)}; the model treats them as unknown categories",
            DataWarning,
            stacklevel=4,
        )

    def _refusal(self, matched: Matched, error: Exception) -> Exception:
        """The error to raise: a GnomonError unchanged, others as DataError with unseen levels."""
        if matched.unseen:
            return DataError(
                f"{_unseen_text(matched)}, which the model does not support ({_first_line(error)})"
            )
        if isinstance(error, GnomonError):
            return error
        return DataError(f"{type(self.model).__name__} cannot predict for these rows: {_first_line(error)}")

    def _blocks(self, table: Table) -> Iterator[Any]:
        """The features in blocks, in the form that the model accepts."""
        step = max(CELLS_IN_BLOCK // max(table.n_columns, 1), MIN_ROWS_IN_BLOCK)
        for first in range(0, table.n_rows, step):
            part = (
                table
                if step >= table.n_rows
                else table.rows(np.arange(first, min(first + step, table.n_rows)))
            )
            yield features_of(self.model, part, self.card.takes)


def features_of(model: Any, table: Table, takes: str) -> Any:
    """The features of a table in the form that a model was fitted on.

    takes: "columns" (data frame) or "numbers" (encoded), as on the card.

    >>> import gnomon as gn
    >>> iris = gn.load("iris")
    >>> features_of(gn.GaussianNB().fit(iris.X, iris.y), iris.table, "numbers").shape
    (150, 4)
    """
    names = getattr(model, "feature_names_in_", None)
    if takes == "numbers":
        numbers, columns = table.encoded()
        if names is None:
            return numbers
        import pandas as pd

        return pd.DataFrame(numbers, columns=columns, copy=False)
    frame = table.to_pandas()
    return frame.to_numpy(dtype=object) if names is None else frame[list(names)]


def _has(model: Any, method: str) -> bool:
    try:
        return hasattr(model, method)
    except Exception:  # a modified model may fail even here
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
        texts.append(f"column {name!r} has levels unseen in training: {', '.join(shown + more)}")
    return "; ".join(texts)


def _first_line(error: Exception) -> str:
    return str(error).strip().split("\n")[0][:300]

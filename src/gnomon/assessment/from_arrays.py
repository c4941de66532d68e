"""Predictions from arrays: y_true with y_pred, scores or probabilities of any other software."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Array, Floats, Integers
from gnomon.assessment.adopt import adopt
from gnomon.assessment.design import SplitDesign, Splits
from gnomon.data.column import native_numbers
from gnomon.data.task import Task
from gnomon.errors import DataError, ParameterError
from gnomon.ties import first_largest

if TYPE_CHECKING:
    from gnomon.assessment.predictions import Predictions


def predictions_from_arrays(
    kind: type[Predictions],
    y_true: Any,
    y_pred: Any = None,
    *,
    scores: Any = None,
    probabilities: Any = None,
    split: Any = None,
    row: Any = None,
    classes: Any = None,
    positive: Any = None,
    sample_weight: Any = None,
    groups: Any = None,
    n_train: int | None = None,
    learner: str = "model",
    task: str = "data",
) -> Predictions:
    """See `Predictions.from_arrays`."""
    y_true = _column("y_true", y_true)
    n = len(y_true)
    split = np.zeros(n, dtype=np.int64) if split is None else _numbered(_column("split", split, n))
    row = _rows(row, split)
    order = np.lexsort((row, split))
    is_classification = any(each is not None for each in (classes, scores, probabilities))
    table = _task(
        y_true, row, "classification" if is_classification else None, positive, sample_weight, groups, task
    )
    labels = table.classes if classes is None else _ordered(classes, table.classes)
    columns = _columns(labels, table.positive, scores, probabilities, n)
    predicted = _predicted(labels, y_pred, columns, n)
    splits = _splits(table, split, row, n_train)
    truth = y_true.astype(np.float64) if labels is None else _codes("y_true", y_true, labels)
    ordered: dict[str, Any] = {
        name: None if column is None else column[order] for name, column in columns.items()
    }
    weight, group = table.weight, table.group
    return kind(
        task_name=task,
        learner=learner,
        setting={},
        kind=table.kind,
        design=splits.design,
        splits=splits.fingerprint,
        split=split[order].astype(np.int32),
        row=row[order],
        truth=truth[order],
        predicted=predicted[order],
        train_sizes=np.array([n_train]) if n_train is not None and len(splits) == 1 else splits.train_sizes,
        weight=None if weight is None else weight[row[order]],
        group=None if group is None else group[row[order]],
        classes=labels,
        positive=table.positive,
        **ordered,
    )


def _column(name: str, values: Any, n: int | None = None) -> Array:
    column = native_numbers(np.asarray(values))
    if column.dtype.kind == "O":
        column = np.array([str(value) if isinstance(value, np.str_) else value for value in column.tolist()])
    if column.ndim != 1 or not len(column):
        raise DataError(f"{name} has shape {column.shape}; pass a 1-dimensional array, one value per row")
    if n is not None and len(column) != n:
        raise DataError(f"{name} has {len(column)} rows and y_true {n}; they must have the same length")
    is_finite = column.dtype.kind != "f" or np.isfinite(column)
    if not np.all(is_finite):
        row = int(np.argmin(is_finite))
        raise DataError(f"{name}, row {row}: {column[row]} is not finite; remove or impute that row")
    return column


def _numbered(split: Array) -> Integers:
    """Integer codes 0, 1, ... in sorted order of the values."""
    return np.unique(split, return_inverse=True)[1].astype(np.int64)


def _rows(row: Any, split: Integers) -> Integers:
    """The row of the data of each prediction; by default each prediction is of a different row."""
    if row is None:
        return np.arange(len(split))
    row = _numbered(_column("row", row, len(split)))
    pairs, counts = np.unique(np.column_stack([split, row]), axis=0, return_counts=True)
    if counts.max() > 1:
        twice = pairs[int(np.argmax(counts))]
        raise DataError(
            f"row {twice[1]} is predicted twice in split {twice[0]}; pass each row of a split once"
        )
    return row


def _task(
    y_true: Array, row: Integers, kind: str | None, positive: Any, sample_weight: Any, groups: Any, name: str
) -> Task:
    """The rows as a task without features; target, weight and group come from a row's first prediction."""
    n_rows = int(row.max()) + 1
    first = np.full(n_rows, -1)
    first[row[::-1]] = np.arange(len(row))[::-1]
    if (first < 0).any():
        raise DataError(f"row {int(np.argmin(first))} has no prediction; number rows without gaps")
    if (y_true != y_true[first][row]).any():
        wrong = int(row[np.argmax(y_true != y_true[first][row])])
        raise DataError(f"row {wrong} has two values in y_true; all predictions of one row must share one")
    columns = {"group": groups, "weight": sample_weight}
    facts = {
        fact: _column(fact, value, len(row))[first] for fact, value in columns.items() if value is not None
    }
    return Task(
        np.arange(n_rows, dtype=np.float64)[:, None] % 2,
        y_true[first],
        kind=kind,
        positive=positive,
        name=name,
        **facts,
    )


def _ordered(classes: Any, occurring: Array | None) -> Array:
    """The classes in the order of the parameter, which may include classes that do not occur."""
    ordered = np.asarray(classes)
    labels = () if occurring is None else occurring.tolist()
    missing = [label for label in labels if label not in ordered.tolist()]
    if missing:
        raise ParameterError(f"classes={ordered.tolist()!r} lacks {missing[0]!r}, which is in y_true; add it")
    return ordered


def _columns(
    classes: Array | None, positive: Any, scores: Any, probabilities: Any, n: int
) -> dict[str, Floats | None]:
    """Probabilities, one column per class, and decision scores, positive for the second of two classes."""
    if scores is not None and probabilities is not None:
        raise ParameterError("scores= and probabilities= are both set; pass only one of them")
    if scores is None and probabilities is None:
        return {"probability": None, "decision": None}
    name = "scores" if probabilities is None else "probabilities"
    values = np.asarray(scores if probabilities is None else probabilities, dtype=np.float64)
    assert classes is not None
    k = len(classes)
    if values.shape not in ((n,), (n, k)) or (values.ndim == 1 and k != 2):
        raise DataError(
            f"{name} has shape {values.shape}; for {n} rows of {k} classes pass shape ({n}, {k})"
            + (f" or, of the positive class, ({n},)" if k == 2 else "")
        )
    if not np.isfinite(values).all():
        row = int(np.argmin(np.isfinite(values).reshape(n, -1).all(axis=1)))
        raise DataError(f"{name}, row {row}: not finite")
    is_second = positive is None or positive == classes.tolist()[-1]
    if probabilities is None:
        return {"probability": None, "decision": values if values.ndim == 2 or is_second else -values}
    if values.ndim == 1:
        values = np.column_stack([1 - values, values] if is_second else [values, 1 - values])
    if values.min() < 0 or np.abs(values.sum(axis=1) - 1).max() > 1e-6:
        row = int(np.argmax(np.abs(values.sum(axis=1) - 1) + (values < 0).any(axis=1)))
        raise DataError(
            f"probabilities, row {row}: {values[row].tolist()}; they must be from 0 to 1 and sum to 1"
        )
    return {"probability": values, "decision": None}


def _predicted(classes: Array | None, y_pred: Any, columns: dict[str, Floats | None], n: int) -> Array:
    """The predictions as codes or numbers; without y_pred, the class of the largest probability or score."""
    if y_pred is not None:
        labels = _column("y_pred", y_pred, n)
        return labels.astype(np.float64) if classes is None else _codes("y_pred", labels, classes)
    if columns["probability"] is not None:
        return first_largest(columns["probability"]).astype(np.int32)
    if columns["decision"] is not None:
        decision = columns["decision"]
        codes = first_largest(decision) if decision.ndim == 2 else decision > 0
        return codes.astype(np.int32)
    raise ParameterError("y_pred, scores= and probabilities= are all missing; pass at least one of them")


def _codes(name: str, labels: Array, classes: Array) -> Any:
    code_of = {label: code for code, label in enumerate(classes.tolist())}
    codes = np.array([code_of.get(label, -1) for label in labels.tolist()], dtype=np.int32)
    if (codes < 0).any():
        row = int(np.argmin(codes))
        raise DataError(
            f"{name}, row {row}: {labels.tolist()[row]!r} is not one of the classes "
            f"{classes.tolist()}; pass all of them as classes="
        )
    return codes


def _splits(task: Task, split: Integers, row: Integers, n_train: int | None) -> Splits:
    """The splits and their inferred design: hold-out, k-fold or custom."""
    held_out = [np.sort(row[split == number]) for number in range(int(split.max()) + 1)]
    if len(held_out) == 1:
        n_rows = task.n_rows + (n_train or 0)
        grouped = task.group is not None
        design = SplitDesign("hold-out", 1, 1, False, grouped, random_state=None, n_rows=n_rows)
        return Splits(held_out, design)
    every = np.arange(task.n_rows)
    return adopt(task, [(np.setdiff1d(every, rows), rows) for rows in held_out])

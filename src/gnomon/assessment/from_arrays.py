"""Predictions from arrays: true values, predictions and scores that were made elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Array, Floats, Integers
from gnomon.assessment.adopt import adopt
from gnomon.assessment.design import SplitDesign, Splits
from gnomon.data.task import Task
from gnomon.errors import DataError, ParameterError

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
        **{name: None if column is None else column[order] for name, column in columns.items()},
    )


def _column(name: str, values: Any, n: int | None = None) -> Array:
    found = np.asarray(values)
    if found.dtype.kind == "O":
        found = np.array([str(value) if isinstance(value, np.str_) else value for value in found.tolist()])
    if found.ndim != 1 or not len(found):
        raise DataError(f"{name} has the shape {found.shape}; give one value a row, in one dimension")
    if n is not None and len(found) != n:
        raise DataError(f"{name} has {len(found)} rows and y_true {n}; they must pair up")
    if found.dtype.kind == "f" and not np.isfinite(found).all():
        raise DataError(f"{name}, row {int(np.argmin(np.isfinite(found)))}: {found[~np.isfinite(found)][0]}")
    return found


def _numbered(split: Array) -> Integers:
    """Splits as 0, 1, ... in the order of their numbers or names."""
    return np.unique(split, return_inverse=True)[1].astype(np.int64)


def _rows(row: Any, split: Integers) -> Integers:
    """The row of the data that each prediction is of; each its own, where none is named."""
    if row is None:
        return np.arange(len(split))
    row = _numbered(_column("row", row, len(split)))
    pairs, counts = np.unique(np.column_stack([split, row]), axis=0, return_counts=True)
    if counts.max() > 1:
        twice = pairs[int(np.argmax(counts))]
        raise DataError(
            f"row {twice[1]} is predicted twice in split {twice[0]}; give each row of a split once"
        )
    return row


def _task(
    y_true: Array, row: Integers, kind: str | None, positive: Any, sample_weight: Any, groups: Any, name: str
) -> Task:
    """The rows as a task without features; the facts of a row stand where it comes first."""
    n_rows = int(row.max()) + 1
    first = np.full(n_rows, -1)
    first[row[::-1]] = np.arange(len(row))[::-1]
    if (first < 0).any():
        raise DataError(f"row {int(np.argmin(first))} has no prediction; number rows without gaps")
    if (y_true != y_true[first][row]).any():
        wrong = int(row[np.argmax(y_true != y_true[first][row])])
        raise DataError(f"row {wrong} has two true values; predictions of one row share its true value")
    given = {"group": groups, "weight": sample_weight}
    facts = {
        fact: _column(fact, value, len(row))[first] for fact, value in given.items() if value is not None
    }
    return Task(
        np.arange(n_rows, dtype=np.float64)[:, None] % 2,
        y_true[first],
        kind=kind,
        positive=positive,
        name=name,
        **facts,
    )


def _ordered(classes: Any, found: Array | None) -> Array:
    """All classes in the order given, which may hold more than occur."""
    ordered = np.asarray(classes)
    missing = [label for label in (() if found is None else found.tolist()) if label not in ordered.tolist()]
    if missing:
        raise ParameterError(f"classes={ordered.tolist()!r} lacks {missing[0]!r}, which y_true has")
    return ordered


def _columns(
    classes: Array | None, positive: Any, scores: Any, probabilities: Any, n: int
) -> dict[str, Floats | None]:
    """Probabilities, one column a class, and decision scores, positive for the second class of two."""
    if scores is not None and probabilities is not None:
        raise ParameterError("scores= and probabilities= are both given; give one of them")
    if scores is None and probabilities is None:
        return {"probability": None, "decision": None}
    name = "scores" if probabilities is None else "probabilities"
    found = np.asarray(scores if probabilities is None else probabilities, dtype=np.float64)
    assert classes is not None
    k = len(classes)
    if found.shape not in ((n,), (n, k)) or (found.ndim == 1 and k != 2):
        raise DataError(
            f"{name} has the shape {found.shape}; for {n} rows of {k} classes give ({n}, {k})"
            + (f" or, of the positive class, ({n},)" if k == 2 else "")
        )
    if not np.isfinite(found).all():
        raise DataError(
            f"{name} of row {int(np.argmin(np.isfinite(found).reshape(n, -1).all(axis=1)))}: not finite"
        )
    is_second = positive is None or positive == classes.tolist()[-1]
    if probabilities is None:
        return {"probability": None, "decision": found if found.ndim == 2 or is_second else -found}
    if found.ndim == 1:
        found = np.column_stack([1 - found, found] if is_second else [found, 1 - found])
    if found.min() < 0 or np.abs(found.sum(axis=1) - 1).max() > 1e-6:
        row = int(np.argmax(np.abs(found.sum(axis=1) - 1) + (found < 0).any(axis=1)))
        raise DataError(
            f"probabilities of row {row} are {found[row].tolist()}; from 0 to 1, they add up to 1"
        )
    return {"probability": found, "decision": None}


def _predicted(classes: Array | None, y_pred: Any, columns: dict[str, Floats | None], n: int) -> Array:
    """The predictions as codes or numbers; from the scores where none are given."""
    if y_pred is not None:
        found = _column("y_pred", y_pred, n)
        return found.astype(np.float64) if classes is None else _codes("y_pred", found, classes)
    if columns["probability"] is not None:
        return columns["probability"].argmax(axis=1).astype(np.int32)
    if columns["decision"] is not None:
        decision = columns["decision"]
        codes = decision.argmax(axis=1) if decision.ndim == 2 else decision > 0
        return codes.astype(np.int32)
    raise ParameterError("there is neither y_pred nor scores= nor probabilities=; give at least one of them")


def _codes(name: str, labels: Array, classes: Array) -> Integers:
    places = {label: code for code, label in enumerate(classes.tolist())}
    codes = np.array([places.get(label, -1) for label in labels.tolist()], dtype=np.int32)
    if (codes < 0).any():
        row = int(np.argmin(codes))
        raise DataError(
            f"{name}, row {row}: {labels.tolist()[row]!r} is none of the classes "
            f"{classes.tolist()}; name all of them by classes="
        )
    return codes


def _splits(task: Task, split: Integers, row: Integers, n_train: int | None) -> Splits:
    """The design that the splits make: one hold-out, folds of all rows, or other sets."""
    held_out = [np.sort(row[split == number]) for number in range(int(split.max()) + 1)]
    if len(held_out) == 1:
        n_rows = task.n_rows + (n_train or 0)
        grouped = task.group is not None
        design = SplitDesign("hold-out", 1, 1, False, grouped, random_state=None, n_rows=n_rows)
        return Splits(held_out, design)
    every = np.arange(task.n_rows)
    return adopt(task, [(np.setdiff1d(every, rows), rows) for rows in held_out])

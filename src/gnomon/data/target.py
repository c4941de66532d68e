"""The target of a task: its kind, classes and integer class codes."""

from dataclasses import dataclass
from typing import Any

import narwhals as nw
import numpy as np
import pandas

from gnomon.arrays import Array, Flags, Integers
from gnomon.data.column import Column, native_numbers
from gnomon.data.large_target import LARGEST_SUMMED, refuse_large_target
from gnomon.errors import DataError, ParameterError

TASK_KINDS = ("classification", "regression", "clustering")
MAX_NUMERIC_CLASSES = 20


@dataclass(frozen=True, eq=False)
class Target:
    """The target: labels or numbers to predict; classes and codes are None unless it is a classification.

    >>> Target("clustering").y is None
    True
    """

    kind: str
    y: Array | None = None
    classes: Array | None = None
    codes: Integers | None = None


def target_of(y: Any, kind: str | None, n_rows: int) -> Target:
    """Validate a target (values, or a Column) and infer its kind unless specified.

    >>> target_of([1.5, 2.0, 7.25], None, 3).kind
    'regression'
    >>> target_of(["no", "yes", "no"], None, 3).codes
    array([0, 1, 0])
    """
    if kind is not None and kind not in TASK_KINDS:
        raise ParameterError(f"kind is {kind!r}; use one of {', '.join(TASK_KINDS)}")
    if y is None:
        if kind in ("classification", "regression"):
            raise DataError(f"a {kind} task needs a target; name it (target=...), or pass y")
        return Target("clustering")
    what = f"the target {y.name!r}" if isinstance(y, Column) else "the target"
    labels = _labels(y.labels if isinstance(y, Column) else y, n_rows, what)
    kind = kind or infer_task_kind(labels)
    if kind == "regression":
        return Target(kind, _numbers(labels, what))
    if kind == "clustering":
        raise DataError("a clustering task has no target; omit y, or set kind='classification'")
    classes, codes = _classes(labels, what)
    return Target(kind, classes[codes], classes, codes)


def infer_task_kind(labels: Array) -> str:
    """Infer classification or regression from the values of the target.

    >>> infer_task_kind(np.array([3, 3, 4, 4])), infer_task_kind(np.array([3.5, 3.5, 4, 4]))
    ('classification', 'regression')
    """
    if labels.dtype.kind not in "fiu":
        return "classification"
    distinct = np.unique(labels)
    is_few = len(distinct) <= MAX_NUMERIC_CLASSES and len(labels) >= 2 * len(distinct)
    return "classification" if is_few and _whole(distinct) else "regression"


def _labels(y: Any, n_rows: int, what: str) -> Array:
    """The target as an array of numbers, Booleans or objects, none of them missing."""
    series = nw.from_native(y, pass_through=True, allow_series=True)
    if isinstance(series, nw.DataFrame) and len(series.columns) == 1:
        series = series[series.columns[0]]
    values = series.to_list() if isinstance(series, nw.Series) else y
    labels = np.asarray(values)
    if labels.dtype.kind in "US" and not isinstance(y, np.ndarray):
        labels = np.asarray(values, dtype=object)
    if labels.ndim == 2 and labels.shape[1] == 1:
        labels = labels.ravel()
    if labels.ndim != 1:
        raise DataError(f"{what} has {labels.ndim} dimensions; pass one value per row")
    if len(labels) != n_rows:
        raise DataError(f"{what} has {len(labels)} values for {n_rows} rows; pass one per row")
    _check_present(np.asarray(pandas.isna(labels)), what)
    return native_numbers(_simplest(labels, what))


def _check_present(missing: Flags, what: str) -> None:
    if missing.any():
        rows = np.flatnonzero(missing)
        shown = ", ".join(str(row) for row in rows[:5]) + (", …" if len(rows) > 5 else "")
        raise DataError(
            f"{what} is missing in {len(rows)} of {len(missing)} rows (rows {shown}, counting from 0); "
            "drop these rows (Task.read and Task.of do with lenient=True): a row without a target can be "
            "used neither for training nor for testing"
        )


def _simplest(labels: Array, what: str) -> Array:
    """Objects that are all numbers, all Booleans or all text, as arrays of these."""
    if labels.dtype.kind == "O":
        types = {type(label) for label in labels}
        if all(issubclass(each, str) for each in types):
            return labels.astype(str)
        if len(types) > 1 and any(issubclass(each, str) for each in types):
            odd = next(row for row, label in enumerate(labels) if type(label) is not type(labels[0]))
            raise DataError(
                f"{what} mixes types: {labels[0]!r} in row 0, {labels[odd]!r} in row {odd}; convert "
                f"all to text"
            )
        return np.asarray(labels.tolist())
    return labels


def _numbers(labels: Array, what: str) -> Array:
    try:
        values = np.ascontiguousarray(labels, dtype=np.float64)
    except ValueError:
        raise DataError(
            f"a regression needs numbers, but {what} holds {labels.tolist()[0]!r}; set kind='classification'"
        ) from None
    if not np.isfinite(values).all():
        row = int(np.flatnonzero(~np.isfinite(values))[0])
        raise DataError(f"{what} is {values[row]} in row {row}; drop or correct this row")
    refuse_large_target(values, LARGEST_SUMMED)
    return values


def _classes(labels: Array, what: str) -> tuple[Array, Integers]:
    if labels.dtype.kind == "f" and _whole(labels):
        labels = labels.astype(np.int64)
    # Hash first, as sorting a million strings is slow.
    hashed, distinct = pandas.factorize(labels)
    classes, ranks = np.unique(np.asarray(distinct).astype(labels.dtype), return_inverse=True)
    codes = ranks[hashed]
    if len(classes) < 2:
        raise DataError(
            f"{what} has only one class ({classes[0]!s} in all {len(labels)} rows); pass rows of at "
            f"least two classes"
        )
    return classes, codes.astype(np.int64)


def _whole(values: Array) -> bool:
    return bool(
        np.isfinite(values).all() and (values == np.floor(values)).all() and (np.abs(values) < 2**53).all()
    )

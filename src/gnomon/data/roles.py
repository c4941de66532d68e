"""The roles that columns can have beside feature and target, checked one by one."""

from typing import Any

import numpy as np
import pandas
from numpy.typing import ArrayLike

from gnomon.arrays import Array, Floats
from gnomon.data.table import Table
from gnomon.errors import DataError, ParameterError

LARGEST_EXACT = 2.0**53


def role_values(table: Table, given: Any, name: str) -> Any:
    """The values of the role of this name: those of a column if its name is given, else what is given.

    >>> role_values(Table.of({"who": ["p", "q"]}), "who", "group")
    array(['p', 'q'], dtype=object)
    """
    if not isinstance(given, str):
        return given
    column = table.column(given)
    if name in ("group", "stratum") and column.kind == "quantitative":
        _refuse_merged(given, column.values, name)
    return column.labels


def _refuse_merged(column: str, values: Array, name: str) -> None:
    """Numbers this large are rounded when they are read, so that unlike ones may have become equal."""
    large = np.flatnonzero(np.abs(values) >= LARGEST_EXACT)
    if len(large):
        raise DataError(
            f"column {column!r} is to be the {name}, but {values[large[0]]:.0f} in row {large[0]} is too "
            f"large a number to be told from its neighbors; take it as words by "
            f"kinds={{{column!r}: 'categorical'}} (--kind {column}=categorical)"
        )


def role(name: str, values: ArrayLike | None, n_rows: int) -> Array | None:
    """One label for each row, none missing.

    >>> role("group", [1, 1, 2], 3)
    array([1, 1, 2])
    """
    if values is None:
        return None
    array = np.asarray(values)
    if array.shape != (n_rows,):
        raise DataError(
            f"{name} has shape {array.shape}, but there are {n_rows} rows; give one value for each row"
        )
    missing = np.asarray(pandas.isna(array))
    if missing.any():
        raise DataError(
            f"{name} is missing in row {int(np.flatnonzero(missing)[0])}; fill it in, or drop the row"
        )
    if array.dtype.kind == "O" and all(isinstance(value, str) for value in array):
        return array.astype(str)
    return np.asarray(array.tolist()) if array.dtype.kind == "O" else array


def weights(values: ArrayLike | None, n_rows: int) -> Floats | None:
    """One weight for each row: finite, at least zero, not all of them zero.

    >>> weights([1, 2], 2)
    array([1., 2.])
    """
    array = role("weight", values, n_rows)
    if array is None:
        return None
    if array.dtype.kind not in "fiub":
        raise DataError(f"weight holds {array[0]!r}; give numbers of at least zero")
    wrong = np.flatnonzero(~np.isfinite(array) | (array < 0))
    if len(wrong):
        raise DataError(
            f"weight is {array[wrong[0]]} in row {wrong[0]}; give finite numbers of at least zero"
        )
    if not array.any():
        raise DataError("every weight is zero; give at least one row a weight above zero")
    return array.astype(np.float64)


def time_values(values: ArrayLike | None, n_rows: int) -> Array | None:
    """When each row was observed: numbers as they are, text as dates.

    >>> time_values(["2026-03-31"], 1).astype("datetime64[D]")
    array(['2026-03-31'], dtype='datetime64[D]')
    """
    array = role("time", values, n_rows)
    if array is None or array.dtype.kind in "fiuM":
        return array
    dates = pandas.to_datetime(pandas.Series(array), errors="coerce", format="ISO8601", utc=True)
    if dates.isna().any():
        row = int(np.flatnonzero(dates.isna())[0])
        raise DataError(
            f"time is {str(array[row])!r} in row {row}; give numbers, or dates such as 2026-03-31"
        )
    found = dates.dt.tz_localize(None).to_numpy()
    # Nanoseconds reach from 1678 to 2261 only.
    is_near = dates.dt.year.between(1678, 2261).all()
    return found.astype("datetime64[ns]") if is_near else found


def class_of(label: Any, classes: Array | None) -> Any:
    """The class that a label means: the same value, or one that reads the same (a shell gives text).

    >>> class_of("1", np.array([0, 1]))
    1
    """
    if classes is None:
        raise ParameterError(
            f"positive is {label!r}, but only a classification has a positive class; leave it out"
        )
    for each in classes.tolist():
        if each == label and isinstance(each, bool) == isinstance(label, bool):
            return each
    for each in classes.tolist():
        if str(each) == str(label):
            return each
    shown = ", ".join(str(each) for each in classes[:10])
    raise ParameterError(f"positive is {label!r}, which is no class of the target; choose one of {shown}")


def cost_matrix(costs: ArrayLike | None, classes: Array | None) -> Floats | None:
    """Costs of predicting class j (column) when the truth is class i (row), both in the order of classes.

    >>> cost_matrix([[0, 1], [10, 0]], np.array(["ham", "spam"]))
    array([[ 0.,  1.],
           [10.,  0.]])
    """
    if costs is None:
        return None
    if classes is None:
        raise ParameterError("costs are given, but only a classification has costs; leave them out")
    matrix = np.array(costs, dtype=np.float64)
    if matrix.shape != (len(classes), len(classes)) or not np.isfinite(matrix).all():
        raise ParameterError(
            f"costs has shape {matrix.shape}; give {len(classes)} rows (truth) by {len(classes)} columns "
            f"(predicted) of finite numbers"
        )
    return matrix

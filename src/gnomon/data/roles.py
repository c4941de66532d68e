"""Validation of the row roles: groups, strata, sample weights, time and misclassification costs."""

from typing import Any

import numpy as np
import pandas
from numpy.typing import ArrayLike

from gnomon.arrays import Array, Floats
from gnomon.data.table import Table
from gnomon.errors import DataError, ParameterError

LARGEST_EXACT = 2.0**53


def role_values(table: Table, column: Any, role: str) -> Any:
    """The values of a role: those of the named column, or the argument itself if it is no name.

    >>> role_values(Table.of({"who": ["p", "q"]}), "who", "group")
    array(['p', 'q'], dtype=object)
    """
    if not isinstance(column, str):
        return column
    values = table.column(column)
    if role in ("group", "stratum") and values.kind == "quantitative":
        _refuse_inexact(column, values.values, role)
    return values.labels


def _refuse_inexact(column: str, values: Array, role: str) -> None:
    """Integers beyond 2^53 are rounded when they are read, so that different ones may have become equal."""
    large = np.flatnonzero(np.abs(values) >= LARGEST_EXACT)
    if len(large):
        raise DataError(
            f"column {column!r} is the {role}, but {values[large[0]]:.0f} in row {large[0]} is too large an "
            "integer for a float; read it as text with {kinds}",
            column=column,
            settings={"kinds": {column: "categorical"}},
        )


def role(name: str, values: ArrayLike | None, n_rows: int) -> Array | None:
    """Validate one label per row, none missing.

    >>> role("group", [1, 1, 2], 3)
    array([1, 1, 2])
    """
    if values is None:
        return None
    array = np.asarray(values)
    if array.shape != (n_rows,):
        raise DataError(
            f"{name} has shape {array.shape}, but there are {n_rows} rows; pass one value per row"
        )
    missing = np.asarray(pandas.isna(array))
    if missing.any():
        raise DataError(
            f"{name} is missing in row {int(np.flatnonzero(missing)[0])}; impute it, or drop the row"
        )
    if array.dtype.kind == "O" and all(isinstance(value, str) for value in array):
        return array.astype(str)
    return np.asarray(array.tolist()) if array.dtype.kind == "O" else array


def weights(values: ArrayLike | None, n_rows: int) -> Floats | None:
    """Validate sample weights: finite, nonnegative, not all zero.

    >>> weights([1, 2], 2)
    array([1., 2.])
    """
    array = role("weight", values, n_rows)
    if array is None:
        return None
    if array.dtype.kind not in "fiub":
        raise DataError(f"weight holds {array.tolist()[0]!r}; pass nonnegative numbers")
    wrong = np.flatnonzero(~np.isfinite(array) | (array < 0))
    if len(wrong):
        raise DataError(f"weight is {array[wrong[0]]} in row {wrong[0]}; pass finite nonnegative numbers")
    if not array.any():
        raise DataError("all weights are zero; at least one must be positive")
    return array.astype(np.float64)


def time_values(values: ArrayLike | None, n_rows: int) -> Array | None:
    """Validate the time of each row: numbers, or text parsed as dates.

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
            f"time is {str(array[row])!r} in row {row}; pass numbers, or dates such as 2026-03-31"
        )
    times = dates.dt.tz_localize(None).to_numpy()
    # 64-bit nanoseconds cover only 1678 to 2261.
    is_near = dates.dt.year.between(1678, 2261).all()
    return times.astype("datetime64[ns]") if is_near else times


def class_of(label: Any, classes: Array | None) -> Any:
    """The class that matches a label: equal, or equal as text (the command line passes text).

    >>> class_of("1", np.array([0, 1]))
    1
    """
    if classes is None:
        raise ParameterError(
            f"positive is {label!r}, but only a classification has a positive class; omit it"
        )
    for each in classes.tolist():
        if each == label and isinstance(each, bool) == isinstance(label, bool):
            return each
    for each in classes.tolist():
        if str(each) == str(label):
            return each
    shown = ", ".join(str(each) for each in classes[:10])
    raise ParameterError(f"positive is {label!r}, which is not a class of the target; use one of {shown}")


def cost_matrix(costs: ArrayLike | None, classes: Array | None) -> Floats | None:
    """Validate a cost matrix: element (i, j) is the cost of predicting class j when the true class is i.

    >>> cost_matrix([[0, 1], [10, 0]], np.array(["ham", "spam"]))
    array([[ 0.,  1.],
           [10.,  0.]])
    """
    if costs is None:
        return None
    if classes is None:
        raise ParameterError("costs are specified, but only a classification has costs; omit them")
    matrix = np.array(costs, dtype=np.float64)
    if matrix.shape != (len(classes), len(classes)) or not np.isfinite(matrix).all():
        raise ParameterError(
            f"costs has shape {matrix.shape}; pass {len(classes)} rows (truth) by {len(classes)} columns "
            f"(predicted) of finite numbers"
        )
    return matrix

"""The columns of any table as numbers: ordinal codes, codes of levels, seconds; NaN where missing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import narwhals as nw
import numpy as np
import pandas as pd
import scipy.sparse

from gnomon.arrays import Array, Floats, Integers
from gnomon.data.column import Column
from gnomon.data.frames import is_frame
from gnomon.data.table import Table, series_of
from gnomon.errors import DataError
from gnomon.features.automatic.dates import seconds_of, seconds_of_times
from gnomon.features.automatic.text_terms import ByIdentity

_TRUTH = {"false": 0.0, "true": 1.0, "0": 0.0, "1": 1.0}


def is_table(X: Any) -> bool:
    """Whether X has named columns: a Table or any data frame.

    >>> is_table(pd.DataFrame({"age": [31]})), is_table(np.eye(2))
    (True, False)
    """
    return isinstance(X, Table) or is_frame(X)


def names_of(X: Any) -> list[str]:
    """The column names of a table, as strings.

    >>> names_of(pd.DataFrame({"age": [31], 7: [1]}))
    ['age', '7']
    """
    if isinstance(X, Table):
        return list(X.names)
    return [str(name) for name in nw.from_native(X).collect_schema().names()]


def raw_columns(X: Any, names: Sequence[str], selected: Sequence[str]) -> list[Any]:
    """The values of the selected columns, by name if X has names, else by index in `names`.

    >>> raw_columns(np.array([[1.0, 2.0]]), ["a", "b"], ["b"])
    [array([2.])]
    """
    if scipy.sparse.issparse(X):
        raise TypeError("X is sparse and has no raw columns to preprocess; pass it to the learner unchanged")
    if is_table(X):
        return _by_name(X, selected)
    rows = X if isinstance(X, np.ndarray) else np.asarray(X, dtype=object)
    if rows.ndim != 2 or rows.shape[1] != len(names):
        shape = f"{rows.shape[1]} columns" if rows.ndim == 2 else f"{rows.ndim} dimensions"
        raise DataError(f"X has {shape}, but the table that was fitted has {len(names)} columns")
    index_of = {name: index for index, name in enumerate(names)}
    return [rows[:, index_of[name]] for name in selected]


def length_of(values: Any) -> int:
    """The number of rows of a column.

    >>> length_of(np.zeros(3))
    3
    """
    return len(values.values) if isinstance(values, Column) else len(values)


def numbers_of(name: str, values: Any) -> Floats:
    """The values as float64; strings are converted, and non-numeric ones raise DataError.

    >>> numbers_of("age", np.array([31, "45", None], dtype=object))
    array([31., 45., nan])
    """
    if isinstance(values, np.ndarray) and values.dtype.kind in "fiub":
        return values.astype(np.float64)
    if isinstance(values, Column):
        values = values.labels
    if isinstance(values, pd.Series) and pd.api.types.is_numeric_dtype(values.dtype):
        return np.asarray(values.to_numpy(dtype=np.float64, na_value=np.nan))
    objects = np.asarray(values, dtype=object)
    is_missing = np.asarray(pd.isna(objects), dtype=bool)
    numbers = np.full(len(objects), np.nan)
    try:
        numbers[~is_missing] = objects[~is_missing].astype(np.float64)
    except (TypeError, ValueError):
        row = next(row for row in np.flatnonzero(~is_missing) if not _is_number(objects[row]))
        raise DataError(
            f"column {name!r} has {objects[row]!r} in row {row}, which is not a number; correct it, or "
            "declare the column as categorical or date"
        ) from None
    return numbers


def words_of(values: Any) -> tuple[Integers, list[str]]:
    """The code of each row's value (-1 where missing), and the distinct values as strings, in order.

    >>> words_of(np.array(["b", None, "a", "b"], dtype=object))
    (array([ 0, -1,  1,  0]), ['b', 'a'])
    >>> words_of(np.array([2.0, 2.5]))[1]
    ['2', '2.5']
    """
    if isinstance(values, Column):
        return values.values.astype(np.int64), _words(values.levels)
    if isinstance(getattr(values, "dtype", None), pd.CategoricalDtype):
        codes, distinct = values.cat.codes.to_numpy(), values.cat.categories
    else:
        series = values if isinstance(values, pd.Series) else pd.Series(values, dtype=_series_type(values))
        codes, distinct = pd.factorize(series, use_na_sentinel=True)
    return codes.astype(np.int64), [word(level) for level in distinct]


def levels_of(values: Any) -> list[str]:
    """The distinct values that occur, as sorted strings.

    >>> levels_of(np.array(["b", None, "a", "b"], dtype=object))
    ['a', 'b']
    """
    codes, words = words_of(values)
    return sorted({words[code] for code in np.unique(codes) if code >= 0})


def texts_of(values: Any) -> tuple[Integers, Sequence[Any]]:
    """The code of each row's text (-1 where missing), and the texts; those of a Table without a copy.

    >>> texts_of(np.array(["b a", None, "b a"], dtype=object))
    (array([ 0, -1,  0]), ['b a'])
    """
    if isinstance(values, Column):
        return values.values.astype(np.int64), values.levels
    return words_of(values)


def codes_of(values: Any, levels: Sequence[str]) -> Floats:
    """The code of each value among the levels; len(levels) for an unseen level; NaN where missing.

    >>> codes_of(np.array(["b", "z", None], dtype=object), ["a", "b"])
    array([ 1.,  2., nan])
    """
    code_of = {level: float(code) for code, level in enumerate(levels)}
    return _mapped(values, code_of, float(len(levels)))


def ranks_of(values: Any, levels: Sequence[Any]) -> Floats:
    """The ordinal code of each value in the order of the levels; NaN for an unknown level.

    >>> ranks_of(np.array(["L", "S", "XXL"], dtype=object), ["S", "M", "L"])
    array([ 2.,  0., nan])
    """
    code_of = {word(level): float(code) for code, level in enumerate(levels)}
    return _mapped(values, code_of, np.nan)


def booleans_of(values: Any, levels: Sequence[Any]) -> Floats:
    """Booleans as numbers: 0 for the first level, 1 for the second (or False and True), else NaN.

    >>> booleans_of(np.array(["Yes", "no", "?"], dtype=object), ["no", "yes"])
    array([ 1.,  0., nan])
    """
    code_of = {**_TRUTH, **{word(level).lower(): float(code) for code, level in enumerate(levels)}}
    codes, words = words_of(values)
    known = np.array([*(code_of.get(each.lower(), np.nan) for each in words), np.nan])
    return known[codes]


def moments_of(values: Any, format: str) -> Floats:
    """Seconds since 1970 of a date column, as strings in this format or as datetimes.

    >>> moments_of(np.array(["1970-01-02", None], dtype=object), "ISO8601")
    array([86400.,    nan])
    """
    if getattr(values, "dtype", None) is not None and getattr(values.dtype, "kind", "") == "M":
        return seconds_of_times(values)
    if isinstance(values, Column):
        parse = _moments.setdefault(format, ByIdentity(lambda levels: seconds_of(_words(levels), format)))
        return np.append(parse(values.levels), np.nan)[values.values]
    codes, words = words_of(values)
    return np.append(seconds_of(words, format), np.nan)[codes]


def word(level: Any) -> str:
    """A level as a string, the same for the integer 2, the float 2.0 and the string "2".

    >>> word(2.0), word("2"), word(np.bool_(True))
    ('2', '2', 'True')
    """
    value = level.item() if isinstance(level, np.generic) else level
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def has_strings(values: Any) -> bool:
    """Whether a column contains strings or categories by its type.

    >>> has_strings(pd.Series(["a"])), has_strings(np.array([1.0]))
    (True, False)
    """
    if isinstance(values, Column):
        return True
    kind = getattr(values, "dtype", None)
    return isinstance(kind, pd.CategoricalDtype | pd.StringDtype) or getattr(kind, "kind", "O") in "OUS"


# A Table passes the same levels to every fold, so their conversions are cached.
_words = ByIdentity(lambda levels: [word(level) for level in levels])
_moments: dict[str, ByIdentity] = {}


def _by_name(X: Any, selected: Sequence[str]) -> list[Any]:
    if isinstance(X, Table):
        return [_of_table(X, name) for name in selected]
    frame = nw.from_native(X)
    frame = frame.collect() if isinstance(frame, nw.LazyFrame) else frame
    index_of = {str(name): index for index, name in enumerate(frame.columns)}
    missing = [name for name in selected if name not in index_of]
    if missing:
        listed = ", ".join(map(repr, missing[:5])) + (" and more" if len(missing) > 5 else "")
        raise DataError(f"X has no column {listed}; its columns are {_listed(list(index_of))}")
    return [_values(frame[:, index_of[name]]) for name in selected]


def _of_table(table: Table, name: str) -> Any:
    """A single column of a Table; categories as their codes and levels."""
    column = table.column(name)
    if column.kind == "quantitative":
        return column.values
    return column if column.kind == "categorical" else pd.Series(series_of(column), copy=False)


def _listed(names: Sequence[str]) -> str:
    return ", ".join(map(repr, names[:12])) + (f" and {len(names) - 12} more" if len(names) > 12 else "")


def _values(series: Any) -> Any:
    """A column of any data frame library as a pandas Series or an array."""
    if series.implementation.is_pandas_like():
        return series.to_native()
    if series.dtype.is_numeric():
        return series.cast(nw.Float64).to_numpy()
    if isinstance(series.dtype, nw.Datetime | nw.Date):
        return series.cast(nw.Datetime("us")).to_numpy()
    values = np.empty(len(series), dtype=object)
    values[:] = series.to_list()
    return values


def _mapped(values: Any, code_of: Mapping[str, float], unseen: float) -> Floats:
    codes, words = words_of(values)
    return np.array([*(code_of.get(each, unseen) for each in words), np.nan])[codes]


def _series_type(values: Array) -> Any:
    return object if getattr(values, "dtype", np.dtype(object)).kind in "OUS" else None


def _is_number(value: Any) -> bool:
    try:
        float(value)
    except (TypeError, ValueError):
        return False
    return True

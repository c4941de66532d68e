"""The columns of any table as numbers: places in an order, codes of levels, seconds; NaN where missing."""

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
    """Whether the columns of X have names: a Table or any data frame.

    >>> is_table(pd.DataFrame({"age": [31]})), is_table(np.eye(2))
    (True, False)
    """
    return isinstance(X, Table) or is_frame(X)


def names_of(X: Any) -> list[str]:
    """The names of the columns of a table, as text.

    >>> names_of(pd.DataFrame({"age": [31], 7: [1]}))
    ['age', '7']
    """
    if isinstance(X, Table):
        return list(X.names)
    return [str(name) for name in nw.from_native(X).collect_schema().names()]


def raw_columns(X: Any, names: Sequence[str], wanted: Sequence[str]) -> list[Any]:
    """The values of the wanted columns, by name where X has names, else by place among `names`.

    >>> raw_columns(np.array([[1.0, 2.0]]), ["a", "b"], ["b"])
    [array([2.])]
    """
    if scipy.sparse.issparse(X):
        raise TypeError("a sparse matrix has no raw columns to prepare; give it to the learner as it is")
    if is_table(X):
        return _by_name(X, wanted)
    rows = X if isinstance(X, np.ndarray) else np.asarray(X, dtype=object)
    if rows.ndim != 2 or rows.shape[1] != len(names):
        found = f"{rows.shape[1]} columns" if rows.ndim == 2 else f"{rows.ndim} dimensions"
        raise DataError(f"X has {found}, but the table that was prepared has {len(names)} columns")
    place = {name: number for number, name in enumerate(names)}
    return [rows[:, place[name]] for name in wanted]


def length_of(values: Any) -> int:
    """The number of rows of a column.

    >>> length_of(np.zeros(3))
    3
    """
    return len(values.values) if isinstance(values, Column) else len(values)


def numbers_of(name: str, values: Any) -> Floats:
    """The values as float64; text is read as numbers, and what is none is refused.

    >>> numbers_of("age", np.array([31, "45", None], dtype=object))
    array([31., 45., nan])
    """
    if isinstance(values, np.ndarray) and values.dtype.kind in "fiub":
        return values.astype(np.float64)
    if isinstance(values, Column):
        values = values.labels
    if isinstance(values, pd.Series) and pd.api.types.is_numeric_dtype(values.dtype):
        return np.asarray(values.to_numpy(dtype=np.float64, na_value=np.nan))
    given = np.asarray(values, dtype=object)
    is_missing = np.asarray(pd.isna(given), dtype=bool)
    numbers = np.full(len(given), np.nan)
    try:
        numbers[~is_missing] = given[~is_missing].astype(np.float64)
    except (TypeError, ValueError):
        row = next(row for row in np.flatnonzero(~is_missing) if not _is_number(given[row]))
        raise DataError(
            f"column {name!r} holds {given[row]!r} at row {row}, which is no number; correct it, or declare "
            "the column as one of categories or dates"
        ) from None
    return numbers


def words_of(values: Any) -> tuple[Integers, list[str]]:
    """For each row the code of its word (-1 where missing), and the words, in the order they are met.

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
        given = values if isinstance(values, pd.Series) else pd.Series(values, dtype=_kept_type(values))
        codes, distinct = pd.factorize(given, use_na_sentinel=True)
    return codes.astype(np.int64), [word(level) for level in distinct]


def levels_of(values: Any) -> list[str]:
    """The words that occur, sorted.

    >>> levels_of(np.array(["b", None, "a", "b"], dtype=object))
    ['a', 'b']
    """
    codes, words = words_of(values)
    return sorted({words[code] for code in np.unique(codes) if code >= 0})


def texts_of(values: Any) -> tuple[Integers, Sequence[Any]]:
    """For each row the number of its text (-1 where missing), and the texts: those of a Table as it has them.

    >>> texts_of(np.array(["b a", None, "b a"], dtype=object))
    (array([ 0, -1,  0]), ['b a'])
    """
    if isinstance(values, Column):
        return values.values.astype(np.int64), values.levels
    return words_of(values)


def codes_of(values: Any, levels: Sequence[str]) -> Floats:
    """The place of each word among the levels; len(levels) for a word not among them; NaN where missing.

    >>> codes_of(np.array(["b", "z", None], dtype=object), ["a", "b"])
    array([ 1.,  2., nan])
    """
    place = {level: float(number) for number, level in enumerate(levels)}
    return _looked_up(values, place, float(len(levels)))


def ranks_of(values: Any, levels: Sequence[Any]) -> Floats:
    """The place of each word in the order of the levels; NaN for one that has no place in it.

    >>> ranks_of(np.array(["L", "S", "XXL"], dtype=object), ["S", "M", "L"])
    array([ 2.,  0., nan])
    """
    place = {word(level): float(number) for number, level in enumerate(levels)}
    return _looked_up(values, place, np.nan)


def truths_of(values: Any, levels: Sequence[Any]) -> Floats:
    """0 for the first level and 1 for the second (or for False and True), NaN for anything else.

    >>> truths_of(np.array(["Yes", "no", "?"], dtype=object), ["no", "yes"])
    array([ 1.,  0., nan])
    """
    place = {**_TRUTH, **{word(level).lower(): float(number) for number, level in enumerate(levels)}}
    codes, words = words_of(values)
    known = np.array([*(place.get(each.lower(), np.nan) for each in words), np.nan])
    return known[codes]


def moments_of(values: Any, format: str) -> Floats:
    """Seconds since 1970 of a column of dates, as text in this format or as datetimes.

    >>> moments_of(np.array(["1970-01-02", None], dtype=object), "ISO8601")
    array([86400.,    nan])
    """
    if getattr(values, "dtype", None) is not None and getattr(values.dtype, "kind", "") == "M":
        return seconds_of_times(values)
    if isinstance(values, Column):
        found = _moments.setdefault(format, ByIdentity(lambda levels: seconds_of(_words(levels), format)))
        return np.append(found(values.levels), np.nan)[values.values]
    codes, words = words_of(values)
    return np.append(seconds_of(words, format), np.nan)[codes]


def word(level: Any) -> str:
    """A level as text, the same for the number 2, the number 2.0 and the text "2".

    >>> word(2.0), word("2"), word(np.bool_(True))
    ('2', '2', 'True')
    """
    value = level.item() if isinstance(level, np.generic) else level
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def holds_words(values: Any) -> bool:
    """Whether a column is one of words or categories by its type.

    >>> holds_words(pd.Series(["a"])), holds_words(np.array([1.0]))
    (True, False)
    """
    if isinstance(values, Column):
        return True
    kind = getattr(values, "dtype", None)
    return isinstance(kind, pd.CategoricalDtype | pd.StringDtype) or getattr(kind, "kind", "O") in "OUS"


# A Table hands the same levels to every fold.
_words = ByIdentity(lambda levels: [word(level) for level in levels])
_moments: dict[str, ByIdentity] = {}


def _by_name(X: Any, wanted: Sequence[str]) -> list[Any]:
    if isinstance(X, Table):
        return [_of_table(X, name) for name in wanted]
    frame = nw.from_native(X)
    frame = frame.collect() if isinstance(frame, nw.LazyFrame) else frame
    place = {str(name): number for number, name in enumerate(frame.columns)}
    gone = [name for name in wanted if name not in place]
    if gone:
        listed = ", ".join(map(repr, gone[:5])) + (" and more" if len(gone) > 5 else "")
        raise DataError(f"there is no column {listed}; the table has {_listed(list(place))}")
    return [_values(frame[:, place[name]]) for name in wanted]


def _of_table(table: Table, name: str) -> Any:
    """A column of a Table, without the others; of categories the codes and levels that it has."""
    column = table.column(name)
    if column.kind == "quantitative":
        return column.values
    return column if column.kind == "categorical" else pd.Series(series_of(column), copy=False)


def _listed(names: Sequence[str]) -> str:
    return ", ".join(map(repr, names[:12])) + (f" and {len(names) - 12} more" if len(names) > 12 else "")


def _values(series: Any) -> Any:
    """A column as a pandas Series or an array, whatever library holds it."""
    if series.implementation.is_pandas_like():
        return series.to_native()
    if series.dtype.is_numeric():
        return series.cast(nw.Float64).to_numpy()
    if isinstance(series.dtype, nw.Datetime | nw.Date):
        return series.cast(nw.Datetime("us")).to_numpy()
    values = np.empty(len(series), dtype=object)
    values[:] = series.to_list()
    return values


def _looked_up(values: Any, place: Mapping[str, float], stranger: float) -> Floats:
    codes, words = words_of(values)
    return np.array([*(place.get(each, stranger) for each in words), np.nan])[codes]


def _kept_type(values: Array) -> Any:
    return object if getattr(values, "dtype", np.dtype(object)).kind in "OUS" else None


def _is_number(value: Any) -> bool:
    try:
        float(value)
    except (TypeError, ValueError):
        return False
    return True

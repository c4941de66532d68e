"""A column of a table: its kind, its values as numbers or codes, and its levels.

The kind (measurement scale) is inferred from the values and can be overridden: numbers are quantitative,
true/false and yes/no Boolean, other text categorical with sorted levels. Dates count as text.
"""

import datetime
import math
import numbers
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas
from numpy.typing import NDArray

from gnomon.arrays import Array, Flags, Floats
from gnomon.data.mixed import MARKS
from gnomon.errors import DataError, ParameterError
from gnomon.notebook import brief

KINDS = ("quantitative", "ordinal", "categorical", "boolean")
Codes = NDArray[np.int32]
Location = Callable[[int], str]

_TRUTH = {"true": True, "false": False}
_MAX_BOOLEAN_WORDS = 6
_PAIRS = (("false", "true"), ("no", "yes"), ("f", "t"), ("n", "y"))


@dataclass(frozen=True, eq=False, repr=False)
class Column:
    """A named column with a kind (measurement scale).

    kind: quantitative, ordinal, categorical or boolean. values: float64 with NaN where missing if
    quantitative, else int32 codes into levels with -1 where missing. levels: empty if quantitative.

    >>> column_of("grade", ["low", "high", None, "low"]).levels
    ('high', 'low')
    """

    name: str
    kind: str
    values: Floats | Codes
    levels: tuple[Any, ...] = ()

    @property
    def missing(self) -> Flags:
        """Mask of the missing values."""
        return np.isnan(self.values) if self.kind == "quantitative" else self.values < 0

    @property
    def labels(self) -> Array:
        """The values decoded: numbers, or levels, with NaN or None where missing."""
        if self.kind == "quantitative":
            return self.values
        words = np.empty(len(self.levels) + 1, dtype=object)
        words[:-1] = self.levels
        return words[self.values]

    def __repr__(self) -> str:
        levels = f", levels {', '.join(map(brief, self.levels[:5]))}" if self.levels else ""
        more = f" and {len(self.levels) - 5} more" if len(self.levels) > 5 else ""
        return f"Column {brief(self.name)!r}: {self.kind}, {len(self.values)} rows{levels}{more}"


def row_location(row: int) -> str:
    """The location of a row of an array or a data frame, for error messages.

    >>> row_location(3)
    'row 3'
    """
    return f"row {row}"


def column_of(
    name: str,
    values: Any,
    kind: str | None = None,
    levels: Sequence[Any] | None = None,
    location: Location = row_location,
) -> Column:
    """Make a Column of these values; infer its kind unless it is specified.

    kind: overrides the inferred kind. levels: the levels in order (implies kind ordinal unless specified).
    location: describes a row in error messages.

    >>> column_of("size", [1, 2, 2]).kind, column_of("size", [1, 2, 2], kind="ordinal").levels
    ('quantitative', (1, 2))
    >>> column_of("size", ["S", "L"], levels=["S", "M", "L"]).values
    array([0, 2], dtype=int32)
    """
    check_kind(name, kind)
    if levels is not None and kind is None:
        kind = "ordinal"
    array, missing = one_dimension(name, values)
    if kind == "quantitative":
        return _quantitative(name, array, missing, location)
    if kind is not None:
        return _leveled(name, kind, array, levels, location)
    return _inferred(name, array, missing, location)


def check_kind(name: str, kind: str | None) -> None:
    """Raise ParameterError unless the kind is None or one of the four.

    >>> check_kind("size", "ordinal")
    """
    if kind is not None and kind not in KINDS:
        raise ParameterError(f"column {name!r} has the unknown kind {kind!r}; use one of {', '.join(KINDS)}")


def coded(name: str, kind: str, codes: Array, levels: Iterable[Any]) -> Column:
    """A column from integer codes into levels (-1 is missing).

    >>> coded("size", "ordinal", np.array([1, -1]), ["S", "L"]).labels
    array(['L', None], dtype=object)
    """
    return Column(name, kind, np.ascontiguousarray(codes, dtype=np.int32), tuple(map(_plain, levels)))


def sorted_levels(levels: Iterable[Any]) -> list[Any]:
    """Levels in order: numerically if every level can be read as a number, else alphabetically.

    >>> sorted_levels(["10", "9"]), sorted_levels(["10", "9", "x"])
    (['9', '10'], ['10', '9', 'x'])
    """
    levels = list(levels)
    try:
        return sorted(levels, key=lambda level: (float(level), str(level)))
    except (TypeError, ValueError):
        return sorted(levels) if all(isinstance(level, str) for level in levels) else sorted(levels, key=str)


def native_numbers(values: Array) -> Array:
    """Numbers in the byte order of this machine, and half precision as double, which pandas cannot process.

    >>> native_numbers(np.array([1, 2], dtype=">i4")).dtype.isnative
    True
    """
    if values.dtype.kind == "f" and values.dtype.itemsize == 2:
        return values.astype(np.float64)
    return values.astype(values.dtype.newbyteorder("="), copy=False)


def one_dimension(name: str, values: Any) -> tuple[Array, Flags]:
    """Values as a 1-D array of numbers, Booleans or objects, and the mask of missing values.

    >>> one_dimension("size", [1, None])[1]
    array([False,  True])
    """
    array = values if isinstance(values, np.ndarray) else _from_sequence(name, values)
    if array.ndim != 1:
        raise DataError(f"column {name!r} has {array.ndim} dimensions; pass one value per row")
    if array.dtype.kind in "US":
        array = array.astype(object)
    if array.dtype.kind in "mM":
        words = array.astype(str).astype(object)
        words[np.isnat(array)] = None
        return words, np.isnat(array)
    if array.dtype.kind == "c":
        raise DataError(
            f"column {name!r} holds complex numbers; pass the real and imaginary parts as two columns"
        )
    return native_numbers(array), np.asarray(pandas.isna(array))


def _from_sequence(name: str, values: Any) -> Array:
    # np.asarray alone would turn [1, "a"] into two strings and hide that the types are mixed.
    listed = list(values)
    if any(isinstance(value, list | tuple | dict | np.ndarray) for value in listed):
        raise DataError(f"column {name!r} holds lists; pass one value per row")
    objects = np.empty(len(listed), dtype=object)
    objects[:] = listed
    return objects


def _inferred(name: str, array: Array, missing: Flags, location: Location) -> Column:
    if array.dtype.kind in "fiu":
        return Column(name, "quantitative", np.ascontiguousarray(array, dtype=np.float64))
    if array.dtype.kind == "b":
        return Column(name, "boolean", array.astype(np.int32), (False, True))
    present = array[~missing]
    if len(present) == 0:
        return Column(name, "quantitative", np.full(len(array), np.nan))
    types = set(map(type, present))
    if all(issubclass(each, bool | np.bool_) for each in types):
        return _leveled(name, "boolean", array, (False, True), location)
    if all(issubclass(each, numbers.Real) for each in types) and not types & {bool, np.bool_}:
        return _quantitative(name, array, missing, location)
    if all(issubclass(each, str | datetime.date) for each in types):
        return _text(name, array, missing, location)
    return _decimal_or_mixed(name, array, missing, location)


def _text(name: str, array: Array, missing: Flags, location: Location) -> Column:
    distinct = pandas.unique(array[~missing])
    if len(distinct) > _MAX_BOOLEAN_WORDS:
        return _leveled(name, "categorical", array, None, location)
    lower = {str(level).lower(): level for level in distinct}
    if set(lower) <= set(_TRUTH):
        truth = np.array(
            [None if is_missing else _TRUTH[str(v).lower()] for v, is_missing in zip(array, missing)],
            dtype=object,
        )
        return _leveled(name, "boolean", truth, (False, True), location)
    for pair in _PAIRS:
        if len(distinct) == 2 and set(lower) == set(pair):
            return _leveled(name, "boolean", array, [lower[word] for word in pair], location)
    return _leveled(name, "categorical", array, None, location)


def _decimal_or_mixed(name: str, array: Array, missing: Flags, location: Location) -> Column:
    try:
        if not any(isinstance(value, str) for value in array[~missing]):
            return _quantitative(name, array, missing, location)
    except DataError:
        pass
    first = array[~missing][0]
    odd = next((row for row in np.flatnonzero(~missing) if type(array[row]) is not type(first)), None)
    if odd is None:
        raise DataError(
            f"column {name!r} holds values such as {first!r} ({_type_name(first)}), which are neither "
            "numbers nor text; drop it, or split it into one column per part"
        )
    raise DataError(
        f"column {name!r} mixes types: {first!r} is {_type_name(first)}, but {array[odd]!r} at "
        f"{location(int(odd))} is {_type_name(array[odd])}; convert them to one type, or make the column "
        f"categorical with kinds={{{name!r}: 'categorical'}}"
    )


def _type_name(value: Any) -> str:
    name = type(value).__name__
    return ("an " if name[0] in "aeio" else "a ") + name


def _quantitative(name: str, array: Array, missing: Flags, location: Location) -> Column:
    if array.dtype.kind in "fiub":
        return Column(name, "quantitative", np.ascontiguousarray(array, dtype=np.float64))
    values = np.full(len(array), np.nan)
    try:
        values[~missing] = array[~missing].astype(np.float64)
        return Column(name, "quantitative", values)
    except (TypeError, ValueError):
        missing = missing | _marked(array)
    try:
        values[~missing] = array[~missing].astype(np.float64)
    except (TypeError, ValueError):
        row = next(row for row in np.flatnonzero(~missing) if not _is_number(array[row]))
        raise DataError(
            f"column {name!r} is declared quantitative, but {array[row]!r} at {location(int(row))} is not a "
            f"number; correct it, or declare another kind"
        ) from None
    return Column(name, "quantitative", values)


def _marked(array: Array) -> Flags:
    """Mask of the values that are missing-value markers such as 'none' or '-'."""
    return np.array(
        [isinstance(each, str) and each.strip().lower() in MARKS for each in array], dtype=np.bool_
    )


def _is_number(value: Any) -> bool:
    try:
        float(value)
    except (TypeError, ValueError):
        return False
    return True


def _leveled(name: str, kind: str, array: Array, levels: Sequence[Any] | None, location: Location) -> Column:
    """An ordinal, categorical or Boolean column; without levels, its sorted distinct values."""
    codes, distinct = pandas.factorize(array, use_na_sentinel=True)
    present = [_plain(level) for level in distinct]
    declared = sorted_levels(present) if levels is None else [_plain(level) for level in levels]
    if len(set(declared)) != len(declared):
        raise ParameterError(f"levels of column {name!r} contain duplicates: {declared!r}")
    if kind == "boolean" and len(declared) > 2:
        raise DataError(
            f"column {name!r} has {len(declared)} levels ({_listed(declared)}); a boolean column has two"
        )
    rank = {level: code for code, level in enumerate(declared)}
    # Levels passed as numbers match a file's text, and vice versa.
    text = {} if levels is None else {str(level): code for code, level in enumerate(declared)}
    ranks = [
        rank.get(level, -1) if levels is None else rank.get(level, text.get(str(level), -1))
        for level in present
    ]
    new = np.array([*ranks, -1], dtype=np.int32)
    if (new[:-1] < 0).any():
        unknown = int(np.flatnonzero(new[:-1] < 0)[0])
        row = int(np.flatnonzero(codes == unknown)[0])
        raise DataError(
            f"column {name!r} holds {present[unknown]!r} at {location(row)}, which is not among its levels "
            f"({_listed(declared)}); add the level or correct the value"
        )
    return Column(name, kind, new[codes], tuple(declared))


def _plain(level: Any) -> Any:
    """A level as a Python value, integers as int, dates as text: levels are equal from every source."""
    value = level.item() if isinstance(level, np.generic) else level
    if isinstance(value, datetime.date):
        return str(value)
    if isinstance(value, float) and math.isfinite(value) and value == int(value):
        return int(value)
    return value


def _listed(levels: Sequence[Any], max_shown: int = 8) -> str:
    shown = ", ".join(repr(level) for level in levels[:max_shown])
    return shown + (f" and {len(levels) - max_shown} more" if len(levels) > max_shown else "")

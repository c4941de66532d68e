"""Columns of Python objects that mix numbers and text, coerced like those of files."""

from collections.abc import Sequence
from numbers import Real
from typing import Any

import numpy as np
import pandas

from gnomon.arrays import Array
from gnomon.data.column import Column, column_of, one_dimension
from gnomon.data.mixed import Mixed, counted, is_code, reading_of


def column_of_objects(
    name: str, values: Any, kind: str | None, levels: Sequence[Any] | None, mixed: list[Mixed]
) -> Column:
    """The Column of these values; a column of mixed numbers and text is appended to `mixed`.

    Text that is mostly numbers becomes numbers. Text that is entirely numbers stays text, as the caller could
    have passed numbers; so do codes with leading zeros.

    >>> mixed = []
    >>> column_of_objects("dose", ["1.5", ".", "2", "oops", "3"], None, None, mixed).values
    array([1.5, nan, 2. , nan, 3. ])
    >>> mixed[0].odd
    (('oops', 1, 3),)
    """
    if kind is not None or levels is not None:
        return column_of(name, values, kind, levels)
    array, missing = one_dimension(name, values)
    present = array[~missing]
    if array.dtype != object or not _has_words(present):
        return column_of(name, array)
    codes, distinct = pandas.factorize(_as_text(array, missing), use_na_sentinel=True)
    words: list[str] = list(distinct)
    is_text = all(map(_is_text, set(map(type, present))))
    if is_text and is_code(words):
        return column_of(name, array)
    reading = reading_of(name, words, *counted(codes, len(words)), None)
    if reading.numbers is None:
        mixed += reading.mixed
        return column_of(name, array if is_text else _as_text(array, missing))
    if not reading.mixed and is_text:
        return column_of(name, array)
    mixed += reading.mixed
    return Column(name, "quantitative", np.append(reading.numbers, np.nan)[codes])


def _has_words(present: Array) -> bool:
    """Whether the values are text and numbers only, with at least one text."""
    types = set(map(type, present))
    return any(map(_is_text, types)) and all(_is_text(each) or _is_number(each) for each in types)


def _is_text(kind: type) -> bool:
    return issubclass(kind, str)


def _is_number(kind: type) -> bool:
    return issubclass(kind, Real) and not issubclass(kind, bool | np.bool_)


def _as_text(array: Array, missing: Array) -> Array:
    """Every value as text, integers without a decimal point; None where missing."""
    words = np.empty(len(array), dtype=object)
    words[:] = [None if is_missing else _text(value) for value, is_missing in zip(array, missing)]
    return words


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value.strip()
    number = float(value)
    return str(int(number)) if number.is_integer() else repr(number)

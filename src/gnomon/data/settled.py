"""Columns of Python objects that mix numbers and words, settled as those of files are."""

from collections.abc import Sequence
from numbers import Real
from typing import Any

import numpy as np
import pandas

from gnomon.arrays import Array
from gnomon.data.column import Column, column_of, one_dimension
from gnomon.data.mixed import Mixed, counted, is_code, reading_of


def settled_column(
    name: str, values: Any, kind: str | None, levels: Sequence[Any] | None, found: list[Mixed]
) -> Column:
    """The column of these values; what is mixed in it is added to `found`.

    Text that is numbers but for some values is numbers. Text that is nothing but numbers stays text, as
    whoever made it so could have made it numbers; and so do codes with leading zeros.

    >>> found = []
    >>> settled_column("dose", ["1.5", ".", "2", "oops", "3"], None, None, found).values
    array([1.5, nan, 2. , nan, 3. ])
    >>> found[0].odd
    (('oops', 1, 3),)
    """
    if kind is not None or levels is not None:
        return column_of(name, values, kind, levels)
    array, missing = one_dimension(name, values)
    present = array[~missing]
    if array.dtype != object or not _has_words(present):
        return column_of(name, array)
    codes, found_words = pandas.factorize(_as_text(array, missing), use_na_sentinel=True)
    words: list[str] = list(found_words)
    is_text = all(map(_is_text, set(map(type, present))))
    if is_text and is_code(words):
        return column_of(name, array)
    reading = reading_of(name, words, *counted(codes, len(words)), None)
    if reading.numbers is None:
        found += [] if reading.found is None else [reading.found]
        return column_of(name, array if is_text else _as_text(array, missing))
    if reading.found is None and is_text:
        return column_of(name, array)
    found += [] if reading.found is None else [reading.found]
    return Column(name, "quantitative", np.append(reading.numbers, np.nan)[codes])


def _has_words(present: Array) -> bool:
    """Whether there are words, and nothing but words and numbers besides."""
    types = set(map(type, present))
    return any(map(_is_text, types)) and all(_is_text(each) or _is_number(each) for each in types)


def _is_text(kind: type) -> bool:
    return issubclass(kind, str)


def _is_number(kind: type) -> bool:
    return issubclass(kind, Real) and not issubclass(kind, bool | np.bool_)


def _as_text(array: Array, missing: Array) -> Array:
    """Every value as text, whole numbers without a decimal point; None where missing."""
    words = np.empty(len(array), dtype=object)
    words[:] = [None if gone else _text(value) for value, gone in zip(array, missing)]
    return words


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value.strip()
    number = float(value)
    return str(int(number)) if number.is_integer() else repr(number)

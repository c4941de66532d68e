"""Columns that mix numbers with other values: how each is read, and what is said of it.

Marks that people write where a number is missing (".", "-", "none") are missing values in a column that
otherwise holds numbers. Of what is left, a few odd values are taken for faults and become missing; where
there are many, the column is one of categories. All such columns are reported at once, or refused by
strict=True.
"""

import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas

from gnomon.arrays import Array, Flags, Floats, Integers
from gnomon.errors import DataError, DataWarning

# In small letters, and in columns of numbers alone: in a column of words a "-" or "none" may be a level.
MARKS = frozenset(
    (
        "", ".", "..", "...", "-", "--", "---", "*", "?", "na", "n/a", "n.a.", "n.a", "#n/a", "#na", "<na>",
        "nan", "-nan", "null", "(null)", "nil", "none", "missing", "#null!", "#div/0!", "#value!", "#ref!",
        "#num!", "\\n",
    )
)  # fmt: skip

# As many odd values beside numbers are taken for faults, not for categories.
FEW_ROWS = 3
FEW_SHARE = 0.1

_MOST_VALUES, _MOST_COLUMNS = 3, 20
_CODE = re.compile(r"[-+]?0\d")
Places = Callable[[Sequence[int]], Mapping[int, str]]


@dataclass(frozen=True)
class Mixed:
    """A column that mixes numbers with other values.

    odd: some of those values with how many rows have each and the first of these, the commonest first.
    n_numbers, n_odd: rows with a number, and with another value; n_values: how many different ones. kind:
    what the column is taken for; odd values of a quantitative column are missing. is_marks: whether all of
    them are marks of missing values.
    """

    name: str
    odd: tuple[tuple[Any, int, int], ...]
    n_numbers: int
    n_odd: int
    n_values: int
    kind: str
    is_marks: bool = False

    def told(self, places: Mapping[int, str]) -> str:
        """The column in words. places: of the first rows."""
        shown = [f"{value!r} ({count:,}, first at {places[row]})" for value, count, row in self.odd]
        more = f" and {self.n_values - len(shown):,} more values" if self.n_values > len(shown) else ""
        taken = "missing" if self.kind == "quantitative" else "categories, as its numbers are"
        numbers = f"{self.n_numbers:,} number{'s' * (self.n_numbers > 1)}"
        others = f"{self.n_odd:,} other value{'s' * (self.n_odd > 1)}"
        listed = f"{', '.join(shown)}{more}"
        return f"column {self.name!r} has {numbers} and {others}, taken as {taken}: {listed}"


@dataclass(frozen=True)
class Reading:
    """What the words of a column are taken for: numbers (NaN where missing), or None for categories."""

    numbers: Floats | None
    found: Mixed | None = None


def reading_of(
    name: str, words: Sequence[Any], counts: Integers, first: Integers, kind: str | None
) -> Reading:
    """How the distinct words of a column are read.

    counts: rows of each word. first: the first row of each. kind: what the column is declared to be, if it
    is; one that is declared quantitative has numbers if any word is one.

    >>> reading = reading_of("dose", ["1.5", ".", "2", "x"], np.array([9, 5, 9, 1]), np.arange(4), None)
    >>> reading.numbers, reading.found.told({3: "row 3"})
    (array([1.5, nan, 2. , nan]),
     "column 'dose' has 18 numbers and 1 other value, taken as missing: 'x' (1, first at row 3)")
    """
    numbers = np.asarray(
        pandas.to_numeric(pandas.Series(list(words), dtype=object), errors="coerce"), np.float64
    )
    is_number = ~np.isnan(numbers)
    is_mark = ~is_number & np.array([str(word).strip().lower() in MARKS for word in words], dtype=np.bool_)
    odd = ~is_number & ~is_mark
    n_numbers, n_odd = int(counts[is_number].sum()), int(counts[odd].sum())
    if n_numbers == 0:
        # A column of marks alone that is declared to hold numbers holds none.
        return Reading(numbers if kind == "quantitative" and n_odd == 0 else None)
    if n_odd == 0:
        marks = _mixed(name, words, counts, first, is_mark, n_numbers, "quantitative", is_marks=True)
        return Reading(numbers, marks if is_mark.any() else None)
    is_few = n_odd < n_numbers and n_odd <= max(FEW_ROWS, FEW_SHARE * n_numbers)
    if is_few or kind == "quantitative":
        return Reading(numbers, _mixed(name, words, counts, first, odd, n_numbers, "quantitative"))
    found = _mixed(name, words, counts, first, odd, n_numbers, "categorical")
    # A few numbers among words are words; that a column holds as many numbers as words is to be known.
    is_told = n_numbers >= n_odd and not is_code(list(map(str, words)))
    return Reading(None, found if is_told else None)


def is_code(words: Sequence[str]) -> bool:
    """Whether numbers among these words are codes, such as zip codes, whose leading zeros mean something.

    >>> is_code(["02134", "10001"]), is_code(["0.5", "0"])
    (True, False)
    """
    return any(_CODE.match(word) for word in words)


def tell_mixed(found: Sequence[Mixed], places: Places, *, strict: bool) -> None:
    """Issue one warning for all mixed columns, or with strict raise DataError; marks alone are not refused.

    places: from row numbers to where these rows are, in words.

    >>> tell_mixed([], dict.fromkeys, strict=True)
    """
    mixed = [each for each in found if not each.is_marks]
    marked = [each for each in found if each.is_marks]
    shown = mixed[:_MOST_COLUMNS]
    where = places([row for each in shown for _, _, row in each.odd]) if shown else {}
    lines = [each.told(where) for each in shown]
    more = f"; and {len(mixed) - len(shown):,} more such columns" if len(mixed) > len(shown) else ""
    way_out = _fix(mixed[0]) if mixed else ""
    if "line 1" in where.values():
        way_out = f"if line 1 names the columns, pass header=True; else {way_out}"
    if mixed and strict:
        raise DataError(f"{'; '.join(lines)}{more}; {way_out}")
    if mixed:
        way_out = f"{way_out}; strict=True refuses such columns"
        warnings.warn(f"{'; '.join(lines)}{more}; {way_out}", DataWarning, stacklevel=5)
    if marked:
        listed = ", ".join(
            f"{each.odd[0][0]!r} ({each.n_odd:,} in {each.name!r})" for each in marked[:_MOST_COLUMNS]
        )
        text = f"taken for missing values in columns of numbers: {listed}"
        warnings.warn(text, DataWarning, stacklevel=5)


def _mixed(
    name: str,
    words: Sequence[Any],
    counts: Integers,
    first: Integers,
    odd: Flags,
    n_numbers: int,
    kind: str,
    *,
    is_marks: bool = False,
) -> Mixed:
    places = np.flatnonzero(odd)
    # The commonest first; of equals the one met first.
    order = places[np.lexsort((first[places], -counts[places]))]
    some = tuple((words[each], int(counts[each]), int(first[each])) for each in order[:_MOST_VALUES])
    return Mixed(name, some, n_numbers, int(counts[places].sum()), len(places), kind, is_marks)


def _fix(mixed: Mixed) -> str:
    word = str(mixed.odd[0][0])
    return (
        f"pass missing=({word!r},) if it means a missing value, or kinds={{{mixed.name!r}: 'categorical'}} "
        "to take every value as a category"
    )


def counted(codes: Array, n_words: int) -> tuple[Integers, Integers]:
    """How many rows hold each word, and the first row of each, from codes (-1 is none).

    >>> counted(np.array([0, 1, 0, -1]), 2)
    (array([2, 1]), array([0, 1]))
    """
    known = codes >= 0
    counts = np.bincount(codes[known], minlength=n_words)
    first = np.full(n_words, len(codes), dtype=np.int64)
    # The last assignment stands, so rows are gone through backwards.
    rows = np.flatnonzero(known)[::-1]
    first[codes[rows]] = rows
    return counts, first

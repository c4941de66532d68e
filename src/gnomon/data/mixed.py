"""Columns that mix numbers with other values: coercion to numbers or categories, with a warning.

Missing-value markers (".", "-", "none") are missing values in a column that otherwise holds numbers. Of the
rest, formatted numbers ("48,0", "$1,200", "12 %") are numbers, a few other values are treated as errors and
become missing; with many, the column is categorical.
All such columns are reported in one warning, or raise an error with strict=True.
"""

import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas

from gnomon.arrays import Array, Flags, Floats, Integers
from gnomon.data.number_formats import formatted_numbers
from gnomon.errors import DataError, DataWarning

# In lower case, and in numeric columns alone: in a text column "-" or "none" may be a level.
MARKS = frozenset(
    (
        "", ".", "..", "...", "-", "--", "---", "*", "?", "na", "n/a", "n.a.", "n.a", "#n/a", "#na", "<na>",
        "nan", "-nan", "null", "(null)", "nil", "none", "missing", "#null!", "#div/0!", "#value!", "#ref!",
        "#num!", "\\n",
    )
)  # fmt: skip

# Up to this many non-numeric values among numbers are treated as errors, not as categories.
FEW_ROWS = 3
FEW_SHARE = 0.1

_MAX_VALUES, _MAX_COLUMNS = 3, 20
_CODE = re.compile(r"[-+]?0\d")
Locations = Callable[[Sequence[int]], Mapping[int, str]]


@dataclass(frozen=True)
class Mixed:
    """A column that mixes numbers with other values.

    odd: some of the non-numeric values, each with its count and first row, most frequent first. n_numbers,
    n_odd: rows with a number, and with another value; n_values: number of distinct non-numeric values. kind:
    the kind the column is coerced to; non-numeric values of a quantitative column become missing. is_marks:
    whether all of them are missing-value markers. format: the format of its numbers, if they are not plain;
    then odd is an example of these.
    """

    name: str
    odd: tuple[tuple[Any, int, int], ...]
    n_numbers: int
    n_odd: int
    n_values: int
    kind: str
    is_marks: bool = False
    format: str = ""

    def described(self, locations: Mapping[int, str]) -> str:
        """A message about the column. locations: of the first rows."""
        shown = [f"{value!r} ({count:,}, first at {locations[row]})" for value, count, row in self.odd]
        more = f" and {self.n_values - len(shown):,} more values" if self.n_values > len(shown) else ""
        treated = "missing" if self.kind == "quantitative" else "categories, as are its numbers"
        numbers = f"{self.n_numbers:,} number{'s' * (self.n_numbers > 1)}"
        others = f"{self.n_odd:,} other value{'s' * (self.n_odd > 1)}"
        listed = f"{', '.join(shown)}{more}"
        return f"column {self.name!r} has {numbers} and {others}, treated as {treated}: {listed}"


@dataclass(frozen=True)
class Reading:
    """How the strings of a column are read: as numbers (NaN where missing), or None for categories.

    mixed: what is reported about the column.
    """

    numbers: Floats | None
    mixed: tuple[Mixed, ...] = ()


def reading_of(
    name: str, words: Sequence[Any], counts: Integers, first: Integers, kind: str | None
) -> Reading:
    """Decide whether the distinct strings of a column are numbers or categories.

    counts: rows per string. first: the first row of each. kind: the declared kind, if any; a column declared
    quantitative is read as numbers if any string is one.

    >>> reading = reading_of("dose", ["1.5", ".", "2", "x"], np.array([9, 5, 9, 1]), np.arange(4), None)
    >>> reading.numbers, reading.mixed[0].described({3: "row 3"})
    (array([1.5, nan, 2. , nan]),
     "column 'dose' has 18 numbers and 1 other value, treated as missing: 'x' (1, first at row 3)")
    """
    numbers = np.asarray(
        pandas.to_numeric(pandas.Series(list(words), dtype=object), errors="coerce"), np.float64
    )
    is_number = ~np.isnan(numbers)
    is_mark = ~is_number & np.array([str(word).strip().lower() in MARKS for word in words], dtype=np.bool_)
    odd = ~is_number & ~is_mark
    formatted = (
        None if is_code(list(map(str, words))) else formatted_numbers(list(map(str, words)), numbers, odd)
    )
    reported: tuple[Mixed, ...] = ()
    if formatted is not None:
        n_formatted = int(counts[odd & ~np.isnan(formatted.numbers)].sum())
        example = ((formatted.example, n_formatted, int(first[odd].min())),)
        reported = (Mixed(name, example, n_formatted, 0, 1, "quantitative", format=formatted.format),)
        numbers, is_number = formatted.numbers, ~np.isnan(formatted.numbers)
        odd = ~is_number & ~is_mark
    n_numbers, n_odd = int(counts[is_number].sum()), int(counts[odd].sum())
    if n_numbers == 0:
        # A column of missing-value markers alone that is declared quantitative is all missing.
        return Reading(numbers if kind == "quantitative" and n_odd == 0 else None)
    if n_odd == 0:
        marks = _mixed(name, words, counts, first, is_mark, n_numbers, "quantitative", is_marks=True)
        return Reading(numbers, (*reported, *([marks] if is_mark.any() else [])))
    is_few = n_odd < n_numbers and n_odd <= max(FEW_ROWS, FEW_SHARE * n_numbers)
    if is_few or kind == "quantitative":
        return Reading(
            numbers, (*reported, _mixed(name, words, counts, first, odd, n_numbers, "quantitative"))
        )
    mixed = _mixed(name, words, counts, first, odd, n_numbers, "categorical")
    # A few numbers among text are text; as many numbers as text are worth a warning.
    is_reported = n_numbers >= n_odd and not is_code(list(map(str, words)))
    return Reading(None, (mixed,) if is_reported else ())


def is_code(words: Sequence[str]) -> bool:
    """Whether numbers among these strings are codes, such as zip codes, with significant leading zeros.

    >>> is_code(["02134", "10001"]), is_code(["0.5", "0"])
    (True, False)
    """
    return any(_CODE.match(word) for word in words)


def report_mixed(columns: Sequence[Mixed], locations: Locations, *, strict: bool) -> None:
    """Issue one warning for all mixed columns, or with strict raise DataError; markers alone are accepted.

    locations: function that maps row indices to descriptions of these rows.

    >>> report_mixed([], dict.fromkeys, strict=True)
    """
    mixed = [each for each in columns if not each.is_marks and not each.format]
    marked = [each for each in columns if each.is_marks]
    shown = mixed[:_MAX_COLUMNS]
    where = locations([row for each in shown for _, _, row in each.odd]) if shown else {}
    lines = [each.described(where) for each in shown]
    more = f"; and {len(mixed) - len(shown):,} more such columns" if len(mixed) > len(shown) else ""
    if mixed:
        settings = {
            "missing": (str(mixed[0].odd[0][0]),),
            "kinds": {mixed[0].name: "categorical"},
            "header": True,
            "strict": True,
        }
        fix = "pass {missing} if it means a missing value, or {kinds} to treat every value as a category"
        if "line 1" in where.values():
            fix = f"if line 1 names the columns, pass {{header}}; else {fix}"
        text = f"{'; '.join(lines)}{more}; {fix}"
        if strict:
            raise DataError(text, column=mixed[0].name, settings=settings)
        text = f"{text}; {{strict}} raises an error for such columns"
        warnings.warn(DataWarning(text, column=mixed[0].name, settings=settings), stacklevel=5)
    for form in dict.fromkeys(each.format for each in columns if each.format):
        shown = [each for each in columns if each.format == form]
        listed = ", ".join(f"{each.name!r} ({each.odd[0][0]!r})" for each in shown[:_MAX_COLUMNS])
        read_as_numbers = DataWarning(
            f"numbers with {form} are read as numbers: {listed}; {{kinds}} keeps a column as text",
            column=shown[0].name,
            settings={"kinds": {shown[0].name: "categorical"}},
        )
        warnings.warn(read_as_numbers, stacklevel=5)
    if marked:
        listed = ", ".join(
            f"{each.odd[0][0]!r} ({each.n_odd:,} in {each.name!r})" for each in marked[:_MAX_COLUMNS]
        )
        text = f"treated as missing values in numeric columns: {listed}"
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
    indices = np.flatnonzero(odd)
    # The most frequent first; ties by first row.
    order = indices[np.lexsort((first[indices], -counts[indices]))]
    some = tuple((words[each], int(counts[each]), int(first[each])) for each in order[:_MAX_VALUES])
    return Mixed(name, some, n_numbers, int(counts[indices].sum()), len(indices), kind, is_marks)


def counted(codes: Array, n_words: int) -> tuple[Integers, Integers]:
    """Rows per string, and the first row of each, from codes (-1 is missing).

    >>> counted(np.array([0, 1, 0, -1]), 2)
    (array([2, 1]), array([0, 1]))
    """
    known = codes >= 0
    counts = np.bincount(codes[known], minlength=n_words)
    first = np.full(n_words, len(codes), dtype=np.int64)
    # The last assignment wins, so rows are visited in reverse.
    rows = np.flatnonzero(known)[::-1]
    first[codes[rows]] = rows
    return counts, first

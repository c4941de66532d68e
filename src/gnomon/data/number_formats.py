"""Formatted numbers in text: decimal commas, thousands separators, currency and percent signs."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from gnomon.arrays import Flags, Floats

_NUMBER = re.compile(r"^([-+]?)\s*([$€£¥]?)\s*([-+]?[\d.,'\u00a0\u202f]+)\s*([$€£¥%]?)$")
_THOUSANDS = re.compile(r"\d{1,3}([,'\u00a0\u202f])\d{3}(\1\d{3})*(\.\d+)?$")
_DECIMAL_COMMA = re.compile(r"\d+,\d+$|\d{1,3}(\.\d{3})+,\d+$")
_PLAIN = re.compile(r"(\d+\.?\d*|\.\d+)$")
# Number of strings that decide whether all of a long column are parsed.
SAMPLE = 1000


@dataclass(frozen=True, eq=False)
class FormattedNumbers:
    """The distinct strings of a column as numbers, the name of their format, and an example."""

    numbers: Floats
    format: str
    example: str


@dataclass(frozen=True)
class NumberFormat:
    """A way of writing numbers. name: what it is called. value: of a body without sign and affix."""

    name: str
    fits: Callable[[str], bool]
    value: Callable[[str], float]


THOUSANDS = NumberFormat(
    "thousands separators",
    lambda body: bool(_THOUSANDS.match(body) or _PLAIN.match(body)),
    lambda body: float(re.sub(r"[,'\u00a0\u202f]", "", body)),
)
DECIMAL_COMMA = NumberFormat(
    "decimal commas",
    lambda body: bool(_DECIMAL_COMMA.match(body) or body.isdigit()),
    lambda body: float(body.replace(".", "").replace(",", ".")),
)
PLAIN = NumberFormat("currency or percent signs", lambda body: bool(_PLAIN.match(body)), float)


def formatted_numbers(words: Sequence[str], numbers: Floats, odd: Flags) -> FormattedNumbers | None:
    """The numbers of a column whose other values are formatted numbers; None if there is no common format.

    numbers: the plain numbers among the strings (NaN elsewhere). odd: the strings that may be formatted; one
    format must fit most of these, and contradict no plain number. A comma before groups of three digits
    separates thousands, unless another value shows that it is a decimal comma. One currency sign or percent
    sign is allowed throughout a column.

    >>> words, numbers = ["48,0", "1,26", "7"], np.array([np.nan, np.nan, 7.0])
    >>> formatted_numbers(words, numbers, np.isnan(numbers))
    FormattedNumbers(numbers=array([48.  ,  1.26,  7.  ]), format='decimal commas', example='48,0')
    """
    candidates = np.flatnonzero(odd)
    if len(candidates) > SAMPLE and not _are_likely([words[each] for each in candidates[:SAMPLE]]):
        return None
    parts = {each: part for each in candidates.tolist() if (part := _NUMBER.match(words[each].strip()))}
    affixes = {(part[2], part[4]) for part in parts.values()} - {("", "")}
    if not parts or 2 * len(parts) < len(candidates) or len(affixes) > 1:
        return None
    for form in (PLAIN, THOUSANDS, DECIMAL_COMMA):
        fits = all(form.fits(part[3].lstrip("+-")) for part in parts.values())
        if fits and (form is not DECIMAL_COMMA or _are_whole(numbers)):
            values = numbers.copy()
            for each, part in parts.items():
                sign = -1.0 if "-" in (part[1] + part[3][:1]) else 1.0
                values[each] = sign * form.value(part[3].lstrip("+-"))
            return FormattedNumbers(values, form.name, words[candidates[0]])
    return None


def _are_likely(words: Sequence[str]) -> bool:
    return 2 * sum(_NUMBER.match(word.strip()) is not None for word in words) >= len(words)


def _are_whole(numbers: Floats) -> bool:
    """Whether no plain number has a decimal point, which a decimal comma would contradict."""
    known = numbers[~np.isnan(numbers)]
    return bool((known == np.floor(known)).all())

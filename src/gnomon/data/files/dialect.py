"""How a text table is written: delimiter, quotes, decimal sign, header. Sniffed from its first records."""

import csv
import io
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gnomon.data.files.bytes import first_lines, open_bytes, text_encoding
from gnomon.errors import DataError

# In order of preference where several cut every record alike; a comma may also be a decimal sign.
DELIMITERS = ("\t", ";", "|", ",", " ")
SAMPLE = 100
MOST_COLUMNS = 100_000


@dataclass(frozen=True)
class Dialect:
    """The way a text table is written. names: those of its header, or x0, x1, … if it has none."""

    encoding: str
    delimiter: str
    quote: str
    decimal: str
    has_header: bool
    names: tuple[str, ...]


def sniff(
    path: Path,
    *,
    encoding: str | None = None,
    delimiter: str | None = None,
    quote: str | None = None,
    decimal: str | None = None,
    header: bool | None = None,
) -> Dialect:
    """Find out how a file is written; what is given is not guessed."""
    encoding = text_encoding(path, encoding)
    sample = _sample(path, encoding)
    _refuse_widest(sample, delimiter)
    quote, delimiter = _marks_of(sample, quote, delimiter)
    first, *others = _parse(sample, delimiter, quote)
    decimal = decimal or _decimal_of([first, *others], delimiter)
    has_header = header if header is not None else not any(is_number(field, decimal) for field in first)
    names = _names(first) if has_header else [f"x{place}" for place in range(len(first))]
    return Dialect(encoding, delimiter, quote, decimal, has_header, tuple(names))


def records(path: Path, dialect: Dialect) -> Iterator[tuple[int, list[str]]]:
    """Every record below the header: the number of its last line, and its fields."""
    with open_bytes(path) as file, io.TextIOWrapper(file, dialect.encoding, newline="") as text:
        reader = _reader(text, dialect.delimiter, dialect.quote)
        skipped = not dialect.has_header
        for fields in reader:
            if not fields or fields == [""]:
                continue
            if skipped:
                yield reader.line_num, fields
            skipped = True


def is_number(field: str, decimal: str = ".") -> bool:
    """Whether a field reads as a number ('nan' and 'inf' are words here).

    >>> is_number("1,5", ","), is_number("inf")
    (True, False)
    """
    text = field.strip().replace(decimal, ".") if decimal != "." else field.strip()
    try:
        float(text)
    except ValueError:
        return False
    return any(sign.isdigit() for sign in text) and "_" not in text


def _sample(path: Path, encoding: str) -> str:
    head, is_whole = first_lines(path)
    text = head.decode(encoding, errors="ignore")
    lines = text.splitlines(keepends=True)
    return text if is_whole or len(lines) < 2 else "".join(lines[:-1])


def _refuse_widest(sample: str, delimiter: str | None) -> None:
    """Refuse a first line that is far too wide before it is cut in several ways; quotes hold some marks."""
    first = sample.partition("\n")[0]
    n_marks = max(first.count(mark) for mark in (delimiter or "".join(DELIMITERS[:-1])))
    if n_marks > 10 * MOST_COLUMNS:
        raise DataError(
            f"the first line has {n_marks + 1:,} fields, and {MOST_COLUMNS:,} columns at most are read; give "
            f"delimiter= if it is cut wrongly, or turn rows into columns before"
        )


def _marks_of(sample: str, quote: str | None, delimiter: str | None) -> tuple[str, str]:
    """Quote and delimiter. Apostrophes that do not enclose whole fields are letters: 'tis, it's."""
    found = quote or _quote_of(sample)
    mark = delimiter or _delimiter_of(sample, found)
    if quote is None and found == "'" and not _is_well_quoted(sample, mark, found):
        return '"', delimiter or _delimiter_of(sample, '"')
    return found, mark


def _quote_of(sample: str) -> str:
    singles = sum(line.lstrip().startswith("'") for line in sample.splitlines())
    singles += sum(sample.count(mark + "'") for mark in DELIMITERS)
    return "'" if '"' not in sample and singles > 1 and sample.count("'") % 2 == 0 else '"'


def _delimiter_of(sample: str, quote: str) -> str:
    """The delimiter that cuts most records into the same number of fields, two at least."""
    best, best_score = ",", (False, 0.0)
    for mark in DELIMITERS:
        widths = Counter(len(fields) for fields in _parse(sample, mark, quote))
        width, count = widths.most_common(1)[0]
        share = count / widths.total()
        # A mark that stands between quotes by chance leaves something between a quote and the next mark.
        score = (_is_well_quoted(sample, mark, quote), share)
        # Words within a text have blanks too: blanks delimit only if they do so without exception.
        if width > 1 and score > best_score and (mark != " " or share == 1):
            best, best_score = mark, score
    return best


def _is_well_quoted(sample: str, delimiter: str, quote: str) -> bool:
    try:
        _parse(sample, delimiter, quote, strict=True)
    except DataError:
        return False
    return True


def _parse(sample: str, delimiter: str, quote: str, strict: bool = False) -> list[list[str]]:
    found = []
    try:
        for fields in _reader(io.StringIO(sample, newline=""), delimiter, quote, strict):
            if fields and fields != [""]:
                found.append(fields)
            if len(found) == SAMPLE:
                break
    except csv.Error as error:
        raise DataError(f"the text cannot be cut into fields: {error}; give delimiter= and quote=") from None
    return found


def _reader(text: io.TextIOBase, delimiter: str, quote: str, strict: bool = False) -> Any:
    csv.field_size_limit(2**31 - 1)
    return csv.reader(text, delimiter=delimiter, quotechar=quote, skipinitialspace=True, strict=strict)


def _decimal_of(sample: list[list[str]], delimiter: str) -> str:
    """A comma, where fields such as 1,5 are found and none such as 1.5."""
    if delimiter == ",":
        return "."
    fields = [field for record in sample for field in record]
    points = any("." in field and is_number(field) for field in fields)
    commas = any(field.count(",") == 1 and is_number(field, ",") for field in fields)
    return "," if commas and not points else "."


def _names(first: list[str]) -> list[str]:
    """Header fields as names; a blank one is named by its place, as data frames write a row number so."""
    return [field.strip() or f"unnamed {place + 1}" for place, field in enumerate(first)]

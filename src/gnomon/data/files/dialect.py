"""Detection (sniffing) of the CSV dialect: delimiter, quotes, decimal separator and header."""

import csv
import io
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gnomon.data.files.bytes import first_lines, open_bytes, text_encoding
from gnomon.errors import DataError

# In order of preference in ties; a comma may also be the decimal separator.
DELIMITERS = ("\t", ";", "|", ",", " ")
SAMPLE = 100
MAX_COLUMNS = 100_000


@dataclass(frozen=True)
class Dialect:
    """The CSV dialect of a text table.

    names: those of its header, or x0, x1, … if it has none. repeated: names that the header has twice.
    """

    encoding: str
    delimiter: str
    quote: str
    decimal: str
    has_header: bool
    names: tuple[str, ...]
    repeated: tuple[str, ...] = ()


def sniff(
    path: Path,
    *,
    encoding: str | None = None,
    delimiter: str | None = None,
    quote: str | None = None,
    decimal: str | None = None,
    header: bool | None = None,
) -> Dialect:
    """Detect the dialect of a file; arguments override detection."""
    encoding = text_encoding(path, encoding)
    sample = _sample(path, encoding)
    _refuse_wide(sample, delimiter)
    quote, delimiter = _quote_and_delimiter(sample, quote, delimiter)
    sampled = _parse(sample, delimiter, quote)
    if not sampled:
        raise DataError("the file has no values; it needs a header and at least one row")
    first, *others = sampled
    decimal = decimal or _decimal_of([first, *others], delimiter)
    has_header = header if header is not None else not any(is_number(field, decimal) for field in first)
    if not has_header:
        names = tuple(f"x{index}" for index in range(len(first)))
        return Dialect(encoding, delimiter, quote, decimal, has_header, names)
    counts = Counter(field.strip() for field in first if field.strip())
    repeated = tuple(name for name, count in counts.items() if count > 1)
    # A first line of values that occur below, too, is probably no header, so its names stay as they are.
    is_row = header is None and _recurs(first, others)
    names = tuple(_blanks_named(first) if is_row else _distinct(_blanks_named(first)))
    return Dialect(encoding, delimiter, quote, decimal, has_header, names, () if is_row else repeated)


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


def is_well_quoted(text: str, delimiter: str, quote: str) -> bool:
    """Whether every quote that opens is closed, at the end of a field.

    >>> is_well_quoted('1,"a"', ",", '"'), is_well_quoted('1,"a', ",", '"')
    (True, False)
    """
    try:
        _parse(text, delimiter, quote, strict=True)
    except DataError:
        return False
    return True


def is_number(field: str, decimal: str = ".") -> bool:
    """Whether a field can be parsed as a number ('nan' and 'inf' are text here).

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


def _refuse_wide(sample: str, delimiter: str | None) -> None:
    """Raise DataError if the first line is far too wide; some of its delimiters may be quoted."""
    first = sample.partition("\n")[0]
    n_delimiters = max(first.count(mark) for mark in (delimiter or "".join(DELIMITERS[:-1])))
    if n_delimiters > 10 * MAX_COLUMNS:
        raise DataError(
            f"the first line has {n_delimiters + 1:,} fields, and at most {MAX_COLUMNS:,} columns are read; "
            f"pass {{delimiter}} if it is split wrongly, or transpose the table",
            settings={"delimiter": ...},
        )


def _quote_and_delimiter(sample: str, quote: str | None, delimiter: str | None) -> tuple[str, str]:
    """Quote and delimiter. Apostrophes that do not enclose whole fields are letters: 'tis, it's."""
    quote_used = quote or _quote_of(sample)
    delimiter_used = delimiter or _delimiter_of(sample, quote_used)
    if quote is None and quote_used == "'" and not is_well_quoted(sample, delimiter_used, quote_used):
        return '"', delimiter or _delimiter_of(sample, '"')
    return quote_used, delimiter_used


def _quote_of(sample: str) -> str:
    singles = sum(line.lstrip().startswith("'") for line in sample.splitlines())
    singles += sum(sample.count(each + "'") for each in DELIMITERS)
    return "'" if '"' not in sample and singles > 1 and sample.count("'") % 2 == 0 else '"'


def _delimiter_of(sample: str, quote: str) -> str:
    """The delimiter that splits most records into the same number of fields, at least two."""
    best, best_score = ",", (False, 0.0)
    for mark in DELIMITERS:
        widths = Counter(len(fields) for fields in _parse(sample, mark, quote))
        width, count = widths.most_common(1)[0] if widths else (0, 0)
        share = count / max(widths.total(), 1)
        # A wrong delimiter leaves text between a closing quote and the next delimiter.
        score = (is_well_quoted(sample, mark, quote), share)
        # Text contains spaces, too: a space is the delimiter only if all records have the same width.
        if width > 1 and score > best_score and (mark != " " or share == 1):
            best, best_score = mark, score
    return best


def _parse(sample: str, delimiter: str, quote: str, strict: bool = False) -> list[list[str]]:
    fields_of_records = []
    try:
        for fields in _reader(io.StringIO(sample, newline=""), delimiter, quote, strict):
            if fields and fields != [""]:
                fields_of_records.append(fields)
            if len(fields_of_records) == SAMPLE:
                break
    except csv.Error as error:
        raise DataError(
            f"the text cannot be split into fields: {error}; pass {{delimiter}} and {{quote}}",
            settings={"delimiter": ..., "quote": ...},
        ) from None
    return fields_of_records


def _reader(text: io.TextIOBase, delimiter: str, quote: str, strict: bool = False) -> Any:
    csv.field_size_limit(2**31 - 1)
    return csv.reader(text, delimiter=delimiter, quotechar=quote, skipinitialspace=True, strict=strict)


def _decimal_of(sample: list[list[str]], delimiter: str) -> str:
    """The decimal separator: a comma if there are fields such as 1,5 and none such as 1.5."""
    if delimiter == ",":
        return "."
    fields = [field for record in sample for field in record]
    points = any("." in field and is_number(field) for field in fields)
    commas = any(field.count(",") == 1 and is_number(field, ",") for field in fields)
    return "," if commas and not points else "."


def _recurs(first: list[str], others: list[list[str]]) -> bool:
    """Whether most fields of the first record occur below in the same column."""
    columns = [{record[index] for record in others if index < len(record)} for index in range(len(first))]
    return 2 * sum(field in column for field, column in zip(first, columns)) > len(first)


def _blanks_named(first: list[str]) -> list[str]:
    """Header fields as names; a blank one (row index of a data frame) is named by its position."""
    return [field.strip() or f"unnamed {index + 1}" for index, field in enumerate(first)]


def _distinct(fields: list[str]) -> list[str]:
    """Of equal names the second becomes name.1, the third name.2, as in pandas."""
    used, repeats, names = set(fields), Counter[str](), []
    for field in fields:
        name = field
        while repeats[field] and name in used:
            name = f"{field}.{repeats[field]}"
            repeats[field] += name in used
        repeats[field] += 1
        used.add(name)
        names.append(name)
    return names

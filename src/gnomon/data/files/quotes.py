"""Check for unclosed quotes, which join the lines of a delimited text file silently."""

import csv
import io
from collections.abc import Iterator
from pathlib import Path

from gnomon.data.files.bytes import blocks, open_bytes
from gnomon.data.files.dialect import Dialect, is_well_quoted
from gnomon.errors import DataError


def check_quotes(path: Path, dialect: Dialect, n_rows: int | None = None) -> None:
    """Raise DataError for a quote that is closed in the middle of a field of a later line, or not at all.

    A quoted field may contain line breaks if its quote is closed where the field ends. n_rows: number of rows
    that were read; only a file with more lines is examined.
    """
    if n_rows is not None and not _has_more_lines(path, dialect, n_rows):
        return
    start = 1
    for lines in _records(path, dialect):
        if len(lines) > 1 and not is_well_quoted("".join(lines), dialect.delimiter, dialect.quote):
            raise DataError(
                f"line {start}: a quote ({dialect.quote}) opens there that is not closed in its field, which "
                f"joins {len(lines):,} lines; close it, write it twice if it belongs to the text, or pass "
                "quote= another character"
            )
        start += len(lines)


def _has_more_lines(path: Path, dialect: Dialect, n_rows: int) -> bool:
    """Whether the file has more line ends than rows; always if it is not of single-byte line ends."""
    if not dialect.encoding.startswith(("utf-8", "cp1252")):
        return True
    n_ends = sum(max(block.count(b"\n"), block.count(b"\r")) for block in blocks(path))
    return n_ends > n_rows + dialect.has_header


def _records(path: Path, dialect: Dialect) -> Iterator[list[str]]:
    """The lines of each record."""
    lines: list[str] = []

    def noted(text: io.TextIOBase) -> Iterator[str]:
        for line in text:
            lines.append(line)
            yield line

    with open_bytes(path) as file, io.TextIOWrapper(file, dialect.encoding, newline="") as text:
        reader = csv.reader(
            noted(text), delimiter=dialect.delimiter, quotechar=dialect.quote, skipinitialspace=True
        )
        for _ in reader:
            yield list(lines)
            lines.clear()

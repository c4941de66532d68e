"""Page headers of a Parquet file, which determine the decompressed size (the footer does not).

A header is a struct in Thrift's compact protocol; only the fields with sizes are read.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO

from gnomon.data.files.thrift import I32, STRUCT, Fields, corrupt, struct

# Delta encodings of text: the decoded size depends on lengths inside the page, not on its header.
DELTA_ENCODINGS = {6: "DELTA_LENGTH_BYTE_ARRAY", 7: "DELTA_BYTE_ARRAY"}

_DATA, _DICTIONARY, _DATA_2 = 0, 2, 3
_WINDOW, _MAX_HEADER = 1 << 10, 1 << 20
# Writers before PARQUET-816 did not count the dictionary header in the length of a column.
_SLACK = 100


@dataclass(frozen=True)
class Page:
    """A page header: uncompressed bytes, number of values (including missing ones), and encoding."""

    n_bytes: int
    n_values: int
    encoding: int
    is_dictionary: bool


def pages_of(file: IO[bytes], start: int, length: int, n_values: int) -> Iterator[Page]:
    """The pages of a column from `start` on, until they hold `n_values` or `length` bytes are read."""
    stop, n_read = start + length + _SLACK, 0
    while n_read < n_values and start < stop:
        fields, size = _header(file, start)
        if fields is None:
            return
        page = _page(fields)
        yield page
        n_read += 0 if page.is_dictionary else page.n_values
        start += size + _whole(fields, 3)


def _header(file: IO[bytes], start: int) -> tuple[Fields | None, int]:
    """The fields of the header at an offset, and its length; None at the end of the file."""
    window = _WINDOW
    while True:
        file.seek(start)
        data = file.read(window)
        if not data:
            return None, 0
        try:
            return struct(data, 0)
        except IndexError:
            if len(data) < window or window >= _MAX_HEADER:
                raise corrupt("a page header is truncated") from None
            window *= 16


def _page(fields: Fields) -> Page:
    kind = fields.get((1, I32), -1)
    # The field of the specific header, and of its encoding, depends on the type of page.
    number, encoding = {_DATA: (5, 2), _DICTIONARY: (7, 2), _DATA_2: (8, 4)}.get(kind, (0, 0))
    if not number:
        return Page(_whole(fields, 2), 0, 0, is_dictionary=False)
    header = fields.get((number, STRUCT), {})
    return Page(_whole(fields, 2), _whole(header, 1), _whole(header, encoding), kind == _DICTIONARY)


def _whole(fields: Fields, number: int) -> int:
    value: int | None = fields.get((number, I32))
    if value is None or value < 0:
        raise corrupt(f"a page header has {value!r} for a size")
    return value

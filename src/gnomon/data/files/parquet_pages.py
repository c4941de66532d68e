"""The pages of a Parquet file by their own headers: these, not the footer, say what a reader will unpack.

A header is a struct in Thrift's compact protocol; of its fields the few that tell a size are looked at.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO

from gnomon.data.files.thrift import I32, STRUCT, Fields, damaged, struct

# Encodings of text by differences: lengths inside the page, not its header, say what comes of it.
BY_DIFFERENCES = {6: "DELTA_LENGTH_BYTE_ARRAY", 7: "DELTA_BYTE_ARRAY"}

_DATA, _DICTIONARY, _DATA_2 = 0, 2, 3
_WINDOW, _LONGEST_HEADER = 1 << 10, 1 << 20
# Writers before PARQUET-816 left the header of the dictionary out of the length of a column.
_SLACK = 100


@dataclass(frozen=True)
class Page:
    """What the header of a page says of it: bytes once unpacked, values (with the missing), and encoding."""

    n_bytes: int
    n_values: int
    encoding: int
    is_dictionary: bool


def pages_of(file: IO[bytes], start: int, length: int, n_values: int) -> Iterator[Page]:
    """The pages of a column from `start` on, until they hold `n_values` or the `length` is used up."""
    stop, seen = start + length + _SLACK, 0
    while seen < n_values and start < stop:
        fields, size = _header(file, start)
        if fields is None:
            return
        page = _page(fields)
        yield page
        seen += 0 if page.is_dictionary else page.n_values
        start += size + _whole(fields, 3)


def _header(file: IO[bytes], start: int) -> tuple[Fields | None, int]:
    """The fields of the header at a place, and its length; None at the end of the file."""
    window = _WINDOW
    while True:
        file.seek(start)
        data = file.read(window)
        if not data:
            return None, 0
        try:
            return struct(data, 0)
        except IndexError:
            if len(data) < window or window >= _LONGEST_HEADER:
                raise damaged("a header of a page breaks off") from None
            window *= 16


def _page(fields: Fields) -> Page:
    kind = fields.get((1, I32), -1)
    # Which header counts, and where its encoding is, depends on the kind of page.
    place, encoding = {_DATA: (5, 2), _DICTIONARY: (7, 2), _DATA_2: (8, 4)}.get(kind, (0, 0))
    if not place:
        return Page(_whole(fields, 2), 0, 0, is_dictionary=False)
    about = fields.get((place, STRUCT), {})
    return Page(_whole(fields, 2), _whole(about, 1), _whole(about, encoding), kind == _DICTIONARY)


def _whole(fields: Fields, number: int) -> int:
    value: int | None = fields.get((number, I32))
    if value is None or value < 0:
        raise damaged(f"a header of a page has {value!r} for a size")
    return value

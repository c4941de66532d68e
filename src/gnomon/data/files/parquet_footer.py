"""The footer of a Parquet file: where each column of each group of rows lies, and how large it says it is.

It is read here and not through pyarrow, whose look at a damaged column ends the process.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO

from gnomon.data.files.thrift import I64, LIST, STRUCT, Fields, damaged, place_of, struct, structs

_MARK = b"PAR1"
_GROUPS, _COLUMNS = 4, 1
_ABOUT, _VALUES, _UNPACKED, _PACKED, _PAGES, _DICTIONARY = 3, 5, 6, 7, 9, 11


@dataclass(frozen=True)
class Chunk:
    """The values of a column in one group of rows: its place among the columns, and what is said of it.

    n_bytes: unpacked. start, length: of its pages in the file.
    """

    place: int
    n_values: int
    n_bytes: int
    start: int
    length: int


def chunks_of(file: IO[bytes]) -> Iterator[Chunk]:
    """The chunks of a file, group by group."""
    data = _footer(file)
    try:
        groups = place_of(data, 0, _GROUPS, LIST)
        for group in structs(data, groups) if groups is not None else ():
            columns = place_of(data, group, _COLUMNS, LIST)
            if columns is None:
                raise damaged("a group of rows has no columns")
            for place, column in enumerate(structs(data, columns)):
                yield _chunk(place, struct(data, column)[0])
    except IndexError:
        raise damaged("its footer breaks off") from None


def _footer(file: IO[bytes]) -> bytes:
    size = file.seek(0, 2)
    file.seek(max(0, size - 8))
    end = file.read(8)
    length = int.from_bytes(end[:4], "little")
    if end[4:] != _MARK or length + 8 > size:
        raise damaged("its end is not that of a Parquet file")
    file.seek(size - 8 - length)
    return file.read(length)


def _chunk(place: int, fields: Fields) -> Chunk:
    about: Fields = fields.get((_ABOUT, STRUCT), {})
    start, first = _whole(about, _PAGES), about.get((_DICTIONARY, I64), 0)
    if 0 < first < start:
        start = first
    return Chunk(place, _whole(about, _VALUES), _whole(about, _UNPACKED), start, _whole(about, _PACKED))


def _whole(about: Fields, number: int) -> int:
    value: int | None = about.get((number, I64))
    if value is None or value < 0:
        raise damaged(f"its footer has {value!r} for the size or the place of a column")
    return value

"""The footer of a Parquet file: offset and size of each column chunk.

It is parsed here and not through pyarrow, which aborts the process on a corrupt column.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO

from gnomon.data.files.thrift import I64, LIST, STRUCT, Fields, corrupt, offset_of, struct, structs

_MAGIC = b"PAR1"
_GROUPS, _COLUMNS = 4, 1
_METADATA, _VALUES, _UNCOMPRESSED, _COMPRESSED, _PAGES, _DICTIONARY = 3, 5, 6, 7, 9, 11


@dataclass(frozen=True)
class Chunk:
    """The values of a column in one row group, as declared in the footer.

    column: index of the column. n_bytes: uncompressed size. start, length: of its pages in the file.
    """

    column: int
    n_values: int
    n_bytes: int
    start: int
    length: int


def chunks_of(file: IO[bytes]) -> Iterator[Chunk]:
    """The column chunks of a file, by row group."""
    data = _footer(file)
    try:
        groups = offset_of(data, 0, _GROUPS, LIST)
        for group in structs(data, groups) if groups is not None else ():
            columns = offset_of(data, group, _COLUMNS, LIST)
            if columns is None:
                raise corrupt("a row group has no columns")
            for index, column in enumerate(structs(data, columns)):
                yield _chunk(index, struct(data, column)[0])
    except IndexError:
        raise corrupt("its footer is truncated") from None


def _footer(file: IO[bytes]) -> bytes:
    size = file.seek(0, 2)
    file.seek(max(0, size - 8))
    end = file.read(8)
    length = int.from_bytes(end[:4], "little")
    if end[4:] != _MAGIC or length + 8 > size:
        raise corrupt("it does not end like a Parquet file")
    file.seek(size - 8 - length)
    return file.read(length)


def _chunk(column: int, fields: Fields) -> Chunk:
    metadata: Fields = fields.get((_METADATA, STRUCT), {})
    start, first = _whole(metadata, _PAGES), metadata.get((_DICTIONARY, I64), 0)
    if 0 < first < start:
        start = first
    return Chunk(
        column,
        _whole(metadata, _VALUES),
        _whole(metadata, _UNCOMPRESSED),
        start,
        _whole(metadata, _COMPRESSED),
    )


def _whole(metadata: Fields, number: int) -> int:
    value: int | None = metadata.get((number, I64))
    if value is None or value < 0:
        raise corrupt(f"its footer has {value!r} for the size or the offset of a column")
    return value

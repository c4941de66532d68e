"""Parser of Thrift's compact protocol, limited to the sizes in a Parquet file.

Fields of a struct are identified by number and type; integers and structs are parsed, all else is skipped.
Truncated data raise IndexError.
"""

from collections.abc import Iterator
from typing import Any

from gnomon.errors import DataError

I32, I64, LIST, STRUCT = 5, 6, 9, 12
_PARSED = (I32, I64, STRUCT)
_MAX_DEPTH = 16

# The fields of a struct by number and type: a field of another type counts as absent.
Fields = dict[tuple[int, int], Any]


def struct(data: bytes, at: int, depth: int = 0) -> tuple[Fields, int]:
    """The fields of a struct, and the offset of its end.

    >>> struct(bytes([0x15, 0x06, 0x00]), 0)
    ({(1, 5): 3}, 3)
    """
    fields: Fields = {}
    number = 0
    while data[at] != 0:
        number, kind, at = _field(data, at, number)
        value, at = _value(data, at, kind, depth)
        if kind in _PARSED:
            fields[number, kind] = value
    return fields, at + 1


def structs(data: bytes, at: int) -> Iterator[int]:
    """The offset of each struct of the list that begins at `at`.

    >>> list(structs(bytes([0x2C, 0x00, 0x15, 0x06, 0x00]), 0))
    [1, 2]
    """
    size, kind, at = _list(data, at)
    for _ in range(size if kind == STRUCT else 0):
        yield at
        _, at = struct(data, at)


def offset_of(data: bytes, at: int, field: int, kind: int) -> int | None:
    """The offset of the value of a field in the struct at `at`; None if it is absent.

    >>> offset_of(bytes([0x15, 0x06, 0x19, 0x0C, 0x00]), 0, 2, LIST)
    3
    """
    number, offset = 0, None
    while data[at] != 0:
        number, of_kind, at = _field(data, at, number)
        if (number, of_kind) == (field, kind):
            offset = at
        _, at = _value(data, at, of_kind, 0)
    return offset


def corrupt(what: str) -> DataError:
    """The error for bytes that are not valid Parquet.

    >>> str(corrupt("a page is truncated"))
    'this is not a Parquet file, or it is corrupt (a page is truncated); get a fresh copy'
    """
    return DataError(f"this is not a Parquet file, or it is corrupt ({what}); get a fresh copy")


def _field(data: bytes, at: int, before: int) -> tuple[int, int, int]:
    """The number and the type of a field, and the offset of its value."""
    first = data[at]
    if first >> 4:
        return before + (first >> 4) & 0xFFFF, first & 15, at + 1
    number, at = _signed(data, at + 1)
    return number & 0xFFFF, first & 15, at


def _value(data: bytes, at: int, kind: int, depth: int) -> tuple[Any, int]:
    if depth > _MAX_DEPTH:
        raise corrupt("a header is nested too deeply")
    match kind:
        case 1 | 2:
            return kind == 1, at
        case 3:
            return data[at], at + 1
        case 4 | 5 | 6:
            return _signed(data, at)
        case 7:
            return None, at + 8
        case 8:
            size, at = _unsigned(data, at)
            return None, at + size
        case 9 | 10:
            return None, _after_list(data, at, depth)
        case 12:
            return struct(data, at, depth + 1)
    raise corrupt(f"a header holds a value of the unknown type {kind}")


def _after_list(data: bytes, at: int, depth: int) -> int:
    size, kind, at = _list(data, at)
    for _ in range(size):
        # In a list a Boolean takes a byte.
        _, at = _value(data, at, 3 if kind in (1, 2) else kind, depth + 1)
        if at > len(data):
            raise IndexError
    return at


def _list(data: bytes, at: int) -> tuple[int, int, int]:
    """The length of a list, the type of its entries, and the offset of the first."""
    first = data[at]
    if first >> 4 < 15:
        return first >> 4, first & 15, at + 1
    size, at = _unsigned(data, at + 1)
    return size, first & 15, at


def _signed(data: bytes, at: int) -> tuple[int, int]:
    """A signed integer in zigzag encoding: 0, -1, 1, -2, ..."""
    value, at = _unsigned(data, at)
    return (value >> 1) ^ -(value & 1), at


def _unsigned(data: bytes, at: int) -> tuple[int, int]:
    """An unsigned varint: seven bits per byte, lowest first; the high bit marks continuation."""
    value, shift = 0, 0
    while (byte := data[at]) & 128:
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if shift > 63:
            raise corrupt("a header holds an unterminated varint")
    return value | byte << shift, at + 1

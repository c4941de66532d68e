"""Thrift's compact protocol, as far as the sizes in a Parquet file go.

Fields of a struct are known by number and kind; whole numbers and structs are kept, all else is passed over.
Data that break off raise IndexError.
"""

from collections.abc import Iterator
from typing import Any

from gnomon.errors import DataError

I32, I64, LIST, STRUCT = 5, 6, 9, 12
_KEPT = (I32, I64, STRUCT)
_MOST_NESTED = 16

# The fields of a struct by number and kind: one of another kind than is asked for is not there.
Fields = dict[tuple[int, int], Any]


def struct(data: bytes, at: int, depth: int = 0) -> tuple[Fields, int]:
    """The fields of a struct, and where it ends.

    >>> struct(bytes([0x15, 0x06, 0x00]), 0)
    ({(1, 5): 3}, 3)
    """
    fields: Fields = {}
    number = 0
    while data[at] != 0:
        number, kind, at = _field(data, at, number)
        value, at = _value(data, at, kind, depth)
        if kind in _KEPT:
            fields[number, kind] = value
    return fields, at + 1


def structs(data: bytes, at: int) -> Iterator[int]:
    """Where each struct of a list begins; the list begins at `at`.

    >>> list(structs(bytes([0x2C, 0x00, 0x15, 0x06, 0x00]), 0))
    [1, 2]
    """
    size, kind, at = _list(data, at)
    for _ in range(size if kind == STRUCT else 0):
        yield at
        _, at = struct(data, at)


def place_of(data: bytes, at: int, wanted: int, kind: int) -> int | None:
    """Where the value of a field begins in the struct at a place; None where it is missing.

    >>> place_of(bytes([0x15, 0x06, 0x19, 0x0C, 0x00]), 0, 2, LIST)
    3
    """
    number, found = 0, None
    while data[at] != 0:
        number, of_kind, at = _field(data, at, number)
        if (number, of_kind) == (wanted, kind):
            found = at
        _, at = _value(data, at, of_kind, 0)
    return found


def damaged(what: str) -> DataError:
    """What to say of bytes that no writer leaves.

    >>> str(damaged("a page breaks off"))
    'this is no Parquet file, or a damaged one (a page breaks off); get a fresh copy'
    """
    return DataError(f"this is no Parquet file, or a damaged one ({what}); get a fresh copy")


def _field(data: bytes, at: int, before: int) -> tuple[int, int, int]:
    """The number and the kind of a field, and where its value begins."""
    first = data[at]
    if first >> 4:
        return before + (first >> 4) & 0xFFFF, first & 15, at + 1
    number, at = _signed(data, at + 1)
    return number & 0xFFFF, first & 15, at


def _value(data: bytes, at: int, kind: int, depth: int) -> tuple[Any, int]:
    if depth > _MOST_NESTED:
        raise damaged("a header is nested too deep")
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
    raise damaged(f"a header holds a value of kind {kind}")


def _after_list(data: bytes, at: int, depth: int) -> int:
    size, kind, at = _list(data, at)
    for _ in range(size):
        # In a list a truth value takes a byte.
        _, at = _value(data, at, 3 if kind in (1, 2) else kind, depth + 1)
        if at > len(data):
            raise IndexError
    return at


def _list(data: bytes, at: int) -> tuple[int, int, int]:
    """How many entries a list has, of which kind, and where the first begins."""
    first = data[at]
    if first >> 4 < 15:
        return first >> 4, first & 15, at + 1
    size, at = _unsigned(data, at + 1)
    return size, first & 15, at


def _signed(data: bytes, at: int) -> tuple[int, int]:
    """Zigzag: 0, -1, 1, -2, ..."""
    value, at = _unsigned(data, at)
    return (value >> 1) ^ -(value & 1), at


def _unsigned(data: bytes, at: int) -> tuple[int, int]:
    """Seven bits a byte, the lowest first; the highest bit says that more follow."""
    value, shift = 0, 0
    while (byte := data[at]) & 128:
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if shift > 63:
            raise damaged("a header holds a number without end")
    return value | byte << shift, at + 1

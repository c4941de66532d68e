"""Arrays and facts as bytes: the facts in JSON, the arrays as they lie in memory, never pickle.

A mark and a checksum come first, then the facts with the name, type and shape of each array, then the arrays
one after another. Format 1 was NumPy's zip of arrays, which takes six times as long; it can still be read.
"""

import io
import json
import struct
import zipfile
import zlib
from math import prod
from typing import Any
from zlib import crc32

import numpy as np

from gnomon.arrays import Array
from gnomon.errors import DataError

FORMAT = 2

_MARK = b"\x93GNOMON\n"
_HEADER = struct.Struct("<8sIQ")  # mark, checksum of all that follows it, bytes of the facts
_LENGTH_AT = _HEADER.size - 8  # the checksum covers from here on


# Whatever bytes of other things lead to.
_DAMAGE = (
    ValueError,
    KeyError,
    IndexError,
    TypeError,
    AttributeError,
    OSError,
    EOFError,
    OverflowError,
    MemoryError,
    RecursionError,
    NotImplementedError,
    struct.error,
    zipfile.BadZipFile,
    zlib.error,
)


def pack(arrays: dict[str, Array], facts: dict[str, Any]) -> bytes:
    """Arrays of numbers, and facts that JSON can say, as bytes; equal values give equal bytes.

    >>> arrays, facts = unpack(pack({"row": np.array([1, 2])}, {"name": "iris"}))
    >>> arrays["row"], facts
    (array([1, 2]), {'name': 'iris'})
    """
    for name, array in arrays.items():
        if array.dtype.hasobject:
            raise ValueError(f"array {name!r} holds objects, which cannot be packed without pickle")
    shapes = [[name, array.dtype.str, array.shape] for name, array in arrays.items()]
    text = json.dumps({"format": FORMAT, **facts, "arrays": shapes}, sort_keys=True).encode()
    rest = b"".join([len(text).to_bytes(8, "little"), text, *(array.tobytes() for array in arrays.values())])
    return _MARK + crc32(rest).to_bytes(4, "little") + rest


def unpack(data: bytes) -> tuple[dict[str, Array], dict[str, Any]]:
    """What `pack` wrote."""
    if not isinstance(data, bytes | bytearray):
        raise DataError(f"{str(data)[:40]!r} was not written by Predictions.to_bytes, as it is no bytes")
    try:
        arrays, facts = _unpack(data) if data.startswith(_MARK) else _unpack_first(data)
        found = facts.pop("format", None)
    except _DAMAGE as error:
        raise DataError(
            f"these {len(data)} bytes were not written by Predictions.to_bytes: {error}"
        ) from error
    if found not in (1, FORMAT):
        raise DataError(
            f"these bytes are of format {found}, and this version reads format {FORMAT}; run again"
        )
    return arrays, facts


def _unpack(data: bytes) -> tuple[dict[str, Array], dict[str, Any]]:
    _, checksum, length = _HEADER.unpack_from(data)
    if crc32(memoryview(data)[_LENGTH_AT:]) != checksum:
        raise ValueError("they have changed, or break off")
    start = _HEADER.size + length
    facts = json.loads(data[_HEADER.size : start])
    arrays = {}
    for name, dtype, shape in facts.pop("arrays"):
        count = prod(shape)
        values = np.frombuffer(data, dtype=dtype, count=count, offset=start) if count else np.empty(0, dtype)
        arrays[name] = values.reshape(shape).copy()
        start += values.nbytes
    return arrays, facts


def _unpack_first(data: bytes) -> tuple[dict[str, Array], dict[str, Any]]:
    """Format 1."""
    with np.load(io.BytesIO(data), allow_pickle=False) as whole:
        arrays = {name: whole[name] for name in whole.files}
    return arrays, json.loads(arrays.pop("facts").tobytes())

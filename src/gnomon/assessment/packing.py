"""Binary serialization of arrays and metadata: the metadata in JSON, the arrays as raw bytes, no pickle.

A magic number and a checksum come first, then the metadata with the name, dtype and shape of each array, then
the arrays. Format 1 is a NumPy .npz file, which is six times slower; it can still be read.
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

_MAGIC = b"\x93GNOMON\n"
_HEADER = struct.Struct("<8sIQ")  # magic number, checksum of all that follows it, length of the metadata
_LENGTH_AT = _HEADER.size - 8  # the checksum covers from here on
_SMALL = 2**20  # bytes of an array that is copied

# Exceptions that bytes of another format may raise.
_FORMAT_ERRORS = (
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
    SyntaxError,  # NumPy's, of a type
    struct.error,
    zipfile.BadZipFile,
    zlib.error,
)


def pack(arrays: dict[str, Array], facts: dict[str, Any]) -> bytes:
    """Serialize arrays of numbers and JSON metadata to bytes; deterministic.

    >>> arrays, facts = unpack(pack({"row": np.array([1, 2])}, {"name": "iris"}))
    >>> arrays["row"], facts
    (array([1, 2]), {'name': 'iris'})
    """
    for name, array in arrays.items():
        if array.dtype.hasobject:
            raise ValueError(f"array {name!r} has dtype object, which needs pickle; convert it first")
    shapes = [[name, array.dtype.str, array.shape] for name, array in arrays.items()]
    text = json.dumps({"format": FORMAT, **facts, "arrays": shapes}, sort_keys=True).encode()
    rest = [len(text).to_bytes(8, "little"), text, *map(_bytes_of, arrays.values())]
    checksum = 0
    for part in rest:
        checksum = crc32(part, checksum)
    return b"".join([_MAGIC, checksum.to_bytes(4, "little"), *rest])


def unpack(data: bytes) -> tuple[dict[str, Array], dict[str, Any]]:
    """Arrays and metadata from the bytes of `pack`."""
    if not isinstance(data, bytes | bytearray):
        raise DataError(f"{str(data)[:40]!r} was not written by Predictions.to_bytes: it is not bytes")
    try:
        arrays, facts = _unpack(data) if data.startswith(_MAGIC) else _unpack_first(data)
        version = facts.pop("format", None)
    except _FORMAT_ERRORS as error:
        raise DataError(
            f"these {len(data)} bytes were not written by Predictions.to_bytes: {error}"
        ) from error
    if version not in (1, FORMAT):
        raise DataError(
            f"these bytes have format {version}, but this version of Gnomon reads format {FORMAT}; run the "
            "experiment again"
        )
    return arrays, facts


def _bytes_of(array: Array) -> Any:
    """The raw bytes of an array; of a large one without a copy."""
    if array.nbytes < _SMALL or not array.flags.c_contiguous:
        return array.tobytes()
    return array.reshape(-1).view(np.uint8).data


def _unpack(data: bytes) -> tuple[dict[str, Array], dict[str, Any]]:
    _, checksum, length = _HEADER.unpack_from(data)
    if crc32(memoryview(data)[_LENGTH_AT:]) != checksum:
        raise ValueError("the checksum is wrong, so they are damaged or truncated")
    start = _HEADER.size + length
    facts = json.loads(data[_HEADER.size : start])
    arrays = {}
    for name, dtype, shape in facts.pop("arrays"):
        if not isinstance(name, str):
            raise TypeError(f"{name!r} is no name of an array")
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

"""Validation of the arrays in a model file, before they are loaded."""

import io
import math
import warnings
from typing import Any

import numpy as np
import scipy.sparse

from gnomon.errors import DataError
from gnomon.models.archive import unpack

_HEADERS = {(1, 0): np.lib.format.read_array_header_1_0, (2, 0): np.lib.format.read_array_header_2_0}
_SPARSE_ENTRIES = ("data.npy", "format.npy", "indices.npy", "indptr.npy", "shape.npy", "_is_array.npy")


def check_array(name: str, content: bytes) -> None:
    """Raise DataError unless this is an array of plain values of the declared size.

    >>> stream = io.BytesIO()
    >>> np.save(stream, np.arange(3))
    >>> check_array("1.npy", stream.getvalue())
    """
    stream = io.BytesIO(content)
    try:
        with warnings.catch_warnings():
            # NumPy repairs headers of Python 2, with a warning; Gnomon's files never need it.
            warnings.simplefilter("error")
            version = np.lib.format.read_magic(stream)
            shape, _, dtype = _HEADERS[version](stream)
    except Exception as error:  # a corrupt header may raise anything
        raise DataError(f"its array {name!r} is corrupt ({error})") from None
    size = math.prod(shape) * dtype.itemsize
    if dtype.hasobject or min(shape, default=0) < 0 or size != len(content) - stream.tell():
        raise DataError(f"its array {name!r} does not match its header: {shape} of {dtype}")
    if dtype.kind == "U" and not _is_text(content[stream.tell() :], dtype):
        raise DataError(f"its array {name!r} contains invalid characters")


def check_sparse(name: str, content: bytes) -> None:
    """Raise DataError unless this is a CSR or CSC matrix with valid indices.

    >>> stream = io.BytesIO()
    >>> scipy.sparse.save_npz(stream, scipy.sparse.csr_array(np.eye(2)))
    >>> check_sparse("1.npz", stream.getvalue())
    """
    parts = unpack(content)
    unknown = set(parts) - set(_SPARSE_ENTRIES)
    if unknown:
        raise DataError(f"its sparse matrix {name!r} has an unknown part {min(unknown)!r}")
    for part, part_content in parts.items():
        check_array(f"{name}/{part}", part_content)
    try:
        matrix: Any = scipy.sparse.load_npz(io.BytesIO(content))
        if matrix.format not in ("csr", "csc"):
            raise ValueError(f"its format is {matrix.format}")
        matrix.check_format(full_check=True)
    except (ValueError, TypeError, KeyError, NotImplementedError, OverflowError, MemoryError) as error:
        raise DataError(f"its sparse matrix {name!r} is corrupt ({error})") from None


def read_array(content: bytes) -> Any:
    """Load a validated array.

    >>> stream = io.BytesIO()
    >>> np.save(stream, np.arange(3))
    >>> read_array(stream.getvalue())
    array([0, 1, 2])
    """
    return np.load(io.BytesIO(content), allow_pickle=False)


def _is_text(content: bytes, dtype: np.dtype[Any]) -> bool:
    """Whether all characters of a string array are valid Unicode (no surrogates)."""
    codes = np.frombuffer(content, dtype=np.dtype(np.uint32).newbyteorder(dtype.byteorder))
    return not np.any((codes > 0x10FFFF) | ((codes >= 0xD800) & (codes <= 0xDFFF)))

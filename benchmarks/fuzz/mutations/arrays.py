"""Alterations of arrays in NumPy's file format: of shape, type and values, and of the header itself."""

import io
import re
from random import Random

import numpy as np

from benchmarks.fuzz.mutations.plain import altered_bytes

_DTYPES = (
    b"|O",
    b"<f8",
    b"<i8",
    b"|u1",
    b"<U9",
    b"|V16",
    b"<c16",
    b"|b1",
    b"<M8[s]",
    b"<f2",
    b"|S0",
    b">i4",
    b"<i4",
)
_SHAPES = (
    b"()",
    b"(0,)",
    b"(1,)",
    b"(-1,)",
    b"(3, 0)",
    b"(99999999999,)",
    b"(1, 1, 1, 1)",
    b"(True,)",
    b"(2, 3)",
)
_VALUES = (
    0,
    1,
    -1,
    -2,
    3,
    7,
    255,
    7777,
    2**31 - 1,
    -(2**31),
    2**53,
    2**63 - 1,
    -(2**63),
    0.5,
    1e300,
    np.nan,
    np.inf,
)


def altered_array(content: bytes, random: Random) -> bytes:
    """An .npy file with another header, other bytes, or other values."""
    way = random.randrange(10)
    if way == 0:
        return altered_bytes(content, random)
    if way == 1:
        old = re.search(rb"'(?:[<>|]\w+)'", content)
        return (
            content if old is None else content.replace(old.group(), b"'" + random.choice(_DTYPES) + b"'", 1)
        )
    if way == 2:
        return re.sub(rb"\([\d, ]*\)", lambda _: random.choice(_SHAPES), content, count=1)
    stream = io.BytesIO()
    np.save(stream, _changed(_loaded(content), random), allow_pickle=False)
    return stream.getvalue()


def _loaded(content: bytes) -> np.ndarray:
    try:
        return np.load(io.BytesIO(content), allow_pickle=False)
    except Exception as error:  # an altered header may raise anything
        raise ValueError(f"no array: {error}") from None


def _changed(array: np.ndarray, random: Random) -> np.ndarray:
    way = random.randrange(8)
    if way < 4 and array.size:
        return _with_values(array, random)
    if array.ndim == 0:
        return array.reshape(1)
    others = (
        lambda: array[:0],
        lambda: array[:-1],
        lambda: np.concatenate([array, array]),
        lambda: array[..., None],
        lambda: array.ravel(),
        lambda: array.T.copy(),
        lambda: array.ravel()[::-1].reshape(array.shape),
        lambda: array.astype(random.choice(("f4", "f8", "i8", "i2", "U3"))),
    )
    return random.choice(others)()


def _with_values(array: np.ndarray, random: Random) -> np.ndarray:
    """The array with an odd value in one place, in all, or in one field."""
    other = array.copy()
    view = other[random.choice(array.dtype.names)] if array.dtype.names else other
    with np.errstate(all="ignore"):
        value = (
            np.float64(random.choice(_VALUES)).astype(view.dtype)
            if view.dtype.kind in "iufb"
            else view.flat[0]
        )
    if random.random() < 0.7:
        view[np.unravel_index(random.randrange(view.size), view.shape)] = value
    else:
        view[...] = value
    return other

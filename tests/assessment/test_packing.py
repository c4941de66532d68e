import io
import json
import zlib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays_of

from gnomon.assessment.packing import pack, unpack
from gnomon.errors import DataError


def first_format(arrays, facts):
    """As format 1 had it."""
    text = json.dumps({"format": 1, **facts}, sort_keys=True).encode()
    whole = io.BytesIO()
    np.savez(whole, allow_pickle=False, facts=np.frombuffer(text, dtype=np.uint8), **arrays)
    return whole.getvalue()


def same(drawn, arrays):
    return list(drawn) == list(arrays) and all(
        drawn[name].dtype == array.dtype
        and drawn[name].shape == array.shape
        and drawn[name].tobytes() == array.tobytes()
        for name, array in arrays.items()
    )


def test_equal_values_give_equal_bytes():
    arrays = {"row": np.arange(3), "truth": np.array([0.1, np.nan, np.inf])}
    assert pack(arrays, {"b": 1, "a": "é"}) == pack(dict(arrays), {"a": "é", "b": 1})


@settings(max_examples=50, deadline=None)
@given(
    array=arrays_of.arrays(
        dtype=st.sampled_from([np.float64, np.float32, np.int32, np.uint8, np.bool_, "<U3"]),
        shape=arrays_of.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=4),
    ),
    facts=st.dictionaries(st.text(max_size=3).filter(lambda key: key not in ("format", "arrays")), st.text()),
)
def test_whatever_is_packed_comes_back_bit_for_bit(array, facts):
    arrays = {"one": array, "two": np.asfortranarray(array[..., None])}
    result, metadata = unpack(pack(arrays, facts))
    assert metadata == facts
    assert same(result, arrays)
    result["one"][...] = result["one"]


def test_format_1_can_be_read():
    arrays = {"row": np.arange(3), "probability": np.array([[0.5, 0.5], [1.0, 0.0]])}
    result, facts = unpack(first_format(arrays, {"name": "iris"}))
    assert same(result, arrays)
    assert facts == {"name": "iris"}


def test_what_is_not_ours_is_refused():
    other = io.BytesIO()
    np.savez(other, row=np.arange(3))
    ours = pack({"row": np.arange(3)}, {})
    for junk in (b"", b"junk", other.getvalue(), ours[:-1], ours[:15], ours[:8], ours + b"\0"):
        with pytest.raises(DataError, match="not written by"):
            unpack(junk)


def test_any_flipped_bit_is_seen():
    ours = pack({"row": np.arange(3)}, {"a": 1})
    for place in range(len(ours)):
        changed = bytearray(ours)
        changed[place] ^= 4
        with pytest.raises(DataError, match="not written by"):
            unpack(bytes(changed))


def test_another_format_is_refused_by_its_number():
    with pytest.raises(DataError, match="format 99"):
        unpack(pack({}, {"format": 99}))


def test_objects_are_never_pickled():
    with pytest.raises(ValueError, match="needs pickle"):
        pack({"truth": np.array([object()])}, {})


def test_names_of_arrays_are_text():
    with pytest.raises(DataError, match="3 is no name of an array"):
        unpack(pack({3: np.arange(2)}, {}))


@pytest.mark.parametrize("dtype", ["(,)f8", "(2,", "O", "", 3])
def test_odd_types_of_arrays_are_refused(dtype):
    text = json.dumps({"format": 2, "arrays": [["row", dtype, [1]]]}).encode()
    body = len(text).to_bytes(8, "little") + text + bytes(64)
    data = b"\x93GNOMON\n" + zlib.crc32(body).to_bytes(4, "little") + body
    with pytest.raises(DataError, match="not written by"):
        unpack(data)

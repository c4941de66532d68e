import io

import numpy as np
import pytest

from gnomon.assessment.packing import pack, unpack
from gnomon.errors import DataError


def test_equal_values_give_equal_bytes():
    arrays = {"row": np.arange(3), "truth": np.array([0.1, np.nan, np.inf])}
    assert pack(arrays, {"b": 1, "a": "é"}) == pack(dict(arrays), {"a": "é", "b": 1})


def test_what_is_not_ours_is_refused():
    other = io.BytesIO()
    np.savez(other, row=np.arange(3))
    for junk in (b"", b"junk", other.getvalue(), pack({}, {})[:-40]):
        with pytest.raises(DataError, match="not written by"):
            unpack(junk)


def test_another_format_is_refused_by_its_number():
    with pytest.raises(DataError, match="format 99"):
        unpack(pack({}, {"format": 99}))


def test_objects_are_never_pickled():
    with pytest.raises(ValueError, match="allow_pickle"):
        pack({"truth": np.array([object()])}, {})

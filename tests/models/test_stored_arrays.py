import warnings

import numpy as np
import pytest

from gnomon.errors import DataError
from gnomon.models.stored_arrays import check_array
from tests.models.altering import npy


@pytest.mark.parametrize("letter", [0xD800, 0xDFFF, 0x110000, 0xFFFFFFFF])
@pytest.mark.parametrize("order", ["<", ">"])
def test_text_of_letters_that_do_not_exist_is_refused(letter, order):
    content = npy(np.array(["no", "yes"], dtype=f"{order}U3"))
    altered = content[:-4] + np.array([letter], dtype=f"{order}u4").tobytes()
    check_array("1.npy", content)
    with pytest.raises(DataError, match="invalid characters"):
        check_array("1.npy", altered)


@pytest.mark.parametrize(
    "header", [b"{'descr': '<f8', 'shape': (", b"{'descr': '<f8', 'shape': (3L,)}", b"\\"]
)
def test_headers_that_numpy_would_mend_or_choke_on_are_refused_without_a_warning(header):
    content = npy(np.arange(3.0))
    size = int.from_bytes(content[8:10], "little")
    altered = content[:10] + header.ljust(size - 1) + b"\n" + content[10 + size :]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(DataError, match="corrupt"):
            check_array("1.npy", altered)


def test_every_array_of_numbers_passes():
    for dtype in ("f4", "i8", "?", "U5", "c16"):
        check_array("1.npy", npy(np.zeros((2, 3), dtype=dtype)))

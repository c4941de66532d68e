"""Bytes with a valid checksum may still not be valid predictions."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.assessment.packing import pack, unpack
from gnomon.assessment.predictions import Predictions
from gnomon.errors import DataError


@pytest.fixture(scope="module")
def sound():
    return gn.resample(gn.datasets.make_moons(40, random_state=0), gn.GaussianNB(), gn.k_fold(4)).to_bytes()


@pytest.mark.parametrize(
    ("arrays", "facts", "says"),
    [
        ({"predicted": np.full(40, 7, np.int32)}, {}, "'predicted' has codes outside 0 to 1"),
        ({"truth": np.full(40, -1, np.int32)}, {}, "'truth' has codes outside 0 to 1"),
        ({"truth": np.zeros(40)}, {}, "'truth' has codes outside 0 to 1"),
        ({"row": np.arange(39)}, {}, "for 39 rows"),
        ({"split": np.zeros(40)}, {}, "'split' is not a sorted array of integers"),
        ({"split": np.arange(40)[::-1]}, {}, "'split' is not a sorted array of integers"),
        ({"train_sizes": np.ones(3, int)}, {}, "'train_sizes' does not have one integer per split"),
        ({"probability": np.ones((40, 3))}, {}, "for 2 classes"),
        ({"weight": np.array(["x"] * 40)}, {}, "'weight' has dtype <U1"),
        ({"row": np.arange(40) + 2**50}, {}, "'row' has numbers outside 0 to 39"),
        ({"row": np.arange(40) - 1}, {}, "'row' has numbers outside 0 to 39"),
        ({"split": np.arange(40) // 10 + 2**50}, {}, "'split' has numbers outside 0 to"),
        ({}, {"task_name": 3}, "task_name is 3"),
        ({}, {"design": {}}, "key design.method is missing"),
        ({}, {"dtype": "no type"}, "classes cannot have dtype"),
    ],
)
def test_what_is_wrong_is_named(arrays, facts, says, sound):
    old_arrays, old_facts = unpack(sound)
    with pytest.raises(DataError, match=says):
        Predictions.from_bytes(pack({**old_arrays, **arrays}, {**old_facts, **facts}))


def test_a_missing_array_is_named(sound):
    arrays, facts = unpack(sound)
    del arrays["truth"]
    with pytest.raises(DataError, match="'truth' is missing"):
        Predictions.from_bytes(pack(arrays, facts))


@pytest.mark.parametrize("data", [3, None, "text", b"", b"PK\5\6" + bytes(18)])
def test_what_is_no_bytes_of_ours_is_refused(data):
    with pytest.raises(DataError, match="not written by"):
        unpack(data)

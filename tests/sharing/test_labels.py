import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.sharing.labels import Labels


@given(st.lists(st.one_of(st.integers(-50, 50)), min_size=1))
def test_counting_gives_what_sorting_gives(values):
    labels = Labels.of(np.array(values))
    classes, codes = np.unique(values, return_inverse=True)
    assert np.array_equal(labels.classes, classes)
    assert np.array_equal(labels.codes, codes)


@pytest.mark.parametrize("y", [["b", "a", "b"], [True, False, True], [10**12, 0, 5], [1.0, 2.0, 1.0]])
def test_classes_of_codes_give_back_the_labels(y):
    labels = Labels.of(y)
    assert labels.classes[labels.codes].tolist() == y


def test_joined_labels_keep_their_meaning():
    joined = Labels.of(["b", "c"]).joined(Labels.of(["a", "c"]))
    assert joined.classes[joined.codes].tolist() == ["b", "c", "a", "c"]


def test_continuous_targets_are_no_labels():
    with pytest.raises(ValueError, match="continuous"):
        Labels.of([0.5, 1.25, 3.75])


@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.uint8, np.uint64, np.int64])
def test_small_and_large_integer_types_do_not_wrap(dtype):
    info = np.iinfo(dtype)
    y = np.array([info.min, info.max, info.min], dtype=dtype)
    labels = Labels.of(y)
    assert np.array_equal(labels.classes[labels.codes], y)

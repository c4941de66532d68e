import numpy as np
import pytest

from gnomon.errors import DataError
from gnomon.sharing.counts import Counts
from gnomon.sharing.labels import Labels


def counted(rows, codes, y, weight):
    return Counts.of(Labels.of(y[rows]), codes[rows], weight[rows])


@pytest.mark.parametrize("seed", range(5))
def test_counts_add_and_subtract_over_different_levels_and_classes(seed):
    random = np.random.default_rng(seed)
    codes = random.integers(-1, 4, size=(40, 3))
    y = np.array(list("abcd"))[random.integers(4, size=40)]
    weight = random.integers(1, 4, size=40).astype(float)
    left, right = np.arange(15), np.arange(15, 40)
    whole = counted(np.arange(40), codes, y, weight)
    both = counted(left, codes, y, weight) + counted(right, codes, y, weight)
    assert np.array_equal(both.weight, whole.weight)
    for one, other in zip(both.tables, whole.tables, strict=True):
        assert np.array_equal(one, other)
    back = (whole - counted(right, codes, y, weight)).present()
    alone = counted(left, codes, y, weight)
    assert np.array_equal(back.classes, alone.classes)
    assert np.array_equal(back.weight, alone.weight)


def test_rows_that_were_never_counted_cannot_be_taken_out():
    a, b = Counts.of(Labels.of(["x"])), Counts.of(Labels.of(["y"]))
    with pytest.raises(DataError, match="never held"):
        a - b


def test_a_class_whose_rows_are_all_taken_out_leaves_no_trace():
    def one(label, weight):
        return Counts.of(Labels.of([label]), weight=np.array([weight]))

    total = one("a", 1.0) + one("b", 0.1) + one("b", 0.2) + one("b", 0.3)
    left = total - one("b", 0.3) - one("b", 0.1) - one("b", 0.2)
    assert left.present().classes.tolist() == ["a"]

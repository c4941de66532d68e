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
    back = (whole - counted(right, codes, y, weight)).of_present_classes()
    alone = counted(left, codes, y, weight)
    assert np.array_equal(back.classes, alone.classes)
    assert np.array_equal(back.weight, alone.weight)


def test_rows_that_were_never_counted_cannot_be_taken_out():
    a, b = Counts.of(Labels.of(["x"])), Counts.of(Labels.of(["y"]))
    with pytest.raises(DataError, match="do not include"):
        a - b


def test_a_class_whose_rows_are_all_taken_out_leaves_no_trace():
    def one(label, weight):
        return Counts.of(Labels.of([label]), weight=np.array([weight]))

    total = one("a", 1.0) + one("b", 0.1) + one("b", 0.2) + one("b", 0.3)
    left = total - one("b", 0.3) - one("b", 0.1) - one("b", 0.2)
    assert left.of_present_classes().classes.tolist() == ["a"]


@pytest.mark.parametrize("seed", range(3))
def test_counts_of_values_add_and_subtract_whatever_the_values(seed):
    random = np.random.default_rng(seed)
    y = np.array(list("abc"))[random.integers(3, size=60)]
    codes = random.integers(0, 5, size=(60, 2))
    words = np.array(["u", "v", "w", "x", "y"])
    for X in (codes, codes - 2, codes / 2, words[codes], words[codes].astype(object)):
        whole = Counts.of_values(X, Labels.of(y))
        left, right = (Counts.of_values(X[rows], Labels.of(y[rows])) for rows in (slice(25), slice(25, None)))
        both = left + right
        for j in range(2):
            assert np.array_equal(both.tables[j], whole.tables[j])
            back = (whole - right).tables[j]
            assert np.array_equal(back[back.any(axis=1)], left.tables[j][left.tables[j].any(axis=1)])
        narrow = whole.columns(np.array([1]))
        assert np.array_equal(narrow.tables[0], whole.tables[1])


def test_codes_and_fractions_of_one_column_are_counted_together():
    whole, halves = np.array([[0], [2]]), np.array([[0.5], [2.0]])
    both = Counts.of_values(whole, Labels.of(["a", "b"])) + Counts.of_values(halves, Labels.of(["a", "b"]))
    assert both.levels[0].tolist() == [0, 0.5, 1, 2]
    assert both.tables[0].tolist() == [[1, 0], [1, 0], [0, 0], [0, 2]]


def test_levels_that_were_never_counted_cannot_be_taken_out():
    whole = Counts.of_values(np.array([["u"], ["v"]]), Labels.of(["a", "a"]))
    with pytest.raises(DataError, match="do not include"):
        whole - Counts.of_values(np.array([["w"]]), Labels.of(["a"]))

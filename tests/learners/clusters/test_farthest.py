import numpy as np

from gnomon.learners.clusters.farthest import Farthest

CENTER, ROWS = np.array([[0.0]]), np.array([[3.0], [-3.0], [1.0], [3.0], [0.0], [2.0]])


def farthest(rows, n, weight=None):
    return Farthest.of(rows, weight, CENTER, np.zeros(len(rows), dtype=np.int32), n)


def test_any_split_into_blocks_gives_the_same_relocations():
    for n in (1, 2, 3, 9):
        whole = [(*each.row, each.weight) for each in farthest(ROWS, n).relocations()]
        for at in range(1, 6):
            both = farthest(ROWS[:at], n) + farthest(ROWS[at:], n)
            assert [(*each.row, each.weight) for each in both.relocations()] == whole
    assert whole == [(3.0, 2.0), (-3.0, 1.0), (2.0, 1.0), (1.0, 1.0)]


def test_rows_without_weight_and_rows_on_their_center_are_excluded():
    assert farthest(ROWS, 2, np.zeros(6)).relocations() == []
    assert farthest(np.zeros((2, 1)), 2).relocations() == []
    assert [each.weight for each in farthest(ROWS, 1, np.arange(6.0)).relocations()] == [1.0]

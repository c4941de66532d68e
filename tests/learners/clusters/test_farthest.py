import numpy as np

from gnomon.learners.clusters.farthest import Farthest

CENTER, ROWS = np.array([[0.0]]), np.array([[3.0], [-3.0], [1.0], [3.0], [0.0], [2.0]])


def farthest(rows, wanted, weight=None):
    return Farthest.of(rows, weight, CENTER, np.zeros(len(rows), dtype=np.int32), wanted)


def test_any_cut_gives_the_places_of_all_rows():
    for wanted in (1, 2, 3, 9):
        whole = [(*place.row, place.weight) for place in farthest(ROWS, wanted).places()]
        for at in range(1, 6):
            both = farthest(ROWS[:at], wanted) + farthest(ROWS[at:], wanted)
            assert [(*place.row, place.weight) for place in both.places()] == whole
    assert whole == [(3.0, 2.0), (-3.0, 1.0), (2.0, 1.0), (1.0, 1.0)]


def test_rows_without_weight_and_rows_on_their_center_are_no_places():
    assert farthest(ROWS, 2, np.zeros(6)).places() == []
    assert farthest(np.zeros((2, 1)), 2).places() == []
    assert [place.weight for place in farthest(ROWS, 1, np.arange(6.0)).places()] == [1.0]

"""Ties are drawn as rectangles between the best and the worst order."""

import pytest
from matplotlib.figure import Figure

import gnomon as gn
from gnomon.errors import DataError


def test_three_tied_scores_make_one_rectangle_and_the_expected_area_lies_halfway():
    rows = gn.load("tied-scores").to_pandas()
    display = gn.plotting.RocTiesDisplay.from_predictions(rows["class"], rows["score"], pos_label="c1")
    areas = {name: curve.auc for name, curve in display.curves.items()}
    assert areas["expected"] == pytest.approx(5 / 6)
    assert areas["expected"] == pytest.approx((areas["optimistic"] + areas["pessimistic"]) / 2)
    assert len(display._rectangles()) == 1


def test_zoom_shows_the_largest_rectangle_with_room_around_it():
    display = gn.plotting.RocTiesDisplay(
        gn.curves.roc_curve([1, 0, 1, 1, 0], [0.9, 0.8, 0.8, 0.8, 0.1]), zoom=True
    )
    ax = Figure().add_subplot()
    display.plot(ax)
    left, right = ax.get_xlim()
    assert left < 0.0
    assert 0.5 < right < 0.8


def test_a_curve_without_ties_is_drawn_as_it_is():
    display = gn.plotting.RocTiesDisplay(gn.curves.roc_curve([1, 0], [0.9, 0.1]))
    assert "0 ties" in display.alt()
    with pytest.raises(DataError, match="RocCurve is needed"):
        gn.plotting.RocTiesDisplay([0, 1])

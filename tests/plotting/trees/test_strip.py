"""A strip of rows, and the threshold of a line search."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.errors import DataError


def test_the_threshold_is_that_of_the_line_search():
    x, y = [1.0, 2.0, 6.0, 7.0], ["a", "a", "b", "b"]
    display = gn.plotting.StripDisplay.from_search(x, y, keep="middle")
    assert display.search.threshold == gn.teaching.threshold_line_search(x, y, keep="middle").threshold
    assert "0 errors" in display.alt()


def test_rows_alone_can_be_drawn_and_many_are_thinned():
    x = np.linspace(0, 1, 12_000)
    display = gn.plotting.StripDisplay(x, x > 0.5)
    assert "5,000 of 12,000" in display.alt()
    assert len(display.frame()) == 12_000


def test_a_fine_search_over_many_rows_stays_a_small_picture():
    random = np.random.default_rng(0)
    display = gn.plotting.StripDisplay.from_search(
        random.normal(size=8000), random.integers(2, size=8000), step=1e-5
    )
    assert len(display.search.errors) > 100_000
    assert len(display.svg()) < 200_000


@pytest.mark.parametrize("x", [[[1.0, 2.0]], [1.0, np.nan]])
def test_what_has_no_place_on_a_line_is_refused(x):
    with pytest.raises(DataError, match="one finite number per row"):
        gn.plotting.StripDisplay(x, ["a", "b"])

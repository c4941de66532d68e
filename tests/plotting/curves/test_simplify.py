"""Long curves are drawn by fewer points without a visible change."""

import numpy as np

from gnomon.plotting.curves.simplify import simplified


def test_a_short_curve_stays_as_it_is():
    x, y = simplified([0, 1, 2], [0, 5, 1])
    assert x.tolist() == [0, 1, 2]
    assert y.tolist() == [0, 5, 1]


def test_steps_keep_their_ends_and_no_point_is_farther_than_a_step():
    random = np.random.default_rng(0)
    y = np.cumsum(random.random(100_000) < 0.3) / 30_000
    x = np.linspace(0, 1, len(y))
    few_x, few_y = simplified(x, y, 1000)
    assert len(few_x) == 1000
    assert (few_x[0], few_x[-1], few_y[-1]) == (x[0], x[-1], y[-1])
    assert np.abs(np.interp(x, few_x, few_y) - y).max() < 0.003


def test_a_flat_curve_is_no_matter():
    x, y = simplified(np.zeros(5000), np.zeros(5000))
    assert len(x) == len(y) == 2000

"""Axes that reach millions say so at each tick."""

import pytest
from matplotlib.figure import Figure

import gnomon as gn
from gnomon.plotting.display import _large_tick_labels


@pytest.mark.parametrize(("factor", "wanted"), [(1e6, "50M"), (1e8, "5 billion")])
def test_large_ticks_carry_their_unit(factor, wanted):
    task = gn.Task({"x": [1.0, 2.0, 3.0] * 30}, [factor * n for n in range(90)], kind="regression")
    display = gn.plotting.PredictionErrorDisplay.from_predictions(gn.resample(task, gn.Ridge(), gn.k_fold(3)))
    labels = [each.get_text() for each in display.plot().ax_.xaxis.get_ticklabels()]
    assert wanted in labels


@pytest.mark.parametrize(
    ("limit", "wanted"),
    [
        (9_000, range(0, 9_001, 1000)),
        (90_000, [0, 25_000, 50_000, 75_000]),
        (9_000_000, [0, 5_000_000]),
    ],
)
def test_the_longer_the_labels_below_an_axis_the_fewer_they_are(limit, wanted):
    ax = Figure().add_subplot()
    ax.set(xlim=(0, limit), ylim=(0, limit))
    _large_tick_labels(ax)
    assert [tick for tick in ax.get_xticks() if tick <= limit] == list(wanted)
    assert [tick for tick in ax.get_yticks() if tick <= limit] == [limit / 9 * number for number in range(10)]

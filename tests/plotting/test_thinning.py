"""Of very many rows a part is drawn, the same each time, and it is said."""

import numpy as np
import pytest
from matplotlib.figure import Figure

import gnomon as gn
from gnomon.plotting.style import LIGHT
from gnomon.plotting.thinning import MAX_POINTS, left_out, note_left_out, sample_of


def test_thinning_is_the_same_each_time_and_keeps_the_order_of_rows():
    kept = sample_of(100_000)
    assert np.array_equal(kept, sample_of(100_000))
    assert len(np.unique(kept)) == MAX_POINTS
    assert (np.diff(kept) > 0).all()


@pytest.mark.parametrize("projection", [None, "3d"])
def test_the_note_says_what_the_sentence_says_also_in_space(projection):
    ax = Figure().add_subplot(projection=projection)
    note_left_out(ax, LIGHT, MAX_POINTS)
    assert not ax.texts
    note_left_out(ax, LIGHT, MAX_POINTS + 1)
    assert ax.texts[0].get_text() == left_out(MAX_POINTS + 1).strip()


@pytest.mark.parametrize(
    "figure",
    [
        lambda X, y: gn.plotting.ClassScatterDisplay(X, y),
        lambda X, y: gn.plotting.StripDisplay(X[:, 0], y),
        lambda X, y: gn.plotting.PredictionErrorDisplay.from_predictions(X[:, 0], X[:, 1]),
        lambda X, y: gn.plotting.ClusterLabelsDisplay(X, y),
    ],
)
def test_figures_of_very_many_rows_say_so_on_the_axes_and_in_words(figure):
    X = np.random.default_rng(0).normal(size=(6_000, 2))
    display = figure(X, X[:, 0] > 0)
    display.plot(Figure().add_subplot())
    assert "5,000 of 6,000 rows are drawn." in [text.get_text() for text in display.ax_.texts]
    assert "5,000 of" in display.alt()

"""Marks of rows: by class, and few enough."""

import numpy as np
from matplotlib.figure import Figure

from gnomon.plotting.class_marks import MOST_POINTS, class_sizes, mark_classes, thinned
from gnomon.plotting.style import LIGHT


def test_thinning_is_the_same_each_time_and_keeps_the_order_of_rows():
    kept = thinned(100_000)
    assert np.array_equal(kept, thinned(100_000))
    assert len(np.unique(kept)) == MOST_POINTS
    assert (np.diff(kept) > 0).all()


def test_of_very_many_rows_a_part_is_drawn_and_the_figure_says_so():
    ax = Figure().add_subplot()
    labels = np.repeat(["a", "b"], 4_000)
    mark_classes(ax, LIGHT, np.zeros((8_000, 2)), labels)
    assert sum(len(each.get_offsets()) for each in ax.collections) == MOST_POINTS
    assert [text.get_text() for text in ax.texts] == ["5000 of 8000 rows drawn"]
    assert "5000 of them drawn" in class_sizes(labels)


def test_a_class_keeps_its_colour_when_another_has_no_rows():
    ax = Figure().add_subplot()
    mark_classes(ax, LIGHT, np.zeros((1, 2)), np.array(["b"]), np.array(["a", "b"]))
    from matplotlib.colors import to_hex

    assert to_hex(ax.collections[1].get_facecolor()[0]) == LIGHT.colour(1)

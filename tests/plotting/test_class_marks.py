"""Marks of rows: by class, and few enough."""

import numpy as np
from matplotlib.figure import Figure

from gnomon.plotting.class_marks import class_sizes, draw_points, mark_classes
from gnomon.plotting.style import LIGHT
from gnomon.plotting.thinning import MAX_POINTS


def test_of_very_many_rows_a_part_is_drawn_and_the_figure_says_so():
    ax = Figure().add_subplot()
    labels = np.repeat(["a", "b"], 4_000)
    mark_classes(ax, LIGHT, np.zeros((8_000, 2)), labels)
    assert sum(len(each.get_offsets()) for each in ax.collections) == MAX_POINTS
    assert [text.get_text() for text in ax.texts] == ["5,000 of 8,000 rows are drawn."]
    assert "5,000 of them drawn" in class_sizes(labels)


def test_a_class_keeps_its_color_when_another_has_no_rows():
    ax = Figure().add_subplot()
    mark_classes(ax, LIGHT, np.zeros((1, 2)), np.array(["b"]), np.array(["a", "b"]))
    from matplotlib.colors import to_hex

    assert to_hex(ax.collections[1].get_facecolor()[0]) == LIGHT.color(1)


def test_many_points_are_thinned_alike_each_time_and_it_is_said():
    points = np.random.default_rng(0).normal(size=(9000, 2))
    drawn = []
    for _ in range(2):
        ax = Figure().add_subplot()
        draw_points(ax, LIGHT, points, np.arange(9000) % 2, ["a", "b"])
        drawn.append(np.vstack([each.get_offsets() for each in ax.collections]))
        assert ax.texts[0].get_text() == "5,000 of 9,000 rows are drawn."
    assert len(drawn[0]) == 5000
    assert np.array_equal(*drawn)

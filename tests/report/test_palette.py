import re
from importlib.resources import files

import pytest

from gnomon.plotting.class_scatter import ClassScatterDisplay
from gnomon.plotting.style import DARK, LIGHT
from gnomon.report.palette import declarations, palette, themed
from tests.report.outline import Outline

SHEET = declarations() + files("gnomon.report").joinpath("template/page.css").read_text()
WORDS = ("ink", "soft", "best", "equal", "unsure", "worse", "grave")


def luminance(color):
    parts = [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def variables(medium):
    """The variables that hold in a medium: all before it, and those of its own blocks."""
    found = {}
    for query, block in re.findall(r"(@media[^{]*\{\s*)?:root\s*\{([^}]*)\}", SHEET):
        if not query or medium in query:
            found |= dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", block))
    return found


@pytest.mark.parametrize("medium", ["light", "dark", "print"])
def test_words_stand_out_from_paper_and_wash_as_wcag_asks(medium):
    colors = variables(medium)
    for word in WORDS:
        for ground in ("paper", "wash"):
            assert contrast(colors[word], colors[ground]) >= 4.5, (medium, word, ground)


def test_light_and_dark_name_the_same_colors():
    assert palette(LIGHT).keys() == palette(DARK).keys()
    assert variables("dark")["ink"] == DARK.ink
    assert variables("print")["paper"] == "#ffffff"


def test_a_figure_keeps_no_color_of_the_light_theme():
    svg = themed(ClassScatterDisplay.example().svg(prefix="a-"))
    for color in palette(LIGHT).values():
        assert color not in svg
    assert "var(--class-1)" in svg
    assert "xmlns" not in svg
    assert "<style" not in svg
    Outline(svg)


def test_colors_in_words_are_left_alone():
    assert themed('<svg><text style="fill: #1f2428">#1f2428</text></svg>').endswith(">#1f2428</text></svg>")


def test_colors_that_are_attributes_become_styles_where_variables_work():
    assert themed('<svg><path fill="#1f2428"/></svg>') == '<svg><path style="fill: var(--ink)"/></svg>'

"""What holds for every figure there is, on its own example."""

import re

import matplotlib
import pandas as pd
import pytest
from matplotlib.figure import Figure

import gnomon as gn
from gnomon.errors import ParameterError
from gnomon.plotting.class_scatter import ClassScatterDisplay
from gnomon.plotting.display import Display
from gnomon.plotting.panels import Panels
from gnomon.plotting.style import LIGHT, styled
from gnomon.registry import displays
from tests.plotting.changes import CHANGES
from tests.plotting.described.figures import describe, places
from tests.plotting.drawn import drawn, everything
from tests.plotting.golden import FOLDER, assert_golden, differences, text_of
from tests.plotting.larger import DRAWN

matplotlib.use("agg")

# A fixture would draw for every test of the file, where the tests nearest to a function are looked for.
every_display = pytest.mark.parametrize("name", sorted(displays), scope="module")
CODE = re.compile(r"#[0-9a-f]{6}")
# Their numbers stand on colors that are the same in both themes.
ON_FIXED_COLORS = {"ValidationSurfaceDisplay": {LIGHT.paper: "paper", LIGHT.ink: "ink"}}


@every_display
def test_it_shows_what_it_showed_when_somebody_looked(name):
    assert_golden(everything(drawn(name).display, drawn(name).described("light")), name)


@every_display
def test_in_the_dark_theme_only_colors_differ_and_each_by_its_part_in_the_theme(name):
    light, dark = (text_of(drawn(name).described(theme)) for theme in ("light", "dark"))
    for color, part in ON_FIXED_COLORS.get(name, {}).items():
        dark = dark.replace(color, part)
    assert CODE.sub("#", dark).splitlines() == CODE.sub("#", light).splitlines()
    shaded = [row for row in light.splitlines() if CODE.search(row) and " in " not in row]
    assert not set(shaded) & set(dark.splitlines()), "a color without a part in the theme"


@every_display
def test_any_change_of_it_would_be_seen(name):
    figure = drawn(name).figure("light")
    seen = 0
    with styled(LIGHT):
        before = describe(figure, LIGHT) if drawn(name).is_painted else drawn(name).described("light")
        for change in CHANGES:
            blocks = places(figure, LIGHT)
            for place in change(figure):
                found = differences({place: blocks[place]()}, text_of({place: before[place]}))
                assert found, f"{change.__doc__} is not seen of {place}"
                assert all(each.startswith(place) for each in found)
                seen += 1
        assert not differences(describe(figure, LIGHT), text_of(before)), "a change was not taken back"
    assert seen >= len(figure.axes) * 2


@every_display
def test_it_is_painted_in_both_themes_and_nothing_is_cut_off(name):
    for pixels in (drawn(name).light_pixels, drawn(name).dark_pixels()):
        assert 0.01 < pixels.mean() < 0.99
        assert not any(edge.any() for edge in (pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]))


@every_display
def test_its_table_has_rows(name):
    table = drawn(name).display.frame()
    assert isinstance(table, pd.DataFrame)
    assert len(table) > 0
    assert table.columns.is_unique


@every_display
def test_its_svg_stands_alone_in_a_page_and_says_what_it_shows(name):
    display = drawn(name).display
    # To lay it out would cost as much as to draw it.
    drawn(name).figure("light").set_layout_engine("none")
    text = display.svg(prefix="a-")
    assert text.startswith('<svg role="img" aria-label="')
    assert "<script" not in text
    assert len(text) < 200_000
    assert "<image" not in text or "data:image/png" in text
    assert all(each.startswith("a-") for each in re.findall(r'\bid="([^"]*)"', text))
    assert len(display.alt()) > 20


def test_no_description_is_left_of_a_figure_that_is_gone():
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted([*displays, *DRAWN])


@pytest.mark.parametrize("name", sorted(DRAWN))
def test_a_figure_of_more_than_its_example_is_as_it_was(name):
    display = DRAWN[name]()
    with styled(LIGHT):
        figure = display._rendered(LIGHT)
        assert_golden(everything(display, describe(figure, LIGHT)), name)


@every_display
def test_it_is_a_public_name_with_a_title(name):
    assert getattr(gn.plotting, name) is displays[name].thing
    assert displays[name].thing.__name__ == name
    assert displays[name].title


@every_display
def test_it_draws_on_dark_paper_on_axes_that_it_is_given(name):
    display, figure = drawn(name).display, drawn(name).figure("dark")
    assert display.figure_ is figure
    assert display.ax_ is figure.axes[0]
    if isinstance(display, Panels):
        with pytest.raises(ParameterError, match="create their own axes"):
            display.plot(Figure().add_subplot())


@every_display
def test_files_pages_and_notebooks_are_written_by_the_same_few_lines(name):
    kinds = (Display, Panels)
    for method in ("plot", "save", "svg", "_repr_png_"):
        assert getattr(displays[name].thing, method) in [getattr(kind, method) for kind in kinds]


@pytest.mark.parametrize("kind", [ClassScatterDisplay, Panels])
def test_a_notebook_shows_it(kind):
    assert kind.example()._repr_png_().startswith(b"\x89PNG")


@pytest.mark.parametrize("kind", [ClassScatterDisplay, Panels])
def test_plot_without_axes_makes_a_figure_of_its_own(kind):
    import matplotlib.pyplot as plt

    drawn = kind.example().plot()
    assert drawn.ax_.get_figure(root=True) is drawn.figure_
    assert drawn.figure_.number in plt.get_fignums()
    plt.close(drawn.figure_)

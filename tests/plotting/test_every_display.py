"""What holds for every figure there is, on its own example."""

import functools
import re

import matplotlib
import pandas as pd
import pytest

import gnomon as gn
from gnomon.errors import ParameterError
from gnomon.plotting.class_scatter import ClassScatterDisplay
from gnomon.plotting.display import Display
from gnomon.plotting.panels import Panels
from gnomon.plotting.style import LIGHT
from gnomon.registry import displays
from tests.plotting.golden import assert_golden

matplotlib.use("agg")


@pytest.fixture(scope="module", params=sorted(displays))
def display(request):
    """An example whose light figure is painted once and then written by every test that needs it."""
    made = displays[request.param].thing.example()
    made._rendered = functools.cache(made._rendered)
    return made


def test_its_table_has_rows(display):
    table = display.frame()
    assert isinstance(table, pd.DataFrame)
    assert len(table) > 0
    assert table.columns.is_unique


def test_it_looks_as_it_did_when_somebody_looked(display, tmp_path):
    assert_golden(display, type(display).__name__, tmp_path)


def test_its_svg_stands_alone_in_a_page_and_says_what_it_shows(display):
    # The picture before this one has laid out the figure; to do so again would cost as much as to draw it.
    display._rendered(LIGHT).set_layout_engine("none")
    text = display.svg(prefix="a-")
    assert text.startswith('<svg role="img" aria-label="')
    assert "<script" not in text
    assert len(text) < 200_000
    assert "<image" not in text or "data:image/png" in text
    assert all(each.startswith("a-") for each in re.findall(r'\bid="([^"]*)"', text))
    assert len(display.alt()) > 20


def test_it_is_a_public_name_with_a_title(display):
    name = type(display).__name__
    assert getattr(gn.plotting, name) is type(display)
    assert displays[name].title


def test_it_draws_on_dark_paper_on_axes_that_it_is_given(display):
    import matplotlib.pyplot as plt
    from matplotlib.figure import Figure

    if isinstance(display, Panels):
        with pytest.raises(ParameterError, match="create their own axes"):
            display.plot(Figure().add_subplot())
        assert display.plot(theme="dark") is display
        assert display.ax_.get_figure(root=True) is display.figure_
        plt.close(display.figure_)
    else:
        ax = Figure().add_subplot(projection=display.projection)
        assert display.plot(ax, theme="dark") is display
        assert display.ax_ is ax
        assert display.figure_ is ax.get_figure(root=True)


def test_files_pages_and_notebooks_are_written_by_the_same_few_lines(display):
    kinds = (Display, Panels)
    for method in ("plot", "save", "svg", "_repr_png_"):
        assert getattr(type(display), method) in [getattr(kind, method) for kind in kinds]


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

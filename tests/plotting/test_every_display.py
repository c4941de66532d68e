"""What holds for every figure there is, on its own example."""

import re

import matplotlib
import pandas as pd
import pytest

import gnomon as gn
from gnomon.errors import ParameterError
from gnomon.plotting.panels import Panels
from gnomon.registry import displays
from tests.plotting.golden import assert_golden

matplotlib.use("agg")


@pytest.fixture(scope="module", params=sorted(displays))
def display(request):
    return displays[request.param].thing.example()


def test_its_table_has_rows(display):
    table = display.frame()
    assert isinstance(table, pd.DataFrame)
    assert len(table) > 0
    assert table.columns.is_unique


def test_it_looks_as_it_did_when_somebody_looked(display, tmp_path):
    assert_golden(display, type(display).__name__, tmp_path)


def test_plot_returns_the_display_with_its_axes(display):
    import matplotlib.pyplot as plt

    drawn = display.plot(theme="dark")
    assert drawn is display
    assert drawn.ax_.get_figure(root=True) is drawn.figure_
    plt.close(drawn.figure_)


def test_its_svg_stands_alone_in_a_page_and_says_what_it_shows(display):
    text = display.svg(prefix="a-")
    assert text.startswith('<svg role="img" aria-label="')
    assert "<script" not in text
    assert len(text) < 200_000
    assert "<image" not in text or "data:image/png" in text
    assert all(each.startswith("a-") for each in re.findall(r'\bid="([^"]*)"', text))
    assert len(display.alt()) > 20


def test_it_is_a_public_name_and_says_which_figures_it_draws(display):
    name = type(display).__name__
    assert getattr(gn, name) is type(display)
    assert displays[name].facts["figures"]


def test_it_draws_on_axes_that_it_is_given(display):
    from matplotlib.figure import Figure

    if isinstance(display, Panels):
        with pytest.raises(ParameterError, match="makes its own axes"):
            display.plot(Figure().add_subplot())
    else:
        ax = Figure().add_subplot(projection=display.projection)
        assert display.plot(ax).ax_ is ax


def test_a_notebook_shows_it(display):
    assert display._repr_png_().startswith(b"\x89PNG")

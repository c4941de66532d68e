"""Every display's example drawn once in each theme, described, and painted where a test needs its pixels."""

import functools

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

from gnomon.plotting.display import Display
from gnomon.plotting.panels import Panels
from gnomon.plotting.style import LIGHT, THEMES, styled
from gnomon.registry import displays
from tests.plotting.described.figures import Block, describe
from tests.plotting.described.tables import describe_table
from tests.plotting.described.words import line, quoted

# As many as text needs to lie where the layout has put it.
DPI = 60


class Drawn:
    """An example, its figure in each theme, and the descriptions of them as they were before a layout.

    The layout depends on the metrics of the font, and with it how many ticks there are: without one, a
    description is the same wherever it is made.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.display = displays[name].thing.example()
        self.display._rendered = functools.cache(self.display._rendered)
        self._figures: dict[str, Figure] = {}
        self._described: dict[str, dict[str, Block]] = {}

    def figure(self, theme: str) -> Figure:
        """As it is saved in the light theme, or plotted in the dark one; described when first asked for."""
        if theme not in self._figures:
            with styled(THEMES[theme]):
                figure = self.display._rendered(LIGHT) if theme == "light" else self._plotted()
                self._described[theme] = describe(figure, THEMES[theme])
            self._figures[theme] = figure
        return self._figures[theme]

    def _plotted(self) -> Figure:
        """On axes that are given, where it does not create its own."""
        if isinstance(self.display, Panels):
            plt.close(self.display.plot(theme="dark").figure_)
            return self.display.figure_
        ax = Figure(figsize=self.display.size, layout="constrained").add_subplot(
            projection=self.display.projection
        )
        assert self.display.plot(ax, theme="dark") is self.display
        return ax.get_figure(root=True)

    def described(self, theme: str) -> dict[str, Block]:
        """The description of the figure."""
        self.figure(theme)
        return self._described[theme]

    @property
    def is_painted(self) -> bool:
        """Whether the light figure has its layout, and so other ticks, perhaps, than were described."""
        return "light_pixels" in vars(self)

    @functools.cached_property
    def light_pixels(self) -> np.ndarray:
        """The light figure with its layout, which later drawings of it find done."""
        figure = self.figure("light")
        pixels = _painted(figure, "light")
        figure.set_layout_engine("none")
        return pixels

    def dark_pixels(self) -> np.ndarray:
        """The dark figure, in the layout of the light one."""
        light, dark = self.figure("light"), self.figure("dark")
        assert self.light_pixels.any()
        dark.set_layout_engine("none")
        for one, other in zip(light.axes, dark.axes, strict=True):
            other.set_position(one.get_position())
        return _painted(dark, "dark")


def everything(display: Display, described: dict[str, Block]) -> dict[str, Block]:
    """The description of a figure with its alternative text and its table."""
    return {
        "alternative text": {"text": line(quoted(display.alt()))},
        "table": describe_table(display.frame()),
        **described,
    }


@functools.lru_cache(maxsize=1)
def drawn(name: str) -> Drawn:
    """Tests are in the order of displays: the last one is enough."""
    return Drawn(name)


def _painted(figure: Figure, theme: str) -> np.ndarray:
    """Whether each pixel is not of the color of the paper."""
    figure.set_dpi(DPI)
    canvas = FigureCanvasAgg(figure)
    with styled(THEMES[theme]):
        canvas.draw()
    colors = np.asarray(canvas.buffer_rgba())[..., :3].astype(float)
    paper = 255 * np.array(to_rgb(THEMES[theme].paper))
    return np.abs(colors - paper).max(axis=2) > 2

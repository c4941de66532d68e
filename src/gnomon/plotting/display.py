"""Display, the base class of plots: a table of the data, a drawing of them, and an alternative text."""

from __future__ import annotations

import io
import re
import warnings
from abc import ABC, abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

from gnomon.atomic_file import write_atomically
from gnomon.features.profiles.words import number_in_words
from gnomon.plotting.labels import HUGE, LARGE, SEPARATED, large_tick_label
from gnomon.plotting.style import LIGHT, Theme, find_theme, styled

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


class Display(ABC):
    """Base class of plots, with scikit-learn's conventions: created by a `from_...` method, drawn by `plot`.

    Unlike in scikit-learn, a `from_...` method does not draw: `plot` draws on axes, `save` writes a file,
    `svg` returns an element for a web page, and a notebook renders a display at the end of a cell.

    A subclass implements `frame` (the data drawn), `draw` (the drawing on one Axes) and `alt` (the
    alternative text); a registered one also `example`, a small one on bundled data.

    Attributes
    ----------
    ax_, figure_ : axes and figure of `plot`

    Examples
    --------
    >>> import gnomon as gn
    >>> display = gn.plotting.HistogramDisplay.example()
    >>> isinstance(display, gn.plotting.Display), len(display.frame()) > 0
    (True, True)
    """

    size: ClassVar[tuple[float, float]] = (5.0, 3.6)
    projection: ClassVar[str | None] = None
    theme: Theme = LIGHT
    ax_: Axes
    figure_: Figure

    @abstractmethod
    def frame(self) -> pd.DataFrame:
        """The data drawn, one row per mark."""

    @abstractmethod
    def draw(self, ax: Axes) -> None:
        """Draw on the axes, in the colors of `self.theme`."""

    @abstractmethod
    def alt(self) -> str:
        """Alternative text: what the figure shows, in one sentence with its numbers."""

    def plot(self, ax: Axes | None = None, *, theme: str = "light") -> Self:
        """Draw on the axes, or on new ones if None; return the display, with `ax_` and `figure_`."""
        self.theme = find_theme(theme)
        with styled(self.theme):
            if ax is None:
                import matplotlib.pyplot as plt

                figure = plt.figure(figsize=self.size, layout="constrained")
                ax = self._axes(figure)
            self.draw(ax)
            _large_tick_labels(ax)
            _disable_mathtext(ax)
        self.ax_, self.figure_ = ax, ax.get_figure(root=True)  # type: ignore[assignment]
        return self

    def save(self, path: str | Path, *, theme: str = "light", dpi: float = 150) -> Path:
        """Write the figure to a file (PNG, SVG or PDF by its extension) and return its path."""
        path = Path(path)
        with styled(find_theme(theme)):
            figure = self._rendered(find_theme(theme))
            # In memory, as Matplotlib's writer of PDF does not report a full disk as an OSError.
            buffer, format = io.BytesIO(), path.suffix.lstrip(".") or "png"
            _write(figure, buffer, format=format, dpi=dpi, metadata=_metadata(path.suffix))
        return write_atomically(path, buffer.getvalue(), "the figure")

    def svg(self, *, theme: str = "light", prefix: str = "") -> str:
        """The figure as an SVG element with its alternative text, to embed in an HTML page.

        prefix: of every id in it, so that ids are unique among the figures of a page.
        """
        buffer = io.StringIO()
        with styled(find_theme(theme)):
            _write(
                self._rendered(find_theme(theme)),
                buffer,
                format="svg",
                metadata=_metadata(".svg"),
                transparent=True,
            )
        return _inline(buffer.getvalue(), self.alt(), prefix)

    def _repr_png_(self) -> bytes:
        """PNG that a notebook renders for a display at the end of a cell."""
        buffer = io.BytesIO()
        with styled(LIGHT):
            _write(self._rendered(LIGHT), buffer, format="png", dpi=110)
        return buffer.getvalue()

    def _rendered(self, theme: Theme) -> Figure:
        """A figure outside pyplot's registry, so that it is garbage-collected."""
        from matplotlib.figure import Figure

        self.theme = theme
        figure = Figure(figsize=self.size, layout="constrained")
        ax = self._axes(figure)
        self.draw(ax)
        _large_tick_labels(ax)
        return figure

    def _axes(self, figure: Figure) -> Axes:
        return figure.add_subplot(projection=self.projection)


def _write(figure: Figure, to: Any, **options: Any) -> None:
    """Save a figure, without Matplotlib's warnings of missing glyphs, which it draws as boxes."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        figure.savefig(to, **options)


def _large_tick_labels(ax: Axes) -> None:
    """Tick labels of thousands with separators, and of millions with their unit instead of an offset."""
    from matplotlib.ticker import AutoLocator, FuncFormatter, MaxNLocator, ScalarFormatter

    for name in ax._axis_names:  # type: ignore[attr-defined]
        axis = getattr(ax, f"{name}axis")
        largest = max(map(abs, axis.get_view_interval()))
        if type(axis.get_major_formatter()) is not ScalarFormatter:
            continue
        if name == "x" and largest >= SEPARATED and type(axis.get_major_locator()) is AutoLocator:
            # Long labels side by side would touch.
            axis.set_major_locator(MaxNLocator(3 if largest >= LARGE else 4, steps=[1, 2, 2.5, 5, 10]))
        if LARGE <= largest < HUGE:
            axis.set_major_formatter(FuncFormatter(lambda value, _: large_tick_label(value)))
        elif SEPARATED <= largest < LARGE:
            axis.set_major_formatter(FuncFormatter(lambda value, _: number_in_words(value, 8)))


def _disable_mathtext(ax: Axes) -> None:
    """Switch mathtext off in axes that the caller created, so that labels are plain text there, too."""
    from matplotlib.text import Text

    for text in ax.findobj(Text):
        assert isinstance(text, Text)
        text.set_parse_math(False)


def _metadata(suffix: str) -> dict[str, Any]:
    """No date and no version, so that files are reproducible."""
    return {".svg": {"Date": None, "Creator": None}, ".pdf": {"CreationDate": None}}.get(suffix.lower(), {})


def _inline(text: str, alt: str, prefix: str) -> str:
    """The SVG element alone, with an aria-label for screen readers and unique ids."""
    from html import escape

    body = text[text.index("<svg") :]
    body = re.sub(r"<metadata>.*?</metadata>", "", body, flags=re.DOTALL)
    if prefix:
        body = re.sub(r'\bid="', f'id="{prefix}', body)
        body = re.sub(r'(xlink:href="#|url\(#)', rf"\g<1>{prefix}", body)
    head = f'<svg role="img" aria-label="{escape(alt, quote=True)}" '
    return head + body[len("<svg ") :]

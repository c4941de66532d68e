"""What a figure is: a table, a picture of it, and one sentence that says what the picture shows."""

from __future__ import annotations

import io
import re
import warnings
from abc import ABC, abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

from gnomon.plotting.labels import HUGE, LARGE, large_in_words
from gnomon.plotting.style import LIGHT, Theme, find_theme, styled

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


class Display(ABC):
    """A figure, with scikit-learn's conventions: made by a `from_...` method, drawn by `plot`.

    Unlike there, a `from_...` method draws nothing yet: `plot` draws on axes, `save` into a file, `svg` into
    a page, and a notebook shows a display at the end of a cell.

    A subclass gives `frame` (the numbers drawn), `draw` (the picture on one pair of axes) and `alt` (the
    sentence for those who cannot see it); one that is registered also `example`, a small one of bundled data.

    Attributes
    ----------
    ax_, figure_ : where `plot` drew
    """

    size: ClassVar[tuple[float, float]] = (5.0, 3.6)
    projection: ClassVar[str | None] = None
    theme: Theme = LIGHT
    ax_: Axes
    figure_: Figure

    @abstractmethod
    def frame(self) -> pd.DataFrame:
        """The numbers that are drawn, One row per mark."""

    @abstractmethod
    def draw(self, ax: Axes) -> None:
        """Draw on these axes, in the colors of `self.theme`."""

    @abstractmethod
    def alt(self) -> str:
        """What the figure shows, in one sentence with its figures."""

    def plot(self, ax: Axes | None = None, *, theme: str = "light") -> Self:
        """Draw on the axes given, or on new ones; return the display, with `ax_` and `figure_`."""
        self.theme = find_theme(theme)
        with styled(self.theme):
            if ax is None:
                import matplotlib.pyplot as plt

                figure = plt.figure(figsize=self.size, layout="constrained")
                ax = self._axes(figure)
            self.draw(ax)
            _large_in_words(ax)
            _as_written(ax)
        self.ax_, self.figure_ = ax, ax.get_figure(root=True)  # type: ignore[assignment]
        return self

    def save(self, path: str | Path, *, theme: str = "light", dpi: float = 150) -> Path:
        """Write the figure to a file (PNG, SVG or PDF by its ending) and return its path."""
        path = Path(path)
        with styled(find_theme(theme)):
            _write(self._painted(find_theme(theme)), path, dpi=dpi, metadata=_metadata(path.suffix))
        return path

    def svg(self, *, theme: str = "light", prefix: str = "") -> str:
        """The figure as an SVG element with its alternative text, to stand inside a page.

        prefix: put before every id inside, so that two figures of one page do not share one.
        """
        buffer = io.StringIO()
        with styled(find_theme(theme)):
            _write(
                self._painted(find_theme(theme)),
                buffer,
                format="svg",
                metadata=_metadata(".svg"),
                transparent=True,
            )
        return _inline(buffer.getvalue(), self.alt(), prefix)

    def _repr_png_(self) -> bytes:
        """What a notebook shows of a display that stands at the end of a cell."""
        buffer = io.BytesIO()
        with styled(LIGHT):
            _write(self._painted(LIGHT), buffer, format="png", dpi=110)
        return buffer.getvalue()

    def _painted(self, theme: Theme) -> Figure:
        """A figure outside pyplot's list, so that nothing is left behind."""
        from matplotlib.figure import Figure

        self.theme = theme
        figure = Figure(figsize=self.size, layout="constrained")
        ax = self._axes(figure)
        self.draw(ax)
        _large_in_words(ax)
        return figure

    def _axes(self, figure: Figure) -> Axes:
        return figure.add_subplot(projection=self.projection)


def _write(figure: Figure, to: Any, **options: Any) -> None:
    """Save a figure; letters that the font lacks are drawn as boxes, and that is all there is to say."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing", UserWarning)
        figure.savefig(to, **options)


def _large_in_words(ax: Axes) -> None:
    """Ticks of millions and more carry their unit; a power of ten at the end of an axis is easily missed."""
    from matplotlib.ticker import FuncFormatter, ScalarFormatter

    for name in ax._axis_names:  # type: ignore[attr-defined]
        axis = getattr(ax, f"{name}axis")
        largest = max(map(abs, axis.get_view_interval()))
        if type(axis.get_major_formatter()) is ScalarFormatter and LARGE <= largest < HUGE:
            axis.set_major_formatter(FuncFormatter(lambda value, _: large_in_words(value)))


def _as_written(ax: Axes) -> None:
    """Labels of axes that somebody else made are read as text, too, and not as mathematics."""
    from matplotlib.text import Text

    for text in ax.findobj(Text):
        assert isinstance(text, Text)
        text.set_parse_math(False)


def _metadata(suffix: str) -> dict[str, Any]:
    """No date and no version, so that the same figure is the same file."""
    return {".svg": {"Date": None, "Creator": None}, ".pdf": {"CreationDate": None}}.get(suffix.lower(), {})


def _inline(text: str, alt: str, prefix: str) -> str:
    """The SVG element alone, named for screen readers and free of what a page must not repeat."""
    from html import escape

    body = text[text.index("<svg") :]
    body = re.sub(r"<metadata>.*?</metadata>", "", body, flags=re.DOTALL)
    if prefix:
        body = re.sub(r'\bid="', f'id="{prefix}', body)
        body = re.sub(r'(xlink:href="#|url\(#)', rf"\g<1>{prefix}", body)
    head = f'<svg role="img" aria-label="{escape(alt, quote=True)}" '
    return head + body[len("<svg ") :]

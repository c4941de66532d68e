"""Log scales with plain tick labels: 0.01, 1, 100."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def log_scale(ax: Axes, which: str = "x") -> None:
    """Set a log scale on the axis "x" or "y"; call it after the data are drawn.

    >>> from matplotlib.figure import Figure
    >>> ax = Figure().add_subplot()
    >>> _ = ax.plot([0.01, 1.0], [1.0, 2.0])
    >>> log_scale(ax)
    >>> ax.xaxis.get_major_formatter()(0.01)
    '0.01'
    """
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    ax.set(**{f"{which}scale": "log"})
    axis: Any = ax.xaxis if which == "x" else ax.yaxis
    low, high = ax.get_xlim() if which == "x" else ax.get_ylim()
    # Within a decade or two, powers of ten alone would be too few ticks.
    axis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0) if high < 40 * low else (1.0,), numticks=6))
    # Mathtext is off, so matplotlib's own powers of ten would show as code.
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axis.set_minor_formatter(NullFormatter())

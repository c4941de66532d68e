"""Single changes of a drawn figure, each of which a description must tell from the figure as it was.

Each generator makes one change after the other, says where it is while it is in force, and takes it back.
"""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.collections import Collection, PathCollection
from matplotlib.contour import ContourSet
from matplotlib.figure import Figure
from matplotlib.image import AxesImage
from matplotlib.lines import AxLine, Line2D
from matplotlib.patches import Patch
from matplotlib.text import Text
from matplotlib.ticker import Formatter

from gnomon.plotting.style import LIGHT
from tests.plotting.described.figures import artists_of, every_axis, legends_of

SHIFT = 0.05
# No example has that many classes.
OTHER_COLOR = LIGHT.color(7)


def digits_of_texts(figure: Figure) -> Iterator[str]:
    """Another digit for each digit of a title, an axis label, a text, or a text of a legend."""
    for place, text in _texts(figure):
        if re.search(r"\d", before := text.get_text()):
            text.set_text(_other_digits(before))
            yield place
            text.set_text(before)


def digits_of_tick_labels(figure: Figure) -> Iterator[str]:
    """Another digit for each digit of the tick labels of an axis."""
    for place, _, axis in _axes(figure):
        is_shown = axis.axes.axison and axis.get_visible()
        if is_shown and any(re.search(r"\d", label.get_text()) for label in _shown_labels(axis)):
            before, is_default = axis.major.formatter, axis.isDefault_majfmt
            axis.major.formatter = _OtherDigits(before)
            yield place
            axis.major.formatter, axis.isDefault_majfmt = before, is_default


def moved_lines(figure: Figure) -> Iterator[str]:
    """A line moved by 5 % of an axis, in each direction."""
    for place, ax, drawn in _artists(figure, Line2D):
        if isinstance(drawn, AxLine):
            before = drawn.get_xy1()
            drawn.set_xy1((before[0], before[1] + SHIFT * np.ptp(ax.get_ylim())))
            yield place
            drawn.set_xy1(before)
            continue
        x, y = (np.asarray(values, dtype=float) for values in drawn.get_data())
        # What is drawn for the legend only has no data.
        for moved in ((_moved(x, ax.xaxis), y), (x, _moved(y, ax.yaxis))) if len(x) else ():
            drawn.set_data(*moved)
            yield place
        drawn.set_data(x, y)


def moved_points(figure: Figure) -> Iterator[str]:
    """Points moved by 5 % of an axis, and one of them alone by as much."""
    for place, ax, drawn in _artists(figure, PathCollection):
        before = np.ma.filled(drawn.get_offsets(), np.nan).copy()
        # What lies in space is projected anew when it is described.
        if hasattr(ax, "elev") or not np.isfinite(before).any():
            continue
        every, one = before.copy(), before.copy()
        every[:, 1] = _moved(before[:, 1], ax.yaxis)
        middle = len(before) // 2
        one[middle, 0] = _moved(before[middle : middle + 1, 0], ax.xaxis)[0]
        for moved in (every, one):
            drawn.set_offsets(moved)
            yield place
        drawn.set_offsets(before)


def moved_texts(figure: Figure) -> Iterator[str]:
    """A text moved by 5 % of an axis, or by a point."""
    for place, ax, text in _artists(figure, Text):
        x, y = text.get_position()
        text.set_position((_moved(np.array([x], dtype=float), ax.xaxis)[0], y))
        yield place
        text.set_position((x, y))


def swapped_legend_texts(figure: Figure) -> Iterator[str]:
    """The texts of two entries of a legend exchanged."""
    for place, legend in _legends(figure):
        texts = legend.get_texts()
        for one, other in pairwise(texts):
            before = one.get_text(), other.get_text()
            if before[0] != before[1]:
                one.set_text(before[1]), other.set_text(before[0])
                yield place
                one.set_text(before[0]), other.set_text(before[1])


def swapped_legend_colors(figure: Figure) -> Iterator[str]:
    """The colors of two lines, or of two areas, of a legend exchanged."""
    for place, legend in _legends(figure):
        handles = [each for each in legend.legend_handles if isinstance(each, (Line2D, Patch))]
        for one, other in pairwise(handles):
            before = [_color(each) for each in (one, other)]
            if type(one) is type(other) and repr(before[0]) != repr(before[1]):
                _paint(one, before[1]), _paint(other, before[0])
                yield place
                _paint(one, before[0]), _paint(other, before[1])


def shifted_limits(figure: Figure) -> Iterator[str]:
    """The limits of an axis moved by 5 % of their range."""
    for place, ax, axis in _axes(figure):
        name = axis.axis_name
        limits, is_auto = getattr(ax, f"get_{name}lim")(), getattr(ax, f"get_autoscale{name}_on")()
        getattr(ax, f"set_{name}lim")(*_moved(np.array(limits), axis), auto=is_auto)
        yield place
        getattr(ax, f"set_{name}lim")(*limits, auto=is_auto)


def other_colors(figure: Figure) -> Iterator[str]:
    """A line, points, an area, a text or a patch in another color, or an image in another scale of colors."""
    for place, ax, artist in _artists(figure, Artist):
        if hasattr(ax, "_colorbar"):
            # It follows its image.
            continue
        if isinstance(artist, AxesImage) or (
            isinstance(artist, Collection) and artist.get_array() is not None
        ):
            if artist.get_array().ndim == 3 or artist.get_array().size == 0:
                continue
            before = artist.get_cmap()
            artist.set_cmap("viridis")
            yield place
            artist.set_cmap(before)
        elif not isinstance(artist, ContourSet):
            before = _color(artist)
            _paint(artist, OTHER_COLOR)
            yield place
            _paint(artist, before)


def other_styles(figure: Figure) -> Iterator[str]:
    """A line of another width or with other dashes, and points of another size."""
    for place, _, drawn in _artists(figure, Line2D):
        if drawn.get_linestyle() not in ("None", "none", "", " ") and drawn.get_linewidth():
            width, dashes = drawn.get_linewidth(), drawn._unscaled_dash_pattern
            drawn.set_linewidth(width + 1)
            yield place
            drawn.set_linewidth(width)
            drawn.set_linestyle((0, (9, 9)))
            yield place
            drawn.set_linestyle("-" if dashes[1] is None else dashes)
    for place, ax, drawn in _artists(figure, PathCollection):
        if not hasattr(ax, "elev"):
            sizes = drawn.get_sizes()
            drawn.set_sizes(1.1 * sizes)
            yield place
            drawn.set_sizes(sizes)


def other_layers(figure: Figure) -> Iterator[str]:
    """An artist hidden, or painted over what covered it."""
    for place, _, artist in _artists(figure, Artist):
        artist.set_visible(not artist.get_visible())
        yield place
        artist.set_visible(not artist.get_visible())
        before = artist.get_zorder()
        artist.set_zorder(before + 10)
        yield place
        artist.set_zorder(before)


CHANGES: tuple[Callable[[Figure], Iterator[str]], ...] = (
    digits_of_texts,
    digits_of_tick_labels,
    moved_lines,
    moved_points,
    moved_texts,
    swapped_legend_texts,
    swapped_legend_colors,
    shifted_limits,
    other_colors,
    other_styles,
    other_layers,
)


class _OtherDigits(Formatter):
    """A formatter with every digit of its labels changed."""

    def __init__(self, formatter: Formatter) -> None:
        self.formatter = formatter

    def __call__(self, x, pos=None):
        return _other_digits(self.formatter(x, pos))

    def format_ticks(self, values):
        return [_other_digits(each) for each in self.formatter.format_ticks(values)]


def _other_digits(text: str) -> str:
    return re.sub(r"\d", lambda digit: str((int(digit.group()) + 1) % 10), text)


def _axes(figure: Figure) -> Iterator[tuple[str, Axes, Axis]]:
    for number, ax in enumerate(figure.axes, 1):
        for axis in every_axis(ax):
            yield f"axes {number}, {axis.axis_name} axis", ax, axis


def _artists(figure: Figure, kind: type) -> Iterator[tuple[str, Axes, Artist]]:
    for number, ax in enumerate(figure.axes, 1):
        for name, artist in artists_of(ax).items():
            if isinstance(artist, kind):
                yield f"axes {number}, {name}", ax, artist


def _legends(figure: Figure) -> Iterator[tuple[str, object]]:
    for number, ax in enumerate(figure.axes, 1):
        for name, legend in legends_of(ax).items():
            yield f"axes {number}, {name}", legend


def _texts(figure: Figure) -> Iterator[tuple[str, Text]]:
    for number, ax in enumerate(figure.axes, 1):
        for title in (ax._left_title, ax.title, ax._right_title):
            yield f"axes {number}", title
    for place, _, axis in _axes(figure):
        if axis.axes.axison and axis.get_visible():
            yield place, axis.label
    for place, _, text in _artists(figure, Text):
        yield place, text
    for place, legend in _legends(figure):
        for text in (legend.get_title(), *legend.get_texts()):
            yield place, text


def _shown_labels(axis: Axis) -> list[Text]:
    low, high = sorted(axis.get_view_interval())
    places = axis.get_majorticklocs()
    labels = axis.get_majorticklabels()
    return [each for each, at in zip(labels, places) if low <= at <= high and each.get_visible()]


def _moved(values: np.ndarray, axis: Axis) -> np.ndarray:
    """By a part of the range of the axis, of a logarithmic one by a part of the value."""
    if axis.get_scale() == "log":
        return values * (1 + SHIFT)
    return values + SHIFT * np.ptp(axis.get_view_interval())


def _color(artist: Artist):
    if isinstance(artist, Line2D):
        return artist.get_color(), artist.get_markerfacecolor(), artist.get_markeredgecolor()
    if isinstance(artist, Text):
        return artist.get_color()
    # What was asked for: "no color" is black without opacity where it is asked what came of it.
    return artist._original_facecolor, artist._original_edgecolor


def _paint(artist: Artist, color) -> None:
    if isinstance(artist, Line2D):
        line, face, edge = (color,) * 3 if color is OTHER_COLOR else color
        artist.set_color(line), artist.set_markerfacecolor(face), artist.set_markeredgecolor(edge)
    elif isinstance(artist, Text):
        artist.set_color(color)
    else:
        face, edge = (color,) * 2 if color is OTHER_COLOR else color
        artist.set_facecolor(face), artist.set_edgecolor(edge)

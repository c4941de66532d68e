"""The description of a figure: a block of lines for each axes, each axis, and each artist on them."""

from collections import Counter
from collections.abc import Callable
from functools import partial

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.collections import Collection
from matplotlib.figure import Figure
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.spines import Spine

from gnomon.plotting.style import Theme
from tests.plotting.described.artists import (
    Place,
    collection_style,
    described,
    kind_of,
    line_style,
    patch_style,
    text_style,
)
from tests.plotting.described.colors import Names, names_of
from tests.plotting.described.words import Line, line, numbers, quoted

Block = dict[str, Line]


def describe(figure: Figure, theme: Theme) -> dict[str, Block]:
    """A block of lines for each place, in the order in which it is drawn."""
    return {place: block() for place, block in places(figure, theme).items()}


def places(figure: Figure, theme: Theme) -> dict[str, Callable[[], Block]]:
    """What describes each place: `axes 1`, `axes 1, x axis`, `axes 1, line 2`, `axes 1, legend` and so on."""
    names = names_of(theme)
    own = [*figure.texts, *figure.lines, *figure.patches, *figure.legends, *figure.images]
    if own:
        raise TypeError(f"no description of what lies on the figure beside its axes: {own}")
    found: dict[str, Callable[[], Block]] = {"figure": lambda: _page(figure, names)}
    for number, ax in enumerate(figure.axes, 1):
        name = f"axes {number}"
        found[name] = partial(_frame, ax, names)
        found |= {
            f"{name}, {each.axis_name} axis": partial(_axis, each, ax, names) for each in every_axis(ax)
        }
        found |= {
            f"{name}, {each}": partial(described, of, Place(ax, names)) for each, of in artists_of(ax).items()
        }
        found |= {
            f"{name}, secondary {axis.axis_name} axis": partial(_axis, axis, inner, names)
            for inner in ax.child_axes
            for axis in every_axis(inner)
            if axis.get_visible()
        }
        found |= {f"{name}, {each}": partial(_legend, of, names) for each, of in legends_of(ax).items()}
    return found


def _page(figure: Figure, names: Names) -> Block:
    width, height = figure.get_size_inches()
    return {"size": line(f"{width:.4g} by {height:.4g} in"), "paper": line(names.of(figure.get_facecolor()))}


def artists_of(ax: Axes) -> dict[str, Artist]:
    """What is drawn on axes, in the order in which it was added, without their frame and what is empty."""
    frame = {ax.patch, ax.title, ax._left_title, ax._right_title, *ax.child_axes}
    found: dict[str, Artist] = {}
    n_of: Counter[str] = Counter()
    for artist in ax.get_children():
        is_empty = isinstance(artist, Collection) and not artist.get_paths()
        if artist not in frame and not is_empty and not isinstance(artist, (Spine, Axis, Legend)):
            kind = kind_of(artist)
            n_of[kind] += 1
            found[f"{kind} {n_of[kind]}"] = artist
    return found


def legends_of(ax: Axes) -> dict[str, Legend]:
    """The legends of axes."""
    found = [each for each in ax.get_children() if isinstance(each, Legend)]
    return {f"legend {number}" if len(found) > 1 else "legend": each for number, each in enumerate(found, 1)}


def every_axis(ax: Axes) -> list[Axis]:
    """Its x axis, its y axis, and in space its z axis."""
    return [getattr(ax, f"{name}axis") for name in ax._axis_names]


def _frame(ax: Axes, names: Names) -> Block:
    titles = {
        f"title ({place})": line(quoted(title.get_text()), text_style(title, names))
        for place, title in (("left", ax._left_title), ("center", ax.title), ("right", ax._right_title))
        if title.get_text()
    }
    found = titles | {"background": line(names.of(ax.get_facecolor()) if ax.patch.get_visible() else "none")}
    part = ax.get_subplotspec()
    if part is not None:
        rows, columns, start, stop = part.get_geometry()
        grid = part.get_gridspec()
        found["part"] = line(f"{start} to {stop} of {rows} by {columns}")
        found["part"] += line("ratios", f"{grid.get_width_ratios()} {grid.get_height_ratios()}")
    if not ax.axison:
        return found | {"frame": line("off")}
    spines = {
        key: line(names.of(each.get_edgecolor()), f"{each.get_linewidth():g} pt")
        for key, each in ax.spines.items()
        if each.get_visible()
    }
    found["spines"] = line(*[part for key, each in spines.items() for part in (key, each)] or ["none"])
    found["aspect"] = line(ax.get_aspect(), f"box {ax.get_box_aspect()}")
    if hasattr(ax, "elev"):
        found["view"] = line(f"elevation {ax.elev:g} azimuth {ax.azim:g} roll {ax.roll:g}")
    return found


def _axis(axis: Axis, ax: Axes, names: Names) -> Block:
    low, high = axis.get_view_interval() if not hasattr(ax, f"get_{axis.axis_name}lim") else _limits(axis, ax)
    width = 0.0 if axis.get_scale() == "log" else abs(high - low)
    found = {"limits": line(numbers([low, high], width), axis.get_scale())}
    if not ax.axison or not axis.get_visible():
        return found | {"hidden": line("yes")}
    label = axis.label
    if label.get_text():
        found["label"] = line(quoted(label.get_text()), text_style(label, names), axis.get_label_position())
    found |= _ticks(axis, low, high, width, names)
    return found


def _limits(axis: Axis, ax: Axes) -> tuple[float, float]:
    return getattr(ax, f"get_{axis.axis_name}lim")()


def _ticks(axis: Axis, low: float, high: float, width: float, names: Names) -> Block:
    """Ticks within the limits, their labels, and their style."""
    places, labels = np.asarray(axis.get_majorticklocs(), dtype=float), axis.get_majorticklabels()
    slack = 1e-9 * abs(high - low)
    seen = (places >= min(low, high) - slack) & (places <= max(low, high) + slack)
    shown = [label for label, is_seen in zip(labels, seen) if is_seen]
    found = {"ticks": numbers(places[seen], width)}
    if len(shown) == 0:
        return found
    texts = [label.get_text() if label.get_visible() else "" for label in shown]
    found["tick labels"] = line(*[quoted(each) for each in texts])
    if any(texts):
        found["tick labels"] += text_style(shown[0], names)
        found["tick labels"] += line("others", text_style(shown[-1], names)) if _differ(shown, names) else []
    tick = axis.get_major_ticks()[int(np.flatnonzero(seen)[0])]
    mark = tick.tick1line if tick.tick1line.get_visible() else tick.tick2line
    size = f"{mark.get_markersize():g}" if mark.get_visible() else "0"
    found["tick marks"] = line(f"{size} pt", names.of(mark.get_color()), axis.get_ticks_position())
    if tick.gridline.get_visible():
        found["grid"] = line_style(tick.gridline, names)
    minor = axis.get_minorticklocs()
    n_minor = int(np.sum((minor >= min(low, high)) & (minor <= max(low, high))))
    if n_minor:
        texts = [each.get_text() for each in axis.get_minorticklabels() if each.get_text()]
        found["minor ticks"] = line(n_minor, *[quoted(each) for each in texts])
    return found


def _differ(labels: list, names: Names) -> bool:
    return text_style(labels[0], names) != text_style(labels[-1], names)


def _legend(legend: Legend, names: Names) -> Block:
    anchor = legend.get_bbox_to_anchor().transformed(legend.axes.transAxes.inverted())
    found = {
        "place": line(
            f"{legend._loc} of", numbers([*anchor.p0, *anchor.p1], 1.0, 1e-3), f"columns {legend._ncols}"
        )
    }
    title = legend.get_title()
    if title.get_text():
        found["title"] = line(quoted(title.get_text()), text_style(title, names))
    frame = legend.get_frame()
    found["frame"] = line(patch_style(frame, names) if frame.get_visible() else "none")
    for number, (handle, text) in enumerate(zip(legend.legend_handles, legend.get_texts(), strict=True), 1):
        found[f"entry {number}"] = line(
            quoted(text.get_text()), text_style(text, names), "for", _handle(handle, names)
        )
    return found


def _handle(handle: object, names: Names) -> Line:
    if isinstance(handle, Line2D):
        return line_style(handle, names)
    if isinstance(handle, Collection):
        return collection_style(handle, names)
    if isinstance(handle, Patch):
        return patch_style(handle, names)
    raise TypeError(f"no description of {type(handle).__name__} in a legend: add one")

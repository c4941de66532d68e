"""What each artist on axes shows: its data in the coordinates that it was given in, and its style."""

from dataclasses import dataclass

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.collections import Collection, LineCollection, PathCollection, QuadMesh
from matplotlib.contour import ContourSet
from matplotlib.image import AxesImage
from matplotlib.lines import AxLine, Line2D
from matplotlib.markers import MarkerStyle
from matplotlib.patches import Circle, Ellipse, Patch, Rectangle, StepPatch
from matplotlib.path import Path
from matplotlib.text import Annotation, Text
from mpl_toolkits.mplot3d.art3d import Path3DCollection, Poly3DCollection

from gnomon.plotting.style import MARKERS
from tests.plotting.described.colors import Names
from tests.plotting.described.words import MAX_LISTED, PRECISION, Line, line, numbers, quoted

# A contour goes through cells of a grid: where it meets a node, which cells is decided by the last bit.
CONTOUR = 1e-4
IMAGE_PARTS = 3


@dataclass(frozen=True)
class Place:
    """The axes on which artists lie, and the names of the theme's colors."""

    ax: Axes
    names: Names

    def widths(self, transform) -> tuple[str, tuple[float, float]]:
        """The coordinates of a transform, and the range of each axis in them; 0 on a logarithmic one."""
        x, y = (
            0.0 if scale == "log" else float(abs(high - low))
            for scale, (low, high) in (
                (self.ax.get_xscale(), self.ax.get_xlim()),
                (self.ax.get_yscale(), self.ax.get_ylim()),
            )
        )
        for name, known, widths in (
            ("", self.ax.transData, (x, y)),
            ("in axes coordinates", self.ax.transAxes, (1.0, 1.0)),
            ("y in axes coordinates", self.ax.get_xaxis_transform(), (x, 1.0)),
            ("x in axes coordinates", self.ax.get_yaxis_transform(), (1.0, y)),
        ):
            if transform == known:
                return name, widths
        return "in other coordinates", (1.0, 1.0)


def described(artist: Artist, place: Place) -> dict[str, Line]:
    """Lines about an artist, by what they are about."""
    for kind, describe in (
        (Annotation, _annotation),
        (Text, _text),
        (AxLine, _endless),
        (Line2D, _line),
        (ContourSet, _contours),
        (QuadMesh, _mesh),
        (Collection, _collection),
        (AxesImage, _image),
        (Patch, _patch),
    ):
        if isinstance(artist, kind):
            found = describe(artist, place)
            break
    else:
        raise TypeError(f"no description of {type(artist).__name__}: add one")
    label = artist.get_label()
    own = {"label": line(quoted(str(label)))} if label and not str(label).startswith("_") else {}
    hidden = {} if artist.get_visible() else {"hidden": line("yes")}
    layer = line("z", f"{artist.get_zorder():g}", *(["pixels"] if artist.get_rasterized() else []))
    return own | found | {"layer": layer} | hidden


def kind_of(artist: Artist) -> str:
    """A name of the kind of artist that no version of Matplotlib changes."""
    for kind, name in (
        (Annotation, "annotation"),
        (Text, "text"),
        (Line2D, "line"),
        (ContourSet, "contours"),
        (LineCollection, "segments"),
        (PathCollection, "points"),
        (QuadMesh, "mesh"),
        (Collection, "areas"),
        (AxesImage, "image"),
        (Rectangle, "rectangle"),
    ):
        if isinstance(artist, kind):
            return name
    return "patch"


def _text(text: Text, place: Place) -> dict[str, Line]:
    coordinates, (x, y) = place.widths(text.get_transform())
    at = text.get_position()
    return {
        "text": line(quoted(text.get_text())),
        "at": line(numbers(at[:1], x), numbers(at[1:], y), *([coordinates] if coordinates else [])),
        "style": text_style(text, place.names),
    }


def text_style(text: Text, names: Names) -> Line:
    """Color, size, alignment and what else is not as it usually is."""
    unusual = {
        "weight": (text.get_fontweight(), ("normal", 400)),
        "slant": (text.get_fontstyle(), ("normal",)),
        "rotation": (f"{text.get_rotation():g}", ("0",)),
        "turned": (text.get_rotation_mode(), ("default", None)),
        "spacing": (text._linespacing, (1.2, "normal")),
        "mathtext": (text.get_parse_math(), (False,)),
        "opacity": (text.get_alpha(), (None, 1)),
    }
    words = [f"{key} {value}" for key, (value, usual) in unusual.items() if value not in usual]
    box = text.get_bbox_patch()
    plate = [f"box {names.of(box.get_facecolor())} edge {_edge(box, names)}"] if box is not None else []
    if box is not None:
        plate.append(type(box.get_boxstyle()).__name__ + _parameters(box.get_boxstyle()))
    alignment = f"{text.get_ha()}-{text.get_va()}"
    return line(names.of(text.get_color()), f"{text.get_fontsize():.4g} pt", alignment, *words, *plate)


def _annotation(text: Annotation, place: Place) -> dict[str, Line]:
    found = _text(text, place)
    _, (x, y) = place.widths(place.ax.transData)
    if text.anncoords != "data":
        found["at"] = line(numbers(text.get_position(), 1.0), quoted(str(text.anncoords)))
    else:
        found["at"] = line(numbers(text.get_position()[:1], x), numbers(text.get_position()[1:], y))
    coordinates = [] if text.xycoords == "data" else [quoted(str(text.xycoords))]
    found["points to"] = line(numbers(text.xy[:1], x), numbers(text.xy[1:], y), *coordinates)
    arrow = text.arrow_patch
    if arrow is not None:
        curve, head = arrow.get_connectionstyle(), arrow.get_arrowstyle()
        found["arrow"] = line(
            place.names.of(arrow.get_edgecolor()),
            place.names.of(arrow.get_facecolor()),
            f"{arrow.get_linewidth():g} pt",
            arrow.get_linestyle(),
            type(head).__name__ + _parameters(head),
            type(curve).__name__ + _parameters(curve),
            f"gaps {arrow.shrinkA:g} {arrow.shrinkB:g} scale {arrow.get_mutation_scale():g}",
            f"opacity {arrow.get_alpha()} z {arrow.get_zorder():g}",
        )
    return found


def _parameters(style: object) -> str:
    """The numbers of a box, an arrow or a connection."""
    known = sorted((key, value) for key, value in vars(style).items() if isinstance(value, (int, float)))
    return "(" + ",".join(f"{key}={value:.4g}" for key, value in known) + ")"


def _line(drawn: Line2D, place: Place) -> dict[str, Line]:
    coordinates, (x, y) = place.widths(drawn.get_transform())
    found = {
        "x": numbers(np.asarray(drawn.get_xdata(), dtype=float), x),
        "y": numbers(np.asarray(drawn.get_ydata(), dtype=float), y),
        "style": line_style(drawn, place.names),
    }
    return found | ({"coordinates": line(coordinates)} if coordinates else {})


def line_style(drawn: Line2D, names: Names) -> Line:
    """Color, width and dashes of the line, and its markers."""
    words = ["no line"]
    if drawn.get_linestyle() not in ("None", "none", "", " ") and drawn.get_linewidth():
        dashes = _dashes(drawn._unscaled_dash_pattern)
        words = [names.of(drawn.get_color()), f"{drawn.get_linewidth():g} pt", dashes]
    if drawn.get_drawstyle() != "default":
        words.append(drawn.get_drawstyle())
    if drawn.get_marker() not in ("None", "none", "", " ", None):
        words.append(f"marker {quoted(str(drawn.get_marker()))} {drawn.get_markersize():g} pt")
        words.append(
            f"filled {names.of(drawn.get_markerfacecolor())} edge {names.of(drawn.get_markeredgecolor())}"
        )
        words.append(f"{drawn.get_markeredgewidth():g} pt")
        words += [f"every {drawn.get_markevery()}"] if drawn.get_markevery() is not None else []
    if drawn.get_alpha() not in (None, 1):
        words.append(f"opacity {drawn.get_alpha():g}")
    return line(*words)


def _dashes(pattern) -> str:
    """`solid`, or the lengths of dashes and gaps."""
    offset, lengths = pattern
    if lengths is None:
        return "solid"
    shift = f" from {offset:g}" if offset else ""
    return "dashes " + ",".join(f"{each:g}" for each in lengths) + shift


def _endless(drawn: AxLine, place: Place) -> dict[str, Line]:
    _, (x, y) = place.widths(place.ax.transData)
    ends = [each for each in (drawn.get_xy1(), drawn.get_xy2()) if each is not None]
    slope = [] if drawn.get_slope() is None else [f"slope {drawn.get_slope():.6g}"]
    through = [part for at in ends for part in (numbers(at[:1], x), numbers(at[1:], y))]
    return {"through": line(*through, *slope), "style": line_style(drawn, place.names)}


def _collection(drawn: Collection, place: Place) -> dict[str, Line]:
    if isinstance(drawn, (Path3DCollection, Poly3DCollection)):
        return _in_space(drawn, place)
    if not isinstance(drawn, PathCollection):
        coordinates, widths = place.widths(drawn.get_transform())
        found = _vertices([path.vertices for path in drawn.get_paths()], widths)
        return found | _coordinates(coordinates) | {"style": collection_style(drawn, place.names)}
    coordinates, widths = place.widths(drawn.get_offset_transform())
    found = _points(np.ma.filled(drawn.get_offsets(), np.nan), widths)
    return found | _coordinates(coordinates) | {"style": collection_style(drawn, place.names)}


def _in_space(drawn: Collection, place: Place) -> dict[str, Line]:
    """As projected on the plane of the picture."""
    place.ax.M = place.ax.get_proj()
    drawn.do_3d_projection()
    if isinstance(drawn, Path3DCollection):
        found = _points(np.ma.filled(drawn.get_offsets(), np.nan), (0.1, 0.1))
    else:
        found = _vertices([path.vertices for path in drawn.get_paths()], (0.1, 0.1))
    return found | {"style": collection_style(drawn, place.names)}


def _coordinates(name: str) -> dict[str, Line]:
    return {"coordinates": line(name)} if name else {}


def _points(points, widths: tuple[float, float], precision: float = PRECISION) -> dict[str, Line]:
    return {
        name: numbers(points[:, column], width, precision)
        for column, (name, width) in enumerate(zip("xy", widths))
    }


def _vertices(paths, widths: tuple[float, float]) -> dict[str, Line]:
    """The vertices of all paths in a row, and how many each has."""
    if not paths:
        return {"empty": line("yes")}
    sizes = [f"{len(each)}" for each in paths]
    counts = sizes[0] if len(set(sizes)) == 1 else ",".join(sizes)
    return {"vertices": line(f"{len(paths)} of {counts}")} | _points(np.vstack(paths), widths)


def collection_style(drawn: Collection, names: Names) -> Line:
    """Colors of areas and edges, widths, dashes, marker and sizes."""
    values = drawn.get_array()
    words: list[object] = []
    if values is None:
        words.append(names.each_of(drawn.get_facecolor()))
    else:
        low, high = drawn.get_clim()
        words += ["values from", numbers([low, high], high - low), "in", names.of_map(drawn.get_cmap())]
        words += ["values", numbers(values, high - low)]
    edges, areas = drawn.get_edgecolor(), drawn.get_facecolor()
    if values is None:
        is_same = edges.shape == areas.shape and np.array_equal(edges, areas)
        words.append("edge the same" if is_same else line("edge", names.each_of(edges)))
    words.append(f"{_same(drawn.get_linewidth())} pt")
    words.append(_same([_dashes(each) for each in drawn._us_linestyles]))
    if isinstance(drawn, PathCollection):
        words += [f"marker {_marker(drawn)}", "sizes", numbers(_once(drawn.get_sizes()), 1.0)]
    if drawn.get_hatch():
        words.append(f"hatch {drawn.get_hatch()}")
    if drawn.get_alpha() is not None:
        words.append(f"opacity {_same(np.atleast_1d(drawn.get_alpha()))}")
    return line(*words)


def _same(values) -> str:
    """One value where all are equal, else all."""
    texts = [
        f"{each:g}" if isinstance(each, (int, float)) else str(each)
        for each in np.atleast_1d(values).tolist()
    ]
    return texts[0] if len(set(texts)) == 1 else ",".join(texts)


def _once(values):
    return values[:1] if len(values) and np.all(values == values[0]) else values


def _marker(drawn: PathCollection) -> str:
    """The symbol of the marker, or the bounds of its path."""
    vertices = drawn.get_paths()[0].vertices
    for symbol in (*MARKERS, ".", "x", "+", "|", "_", "d", "<", ">"):
        style = MarkerStyle(symbol)
        known = style.get_path().transformed(style.get_transform()).vertices
        if known.shape == vertices.shape and np.allclose(known, vertices):
            return symbol
    return f"of {len(vertices)} vertices " + " ".join(
        f"{each:.4g}" for each in (*vertices.min(0), *vertices.max(0))
    )


def _contours(drawn: ContourSet, place: Place) -> dict[str, Line]:
    """Levels with their colors, and of each path its length, or area, and center as a part of the axes."""
    _, widths = place.widths(place.ax.transData)
    low = [min(place.ax.get_xlim()), min(place.ax.get_ylim())]
    levels = np.asarray(drawn.levels, dtype=float)
    found = {"levels": numbers(levels, 0.0 if len(levels) == 1 else float(np.ptp(levels)))}
    for number, path in enumerate(drawn.get_paths()):
        parts = [(part - low) / widths for part in _parts_of(path)]
        if not parts:
            found[f"path {number}"] = line("none")
            continue
        size, center = _area(parts) if drawn.filled else _length(parts)
        what = "area" if drawn.filled else "length"
        found[f"path {number}"] = line(
            what, numbers([size], 1.0, CONTOUR), "center", numbers(center, 1.0, CONTOUR)
        )
    if drawn.get_array() is not None and not drawn.get_array().size:
        return found
    style = collection_style(drawn, place.names)
    return found | {"style": style, "hatches": line(*[each or "none" for each in drawn.hatches])}


def _parts_of(path: Path):
    """The vertices of each part; Matplotlib's own polygons leave vertices out."""
    if path.codes is None:
        return [path.vertices] if len(path.vertices) else []
    starts = np.flatnonzero(path.codes == Path.MOVETO)
    return [part for part in np.split(path.vertices, starts) if len(part)]


def _area(parts):
    """Signed areas add up, as holes turn the other way; the center is that of the area."""
    size, moment = 0.0, np.zeros(2)
    for part in parts:
        after = np.roll(part, -1, axis=0)
        cross = part[:, 0] * after[:, 1] - after[:, 0] * part[:, 1]
        size += cross.sum() / 2
        moment += (cross[:, None] * (part + after)).sum(axis=0) / 6
    return abs(size), moment / size if abs(size) > CONTOUR else np.zeros(2)


def _length(parts):
    size, moment = 0.0, np.zeros(2)
    for part in parts:
        steps = np.hypot(*np.diff(part, axis=0).T)
        size += steps.sum()
        moment += (steps[:, None] * (part[1:] + part[:-1]) / 2).sum(axis=0)
    return size, moment / size if size > CONTOUR else np.zeros(2)


def _mesh(drawn: QuadMesh, place: Place) -> dict[str, Line]:
    _, widths = place.widths(place.ax.transData)
    return _points(drawn.get_coordinates().reshape(-1, 2), widths) | {
        "style": collection_style(drawn, place.names)
    }


def _image(drawn: AxesImage, place: Place) -> dict[str, Line]:
    values = np.ma.filled(np.ma.asarray(drawn.get_array(), dtype=float), np.nan)
    left, right, bottom, top = drawn.get_extent()
    _, (x, y) = place.widths(place.ax.transData)
    low, high = drawn.get_clim()
    colors = [numbers([low, high], high - low), "in", place.names.of_map(drawn.get_cmap())]
    return {
        "extent": line("x", numbers([left, right], x), "y", numbers([bottom, top], y)),
        "parts": line("x".join(map(str, values.shape)), numbers(_parts(values), high - low, CONTOUR)),
        "style": line(
            "values from", *colors, drawn.get_interpolation(), drawn.origin, f"opacity {drawn.get_alpha()}"
        ),
    }


def _parts(values):
    """Means over a few rows and columns of blocks: a picture that can be read."""
    rows, columns = (min(IMAGE_PARTS, n) for n in values.shape[:2])
    bands = np.array_split(values, rows)
    return [float(np.nanmean(block)) for band in bands for block in np.array_split(band, columns, axis=1)]


def _patch(drawn: Patch, place: Place) -> dict[str, Line]:
    coordinates, (x, y) = place.widths(Artist.get_transform(drawn))
    if isinstance(drawn, Rectangle):
        (left, bottom), turned = drawn.get_xy(), drawn.get_angle()
        found = {
            "x": numbers([left, left + drawn.get_width()], x),
            "y": numbers([bottom, bottom + drawn.get_height()], y),
        } | ({"angle": numbers([turned], 360)} if turned else {})
    elif isinstance(drawn, (Ellipse, Circle)):
        (center_x, center_y), turned = drawn.get_center(), drawn.get_angle()
        found = {
            "center": line(numbers([center_x], x), numbers([center_y], y)),
            "size": line(numbers([drawn.get_width()], x), numbers([drawn.get_height()], y)),
        } | ({"angle": numbers([turned], 360)} if turned else {})
    elif isinstance(drawn, StepPatch):
        values, edges, baseline = drawn.get_data()
        found = {"edges": numbers(edges, x), "values": numbers(values, y)}
        found["baseline"] = numbers(np.atleast_1d(np.asarray(baseline, dtype=float)), y)
    else:
        vertices = drawn.get_path().transformed(drawn.get_patch_transform()).vertices
        found = _points(vertices, (x, y)) if len(vertices) <= MAX_LISTED else _outline(vertices, (x, y))
    return found | _coordinates(coordinates) | {"style": patch_style(drawn, place.names)}


def _outline(vertices, widths: tuple[float, float]) -> dict[str, Line]:
    """Bounds, area and center: of points that rounding moves together one may be left out."""
    area, center = _area([vertices / widths])
    bounds = zip(vertices.min(axis=0), vertices.max(axis=0), widths)
    ends = [numbers([low, high], width) for low, high, width in bounds]
    return {"x": ends[0], "y": ends[1], "area": line(numbers([area], 1.0), "center", numbers(center, 1.0))}


def patch_style(drawn: Patch, names: Names) -> Line:
    """Color of the area and its hatch, and the edge."""
    hatch = [f"hatch {drawn.get_hatch()}"] if drawn.get_hatch() else []
    return line(
        names.of(drawn.get_facecolor()) if drawn.get_fill() else "not-filled",
        f"edge {_edge(drawn, names)}",
        *hatch,
    )


def _edge(drawn: Patch, names: Names) -> str:
    color = names.of(drawn.get_edgecolor())
    if color == "none" or drawn.get_linewidth() == 0:
        return "none"
    return f"{color} {drawn.get_linewidth():g} pt {_dashes(drawn._unscaled_dash_pattern)}"

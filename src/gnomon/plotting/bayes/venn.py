"""Area-proportional Venn diagram of two sets in a universe."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.arrays import Floats
from gnomon.errors import ParameterError
from gnomon.plotting.bayes.circles import distance_for
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.plotting.panels import Panels
from gnomon.probability.frequencies import VennDiagram
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class VennDisplay(Display):
    """Venn diagram with areas proportional to the sizes of the sets, their intersection and the universe.

    sets: the sizes of the four regions. names: of A and B. parts: "A", "B", "AB", or "A|B", where the
    universe is restricted to B.

    Examples
    --------
    >>> import gnomon as gn
    >>> gn.plotting.VennDisplay(gn.probability.VennDiagram(2, 5, 4, 30)).frame()["size"].tolist()
    [2.0, 5.0, 4.0, 30.0]
    """

    size = (4.4, 3.2)

    def __init__(self, sets: VennDiagram, names: tuple[str, str] = ("A", "B"), *, parts: str = "AB") -> None:
        if parts not in ("A", "B", "AB", "A|B"):
            raise ParameterError(f"parts={parts!r}: it must be 'A', 'B', 'AB' or 'A|B'")
        self.sets, self.names, self.parts = sets, names, parts

    @classmethod
    def of(cls, universe: Any, a: Any, b: Any, **options: Any) -> Self:
        """Create from the elements."""
        return cls(VennDiagram.of(universe, a, b), **options)

    @classmethod
    def example(cls) -> Self:
        """A screening of 10,000: the ill and the positive, to scale."""
        return cls(VennDiagram(266, 14, 97, 9623), ("ill", "positive"))

    def frame(self) -> pd.DataFrame:
        """One row per region: size and probability."""
        return self.sets.frame().reset_index()

    def draw(self, ax: Axes) -> None:
        """The universe, the circles and their sizes."""
        from matplotlib.patches import Rectangle

        both, a, b, whole = self._sizes()
        apart = distance_for(a, b, both)
        radii, centers = np.sqrt(np.array([a, b]) / np.pi), np.array([-apart / 2, apart / 2])
        width, height = _box_sides(whole if self.parts != "A|B" else b, centers, radii)
        if self.parts != "A|B":
            frame = Rectangle((-width / 2, -height / 2), width, height, fill=False, edgecolor=self.theme.soft)
            ax.add_patch(frame)
        self._circles(ax, centers, radii)
        words = self._words()
        if self.parts != "A|B" and width * height > 1.001 * whole:
            words += " (the box is not to scale)"
        ax.text(0, -0.54 * height, words, ha="center", va="top", fontsize=8)
        ax.set(xlim=(-0.62 * width, 0.62 * width), ylim=(-0.62 * height, 0.62 * height))
        ax.set_aspect("equal", anchor="N")
        ax.axis("off")

    def alt(self) -> str:
        """Marginal probabilities, and the conditional one."""
        a, b = (shown(name, 20) for name in self.names)
        return (
            f"Venn diagram to scale: P({a}) = {float(self.sets.p_a):.3g}, "
            f"P({b}) = {float(self.sets.p_b):.3g}, "
            f"P({a} | {b}) = {float(self.sets.a_given_b):.3g}."
        )

    def _sizes(self) -> tuple[float, float, float, float]:
        """Sizes of the intersection, of A, of B, and of the universe."""
        sets = self.sets
        both, only_a, only_b, neither = map(float, (sets.both, sets.only_a, sets.only_b, sets.neither))
        return both, both + only_a, both + only_b, both + only_a + only_b + neither

    def _circles(self, ax: Axes, centers: Floats, radii: Floats) -> None:
        from matplotlib.patches import Circle

        positions = list(zip(centers, radii, self.names, (-1, 1)))
        for number, (center, radius, name, side) in enumerate(positions):
            if "AB"[number] not in self.parts:
                continue
            color = self.theme.color(number)
            disc = ax.add_patch(Circle((center, 0), radius, facecolor=color, alpha=0.3, linewidth=0))
            edge = ax.add_patch(Circle((center, 0), radius, fill=False, edgecolor=color))
            if self.parts == "A|B" and number == 0:
                # The part of A inside B, which is now the universe.
                disc.set_clip_path(Circle((centers[1], 0), radii[1], transform=ax.transData))
                edge.set(linestyle=self.theme.dash(2))
            ax.annotate(
                shown(name, 14),
                (center + side * radius * 0.75, radius * 0.7),
                xytext=(4 * side, 4),
                ha="left" if side > 0 else "right",
                textcoords="offset points",
                fontsize=8,
                va="bottom",
            )

    def _words(self) -> str:
        """The counts, in a line."""
        (a, b), (both, in_a, in_b, whole) = (shown(name, 14) for name in self.names), self._sizes()
        return {
            "A": f"{a}: {in_a:,g} of {whole:,g}",
            "B": f"{b}: {in_b:,g} of {whole:,g}",
            "AB": f"{a}: {in_a:,g},  {b}: {in_b:,g},  both: {both:,g},  all: {whole:,g}",
            "A|B": f"{a} and {b}: {both:,g} of {in_b:,g}",
        }[self.parts]


class VennStepsDisplay(Panels):
    """Conditional probability in four Venn diagrams: A, B, their intersection, and A restricted to B.

    Examples
    --------
    >>> import gnomon as gn
    >>> gn.plotting.VennStepsDisplay.from_sets(gn.probability.VennDiagram(2, 5, 4, 30)).titles
    ['P(A) = 0.171', 'P(B) = 0.146', 'P(A, B) = 0.0488', 'P(A | B) = 0.333']
    """

    panel_size = (2.6, 2.1)

    @classmethod
    def from_sets(cls, sets: VennDiagram, names: tuple[str, str] = ("A", "B")) -> Self:
        """Create from the sizes of two sets."""
        a, b = (shown(name, 8) for name in names)
        values = [float(each) for each in (sets.p_a, sets.p_b, sets.p_both, sets.a_given_b)]
        labels = [f"P({a})", f"P({b})", f"P({a}, {b})", f"P({a} | {b})"]
        parts = [VennDisplay(sets, names, parts=part) for part in ("A", "B", "AB", "A|B")]
        return cls(parts, [f"{text} = {value:.3g}" for text, value in zip(labels, values)], columns=4)

    @classmethod
    def example(cls) -> Self:
        """Sets of seven and six in forty-one."""
        return cls.from_sets(VennDiagram(2, 5, 4, 30))


def _box_sides(whole: float, centers: Floats, radii: Floats) -> tuple[float, float]:
    """Sides of a box of this area with ratio 4:3; wider where the circles would not fit."""
    height = np.sqrt(0.75 * whole)
    across = float(max(centers[1] + radii[1], radii[0] - centers[0]) * 2.1)
    width = max(whole / height, across)
    return width, max(height, float(radii.max()) * 2.1)


displays.add("VennDisplay", VennDisplay, "Venn diagram of two sets, areas to scale")
displays.add("VennStepsDisplay", VennStepsDisplay, "conditional probability in four Venn diagrams")

"""Strip plot of one feature by class, with the threshold of a decision stump."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.arrays import Floats, Integers
from gnomon.errors import DataError
from gnomon.learners.trees.line_search import LineSearch, threshold_line_search
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.plotting.plane_points import codes_of
from gnomon.plotting.thinning import MAX_SHAPES, left_out, note_left_out, sample_of
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

MAX_STEPS = 1500


class StripDisplay(Display):
    """Strip plot of a feature by class, with the errors of every threshold of a line search below.

    x: the feature. y: the classes. search: result of `threshold_line_search`, or None.

    Examples
    --------
    >>> import gnomon as gn
    >>> display = gn.plotting.StripDisplay.from_search(
    ...     [1.0, 2.0, 6.0, 7.0], ["a", "a", "b", "b"], keep="middle"
    ... )
    >>> display.search.threshold, display.frame().shape
    (3.5, (4, 2))
    """

    size = (5.0, 2.4)

    def __init__(self, x: Any, y: Any, search: LineSearch | None = None, *, name: str = "x") -> None:
        self.x = np.asarray(x, dtype=float)
        if self.x.ndim != 1 or not np.isfinite(self.x).all():
            raise DataError(
                f"x of shape {self.x.shape} must be 1-D and finite; pass one finite number per row"
            )
        self.codes, self.classes = codes_of(y, len(self.x))
        self.search, self.name = search, name

    @classmethod
    def from_search(cls, x: Any, y: Any, *, name: str = "x", **options: Any) -> Self:
        """Run a line search of the threshold; options: those of `threshold_line_search`."""
        return cls(x, y, threshold_line_search(x, y, **options), name=name)

    @classmethod
    def example(cls) -> Self:
        """Eleven points."""
        from gnomon.data.sets import load

        task: Any = load("stump-points")
        return cls.from_search(task.encoded[:, 0], task.y, keep="middle", step=0.1)

    def frame(self) -> pd.DataFrame:
        """One row per point."""
        import pandas as pd

        return pd.DataFrame({self.name: self.x, "class": self.classes[self.codes]})

    def draw(self, ax: Axes) -> None:
        """Classes on separate lines, the threshold, and the errors at each threshold."""
        note_left_out(ax, self.theme, len(self.x))
        rows = sample_of(len(self.x))
        for code in range(len(self.classes)):
            at = self.x[rows][self.codes[rows] == code]
            ax.scatter(
                at,
                np.full(len(at), code),
                s=30,
                marker=self.theme.marker(code),
                color=self.theme.color(code),
                rasterized=len(rows) > MAX_SHAPES,
            )
        ax.set_yticks(range(len(self.classes)), [shown(label, 16) for label in self.classes])
        ax.set(xlabel=shown(self.name), ylim=(-0.6, len(self.classes) - 0.2))
        if self.search is not None:
            self._threshold(ax, self.search)

    def alt(self) -> str:
        """The threshold and its errors."""
        text = f"{len(self.x)} rows along {shown(self.name)} in {len(self.classes)} classes"
        threshold = "" if self.search is None else f"; {self.search}"
        return f"{text}{threshold}.{left_out(len(self.x))}"

    def _threshold(self, ax: Axes, search: LineSearch) -> None:
        ax.axvline(search.threshold, color=self.theme.ink, linewidth=1)
        for side, place, label in (("right", -1, self.classes[0]), ("left", 1, self.classes[1])):
            ax.annotate(
                f"predict {shown(label, 14)}",
                (search.threshold, len(self.classes) - 0.4),
                xytext=(6 * place, 0),
                textcoords="offset points",
                ha=side,
                va="center",
                fontsize=8,
                color=self.theme.ink,
            )
        ax.set_ylim(-1.2 - 0.6 * len(self.classes))
        max_errors, beside = max(1, int(search.errors.max())), ax.twinx()
        steps = _change_points(search.errors)
        beside.step(
            search.thresholds[steps], search.errors[steps], where="post", color=self.theme.soft, linewidth=1
        )
        # The errors are in the lower part, below the rows.
        beside.set_ylim(0, max_errors * 2.6)
        beside.set_yticks([0, max_errors])
        beside.set_ylabel("errors", color=self.theme.soft, loc="bottom")


def _change_points(errors: Floats) -> Integers:
    """Indices where the number of errors changes, and both ends; of many, evenly spaced ones."""
    changes = np.flatnonzero(np.diff(errors)) + 1
    places = np.concatenate([[0], changes, [len(errors) - 1]])
    return places[np.linspace(0, len(places) - 1, min(len(places), MAX_STEPS)).round().astype(int)]


displays.add("StripDisplay", StripDisplay, "strip plot of one feature, with a threshold and its errors")

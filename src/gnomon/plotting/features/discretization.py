"""Cut points of discretizers on a feature: a strip plot of its rows by class for each of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.arrays import Floats
from gnomon.errors import DataError
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.plotting.plane_points import codes_of
from gnomon.plotting.thinning import MAX_SHAPES, left_out, note_left_out, sample_of
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class DiscretizationDisplay(Display):
    """Strip plots of a feature by class, with the cut points of each discretizer.

    x, y: the feature and the classes. cuts: cut points of each discretizer.

    Examples
    --------
    >>> import gnomon as gn
    >>> gn.plotting.DiscretizationDisplay(
    ...     [1.0, 2.0, 3.0], list("aab"), {"halves": [2.5]}
    ... ).frame().values.tolist()
    [['halves', 2.5]]
    """

    size = (5.6, 3.0)

    def __init__(self, x: Any, y: Any, cuts: Mapping[str, Any], *, name: str = "x") -> None:
        self.x: Floats = np.asarray(x, dtype=float).reshape(-1)
        self.codes, self.classes = codes_of(y, len(self.x))
        self.cuts = {str(key): np.asarray(each, dtype=float).reshape(-1) for key, each in cuts.items()}
        self.name = name
        if not self.cuts:
            raise DataError("there are no cuts to draw; pass those of at least one discretizer")

    @classmethod
    def from_estimators(cls, discretizers: Mapping[str, Any], x: Any, y: Any, *, name: str = "x") -> Self:
        """Fit discretizers, by name, on the feature."""
        values = np.asarray(x, dtype=float).reshape(-1, 1)
        cuts = {key: each.fit(values, y).cuts_[0] for key, each in discretizers.items()}
        return cls(x, y, cuts, name=name)

    @classmethod
    def example(cls) -> Self:
        """Petal length of iris by four discretizers."""
        from gnomon.data.sets import load
        from gnomon.features.agglomerative_merge import AgglomerativeMerge
        from gnomon.features.equal_frequency import EqualFrequency
        from gnomon.features.equal_width import EqualWidth
        from gnomon.features.recursive_partition import RecursivePartition

        iris: Any = load("iris")
        made = {
            "equal width": EqualWidth(n_bins=4),
            "equal frequency": EqualFrequency(n_bins=4),
            "recursive partition": RecursivePartition(),
            "agglomerative merge": AgglomerativeMerge(),
        }
        return cls.from_estimators(made, iris.encoded[:, 2], iris.y, name="petal length")

    def frame(self) -> pd.DataFrame:
        """One row per cut."""
        import pandas as pd

        names = np.repeat(np.array(list(self.cuts)), [len(each) for each in self.cuts.values()])
        return pd.DataFrame({"discretizer": names, "cut": np.concatenate(list(self.cuts.values()))})

    def draw(self, ax: Axes) -> None:
        """Strips from the top down."""
        note_left_out(ax, self.theme, len(self.x))
        rows = sample_of(len(self.x))
        for place, cuts in enumerate(self.cuts.values()):
            for code, label in enumerate(self.classes):
                at = self.x[rows][self.codes[rows] == code]
                # Classes on separate lines within the strip, against overlap.
                height = place + (code - (len(self.classes) - 1) / 2) * 0.5 / max(1, len(self.classes))
                ax.scatter(
                    at,
                    np.full(len(at), height),
                    s=8,
                    marker=self.theme.marker(code),
                    color=self.theme.color(code),
                    linewidth=0,
                    label=shown(label, 20) if place == 0 else None,
                    rasterized=len(rows) * len(self.cuts) > MAX_SHAPES,
                )
            ax.vlines(cuts, place - 0.4, place + 0.4, color=self.theme.ink, linewidth=1.3)
        ax.set_yticks(range(len(self.cuts)), [shown(key, 22) for key in self.cuts])
        ax.set(xlabel=shown(self.name), ylim=(len(self.cuts) - 0.45, -0.55))
        ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=4, handletextpad=0.2)

    def alt(self) -> str:
        """The number of bins of each discretizer."""
        parts = ", ".join(f"{shown(key, 22)} {len(cuts) + 1}" for key, cuts in self.cuts.items())
        return f"Bins of {shown(self.name)} by discretizer: {parts}.{left_out(len(self.x))}"


displays.add("DiscretizationDisplay", DiscretizationDisplay, "cut points of discretizers on a feature")

"""Numbers along a parameter: one panel, a line each; parts for figures that set several side by side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.assessment.curves.train_test_scores import log_spaced
from gnomon.errors import DataError
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.plotting.scales import log_scale

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class ParameterCurve(Display):
    """Lines over the values of a parameter, with a mark at each; on a log scale where they are spaced so.

    lines: the numbers by name. what: the label of the axis.

    >>> part = ParameterCurve("C", [0.1, 1.0, 10.0], {"margin": [3.0, 2.0, 1.0]}, "margin")
    >>> part.frame()["margin"].tolist()
    [3.0, 2.0, 1.0]
    """

    def __init__(self, parameter: str, values: Any, lines: Mapping[str, Any], what: str) -> None:
        self.parameter, self.values, self.what = parameter, np.asarray(values, dtype=np.float64), what
        self.lines = {name: np.asarray(line, dtype=np.float64) for name, line in lines.items()}
        if any(line.shape != self.values.shape for line in self.lines.values()) or self.values.ndim != 1:
            raise DataError(
                f"each line over {parameter!r} needs a number for each of its {len(self.values)} values"
            )

    def frame(self) -> pd.DataFrame:
        """One row per value of the parameter."""
        import pandas as pd

        return pd.DataFrame({self.parameter: self.values, **self.lines})

    def draw(self, ax: Axes) -> None:
        """A line with marks for each name."""
        for number, (name, line) in enumerate(self.lines.items()):
            ax.plot(
                self.values,
                line,
                color=self.theme.color(number),
                linestyle=self.theme.dash(number),
                marker=self.theme.marker(number),
                markersize=4,
                label=shown(name),
            )
        if log_spaced(tuple(self.values.tolist())):
            log_scale(ax)
        ax.set(xlabel=shown(self.parameter), ylabel=shown(self.what))
        if len(self.lines) > 1:
            columns = 3 if max(map(len, self.lines)) <= 10 else 2
            ax.legend(loc="upper center", bbox_to_anchor=(0.5, -0.25), ncols=columns, columnspacing=1.0)

    def alt(self) -> str:
        """The ends of each line."""
        ends = ", ".join(
            f"{shown(name)} from {line[0]:.4g} to {line[-1]:.4g}" for name, line in self.lines.items()
        )
        low, high = self.values[[0, -1]]
        return f"{shown(self.what)} over {shown(self.parameter)} from {low:.4g} to {high:.4g}: {ends}."

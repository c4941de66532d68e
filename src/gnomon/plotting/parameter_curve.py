"""Line plot of quantities against a parameter, a panel of larger figures."""

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
    """Line plot of quantities against a parameter, on a log scale where its values are log-spaced.

    lines: values of each line, by name. y_label: of the y-axis.

    >>> part = ParameterCurve("C", [0.1, 1.0, 10.0], {"margin": [3.0, 2.0, 1.0]}, "margin")
    >>> part.frame()["margin"].tolist()
    [3.0, 2.0, 1.0]
    """

    def __init__(self, parameter: str, values: Any, lines: Mapping[str, Any], y_label: str) -> None:
        self.parameter, self.values, self.y_label = parameter, np.asarray(values, dtype=np.float64), y_label
        self.lines = {name: np.asarray(line, dtype=np.float64) for name, line in lines.items()}
        if any(line.shape != self.values.shape for line in self.lines.values()) or self.values.ndim != 1:
            raise DataError(
                f"each line must have one number per value of {parameter!r}: {len(self.values)} of them"
            )

    def frame(self) -> pd.DataFrame:
        """One row per value of the parameter."""
        import pandas as pd

        return pd.DataFrame({self.parameter: self.values, **self.lines})

    def draw(self, ax: Axes) -> None:
        """One line with markers per name."""
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
        ax.set(xlabel=shown(self.parameter), ylabel=shown(self.y_label))
        if len(self.lines) > 1:
            columns = 3 if max(map(len, self.lines)) <= 10 else 2
            ax.legend(loc="upper center", bbox_to_anchor=(0.5, -0.25), ncols=columns, columnspacing=1.0)

    def alt(self) -> str:
        """First and last value of each line."""
        ends = ", ".join(
            f"{shown(name)} from {line[0]:.4g} to {line[-1]:.4g}" for name, line in self.lines.items()
        )
        low, high = self.values[[0, -1]]
        return f"{shown(self.y_label)} over {shown(self.parameter)} from {low:.4g} to {high:.4g}: {ends}."

"""Student's t densities beside the standard normal: heavier tails for fewer degrees of freedom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Self

import numpy as np
from scipy import stats

from gnomon.assessment.intervals import critical_t
from gnomon.errors import ParameterError
from gnomon.plotting.display import Display
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class StudentDensityDisplay(Display):
    """Densities of Student's t distribution for some degrees of freedom, and the standard normal.

    freedom: degrees of freedom. level: confidence level of the two-sided critical values in the legend.

    Examples
    --------
    >>> import gnomon as gn
    >>> display = gn.plotting.StudentDensityDisplay((1, 4))
    >>> display.frame()["curve"].unique().tolist()
    ['t, 1 degree of freedom', 't, 4 degrees of freedom', 'normal']
    """

    def __init__(self, freedom: Sequence[int] = (1, 4, 10), *, level: float = 0.95) -> None:
        if not freedom or any(not each >= 1 for each in freedom):
            raise ParameterError(f"freedom={list(freedom)!r}: degrees of freedom must be 1 or more")
        self.freedom, self.level = tuple(freedom), level
        self.critical = [critical_t(level, each) for each in freedom]

    @classmethod
    def example(cls) -> Self:
        """One, four and ten degrees of freedom."""
        return cls()

    def frame(self) -> pd.DataFrame:
        """One row per point of each density."""
        import pandas as pd

        x = np.linspace(-5, 5, 201)
        parts = [
            pd.DataFrame({"curve": self._name(each), "x": x, "density": stats.t.pdf(x, each)})
            for each in self.freedom
        ]
        parts.append(pd.DataFrame({"curve": "normal", "x": x, "density": stats.norm.pdf(x)}))
        return pd.concat(parts, ignore_index=True)

    def draw(self, ax: Axes) -> None:
        """One line per density."""
        table = self.frame()
        normal = float(stats.norm.ppf((1 + self.level) / 2))
        for number, each in enumerate(self.freedom):
            part = table[table["curve"] == self._name(each)]
            style = {"color": self.theme.color(number), "ls": self.theme.dash(number + 1)}
            ax.plot(part["x"], part["density"], label=f"t, {each} df: ±{self.critical[number]:.3f}", **style)
        part = table[table["curve"] == "normal"]
        ax.plot(part["x"], part["density"], color=self.theme.ink, lw=2.6, label=f"normal: ±{normal:.3f}")
        ax.set(xlabel="x", ylabel="density", xlim=(-5, 5), ylim=(0, 0.44))
        ax.legend(
            title=f"two-sided {100 * self.level:g} % critical value", title_fontsize=8, loc="upper left"
        )

    def alt(self) -> str:
        """Critical values."""
        parts = [f"{each} df ±{value:.3f}" for each, value in zip(self.freedom, self.critical)]
        level = f"{100 * self.level:g} %"
        return (
            f"Densities of Student's t and the normal; two-sided {level} critical values: {', '.join(parts)}."
        )

    def _name(self, freedom: int) -> str:
        return f"t, {freedom} degree{'s' if freedom != 1 else ''} of freedom"


displays.add("StudentDensityDisplay", StudentDensityDisplay, "Student's t densities beside the normal")

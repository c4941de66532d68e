"""Normal density (bell curve) with bands of one to three standard deviations and the scale of z-scores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.errors import ParameterError
from gnomon.learners.linear.gaussian_density import NormalDensity
from gnomon.plotting.display import Display
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class BellCurveDisplay(Display):
    """Normal density N(x | μ, σ²), shaded within one, two and three standard deviations of the mean.

    mean, deviation: mean μ and standard deviation σ.

    Examples
    --------
    >>> import gnomon as gn
    >>> table = gn.plotting.BellCurveDisplay(100, 15).frame()
    >>> table.loc[table["density"].idxmax(), ["x", "z"]].tolist()
    [100.0, 0.0]
    """

    def __init__(self, mean: float = 0.0, deviation: float = 1.0) -> None:
        if not deviation > 0 or not np.isfinite([mean, deviation]).all():
            raise ParameterError(
                f"mean={mean!r}, deviation={deviation!r}: pass finite numbers, the deviation above 0"
            )
        self.mean, self.deviation = float(mean), float(deviation)

    @classmethod
    def example(cls) -> Self:
        """Mean 100, standard deviation 15."""
        return cls(100, 15)

    def frame(self) -> pd.DataFrame:
        """One row per point."""
        import pandas as pd

        z = np.linspace(-4, 4, 321)
        x = self.mean + self.deviation * z
        return pd.DataFrame(
            {"x": x, "z": z, "density": NormalDensity([self.mean], [[self.deviation**2]]).density(x[:, None])}
        )

    def draw(self, ax: Axes) -> None:
        """The curve, its bands, and the z-scores above."""
        table = self.frame()
        for deviations in (3, 2, 1):
            part = table[table["z"].abs() <= deviations + 1e-9]
            ax.fill_between(part["x"], part["density"], color=self.theme.color(0), alpha=0.16, linewidth=0)
        ax.plot(table["x"], table["density"], color=self.theme.color(0))
        ax.axvline(self.mean, color=self.theme.ink, linewidth=0.9)
        ax.set(xlabel=f"x (μ = {self.mean:g}, σ = {self.deviation:g})", ylabel="density", ylim=(0, None))
        above = ax.secondary_xaxis("top", functions=(self._to_z, self._to_x))
        above.set_xlabel("z = (x − μ) / σ")
        above.set_xticks(range(-3, 4))

    def alt(self) -> str:
        """Mean and standard deviation."""
        return f"Normal density with mean {self.mean:g} and standard deviation {self.deviation:g}."

    def _to_z(self, x: Any) -> Any:
        return (np.asarray(x) - self.mean) / self.deviation

    def _to_x(self, z: Any) -> Any:
        return self.mean + self.deviation * np.asarray(z)


displays.add("BellCurveDisplay", BellCurveDisplay, "normal density with its standard deviations")

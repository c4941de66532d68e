"""Kernel value against distance, for radial kernels such as the Gaussian (RBF) kernel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.errors import ParameterError
from gnomon.learners.kernel.kernels import RBFKernel
from gnomon.plotting.class_marks import legend_beside
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class KernelProfileDisplay(Display):
    """Kernel values k(0, r) against the distance r, one line per kernel.

    kernels: kernel functions by name, such as gn.kernels.RBFKernel and gn.kernels.LaplacianKernel. reach: the
    maximum distance.

    Examples
    --------
    >>> import gnomon as gn
    >>> display = gn.plotting.KernelProfileDisplay.of_widths([0.5, 2.0], reach=4.0)
    >>> display.frame().iloc[-1].round(4).to_dict()
    {'distance': 4.0, 'σ = 0.5': 0.0, 'σ = 2': 0.1353}
    """

    def __init__(self, kernels: Mapping[str, Any], *, reach: float = 3.0) -> None:
        if not kernels or not 0 < reach < np.inf:
            raise ParameterError(
                f"{len(kernels)} kernels with reach={reach!r}: pass kernels and a finite reach above 0"
            )
        self.kernels = dict(kernels)
        self.distances = np.linspace(0.0, reach, 121)

    @classmethod
    def of_widths(cls, widths: Sequence[float], *, reach: float | None = None) -> Self:
        """Plot RBF kernels of these bandwidths σ; gamma = 1 / (2 σ²)."""
        return cls(
            {f"σ = {width:g}": RBFKernel(sigma=width) for width in widths}, reach=reach or 3 * max(widths)
        )

    @classmethod
    def example(cls) -> Self:
        """Four bandwidths."""
        return cls.of_widths([0.25, 0.5, 1.0, 2.0], reach=4.0)

    def frame(self) -> pd.DataFrame:
        """One row per distance, one column per kernel."""
        import pandas as pd

        origin, rows = np.zeros((1, 1)), self.distances[:, None]
        curves = {name: np.asarray(kernel(rows, origin))[:, 0] for name, kernel in self.kernels.items()}
        return pd.DataFrame({"distance": self.distances, **curves})

    def draw(self, ax: Axes) -> None:
        """One line per kernel."""
        table = self.frame()
        for number, name in enumerate(self.kernels):
            ax.plot(
                table["distance"],
                table[name],
                color=self.theme.color(number),
                linestyle=self.theme.dash(number),
                label=shown(name),
            )
        ax.set(xlabel="distance |x − z|", ylabel="kernel value")
        legend_beside(ax)

    def alt(self) -> str:
        """The distance at which each kernel has fallen to half of its maximum."""
        table = self.frame()
        halves = ", ".join(f"{shown(name)} {self._half(table[name].to_numpy())}" for name in self.kernels)
        return f"Kernel value against distance; half of the maximum at: {halves}."

    def _half(self, values: Any) -> str:
        below = np.flatnonzero(values <= values[0] / 2)
        return f"{self.distances[below[0]]:.3g}" if len(below) else f"beyond {self.distances[-1]:g}"


displays.add("KernelProfileDisplay", KernelProfileDisplay, "kernel value against distance")

"""Loss functions against the margin y f(x)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Self

import numpy as np

from gnomon.arrays import Floats
from gnomon.errors import ParameterError
from gnomon.plotting.class_marks import legend_beside
from gnomon.plotting.display import Display
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

# m is the margin y f(x), with y = -1 or 1.
LOSSES: dict[str, Callable[[Floats], Floats]] = {
    "zero-one": lambda m: (m <= 0).astype(float),
    "hinge": lambda m: np.maximum(0.0, 1.0 - m),
    "log": lambda m: np.logaddexp(0.0, -m),
    "square": lambda m: (1.0 - m) ** 2,
}


class LossCurvesDisplay(Display):
    """Loss functions of the margin y f(x): a row is correct above 0 and outside the margin from 1 on.

    losses: some of "zero-one", "hinge", "log", "square". slack: ξ of an extra hinge loss shifted left by it.

    Examples
    --------
    >>> import gnomon as gn
    >>> table = gn.plotting.LossCurvesDisplay(["hinge", "log"]).frame()
    >>> table.columns.tolist()
    ['margin', 'hinge', 'log']
    """

    def __init__(
        self,
        losses: Sequence[str] = tuple(LOSSES),
        *,
        slack: float | None = None,
        low: float = -2.0,
        high: float = 3.0,
    ) -> None:
        strange = [name for name in losses if name not in LOSSES]
        if strange or not losses:
            raise ParameterError(f"losses={list(losses)!r}: pass some of {', '.join(map(repr, LOSSES))}")
        if not low < high:
            raise ParameterError(f"low={low!r}, high={high!r}: low must be below high")
        self.losses, self.slack = tuple(losses), slack
        self.margins = np.linspace(low, high, 501)

    @classmethod
    def example(cls) -> Self:
        """All four."""
        return cls()

    def frame(self) -> pd.DataFrame:
        """One row per margin: each loss there."""
        import pandas as pd

        curves = {name: LOSSES[name](self.margins) for name in self.losses}
        if self.slack is not None:
            curves[f"hinge with slack {self.slack:g}"] = LOSSES["hinge"](self.margins + self.slack)
        return pd.DataFrame({"margin": self.margins, **curves})

    def draw(self, ax: Axes) -> None:
        """One line per loss."""
        table = self.frame()
        for number, name in enumerate(table.columns[1:]):
            ax.plot(
                table["margin"],
                table[name],
                color=self.theme.color(number),
                linestyle=self.theme.dash(number),
                label=name,
            )
        ax.axvline(0, color=self.theme.line, linewidth=0.8, zorder=0)
        ax.set(xlabel="margin y f(x)", ylabel="loss", ylim=(-0.1, 4.0))
        legend_beside(ax)

    def alt(self) -> str:
        """Each loss at the decision boundary and at the margin."""
        at = ", ".join(
            f"{name} {float(LOSSES[name](np.zeros(1))[0]):.3g} and {float(LOSSES[name](np.ones(1))[0]):.3g}"
            for name in self.losses
        )
        return f"Losses against the margin y f(x); at margins 0 and 1 they are: {at}."


displays.add(
    "LossCurvesDisplay",
    LossCurvesDisplay,
    "hinge, log, zero-one and squared loss functions against the margin",
)

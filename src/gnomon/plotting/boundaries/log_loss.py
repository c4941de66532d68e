"""Log loss of a predicted probability, for each true class."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

import numpy as np

from gnomon.plotting.display import Display
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class LogLossDisplay(Display):
    """Log loss against the predicted probability f: -ln f for class 1, -ln (1 - f) for class 0.

    Examples
    --------
    >>> import gnomon as gn
    >>> table = gn.plotting.LogLossDisplay().frame()
    >>> bool(np.allclose(table["y = 1"], table["y = 0"][::-1]))
    True
    """

    def __init__(self) -> None:
        self.probability = np.linspace(0.005, 0.995, 199)

    @classmethod
    def example(cls) -> Self:
        """Both classes."""
        return cls()

    def frame(self) -> pd.DataFrame:
        """One row per probability: the loss if the class is 1, and if it is 0."""
        import pandas as pd

        f = self.probability
        return pd.DataFrame({"probability": f, "y = 1": -np.log(f), "y = 0": -np.log1p(-f)})

    def draw(self, ax: Axes) -> None:
        """Two curves that intersect at one half."""
        table = self.frame()
        for number, name in enumerate(("y = 0", "y = 1")):
            ax.plot(
                table["probability"],
                table[name],
                color=self.theme.color(number),
                linestyle=self.theme.dash(number),
                label=name,
            )
        ax.set(xlabel="predicted probability of class 1, f(x)", ylabel="log loss (nats)", xlim=(0, 1))
        ax.legend(loc="upper center")

    def alt(self) -> str:
        """The shape of the curves."""
        return (
            "Log loss against the predicted probability f of class 1: it falls from infinity to 0 as f "
            "rises if the class is 1, mirrors that if it is 0, and both are 0.693 at one half."
        )


displays.add("LogLossDisplay", LogLossDisplay, "log loss against the predicted probability")

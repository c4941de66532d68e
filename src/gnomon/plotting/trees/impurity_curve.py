"""Impurities of two classes against the share of one: entropy, Gini's index, error."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.arrays import Floats
from gnomon.errors import ParameterError
from gnomon.learners.trees.impurity import impurities, misclassification_impurity
from gnomon.plotting.display import Display
from gnomon.probability.entropies import information_content
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

_SHARES = np.linspace(0, 1, 201)


class ImpurityCurveDisplay(Display):
    """Curves over the share p of one of two classes; 0 where a node is pure, most where both are as many.

    measures: some of "entropy", "gini", "error" and "information", the last being -log2 p of one event.

    Examples
    --------
    >>> import gnomon as gn
    >>> table = gn.plotting.ImpurityCurveDisplay().frame()
    >>> table[table["p"] == 0.5][["entropy", "gini", "error"]].values.tolist()
    [[1.0, 0.5, 0.5]]
    """

    def __init__(self, measures: tuple[str, ...] = ("entropy", "gini", "error")) -> None:
        unknown = [name for name in measures if name not in _CURVES]
        if unknown or not measures:
            raise ParameterError(f"measures={measures!r}: give some of {', '.join(_CURVES)}")
        self.measures = tuple(measures)

    @classmethod
    def of_information(cls) -> Self:
        """The information content of an event beside the entropy of both."""
        return cls(("information", "entropy"))

    @classmethod
    def example(cls) -> Self:
        """Three impurities."""
        return cls()

    def frame(self) -> pd.DataFrame:
        """One row a share."""
        import pandas as pd

        shares = _SHARES[1:] if "information" in self.measures else _SHARES
        return pd.DataFrame({"p": shares, **{name: _CURVES[name](shares) for name in self.measures}})

    def draw(self, ax: Axes) -> None:
        """One line a measure, its name at the line."""
        table = self.frame()
        for number, name in enumerate(self.measures):
            ax.plot(
                table["p"],
                table[name],
                color=self.theme.color(number),
                linestyle=self.theme.dash(number),
                label=_LABELS[name],
            )
        ax.set(xlabel="p, share of one class", ylabel="impurity", xlim=(0, 1), ylim=(0, None))
        if "information" in self.measures:
            ax.set(xlabel="p, probability", ylabel="bits", ylim=(0, 6))
        ax.legend(loc="best")

    def alt(self) -> str:
        """Which curves, and their height in the middle."""
        table = self.frame()
        middle = table.iloc[int(np.abs(table["p"] - 0.5).argmin())]
        parts = ", ".join(f"{_LABELS[name]} {middle[name]:g}" for name in self.measures)
        return f"Curves against the share p of one of two classes; at one half: {parts}."


def _errors(shares: Floats) -> Floats:
    return np.array([misclassification_impurity([0, 1], [share, 1 - share]) for share in shares])


def _pairs(shares: Floats) -> Floats:
    return np.column_stack([shares, 1 - shares])


_CURVES: dict[str, Any] = {
    "entropy": lambda shares: impurities(_pairs(shares), "entropy"),
    "gini": lambda shares: impurities(_pairs(shares), "gini"),
    "error": _errors,
    "information": information_content,
}
_LABELS = {
    "entropy": "entropy (bits)",
    "gini": "Gini index",
    "error": "error rate",
    "information": "information −log₂ p",
}

displays.add(
    "ImpurityCurveDisplay",
    ImpurityCurveDisplay,
    "entropy, Gini index and error against the share of a class",
    figures=("2-FIG-08", "3-P16"),
)

"""Impurity measures against the class proportion: entropy, Gini index, misclassification error."""

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

_PROPORTIONS = np.linspace(0, 1, 201)


class ImpurityCurveDisplay(Display):
    """Impurity of a node with two classes against the proportion p of one: 0 if pure, maximal at one half.

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
            raise ParameterError(f"measures={measures!r}: pass some of {', '.join(_CURVES)}")
        self.measures = tuple(measures)

    @classmethod
    def of_information(cls) -> Self:
        """Plot the information content of an event, and the binary entropy."""
        return cls(("information", "entropy"))

    @classmethod
    def example(cls) -> Self:
        """Three impurity measures."""
        return cls()

    def frame(self) -> pd.DataFrame:
        """One row per proportion."""
        import pandas as pd

        proportions = _PROPORTIONS[1:] if "information" in self.measures else _PROPORTIONS
        return pd.DataFrame(
            {"p": proportions, **{name: _CURVES[name](proportions) for name in self.measures}}
        )

    def draw(self, ax: Axes) -> None:
        """One line per measure."""
        table = self.frame()
        for number, name in enumerate(self.measures):
            ax.plot(
                table["p"],
                table[name],
                color=self.theme.color(number),
                linestyle=self.theme.dash(number),
                label=_LABELS[name],
            )
        ax.set(xlabel="proportion p of one class", ylabel="impurity", xlim=(0, 1), ylim=(0, None))
        if "information" in self.measures:
            ax.set(xlabel="probability p", ylabel="bits", ylim=(0, 6))
        ax.legend(loc="best")

    def alt(self) -> str:
        """The curves and their values at one half."""
        table = self.frame()
        middle = table.iloc[int(np.abs(table["p"] - 0.5).argmin())]
        parts = ", ".join(f"{_LABELS[name]} {middle[name]:g}" for name in self.measures)
        return f"Impurity against the proportion p of one of two classes; at one half: {parts}."


def _errors(proportions: Floats) -> Floats:
    return np.array([misclassification_impurity([0, 1], sample_weight=[p, 1 - p]) for p in proportions])


def _pairs(proportions: Floats) -> Floats:
    return np.column_stack([proportions, 1 - proportions])


_CURVES: dict[str, Any] = {
    "entropy": lambda proportions: impurities(_pairs(proportions), "entropy"),
    "gini": lambda proportions: impurities(_pairs(proportions), "gini"),
    "error": _errors,
    "information": information_content,
}
_LABELS = {
    "entropy": "entropy (bits)",
    "gini": "Gini index",
    "error": "misclassification error",
    "information": "information −log₂ p",
}

displays.add(
    "ImpurityCurveDisplay",
    ImpurityCurveDisplay,
    "impurity measures against the class proportion: entropy, Gini index, misclassification error",
)

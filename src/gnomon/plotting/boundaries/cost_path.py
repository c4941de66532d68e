"""What the price C buys: margin, errors, slack and support vectors of one machine over its prices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Self

from gnomon.learners.kernel.reading.cost_path import CostPath, cost_path
from gnomon.plotting.panels import Panels
from gnomon.plotting.parameter_curve import ParameterCurve
from gnomon.registry import displays


class CostPathDisplay(Panels):
    """Margin, training errors and support vectors against the price C.

    Examples
    --------
    >>> import gnomon as gn
    >>> display = gn.plotting.CostPathDisplay.example()
    >>> display.titles
    ['margin', 'errors and slack', 'support vectors']
    """

    panel_size: ClassVar[tuple[float, float]] = (2.8, 2.6)

    @classmethod
    def from_sweep(cls, sweep: CostPath) -> Self:
        """The panels of `gn.svm.cost_path(...)`."""
        table = sweep.frame()
        groups = {
            "margin": {"margin": "margin 1/|w|"},
            "errors and slack": {"errors": "errors", "slack": "sum of slacks"},
            "support vectors": {"support": "all", "bounded": "at their bound"},
        }
        parts = [
            ParameterCurve("C", table["C"], {words: table[name] for name, words in lines.items()}, title)
            for title, lines in groups.items()
        ]
        return cls(parts, list(groups))

    @classmethod
    def from_estimator(cls, estimator: Any, X: Any, y: Any, prices: Sequence[float]) -> Self:
        """A support vector classifier of two classes, fitted at each price."""
        return cls.from_sweep(cost_path(estimator, X, y, prices))

    @classmethod
    def example(cls) -> Self:
        """Five points of which one has strayed."""
        from gnomon.data.sets import load
        from gnomon.learners.kernel.svc import SVC

        task: Any = load("five-points")
        prices = [0.01, 0.1, 0.5, 1.0, 2.0, 10.0, 100.0]
        return cls.from_estimator(SVC(kernel="linear", random_state=None), task.X, task.y, prices)


displays.add(
    "CostPathDisplay",
    CostPathDisplay,
    "margin, errors and support vectors against C",
    figures=("6-margin-and-errors-against-c", "6-c-and-margin"),
)

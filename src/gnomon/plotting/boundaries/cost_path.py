"""Effect of the soft-margin parameter C: margin, errors, slacks and support vectors over a grid of C."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Self

from gnomon.learners.kernel.reading.cost_path import CostPath, cost_path
from gnomon.plotting.panels import Panels
from gnomon.plotting.parameter_curve import ParameterCurve
from gnomon.registry import displays


class CostPathDisplay(Panels):
    """Margin, training errors, slacks and support vectors against C, the inverse regularization strength.

    Examples
    --------
    >>> import gnomon as gn
    >>> display = gn.plotting.CostPathDisplay.example()
    >>> display.titles
    ['margin', 'errors and slack', 'support vectors']
    """

    panel_size: ClassVar[tuple[float, float]] = (2.8, 2.6)

    @classmethod
    def from_path(cls, path: CostPath) -> Self:
        """Plot the result of `gn.svm.cost_path(...)`."""
        table = path.frame()
        groups = {
            "margin": {"margin": "margin 1/|w|"},
            "errors and slack": {"errors": "errors", "slack": "sum of slacks"},
            "support vectors": {"support": "all", "bounded": "bounded (α = C)"},
        }
        parts = [
            ParameterCurve("C", table["C"], {words: table[name] for name, words in lines.items()}, title)
            for title, lines in groups.items()
        ]
        return cls(parts, list(groups))

    @classmethod
    def from_estimator(cls, estimator: Any, X: Any, y: Any, C: Sequence[float]) -> Self:
        """Fit a support vector classifier of two classes at each C."""
        return cls.from_path(cost_path(estimator, X, y, C))

    @classmethod
    def example(cls) -> Self:
        """Five points, one of them an outlier."""
        from gnomon.data.sets import load
        from gnomon.learners.kernel.svc import SVC

        task: Any = load("five-points")
        C = [0.01, 0.1, 0.5, 1.0, 2.0, 10.0, 100.0]
        return cls.from_estimator(SVC(kernel="linear", random_state=None), task.X, task.y, C)


displays.add("CostPathDisplay", CostPathDisplay, "margin, errors and support vectors against C")

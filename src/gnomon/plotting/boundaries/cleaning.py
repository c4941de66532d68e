"""Effect of outliers on the margin: least squares, the SVM with them, and the SVM without them."""

from __future__ import annotations

from typing import Any, ClassVar, Self

import numpy as np

from gnomon.learners.kernel.reading.cleaning import remove_outliers
from gnomon.learners.kernel.svc import SVC
from gnomon.learners.linear.least_squares_classifier import LeastSquaresClassifier
from gnomon.plotting.boundaries.decision_boundary import DecisionBoundaryDisplay
from gnomon.plotting.boundaries.margin import MarginDisplay
from gnomon.plotting.panels import Panels
from gnomon.registry import displays

STEPS = 100


class CleaningDisplay(Panels):
    """Three boundaries: least squares, maximum margin, and maximum margin after outlier removal.

    Support vectors are numbered by their dual coefficient within their class: the first is the most atypical.

    Examples
    --------
    >>> import gnomon as gn
    >>> gn.plotting.CleaningDisplay.example().titles
    ['least squares', 'margin 0.216', 'margin 1.11 without 1 outlier']
    """

    panel_size: ClassVar[tuple[float, float]] = (2.7, 2.5)

    @classmethod
    def from_rows(
        cls, X: Any, y: Any, *, machine: Any = None, max_removed: int = 1, names: Any = None
    ) -> Self:
        """Remove up to max_removed outliers of an SVM; None for a linear one with a hard margin."""
        X, y = np.asarray(X, dtype=np.float64), np.asarray(y)
        machine = SVC(kernel="linear", C=1e6, random_state=None) if machine is None else machine
        before, after = (
            remove_outliers(machine, X, y, max_removed=0),
            remove_outliers(machine, X, y, max_removed=max_removed),
        )
        squares = DecisionBoundaryDisplay.from_estimator(
            LeastSquaresClassifier().fit(X, y), X, y, grid_resolution=STEPS, names=names
        )
        parts = [
            MarginDisplay.from_estimator(
                result.model, X[result.rows], y[result.rows], grid_resolution=STEPS, names=names, ranks=True
            )
            for result in (before, after)
        ]
        squares.legend, parts[0].legend = False, False
        squares.mark = parts[0].mark = parts[1].mark = 16.0
        margins = [part.support.decision.margin for part in parts]
        removed = len(after.removed)
        last = f"margin {margins[1]:.3g} without {removed} outlier{'s' * (removed != 1)}"
        return cls([squares, *parts], ["least squares", f"margin {margins[0]:.3g}", last], shared=True)

    @classmethod
    def example(cls) -> Self:
        """Two clouds and an outlier."""
        from gnomon.data.gaussians import make_two_gaussians

        task = make_two_gaussians(30, means=((-3.0, 0.0), (3.0, 0.0)), random_state=3)
        X, y = np.vstack([task.X, [[1.1, 0.4]]]), np.append(np.asarray(task.y), 0)
        return cls.from_rows(X, y)


displays.add("CleaningDisplay", CleaningDisplay, "maximum margin with and without outliers")

"""Four kinds of machine learning task: regression, classification, clustering, dimensionality reduction."""

from __future__ import annotations

from typing import ClassVar, Self

import numpy as np

from gnomon.data.gaussians import make_two_gaussians
from gnomon.data.generate import make_blobs, make_noisy_polynomial
from gnomon.learners.clusters.kmeans import KMeans
from gnomon.learners.linear.least_squares import LinearRegression
from gnomon.learners.linear.nearest_mean import NearestMean
from gnomon.plotting.boundaries.decision_boundary import DecisionBoundaryDisplay
from gnomon.plotting.class_scatter import ClassScatterDisplay
from gnomon.plotting.panels import Panels
from gnomon.plotting.projections.line_projection import ProjectionDisplay
from gnomon.plotting.regression.fit import RegressionFitDisplay
from gnomon.registry import displays


class TaskKindsDisplay(Panels):
    """Four kinds of task: regression, classification, clustering and projection, with an example each.

    Examples
    --------
    >>> import gnomon as gn
    >>> gn.plotting.TaskKindsDisplay.of().titles
    ['regression', 'classification', 'clustering', 'projection']
    """

    panel_size: ClassVar[tuple[float, float]] = (2.7, 2.3)

    @classmethod
    def of(cls, *, n_rows: int = 60, random_state: int = 0) -> Self:
        """Generated data of n_rows each."""
        line = make_noisy_polynomial(n_rows, coefficients=(1.0, 0.6), random_state=random_state)
        two = make_two_gaussians(n_rows, means=((-1.5, 0.0), (1.5, 0.5)), random_state=random_state)
        three = make_blobs(n_rows, spread=1.5, random_state=random_state + 2)
        long = np.random.default_rng(random_state).multivariate_normal([0, 0], [[3, 1.4], [1.4, 1]], n_rows)
        clusters = KMeans(3, random_state=random_state).fit(three.X).labels_
        groups = np.array(["first", "second", "third"])[clusters]
        fit = RegressionFitDisplay.from_estimator(LinearRegression().fit(line.X, line.y), line.X, line.y)
        boundary = DecisionBoundaryDisplay.from_task(two, NearestMean(), grid_resolution=60)
        fit.legend = boundary.legend = False
        parts = [fit, boundary, ClassScatterDisplay(three.X, groups), ProjectionDisplay.from_rows(long)]
        return cls(parts, ["regression", "classification", "clustering", "projection"], columns=2)

    @classmethod
    def example(cls) -> Self:
        """Sixty rows each."""
        return cls.of()


displays.add(
    "TaskKindsDisplay",
    TaskKindsDisplay,
    "regression, classification, clustering and projection, with an example each",
)

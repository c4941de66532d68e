"""A Gaussian mixture of two features: rows colored by responsibility, and covariance ellipses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Floats
from gnomon.learners.mixtures.normals import Normals, log_densities
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.plotting.plane_points import plane_of
from gnomon.plotting.thinning import MAX_SHAPES, left_out, note_left_out, sample_of
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class MixtureDisplay(Display):
    """Rows colored by responsibility, and covariance ellipses at one and two standard deviations.

    normals: weights, means and covariances of the components. X: rows of two features.

    Examples
    --------
    >>> import gnomon as gn
    >>> task = gn.datasets.make_blobs(60, random_state=0)
    >>> mixture = gn.GaussianMixture(3, random_state=0).fit(task.X)
    >>> gn.plotting.MixtureDisplay.from_estimator(mixture, task.X).frame().shape
    (60, 5)
    """

    def __init__(self, normals: Normals, X: Any) -> None:
        self.normals, (self.points, self.names) = normals, plane_of(X)

    @classmethod
    def from_estimator(cls, estimator: Any, X: Any) -> Self:
        """Plot a fitted `GaussianMixture` of two features."""
        check_is_fitted(estimator)
        return cls(estimator.normals_, X)

    @classmethod
    def example(cls) -> Self:
        """Three overlapping clusters."""
        from gnomon.learners.mixtures.gaussian import GaussianMixture

        points = gaussian_clusters()
        return cls.from_estimator(GaussianMixture(3).fit(points), points)

    def frame(self) -> pd.DataFrame:
        """One row per data row, with the responsibility of each component."""
        import pandas as pd

        responsibility = self._responsibilities()
        columns = {f"component {k}": responsibility[:, k] for k in range(responsibility.shape[1])}
        return pd.DataFrame({self.names[0]: self.points[:, 0], self.names[1]: self.points[:, 1], **columns})

    def draw(self, ax: Axes) -> None:
        """Rows first, ellipses over them."""
        from matplotlib.colors import to_rgb

        note_left_out(ax, self.theme, len(self.points))
        rows, responsibility = sample_of(len(self.points)), self._responsibilities()
        colors = np.array([to_rgb(self.theme.color(k)) for k in range(responsibility.shape[1])])
        for k in range(responsibility.shape[1]):
            at = rows[responsibility[rows].argmax(axis=1) == k]
            ax.scatter(
                self.points[at][:, 0],
                self.points[at][:, 1],
                s=16,
                marker=self.theme.marker(k),
                color=np.clip(responsibility[at] @ colors, 0, 1),
                rasterized=len(rows) > MAX_SHAPES,
            )
        for k in range(responsibility.shape[1]):
            self._ellipses(ax, k)
        ax.set(xlabel=shown(self.names[0]), ylabel=shown(self.names[1]))

    def alt(self) -> str:
        """Weight and mean of each component."""
        parts = [
            f"{weight:.0%} about ({mean[0]:.3g}, {mean[1]:.3g})"
            for weight, mean in zip(self.normals.weights, self.normals.means)
        ]
        n_rows = len(self.points)
        return f"{n_rows} rows in a Gaussian mixture with components of {', '.join(parts)}.{left_out(n_rows)}"

    def _ellipses(self, ax: Axes, k: int) -> None:
        from matplotlib.patches import Ellipse

        values, vectors = np.linalg.eigh(self.normals.full_covariances()[k])
        angle = float(np.degrees(np.arctan2(vectors[1, 1], vectors[0, 1])))
        for deviations in (1, 2):
            sides = 2 * deviations * np.sqrt(np.maximum(values, 0))
            ring = Ellipse(
                tuple(self.normals.means[k]),
                sides[1],
                sides[0],
                angle=angle,
                fill=False,
                edgecolor=self.theme.color(k),
                linewidth=1.6,
                linestyle=self.theme.dash(deviations - 1),
            )
            ax.add_patch(ring)
        ax.scatter(
            self.normals.means[k][0],
            self.normals.means[k][1],
            marker="+",
            s=50,
            color=self.theme.ink,
            zorder=3,
        )

    def _responsibilities(self) -> Floats:
        scores = self.normals.scores(self.points)
        return np.asarray(np.exp(scores - log_densities(scores)[:, None]))


def gaussian_clusters() -> Floats:
    """Three normal clusters of forty rows, for examples.

    >>> gaussian_clusters().shape
    (120, 2)
    """
    random = np.random.default_rng(1)
    parts = [
        random.multivariate_normal(mean, covariance, 40)
        for mean, covariance in (
            ((0, 0), ((1.6, 0.9), (0.9, 0.8))),
            ((5, 0), ((0.5, -0.3), (-0.3, 0.9))),
            ((2, 4), ((1.5, 0.0), (0.0, 0.4))),
        )
    ]
    return np.vstack(parts)


displays.add("MixtureDisplay", MixtureDisplay, "a Gaussian mixture: responsibilities and covariance ellipses")

"""Class-conditional normal densities: contours, means, and the decision boundary."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.arrays import Flags, Floats
from gnomon.errors import DataError
from gnomon.learners.linear.gaussian_density import NormalDensity
from gnomon.learners.neighbors.regions import Regions
from gnomon.plotting.boundaries.decision_boundary import draw_level
from gnomon.plotting.boundaries.plane_grid import STEPS, PlaneRows, frame_plane, predicted_grid, scored_grid
from gnomon.plotting.class_marks import class_sizes, legend_beside
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.plotting.thinning import MAX_SHAPES, note_left_out, sample_of
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class ClassContoursDisplay(Display):
    """Contours of each class's normal density at 1 and 2 standard deviations, with means and boundary.

    densities: one per class. border: on a grid, the score of two classes, or the predicted class of more.
    held_out: a flag per row; these are drawn opaque, the others pale. None for all opaque.

    Examples
    --------
    >>> import gnomon as gn
    >>> task = gn.load("iris-components")
    >>> model = gn.QuadraticDiscriminantAnalysis().fit(task.X, task.y)
    >>> display = gn.plotting.ClassContoursDisplay.from_estimator(model, task.X, task.y)
    >>> display.frame()[["class", "deviations"]].drop_duplicates().values.tolist()
    [['other', 1.0], ['other', 2.0], ['versicolor', 1.0], ['versicolor', 2.0]]
    """

    size = (5.6, 3.8)

    def __init__(
        self,
        densities: dict[Any, NormalDensity],
        rows: PlaneRows,
        border: Regions | None = None,
        held_out: Any = None,
        deviations: tuple[float, ...] = (1.0, 2.0),
    ) -> None:
        self.densities, self.rows, self.border, self.deviations = densities, rows, border, deviations
        n_rows = len(rows.points)
        self.held_out: Flags = np.ones(n_rows, bool) if held_out is None else np.asarray(held_out, bool)
        if self.held_out.shape != (n_rows,):
            raise DataError(
                f"held_out has shape {self.held_out.shape} for {n_rows} rows; pass one flag per row"
            )

    @classmethod
    def from_estimator(
        cls, estimator: Any, X: Any, y: Any, *, held_out: Any = None, names: Any = None
    ) -> Self:
        """Plot a fitted discriminant analysis or Gaussian naive Bayes.

        Means and covariances are those of the model. held_out: a flag per row.
        """
        rows = PlaneRows.of(X, y, names)
        means, covariances = _moments(estimator)
        densities = {
            label: NormalDensity(*each) for label, *each in zip(estimator.classes_, means, covariances)
        }
        border = scored_grid(estimator, rows, STEPS)
        if border is None:
            border = predicted_grid(estimator, rows, STEPS)
        return cls(densities, rows, border, held_out)

    @classmethod
    def example(cls) -> Self:
        """Iris by its sepals: 120 rows to fit, 30 held out."""
        from gnomon.data.sets import load
        from gnomon.learners.linear.quadratic import QuadraticDiscriminantAnalysis

        task: Any = load("iris-sepals")
        flags: Any = load("iris-held-out")
        held_out = np.asarray(flags.column("full bayes").values, dtype=bool)
        model = QuadraticDiscriminantAnalysis().fit(task.X[~held_out], task.y[~held_out])
        return cls.from_estimator(
            model, task.X, task.y, held_out=held_out, names=("sepal length", "sepal width")
        )

    def frame(self) -> pd.DataFrame:
        """One row per point of a contour: class, standard deviations, x1, x2."""
        import pandas as pd

        tables = []
        for label, density in self.densities.items():
            for deviation in self.deviations:
                points = _ellipse(density, deviation)
                tables.append(
                    pd.DataFrame(
                        {"class": label, "deviations": deviation, "x1": points[:, 0], "x2": points[:, 1]}
                    )
                )
        return pd.concat(tables, ignore_index=True)

    def draw(self, ax: Axes) -> None:
        """Rows, contours, means joined by a line, and the decision boundary."""
        for number, (label, density) in enumerate(self.densities.items()):
            color, marker = self.theme.color(number), self.theme.marker(number)
            self._draw_rows(ax, label, color, marker)
            for place, deviation in enumerate(self.deviations):
                ax.plot(
                    *_ellipse(density, deviation).T,
                    color=color,
                    linewidth=1.3,
                    linestyle=self.theme.dash(place),
                )
            ax.scatter(
                [density.mean[0]],
                [density.mean[1]],
                marker=marker,
                s=90,
                color=self.theme.paper,
                edgecolor=self.theme.ink,
                zorder=4,
            )
        if len(self.densities) == 2:
            means = np.array([density.mean for density in self.densities.values()])
            ax.plot(*means.T, color=self.theme.soft, linewidth=0.8, linestyle=":")
        self._draw_border(ax)
        note_left_out(ax, self.theme, len(self.rows.points))
        ax.set(xlabel=shown(self.rows.names[0]), ylabel=shown(self.rows.names[1]))
        legend_beside(ax)

    def alt(self) -> str:
        """The means of the classes, and their sizes."""
        words = ", ".join(
            f"{shown(label)} with mean ({density.mean[0]:.3g}, {density.mean[1]:.3g})"
            for label, density in list(self.densities.items())[:12]
        )
        levels = " and ".join(f"{each:g}" for each in self.deviations)
        return (
            f"Contours of the class densities at {levels} standard deviations: {words};  "
            f"rows are {class_sizes(self.rows.labels)}, {int(self.held_out.sum())} held out."
        )

    def _draw_rows(self, ax: Axes, label: Any, color: str, marker: str) -> None:
        drawn = sample_of(len(self.rows.points))
        mine = drawn[self.rows.labels[drawn] == label]
        for is_held_out, opacity in ((False, 0.3), (True, 1.0)):
            at = self.rows.points[mine[self.held_out[mine] == is_held_out]]
            ax.scatter(
                at[:, 0],
                at[:, 1],
                s=18,
                marker=marker,
                color=color,
                alpha=opacity,
                linewidth=0,
                label=shown(label) if is_held_out else None,
                rasterized=len(drawn) > MAX_SHAPES,
            )

    def _draw_border(self, ax: Axes) -> None:
        if self.border is None:
            return
        if len(self.densities) == 2:
            draw_level(ax, self.theme.ink, self.border, 0.0)
        else:
            for label in self.densities:
                here = (self.border.predicted == label).astype(float)
                draw_level(
                    ax, self.theme.ink, Regions(self.border.x1, self.border.x2, here), 0.5, linewidths=0.9
                )
        frame_plane(ax, self.border, self.rows.names)


def _moments(estimator: Any) -> tuple[Floats, Floats]:
    """Means and covariances of the classes, as each kind of model names them."""
    for mean, covariance in (("means_", "covariance_"), ("theta_", "var_")):
        if hasattr(estimator, mean) and hasattr(estimator, covariance):
            means, covariances = (
                np.asarray(getattr(estimator, mean)),
                np.asarray(getattr(estimator, covariance)),
            )
            if covariance == "var_":
                return means, np.array([np.diag(each) for each in covariances])
            return means, np.broadcast_to(covariances, (len(means), *covariances.shape[-2:]))
    raise DataError(
        f"{type(estimator).__name__} has no normal density per class; fit LinearDiscriminantAnalysis, "
        "QuadraticDiscriminantAnalysis or GaussianNB"
    )


def _ellipse(density: NormalDensity, deviation: float) -> Floats:
    """Points at a Mahalanobis distance from the mean: m + d L u, with L the root of the covariance."""
    angle = np.linspace(0, 2 * np.pi, 73)
    circle = np.column_stack([np.cos(angle), np.sin(angle)])
    return np.asarray(density.mean + deviation * circle @ np.linalg.cholesky(density.covariance).T)


displays.add(
    "ClassContoursDisplay",
    ClassContoursDisplay,
    "contours of class-conditional normal densities, and the decision boundary",
)

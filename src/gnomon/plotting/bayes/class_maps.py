"""Contour plots of class-conditional densities and of posterior probabilities of two features."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.errors import DataError
from gnomon.learners.bayes.class_grid import ClassGrid, class_grid
from gnomon.plotting.class_marks import draw_points
from gnomon.plotting.display import Display
from gnomon.plotting.feature_names import FeatureNamesModel
from gnomon.plotting.labels import shown
from gnomon.plotting.panels import Panels
from gnomon.plotting.plane_points import codes_of, plane_of
from gnomon.plotting.thinning import left_out
from gnomon.plotting.tints import tints
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

STEPS = 50


class ClassMapDisplay(Display):
    """Contours of the densities p(x | c) of all classes, or of the posterior P(c | x) of one, over the rows.

    grid: result of `class_grid`. X, y: the rows. of: the class whose posterior is drawn, or None for the
    densities of all. query: a point to mark.

    Examples
    --------
    >>> import gnomon as gn
    >>> task = gn.datasets.make_blobs(60, random_state=0)
    >>> model = gn.GaussianNB().fit(task.X, task.y)
    >>> gn.plotting.ClassMapDisplay.from_estimator(model, task.X, task.y, of=1).alt()[:27]
    'Posterior of class 1 over 6'
    """

    size = (4.4, 3.6)

    def __init__(self, grid: ClassGrid, X: Any, y: Any, *, of: Any = None, query: Any = None) -> None:
        self.grid, (self.points, self.names) = grid, plane_of(X)
        self.codes, classes = codes_of(y, len(self.points), grid.classes)
        if len(classes) > len(grid.classes):
            raise DataError("y has classes that the model was not fitted on; fit it on rows of all classes")
        self.of, self.query = of, None if query is None else np.asarray(query, dtype=float)
        if of is None and grid.density is None:
            raise DataError("this model estimates no density of its classes; draw a posterior, with of=...")
        if of is not None and of not in grid.classes:
            raise DataError(
                f"of={of!r} is no class of the model; its classes are {', '.join(map(str, grid.classes))}"
            )

    @classmethod
    def from_estimator(cls, estimator: Any, X: Any, y: Any, *, of: Any = None, query: Any = None) -> Self:
        """Plot a fitted classifier of two features."""
        return cls(_grid(estimator, X), X, y, of=of, query=query)

    @classmethod
    def example(cls) -> Self:
        """Three classes by two columns of iris, and a query."""
        from gnomon.data.sets import load
        from gnomon.learners.bayes.gaussian import GaussianNB

        iris: Any = load("iris")
        X = iris.encoded[:, [0, 2]]
        return cls.from_estimator(GaussianNB().fit(X, iris.y), X, iris.y, query=(6.2, 3.2))

    def frame(self) -> pd.DataFrame:
        """One row per point of the grid and class."""
        return self.grid.frame()

    def draw(self, ax: Axes) -> None:
        """Contours and rows."""
        if self.of is None:
            self._densities(ax)
        else:
            self._posterior(ax)
        draw_points(ax, self.theme, self.points, self.codes, list(self.grid.classes), size=12)
        if self.query is not None:
            ax.scatter(
                self.query[0],
                self.query[1],
                s=120,
                marker="*",
                color=self.theme.ink,
                edgecolor=self.theme.paper,
                zorder=4,
            )
        ax.set(xlabel=shown(self.names[0]), ylabel=shown(self.names[1]))
        ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=4, handletextpad=0.2, columnspacing=1)

    def alt(self) -> str:
        """The quantity drawn, and the number of rows and classes."""
        what = (
            f"Posterior of class {shown(self.of, 20)}"
            if self.of is not None
            else "Density contours of each class"
        )
        n_rows = len(self.points)
        return f"{what} over {n_rows} rows of {len(self.grid.classes)} classes.{left_out(n_rows)}"

    def _densities(self, ax: Axes) -> None:
        density = np.asarray(self.grid.density)
        for code in range(len(self.grid.classes)):
            height = density[..., code]
            levels = float(height.max()) * np.array([0.05, 0.2, 0.5, 0.8])
            ax.contour(
                self.grid.x1,
                self.grid.x2,
                height,
                levels=levels,
                colors=[self.theme.color(code)],
                linewidths=0.9,
                linestyles=[self.theme.dash(code)],
            )

    def _posterior(self, ax: Axes) -> None:
        code = int(np.flatnonzero(self.grid.classes == self.of)[0])
        posterior = self.grid.posterior[..., code]
        tint = tints(self.theme, code, 0.4)
        ax.contourf(
            self.grid.x1, self.grid.x2, posterior, levels=[0.1, 0.5, 0.9, 1.01], cmap=tint, vmin=0, vmax=1
        )
        if posterior.min() < 0.5 < posterior.max():
            ax.contour(
                self.grid.x1, self.grid.x2, posterior, levels=[0.5], colors=[self.theme.ink], linewidths=1
            )


class ClassMapsDisplay(Panels):
    """Contour plots side by side: a panel for each class, a row for each model.

    Examples
    --------
    >>> import gnomon as gn
    >>> gn.plotting.ClassMapsDisplay.example().titles[1:4]
    ['naive Bayes: versicolor', 'naive Bayes: virginica', 'QDA: setosa']
    """

    panel_size = (2.3, 2.2)

    @classmethod
    def posteriors(cls, models: Mapping[str, Any], X: Any, y: Any) -> Self:
        """Posteriors P(c | x) of each class by each fitted model."""
        parts, titles = [], []
        for name, model in models.items():
            grid = _grid(model, X)
            parts += [_Part(grid, X, y, of=label) for label in grid.classes]
            titles += [f"{shown(name, 12)}: {shown(label, 14)}" for label in grid.classes]
        return cls(parts, titles, columns=len(parts) // len(models), shared=True)

    @classmethod
    def densities(cls, models: Mapping[str, Any], X: Any, y: Any) -> Self:
        """Densities p(x | c) of all classes by each fitted model."""
        return cls([_Part(_grid(model, X), X, y) for model in models.values()], list(models), shared=True)

    @classmethod
    def example(cls) -> Self:
        """Gaussian naive Bayes and quadratic discriminant analysis on two columns of iris."""
        from gnomon.data.sets import load
        from gnomon.learners.bayes.gaussian import GaussianNB
        from gnomon.learners.linear.quadratic import QuadraticDiscriminantAnalysis

        iris: Any = load("iris")
        X, y = iris.encoded[::2, [0, 2]], iris.y[::2]
        models = {"naive Bayes": GaussianNB(), "QDA": QuadraticDiscriminantAnalysis()}
        return cls.posteriors({name: model.fit(X, y) for name, model in models.items()}, X, y)


class _Part(ClassMapDisplay):
    def draw(self, ax: Axes) -> None:
        super().draw(ax)
        legend = ax.get_legend()
        if legend is not None:
            legend.remove()
        ax.set(xlabel="", ylabel="")


def _grid(model: Any, X: Any) -> ClassGrid:
    points, _ = plane_of(X)
    margin = 0.08 * np.ptp(points, axis=0)
    low, high = points.min(axis=0) - margin, points.max(axis=0) + margin
    x1, x2 = (np.linspace(low[axis], high[axis], STEPS) for axis in (0, 1))
    grid = class_grid(model, x1, x2)
    if grid.density is not None or not hasattr(model, "predict_joint_log_proba"):
        return grid
    # p(x | c) = p(x, c) / P(c)
    up, across = np.meshgrid(x2, x1, indexing="ij")
    joint = model.predict_joint_log_proba(
        FeatureNamesModel(model).named(np.column_stack([across.ravel(), up.ravel()]))
    )
    return replace(grid, density=np.exp(joint - np.log(model.priors_)).reshape(grid.posterior.shape))


displays.add(
    "ClassMapDisplay",
    ClassMapDisplay,
    "contours of class-conditional densities, or of one posterior probability",
)
displays.add(
    "ClassMapsDisplay",
    ClassMapsDisplay,
    "class-conditional densities or posterior probabilities by class and model",
)

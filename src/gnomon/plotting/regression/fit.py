"""Regression fits of one feature: rows, fitted lines or curves, bands and predictions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sklearn.base import clone

from gnomon.arrays import Floats
from gnomon.errors import DataError, ParameterError
from gnomon.plotting.class_marks import legend_beside
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.plotting.thinning import MAX_SHAPES, note_left_out, sample_of
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

STEPS = 201
BANDS = ("mean", "new", "noise")


@dataclass(frozen=True, eq=False)
class FittedRows:
    """A fitted regressor of one feature, its training rows and its name.

    >>> FittedRows.of("line", None, [[1.0], [2.0]], [3.0, 4.0]).x
    array([1., 2.])
    """

    name: str
    model: Any
    x: Floats
    y: Floats
    columns: Any = None

    @classmethod
    def of(cls, name: str, model: Any, X: Any, y: Any) -> FittedRows:
        """Check that there is one column and one number per row."""
        table, target = np.asarray(X, dtype=np.float64), np.asarray(y, dtype=np.float64)
        if table.ndim != 2 or table.shape[1] != 1 or target.shape != (len(table),) or not len(table):
            raise DataError(
                f"X of shape {table.shape}, y of {target.shape}: pass 1 column and one number per row"
            )
        if not (np.isfinite(table).all() and np.isfinite(target).all()):
            raise DataError("X or y has missing or infinite values; drop those rows")
        return cls(str(name), model, table[:, 0], target, getattr(X, "columns", None))

    def rows(self, x: Floats) -> Any:
        """Values in the container that the model was fitted on: an array, or a data frame."""
        if self.columns is None:
            return x[:, None]
        import pandas as pd

        return pd.DataFrame(x[:, None], columns=self.columns)

    def predict(self, x: Floats) -> Floats:
        """Predictions at these values."""
        return np.asarray(self.model.predict(self.rows(x)), dtype=np.float64)


class RegressionFitDisplay(Display):
    """Rows of one feature and a target, with the fits of one or several regressors.

    fits: models with their rows. at: values to predict at. band: "mean" for the confidence interval of the
    mean, "new" for the prediction interval, "noise" for one standard deviation of the noise; for models with
    `inference`. names: of the feature and the target. crossing: whether to mark the intersection of two fits.

    Examples
    --------
    >>> import gnomon as gn
    >>> task = gn.load("olympic-men")
    >>> line = gn.LinearRegression().fit(task.X, task.y)
    >>> display = gn.plotting.RegressionFitDisplay.from_estimator(line, task.X, task.y, at=[2012, 2016])
    >>> display.predictions()["predicted"].round(2).tolist()
    [9.59, 9.54]
    """

    size = (5.8, 3.6)
    legend = True

    def __init__(
        self,
        fits: Sequence[FittedRows],
        *,
        at: Sequence[float] = (),
        band: str | None = None,
        level: float = 0.95,
        names: tuple[str, str] = ("x", "y"),
        crossing: bool = False,
    ) -> None:
        if band is not None and band not in BANDS:
            raise ParameterError(f"band={band!r}: it must be None or one of {', '.join(map(repr, BANDS))}")
        if not fits or len({fit.name for fit in fits}) < len(fits):
            raise DataError(f"{len(fits)} fits: pass one or more, each with a distinct name")
        self.fits, self.at, self.band, self.level = list(fits), np.asarray(at, dtype=np.float64), band, level
        self.names, self.crossing = names, crossing

    @classmethod
    def from_estimator(cls, estimator: Any, X: Any, y: Any, **options: Any) -> Self:
        """Plot one fitted regressor (None for the rows only)."""
        name = "rows" if estimator is None else type(estimator).__name__
        return cls([FittedRows.of(name, estimator, X, y)], **options)

    @classmethod
    def from_estimators(cls, estimators: Mapping[str, Any], X: Any, y: Any, **options: Any) -> Self:
        """Plot several fitted regressors of the same rows, by name."""
        return cls([FittedRows.of(name, model, X, y) for name, model in estimators.items()], **options)

    @classmethod
    def over(
        cls, estimator: Any, X: Any, y: Any, parameter: str, values: Sequence[Any], **options: Any
    ) -> Self:
        """Fit a regressor at each value of a hyperparameter."""
        models = {
            f"{parameter} = {value}": clone(estimator).set_params(**{parameter: value}).fit(X, y)
            for value in values
        }
        return cls.from_estimators(models, X, y, **options)

    @classmethod
    def example(cls) -> Self:
        """Winning times at the Olympic Games, a line and a polynomial of order 8."""
        from gnomon.data.sets import load
        from gnomon.learners.linear.least_squares import LinearRegression
        from gnomon.learners.linear.polynomial import PolynomialRegression

        task: Any = load("olympic-men")
        models = {
            "line": LinearRegression().fit(task.X, task.y),
            "order 8": PolynomialRegression(8).fit(task.X, task.y),
        }
        return cls.from_estimators(
            models, task.X, task.y, at=[2016], band="new", names=("year", "men's 100 m (s)")
        )

    def frame(self) -> pd.DataFrame:
        """One row per grid point of each curve: model, x, predicted, and the band if any."""
        import pandas as pd

        grid = self._grid()
        tables = []
        for fit in self.fits:
            if fit.model is None:
                tables.append(pd.DataFrame({"model": fit.name, "x": fit.x, "predicted": fit.y}))
                continue
            lower, upper = self._bounds(fit, grid)
            values = {"model": fit.name, "x": grid, "predicted": fit.predict(grid)}
            tables.append(pd.DataFrame({**values, "lower": lower, "upper": upper}))
        return pd.concat(tables, ignore_index=True)

    def predictions(self) -> pd.DataFrame:
        """One row per model and value of `at`: the prediction."""
        import pandas as pd

        lines = [
            (fit.name, x, predicted)
            for fit in self._fitted
            if len(self.at)
            for x, predicted in zip(self.at, fit.predict(self.at))
        ]
        return pd.DataFrame(lines, columns=["model", "x", "predicted"])

    def intersection(self) -> Floats:
        """Intersection of the first two curves, the last of several; empty if there is none."""
        grid = self._grid()
        if len(self._fitted) < 2:
            return np.empty(0)
        first, second = (fit.predict(grid) for fit in self._fitted[:2])
        gap = first - second
        before = np.flatnonzero(np.diff(np.sign(gap)))[-1:]
        fraction = gap[before] / (gap[before] - gap[before + 1])
        x = grid[before] + fraction * (grid[before + 1] - grid[before])
        return np.concatenate([x, np.interp(x, grid, first)])

    def draw(self, ax: Axes) -> None:
        """Rows once, then each curve with its band and predictions."""
        self._draw_rows(ax)
        for number, fit in enumerate(self.fits):
            if fit.model is not None:
                self._draw_curve(ax, fit, number)
        if self.crossing and len(self.intersection()):
            x, y = self.intersection()
            ax.plot(
                [x], [y], "*", color=self.theme.ink, markersize=11, label=f"intersection at {x:.5g}", zorder=5
            )
        ax.set(xlabel=shown(self.names[0]), ylabel=shown(self.names[1]))
        if self.legend:
            legend_beside(ax)

    def alt(self) -> str:
        """Rows, models and predictions."""
        predictions = "; ".join(
            f"{shown(line.model)} predicts {line.predicted:.4g} at {line.x:.6g}"
            for line in self.predictions().head(12).itertuples()
        )
        names = ", ".join(shown(fit.name) for fit in self.fits[:12])
        n_rows = len(self.fits[0].x)
        what = f"{shown(self.names[1])} against {shown(self.names[0])}"
        return f"{n_rows} rows of {what} with {names}{'; ' + predictions if predictions else ''}."

    @property
    def _fitted(self) -> list[FittedRows]:
        return [fit for fit in self.fits if fit.model is not None]

    def _draw_curve(self, ax: Axes, fit: FittedRows, number: int) -> None:
        """The curve of one model, its band, and its predictions."""
        grid, color = self._grid(), self.theme.color(number)
        style: Any = {"color": color, "linestyle": self.theme.dash(number)}
        ax.plot(grid, fit.predict(grid), label=shown(fit.name), **style)
        if self.band is not None:
            ax.fill_between(grid, *self._bounds(fit, grid), color=color, alpha=0.14, linewidth=0)
        if len(self.at):
            ax.scatter(self.at, fit.predict(self.at), s=70, color=color, edgecolor=self.theme.ink, zorder=4)

    def _draw_rows(self, ax: Axes) -> None:
        """The rows of each data set, once."""
        distinct: dict[int, FittedRows] = {}
        for number, fit in enumerate(self.fits):
            same = (
                np.array_equal(fit.x, each.x) and np.array_equal(fit.y, each.y) for each in distinct.values()
            )
            if not any(same):
                distinct[number] = fit
        for number, fit in distinct.items():
            drawn = sample_of(len(fit.x))
            color = self.theme.ink if len(distinct) == 1 else self.theme.color(number)
            ax.scatter(
                fit.x[drawn],
                fit.y[drawn],
                s=16,
                marker=self.theme.marker(number),
                color=color,
                linewidth=0,
                zorder=3,
                rasterized=len(drawn) > MAX_SHAPES,
            )
            note_left_out(ax, self.theme, len(fit.x))

    def _grid(self) -> Floats:
        every = np.concatenate([*(fit.x for fit in self.fits), self.at])
        return np.linspace(every.min(), every.max(), STEPS)

    def _bounds(self, fit: FittedRows, grid: Floats) -> tuple[Floats, Floats]:
        """Lower and upper limits of the band, NaN if none."""
        model, none = fit.model, np.full(len(grid), np.nan)
        if self.band is None:
            return none, none
        if not hasattr(model, "inference"):
            raise DataError(
                f"{type(model).__name__} has no inference(); pass band=None, or use LinearRegression"
            )
        inference = model.inference()
        if self.band == "noise":
            half, middle = np.sqrt(inference.noise_variance), fit.predict(grid)
            return middle - half, middle + half
        design = model.design(fit.rows(grid)) if hasattr(model, "design") else grid[:, None]
        lower, upper = inference.interval(design, self.level, of=self.band)
        return lower, upper


displays.add(
    "RegressionFitDisplay",
    RegressionFitDisplay,
    "regression fits of one feature, with confidence and prediction bands",
)

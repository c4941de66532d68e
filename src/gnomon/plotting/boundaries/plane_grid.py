"""A grid over two features, and the predictions of a model at its points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Array, Floats
from gnomon.errors import DataError, ParameterError
from gnomon.learners.neighbors.regions import Regions, decision_regions

if TYPE_CHECKING:
    from matplotlib.axes import Axes

STEPS = 150


@dataclass(frozen=True, eq=False)
class PlaneRows:
    """Rows of two columns, with their labels and the names of the columns.

    >>> PlaneRows.of([[0.0, 1.0], [2.0, 3.0]], ["a", "b"]).names
    ('x₁', 'x₂')
    """

    points: Floats
    labels: Array
    names: tuple[str, str]
    columns: Any = None

    @classmethod
    def of(cls, X: Any, y: Any, names: Any = None) -> PlaneRows:
        """Check that there are two columns of finite numbers and one label per row."""
        columns = getattr(X, "columns", None)
        points = np.asarray(X.toarray() if hasattr(X, "toarray") else X, dtype=np.float64)
        labels = np.asarray(y)
        if points.ndim != 2 or points.shape[1] != 2 or not len(points):
            raise DataError(f"X has shape {points.shape}; this plot needs 2 columns: select or project them")
        if labels.shape != (len(points),):
            raise DataError(f"y has shape {labels.shape} for {len(points)} rows; pass one label per row")
        if not np.isfinite(points).all():
            raise DataError("X has missing or infinite values; drop those rows, or impute them")
        _refuse_unsortable(labels)
        own_names = ("x₁", "x₂") if columns is None else tuple(map(str, columns))
        first, second = own_names if names is None else names
        return cls(points, labels, (str(first), str(second)), columns)

    def table(self, points: Floats) -> Any:
        """Points in the container that the model was fitted on: an array, or a data frame."""
        if self.columns is None:
            return points
        import pandas as pd

        return pd.DataFrame(points, columns=self.columns)


def predicted_grid(model: Any, rows: PlaneRows, steps: int = STEPS) -> Regions:
    """Class that a fitted model predicts at each point of a grid over the rows.

    >>> import gnomon as gn
    >>> rows = PlaneRows.of([[0.0, 0.0], [2.0, 0.0]], ["a", "b"])
    >>> print(predicted_grid(gn.KNeighborsClassifier(1).fit(rows.points, rows.labels), rows, 10))
    10 x 10 points: a 50 %, b 50 %
    """
    check_is_fitted(model)
    return decision_regions(_Tabled(model, rows), rows.points, steps=steps)


def scored_grid(model: Any, rows: PlaneRows, steps: int = STEPS, *, method: str = "auto") -> Regions | None:
    """Score of the second of two classes on the grid, 0 on the boundary; None if there is none.

    method: "decision_function", "predict_proba" (minus one half), or "auto" for the one available.

    >>> import gnomon as gn
    >>> rows = PlaneRows.of([[0.0, 0.0], [2.0, 0.0]], [0, 1])
    >>> scored_grid(gn.NearestMean().fit(rows.points, rows.labels), rows, 3).predicted[0].round(6).tolist()
    [-2.4, 0.0, 2.4]
    """
    if len(getattr(model, "classes_", ())) != 2:
        return None
    known = [each for each in ("decision_function", "predict_proba") if hasattr(model, each)]
    if method != "auto" and method not in known:
        raise ParameterError(f"response_method={method!r}: {type(model).__name__} has {known or 'no scores'}")
    if not known:
        return None
    return decision_regions(
        _Tabled(model, rows, known[0] if method == "auto" else method), rows.points, steps=steps
    )


def frame_plane(ax: Axes, grid: Regions, names: tuple[str, str]) -> None:
    """Set axis limits to the ends of the grid, and axis labels."""
    from gnomon.plotting.labels import shown

    ax.set(
        xlim=(grid.x1[0], grid.x1[-1]),
        ylim=(grid.x2[0], grid.x2[-1]),
        xlabel=shown(names[0]),
        ylabel=shown(names[1]),
    )


def _refuse_unsortable(labels: Array) -> None:
    import pandas as pd

    missing = np.flatnonzero(pd.isna(labels))
    if len(missing):
        raise DataError(f"y has no label in row {missing[0]}; drop the rows without a label")
    try:
        np.unique(labels)
    except TypeError as error:
        raise DataError("y mixes labels of several types; pass all as strings, or all as numbers") from error


@dataclass(frozen=True)
class _Tabled:
    """A model with one of its methods as `predict`, on the container that it was fitted on."""

    model: Any
    rows: PlaneRows
    method: str = "predict"

    def predict(self, points: Floats) -> Array:
        response = np.asarray(getattr(self.model, self.method)(self.rows.table(points)))
        return response[:, 1] - 0.5 if self.method == "predict_proba" else response

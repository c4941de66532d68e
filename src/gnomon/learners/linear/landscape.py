"""The loss surface: the loss over a grid of one or two parameters, and gradient descent on it.

    landscape(loss_of_plane(X, y, [3.0, 0.0], -3.0, loss="log"), w2=np.linspace(-2, 2, 81))

computes how the log loss of a hyperplane depends on its second weight, the other parameters fixed.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.errors import DataError, NumericsWarning, ParameterError
from gnomon.sharing.labels import Labels

if TYPE_CHECKING:
    import pandas as pd

LOSSES = ("errors", "error", "log", "hinge", "square")
MAX_POINTS = 10_000_000


@dataclass(frozen=True, eq=False)
class Landscape:
    """Loss surface (error surface): values of a loss over a grid of parameters.

    names, grids: the parameters and their values on the grid. values: the loss, one axis per parameter.
    """

    names: tuple[str, ...]
    grids: tuple[Floats, ...]
    values: Floats

    def frame(self) -> pd.DataFrame:
        """One row per point of the grid: the parameters and the loss."""
        import pandas as pd

        points = np.array(list(product(*self.grids))).reshape(-1, len(self.names))
        return pd.DataFrame({**dict(zip(self.names, points.T)), "loss": self.values.ravel()})

    def minima(self, *, within: float = 0.0) -> pd.DataFrame:
        """The grid points of minimum loss; within: tolerance above the minimum for a tie."""
        table = self.frame()
        return table[table["loss"] <= self.minimum + within].reset_index(drop=True)

    @property
    def minimum(self) -> float:
        """The minimum loss on the grid."""
        return float(self.values.min())

    def __str__(self) -> str:
        tied = self.minima()
        first = ", ".join(f"{name} = {tied[name][0]:.6g}" for name in self.names)
        others = f", the first of {len(tied)} that tie" if len(tied) > 1 else ""
        return f"minimum loss {self.minimum:.6g} at {first}{others}, of {self.values.size} points"


def loss_landscape(loss: Callable[..., float], **grid: Any) -> Landscape:
    """Loss surface: the loss at every point of a grid of one or two parameters, passed by name.

    >>> surface = loss_landscape(lambda t: abs(t - 1), t=[0.0, 0.5, 1.5, 2.0])
    >>> print(surface)
    minimum loss 0.5 at t = 0.5, the first of 2 that tie, of 4 points
    >>> surface.minima()["t"].tolist()
    [0.5, 1.5]
    """
    if len(grid) not in (1, 2):
        raise ParameterError(
            f"a loss surface has 1 or 2 parameters, and {len(grid)} were passed; fix the others"
        )
    grids = tuple(np.atleast_1d(np.asarray(values, dtype=np.float64)) for values in grid.values())
    size = int(np.prod([len(each) for each in grids]))
    if not 0 < size <= MAX_POINTS or any(each.ndim != 1 for each in grids):
        raise ParameterError(
            f"the grid has {size} points; pass a list of numbers for each parameter, at most {MAX_POINTS} "
            "points in all"
        )
    values = np.array([float(loss(**dict(zip(grid, map(float, point))))) for point in product(*grids)])
    if np.isnan(values).any():
        point = list(product(*grids))[int(np.isnan(values).argmax())]
        raise DataError(
            f"the loss is NaN at {dict(zip(grid, map(float, point)))}; keep the grid where it is defined"
        )
    return Landscape(tuple(grid), grids, values.reshape([len(each) for each in grids]))


def hyperplane_loss(
    X: Any, y: Any, w: Any, b: float = 0.0, *, loss: str = "error", weight: Any = None
) -> Callable[..., float]:
    """The loss of the hyperplane w x + b as a function of any of its parameters, the others fixed.

    Parameters are named w1, w2, ... (one per column), b, or t for the threshold -b. loss: "errors" (number of
    misclassified rows), "error" (error rate), or the sum of "log" loss, "hinge" loss or "square" loss (of
    y = -1 or 1 less the score). The second class of y is the positive one.

    >>> errors = hyperplane_loss([[1.0], [2.0], [4.0]], [0, 0, 1], [1.0], loss="errors")
    >>> errors(t=3.0), errors(t=1.5), errors(w1=-1.0, b=0.0)
    (0.0, 1.0, 1.0)
    """
    X, w = np.asarray(X, dtype=np.float64), np.asarray(w, dtype=np.float64)
    labels = Labels.of(y)
    if X.ndim != 2 or w.shape != X.shape[1:] or len(labels) != len(X) or not len(X):
        raise DataError(f"X of shape {X.shape}, w of shape {w.shape} and {len(labels)} labels do not match")
    if labels.n_classes != 2:
        raise DataError(
            f"y has {labels.n_classes} classes, and a hyperplane has two sides; select rows of two classes"
        )
    if loss not in LOSSES:
        raise ParameterError(f"loss={loss!r}: it must be one of {', '.join(map(repr, LOSSES))}")
    side = np.where(labels.codes == 1, 1.0, -1.0)
    sample_weight = np.ones(len(X)) if weight is None else np.asarray(weight, dtype=np.float64)
    if sample_weight.shape != side.shape or not sample_weight.sum() > 0:
        raise DataError(
            f"weight has shape {sample_weight.shape} and sum {sample_weight.sum():g}; pass one per row, "
            "some of them positive"
        )
    names = {f"w{column + 1}": column for column in range(len(w))}

    def at(**changed: float) -> float:
        weights, intercept = w.copy(), b
        for name, value in changed.items():
            if name in names:
                weights[names[name]] = value
            elif name in ("b", "t"):
                intercept = value if name == "b" else -value
            else:
                raise ParameterError(
                    f"the hyperplane has no parameter {name!r}; it has {', '.join(names)}, b and t"
                )
        return _loss(loss, side, X @ weights + intercept, sample_weight)

    return at


@dataclass(frozen=True, eq=False)
class Trajectory:
    """The trajectory of gradient descent.

    points, losses: one row per step, the starting point first. slope: norm of the gradient at the last point.
    """

    points: Floats
    losses: Floats
    slope: float
    converged: bool

    @property
    def n_steps(self) -> int:
        """The number of steps."""
        return len(self.points) - 1

    def frame(self) -> pd.DataFrame:
        """One row per step: the parameters and the loss."""
        import pandas as pd

        names = [f"w{column + 1}" for column in range(self.points.shape[1])]
        return pd.DataFrame(
            {"step": np.arange(len(self.points)), **dict(zip(names, self.points.T)), "loss": self.losses}
        )

    def __str__(self) -> str:
        last = ", ".join(f"{value:.6g}" for value in self.points[-1])
        end = "converged" if self.converged else "not converged"
        return f"{self.n_steps} steps to ({last}), loss {self.losses[-1]:.6g}, {end}"


def gradient_descent(
    loss: Callable[..., float],
    start: Any,
    *,
    learning_rate: float = 0.1,
    max_iter: int = 1000,
    tol: float = 1e-6,
    gradient: Callable[..., Any] | None = None,
) -> Trajectory:
    """Gradient descent (steepest descent) on any function of numbers, with every step; finds a local minimum.

    tol: norm of the gradient at which to stop. gradient: a function of the same numbers; None for central
    differences.

    >>> path = gradient_descent(lambda u, v: u**2 + 3 * v**2, (1.0, 1.0), learning_rate=0.25)
    >>> path.points[:3].round(3).tolist(), path.converged
    ([[1.0, 1.0], [0.5, -0.5], [0.25, 0.25]], True)
    """
    if not 0 < learning_rate < np.inf or max_iter < 1:
        raise ParameterError(
            f"learning_rate={learning_rate!r}, max_iter={max_iter!r}: both must be above 0 and finite"
        )
    slope_at = gradient if gradient is not None else lambda *point: _differences(loss, np.array(point))
    points, losses = [np.array(start, dtype=np.float64)], [float(loss(*start))]
    slope = np.asarray(slope_at(*points[0]), dtype=np.float64)
    while np.linalg.norm(slope) > tol and len(points) <= max_iter:
        points.append(points[-1] - learning_rate * slope)
        losses.append(float(loss(*points[-1])))
        slope = np.asarray(slope_at(*points[-1]), dtype=np.float64)
        if not (np.isfinite(slope).all() and np.isfinite(losses[-1])):
            raise DataError(
                f"gradient descent diverged after {len(points) - 1} steps; "
                f"lower learning_rate={learning_rate:g}, or choose another start"
            )
    length = float(np.linalg.norm(slope))
    path = Trajectory(np.array(points), np.array(losses), length, length <= tol)
    if not path.converged:
        warnings.warn(
            f"gradient descent did not converge in {max_iter} steps (gradient norm {path.slope:.1e}): "
            f"increase max_iter, or change learning_rate={learning_rate:g}",
            NumericsWarning,
            stacklevel=2,
        )
    return path


def _loss(loss: str, side: Floats, scores: Floats, weight: Floats) -> float:
    if loss in ("errors", "error"):
        wrong = float(weight @ ((scores > 0) != (side > 0)))
        return wrong if loss == "errors" else float(wrong / weight.sum())
    if loss == "log":
        return float(weight @ np.logaddexp(0.0, -side * scores))
    if loss == "hinge":
        return float(weight @ np.maximum(0.0, 1.0 - side * scores))
    return float(weight @ (side - scores) ** 2)


def _differences(loss: Callable[..., float], point: Floats) -> Floats:
    """Central differences, with the step that balances truncation and rounding error."""
    steps = np.cbrt(np.finfo(float).eps) * np.maximum(1.0, np.abs(point))
    return np.array(
        [
            (loss(*(point + shift)) - loss(*(point - shift))) / (2 * step)
            for step, shift in zip(steps, np.diag(steps))
        ]
    )

"""The dual problem of the support vector machine solved step by step, for teaching.

    maximize J(alpha) = sum of alpha (1 - b y) - alpha' H alpha / 2,  H = y y' K,  0 <= alpha <= C,
    with the sum of alpha y = 0 where b is free

`dual_ascent` is gradient ascent; `smo_steps` optimizes two multipliers at a time. Both converge to SVC's
solution.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from math import inf
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Array, Floats
from gnomon.errors import DataError, ParameterError
from gnomon.learners.kernel.resolving import resolve
from gnomon.sharing.labels import Labels

if TYPE_CHECKING:
    import pandas as pd

MAX_ROWS = 2000


@dataclass(frozen=True, eq=False)
class DualTrace:
    """The steps of a dual solver.

    alpha, b: the final values. steps: step, the rows updated (-1 for all), J, the largest KKT violation and
    the multipliers after each. converged: whether the violation fell below the tolerance.
    """

    alpha: Floats
    b: float
    side: Floats
    steps: list[tuple[int, int, int, float, float, Floats]]
    converged: bool

    def frame(self) -> pd.DataFrame:
        """One row per step: step, the rows updated, J, violation, and each multiplier."""
        import pandas as pd

        head = pd.DataFrame(
            [line[:5] for line in self.steps], columns=["step", "first", "second", "J", "violation"]
        )
        names = [f"alpha_{row}" for row in range(len(self.alpha))]
        return pd.concat([head, pd.DataFrame([line[5] for line in self.steps], columns=names)], axis=1)

    def __str__(self) -> str:
        step, _, _, J, violation, _ = self.steps[-1]
        return f"{step} steps, J = {J:.6g}, largest violation {violation:.1e}, b = {self.b:.6g}"


@dataclass(frozen=True, eq=False)
class _Dual:
    """K, the sides, the upper bound C of the multipliers, and b if it is fixed."""

    K: Floats
    side: Floats
    C: float
    b: float | None

    def outputs(self, alpha: Floats) -> Floats:
        """D(x) of each row, without b if that is free."""
        return self.K @ (alpha * self.side) + (self.b or 0.0)

    def value(self, alpha: Floats) -> float:
        signed = alpha * self.side
        return float(alpha.sum() - (self.b or 0.0) * signed.sum() - signed @ self.K @ signed / 2)

    def bias(self, alpha: Floats) -> float:
        """The fixed b, or the middle of the interval that the multipliers allow."""
        if self.b is not None:
            return self.b
        low, high = self._ends(alpha)
        return (low + high) / 2 if np.isfinite(low + high) else 0.0

    def violation(self, alpha: Floats) -> float:
        """The largest violation of the Karush-Kuhn-Tucker (KKT) conditions, in units of D(x)."""
        if self.b is None:
            low, high = self._ends(alpha)
            return max(low - high, 0.0)
        error = 1 - self.side * self.outputs(alpha)
        return float(np.where(alpha <= 0, error, np.where(alpha >= self.C, -error, np.abs(error))).max())

    def _ends(self, alpha: Floats) -> tuple[float, float]:
        """The interval of b: from y - w·x of rows whose multipliers may still change."""
        target = self.side - self.outputs(alpha)
        up, down = self.may_increase(alpha), self.may_decrease(alpha)
        return float(target[up].max(initial=-inf)), float(target[down].min(initial=inf))

    def may_increase(self, alpha: Floats) -> Any:
        """Rows whose alpha y can increase."""
        return np.where(self.side > 0, alpha < self.C, alpha > 0)

    def may_decrease(self, alpha: Floats) -> Any:
        """Rows whose alpha y can decrease."""
        return np.where(self.side > 0, alpha > 0, alpha < self.C)


def dual_ascent(
    X: Any,
    y: Any,
    *,
    kernel: Any = "linear",
    C: float = inf,
    bias: Any = "free",
    step: float | None = None,
    max_iter: int = 10_000,
    tol: float = 1e-3,
    gamma: Any = "scale",
    degree: float = 3,
    coef0: float = 0.0,
) -> DualTrace:
    """Gradient ascent on the dual: alpha += step (1 - y D(x)), projected on [0, C].

    bias: "free", where every step updates all rows and is projected on sum of alpha y = 0, or a number, where
    rows are updated one after the other (the Adatron; Anlauf & Biehl 1989). step: step size; by default one
    that guarantees ascent.

    >>> trace = dual_ascent([[0.0], [2.0]], [-1, 1])
    >>> trace.alpha.round(3), round(trace.b, 3), trace.converged
    (array([0.5, 0.5]), -1.0, True)
    """
    dual = _problem(X, y, kernel, C, bias, gamma, degree, coef0)
    moves = _row_by_row(dual, step) if dual.b is not None else _all_at_once(dual, step)
    return _run(dual, moves, max_iter, tol)


def smo_steps(
    X: Any,
    y: Any,
    *,
    kernel: Any = "linear",
    C: float = inf,
    max_iter: int = 10_000,
    tol: float = 1e-3,
    gamma: Any = "scale",
    degree: float = 3,
    coef0: float = 0.0,
) -> DualTrace:
    """Sequential minimal optimization (SMO; Platt 1998): two multipliers at a time, solved exactly, b free.

    Working set selection by second-order information (Fan, Chen & Lin 2005), as in SVC: the first row is the
    maximal violator, the second gives the largest increase with it.

    >>> trace = smo_steps([[3.0, 2.0], [4.0, 3.0], [1.0, 1.0], [5.0, 1.0]], [1, 1, -1, -1], tol=1e-9)
    >>> trace.alpha.round(6) + 0.0, round(trace.b, 6)
    (array([2., 0., 1., 1.]), -3.0)
    """
    dual = _problem(X, y, kernel, C, "free", gamma, degree, coef0)
    return _run(dual, _pairs(dual), max_iter, tol)


def _problem(
    X: Any, y: Any, kernel: Any, C: float, bias: Any, gamma: Any, degree: float, coef0: float
) -> _Dual:
    X = np.asarray(X, dtype=np.float64)
    labels = Labels.of(y)
    if labels.n_classes != 2 or len(labels) != len(X) or len(X) > MAX_ROWS or not np.isfinite(X).all():
        raise DataError(
            f"a trace needs up to {MAX_ROWS} rows of finite numbers with 2 classes; here are {len(X)} rows, "
            f"{len(labels)} labels and {labels.n_classes} classes"
        )
    if not C > 0:
        raise ParameterError(f"C={C!r}: it must be above 0, or infinite for a hard margin")
    resolved = resolve(kernel, gamma=gamma, degree=degree, coef0=coef0, X=X)
    b = None if isinstance(bias, str) else float(bias)
    return _Dual(resolved(X), np.where(labels.codes == 1, 1.0, -1.0), C, b)


def _run(dual: _Dual, moves: Iterator[tuple[int, int, Floats]], max_iter: int, tol: float) -> DualTrace:
    alpha = np.zeros(len(dual.side))
    steps = [(0, -1, -1, dual.value(alpha), dual.violation(alpha), alpha)]
    for number, (first, second, alpha) in enumerate(islice(moves, max_iter), 1):
        steps.append((number, first, second, dual.value(alpha), dual.violation(alpha), alpha))
        if steps[-1][4] <= tol:
            break
    return DualTrace(alpha, dual.bias(alpha), dual.side, steps, steps[-1][4] <= tol)


def _row_by_row(dual: _Dual, step: float | None) -> Iterator[tuple[int, int, Floats]]:
    alpha = np.zeros(len(dual.side))
    lengths = np.where(np.diag(dual.K) > 0, np.diag(dual.K), 1.0)
    while True:
        for row in range(len(alpha)):
            error = 1 - dual.side[row] * dual.outputs(alpha)[row]
            change = error * (1 / lengths[row] if step is None else step)
            alpha = alpha.copy()
            alpha[row] = min(max(alpha[row] + change, 0.0), dual.C)
            yield row, -1, alpha


def _all_at_once(dual: _Dual, step: float | None) -> Iterator[tuple[int, int, Floats]]:
    alpha = np.zeros(len(dual.side))
    largest = float(np.linalg.eigvalsh(dual.K)[-1])
    length = step if step is not None else 1 / largest if largest > 0 else 1.0
    while True:
        target = alpha + length * (1 - dual.side * dual.outputs(alpha))
        alpha = _projected(target, dual.side, dual.C)
        yield -1, -1, alpha


def _projected(target: Floats, side: Floats, C: float) -> Floats:
    """The projection on 0 <= alpha <= C with sum of alpha y = 0: a shift by y times one number."""
    low, high = -float(np.abs(target).max()) - 1, float(np.abs(target).max()) + 1
    for _ in range(64):
        middle = (low + high) / 2
        over = float(side @ np.clip(target - middle * side, 0.0, C))
        low, high = (middle, high) if over > 0 else (low, middle)
    projected: Floats = np.clip(target - (low + high) / 2 * side, 0.0, C)
    return projected


def _pairs(dual: _Dual) -> Iterator[tuple[int, int, Floats]]:
    alpha = np.zeros(len(dual.side))
    K, side = dual.K, dual.side
    while True:
        target = side - dual.outputs(alpha)
        first = _largest(target, dual.may_increase(alpha))
        # Increase of J by a step with each other row: gap² / (2 curvature).
        gap = target[first] - target
        curvature = np.maximum(K[first, first] + np.diag(K) - 2 * K[first], 1e-12)
        gain = np.where(dual.may_decrease(alpha) & (gap > 0), gap * gap / curvature, -1.0)
        second = int(gain.argmax())
        limit = min(
            _max_change(alpha, side, dual.C, first, 1.0), _max_change(alpha, side, dual.C, second, -1.0)
        )
        amount = min(gap[second] / curvature[second], limit)
        alpha = alpha.copy()
        alpha[first] += side[first] * amount
        alpha[second] -= side[second] * amount
        alpha = np.clip(alpha, 0.0, dual.C)
        yield first, second, alpha


def _largest(values: Floats, allowed: Array) -> int:
    return int(np.where(allowed, values, -inf).argmax())


def _max_change(alpha: Floats, side: Floats, C: float, row: int, direction: float) -> float:
    """The largest change of alpha y of a row in a direction, before a bound."""
    return float(C - alpha[row] if side[row] * direction > 0 else alpha[row])

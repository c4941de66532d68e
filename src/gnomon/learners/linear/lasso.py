"""Lasso and elastic net: least squares with an L1 penalty, so that many coefficients are zero.

Fitted on moments by coordinate descent with covariance updates: folds cost one pass over the rows, and a
regularization path little more than one fit, as each solution is the warm start of the next.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from math import inf
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sklearn.base import MultiOutputMixin, RegressorMixin, clone
from sklearn.utils.validation import check_is_fitted

from gnomon import native, threads
from gnomon.arrays import Array, Floats
from gnomon.check import between, flag
from gnomon.errors import DataError, NumericsWarning
from gnomon.learners.linear.active_set import ROUNDING, solve_by_homotopy, solve_by_signs
from gnomon.learners.linear.batched_prediction import BatchedValues
from gnomon.registry import learners
from gnomon.sharing.learner import Learner
from gnomon.sharing.moments import Moments, too_large

if TYPE_CHECKING:
    import pandas as pd

CONVERGED, FEW_PASSES = 1e-14, 12
COARSE, FINE = 1e-4, 1e-6
MIN_COLUMNS_FOR_THREADS = 64


class ElasticNet(BatchedValues, MultiOutputMixin, RegressorMixin, Learner):
    """Elastic net: least squares with L1 and L2 regularization.

    Minimizes |y - X w - b|² / (2 n) + alpha l1_ratio |w|₁ + alpha (1 - l1_ratio) |w|² / 2 by coordinate
    descent.

    Attributes
    ----------
    coef_, intercept_ : w and b
    dual_gap_ : duality gap: an upper bound of the distance of the objective from its minimum
    converged_ : whether the duality gap is within tol of the target's variance
    n_iter_ : passes over the coefficients

    Examples
    --------
    >>> from gnomon import ElasticNet
    >>> X, y = [[0.0, 1.0], [1.0, 0.0], [2.0, 1.0], [3.0, 0.0]], [0.0, 1.0, 2.0, 3.0]
    >>> ElasticNet(alpha=0.5, l1_ratio=1.0).fit(X, y).coef_.round(6)
    array([0.6, 0. ])
    """

    alpha: float = between(
        0,
        inf,
        default=1.0,
        kw_only=False,
        help="regularization strength",
        grid=tuple(10.0**power for power in range(-4, 2)),
    )
    l1_ratio: float = between(
        0,
        1,
        default=0.5,
        help="mixing parameter: 1 is the L1 penalty (lasso), 0 the L2 penalty (ridge)",
        grid=(0.1, 0.5, 0.9),
    )
    fit_intercept: bool = flag(default=True, help="whether to fit an intercept")
    max_iter: int = between(
        1, inf, default=10_000, whole=True, help="maximum number of passes over the coefficients"
    )
    tol: float = between(
        0,
        inf,
        default=1e-8,
        help="tolerance: duality gap at which to stop, as a fraction of the target's variance",
    )
    positive: bool = flag(default=False, help="whether to force the coefficients to be nonnegative")
    summarizes = True
    shows_not_finite = True

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> Moments:
        """Moments of features and targets together."""
        moments = Moments.of(X, y, weight)
        if not np.isfinite(moments.scatter).all():
            self.refuse_not_finite(X)
            raise DataError(too_large(X))
        return moments

    def fit_prepared(self, data: Moments, start: Self | None = None) -> Self:
        """Coordinate descent from the coefficients of `start` (a warm start), or from zero."""
        return next(iter(_fit([self], data, start)))

    @classmethod
    def fit_each(cls, path: Sequence[Self], data: Moments) -> Iterator[Self]:
        """Fit a regularization path with warm starts, the largest alpha first."""
        for indices in _equal_but_for_alpha(path):
            indices.sort(key=lambda index: -path[index].alpha)
            _fit([path[index] for index in indices], data, None)
        return iter(path)

    def predict(self, X: Any) -> Floats:
        """X w + b."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        # A coefficient of zero would hide a value that is not finite.
        self.refuse_not_finite(X)
        return X @ self.coef_.T + self.intercept_

    def path(
        self, X: Any, y: Any, *, alphas: Any = None, n_alphas: int = 100, eps: float = 1e-3
    ) -> pd.DataFrame:
        """The regularization path: coefficients at each alpha, the largest first.

        alphas: by default n_alphas values, from the smallest that makes all coefficients zero down to eps
        times it.

        >>> X, y = [[0.0, 1.0], [1.0, 0.0], [2.0, 1.0], [3.0, 0.0]], [0.0, 1.0, 2.0, 3.0]
        >>> Lasso().path(X, y, alphas=[1.25, 0.5])[0].round(6).to_dict()
        {1.25: 0.0, 0.5: 0.6}
        """
        import pandas as pd

        model = clone(self)
        data = model.prepare(*model.check_rows(X, y))
        if data.n_targets > 1:
            raise DataError(
                f"a regularization path needs one target, and y has {data.n_targets}; pass one column"
            )
        alphas = (
            self._alphas(data, n_alphas, eps)
            if alphas is None
            else np.sort(np.asarray(alphas, dtype=np.float64))[::-1]
        )
        system = _System.of(data, self.fit_intercept)
        penalties = np.outer(alphas, [self.l1_ratio, 1 - self.l1_ratio])
        with _unthreaded(data):
            solution = _Solution(*_descend(system, 0, penalties, np.zeros(data.n_features), self))
        for index in np.flatnonzero(solution.gaps > solution.tolerances)[:1]:
            self._warn_not_converged(
                float(alphas[index]), int(solution.passes[index]), float(solution.gaps[index])
            )
        p, mean = data.n_features, data.mean if self.fit_intercept else np.zeros_like(data.mean)
        intercepts = mean[p] - solution.coefficients @ mean[:p]
        names = getattr(model, "feature_names_in_", range(p))
        table = np.column_stack([intercepts, solution.coefficients])
        return pd.DataFrame(table, pd.Index(alphas, name="alpha"), ["constant", *names])

    def _alphas(self, data: Moments, n_alphas: int, eps: float) -> Floats:
        system = _System.of(data, self.fit_intercept)
        largest = system.cross.max() if self.positive else np.abs(system.cross).max()
        highest = max(float(largest), np.finfo(np.float64).tiny) / max(self.l1_ratio, 1e-3)
        return highest * np.geomspace(1, eps, n_alphas)

    def _store(self, data: Moments, solution: _Solution) -> Self:
        p = data.n_features
        mean = data.mean if self.fit_intercept else np.zeros_like(data.mean)
        coefficients = solution.coefficients
        intercept = mean[p:] - coefficients @ mean[:p]
        one = data.n_targets == 1
        self.coef_ = coefficients[0] if one else coefficients
        self.intercept_ = float(intercept[0]) if one else intercept
        self.dual_gap_ = float(solution.gaps[0]) if one else solution.gaps
        self.n_iter_ = int(solution.passes.max())
        self.converged_ = bool((solution.gaps <= solution.tolerances).all())
        if not self.converged_:
            self._warn_not_converged(self.alpha, self.n_iter_, float(solution.gaps.max()))
        return self

    def _warn_not_converged(self, alpha: float, passes: int, gap: float) -> None:
        warnings.warn(
            f"{type(self).__name__}(alpha={alpha:g}) stopped after {passes} passes with a "
            f"duality gap of {gap:.2g}; increase max_iter={self.max_iter}, or alpha",
            NumericsWarning,
            stacklevel=5,
        )


class Lasso(ElasticNet):
    """Lasso: least squares with L1 regularization, which selects features.

    Minimizes |y - X w - b|² / (2 n) + alpha |w|₁ by coordinate descent.

    Attributes
    ----------
    coef_, intercept_ : w and b
    dual_gap_ : duality gap: an upper bound of the distance of the objective from its minimum
    converged_ : whether the duality gap is within tol of the target's variance
    n_iter_ : passes over the coefficients

    Examples
    --------
    >>> from gnomon import Lasso
    >>> X, y = [[0.0, 1.0], [1.0, 0.0], [2.0, 1.0], [3.0, 0.0]], [0.0, 1.0, 2.0, 3.0]
    >>> Lasso(alpha=0.5).fit(X, y).coef_.round(6)
    array([0.6, 0. ])
    """

    l1_ratio: float = between(1, 1, default=1.0, help="1: the penalty is L1 only")


@dataclass(frozen=True)
class _System:
    """Sufficient statistics: gram = X'X / n, cross = X'y / n, totals = y'y / n, all centered."""

    gram: Floats
    cross: Floats
    totals: Floats

    @classmethod
    def of(cls, data: Moments, centered: bool) -> _System:
        if not centered:
            scatter = data.scatter + data.weight * np.outer(data.mean, data.mean)
            data = replace(data, scatter=scatter)
        p = data.n_features
        means = data.scatter / data.weight
        cross = np.ascontiguousarray(means[:p, p:].T)
        return cls(np.ascontiguousarray(means[:p, :p]), cross, np.diag(means)[p:].copy())


@dataclass(frozen=True)
class _Solution:
    """For each target: coefficients, duality gap, tolerance of the gap, passes."""

    coefficients: Floats
    gaps: Floats
    tolerances: Floats
    passes: Array


def _equal_but_for_alpha(path: Sequence[ElasticNet]) -> list[list[int]]:
    """Indices of the learners grouped by hyperparameters other than alpha."""
    groups: dict[Any, list[int]] = {}
    for index, each in enumerate(path):
        key = (type(each), each.l1_ratio, each.fit_intercept, each.max_iter, each.tol, each.positive)
        groups.setdefault(key, []).append(index)
    return list(groups.values())


def _fit(path: Sequence[Any], data: Moments, start: Any) -> Sequence[Any]:
    """Fit learners that differ in alpha alone, in this order."""
    first = path[0]
    system = _System.of(data, first.fit_intercept)
    penalties = np.array([(each.alpha * each.l1_ratio, each.alpha * (1 - each.l1_ratio)) for each in path])
    begin = np.zeros_like(system.cross) if start is None else np.atleast_2d(start.coef_)
    with _unthreaded(data):
        columns = [_descend(system, each, penalties, begin[each], first) for each in range(data.n_targets)]
    for index, learner in enumerate(path):
        parts = [[part[index] for part in column] for column in columns]
        learner._store(data, _Solution(*(np.array(part) for part in zip(*parts))))
    return path


def _unthreaded(data: Moments) -> AbstractContextManager[None]:
    """One thread: factorizing many small matrices, several would wait for each other more than work."""
    return threads.limited(1) if data.n_features > MIN_COLUMNS_FOR_THREADS else nullcontext()


def _descend(
    system: _System, target: int, penalties: Floats, begin: Floats, learner: Any
) -> tuple[Floats, Floats, Floats, Array]:
    """Coefficients, duality gaps, their tolerances and passes at each penalty, for one target."""
    cross, total = system.cross[target], float(system.totals[target])
    tolerance_of_gap = learner.tol * total
    gap_limit = min(CONVERGED * total, tolerance_of_gap)
    begin = np.maximum(begin, 0.0) if learner.positive else np.array(begin)

    def descend(
        penalties: Floats, start: Floats, tolerance: float, max_iter: int
    ) -> tuple[Floats, Floats, Array]:
        return native.elastic_path(
            system.gram, cross, total, penalties, start, learner.positive, tolerance, max_iter
        )

    # With nearly uncorrelated columns a few passes converge, and nothing is left to solve.
    solutions, gaps, passes = descend(penalties, begin, gap_limit, min(FEW_PASSES, learner.max_iter))
    for index in np.flatnonzero(gaps > gap_limit):
        penalty, w = penalties[index], solutions[index]
        # A loose tolerance mostly identifies the active set; its coefficients then solve linear equations.
        for tolerance in (
            max(COARSE * total, tolerance_of_gap),
            max(FINE * total, tolerance_of_gap),
            tolerance_of_gap,
        ):
            remaining = learner.max_iter - int(passes[index])
            (w,), (gaps[index],), (used,) = descend(penalty[None, :], w, tolerance, remaining)
            passes[index] += used
            exact = solve_by_signs(system.gram, cross, w, penalty, learner.positive)
            if exact is None:
                exact = solve_by_homotopy(system.gram, cross, penalty, learner.positive)
            if exact is not None:
                w = exact
                # Without an L1 penalty there is no dual point; linear equations need no certificate.
                gaps[index] = (
                    descend(penalty[None, :], w, tolerance_of_gap, 0)[1][0] if penalty[0] > 0 else 0.0
                )
                break
        solutions[index] = w
    return (
        solutions,
        np.maximum(gaps, 0.0),
        np.full(len(penalties), max(tolerance_of_gap, ROUNDING * total)),
        passes,
    )


learners.add(
    "Lasso",
    Lasso,
    "least squares with an L1 penalty, which selects features",
    task=("regression",),
    family="linear",
)
learners.add(
    "ElasticNet",
    ElasticNet,
    "least squares with L1 and L2 penalties",
    task=("regression",),
    family="linear",
)

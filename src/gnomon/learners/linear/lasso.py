"""Lasso and elastic net: least squares with a price on the size of coefficients, so that many are zero.

Fitted on moments by coordinate descent with covariance updates: folds cost one pass over the rows, and a
whole path of prices little more than one, each started from the one before.
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
from gnomon.learners.linear.active_set import ROUNDING, continued, solve_by_signs
from gnomon.learners.linear.together import ValuesTogether
from gnomon.registry import learners
from gnomon.sharing.learner import Learner
from gnomon.sharing.moments import Moments, too_large

if TYPE_CHECKING:
    import pandas as pd

AT_REST, FEW = 1e-14, 12
COARSE, FINE = 1e-4, 1e-6
MOST_COLUMNS_UNTHREADED = 64


class ElasticNet(ValuesTogether, MultiOutputMixin, RegressorMixin, Learner):
    """Minimize |y - X w - b|² / (2 n) + alpha l1_ratio |w|₁ + alpha (1 - l1_ratio) |w|² / 2.

    Attributes
    ----------
    coef_, intercept_ : w and b
    dual_gap_ : how far the objective may be from its least value
    converged_ : whether that is within tol of the target's variance
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
        help="price of large coefficients",
        grid=tuple(10.0**power for power in range(-4, 2)),
    )
    l1_ratio: float = between(
        0,
        1,
        default=0.5,
        help="share of the price that is on size, not on squares",
        grid=(0.1, 0.5, 0.9),
    )
    fit_intercept: bool = flag(default=True, help="whether to fit a constant term")
    max_iter: int = between(1, inf, default=10_000, whole=True, help="most passes over the coefficients")
    tol: float = between(
        0, inf, default=1e-8, help="duality gap to reach, as a share of the target's variance"
    )
    positive: bool = flag(default=False, help="whether coefficients must not be negative")
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
        """Descend from the start's coefficients, or from zero."""
        return next(iter(_fit([self], data, start)))

    @classmethod
    def fit_each(cls, path: Sequence[Self], data: Moments) -> Iterator[Self]:
        """Fit all prices of a path, the highest first, each from the one before."""
        for places in _alike(path):
            places.sort(key=lambda place: -path[place].alpha)
            _fit([path[place] for place in places], data, None)
        return iter(path)

    def predict(self, X: Any) -> Floats:
        """X w + b."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        # A product may pass over what a coefficient of zero would hide.
        self.refuse_not_finite(X)
        return X @ self.coef_.T + self.intercept_

    def path(
        self, X: Any, y: Any, *, alphas: Any = None, n_alphas: int = 100, eps: float = 1e-3
    ) -> pd.DataFrame:
        """The coefficients at each price: rows are alphas, the highest first.

        alphas: if not given, n_alphas from the least that makes all coefficients zero down to eps of it.

        >>> X, y = [[0.0, 1.0], [1.0, 0.0], [2.0, 1.0], [3.0, 0.0]], [0.0, 1.0, 2.0, 3.0]
        >>> Lasso().path(X, y, alphas=[1.25, 0.5])[0].round(6).to_dict()
        {1.25: 0.0, 0.5: 0.6}
        """
        import pandas as pd

        model = clone(self)
        data = model.prepare(*model.check_rows(X, y))
        if data.n_targets > 1:
            raise DataError(f"a path is of one target, and y has {data.n_targets}; give one column of it")
        alphas = (
            self._alphas(data, n_alphas, eps)
            if alphas is None
            else np.sort(np.asarray(alphas, dtype=np.float64))[::-1]
        )
        system = _System.of(data, self.fit_intercept)
        prices = np.outer(alphas, [self.l1_ratio, 1 - self.l1_ratio])
        with _unthreaded(data):
            found = _Found(*_descend(system, 0, prices, np.zeros(data.n_features), self))
        for place in np.flatnonzero(found.gaps > found.goals)[:1]:
            self._say_unfinished(float(alphas[place]), int(found.passes[place]), float(found.gaps[place]))
        p, mean = data.n_features, data.mean if self.fit_intercept else np.zeros_like(data.mean)
        constants = mean[p] - found.coefficients @ mean[:p]
        names = getattr(model, "feature_names_in_", range(p))
        table = np.column_stack([constants, found.coefficients])
        return pd.DataFrame(table, pd.Index(alphas, name="alpha"), ["constant", *names])

    def _alphas(self, data: Moments, n_alphas: int, eps: float) -> Floats:
        system = _System.of(data, self.fit_intercept)
        pull = system.cross.max() if self.positive else np.abs(system.cross).max()
        highest = max(float(pull), np.finfo(np.float64).tiny) / max(self.l1_ratio, 1e-3)
        return highest * np.geomspace(1, eps, n_alphas)

    def _keep(self, data: Moments, found: _Found) -> Self:
        self.prepared_ = data
        p = data.n_features
        mean = data.mean if self.fit_intercept else np.zeros_like(data.mean)
        coefficients = found.coefficients
        intercept = mean[p:] - coefficients @ mean[:p]
        one = data.n_targets == 1
        self.coef_ = coefficients[0] if one else coefficients
        self.intercept_ = float(intercept[0]) if one else intercept
        self.dual_gap_ = float(found.gaps[0]) if one else found.gaps
        self.n_iter_ = int(found.passes.max())
        self.converged_ = bool((found.gaps <= found.goals).all())
        if not self.converged_:
            self._say_unfinished(self.alpha, self.n_iter_, float(found.gaps.max()))
        return self

    def _say_unfinished(self, alpha: float, passes: int, gap: float) -> None:
        warnings.warn(
            f"{type(self).__name__}(alpha={alpha:g}) stopped after {passes} passes with a "
            f"duality gap of {gap:.2g}; raise max_iter={self.max_iter}, or alpha",
            NumericsWarning,
            stacklevel=5,
        )


class Lasso(ElasticNet):
    """Minimize |y - X w - b|² / (2 n) + alpha |w|₁.

    Attributes
    ----------
    coef_, intercept_ : w and b
    dual_gap_ : how far the objective may be from its least value
    converged_ : whether that is within tol of the target's variance
    n_iter_ : passes over the coefficients

    Examples
    --------
    >>> from gnomon import Lasso
    >>> X, y = [[0.0, 1.0], [1.0, 0.0], [2.0, 1.0], [3.0, 0.0]], [0.0, 1.0, 2.0, 3.0]
    >>> Lasso(alpha=0.5).fit(X, y).coef_.round(6)
    array([0.6, 0. ])
    """

    l1_ratio: float = between(1, 1, default=1.0, help="the lasso's price is all on size: 1")


@dataclass(frozen=True)
class _System:
    """The problem as means over rows: gram = X'X / n, cross = X'y / n, total = y'y / n, all centered."""

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
class _Found:
    """For each target: coefficients, gap, the gap asked for, passes."""

    coefficients: Floats
    gaps: Floats
    goals: Floats
    passes: Array


def _alike(path: Sequence[ElasticNet]) -> list[list[int]]:
    """Places of settings that differ in alpha alone."""
    groups: dict[Any, list[int]] = {}
    for place, each in enumerate(path):
        key = (type(each), each.l1_ratio, each.fit_intercept, each.max_iter, each.tol, each.positive)
        groups.setdefault(key, []).append(place)
    return list(groups.values())


def _fit(settings: Sequence[Any], data: Moments, start: Any) -> Sequence[Any]:
    """Fit settings that differ in alpha alone, in this order."""
    first = settings[0]
    system = _System.of(data, first.fit_intercept)
    prices = np.array([(each.alpha * each.l1_ratio, each.alpha * (1 - each.l1_ratio)) for each in settings])
    begin = np.zeros_like(system.cross) if start is None else np.atleast_2d(start.coef_)
    with _unthreaded(data):
        columns = [_descend(system, each, prices, begin[each], first) for each in range(data.n_targets)]
    for place, setting in enumerate(settings):
        parts = [[part[place] for part in column] for column in columns]
        setting._keep(data, _Found(*(np.array(part) for part in zip(*parts))))
    return settings


def _unthreaded(data: Moments) -> AbstractContextManager[None]:
    """Factorizing one small matrix after the other, threads would wait for each other more than work."""
    return threads.limited(1) if data.n_features > MOST_COLUMNS_UNTHREADED else nullcontext()


def _descend(
    system: _System, target: int, prices: Floats, begin: Floats, setting: Any
) -> tuple[Floats, Floats, Floats, Array]:
    """Coefficients, gaps, gaps asked for and passes at each price, for one target."""
    cross, total = system.cross[target], float(system.totals[target])
    goal = setting.tol * total
    rest = min(AT_REST * total, goal)
    begin = np.maximum(begin, 0.0) if setting.positive else np.array(begin)

    def descend(prices: Floats, start: Floats, tolerance: float, most: int) -> tuple[Floats, Floats, Array]:
        return native.elastic_path(
            system.gram, cross, total, prices, start, setting.positive, tolerance, most
        )

    # Columns that are nearly independent come to rest in a few passes, and nothing is left to solve.
    found, gaps, passes = descend(prices, begin, rest, min(FEW, setting.max_iter))
    for place in np.flatnonzero(gaps > rest):
        price, now = prices[place], found[place]
        # A rough descent mostly finds which coefficients are zero; the others then solve linear equations.
        for tolerance in (max(COARSE * total, goal), max(FINE * total, goal), goal):
            most = setting.max_iter - int(passes[place])
            (now,), (gaps[place],), (used,) = descend(price[None, :], now, tolerance, most)
            passes[place] += used
            exact = solve_by_signs(system.gram, cross, now, price, setting.positive)
            if exact is None:
                exact = continued(system.gram, cross, price, setting.positive)
            if exact is not None:
                now = exact
                # Without a price on size the dual has no point to show; linear equations need no certificate.
                gaps[place] = descend(price[None, :], now, goal, 0)[1][0] if price[0] > 0 else 0.0
                break
        found[place] = now
    return found, np.maximum(gaps, 0.0), np.full(len(prices), max(goal, ROUNDING * total)), passes


learners.add(
    "Lasso",
    Lasso,
    "least squares with a price on the size of coefficients",
    task=("regression",),
    family="linear",
)
learners.add(
    "ElasticNet",
    ElasticNet,
    "least squares with prices on size and square of coefficients",
    task=("regression",),
    family="linear",
)

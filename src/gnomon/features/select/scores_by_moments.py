"""Scores of subsets for least squares and ridge, from moments alone: no row is touched again.

With S and s the scatter of the features and of features with target in a training set, a subset's
coefficients solve (S + alpha I) w = s on its columns. The squared error on a held-out part of weight W, with
scatter H, h and h_yy, is h_yy - 2 w'h + w'Hw + W (mean_y - b - w'mean)². All subsets of one size are solved
at once.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from gnomon import threads
from gnomon.arrays import Floats, Integers
from gnomon.features.select.normal_equations import NormalEquations
from gnomon.features.select.scores_by_refitting import RefittedScores
from gnomon.sharing.moments import Moments
from gnomon.sharing.prepared import Parts, Rows
from gnomon.sharing.train import partitions

SCORINGS = ("r2", "neg_mean_squared_error", "neg_root_mean_squared_error")
CELLS_AT_A_TIME = 2**22
HOMES = ("gnomon.learners.linear.", "sklearn.linear_model.")
DEFAULTS = {"positive": False, "per_row": False, "penalize_intercept": False, "solver": "auto"}


class MomentScores:
    """The scores of least squares under a price on squared coefficients.

    plain: the same by training afresh, for subsets that are nearly collinear. price: alpha. name: one of
    SCORINGS.

    >>> from sklearn.linear_model import LinearRegression
    >>> X, y = np.array([[0.0], [1.0], [2.0], [3.0]]), np.array([1.0, 3.0, 5.0, 7.0])
    >>> plain = RefittedScores(LinearRegression(), X, y, [(np.arange(2), np.arange(2, 4))], None)
    >>> MomentScores(plain, 0.0, "r2").of(np.array([[0]])).round(6)
    array([[1.]])
    """

    def __init__(self, plain: RefittedScores, price: float, name: str) -> None:
        self._plain, self._name = plain, name
        self._has_constant = plain.estimator.fit_intercept
        # scikit-learn's least squares leaves directions out whose share of the largest is below tol.
        self._tol = getattr(plain.estimator, "tol", 0.0) if price == 0 else 0.0
        n_rows = plain.X.shape[0]
        table = Rows(plain.X, plain.y.astype(np.float64))
        parts, last = None, None
        self._pairs: list[tuple[Moments, Moments]] = []
        for part, (train, held_out) in zip(partitions(plain.cuts, n_rows), plain.cuts):
            if parts is None or part is not last:
                whole = np.zeros(n_rows, dtype=np.int64)
                last, parts = part, Parts(Moments.of, table, whole if part is None else part)
            self._pairs.append((parts.rows(train), parts.rows(held_out)))
        self._price = price

    @cached_property
    def _equations(self) -> list[NormalEquations]:
        return [
            NormalEquations.of(_centered(train, self._has_constant), self._price) for train, _ in self._pairs
        ]

    @property
    def is_defined(self) -> bool:
        """Whether every held-out part has targets that vary, and all moments are finite."""
        return all(
            np.isfinite(train.scatter).all() and held_out.scatter[-1, -1] > 0
            for train, held_out in self._pairs
        )

    def of(self, subsets: Integers) -> Floats:
        """The score of each subset on each split."""
        p = subsets.shape[1]
        # Subsets that drop one column each share one matrix; others have one of their own.
        at_a_time = max(
            1, CELLS_AT_A_TIME // (p if np.count_nonzero(np.bincount(subsets.ravel())) <= p + 1 else p**2)
        )
        blocks = [subsets[begin : begin + at_a_time] for begin in range(0, len(subsets), at_a_time)]
        with threads.single_blas():
            return np.concatenate([self._block(block) for block in blocks])

    def _block(self, subsets: Integers) -> Floats:
        found = np.empty((len(subsets), len(self._pairs)))
        is_safe = np.ones(len(subsets), dtype=bool)
        for split, (train, held_out) in enumerate(self._pairs):
            w, safe = self._equations[split].solved(subsets, self._tol)
            is_safe &= safe
            found[:, split] = self._score(train, held_out, w, subsets)
        if not is_safe.all():
            found[~is_safe] = self._plain.of(subsets[~is_safe])
        return found

    def _score(self, train: Moments, held_out: Moments, w: Floats, subsets: Integers) -> Floats:
        gap = held_out.mean[-1] - np.sum(w * held_out.mean[subsets], axis=1)
        if self._has_constant:
            gap -= train.mean[-1] - np.sum(w * train.mean[subsets], axis=1)
        error = held_out.scatter[-1, -1] - 2 * np.sum(w * held_out.scatter[subsets, -1], axis=1)
        error += quadratic(held_out.scatter, subsets, w) + held_out.weight * gap**2
        error = np.maximum(error, 0.0)
        if self._name == "r2":
            return np.asarray(1 - error / held_out.scatter[-1, -1])
        mean = error / held_out.weight
        return -(mean if self._name == "neg_mean_squared_error" else np.sqrt(mean))


def moment_scores(estimator: Any, plain: RefittedScores, name: str | None) -> MomentScores | None:
    """Scores from moments, if the learner is least squares or ridge and the score a squared error.

    >>> from sklearn.linear_model import Lasso
    >>> plain = RefittedScores(Lasso(), np.zeros((2, 1)), np.zeros(2), [], None)
    >>> moment_scores(Lasso(), plain, "r2") is None
    True
    """
    price = price_of(estimator)
    if price is None or name not in SCORINGS:
        return None
    if plain.y.ndim != 1 or min(len(held_out) for _, held_out in plain.cuts) < 2:
        return None
    found = MomentScores(plain, price, name)
    return found if found.is_defined else None


def price_of(estimator: Any) -> float | None:
    """The price on squared coefficients of a learner that solves the normal equations; None of any other.

    >>> from sklearn.linear_model import LinearRegression, Ridge
    >>> price_of(Ridge(alpha=2.0)), price_of(LinearRegression())
    (2.0, 0.0)
    """
    given = estimator.get_params() if hasattr(estimator, "get_params") else {}
    if any(given.get(parameter, usual) != usual for parameter, usual in DEFAULTS.items()):
        return None
    if is_called(estimator, "LinearRegression"):
        return 0.0
    is_number = np.ndim(given.get("alpha", 0.0)) == 0
    return float(given["alpha"]) if is_called(estimator, "Ridge") and is_number else None


def is_called(estimator: Any, name: str) -> bool:
    """Whether this is Gnomon's or scikit-learn's linear learner of a name; a class derived from it is not.

    >>> from sklearn.linear_model import Ridge
    >>> is_called(Ridge(), "Ridge")
    True
    """
    kind = type(estimator)
    return kind.__name__ == name and kind.__module__.startswith(HOMES)


def quadratic(matrix: Floats, subsets: Integers, w: Floats) -> Floats:
    """w' M w of each subset's part of a matrix: subsets of much the same columns share one product.

    >>> quadratic(np.array([[1.0, 2.0], [2.0, 5.0]]), np.array([[0, 1]]), np.array([[1.0, 1.0]]))
    array([10.])
    """
    union = np.flatnonzero(np.bincount(subsets.ravel()))
    if len(union) > 2 * subsets.shape[1]:
        within = matrix[subsets[:, :, None], subsets[:, None, :]]
        return np.asarray(np.sum(w * (within @ w[:, :, None])[:, :, 0], axis=1))
    spread = np.zeros((len(subsets), len(union)))
    np.put_along_axis(spread, np.searchsorted(union, subsets), w, axis=1)
    return np.asarray(np.sum(spread * (spread @ matrix[np.ix_(union, union)]), axis=1))


def _centered(moments: Moments, has_constant: bool) -> Moments:
    """About the mean where there is a constant, else about the origin."""
    if has_constant:
        return moments
    about = moments.scatter + moments.weight * np.outer(moments.mean, moments.mean)
    return Moments(moments.weight, np.zeros_like(moments.mean), about, moments.n_targets)

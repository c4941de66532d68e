"""Scores of subsets for least squares and ridge from moments, without access to the rows.

With S and s the scatter of the features and of features with target in a training set, a subset's
coefficients solve (S + alpha I) w = s on its columns. The squared error on held-out rows of weight W, with
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
BATCH_CELLS = 2**22
HOMES = ("gnomon.learners.linear.", "sklearn.linear_model.")
DEFAULTS = {"positive": False, "per_row": False, "penalize_intercept": False, "solver": "auto"}


class MomentScores:
    """Scores of least squares and ridge.

    plain: the same by refitting, for nearly collinear subsets. alpha: L2 regularization strength. name: one
    of SCORINGS.

    >>> from sklearn.linear_model import LinearRegression
    >>> X, y = np.array([[0.0], [1.0], [2.0], [3.0]]), np.array([1.0, 3.0, 5.0, 7.0])
    >>> plain = RefittedScores(LinearRegression(), X, y, [(np.arange(2), np.arange(2, 4))], None)
    >>> MomentScores(plain, 0.0, "r2").of(np.array([[0]])).round(6)
    array([[1.]])
    """

    def __init__(self, plain: RefittedScores, alpha: float, name: str) -> None:
        self._plain, self._name = plain, name
        self._fit_intercept = plain.estimator.fit_intercept
        # scikit-learn's least squares drops singular values below tol times the largest.
        self._tol = getattr(plain.estimator, "tol", 0.0) if alpha == 0 else 0.0
        n_rows = plain.X.shape[0]
        table = Rows(plain.X, plain.y.astype(np.float64))
        parts, last = None, None
        self._pairs: list[tuple[Moments, Moments]] = []
        for part, (train, held_out) in zip(partitions(plain.splits, n_rows), plain.splits):
            if parts is None or part is not last:
                whole = np.zeros(n_rows, dtype=np.int64)
                last, parts = part, Parts(Moments.of, table, whole if part is None else part)
            self._pairs.append((parts.rows(train), parts.rows(held_out)))
        self._alpha = alpha

    @cached_property
    def _equations(self) -> list[NormalEquations]:
        return [
            NormalEquations.of(_centered(train, self._fit_intercept), self._alpha) for train, _ in self._pairs
        ]

    @property
    def is_defined(self) -> bool:
        """Whether the targets of every held-out set vary, and all moments are finite."""
        return all(
            np.isfinite(train.scatter).all() and held_out.scatter[-1, -1] > 0
            for train, held_out in self._pairs
        )

    def of(self, subsets: Integers) -> Floats:
        """The score of each subset on each split."""
        p = subsets.shape[1]
        # Subsets that drop one column each share one matrix; others have one each.
        batch_size = max(
            1, BATCH_CELLS // (p if np.count_nonzero(np.bincount(subsets.ravel())) <= p + 1 else p**2)
        )
        blocks = [subsets[begin : begin + batch_size] for begin in range(0, len(subsets), batch_size)]
        with threads.single_blas():
            return np.concatenate([self._block(block) for block in blocks])

    def _block(self, subsets: Integers) -> Floats:
        scores = np.empty((len(subsets), len(self._pairs)))
        is_safe = np.ones(len(subsets), dtype=bool)
        for split, (train, held_out) in enumerate(self._pairs):
            w, safe = self._equations[split].solved(subsets, self._tol)
            is_safe &= safe
            scores[:, split] = self._score(train, held_out, w, subsets)
        if not is_safe.all():
            scores[~is_safe] = self._plain.of(subsets[~is_safe])
        return scores

    def _score(self, train: Moments, held_out: Moments, w: Floats, subsets: Integers) -> Floats:
        gap = held_out.mean[-1] - np.sum(w * held_out.mean[subsets], axis=1)
        if self._fit_intercept:
            gap -= train.mean[-1] - np.sum(w * train.mean[subsets], axis=1)
        error = held_out.scatter[-1, -1] - 2 * np.sum(w * held_out.scatter[subsets, -1], axis=1)
        error += quadratic(held_out.scatter, subsets, w) + held_out.weight * gap**2
        error = np.maximum(error, 0.0)
        if self._name == "r2":
            return np.asarray(1 - error / held_out.scatter[-1, -1])
        mean = error / held_out.weight
        return -(mean if self._name == "neg_mean_squared_error" else np.sqrt(mean))


def moment_scores(estimator: Any, plain: RefittedScores, name: str | None) -> MomentScores | None:
    """Scores from moments, if the learner is least squares or ridge and the scoring a squared error.

    >>> from sklearn.linear_model import Lasso
    >>> plain = RefittedScores(Lasso(), np.zeros((2, 1)), np.zeros(2), [], None)
    >>> moment_scores(Lasso(), plain, "r2") is None
    True
    """
    alpha = ridge_alpha(estimator)
    if alpha is None or name not in SCORINGS:
        return None
    if plain.y.ndim != 1 or min(len(held_out) for _, held_out in plain.splits) < 2:
        return None
    scores = MomentScores(plain, alpha, name)
    return scores if scores.is_defined else None


def ridge_alpha(estimator: Any) -> float | None:
    """The L2 regularization strength of a learner that solves the normal equations; None for any other.

    >>> from sklearn.linear_model import LinearRegression, Ridge
    >>> ridge_alpha(Ridge(alpha=2.0)), ridge_alpha(LinearRegression())
    (2.0, 0.0)
    """
    parameters = estimator.get_params() if hasattr(estimator, "get_params") else {}
    if any(parameters.get(name, default) != default for name, default in DEFAULTS.items()):
        return None
    if is_called(estimator, "LinearRegression"):
        return 0.0
    is_number = np.ndim(parameters.get("alpha", 0.0)) == 0
    return float(parameters["alpha"]) if is_called(estimator, "Ridge") and is_number else None


def is_called(estimator: Any, name: str) -> bool:
    """Whether this is Gnomon's or scikit-learn's linear learner of a class name; subclasses are not.

    >>> from sklearn.linear_model import Ridge
    >>> is_called(Ridge(), "Ridge")
    True
    """
    kind = type(estimator)
    return kind.__name__ == name and kind.__module__.startswith(HOMES)


def quadratic(matrix: Floats, subsets: Integers, w: Floats) -> Floats:
    """Quadratic forms w' M w on the block of each subset; subsets of similar columns share one product.

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


def _centered(moments: Moments, fit_intercept: bool) -> Moments:
    """Moments about the mean with an intercept, else about the origin."""
    if fit_intercept:
        return moments
    about = moments.scatter + moments.weight * np.outer(moments.mean, moments.mean)
    return Moments(moments.weight, np.zeros_like(moments.mean), about, moments.n_targets)

"""Scores of subsets for binary logistic regression: many subsets of one size are fitted in one batch.

Each batch is warm-started from the nearest subset fitted so far, with the Hessian there, and runs until the
gradient vanishes: the minimum is that of the learner, by fewer and cheaper steps.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from math import isinf
from typing import Any

import numpy as np
from sklearn.base import clone

from gnomon import threads
from gnomon.arrays import Floats, Integers
from gnomon.features.select.logistic_subsets import LogisticProblem, Products
from gnomon.features.select.scores_by_moments import is_called
from gnomon.features.select.scores_by_refitting import RefittedScores

BATCH_CELLS = 2**20
CACHED_BATCHES = 4
SUPPORTED = {
    "penalty": ("l2", "deprecated"),
    "l1_ratio": (None, 0, 0.0),
    "class_weight": (None,),
    "dual": (False,),
    "intercept_scaling": (1, 1.0),
    "solver": ("auto", "newton", "lbfgs", "newton-cg", "newton-cholesky", "sag", "saga"),
}


@dataclass(frozen=True)
class Coefficients:
    """Coefficients of subsets of one size (m x p) on every split: w (splits x m x p) and b (splits x m).

    >>> Coefficients(np.array([[0], [2]]), np.zeros((5, 2, 1)), np.zeros((5, 2))).w.shape
    (5, 2, 1)
    """

    subsets: Integers
    w: Floats
    b: Floats


class NewtonScores:
    """Scores of binary logistic regression with an L2 penalty.

    plain: the same by refitting, for subsets that do not converge. name: of the scoring.

    >>> from sklearn.linear_model import LogisticRegression
    >>> X, y = np.array([[0.0], [1.0], [2.0], [3.0]]), np.array([0, 0, 1, 1])
    >>> plain = RefittedScores(LogisticRegression(), X, y, [(np.arange(4), np.arange(4))], None)
    >>> NewtonScores(plain, "accuracy").of(np.array([[0]]))
    array([[1.]])
    """

    def __init__(self, plain: RefittedScores, name: str | None) -> None:
        self._plain, self._name = plain, name
        self._classes = np.unique(plain.y)
        y = (plain.y == self._classes[1]).astype(np.float64)
        columns = np.ascontiguousarray(plain.X.T, dtype=np.float64)
        self._problems = [
            LogisticProblem(
                np.ascontiguousarray(columns[:, train]),
                y[train],
                1 / plain.estimator.C,
                plain.estimator.fit_intercept,
            )
            for train, _ in plain.splits
        ]
        self._held_out = [(columns[:, held_out], y[held_out]) for _, held_out in plain.splits]
        self._cache: deque[Coefficients] = deque(maxlen=CACHED_BATCHES)

    def of(self, subsets: Integers) -> Floats:
        """The score of each subset on each split."""
        n_rows = max(len(problem.y) for problem in self._problems)
        batch_size = max(1, BATCH_CELLS // n_rows)
        blocks = [subsets[begin : begin + batch_size] for begin in range(0, len(subsets), batch_size)]
        # Each product is small: the overhead of BLAS threads would exceed their gain.
        with threads.single_blas():
            return np.concatenate([self._block(block) for block in blocks])

    def _block(self, subsets: Integers) -> Floats:
        start = self._nearest(subsets)
        has_converged = np.ones(len(subsets), dtype=bool)
        coefficients = np.zeros((len(self._problems), len(subsets), subsets.shape[1] + 1))
        for split, problem in enumerate(self._problems):
            at = problem.null_model() if start is None else (start[0][split], start[1][split])
            coefficients[split], done = problem.solved(subsets, at)
            has_converged &= done
        converged = Coefficients(
            subsets[has_converged], coefficients[:, has_converged, :-1], coefficients[:, has_converged, -1]
        )
        self._cache.append(converged)
        scores = np.empty((len(subsets), len(self._problems)))
        scores[has_converged] = self._scores(converged)
        if not has_converged.all():
            scores[~has_converged] = self._plain.of(subsets[~has_converged])
        return scores

    def _nearest(self, subsets: Integers) -> tuple[Floats, Floats] | None:
        """Coefficients (splits x columns) and intercepts of the cached subset nearest to these."""
        n_columns = len(self._held_out[0][0])
        frequency = np.bincount(subsets.ravel(), minlength=n_columns) / len(subsets)
        best = None
        for cached in self._cache:
            if len(cached.subsets):
                gaps = cached.subsets.shape[1] - 2 * frequency[cached.subsets].sum(axis=1)
                index = int(gaps.argmin())
                if best is None or gaps[index] < best[0]:
                    best = (gaps[index], cached, index)
        if best is None:
            return None
        _, cached, index = best
        w = np.zeros((len(self._problems), n_columns))
        w[:, cached.subsets[index]] = cached.w[:, index]
        return w, cached.b[:, index]

    def _scores(self, coefficients: Coefficients) -> Floats:
        if not len(coefficients.subsets):
            return np.empty((0, len(self._held_out)))
        if self._name != "accuracy":
            return np.array(
                [
                    [
                        self._plain.score(self._model(w, b), split, subset)
                        for split, (w, b) in enumerate(
                            zip(coefficients.w[:, index], coefficients.b[:, index])
                        )
                    ]
                    for index, subset in enumerate(coefficients.subsets)
                ]
            )
        scores = np.empty((len(coefficients.subsets), len(self._held_out)))
        for split, (columns, y) in enumerate(self._held_out):
            values = (
                Products(columns, coefficients.subsets).values(coefficients.w[split])
                + coefficients.b[split][:, None]
            )
            scores[:, split] = np.mean((values > 0) == (y > 0), axis=1)
        return scores

    def _model(self, w: Floats, b: float) -> Any:
        """The learner with these coefficients, as if it had been fitted."""
        model = clone(self._plain.estimator)
        model.classes_, model.n_features_in_ = self._classes, len(w)
        model.coef_, model.intercept_ = w[None, :].copy(), np.array([b])
        return model


def newton_scores(estimator: Any, plain: RefittedScores, name: str | None) -> NewtonScores | None:
    """Batched scores of subsets, if the learner is binary logistic regression on dense rows.

    >>> plain = RefittedScores(None, np.zeros((2, 1)), np.array([0, 1]), [], None)
    >>> newton_scores(None, plain, "accuracy") is None
    True
    """
    if not is_called(estimator, "LogisticRegression") or not isinstance(plain.X, np.ndarray):
        return None
    parameters = estimator.get_params()
    is_supported = all(parameters.get(key, values[0]) in values for key, values in SUPPORTED.items())
    if not is_supported or isinf(estimator.C) or len(np.unique(plain.y)) != 2:
        return None
    return NewtonScores(plain, name)

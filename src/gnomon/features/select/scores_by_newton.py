"""Scores of subsets for logistic regression of two classes: many subsets of one size are fitted side by side.

Each batch begins where the nearest subset known so far ended, with the curvature there, and goes on until no
pull on a coefficient is left: the minimum is the learner's own, by fewer and cheaper steps.
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

CELLS_AT_A_TIME = 2**20
BATCHES_KEPT = 4
TAKEN = {
    "penalty": ("l2", "deprecated"),
    "l1_ratio": (None, 0, 0.0),
    "class_weight": (None,),
    "dual": (False,),
    "intercept_scaling": (1, 1.0),
    "solver": ("auto", "newton", "lbfgs", "newton-cg", "newton-cholesky", "sag", "saga"),
}


@dataclass(frozen=True)
class Coefficients:
    """Of subsets of one size (m x p) on every split: w (splits x m x p) and b (splits x m).

    >>> Coefficients(np.array([[0], [2]]), np.zeros((5, 2, 1)), np.zeros((5, 2))).w.shape
    (5, 2, 1)
    """

    subsets: Integers
    w: Floats
    b: Floats


class NewtonScores:
    """The scores of logistic regression of two classes under a price on squared coefficients.

    plain: the same by training afresh, for subsets that do not converge. name: of the score.

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
            for train, _ in plain.cuts
        ]
        self._held_out = [(columns[:, held_out], y[held_out]) for _, held_out in plain.cuts]
        self._known: deque[Coefficients] = deque(maxlen=BATCHES_KEPT)

    def of(self, subsets: Integers) -> Floats:
        """The score of each subset on each split."""
        n_rows = max(len(problem.y) for problem in self._problems)
        at_a_time = max(1, CELLS_AT_A_TIME // n_rows)
        blocks = [subsets[begin : begin + at_a_time] for begin in range(0, len(subsets), at_a_time)]
        # Each product is small: threads of BLAS would wait for each other longer than they work.
        with threads.single_blas():
            return np.concatenate([self._block(block) for block in blocks])

    def _block(self, subsets: Integers) -> Floats:
        start = self._nearest(subsets)
        has_converged = np.ones(len(subsets), dtype=bool)
        found = np.zeros((len(self._problems), len(subsets), subsets.shape[1] + 1))
        for split, problem in enumerate(self._problems):
            at = problem.nothing() if start is None else (start[0][split], start[1][split])
            found[split], done = problem.solved(subsets, at)
            has_converged &= done
        good = Coefficients(subsets[has_converged], found[:, has_converged, :-1], found[:, has_converged, -1])
        self._known.append(good)
        scores = np.empty((len(subsets), len(self._problems)))
        scores[has_converged] = self._scores(good)
        if not has_converged.all():
            scores[~has_converged] = self._plain.of(subsets[~has_converged])
        return scores

    def _nearest(self, subsets: Integers) -> tuple[Floats, Floats] | None:
        """Coefficients (splits x columns, and constants) of the known subset nearest to these."""
        n_columns = len(self._held_out[0][0])
        usual = np.bincount(subsets.ravel(), minlength=n_columns) / len(subsets)
        best = None
        for known in self._known:
            if len(known.subsets):
                gaps = known.subsets.shape[1] - 2 * usual[known.subsets].sum(axis=1)
                place = int(gaps.argmin())
                if best is None or gaps[place] < best[0]:
                    best = (gaps[place], known, place)
        if best is None:
            return None
        _, known, place = best
        w = np.zeros((len(self._problems), n_columns))
        w[:, known.subsets[place]] = known.w[:, place]
        return w, known.b[:, place]

    def _scores(self, found: Coefficients) -> Floats:
        if not len(found.subsets):
            return np.empty((0, len(self._held_out)))
        if self._name != "accuracy":
            return np.array(
                [
                    [
                        self._plain.score(self._model(w, b), split, subset)
                        for split, (w, b) in enumerate(zip(found.w[:, place], found.b[:, place]))
                    ]
                    for place, subset in enumerate(found.subsets)
                ]
            )
        scores = np.empty((len(found.subsets), len(self._held_out)))
        for split, (columns, y) in enumerate(self._held_out):
            values = Products(columns, found.subsets).values(found.w[split]) + found.b[split][:, None]
            scores[:, split] = np.mean((values > 0) == (y > 0), axis=1)
        return scores

    def _model(self, w: Floats, b: float) -> Any:
        """The learner with these coefficients, as if it had been fitted."""
        model = clone(self._plain.estimator)
        model.classes_, model.n_features_in_ = self._classes, len(w)
        model.coef_, model.intercept_ = w[None, :].copy(), np.array([b])
        return model


def newton_scores(estimator: Any, plain: RefittedScores, name: str | None) -> NewtonScores | None:
    """Scores of subsets side by side, if the learner is logistic regression of two classes of dense rows.

    >>> plain = RefittedScores(None, np.zeros((2, 1)), np.array([0, 1]), [], None)
    >>> newton_scores(None, plain, "accuracy") is None
    True
    """
    if not is_called(estimator, "LogisticRegression") or not isinstance(plain.X, np.ndarray):
        return None
    given = estimator.get_params()
    takes = all(given.get(key, values[0]) in values for key, values in TAKEN.items())
    if not takes or isinf(estimator.C) or len(np.unique(plain.y)) != 2:
        return None
    return NewtonScores(plain, name)

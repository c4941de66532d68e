"""Batched prediction: several fitted linear models on the same rows, by one matrix product."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from gnomon.arrays import Array, Floats
from gnomon.learners.linear.scores import class_of
from gnomon.sharing.moments import Moments

# At least this fraction of a sum must be left after cancellation, so that nine digits are correct.
MIN_FRACTION_LEFT = 1e-7


class BatchedValues:
    """Regressors that predict X w + b.

    >>> from gnomon import Ridge
    >>> models = [Ridge(alpha).fit([[-1.0], [1.0]], [-2.0, 2.0]) for alpha in (0.0, 2.0)]
    >>> [y_pred.tolist() for y_pred in Ridge.predict_each(models, [[3.0]])]
    [[6.0], [3.0]]
    """

    @classmethod
    def predict_each(cls, models: Sequence[Any], X: Any) -> Iterable[Array]:
        """The predictions of each of several fitted models for the same rows."""
        X = models[0].check_examples(X, reset=False)
        if not isinstance(X, np.ndarray) or any(model.coef_.ndim > 1 for model in models):
            return (model.predict(X) for model in models)
        intercepts = np.array([model.intercept_ for model in models])
        return _products(models[0], X, np.array([model.coef_ for model in models]), intercepts)

    @classmethod
    def squared_errors_each(cls, models: Sequence[Any], data: Any) -> Floats:
        """The mean squared error of each of several models on rows of which only the moments are known.

        With v = [-w | 1] it is v' S v / n + (v' m - b)², where m and S are mean and scatter of [X | y]. NaN
        where cancellation would leave too few digits, or there are several targets.
        """
        moments: Moments = getattr(data, "moments", data)
        if moments.n_targets != 1:
            return np.full(len(models), np.nan)
        v = np.array([[*-model.coef_, 1.0] for model in models])
        spread = np.sum(v @ moments.scatter * v, axis=1)
        magnitude = np.sum(np.abs(v) @ np.abs(moments.scatter) * np.abs(v), axis=1)
        shift = v @ moments.mean - [model.intercept_ for model in models]
        errors = spread / moments.weight + shift**2
        return np.where(spread > MIN_FRACTION_LEFT * magnitude, errors, np.nan)


class BatchedLabels:
    """Classifiers that predict the class of the largest linear score.

    >>> from gnomon import NearestMean
    >>> models = [NearestMean().fit([[0.0], [end]], ["a", "b"]) for end in (2.0, 6.0)]
    >>> [y_pred.tolist() for y_pred in NearestMean.predict_each(models, [[2.0], [4.0]])]
    [['b', 'b'], ['a', 'b']]
    """

    @classmethod
    def predict_each(cls, models: Sequence[Any], X: Any) -> Iterable[Array]:
        """The predictions of each of several fitted models for the same rows."""
        X = models[0].check_examples(X, reset=False)
        if not isinstance(X, np.ndarray):
            return (model.predict(X) for model in models)
        coefficients = np.concatenate([model.coef_ for model in models])
        intercepts = np.concatenate([model.intercept_ for model in models])
        scores = _products(models[0], X, coefficients, intercepts)
        ends = np.cumsum([0, *(len(model.coef_) for model in models)]).tolist()
        return (
            class_of(scores[start] if len(model.classes_) == 2 else scores[start:end].T, model.classes_)
            for model, (start, end) in zip(models, pairwise(ends))
        )


def _products(model: Any, X: Floats, coefficients: Floats, intercepts: Floats) -> Floats:
    """A row of scores for each row of coefficients."""
    if not model.shows_not_finite:
        model.refuse_not_finite(X)
    scores: Floats = coefficients @ X.T
    scores += intercepts[:, None]
    if not np.isfinite(scores).all():
        model.refuse_not_finite(X)
    return scores

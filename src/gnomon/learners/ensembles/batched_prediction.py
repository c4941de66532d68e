"""Batched prediction by several boosted models: rows are binned once and shared rounds summed once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from gnomon import threads
from gnomon.arrays import Array
from gnomon.learners.ensembles.boosting_rounds import scores_each


class BatchedPrediction:
    """Boosted models whose predictions are functions of their raw scores.

    >>> from gnomon import GradientBoostingRegressor
    >>> X, y = [[0.0], [1.0], [8.0], [9.0]], [1.0, 1.0, 3.0, 3.0]
    >>> model = GradientBoostingRegressor(min_samples_leaf=1, learning_rate=1.0).fit(X, y)
    >>> [y_pred.tolist() for y_pred in GradientBoostingRegressor.predict_each([model, model], [[2.0]])]
    [[1.0], [1.0]]
    """

    @classmethod
    def predict_each(cls, models: Sequence[Any], X: Any) -> Iterable[Array]:
        """The predictions of several fitted models for the same rows."""
        first = models[0]
        if any(model.bins_ is not first.bins_ or model.n_jobs != first.n_jobs for model in models):
            return (model.predict(X) for model in models)
        codes = first._codes(X)
        with threads.limited(threads.count(first.n_jobs), blas=False):
            every = scores_each([model.rounds_ for model in models], codes)
        return (model._from_scores(scores) for model, scores in zip(models, every))

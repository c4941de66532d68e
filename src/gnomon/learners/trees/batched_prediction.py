"""Batched prediction by several trees: rows are passed once through each distinct tree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from gnomon.arrays import Array, Integers
from gnomon.sharing.mixed_table import CodedRows


class BatchedPrediction:
    """Trees whose prediction is that of the node in which a row ends.

    >>> from gnomon import DecisionTreeRegressor
    >>> models = [DecisionTreeRegressor(max_depth=d).fit([[1.0], [2.0]], [3.0, 5.0]) for d in (1, 2)]
    >>> [y_pred.tolist() for y_pred in DecisionTreeRegressor.predict_each(models, [[1.5], [9.0]])]
    [[3.0, 5.0], [3.0, 5.0]]
    """

    @classmethod
    def predict_each(cls, models: Sequence[Any], X: Any) -> Iterator[Array]:
        """The predictions of several fitted models for the same rows."""
        # Separately fitted models may encode the same levels differently.
        has_codes = any(getattr(model, "categories_", None) is not None for model in models)
        if has_codes and not isinstance(X, CodedRows):
            yield from (model.predict(X) for model in models)
            return
        rows = models[0].check_examples(X, reset=False)
        ends: dict[int, Integers] = {}
        for model in models:
            if id(model.tree_) not in ends:
                ends[id(model.tree_)] = model.tree_.apply(rows)
            yield model.node_predictions()[ends[id(model.tree_)]]

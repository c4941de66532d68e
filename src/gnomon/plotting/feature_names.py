"""Predict from plain arrays with a model that was fitted on a data frame with feature names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gnomon.arrays import Array


class FeatureNamesModel:
    """Adapter whose `predict` takes plain arrays; the model receives a data frame with its feature names.

    model: fitted model, with `feature_names_in_` if fitted on a data frame. predict: the function to call,
    by default `model.predict`.

    >>> import pandas as pd
    >>> from gnomon import GaussianNB
    >>> model = GaussianNB().fit(pd.DataFrame({"a": [0.0, 1.0, 8.0, 9.0]}), [0, 0, 1, 1])
    >>> FeatureNamesModel(model).predict([[8.5]])
    array([1])
    """

    def __init__(self, model: Any, predict: Callable[[Any], Array] | None = None) -> None:
        self.model, self._predict = model, predict or model.predict

    def predict(self, X: Any) -> Array:
        """Predictions of the model for these rows."""
        return self._predict(self.named(X))

    def named(self, X: Any) -> Any:
        """The rows as a data frame with the feature names, if the model was fitted on one."""
        names = getattr(self.model, "feature_names_in_", None)
        if names is None:
            return X
        import pandas as pd

        return pd.DataFrame(X, columns=names)

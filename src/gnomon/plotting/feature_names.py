"""Points of a grid in the form that a model was fitted on: with names of columns where it knows them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gnomon.arrays import Array


class FeatureNamesModel:
    """A model whose `predict` takes plain arrays, whatever it was fitted on.

    model: tells by `feature_names_in_` what its columns are called. predict: what is asked, the model's own
    unless told.

    >>> import pandas as pd
    >>> from gnomon import GaussianNB
    >>> model = GaussianNB().fit(pd.DataFrame({"a": [0.0, 1.0, 8.0, 9.0]}), [0, 0, 1, 1])
    >>> FeatureNamesModel(model).predict([[8.5]])
    array([1])
    """

    def __init__(self, model: Any, predict: Callable[[Any], Array] | None = None) -> None:
        self.model, self._predict = model, predict or model.predict

    def predict(self, X: Any) -> Array:
        """What the model says of these rows."""
        return self._predict(self.named(X))

    def named(self, X: Any) -> Any:
        """The rows as a data frame, if the model was fitted on one."""
        names = getattr(self.model, "feature_names_in_", None)
        if names is None:
            return X
        import pandas as pd

        return pd.DataFrame(X, columns=names)

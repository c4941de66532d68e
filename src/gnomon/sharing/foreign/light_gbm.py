"""Adapter for LightGBM; models are stored in its text format."""

from __future__ import annotations

from typing import Any

import numpy as np

from gnomon import threads
from gnomon.arrays import Array, Floats
from gnomon.sharing.foreign.library import Library


class LightGBM(Library):
    """LightGBM's scikit-learn estimators, used through their Booster."""

    package = "lightgbm"
    classes = ("LGBMClassifier", "LGBMRegressor")
    grid = {"num_leaves": (7, 31, 127), "learning_rate": (0.03, 0.1)}
    quiet = {"verbose": -1}
    threads = ("n_jobs", "num_threads", "nthread", "num_thread")

    def fitted(self, learner: Any, X: Any, categories: list[int], y: Array, weight: Floats | None) -> Any:
        """Fit the estimator and return its Booster."""
        options = {"categorical_feature": categories} if categories else {}
        return learner.fit(X, y, sample_weight=weight, **options).booster_

    def predictions(self, model: Any, X: Any, categories: list[int]) -> Floats:
        """Predictions of the Booster."""
        y_pred: Floats = np.asarray(model.predict(X, num_threads=threads.count()), dtype=np.float64)
        return y_pred

    def contributions(self, model: Any, X: Any, categories: list[int]) -> Floats:
        """SHAP values, by `pred_contrib`."""
        values = np.asarray(model.predict(X, pred_contrib=True), dtype=np.float64)
        return values.reshape(len(values), -1, X.shape[1] + 1)

    def serialized(self, model: Any) -> bytes:
        """LightGBM's text format."""
        text: str = model.model_to_string()
        return text.encode()

    def deserialized(self, content: bytes, kind: str) -> Any:
        """The Booster of a serialized model."""
        # Without tree_sizes, LightGBM parses trees sequentially and does not trust sizes from the file.
        lines = content.decode().splitlines(keepends=True)
        text = "".join(line for line in lines if not line.startswith("tree_sizes="))
        return self.loaded().Booster(model_str=text)

"""LightGBM: its models as its own text."""

from __future__ import annotations

from typing import Any

import numpy as np

from gnomon import threads
from gnomon.arrays import Array, Floats
from gnomon.sharing.foreign.library import Library


class LightGBM(Library):
    """LightGBM's scikit-learn estimators, asked through their Booster."""

    package = "lightgbm"
    classes = ("LGBMClassifier", "LGBMRegressor")
    grid = {"num_leaves": (7, 31, 127), "learning_rate": (0.03, 0.1)}
    quiet = {"verbose": -1}
    threads = ("n_jobs", "num_threads", "nthread", "num_thread")

    def fitted(self, learner: Any, X: Any, categories: list[int], y: Array, weight: Floats | None) -> Any:
        """The Booster."""
        options = {"categorical_feature": categories} if categories else {}
        return learner.fit(X, y, sample_weight=weight, **options).booster_

    def answers(self, model: Any, X: Any, categories: list[int]) -> Floats:
        """What the Booster predicts."""
        found: Floats = np.asarray(model.predict(X, num_threads=threads.count()), dtype=np.float64)
        return found

    def contributions(self, model: Any, X: Any, categories: list[int]) -> Floats:
        """By `pred_contrib`."""
        found = np.asarray(model.predict(X, pred_contrib=True), dtype=np.float64)
        return found.reshape(len(found), -1, X.shape[1] + 1)

    def packed(self, model: Any) -> bytes:
        """LightGBM's text."""
        text: str = model.model_to_string()
        return text.encode()

    def unpacked(self, content: bytes, kind: str) -> Any:
        """The Booster of such a text."""
        # Without the sizes of the trees it reads them one after the other, and believes no size.
        lines = content.decode().splitlines(keepends=True)
        text = "".join(line for line in lines if not line.startswith("tree_sizes="))
        return self.loaded().Booster(model_str=text)

"""XGBoost: its models as its own JSON."""

from __future__ import annotations

from typing import Any

import numpy as np

from gnomon import threads
from gnomon.arrays import Array, Floats
from gnomon.sharing.foreign.library import Library

# They answer with labels or margins.
_NO_PROBABILITIES = ("multi:softmax", "binary:hinge", "binary:logitraw")


class XGBoost(Library):
    """XGBoost's scikit-learn estimators, asked through their Booster."""

    package = "xgboost"
    classes = ("XGBClassifier", "XGBRegressor", "XGBRFClassifier", "XGBRFRegressor")
    grid = {"max_depth": (2, 4, 8), "learning_rate": (0.1, 0.3)}
    quiet = {"verbosity": 0}
    threads = ("n_jobs", "nthread")

    def takes_categories(self, learner: Any) -> bool:
        """Not of linear models, nor with exact splits."""
        given = learner.get_params()
        return given.get("booster") != "gblinear" and given.get("tree_method") != "exact"

    def is_plain(self, learner: Any) -> bool:
        """Whether it gives probabilities or values."""
        return super().is_plain(learner) and learner.get_params().get("objective") not in _NO_PROBABILITIES

    def fitted(self, learner: Any, X: Any, categories: list[int], y: Array, weight: Floats | None) -> Any:
        """The Booster."""
        if categories:
            learner.set_params(enable_categorical=True, feature_types=_types(X, categories))
        booster = learner.fit(X, y, sample_weight=weight).get_booster()
        # Stopped early, it answers by its best round, which its own format does not keep.
        best = getattr(learner, "best_iteration", None) if learner.early_stopping_rounds else None
        return booster if best is None else booster[: best + 1]

    def answers(self, model: Any, X: Any, categories: list[int]) -> Floats:
        """What the Booster predicts."""
        found: Floats = np.asarray(model.predict(self._rows(X, categories)), dtype=np.float64)
        return found

    def contributions(self, model: Any, X: Any, categories: list[int]) -> Floats:
        """By `pred_contribs`."""
        found = np.asarray(model.predict(self._rows(X, categories), pred_contribs=True), dtype=np.float64)
        return found.reshape(len(found), -1, X.shape[1] + 1)

    def packed(self, model: Any) -> bytes:
        """XGBoost's JSON."""
        return bytes(model.save_raw("json"))

    def unpacked(self, content: bytes, kind: str) -> Any:
        """The Booster of such contents."""
        booster = self.loaded().Booster()
        booster.load_model(bytearray(content))
        return booster

    def _rows(self, X: Any, categories: list[int]) -> Any:
        types = _types(X, categories) if categories else None
        return self.loaded().DMatrix(
            X, feature_types=types, enable_categorical=bool(categories), nthread=threads.count()
        )


def _types(X: Any, categories: list[int]) -> list[str]:
    found = ["q"] * X.shape[1]
    for column in categories:
        found[column] = "c"
    return found

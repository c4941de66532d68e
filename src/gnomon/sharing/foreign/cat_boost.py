"""CatBoost: its models in its own binary format."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from gnomon.arrays import Array, Floats
from gnomon.sharing.foreign.library import Library

_OF_THE_HOUR = ("train_finish_time", "model_guid")
_VERBOSITY = ("verbose", "verbose_eval", "logging_level", "silent", "metric_period")


class CatBoost(Library):
    """CatBoost's scikit-learn estimators."""

    package = "catboost"
    classes = ("CatBoostClassifier", "CatBoostRegressor")
    grid = {"depth": (4, 6, 8)}
    quiet = {"verbose": False, "allow_writing_files": False}
    threads = ("thread_count",)

    def is_plain(self, learner: Any) -> bool:
        """Whether it gives probabilities or values."""
        return not callable(learner.get_params().get("loss_function"))

    def fitted(self, learner: Any, X: Any, categories: list[int], y: Array, weight: Floats | None) -> Any:
        """The fitted estimator: CatBoost's own model."""
        rows = _rows(X, categories)
        return learner.fit(rows, y, sample_weight=weight, cat_features=categories or None)

    def answers(self, model: Any, X: Any, categories: list[int]) -> Floats:
        """What it predicts."""
        is_classifier = type(model).__name__ == "CatBoostClassifier"
        answer = model.predict_proba if is_classifier else model.predict
        found: Floats = np.asarray(answer(_rows(X, categories)), dtype=np.float64)
        return found

    def contributions(self, model: Any, X: Any, categories: list[int]) -> Floats:
        """By its feature importances of type ShapValues."""
        rows = self.loaded().Pool(_rows(X, categories), cat_features=categories or None)
        found = np.asarray(model.get_feature_importance(rows, type="ShapValues"), dtype=np.float64)
        return found.reshape(len(found), -1, X.shape[1] + 1)

    def packed(self, model: Any) -> bytes:
        """CatBoost's binary format (cbm), which it writes into files alone."""
        facts = model.get_metadata()
        # The same model is the same file, whenever it was trained.
        for name in _OF_THE_HOUR:
            facts[name] = ""
        with TemporaryDirectory() as folder:
            path = Path(folder, "model.cbm")
            model.save_model(str(path), format="cbm")
            return path.read_bytes()

    def unpacked(self, content: bytes, kind: str) -> Any:
        """The estimator of such contents."""
        return getattr(self.loaded(), kind)().load_model(blob=content)

    def _speaks(self, given: dict[str, Any]) -> bool:
        return any(name in given for name in _VERBOSITY)


def _rows(X: Any, categories: list[int]) -> Any:
    """Numbers with codes of levels as whole ones, a missing level as -1."""
    if not categories:
        return X
    import pandas as pd

    columns: dict[int, Any] = dict(enumerate(np.asarray(X).T))
    for column in categories:
        columns[column] = np.where(np.isnan(columns[column]), -1, columns[column]).astype(np.int32)
    return pd.DataFrame(columns)

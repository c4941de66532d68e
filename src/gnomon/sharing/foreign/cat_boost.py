"""Adapter for CatBoost; models are stored in its binary format (cbm)."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from gnomon.arrays import Array, Floats
from gnomon.sharing.foreign.library import Library

_VOLATILE_METADATA = ("train_finish_time", "model_guid")
_VERBOSITY = ("verbose", "verbose_eval", "logging_level", "silent", "metric_period")


class CatBoost(Library):
    """CatBoost's scikit-learn estimators."""

    package = "catboost"
    classes = ("CatBoostClassifier", "CatBoostRegressor")
    grid = {"depth": (4, 6, 8)}
    quiet = {"verbose": False, "allow_writing_files": False}
    threads = ("thread_count",)
    numbers = (
        "bagging_temperature best_model_min_trees border_count colsample_bylevel depth diffusion_temperature "
        "eta fold_len_multiplier has_time iterations l2_leaf_reg langevin leaf_estimation_iterations "
        "learning_rate max_bin max_depth max_leaves metric_period min_child_samples min_data_in_leaf "
        "model_size_reg mvs_reg n_estimators num_boost_round num_leaves num_trees one_hot_max_size "
        "random_seed random_state random_strength reg_lambda rsm scale_pos_weight silent subsample "
        "use_best_model verbose"
    )
    options = {
        "auto_class_weights": ("Balanced", "SqrtBalanced"),
        "boosting_type": ("Ordered", "Plain"),
        "bootstrap_type": ("Bayesian", "Bernoulli", "MVS", "No"),
        "feature_border_type": (
            *("GreedyLogSum", "MaxLogSum", "Median", "MinEntropy", "Uniform", "UniformAndQuantiles"),
        ),
        "grow_policy": ("SymmetricTree", "Depthwise", "Lossguide"),
        "leaf_estimation_method": ("Newton", "Gradient", "Exact"),
        "logging_level": ("Silent", "Verbose", "Info", "Debug"),
        "loss_function": (
            "Logloss",
            "CrossEntropy",
            "MultiClass",
            "MultiClassOneVsAll",
            "RMSE",
            "MAE",
            "Poisson",
        ),
        "nan_mode": ("Forbidden", "Min", "Max"),
        "sampling_frequency": ("PerTree", "PerTreeLevel"),
        "score_function": ("Cosine", "L2", "NewtonCosine", "NewtonL2"),
    }

    def is_plain(self, learner: Any) -> bool:
        """Whether predictions are probabilities or values (no custom loss function)."""
        return not callable(learner.get_params().get("loss_function"))

    def fitted(self, learner: Any, X: Any, categories: list[int], y: Array, weight: Floats | None) -> Any:
        """Fit the estimator, which is CatBoost's model."""
        rows = _rows(X, categories)
        return learner.fit(rows, y, sample_weight=weight, cat_features=categories or None)

    def predictions(self, model: Any, X: Any, categories: list[int]) -> Floats:
        """Predicted values or probabilities."""
        is_classifier = type(model).__name__ == "CatBoostClassifier"
        predict = model.predict_proba if is_classifier else model.predict
        y_pred: Floats = np.asarray(predict(_rows(X, categories)), dtype=np.float64)
        return y_pred

    def contributions(self, model: Any, X: Any, categories: list[int]) -> Floats:
        """SHAP values, by CatBoost's ShapValues."""
        rows = self.loaded().Pool(_rows(X, categories), cat_features=categories or None)
        values = np.asarray(model.get_feature_importance(rows, type="ShapValues"), dtype=np.float64)
        return values.reshape(len(values), -1, X.shape[1] + 1)

    def serialized(self, model: Any) -> bytes:
        """CatBoost's binary format (cbm), which it only writes to files."""
        metadata = model.get_metadata()
        # Reproducible files: the same model is the same file, whenever it was trained.
        for name in _VOLATILE_METADATA:
            metadata[name] = ""
        with TemporaryDirectory() as folder:
            path = Path(folder, "model.cbm")
            model.save_model(str(path), format="cbm")
            return path.read_bytes()

    def deserialized(self, content: bytes, kind: str) -> Any:
        """The estimator of a serialized model."""
        return getattr(self.loaded(), kind)().load_model(blob=content)

    def _sets_verbosity(self, parameters: dict[str, Any]) -> bool:
        return any(name in parameters for name in _VERBOSITY)


def _rows(X: Any, categories: list[int]) -> Any:
    """Rows with integer codes of categories, -1 where missing."""
    if not categories:
        return X
    import pandas as pd

    columns: dict[int, Any] = dict(enumerate(np.asarray(X).T))
    for column in categories:
        columns[column] = np.where(np.isnan(columns[column]), -1, columns[column]).astype(np.int32)
    return pd.DataFrame(columns)

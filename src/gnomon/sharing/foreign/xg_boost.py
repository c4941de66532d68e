"""Adapter for XGBoost; models are stored in its JSON format."""

from __future__ import annotations

from typing import Any

import numpy as np

from gnomon import threads
from gnomon.arrays import Array, Floats
from gnomon.sharing.foreign.library import Library

# These objectives predict labels or margins.
_NO_PROBABILITIES = ("multi:softmax", "binary:hinge", "binary:logitraw")


class XGBoost(Library):
    """XGBoost's scikit-learn estimators, used through their Booster."""

    package = "xgboost"
    classes = ("XGBClassifier", "XGBRegressor", "XGBRFClassifier", "XGBRFRegressor")
    grid = {"max_depth": (2, 4, 8), "learning_rate": (0.1, 0.3)}
    quiet = {"verbosity": 0}
    threads = ("n_jobs", "nthread")
    numbers = (
        "alpha base_score colsample_bylevel colsample_bynode colsample_bytree enable_categorical eta "
        "feature_weights gamma interaction_constraints lambda learning_rate max_bin max_cat_threshold "
        "max_cat_to_onehot max_delta_step max_depth max_leaves min_child_weight missing monotone_constraints "
        "n_estimators num_parallel_tree random_state rate_drop refresh_leaf reg_alpha reg_lambda "
        "scale_pos_weight seed skip_drop subsample tweedie_variance_power validate_parameters verbosity"
    )
    options = {
        "booster": ("gbtree", "gblinear", "dart"),
        "device": ("cpu", "cuda"),
        "grow_policy": ("depthwise", "lossguide"),
        "importance_type": ("gain", "weight", "cover", "total_gain", "total_cover"),
        "multi_strategy": ("one_output_per_tree", "multi_output_tree"),
        "normalize_type": ("tree", "forest"),
        "objective": (
            *("binary:logistic", "binary:logitraw", "binary:hinge", "count:poisson", "multi:softmax"),
            *("multi:softprob", "reg:absoluteerror", "reg:gamma", "reg:logistic", "reg:pseudohubererror"),
            *("reg:quantileerror", "reg:squarederror", "reg:squaredlogerror", "reg:tweedie"),
        ),
        "sample_type": ("uniform", "weighted"),
        "sampling_method": ("uniform", "gradient_based"),
        "tree_method": ("auto", "exact", "approx", "hist"),
    }

    def takes_categories(self, learner: Any) -> bool:
        """Not for linear models, nor with the exact tree method."""
        parameters = learner.get_params()
        return parameters.get("booster") != "gblinear" and parameters.get("tree_method") != "exact"

    def is_plain(self, learner: Any) -> bool:
        """Whether predictions are probabilities or values."""
        return super().is_plain(learner) and learner.get_params().get("objective") not in _NO_PROBABILITIES

    def fitted(self, learner: Any, X: Any, categories: list[int], y: Array, weight: Floats | None) -> Any:
        """Fit the estimator and return its Booster."""
        if categories:
            learner.set_params(enable_categorical=True, feature_types=_types(X, categories))
        booster = learner.fit(X, y, sample_weight=weight).get_booster()
        # After early stopping it predicts with its best iteration, which its format does not store.
        best = getattr(learner, "best_iteration", None) if learner.early_stopping_rounds else None
        return booster if best is None else booster[: best + 1]

    def predictions(self, model: Any, X: Any, categories: list[int]) -> Floats:
        """Predictions of the Booster."""
        y_pred: Floats = np.asarray(model.predict(self._rows(X, categories)), dtype=np.float64)
        return y_pred

    def contributions(self, model: Any, X: Any, categories: list[int]) -> Floats:
        """SHAP values, by `pred_contribs`."""
        values = np.asarray(model.predict(self._rows(X, categories), pred_contribs=True), dtype=np.float64)
        return values.reshape(len(values), -1, X.shape[1] + 1)

    def serialized(self, model: Any) -> bytes:
        """XGBoost's JSON format."""
        return bytes(model.save_raw("json"))

    def deserialized(self, content: bytes, kind: str) -> Any:
        """The Booster of a serialized model."""
        booster = self.loaded().Booster()
        booster.load_model(bytearray(content))
        return booster

    def _rows(self, X: Any, categories: list[int]) -> Any:
        types = _types(X, categories) if categories else None
        return self.loaded().DMatrix(
            X, feature_types=types, enable_categorical=bool(categories), nthread=threads.count()
        )


def _types(X: Any, categories: list[int]) -> list[str]:
    types = ["q"] * X.shape[1]
    for column in categories:
        types[column] = "c"
    return types

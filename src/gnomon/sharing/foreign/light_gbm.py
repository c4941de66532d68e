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
    numbers = (
        "bagging_fraction bagging_freq bagging_seed cat_l2 cat_smooth colsample_bytree deterministic "
        "drop_rate drop_seed early_stopping_round extra_seed extra_trees feature_fraction "
        "feature_fraction_bynode feature_fraction_seed force_col_wise force_row_wise is_unbalance lambda_l1 "
        "lambda_l2 learning_rate linear_lambda linear_tree max_bin max_cat_threshold max_cat_to_onehot "
        "max_delta_step max_depth max_drop min_child_samples min_child_weight min_data_in_bin "
        "min_data_in_leaf min_data_per_group min_gain_to_split min_split_gain min_sum_hessian_in_leaf "
        "monotone_constraints n_estimators num_iterations num_leaves other_rate path_smooth random_state "
        "reg_alpha reg_lambda scale_pos_weight seed silent skip_drop subsample subsample_for_bin "
        "subsample_freq top_rate tweedie_variance_power use_missing verbose verbosity zero_as_missing"
    )
    options = {
        "boosting_type": ("gbdt", "dart", "rf", "goss"),
        "class_weight": ("balanced",),
        "data_sample_strategy": ("bagging", "goss"),
        "importance_type": ("split", "gain"),
        "monotone_constraints_method": ("basic", "intermediate", "advanced"),
        "objective": (
            *("binary", "cross_entropy", "fair", "gamma", "huber", "mape", "multiclass", "multiclassova"),
            *("poisson", "quantile", "regression", "regression_l1", "regression_l2", "tweedie"),
        ),
    }

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

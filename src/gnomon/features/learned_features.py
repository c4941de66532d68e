"""Features from fitted estimators: clusters, components, concepts, subgroups, scores (stacking)."""

from __future__ import annotations

from dataclasses import field
from typing import Any, Self

import numpy as np
import scipy.sparse
from sklearn.base import TransformerMixin, clone, is_classifier, is_regressor
from sklearn.utils import check_consistent_length, get_tags
from sklearn.utils.validation import check_is_fitted, validate_data

from gnomon.arrays import Array
from gnomon.check import Rule, flag, free, one_of, seed
from gnomon.errors import DataError, ParameterError
from gnomon.features.column_names import column_names
from gnomon.features.cross_fitting import cross_fits
from gnomon.registry import transformers
from gnomon.sharing.foreign import adapted
from gnomon.sharing.learner import Learner
from gnomon.sharing.prepared import Rows, take
from gnomon.sharing.train import weight_for

AN_ESTIMATOR = Rule(
    lambda value: hasattr(value, "fit"), "an object with a fit method", "estimator", "any estimator"
)
METHODS = {
    "transform": "transform",
    "probability": "predict_proba",
    "score": "decision_function",
    "prediction": "predict",
    "one_hot": "predict",
}


class LearnedFeatures(TransformerMixin, Learner):
    """Outputs of any estimator as features: distances from centers, components, scores, predictions.

    A clusterer gives distances (`transform`), memberships (`probability`) or its cluster (`one_hot`); a
    projection its components; a concept learner or subgroup discovery (`SubgroupFeatures`) an indicator.
    `auto` selects the first that the estimator has of transform, probability, score, prediction. A supervised
    estimator overfits its training rows: with `cv`, `fit_transform` is cross-fitted (as in stacking), so each
    training row gets the output of a model fitted without it.

    Attributes
    ----------
    estimator_ : the fitted estimator
    output_ : the selected output
    labels_ : the distinct predictions, for one_hot

    Examples
    --------
    >>> from gnomon import LearnedFeatures
    >>> from sklearn.cluster import KMeans
    >>> rows = [[0.0], [1.0], [8.0], [9.0]]
    >>> kmeans = KMeans(2, init=[[0.0], [9.0]], n_init=1)
    >>> clusters = LearnedFeatures(kmeans, output="one_hot", append=True)
    >>> clusters.fit_transform(rows)
    array([[0., 1., 0.],
           [1., 1., 0.],
           [8., 0., 1.],
           [9., 0., 1.]])
    >>> clusters.get_feature_names_out().tolist()
    ['x0', 'kmeans=0', 'kmeans=1']
    """

    estimator: Any = field(default=None, kw_only=False, metadata={"rule": AN_ESTIMATOR})
    output: str = one_of(
        "auto", *METHODS, default="auto", grid=("auto",), help="output of the estimator that becomes features"
    )
    append: bool = flag(
        default=False, help="whether to append the features to the input columns (passthrough)"
    )
    cv: Any = free(
        default=None,
        help="cross-fitting of `fit_transform`: number of folds, splitter, list of splits, or None for none",
        kind="int, splitter, list or None",
    )
    random_state: Any = seed(default=0, help="seed of the fold assignment")
    shared_by = ("estimator",)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        if hasattr(self.estimator, "fit"):
            inner = get_tags(self.estimator)
            tags.input_tags, tags.target_tags = inner.input_tags, inner.target_tags
            tags.non_deterministic = inner.non_deterministic
        return tags

    def check_examples(self, X: Any, *, reset: bool) -> Any:
        """Rows unchanged, as the estimator checks them; a list becomes an array."""
        X = X if hasattr(X, "shape") else np.asarray(X)
        if len(X.shape) != 2:
            raise DataError(f"X has {len(X.shape)} dimension(s). Reshape your data: a 2D table is required")
        validate_data(self, X, reset=reset, skip_check_array=True)
        return X.tocsr() if hasattr(X, "tocsr") else X

    def fit_prepared(self, data: Rows, start: Self | None = None) -> Self:
        """Fit the estimator."""
        self.estimator_ = self._fitted(data)
        self.output_ = self._selected_output(self.estimator_)
        self.labels_ = None
        if self.output_ == "one_hot":
            self.labels_ = np.unique(self.estimator_.predict(data.X))
        self.n_outputs_ = self._features(self.estimator_, take(data.X, np.arange(1))).shape[1]
        return self

    def fit_transform(self, X: Any, y: Any = None, sample_weight: Any = None) -> Any:
        """Fit and transform the training rows, cross-fitted if `cv` is set."""
        data = self.prepare(*self.check_rows(X, y, sample_weight))
        self.fit_prepared(data)
        if self.cv is None:
            return self._appended(data.X, self._features(self.estimator_, data.X))
        self._check_cross_fitting()
        features = np.empty((data.X.shape[0], self.n_outputs_))
        strata = np.zeros((data.X.shape[0], 1)) if data.y is None else _strata(data.y)
        for train, held_out in cross_fits(self.cv, strata, self.random_state):
            held_out_features = self._features(self._fitted(data.rows(train)), take(data.X, held_out))
            if held_out_features.shape[1] != self.n_outputs_:
                raise DataError(
                    f"fitted without one fold the estimator gives {held_out_features.shape[1]} columns, not "
                    f"{self.n_outputs_}, as a class is absent; use fewer folds (cv), or cv=None"
                )
            features[held_out] = held_out_features
        return self._appended(data.X, features)

    def transform(self, X: Any) -> Any:
        """The features, after the columns of X if append=True."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        return self._appended(X, self._features(self.estimator_, X))

    def get_feature_names_out(self, input_features: Any = None) -> Array:
        """Names of the features, after those of X if append=True."""
        check_is_fitted(self)
        prefix = type(self.estimator_).__name__.lower()
        if self.labels_ is not None:
            names = [f"{prefix}={label}" for label in self.labels_]
        elif self.output_ == "transform" and hasattr(self.estimator_, "get_feature_names_out"):
            names = [str(name) for name in self.estimator_.get_feature_names_out()]
        else:
            names = (
                [prefix]
                if self.n_outputs_ == 1
                else [f"{prefix}{number}" for number in range(self.n_outputs_)]
            )
        if not self.append:
            return np.array(names, dtype=object)
        inputs = column_names(self, self.n_features_in_) if input_features is None else list(input_features)
        return np.array([*inputs, *names], dtype=object)

    def _check_target(self, y: Any, n_rows: int, classes: Any) -> Any:
        check_consistent_length(y, np.empty(n_rows))
        return y if hasattr(y, "codes") else np.asarray(y)

    def _fitted(self, data: Rows) -> Any:
        model = adapted(clone(self.estimator))
        y = data.y.classes[data.y.codes] if hasattr(data.y, "codes") else data.y
        return model.fit(data.X, y, **weight_for(model, data.weight))

    def _selected_output(self, model: Any) -> str:
        """The output selected by the parameter, or the first that the estimator has."""
        available = [name for name, method in METHODS.items() if hasattr(model, method)]
        if self.output != "auto" and self.output in available:
            return self.output
        if self.output == "auto" and available:
            return available[0]
        required = "transform or predict" if self.output == "auto" else METHODS[self.output]
        raise ParameterError(
            f"{type(model).__name__} has no {required} for new rows, which output={self.output!r} requires; "
            f"its outputs are {available or 'none'}"
        )

    def _check_cross_fitting(self) -> None:
        is_supervised = is_classifier(self.estimator_) or is_regressor(self.estimator_)
        if self.output_ == "transform" or not is_supervised:
            raise ParameterError(
                f"cv={self.cv!r}: clusters or components of {type(self.estimator_).__name__} do not match "
                "between folds; cross-fit predictions of classifiers or regressors only, or set cv=None"
            )

    def _features(self, model: Any, X: Any) -> Array:
        output: Any = getattr(model, METHODS[self.output_])(X)
        if self.labels_ is not None:
            return (np.asarray(output)[:, None] == self.labels_).astype(np.float64)
        table = np.asarray(output.toarray() if hasattr(output, "toarray") else output)
        return table[:, None] if table.ndim == 1 else table

    def _appended(self, X: Any, features: Array) -> Any:
        if not self.append:
            return features
        if scipy.sparse.issparse(X):
            blocks: Any = [X, features]
            return scipy.sparse.hstack(blocks, format="csr")
        return np.hstack([np.asarray(X), features])


def _strata(y: Any) -> Array:
    """The strata of the folds: the classes, if there are few."""
    codes = y.codes if hasattr(y, "codes") else np.unique(y, return_inverse=True)[1]
    few = codes.max(initial=0) < len(codes) / 2
    return (codes if few else np.zeros(len(codes)))[:, None]


def _example() -> LearnedFeatures:
    from sklearn.linear_model import Ridge

    return LearnedFeatures(Ridge())


transformers.add(
    "LearnedFeatures",
    LearnedFeatures,
    "clusters, components, concepts or scores of any estimator as features",
    family="construction",
    example=_example,
)

"""Learn first, then use what was learned as features: clusters, components, concepts, subgroups, scores."""

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
    lambda value: hasattr(value, "fit"), "something that has fit", "estimator", "what learns: any estimator"
)
METHODS = {
    "transform": "transform",
    "probability": "predict_proba",
    "score": "decision_function",
    "prediction": "predict",
    "one_hot": "predict",
}


class LearnedFeatures(TransformerMixin, Learner):
    """Columns made by any estimator: distances from centers, memberships, components, scores, predictions.

    A clusterer gives distances (`transform`), memberships (`probability`) or its cluster (`one_hot`); a
    projection its components; a classifier of concepts or a finder of subgroups (`SubgroupFeatures`) whether
    a row is one. `auto` takes the first that the estimator has, in the order transform, probability, score,
    prediction. All is learned from the rows that are fitted on. An estimator that looks at y knows its
    training rows too well: with `cv`, `fit_transform` gives each the prediction of one that did not see it.

    Attributes
    ----------
    estimator_ : the fitted estimator
    output_ : which output was taken
    labels_ : the predictions that have a column, for one_hot

    Examples
    --------
    >>> from gnomon.features.learned_features import LearnedFeatures
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
        "auto", *METHODS, default="auto", grid=("auto",), help="what of the estimator becomes columns"
    )
    append: bool = flag(default=False, help="whether the columns stand beside those of the rows")
    cv: Any = free(
        default=None,
        help="how `fit_transform` cross-fits: a number of parts, a splitter, a list of splits, or None: not",
        kind="int, splitter, list or None",
    )
    random_state: Any = seed(default=0, help="seed of the parts that `cv` makes")
    shared_by = ("estimator",)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        if hasattr(self.estimator, "fit"):
            inner = get_tags(self.estimator)
            tags.input_tags, tags.target_tags = inner.input_tags, inner.target_tags
            tags.non_deterministic = inner.non_deterministic
        return tags

    def check_examples(self, X: Any, *, reset: bool) -> Any:
        """Rows as they came, for the estimator to check; a list becomes an array."""
        X = X if hasattr(X, "shape") else np.asarray(X)
        if len(X.shape) != 2:
            raise DataError(f"X has {len(X.shape)} dimension(s). Reshape your data: a table is wanted")
        validate_data(self, X, reset=reset, skip_check_array=True)
        return X.tocsr() if hasattr(X, "tocsr") else X

    def fit_prepared(self, data: Rows, start: Self | None = None) -> Self:
        """Fit the estimator."""
        self.estimator_ = self._fitted(data)
        self.output_ = self._chosen(self.estimator_)
        self.labels_ = None
        if self.output_ == "one_hot":
            self.labels_ = np.unique(self.estimator_.predict(data.X))
        self.n_made_ = self._made(self.estimator_, take(data.X, np.arange(1))).shape[1]
        return self

    def fit_transform(self, X: Any, y: Any = None, sample_weight: Any = None) -> Any:
        """Fit, and the training rows with what was learned: cross-fitted if `cv` is given."""
        data = self.prepare(*self.check_rows(X, y, sample_weight))
        self.fit_prepared(data)
        if self.cv is None:
            return self._beside(data.X, self._made(self.estimator_, data.X))
        self._refuse_unlike_parts()
        made = np.empty((data.X.shape[0], self.n_made_))
        sides = np.zeros((data.X.shape[0], 1)) if data.y is None else _sides(data.y)
        for train, held_out in cross_fits(self.cv, sides, self.random_state):
            answered = self._made(self._fitted(data.rows(train)), take(data.X, held_out))
            if answered.shape[1] != self.n_made_:
                raise DataError(
                    f"without its part of the rows the estimator gives {answered.shape[1]} columns, not "
                    f"{self.n_made_}, as a class is absent; take fewer parts (cv), or cv=None"
                )
            made[held_out] = answered
        return self._beside(data.X, made)

    def transform(self, X: Any) -> Any:
        """The new columns, after those of X if they are appended."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        return self._beside(X, self._made(self.estimator_, X))

    def get_feature_names_out(self, input_features: Any = None) -> Array:
        """Names of the columns made, after those of X if they are appended."""
        check_is_fitted(self)
        prefix = type(self.estimator_).__name__.lower()
        if self.labels_ is not None:
            made = [f"{prefix}={label}" for label in self.labels_]
        elif self.output_ == "transform" and hasattr(self.estimator_, "get_feature_names_out"):
            made = [str(name) for name in self.estimator_.get_feature_names_out()]
        else:
            made = [prefix] if self.n_made_ == 1 else [f"{prefix}{number}" for number in range(self.n_made_)]
        if not self.append:
            return np.array(made, dtype=object)
        given = column_names(self, self.n_features_in_) if input_features is None else list(input_features)
        return np.array([*given, *made], dtype=object)

    def _check_target(self, y: Any, n_rows: int, classes: Any) -> Any:
        check_consistent_length(y, np.empty(n_rows))
        return y if hasattr(y, "codes") else np.asarray(y)

    def _fitted(self, data: Rows) -> Any:
        model = adapted(clone(self.estimator))
        y = data.y.classes[data.y.codes] if hasattr(data.y, "codes") else data.y
        return model.fit(data.X, y, **weight_for(model, data.weight))

    def _chosen(self, model: Any) -> str:
        """The output that is asked for, or the first that the estimator has."""
        has = [name for name, method in METHODS.items() if hasattr(model, method)]
        if self.output != "auto" and self.output in has:
            return self.output
        if self.output == "auto" and has:
            return has[0]
        wanted = "transform or predict" if self.output == "auto" else METHODS[self.output]
        raise ParameterError(
            f"{type(model).__name__} has no {wanted} for rows it was not fitted on, which "
            f"output={self.output!r} asks for; it has {has or 'none'}"
        )

    def _refuse_unlike_parts(self) -> None:
        learns_y = is_classifier(self.estimator_) or is_regressor(self.estimator_)
        if self.output_ == "transform" or not learns_y:
            raise ParameterError(
                f"cv={self.cv!r}: clusters or components that {type(self.estimator_).__name__} finds in one "
                "part are not those of another; cross-fit predictions of classes or numbers, or give cv=None"
            )

    def _made(self, model: Any, X: Any) -> Array:
        answer: Any = getattr(model, METHODS[self.output_])(X)
        if self.labels_ is not None:
            return (np.asarray(answer)[:, None] == self.labels_).astype(np.float64)
        table = np.asarray(answer.toarray() if hasattr(answer, "toarray") else answer)
        return table[:, None] if table.ndim == 1 else table

    def _beside(self, X: Any, made: Array) -> Any:
        if not self.append:
            return made
        if scipy.sparse.issparse(X):
            blocks: Any = [X, made]
            return scipy.sparse.hstack(blocks, format="csr")
        return np.hstack([np.asarray(X), made])


def _sides(y: Any) -> Array:
    """What parts are balanced by: the class, if there are few."""
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

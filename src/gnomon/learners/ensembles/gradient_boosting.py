"""Histogram-based gradient boosting: each tree is a Newton step on the loss of the trees before it.

Features are binned and trees grow leaf-wise (best-first), as in LightGBM (Ke et al. 2017); Friedman (2001)
and Chen & Guestrin (2016) for the Newton steps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from typing import Any, Self

import numpy as np
from scipy.special import expit, softmax
from sklearn.base import ClassifierMixin, RegressorMixin
from sklearn.utils.validation import check_is_fitted

from gnomon import threads
from gnomon.arrays import Array, Flags, Floats
from gnomon.check import Rule, between, free, one_of, one_of_or
from gnomon.errors import ParameterError
from gnomon.learners.ensembles.batched_prediction import BatchedPrediction
from gnomon.learners.ensembles.binning import Binned
from gnomon.learners.ensembles.boosting_loss import LogLoss, Loss, ManyClassLoss, PoissonLoss, SquaredLoss
from gnomon.learners.ensembles.boosting_rounds import Rounds, boost
from gnomon.learners.ensembles.forest_targets import present_codes
from gnomon.learners.trees.parameters import monotone
from gnomon.registry import learners
from gnomon.sharing.labels import Labels
from gnomon.sharing.learner import Learner
from gnomon.sharing.mixed_table import check_mixed
from gnomon.ties import first_largest

_yes_or_no = Rule(lambda value: isinstance(value, bool | np.bool_), "True or False", "bool")


class GradientBoosting(Learner):
    """Base class of gradient boosting; the first m rounds of a fit are the fit with m rounds."""

    n_estimators: int = between(
        1, inf, whole=True, default=100, help="maximum number of trees (boosting rounds)", grid=(50, 100, 200)
    )
    learning_rate: float = between(
        0, inf, open=True, default=0.1, help="learning rate (shrinkage)", grid=(0.03, 0.1)
    )
    max_leaf_nodes: int = between(
        2, inf, whole=True, default=31, help="maximum number of leaves per tree", grid=(7, 31)
    )
    max_depth: int | None = between(
        1, inf, whole=True, optional=True, default=None, help="maximum depth of the trees"
    )
    min_samples_leaf: float = between(
        0, inf, default=20, help="minimum number of rows in a leaf, estimated from the leaf's sum of Hessians"
    )
    l2_regularization: float = between(
        0, inf, default=0.0, help="L2 regularization strength of the leaf values", grid=(0.0,)
    )
    max_features: float = between(
        0, 1, open=False, default=1.0, help="fraction of the features sampled for each tree"
    )
    monotonic_cst: Any = free(
        default=None,
        help="monotonicity constraint per feature: 1 (increasing), -1 (decreasing) or 0; None for no "
        "constraint",
    )
    subsample: float = between(
        0, 1, default=1.0, help="fraction of the rows sampled for each tree (stochastic gradient boosting)"
    )
    early_stopping: Any = one_of_or(
        _yes_or_no,
        "auto",
        default="auto",
        help="whether to stop early on a validation set; 'auto': with more than 10,000 rows",
    )
    validation_fraction: float = between(
        0, 1, open=True, default=0.1, help="fraction of the rows in the validation set for early stopping"
    )
    n_iter_no_change: int = between(
        1, inf, whole=True, default=10, help="rounds without improvement before early stopping"
    )
    tol: float = between(0, inf, default=1e-7, help="minimum improvement of the validation loss")
    categorical_features: Any = free(
        default="from_dtype",
        help="categorical features: 'from_dtype', names, indices or a mask; unknown categories are treated "
        "as "
        "missing, or go to the child with more weight",
        kind="'from_dtype' or array",
    )
    cat_smooth: float = between(
        0,
        inf,
        default=10.0,
        help="smoothing of a category's mean gradient, and minimum rows of a category to be split on",
    )
    cat_l2: float = between(
        0, inf, default=10.0, help="additional L2 regularization strength for categorical splits"
    )
    max_cat_threshold: int = between(
        1,
        inf,
        whole=True,
        default=32,
        help="maximum number of categories on the smaller side of a categorical split",
    )
    min_data_per_group: float = between(
        0, inf, default=20, help="minimum rows on each side of a categorical split"
    )
    random_state: Any = free(
        default=0,
        help="seed of the random number generator: an integer, a Generator, or None for a random one",
        kind="int, Generator or None",
    )
    n_jobs: Any = free(default=None, help="number of threads, as in joblib; None for all", kind="int or None")

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> Binned:
        """The rows, binned by the first fit."""
        categories = getattr(self, "categories_", None)
        mask = np.zeros(X.shape[1], dtype=bool) if categories is None else categories.mask
        return Binned(X, y, weight, mask, wide=False)

    def fit_prepared(self, data: Binned, start: Self | None = None) -> Self:
        """Run the boosting rounds."""
        return next(type(self).fit_each([self], data))

    @classmethod
    def fit_each(cls, path: Sequence[Self], data: Binned) -> Iterator[Self]:
        """Models that differ in the number of rounds alone share the rounds.

        So do those that differ in the maximum number of leaves, if that limit never applied.
        """
        keys = [each._sharing_key() for each in path]
        n_largest: dict[str, int] = {}
        for key, each in zip(keys, path):
            n_largest[key] = max(each.n_estimators, n_largest.get(key, 0))
        done: dict[str, list[tuple[int, Rounds]]] = {key: [] for key in keys}
        for key, each in zip(keys, path):
            shared = next(
                (rounds for cap, rounds in done[key] if rounds.is_unaffected(cap, each.max_leaf_nodes)), None
            )
            if shared is None:
                with threads.limited(threads.count(each.n_jobs), blas=False):
                    shared = boost(each, data, each._loss(data), n_largest[key])
                done[key].append((each.max_leaf_nodes, shared))
            yield each._take(shared.first(each.n_estimators), data)

    def check_examples(self, X: Any, *, reset: bool) -> Any:
        """Rows as numbers: categorical features are encoded, and NaN stays."""
        return check_mixed(self, X, super().check_examples, self.categorical_features, reset=reset)

    def directions(self, is_category: Flags) -> Array | None:
        """The monotonicity constraint of each column; None if there is none."""
        constraints = monotone(self.monotonic_cst, is_category, type(self).__name__)
        return None if constraints is None else np.array(constraints, dtype=np.int8)

    @property
    def feature_importances_(self) -> Floats:
        """Feature importances: the total gain of the splits on each feature, normalized to sum to 1."""
        check_is_fitted(self)
        total = sum(trees.importance.sum(axis=0) for trees in self.rounds_.trees)
        return np.asarray(total / total.sum() if np.any(total) else total)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.categorical = True
        return tags

    def _loss(self, data: Binned) -> Loss:
        raise TypeError(f"{type(self).__name__} defines no loss")

    def _scores(self, X: Any) -> Floats:
        """The raw scores (rows, score columns)."""
        codes = self._codes(X)
        with threads.limited(threads.count(self.n_jobs), blas=False):
            return self.rounds_.scores(codes)

    def _staged_scores(self, X: Any) -> Iterator[Floats]:
        codes = self._codes(X)
        return self.rounds_.staged_scores(codes)

    def _codes(self, X: Any) -> Array:
        check_is_fitted(self)
        return self.bins_.codes(self.check_examples(X, reset=False))

    def _sharing_key(self) -> str:
        """Equal for models that may share their rounds."""
        ignored = ("n_estimators", "n_jobs", "max_leaf_nodes")
        params = self.get_params(deep=False)
        return repr({name: value for name, value in params.items() if name not in ignored})

    def _take(self, rounds: Rounds, data: Binned) -> Self:
        self.rounds_, self.bins_ = rounds, data.bins
        self.n_estimators_ = len(rounds)
        self.history_, self.validation_history_ = rounds.history, rounds.held_out_history
        return self


class GradientBoostingClassifier(BatchedPrediction, ClassifierMixin, GradientBoosting):
    """Gradient boosting classifier (gradient-boosted decision trees, GBDT): trees fitted to the log loss.

    Histogram-based: trees grow leaf-wise on features of 255 bins, each a Newton step; categorical features
    and missing values are supported natively. Categories are split as in LightGBM (Ke et al. 2017): sorted by
    their smoothed mean gradient, at most `max_cat_threshold` at one end against the rest; a category of fewer
    than `cat_smooth` rows in a node stays with the rest, and an unknown one goes to the child with more
    weight. A sample weight of 2 is equivalent to repeating the row. `monotonic_cst` makes the probability of
    the second of two classes increase or decrease with a feature.

    Attributes
    ----------
    classes_ : the class labels
    rounds_, bins_ : the trees and the bins of the features
    n_estimators_ : number of boosting rounds, fewer than `n_estimators` after early stopping
    history_, validation_history_ : mean training and validation loss after each round
    feature_importances_ : normalized total gain of the splits on each feature

    Examples
    --------
    >>> from gnomon import GradientBoostingClassifier
    >>> X, y = [[0.0], [1.0], [8.0], [9.0]], ["low", "low", "high", "high"]
    >>> GradientBoostingClassifier(min_samples_leaf=1).fit(X, y).predict([[2.0], [7.0]])
    array(['low', 'high'], dtype='<U4')
    """

    loss: str = one_of("log_loss", default="log_loss", help="loss function")
    predicts_most_probable = True

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> Binned:
        """The rows, binned by the first fit."""
        return super().prepare(X, Labels.of(y), weight)

    def decision_function(self, X: Any) -> Floats:
        """The raw scores: log odds of the second of two classes, or one column per class."""
        scores = self._scores(X)
        return scores[:, 0] if scores.shape[1] == 1 else scores

    def predict_proba(self, X: Any) -> Floats:
        """The class probabilities."""
        return self._probabilities(self._scores(X))

    def predict(self, X: Any) -> Array:
        """The most probable class; ties go to the first class."""
        codes = first_largest(self.predict_proba(X))
        return self.classes_[codes]

    def staged_predict_proba(self, X: Any) -> Iterator[Floats]:
        """Class probabilities after each round."""
        return (self._probabilities(scores) for scores in self._staged_scores(X))

    def staged_predict(self, X: Any) -> Iterator[Array]:
        """Predictions after each round."""
        return (self.classes_[first_largest(each)] for each in self.staged_predict_proba(X))

    def _from_scores(self, scores: Floats) -> Array:
        codes = first_largest(self._probabilities(scores))
        return self.classes_[codes]

    def _probabilities(self, scores: Floats) -> Floats:
        if len(self.classes_) == 1:
            return np.ones((len(scores), 1))
        if len(self.classes_) == 2:
            second = expit(scores[:, 0])
            return np.column_stack([1 - second, second])
        return np.asarray(softmax(scores, axis=1))

    def _loss(self, data: Binned) -> Loss:
        codes, classes = present_codes(data.y, data.weight)
        if len(classes) > 2 and self.directions(data.is_category) is not None:
            raise ParameterError(
                "monotonic_cst needs two classes; multiclass gradient boosting does not support it"
            )
        return LogLoss.of(codes, data.weight) if len(classes) <= 2 else ManyClassLoss.of(codes, data.weight)

    def _take(self, rounds: Rounds, data: Binned) -> Self:
        self.classes_ = present_codes(data.y, data.weight)[1]
        return super()._take(rounds, data)


class GradientBoostingRegressor(BatchedPrediction, RegressorMixin, GradientBoosting):
    """Gradient boosting regressor (gradient-boosted trees, GBRT): squared error, or Poisson loss for counts.

    As `GradientBoostingClassifier`.

    Attributes
    ----------
    rounds_, bins_ : the trees and the bins of the features
    n_estimators_ : number of boosting rounds, fewer than `n_estimators` after early stopping
    history_, validation_history_ : mean training and validation loss after each round
    feature_importances_ : normalized total gain of the splits on each feature

    Examples
    --------
    >>> from gnomon import GradientBoostingRegressor
    >>> model = GradientBoostingRegressor(min_samples_leaf=1, learning_rate=1.0)
    >>> model.fit([[0.0], [1.0], [8.0], [9.0]], [1.0, 1.0, 3.0, 3.0]).predict([[2.0], [7.0]])
    array([1., 3.])
    """

    loss: str = one_of("squared_error", "poisson", default="squared_error", help="loss function", grid=())

    def predict(self, X: Any) -> Floats:
        """The sum of the trees' predictions; for the Poisson loss, its exponential."""
        return self._from_scores(self._scores(X))

    def staged_predict(self, X: Any) -> Iterator[Floats]:
        """Predictions after each round."""
        return (self._from_scores(scores) for scores in self._staged_scores(X))

    def _from_scores(self, scores: Floats) -> Floats:
        return np.exp(scores[:, 0]) if self.loss == "poisson" else scores[:, 0]

    def _loss(self, data: Binned) -> Loss:
        return (PoissonLoss if self.loss == "poisson" else SquaredLoss).of(data.y, data.weight)


learners.add(
    "GradientBoostingClassifier",
    GradientBoostingClassifier,
    "gradient boosting of decision trees (GBDT), log loss",
    task=("classification",),
    family="ensembles",
    default=True,
)
learners.add(
    "GradientBoostingRegressor",
    GradientBoostingRegressor,
    "gradient boosting of regression trees (GBRT), squared error",
    task=("regression",),
    family="ensembles",
    default=True,
)

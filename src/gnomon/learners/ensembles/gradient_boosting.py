"""Gradient boosting: each small tree takes a Newton step down the loss that the trees before it left.

Columns are cut into bins and trees grow leaf by leaf, as in LightGBM (Ke et al. 2017); Friedman (2001) and
Chen & Guestrin (2016) for the steps.
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
from gnomon.learners.ensembles.binning import Binned
from gnomon.learners.ensembles.boosted_together import BoostedTogether
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
    """What classifier and regressor share; the first m rounds of a fit are the fit of m rounds."""

    n_estimators: int = between(1, inf, whole=True, default=100, help="rounds at most", grid=(50, 100, 200))
    learning_rate: float = between(
        0, inf, open=True, default=0.1, help="share of each Newton step that is taken", grid=(0.03, 0.1)
    )
    max_leaf_nodes: int = between(2, inf, whole=True, default=31, help="leaves of a tree", grid=(7, 31))
    max_depth: int | None = between(
        1, inf, whole=True, optional=True, default=None, help="questions on the way to a leaf at most"
    )
    min_samples_leaf: float = between(
        0, inf, default=20, help="rows that a leaf must have, counted by their share of the loss's curvature"
    )
    l2_regularization: float = between(0, inf, default=0.0, help="price of large answers", grid=(0.0,))
    max_features: float = between(
        0, 1, open=False, default=1.0, help="share of the features that a tree may ask for"
    )
    monotonic_cst: Any = free(
        default=None, help="for each column 1 (rising), -1 (falling) or 0 (free); None for all free"
    )
    subsample: float = between(0, 1, default=1.0, help="share of the rows that a round learns from")
    early_stopping: Any = one_of_or(
        _yes_or_no,
        "auto",
        default="auto",
        help="whether to stop on held-out rows; 'auto': if over 10,000 rows",
    )
    validation_fraction: float = between(
        0, 1, open=True, default=0.1, help="share of rows held out for stopping"
    )
    n_iter_no_change: int = between(
        1, inf, whole=True, default=10, help="rounds without progress before stopping"
    )
    tol: float = between(0, inf, default=1e-7, help="what counts as progress of the held-out loss")
    categorical_features: Any = free(
        default="from_dtype",
        help="columns that are categories: 'from_dtype', names, numbers or flags; a level never seen is a "
        "missing value, and where none were, goes to the heavier side",
        kind="'from_dtype' or array",
    )
    cat_smooth: float = between(
        0,
        inf,
        default=10.0,
        help="smoothing of a level's mean gradient, and rows that a level must have to be told from the rest",
    )
    cat_l2: float = between(
        0, inf, default=10.0, help="L2 regularization of splits by sets of levels, on top of the other"
    )
    max_cat_threshold: int = between(
        1, inf, whole=True, default=32, help="levels at most that a split parts from all others"
    )
    min_data_per_group: float = between(
        0, inf, default=20, help="rows that such a set of levels must have, and all others too"
    )
    random_state: Any = free(
        default=0,
        help="seed of rows and features drawn or held out: an integer, a Generator, or None for a fresh one",
        kind="int, Generator or None",
    )
    n_jobs: Any = free(default=None, help="threads, as joblib counts; None for all", kind="int or None")

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> Binned:
        """The rows, cut into bins when the first fit asks for it."""
        categories = getattr(self, "categories_", None)
        mask = np.zeros(X.shape[1], dtype=bool) if categories is None else categories.mask
        return Binned(X, y, weight, mask, wide=False)

    def fit_prepared(self, data: Binned, start: Self | None = None) -> Self:
        """Boost."""
        return next(type(self).fit_each([self], data))

    @classmethod
    def fit_each(cls, path: Sequence[Self], data: Binned) -> Iterator[Self]:
        """Settings that differ in the number of rounds share the rounds.

        So do those that differ in the number of leaves, if no tree of the one had more than the other allows.
        """
        kin = [each._kin() for each in path]
        most: dict[str, int] = {}
        for name, each in zip(kin, path):
            most[name] = max(each.n_estimators, most.get(name, 0))
        done: dict[str, list[tuple[int, Rounds]]] = {name: [] for name in kin}
        for name, each in zip(kin, path):
            found = next(
                (rounds for cap, rounds in done[name] if rounds.serve(cap, each.max_leaf_nodes)), None
            )
            if found is None:
                with threads.limited(threads.count(each.n_jobs), blas=False):
                    found = boost(each, data, each._loss(data), most[name])
                done[name].append((each.max_leaf_nodes, found))
            yield each._take(found.first(each.n_estimators), data)

    def check_examples(self, X: Any, *, reset: bool) -> Any:
        """Rows as numbers: categories become codes, and NaN stays."""
        return check_mixed(self, X, super().check_examples, self.categorical_features, reset=reset)

    def directions(self, is_category: Flags) -> Array | None:
        """Which way the scores go with each column; None if all are free."""
        found = monotone(self.monotonic_cst, is_category, type(self).__name__)
        return None if found is None else np.array(found, dtype=np.int8)

    @property
    def feature_importances_(self) -> Floats:
        """The gain of the splits on each feature, as shares of all gain."""
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
        """(rows, scores): where the trees have brought the scores."""
        codes = self._codes(X)
        with threads.limited(threads.count(self.n_jobs), blas=False):
            return self.rounds_.scores(codes)

    def _staged_scores(self, X: Any) -> Iterator[Floats]:
        codes = self._codes(X)
        return self.rounds_.staged_scores(codes)

    def _codes(self, X: Any) -> Array:
        check_is_fitted(self)
        return self.bins_.codes(self.check_examples(X, reset=False))

    def _kin(self) -> str:
        """The same for settings that may share their rounds."""
        free = ("n_estimators", "n_jobs", "max_leaf_nodes")
        params = self.get_params(deep=False)
        return repr({name: value for name, value in params.items() if name not in free})

    def _take(self, rounds: Rounds, data: Binned) -> Self:
        self.rounds_, self.bins_ = rounds, data.bins
        self.n_estimators_ = len(rounds)
        self.history_, self.validation_history_ = rounds.history, rounds.held_out_history
        return self


class GradientBoostingClassifier(BoostedTogether, ClassifierMixin, GradientBoosting):
    """Add up small trees, each a Newton step down the log loss of the probabilities that scores stand for.

    Trees grow leaf by leaf on columns cut into 255 bins; categories and missing values are taken as they are.
    The levels of a category are split as in LightGBM (Ke et al. 2017): in the order of their smoothed mean
    gradients, a set of at most `max_cat_threshold` at one end against all others; a level of fewer than
    `cat_smooth` rows in a node stays with the others, and one never seen goes to the heavier side.
    A weight of 2 counts as two equal rows. `monotonic_cst` makes the probability of the second of two classes
    rise or fall with a column.

    Attributes
    ----------
    classes_ : the classes
    rounds_, bins_ : the trees and the bins of the columns
    n_estimators_ : rounds done, fewer than asked for where held-out rows said stop
    history_, validation_history_ : mean loss after each round, of the rows learned from and of those held out
    feature_importances_ : shares of the gain of all splits

    Examples
    --------
    >>> from gnomon import GradientBoostingClassifier
    >>> X, y = [[0.0], [1.0], [8.0], [9.0]], ["low", "low", "high", "high"]
    >>> GradientBoostingClassifier(min_samples_leaf=1).fit(X, y).predict([[2.0], [7.0]])
    array(['low', 'high'], dtype='<U4')
    """

    loss: str = one_of("log_loss", default="log_loss", help="what boosting makes small")
    predicts_most_probable = True

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> Binned:
        """The rows, cut into bins when the first fit asks for it."""
        return super().prepare(X, Labels.of(y), weight)

    def decision_function(self, X: Any) -> Floats:
        """The scores: log odds of the second of two classes, or one column a class."""
        scores = self._scores(X)
        return scores[:, 0] if scores.shape[1] == 1 else scores

    def predict_proba(self, X: Any) -> Floats:
        """The probability of each class."""
        return self._shares(self._scores(X))

    def predict(self, X: Any) -> Array:
        """The likeliest class; the first of equals."""
        likeliest = first_largest(self.predict_proba(X))
        return self.classes_[likeliest]

    def staged_predict_proba(self, X: Any) -> Iterator[Floats]:
        """As `predict_proba`, after each round."""
        return (self._shares(scores) for scores in self._staged_scores(X))

    def staged_predict(self, X: Any) -> Iterator[Array]:
        """As `predict`, after each round."""
        return (self.classes_[first_largest(shares)] for shares in self.staged_predict_proba(X))

    def _answers(self, scores: Floats) -> Array:
        likeliest = first_largest(self._shares(scores))
        return self.classes_[likeliest]

    def _shares(self, scores: Floats) -> Floats:
        if len(self.classes_) == 1:
            return np.ones((len(scores), 1))
        if len(self.classes_) == 2:
            second = expit(scores[:, 0])
            return np.column_stack([1 - second, second])
        return np.asarray(softmax(scores, axis=1))

    def _loss(self, data: Binned) -> Loss:
        codes, classes = present_codes(data.y, data.weight)
        if len(classes) > 2 and self.directions(data.is_category) is not None:
            raise ParameterError("monotonic_cst is for two classes; with more, no class alone can rise")
        return LogLoss.of(codes, data.weight) if len(classes) <= 2 else ManyClassLoss.of(codes, data.weight)

    def _take(self, rounds: Rounds, data: Binned) -> Self:
        self.classes_ = present_codes(data.y, data.weight)[1]
        return super()._take(rounds, data)


class GradientBoostingRegressor(BoostedTogether, RegressorMixin, GradientBoosting):
    """Add up small trees, each a Newton step down the squared error (or Poisson's loss, for counts).

    As `GradientBoostingClassifier`.

    Attributes
    ----------
    rounds_, bins_ : the trees and the bins of the columns
    n_estimators_ : rounds done, fewer than asked for where held-out rows said stop
    history_, validation_history_ : mean loss after each round, of the rows learned from and of those held out
    feature_importances_ : shares of the gain of all splits

    Examples
    --------
    >>> from gnomon import GradientBoostingRegressor
    >>> model = GradientBoostingRegressor(min_samples_leaf=1, learning_rate=1.0)
    >>> model.fit([[0.0], [1.0], [8.0], [9.0]], [1.0, 1.0, 3.0, 3.0]).predict([[2.0], [7.0]])
    array([1., 3.])
    """

    loss: str = one_of(
        "squared_error", "poisson", default="squared_error", help="what boosting makes small", grid=()
    )

    def predict(self, X: Any) -> Floats:
        """The sum of the trees' answers; of counts, its exponential."""
        return self._answers(self._scores(X))

    def staged_predict(self, X: Any) -> Iterator[Floats]:
        """As `predict`, after each round."""
        return (self._answers(scores) for scores in self._staged_scores(X))

    def _answers(self, scores: Floats) -> Floats:
        return np.exp(scores[:, 0]) if self.loss == "poisson" else scores[:, 0]

    def _loss(self, data: Binned) -> Loss:
        return (PoissonLoss if self.loss == "poisson" else SquaredLoss).of(data.y, data.weight)


learners.add(
    "GradientBoostingClassifier",
    GradientBoostingClassifier,
    "small trees added up, each a step down the log loss",
    task=("classification",),
    family="ensembles",
    default=True,
)
learners.add(
    "GradientBoostingRegressor",
    GradientBoostingRegressor,
    "small trees added up, each a step down the squared error",
    task=("regression",),
    family="ensembles",
    default=True,
)

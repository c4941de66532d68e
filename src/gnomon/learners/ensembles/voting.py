"""Voting ensembles: several different learners are fitted on the same rows and their predictions combined."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Self

import numpy as np
from sklearn.base import ClassifierMixin, RegressorMixin
from sklearn.utils import get_tags
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Array, Floats
from gnomon.check import free, one_of
from gnomon.errors import ParameterError
from gnomon.learners.bayes.gaussian import GaussianNB
from gnomon.learners.ensembles.combine import combine_predictions, combine_probabilities
from gnomon.learners.ensembles.members import (
    SharedRows,
    class_probabilities,
    predicted_codes,
    require_sample_weight,
    with_categorical_features,
)
from gnomon.learners.linear.discriminant import LinearDiscriminantAnalysis
from gnomon.learners.linear.ridge import Ridge
from gnomon.learners.trees.present_classes import codes_of_present
from gnomon.learners.trees.stump import DecisionStump
from gnomon.registry import learners
from gnomon.sharing.labels import Labels
from gnomon.sharing.learner import Learner
from gnomon.sharing.mixed_table import check_mixed
from gnomon.sharing.prepared import Rows
from gnomon.ties import first_largest


class Voting(Learner):
    """Base class of the voting ensembles: their members (base estimators)."""

    estimators: Any = free(
        default=None, help="base estimators as (name, estimator) pairs", kind="list or None"
    )
    weights: Any = free(default=None, help="weight of each base estimator; uniform if None", kind="list")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        takes = [get_tags(learner).input_tags for _, learner in self._members()]
        tags.input_tags.sparse = all(each.sparse for each in takes)
        tags.input_tags.allow_nan = all(each.allow_nan for each in takes)
        tags.input_tags.categorical = all(each.categorical for each in takes)
        return tags

    def check_examples(self, X: Any, *, reset: bool) -> Any:
        """Rows as numbers; where every base estimator supports categorical features, they are encoded."""
        chosen = "from_dtype" if get_tags(self).input_tags.categorical else None
        return check_mixed(self, X, super().check_examples, chosen, reset=reset)

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> SharedRows:
        """The rows."""
        return SharedRows(Rows(X, y, weight))

    @property
    def named_estimators_(self) -> dict[str, Any]:
        """The fitted base estimators by name."""
        check_is_fitted(self)
        return dict(zip([name for name, _ in self._members()], self.estimators_))

    def _members(self) -> list[tuple[str, Any]]:
        estimators = self._default() if self.estimators is None else self.estimators
        try:
            pairs = [(str(name), learner) for name, learner in estimators]
        except (TypeError, ValueError):
            pairs = []
        if not pairs or not all(hasattr(learner, "fit") for _, learner in pairs):
            raise ParameterError(
                f"{type(self).__name__}(estimators={estimators!r}): pass a list of (name, estimator) pairs, "
                "at least one"
            )
        if len({name for name, _ in pairs}) < len(pairs):
            raise ParameterError(
                f"{type(self).__name__}: two estimators have the same name; use unique names"
            )
        return pairs

    @abstractmethod
    def _default(self) -> list[tuple[str, Any]]:
        """The default base estimators."""

    def _train(self, data: Rows, y: Array) -> list[Any]:
        weight = {} if data.weight is None else {"sample_weight": data.weight}
        for _, learner in self._members() if weight else []:
            require_sample_weight(type(self).__name__, learner, "drop sample_weight or this estimator")
        categories = getattr(self, "categories_", None)
        estimators = [with_categorical_features(learner, categories) for _, learner in self._members()]
        return [learner.fit(data.X, y, **weight) for learner in estimators]


class VotingClassifier(ClassifierMixin, Voting):
    """Voting classifier: combine different classifiers by majority (hard) voting or averaging (soft voting).

    Other combination rules are the product, median, maximum and minimum of the probabilities. Ties go to the
    first class.

    Attributes
    ----------
    classes_, estimators_ : the class labels, and the fitted base estimators (on class codes 0, 1, ...)
    named_estimators_ : the fitted base estimators by name

    Examples
    --------
    >>> from gnomon import DecisionStump, GaussianNB, VotingClassifier
    >>> model = VotingClassifier(estimators=[("bayes", GaussianNB()), ("stump", DecisionStump())])
    >>> model.fit([[1.0], [2.0], [6.0], [7.0]], ["a", "a", "b", "b"]).predict([[0.0], [9.0]])
    array(['a', 'b'], dtype='<U1')
    """

    voting: str = one_of(
        "hard",
        "soft",
        "product",
        "median",
        "maximum",
        "minimum",
        default="hard",
        help="combination rule: majority voting (hard), mean of the probabilities (soft), or their product, "
        "median, maximum or minimum",
    )

    def fit_prepared(self, data: SharedRows, start: Self | None = None) -> Self:
        """Fit every base estimator."""
        labels = Labels.of(data.table.y)
        code_of, present = codes_of_present(labels, data.table.weight)
        self.classes_ = labels.classes[present]
        self.estimators_ = self._train(data.table, code_of[labels.codes])
        return self

    def predict_proba(self, X: Any) -> Floats:
        """Class probabilities by the combination rule; for hard voting, the proportions of votes."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        n_classes = len(self.classes_)
        if self.voting == "hard":
            each = [np.eye(n_classes)[predicted_codes(model, X)] for model in self.estimators_]
            return combine_probabilities(each, "vote", self.weights)
        self._check_probabilities()
        each = [class_probabilities(model, X, n_classes) for model in self.estimators_]
        return combine_probabilities(each, "average" if self.voting == "soft" else self.voting, self.weights)

    def predict(self, X: Any) -> Array:
        """The most probable class by the combination rule; ties go to the first class."""
        probabilities = self.predict_proba(X)
        return self.classes_[first_largest(probabilities)]

    def _default(self) -> list[tuple[str, Any]]:
        return [
            ("bayes", GaussianNB()),
            ("discriminant", LinearDiscriminantAnalysis()),
            ("stump", DecisionStump()),
        ]

    def _check_probabilities(self) -> None:
        for name, model in self.named_estimators_.items():
            if not hasattr(model, "predict_proba"):
                raise ParameterError(
                    f"VotingClassifier(voting={self.voting!r}): estimator {name!r} has no predict_proba; "
                    "use voting='hard', or another estimator"
                )


class VotingRegressor(RegressorMixin, Voting):
    """Voting regressor: the weighted mean, or the median, of the predictions of different regressors.

    Attributes
    ----------
    estimators_, named_estimators_ : the fitted base estimators, as a list and by name

    Examples
    --------
    >>> from gnomon import BaselineRegressor, LinearRegression, VotingRegressor
    >>> members = [("line", LinearRegression()), ("mean", BaselineRegressor())]
    >>> VotingRegressor(estimators=members).fit([[0.0], [1.0], [2.0]], [0.0, 2.0, 4.0]).predict([[2.0]])
    array([3.])
    """

    voting: str = one_of(
        "average", "median", default="average", help="combination rule: mean or median of the predictions"
    )

    def fit_prepared(self, data: SharedRows, start: Self | None = None) -> Self:
        """Fit every base estimator."""
        self.estimators_ = self._train(data.table, data.table.y)
        return self

    def predict(self, X: Any) -> Floats:
        """The weighted mean, or the median, of the base estimators' predictions."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        return combine_predictions(
            [model.predict(X) for model in self.estimators_], self.voting, self.weights
        )

    def _default(self) -> list[tuple[str, Any]]:
        return [("line", Ridge(alpha=1e-3)), ("shrunk", Ridge(alpha=1.0))]


learners.add(
    "VotingClassifier",
    VotingClassifier,
    "voting classifier (hard or soft voting)",
    task=("classification",),
    family="ensembles",
)
learners.add(
    "VotingRegressor",
    VotingRegressor,
    "voting regressor (mean or median of regressors)",
    task=("regression",),
    family="ensembles",
)

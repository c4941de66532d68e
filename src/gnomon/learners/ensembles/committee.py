"""Committees of unlike learners: each is trained on the same rows, and a rule makes one answer of theirs."""

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
    class_shares,
    named_codes,
    refuse_no_weights,
    told_categories,
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


class Committee(Learner):
    """What the two committees share: their members."""

    estimators: Any = free(default=None, help="members as pairs (name, learner)", kind="list or None")
    weights: Any = free(default=None, help="how much each member counts; all the same if None", kind="list")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        takes = [get_tags(learner).input_tags for _, learner in self._members()]
        tags.input_tags.sparse = all(each.sparse for each in takes)
        tags.input_tags.allow_nan = all(each.allow_nan for each in takes)
        tags.input_tags.categorical = all(each.categorical for each in takes)
        return tags

    def check_examples(self, X: Any, *, reset: bool) -> Any:
        """Rows as numbers; where every member takes categories, they become codes."""
        chosen = "from_dtype" if get_tags(self).input_tags.categorical else None
        return check_mixed(self, X, super().check_examples, chosen, reset=reset)

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> SharedRows:
        """The rows."""
        return SharedRows(Rows(X, y, weight))

    @property
    def named_estimators_(self) -> dict[str, Any]:
        """The fitted members by name."""
        check_is_fitted(self)
        return dict(zip([name for name, _ in self._members()], self.estimators_))

    def _members(self) -> list[tuple[str, Any]]:
        given = self._default() if self.estimators is None else self.estimators
        try:
            pairs = [(str(name), learner) for name, learner in given]
        except (TypeError, ValueError):
            pairs = []
        if not pairs or not all(hasattr(learner, "fit") for _, learner in pairs):
            raise ParameterError(
                f"{type(self).__name__}(estimators={given!r}): give pairs (name, learner), at least one"
            )
        if len({name for name, _ in pairs}) < len(pairs):
            raise ParameterError(f"{type(self).__name__}: two members have one name; name each differently")
        return pairs

    @abstractmethod
    def _default(self) -> list[tuple[str, Any]]:
        """The members where none are given."""

    def _train(self, data: Rows, y: Array) -> list[Any]:
        weight = {} if data.weight is None else {"sample_weight": data.weight}
        for _, learner in self._members() if weight else []:
            refuse_no_weights(type(self).__name__, learner, "drop sample_weight or this member")
        categories = getattr(self, "categories_", None)
        told = [told_categories(learner, categories) for _, learner in self._members()]
        return [learner.fit(data.X, y, **weight) for learner in told]


class VotingClassifier(ClassifierMixin, Committee):
    """Train several classifiers on the same rows and combine what they say by a rule.

    Of equal classes the first is predicted.

    Attributes
    ----------
    classes_, estimators_ : the classes, and the fitted members (of codes 0, 1, ... of the classes)
    named_estimators_ : the members by name

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
        help="the rule: count votes (hard), average the probabilities (soft), or take their product, median, "
        "largest or smallest",
    )

    def fit_prepared(self, data: SharedRows, start: Self | None = None) -> Self:
        """Train every member."""
        labels = Labels.of(data.table.y)
        code_of, present = codes_of_present(labels, data.table.weight)
        self.classes_ = labels.classes[present]
        self.estimators_ = self._train(data.table, code_of[labels.codes])
        return self

    def predict_proba(self, X: Any) -> Floats:
        """What the rule makes of the members' answers, summing to 1; of a vote, the shares."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        n_classes = len(self.classes_)
        if self.voting == "hard":
            each = [np.eye(n_classes)[named_codes(model, X)] for model in self.estimators_]
            return combine_probabilities(each, "vote", self.weights)
        self._check_probabilities()
        each = [class_shares(model, X, n_classes) for model in self.estimators_]
        return combine_probabilities(each, "average" if self.voting == "soft" else self.voting, self.weights)

    def predict(self, X: Any) -> Array:
        """The class that the rule finds most probable; the first of equals."""
        shares = self.predict_proba(X)
        return self.classes_[first_largest(shares)]

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
                    f"VotingClassifier(voting={self.voting!r}): member {name!r} gives no probabilities; "
                    "use voting='hard', or another member"
                )


class VotingRegressor(RegressorMixin, Committee):
    """Train several learners of numbers on the same rows and predict the average, or median, of theirs.

    Attributes
    ----------
    estimators_, named_estimators_ : the fitted members, and by name

    Examples
    --------
    >>> from gnomon import BaselineRegressor, LinearRegression, VotingRegressor
    >>> members = [("line", LinearRegression()), ("mean", BaselineRegressor())]
    >>> VotingRegressor(estimators=members).fit([[0.0], [1.0], [2.0]], [0.0, 2.0, 4.0]).predict([[2.0]])
    array([3.])
    """

    voting: str = one_of("average", "median", default="average", help="what of the members is predicted")

    def fit_prepared(self, data: SharedRows, start: Self | None = None) -> Self:
        """Train every member."""
        self.estimators_ = self._train(data.table, data.table.y)
        return self

    def predict(self, X: Any) -> Floats:
        """The average, or the median, of the members' predictions."""
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
    "unlike classifiers on the same rows, combined by a rule",
    task=("classification",),
    family="ensembles",
)
learners.add(
    "VotingRegressor",
    VotingRegressor,
    "unlike learners of numbers on the same rows, averaged",
    task=("regression",),
    family="ensembles",
)

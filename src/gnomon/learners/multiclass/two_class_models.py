"""What the reductions share: many classes are learned by models of two, made from one learner."""

from __future__ import annotations

from dataclasses import field
from typing import Any

from sklearn.base import ClassifierMixin
from sklearn.utils import get_tags

from gnomon.arrays import Floats, Integers
from gnomon.check import Rule, free
from gnomon.learners.linear.discriminant import LinearDiscriminantAnalysis
from gnomon.learners.multiclass.binary_problems import Problems, prepared
from gnomon.sharing.labels import Labels
from gnomon.sharing.learner import Learner


class TwoClassModels(ClassifierMixin, Learner):
    """Several models of two classes each; a subclass says which problems they learn, and who wins."""

    estimator: Any = field(
        default=None,
        kw_only=False,
        metadata={
            "rule": Rule(
                lambda value: value is None or hasattr(value, "fit"),
                "a learner of two classes (any scikit-learn classifier), or None for "
                "LinearDiscriminantAnalysis",
                "classifier or None",
                "what learns each problem",
            )
        },
    )
    n_jobs: Any = free(default=None, help="models fitted at a time, as joblib counts", kind="int or None")
    shared_by = ("estimator",)

    @property
    def learner_of_two(self) -> Any:
        """The learner of two classes: the one given, or linear discriminant analysis."""
        return LinearDiscriminantAnalysis() if self.estimator is None else self.estimator

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags = get_tags(self.learner_of_two).input_tags
        return tags

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> Any:
        """The rows, or what the learner of two classes can share between folds."""
        return prepared(self.learner_of_two, X, y, weight)

    def _fit_problems(self, data: Any, labels: Labels, sides: Integers) -> None:
        """A model for each row of sides, which says for each class 0, 1, or -1 where it has no part."""
        self.estimators_ = Problems.of(self.learner_of_two, data, labels, self.n_jobs).fit(sides)

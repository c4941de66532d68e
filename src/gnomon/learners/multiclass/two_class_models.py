"""Base class of the multiclass reductions to binary classifiers."""

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


class BinaryReduction(ClassifierMixin, Learner):
    """Multiclass reduction to binary classifiers; a subclass defines the binary problems and the decision."""

    estimator: Any = field(
        default=None,
        kw_only=False,
        metadata={
            "rule": Rule(
                lambda value: value is None or hasattr(value, "fit"),
                "a binary classifier (any scikit-learn classifier), or None for LinearDiscriminantAnalysis",
                "classifier or None",
                "binary classifier of each problem",
            )
        },
    )
    n_jobs: Any = free(default=None, help="number of models fitted in parallel (joblib)", kind="int or None")
    shared_by = ("estimator",)

    @property
    def binary_estimator(self) -> Any:
        """The binary classifier: `estimator`, or linear discriminant analysis."""
        return LinearDiscriminantAnalysis() if self.estimator is None else self.estimator

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags = get_tags(self.binary_estimator).input_tags
        return tags

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> Any:
        """Return the rows, or data that the binary classifier can share between folds."""
        return prepared(self.binary_estimator, X, y, weight)

    def _fit_problems(self, data: Any, labels: Labels, codes: Integers) -> None:
        """Fit a model for each row of the code matrix (0, 1, or -1 for classes to drop)."""
        self.estimators_ = Problems.of(self.binary_estimator, data, labels, self.n_jobs).fit(codes)

"""Classifier with a tuned decision threshold, chosen by cross-validation within the training rows."""

from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, MetaEstimatorMixin
from sklearn.utils import Tags, get_tags
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Array, Flags, Floats
from gnomon.assessment.curves.threshold_counts import ThresholdCounts, threshold_counts
from gnomon.assessment.decisions.thresholds import ThresholdChoice, check_criterion, choose, costs_per_row
from gnomon.assessment.out_of_fold import (
    OutOfFold,
    class_scores,
    fitted_on_all,
    out_of_fold,
    take_facts,
    training_rows,
    where_learner_has,
)
from gnomon.data.roles import class_of
from gnomon.errors import DataError, ParameterError


class ThresholdedClassifier(ClassifierMixin, MetaEstimatorMixin, BaseEstimator):
    """Binary classifier with a tuned decision threshold (as scikit-learn's TunedThresholdClassifierCV).

    The threshold is chosen on the pooled out-of-fold scores of the training rows, and the learner is then
    refitted on all rows. Probabilities are those of the learner.

    learner: any scikit-learn classifier with predict_proba or decision_function.
    criterion, target, cost_miss, cost_false_alarm, prevalence, nearest: as in `choose_threshold`, except
    criterion="number".
    positive: the positive class; by default that of the task in `resample`, else the last class.
    plan: the inner folds, as in `resample`; a number of folds; or None for 5.

    Fitted attributes: threshold_, choice_ (with its rates), curve_ (counts at every threshold),
    fold_thresholds_ (the threshold of each inner fold alone), threshold_interval_ (their minimum and
    maximum, the uncertainty of the choice), learner_.

    >>> from sklearn.linear_model import LogisticRegression
    >>> X, y = np.arange(40.0)[:, None], np.array([0, 1] * 5 + [1] * 30)
    >>> careful = ThresholdedClassifier(LogisticRegression(), cost_false_alarm=10).fit(X, y)
    >>> careful.threshold_ > 0.5
    True
    """

    def __init__(
        self,
        learner: Any,
        *,
        criterion: str = "cost",
        target: float | None = None,
        cost_miss: float = 1.0,
        cost_false_alarm: float = 1.0,
        prevalence: float | None = None,
        nearest: bool = False,
        positive: Any = None,
        plan: Any = None,
    ) -> None:
        self.learner = learner
        self.criterion = criterion
        self.target = target
        self.cost_miss = cost_miss
        self.cost_false_alarm = cost_false_alarm
        self.prevalence = prevalence
        self.nearest = nearest
        self.positive = positive
        self.plan = plan

    def fit(self, X: Any, y: Any, sample_weight: Any = None, groups: Any = None) -> Self:
        """Choose the threshold on out-of-fold scores and fit the learner on all rows.

        groups: group of each row; inner folds do not split groups.
        """
        check_criterion(self.criterion, self.target, self.cost_miss, self.cost_false_alarm)
        if self.criterion == "number":
            raise ParameterError("criterion='number' depends on the number of rows; use criterion='share'")
        rows = training_rows(X, y, sample_weight, groups)
        code = _positive_code(np.unique(rows.labels), self.positive)
        self.learner_ = fitted_on_all(self.learner, rows)
        take_facts(self, self.learner_)
        scores = out_of_fold(self.learner, rows, self.plan, prefer="probability", code=code)
        self._choose(scores, rows.labels == self.classes_[code], rows.weight)
        return self

    def predict(self, X: Any) -> Array:
        """The positive class where score >= threshold, else the negative class."""
        check_is_fitted(self)
        code = _positive_code(self.classes_, self.positive)
        is_positive = class_scores(self.learner_, X, "probability", code) >= self.threshold_
        return self.classes_[np.where(is_positive, code, 1 - code)]

    @where_learner_has("predict_proba")
    def predict_proba(self, X: Any) -> Floats:
        """The learner's probabilities."""
        check_is_fitted(self)
        return self.learner_.predict_proba(X)

    @where_learner_has("decision_function")
    def decision_function(self, X: Any) -> Floats:
        """The learner's scores."""
        check_is_fitted(self)
        return self.learner_.decision_function(X)

    def _choose(self, scores: OutOfFold, positive: Flags, weight: Floats | None) -> None:
        values = scores.score
        weights = np.ones(len(positive)) if weight is None else weight
        truth, weights = positive[scores.row], weights[scores.row]
        self.curve_: ThresholdCounts = threshold_counts(truth, values, weights)
        self.choice_ = self._choice(self.curve_, self.nearest)
        self.threshold_ = self.choice_.threshold
        self.fold_thresholds_ = np.array(
            [
                self._choice(threshold_counts(truth[rows], values[rows], weights[rows]), True).threshold
                for rows in _by_fold(scores)
                if 0 < truth[rows].sum() < len(rows)
            ]
        )
        ends = np.append(self.fold_thresholds_, self.threshold_)
        self.threshold_interval_ = (float(ends.min()), float(ends.max()))

    def _choice(self, counts: ThresholdCounts, nearest: bool) -> ThresholdChoice:
        costs = costs_per_row(counts, self.cost_miss, self.cost_false_alarm, self.prevalence)
        return choose(counts, self.criterion, self.target, costs, nearest)

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags = get_tags(self.learner).input_tags
        tags.classifier_tags.multi_class = False
        return tags


def _positive_code(classes: Array, positive: Any) -> int:
    if len(classes) > 2:
        raise DataError(
            f"Only binary classification is supported: y has {len(classes)} classes; use "
            "`minimum_cost_predictions` with a cost matrix for more"
        )
    return 1 if positive is None else classes.tolist().index(class_of(positive, classes))


def _by_fold(scores: OutOfFold) -> list[Array]:
    return np.split(np.arange(len(scores.fold)), np.flatnonzero(np.diff(scores.fold)) + 1)

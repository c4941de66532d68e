"""A classifier whose threshold is chosen inside its training rows, so that held-out rows have no say."""

from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, MetaEstimatorMixin
from sklearn.utils import Tags, get_tags
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Array, Flags, Floats
from gnomon.assessment.curves.cuts import Cuts, cuts
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
    """A learner of two classes that calls a row positive from a threshold on, chosen for a purpose.

    Inner folds score every training row by a model that has not seen it; the threshold is read off these
    scores, all folds together, and the learner is then trained on all rows. Probabilities stay the learner's.

    learner: any scikit-learn classifier with predict_proba or decision_function.
    criterion, target, cost_miss, cost_false_alarm, prevalence, nearest: as in `threshold_for`, save "number".
    positive: the label of the positive class; if not given, the task's in `resample`, else the last.
    plan: the inner folds, as in `resample`; a number of folds; or None for 5.

    After fitting: threshold_, choice_ (with its rates), curve_ (what it was read from), fold_thresholds_
    (what each inner fold by itself would choose), threshold_interval_ (the lowest and the highest of these:
    how unsure the choice is), learner_.

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
        """Choose the threshold and train on all rows.

        groups: rows of one group stay on one side of every inner fold.
        """
        check_criterion(self.criterion, self.target, self.cost_miss, self.cost_false_alarm)
        if self.criterion == "number":
            raise ParameterError("criterion='number': new rows come in other numbers; give a 'share' instead")
        rows = training_rows(X, y, sample_weight, groups)
        code = _positive_code(np.unique(rows.labels), self.positive)
        self.learner_ = fitted_on_all(self.learner, rows)
        take_facts(self, self.learner_)
        scores = out_of_fold(self.learner, rows, self.plan, prefer="probability", code=code)
        self._choose(scores, rows.labels == self.classes_[code], rows.weight)
        return self

    def predict(self, X: Any) -> Array:
        """The positive class where the score is at or above the threshold, else the other."""
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
        times = np.ones(len(positive)) if weight is None else weight
        truth, times = positive[scores.row], times[scores.row]
        self.curve_: Cuts = cuts(truth, values, times)
        self.choice_ = self._choice(self.curve_, self.nearest)
        self.threshold_ = self.choice_.threshold
        self.fold_thresholds_ = np.array(
            [
                self._choice(cuts(truth[rows], values[rows], times[rows]), True).threshold
                for rows in _by_fold(scores)
                if 0 < truth[rows].sum() < len(rows)
            ]
        )
        ends = np.append(self.fold_thresholds_, self.threshold_)
        self.threshold_interval_ = (float(ends.min()), float(ends.max()))

    def _choice(self, found: Cuts, nearest: bool) -> ThresholdChoice:
        costs = costs_per_row(found, self.cost_miss, self.cost_false_alarm, self.prevalence)
        return choose(found, self.criterion, self.target, costs, nearest)

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags = get_tags(self.learner).input_tags
        tags.classifier_tags.multi_class = False
        return tags


def _positive_code(classes: Array, positive: Any) -> int:
    if len(classes) > 2:
        raise DataError(
            f"Only binary classification is supported: y has {len(classes)} classes, and a threshold parts "
            "two; use `decided` with costs for more"
        )
    return 1 if positive is None else classes.tolist().index(class_of(positive, classes))


def _by_fold(scores: OutOfFold) -> list[Array]:
    return np.split(np.arange(len(scores.fold)), np.flatnonzero(np.diff(scores.fold)) + 1)

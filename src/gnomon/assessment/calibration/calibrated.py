"""A classifier whose scores are turned into probabilities that can be taken at their word."""

from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, MetaEstimatorMixin, clone
from sklearn.utils import Tags, get_tags
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Array, Floats
from gnomon.assessment.calibration.logistic import LogisticCalibration, ScoreCalibration
from gnomon.assessment.calibration.steps import BinnedCalibration, IsotonicCalibration
from gnomon.assessment.out_of_fold import (
    class_scores,
    fitted_on_all,
    out_of_fold,
    take_facts,
    training_rows,
)
from gnomon.errors import ParameterError
from gnomon.ties import first_largest

METHODS = ("logistic", "isotonic", "binned")


class CalibratedClassifier(ClassifierMixin, MetaEstimatorMixin, BaseEstimator):
    """A learner whose scores are calibrated on training rows that it had not seen.

    Inner folds score every training row by a model that has not seen it; one calibration is fitted to these
    scores, all folds together, and the learner is then trained on all rows. Of more than two classes each is
    calibrated against the rest, and the probabilities are scaled to add up to 1.

    learner: any scikit-learn classifier with decision_function or predict_proba; decisions are preferred, and
    probabilities are taken as log-odds.
    method: "logistic" (few rows, smooth), "isotonic" (any rising shape, many rows; smoothed by 1), "binned",
    or a calibration such as IsotonicCalibration(smoothing=0).
    plan: the inner folds, as in `resample`; a number of folds; or None for 5.

    After fitting: learner_, calibrations_ (of the last of two classes, or one a class).

    >>> from sklearn.svm import LinearSVC
    >>> X, y = np.arange(40.0)[:, None], np.array([0] * 10 + [0, 1] * 10 + [1] * 10)
    >>> CalibratedClassifier(LinearSVC()).fit(X, y).predict_proba([[19.5]]).round(1)
    array([[0.5, 0.5]])
    """

    predicts_most_probable = True

    def __init__(self, learner: Any, *, method: Any = "logistic", plan: Any = None) -> None:
        self.learner = learner
        self.method = method
        self.plan = plan

    def fit(self, X: Any, y: Any, sample_weight: Any = None, groups: Any = None) -> Self:
        """Fit the calibration and train on all rows.

        groups: rows of one group stay on one side of every inner fold.
        """
        calibration = _calibration(self.method)
        rows = training_rows(X, y, sample_weight, groups)
        self.learner_ = fitted_on_all(self.learner, rows)
        take_facts(self, self.learner_)
        found = out_of_fold(self.learner, rows, self.plan, prefer="decision")
        scores = found.score if found.score.ndim == 2 else found.score[:, None]
        labels = self.classes_ if scores.shape[1] > 1 else self.classes_[1:]
        truth = rows.labels[found.row]
        weight = None if rows.weight is None else rows.weight[found.row]
        self.calibrations_ = [
            clone(calibration).fit(score, truth == label, weight) for score, label in zip(scores.T, labels)
        ]
        self._shares = np.bincount(np.searchsorted(self.classes_, rows.labels), rows.weight)
        return self

    def predict_proba(self, X: Any) -> Floats:
        """The calibrated probability of each class."""
        check_is_fitted(self)
        scores = class_scores(self.learner_, X, "decision")
        if scores.ndim == 1:
            positive = self.calibrations_[0].probability(scores)
            return np.column_stack([1 - positive, positive])
        each = np.column_stack([c.probability(score) for c, score in zip(self.calibrations_, scores.T)])
        # Where every class is ruled out the shares of the classes are all that is known.
        each[~each.any(axis=1)] = self._shares
        return each / each.sum(axis=1, keepdims=True)

    def predict(self, X: Any) -> Array:
        """The most probable class; of equals, the first."""
        probability = self.predict_proba(X)
        return self.classes_[first_largest(probability)]

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags = get_tags(self.learner).input_tags
        tags.classifier_tags.multi_class = get_tags(self.learner).classifier_tags.multi_class
        return tags


def _calibration(method: Any) -> ScoreCalibration:
    if isinstance(method, ScoreCalibration):
        return method
    # A score that ranks worse than chance on unseen rows is no reason to turn it round.
    made = {
        "logistic": LogisticCalibration(increasing=True),
        "isotonic": IsotonicCalibration(increasing=True, smoothing=1.0),
        "binned": BinnedCalibration(),
    }
    if not isinstance(method, str) or method not in made:
        raise ParameterError(f"method={method!r}: it must be one of {METHODS}, or a calibration")
    return made[method]

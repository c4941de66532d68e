"""Calibrated classifier: probability calibration by out-of-fold scores."""

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
    """Probability calibration of a classifier by cross-validation (Platt scaling or isotonic regression).

    One calibrator is fitted to the pooled out-of-fold scores of the training rows, and the learner is then
    refitted on all rows (as scikit-learn's CalibratedClassifierCV with ensemble=False). More than two classes
    are calibrated one-vs-rest, and the probabilities are normalized to sum to 1.

    learner: any scikit-learn classifier with decision_function or predict_proba; decision_function is
    preferred, and probabilities are converted to log-odds.
    method: "logistic" (Platt scaling; few rows), "isotonic" (monotone, many rows; smoothing=1), "binned"
    (histogram binning), or a calibrator such as IsotonicCalibration(smoothing=0).
    plan: the inner folds, as in `resample`; a number of folds; or None for 5.

    Fitted attributes: learner_, calibrations_ (of the second of two classes, or one per class).

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
        """Fit the calibrator on out-of-fold scores and the learner on all rows.

        groups: group of each row; inner folds do not split groups.
        """
        calibration = _calibration(self.method)
        rows = training_rows(X, y, sample_weight, groups)
        self.learner_ = fitted_on_all(self.learner, rows)
        take_facts(self, self.learner_)
        held_out = out_of_fold(self.learner, rows, self.plan, prefer="decision")
        scores = held_out.score if held_out.score.ndim == 2 else held_out.score[:, None]
        labels = self.classes_ if scores.shape[1] > 1 else self.classes_[1:]
        truth = rows.labels[held_out.row]
        weight = None if rows.weight is None else rows.weight[held_out.row]
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
        # Where every class has probability 0, the class proportions.
        each[~each.any(axis=1)] = self._shares
        return each / each.sum(axis=1, keepdims=True)

    def predict(self, X: Any) -> Array:
        """The most probable class; of ties, the first."""
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
    # Increasing, as a score that ranks worse than chance on held-out rows should not be reversed.
    calibrators = {
        "logistic": LogisticCalibration(increasing=True),
        "isotonic": IsotonicCalibration(increasing=True, smoothing=1.0),
        "binned": BinnedCalibration(),
    }
    if not isinstance(method, str) or method not in calibrators:
        raise ParameterError(f"method={method!r}: it must be one of {METHODS}, or a calibrator")
    return calibrators[method]

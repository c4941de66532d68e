"""Naive Bayes on calibrated features: the odds of single features multiply.

Where v is the calibrated probability of a value under the prior 1/2, v / (1 - v) is its likelihood ratio, so
posterior odds = prior odds x prod_j v_j / (1 - v_j): Flach (2012), "Machine Learning", section 10.2.
"""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from scipy.special import log_expit, log_softmax, logit
from sklearn.base import ClassifierMixin, clone
from sklearn.utils import check_array, get_tags
from sklearn.utils.validation import _check_feature_names, _check_n_features, check_is_fitted

from gnomon.arrays import Array, Floats
from gnomon.check import Rule, free, one_of_or
from gnomon.errors import DataError, ParameterError
from gnomon.features.calibrate_category import CalibrateCategories
from gnomon.features.calibrate_isotonic import CalibrateIsotonic
from gnomon.features.calibrate_logistic import CalibrateLogistic
from gnomon.features.calibration import FeatureCalibration
from gnomon.features.column_names import column_names
from gnomon.features.log_odds import log_odds
from gnomon.learners.bayes.factors import Factors
from gnomon.registry import learners
from gnomon.sharing.learner import Learner
from gnomon.sharing.prepared import Rows
from gnomon.sharing.train import weight_for
from gnomon.ties import first_largest

CALIBRATIONS = {"logistic": CalibrateLogistic, "isotonic": CalibrateIsotonic, "category": CalibrateCategories}
# Log-odds of a probability of 0 or 1: larger than any of a smoothed calibration.
MAX_LOG_ODDS = 36.0


class CalibratedNB(ClassifierMixin, Learner):
    """Naive Bayes on calibrated features: log-odds of each feature are added to those of the prior.

    With more than two classes each feature is calibrated one-vs-rest. Monotonic calibrations do not fit a
    feature whose middle values are those of one class; discretize it and use "category" then.

    Attributes
    ----------
    classes_ : class labels
    class_count_, class_prior_ : total weight and prior of each class
    calibration_ : the fitted calibration, or None for "precomputed"

    Examples
    --------
    >>> from gnomon import CalibratedNB
    >>> mail = [["lottery", "peter"], ["lottery", "john"], ["report", "peter"], ["report", "peter"]]
    >>> model = CalibratedNB(calibration="category").fit(mail, ["spam", "spam", "ham", "ham"])
    >>> model.predict([["lottery", "peter"], ["report", "john"]])
    array(['spam', 'ham'], dtype='<U4')
    >>> model.predict_proba([["lottery", "peter"]]).round(3)
    array([[0.333, 0.667]])
    """

    calibration: Any = one_of_or(
        Rule(lambda value: hasattr(value, "transform"), "a transformer", "transformer"),
        "logistic",
        "isotonic",
        "category",
        "precomputed",
        default="isotonic",
        help="calibration of each feature; precomputed: values are calibrated probabilities under prior 1/2",
    )
    priors: Any = free(
        default=None, help="prior of each class; None for the class frequencies", kind="array or None"
    )
    shared_by = ("calibration",)
    predicts_most_probable = True

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        by_name = isinstance(self.calibration, str)
        if not by_name or self.calibration == "category":
            tags.input_tags.categorical = tags.input_tags.string = True
            tags.input_tags.allow_nan = by_name or get_tags(self.calibration).input_tags.allow_nan
        return tags

    def check_examples(self, X: Any, *, reset: bool) -> Any:
        """Check that rows are numbers; other types are left to the calibration to check."""
        if get_tags(self).input_tags.categorical:
            X = X if hasattr(X, "shape") else np.asarray(X, dtype=object)
            if isinstance(X, np.ndarray):
                check_array(X, dtype=None, ensure_all_finite=False, input_name="X", estimator=self)
            _check_feature_names(self, X, reset=reset)
            _check_n_features(self, X, reset=reset)
            return X
        return super().check_examples(X, reset=reset)

    def fit_prepared(self, data: Rows, start: Self | None = None) -> Self:
        """Fit the calibration, unless it is precomputed, and the priors."""
        labels = data.y
        count = np.bincount(labels.codes, data.weight, minlength=labels.n_classes).astype(np.float64)
        self.classes_ = labels.classes[count > 0]
        if len(self.classes_) < 2:
            raise DataError(
                f"y has one class only ({self.classes_.tolist()[0]!r}); naive Bayes needs two or more"
            )
        self.class_count_ = count[count > 0]
        self.class_prior_ = self._priors(self.class_count_)
        self.calibration_ = None
        if isinstance(self.calibration, str) and self.calibration == "precomputed":
            self._precomputed(data.X)
        else:
            model = self._unfitted_calibration()
            target = labels.classes[labels.codes]
            self.calibration_ = model.fit(data.X, target, **weight_for(model, data.weight))
        return self

    def predict(self, X: Any) -> Array:
        """Predict the most probable class of each row; the first in `classes_` on ties."""
        best = first_largest(self.predict_log_proba(X))
        return self.classes_[best]

    def predict_log_proba(self, X: Any) -> Floats:
        """Return log p(c | x) for each row and class."""
        check_is_fitted(self)
        terms = self._terms(self.check_examples(X, reset=False))
        return np.asarray(log_softmax(terms.sum(axis=1) + self._log_prior(), axis=1))

    def predict_proba(self, X: Any) -> Floats:
        """Return p(c | x) for each row and class."""
        return np.exp(self.predict_log_proba(X))

    def factors(self, X: Any) -> Factors:
        """Explain each prediction as a product: prior odds times one likelihood ratio per feature.

        In place of p(value | c) stands p(value | c) / p(value), all that a calibration estimates.

        >>> model = CalibratedNB(calibration="precomputed", priors=[0.5, 0.5]).fit([[0.6], [0.4]], [1, 0])
        >>> print(model.factors([[0.75]]))
        row 0: 1 against 0
          prior odds      1
          x0 = 0.75       x 3
          posterior odds  3
        """
        check_is_fitted(self)
        checked = self.check_examples(X, reset=False)
        terms = self._terms(checked)
        names, values = column_names(self, terms.shape[1]), np.asarray(checked)
        model = self.calibration_
        if model is not None and not isinstance(model, FeatureCalibration):
            # A pipeline may reorder the columns: show its output.
            values = np.asarray(model.transform(checked))
            names = [str(name) for name in model.get_feature_names_out()]
        if values.shape[1] != terms.shape[1]:
            values = values[:, :: len(self.classes_)]
            names = [f"x{j}" for j in range(terms.shape[1])]
        return Factors(self.classes_, np.array(names), values, self._log_prior(), terms)

    def _unfitted_calibration(self) -> Any:
        """An unfitted calibration; the built-in ones return log likelihood ratios."""
        if isinstance(self.calibration, str):
            return CALIBRATIONS[self.calibration](output="log_odds", prior=0.5)
        model = clone(self.calibration)
        last = _last(model)
        if isinstance(last, FeatureCalibration):
            last.set_params(output="log_odds", prior=0.5, positive=None)
        return model

    def _log_prior(self) -> Floats:
        with np.errstate(divide="ignore"):
            return np.log(self.class_prior_)

    def _terms(self, X: Any) -> Floats:
        """log p(x_j | c) / p(x_j) for each row, feature and class.

        With q = p(c | x_j) under the class frequencies s, it is ln q - ln s.
        """
        evidence = self._evidence(X)
        if len(self.classes_) == 2:
            evidence = np.concatenate([-evidence, evidence], axis=2)
        frequency = self.class_count_ / self.class_count_.sum()
        return np.asarray(log_expit(evidence + logit(frequency)) - np.log(frequency))

    def _evidence(self, X: Any) -> Floats:
        """Log likelihood ratios (rows, features, targets)."""
        if self.calibration_ is None:
            odds = self._precomputed(X)
        else:
            odds = np.asarray(self.calibration_.transform(X), dtype=np.float64)
            if not isinstance(_last(self.calibration_), FeatureCalibration):
                odds = log_odds(odds).clip(-MAX_LOG_ODDS, MAX_LOG_ODDS)
        n_targets = 1 if len(self.classes_) == 2 else len(self.classes_)
        if odds.shape[1] % n_targets:
            raise DataError(
                f"{odds.shape[1]} calibrated columns are not a multiple of {n_targets} classes; "
                "pass one column for each feature and class, the classes of a feature adjacent"
            )
        return odds.reshape(len(odds), -1, n_targets)

    def _precomputed(self, X: Floats) -> Floats:
        outside = np.argwhere(~((X > 0) & (X < 1)))
        if len(outside):
            row, column = map(int, outside[0])
            raise DataError(
                f"column {column}, row {{row}} is {X[row, column]}, but calibration='precomputed' needs "
                "probabilities above 0 and below 1; smooth the calibration, or choose another one",
                column=column,
                row=row,
            )
        return np.asarray(logit(X))

    def _priors(self, count: Floats) -> Floats:
        if self.priors is None:
            return count / count.sum()
        priors = np.asarray(self.priors, dtype=np.float64)
        if priors.shape != count.shape or (priors < 0).any() or not np.isclose(priors.sum(), 1):
            raise ParameterError(
                f"CalibratedNB(priors={self.priors!r}): priors must be {len(count)} numbers of at least 0 "
                f"that sum to 1, one for each of the classes {self.classes_.tolist()}"
            )
        return priors


def _last(model: Any) -> Any:
    return model.steps[-1][1] if getattr(model, "steps", None) else model


learners.add(
    "CalibratedNB",
    CalibratedNB,
    "naive Bayes on calibrated features",
    task=("classification",),
    family="bayes",
    default=False,
)

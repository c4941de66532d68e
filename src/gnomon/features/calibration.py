"""Feature calibration: base class with the target as classes, the prior, cross-fitting and names.

A calibration replaces each value v of a single feature by its probability of the positive class. With
prior 1/2 that is LR(v) / (1 + LR(v)), LR the likelihood ratio; features become unitless, categories numeric.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from scipy.special import expit, logit
from sklearn.base import TransformerMixin
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Array, Flags, Floats
from gnomon.check import Rule, between, free, one_of, one_of_or, seed
from gnomon.errors import DataError, ParameterError
from gnomon.features.class_target import as_numbers, checked_target
from gnomon.features.column_names import column_names
from gnomon.features.cross_fitting import cross_fits
from gnomon.sharing.labels import Labels
from gnomon.sharing.learner import Learner
from gnomon.sharing.prepared import Rows
from gnomon.sharing.row_weights import in_rows

if TYPE_CHECKING:
    import pandas as pd


NUMBER_OR_NONE: Rule = between(-inf, inf, optional=True, default=None, help="").metadata["rule"]


class Calibrated(Protocol):
    """The calibration map of one column for one class: values to log likelihood ratios."""

    def log_odds(self, values: Floats) -> Floats:
        """ln P(v | positive) / P(v | negative) of each value."""

    def table(self) -> dict[str, Any]:
        """The map as columns of a data frame."""


@dataclass(frozen=True)
class Evidence:
    """One column and one class: the values, and each row's weight as a positive and as a negative.

    >>> Evidence(0, np.array([3.0, 4.0, 5.0]), np.array([1.0, 1.0, 0.0]), np.array([0.0, 0.0, 1.0])).odds
    2.0
    """

    column: int
    values: Floats
    positive: Floats
    negative: Floats

    @property
    def odds(self) -> float:
        """The odds: weight of positives over weight of negatives."""
        return float(self.positive.sum() / self.negative.sum())


class FeatureCalibration(TransformerMixin, Learner):
    """Base class of feature calibrations: values become class probabilities. Subclasses define `_fit_column`.

    Two classes give one output column per column of X; more give one per column and class (one-vs-rest).
    `transform` uses the fit on all training rows. With `cv`, `fit_transform` is cross-fitted: each training
    row is calibrated by a model fitted without it, so that a learner trained on the output does not overfit.

    >>> class Uninformative(FeatureCalibration):
    ...     def _fit_column(self, evidence):
    ...         return NoEvidence()
    >>> Uninformative().fit([[1.0], [2.0]], [0, 1]).transform([[5.0]])
    array([[0.5]])
    """

    positive: Any = free(
        default=None, help="positive class; None for the second of two classes, or one-vs-rest for more"
    )
    above: Any = one_of_or(
        NUMBER_OR_NONE,
        "mean",
        default=None,
        help="threshold of a numeric target: rows above it are positive",
    )
    prior: float | None = between(
        0,
        1,
        open=True,
        default=0.5,
        optional=True,
        help="prior probability of the positive class; 0.5 for the likelihood ratio; None for the base rate",
    )
    output: str = one_of(
        "probability", "log_odds", default="probability", help="probabilities v, or log-odds ln(v / (1 - v))"
    )
    cv: Any = free(
        default=5,
        help="cross-fitting of `fit_transform`: number of folds, splitter, list of splits, or None for none",
        kind="int, splitter, list or None",
    )
    random_state: Any = seed(default=0)
    shared_by = ("above",)

    @abstractmethod
    def _fit_column(self, evidence: Evidence) -> Calibrated:
        """Fit the map of one column for one class."""

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        return tags

    def fit_prepared(self, data: Rows, start: Any = None) -> Any:
        """Calibrate each column for each class."""
        self.classes_, is_positive, targets = self._class_flags(data)
        self.targets_ = targets
        weight = _counts(data)
        base_rate = weight @ is_positive / weight.sum()
        self.prior_ = base_rate if self.prior is None else np.full(len(base_rate), self.prior)
        self.maps_ = self._maps(data.X, is_positive, weight)
        self._refuse_infinite_odds()
        return self

    def fit_transform(self, X: Any, y: Any = None, sample_weight: Any = None) -> Any:
        """Fit and calibrate the training rows, cross-fitted unless `cv` is None."""
        data = self.prepare(*self.check_rows(X, y, sample_weight))
        self.fit_prepared(data)
        if self.cv is None:
            return self._output(self._evidence(self.maps_, data.X))
        is_positive = self._class_flags(data)[1]
        weight = _counts(data)
        log_odds = np.empty((len(is_positive), len(self.maps_)))
        for train, held_out in cross_fits(self.cv, is_positive, self.random_state):
            maps = self._maps(data.X[train], is_positive[train], weight[train])
            log_odds[held_out] = self._evidence(maps, data.X[held_out])
        return self._output(log_odds)

    def transform(self, X: Any) -> Any:
        """The calibrated values of rows."""
        check_is_fitted(self)
        return self._output(self._evidence(self.maps_, self.check_examples(X, reset=False)))

    def get_feature_names_out(self, input_features: Any = None) -> Array:
        """The column names for two classes; name_class for more."""
        check_is_fitted(self)
        names = self._names() if input_features is None else [str(each) for each in input_features]
        if len(self.targets_) == 1:
            return np.array(names, dtype=object)
        return np.array([f"{name}_{target}" for name in names for target in self.targets_], dtype=object)

    def frame(self) -> pd.DataFrame:
        """All maps as rows: column, class, value or segment, probability and log-odds."""
        import pandas as pd

        check_is_fitted(self)
        pairs = [(name, target) for name in self._names() for target in range(len(self.targets_))]
        parts = []
        for (name, target), each in zip(pairs, self.maps_, strict=True):
            part = pd.DataFrame(each.table())
            part["log_odds"] += logit(self.prior_[target])
            part["probability"] = expit(part["log_odds"])
            part.insert(0, "class", [self.targets_[target]] * len(part))
            part.insert(0, "column", name)
            parts.append(part)
        return pd.concat(parts, ignore_index=True)

    def _check_target(self, y: Any, n_rows: int, classes: Any) -> Labels | Floats:
        target = checked_target(y, n_rows)
        if self.above is not None:
            return as_numbers(target, "above= requires a numeric target")
        if not isinstance(target, Labels):
            raise DataError(
                f"y is continuous (row 0 is {target[0]}), and {type(self).__name__} requires classes; set "
                "above=, a threshold that splits y into two classes"
            )
        return target

    def _class_flags(self, data: Rows) -> tuple[Array, Flags, Array]:
        """The classes with weight, which rows are positive for each target, and the targets."""
        labels = data.y if self.above is None else self._thresholded(data)
        count = np.bincount(labels.codes, data.weight, minlength=labels.n_classes)
        classes = labels.classes[count > 0]
        if len(classes) < 2:
            raise DataError(
                f"y has one class only ({classes.tolist()[0]!r}, n_samples={len(labels)}); "
                "calibration requires two"
            )
        targets = classes[1:] if len(classes) == 2 else classes
        if self.positive is not None:
            if self.positive not in classes.tolist():
                raise ParameterError(
                    f"{{positive}} is not a class of y; its classes are {classes.tolist()}",
                    settings={"positive": self.positive},
                )
            targets = classes[classes == self.positive]
        return classes, labels.classes[labels.codes][:, None] == targets, targets

    def _thresholded(self, data: Rows) -> Labels:
        """Whether the target is above the threshold, or above the mean of these rows."""
        mean = np.average(data.y, weights=data.weight) if self.above == "mean" else self.above
        return Labels.of(data.y > mean)

    def _maps(self, X: Floats, is_positive: Flags, weight: Floats) -> list[Calibrated]:
        counted = weight > 0
        X, is_positive, weight = X[counted], is_positive[counted], in_rows(weight[counted])
        maps: list[Calibrated] = []
        for column, values in enumerate(X.T):
            for positive in is_positive.T:
                evidence = Evidence(column, values, weight * positive, weight * ~positive)
                # A cross-fitting fold may lack a class: no value is evidence then.
                has_one_class = positive.all() or not positive.any()
                maps.append(NoEvidence() if has_one_class else self._fit_column(evidence))
        return maps

    def _evidence(self, maps: list[Calibrated], X: Floats) -> Floats:
        n_targets = len(self.targets_)
        columns = [each.log_odds(X[:, index // n_targets]) for index, each in enumerate(maps)]
        return np.column_stack(columns)

    def _output(self, evidence: Floats) -> Floats:
        odds = evidence + np.tile(logit(self.prior_), len(self.maps_) // len(self.targets_))
        return odds if self.output == "log_odds" else expit(odds)

    def _names(self) -> list[str]:
        return column_names(self, len(self.maps_) // len(self.targets_))

    def _refuse_infinite_odds(self) -> None:
        if self.output == "log_odds":
            for index, each in enumerate(self.maps_):
                if not np.isfinite(each.table()["log_odds"]).all():
                    name = self._names()[index // len(self.targets_)]
                    raise DataError(
                        f"column {name!r} has a value with rows of one class only, whose log-odds are "
                        "infinite; set smoothing > 0, or output='probability'"
                    )


def _counts(data: Rows) -> Floats:
    """The row weights, scaled to counts of rows."""
    return np.ones(data.X.shape[0]) if data.weight is None else in_rows(data.weight)


@dataclass(frozen=True)
class NoEvidence:
    """The map of an uninformative column: log-odds 0 for every value.

    >>> NoEvidence().log_odds(np.array([1.0, 9.0]))
    array([0., 0.])
    """

    def log_odds(self, values: Floats) -> Floats:
        """Zeros."""
        return np.zeros(len(values))

    def table(self) -> dict[str, Any]:
        """One row."""
        return {"log_odds": np.zeros(1)}

"""What all calibrations of features share: the target as classes, the prior, cross-fitting, names.

A calibration gives each value v of a feature, taken alone, its probability of the positive class. Under the
prior 1/2 that is LR(v) / (1 + LR(v)), so that features no longer have units, and categories become numbers.
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
    """The map of one column for one class: values to log likelihood ratios."""

    def log_odds(self, values: Floats) -> Floats:
        """ln P(v | positive) / P(v | negative) of each value."""

    def table(self) -> dict[str, Any]:
        """The map as columns of a frame."""


@dataclass(frozen=True)
class Evidence:
    """One column and one class: the values, and the weight of each row on either side.

    >>> Evidence(0, np.array([3.0, 4.0, 5.0]), np.array([1.0, 1.0, 0.0]), np.array([0.0, 0.0, 1.0])).odds
    2.0
    """

    column: int
    values: Floats
    positive: Floats
    negative: Floats

    @property
    def odds(self) -> float:
        """Positives over negatives."""
        return float(self.positive.sum() / self.negative.sum())


class FeatureCalibration(TransformerMixin, Learner):
    """Values become probabilities of a class; to make another calibration write `_fit_column`.

    Two classes give one column for each of X; more give one for each column and class, against all others.
    `transform` uses all rows that were fitted on. With `cv`, `fit_transform` gives each training row the
    value of a calibration that did not see it, so that a learner trained on it is not misled; it is not what
    `transform` gives of the same rows.

    >>> class Mute(FeatureCalibration):
    ...     def _fit_column(self, evidence):
    ...         return Silent()
    >>> Mute().fit([[1.0], [2.0]], [0, 1]).transform([[5.0]])
    array([[0.5]])
    """

    positive: Any = free(
        default=None, help="the class of the probabilities; None for the second of two, or each of more"
    )
    above: Any = one_of_or(
        NUMBER_OR_NONE,
        "mean",
        default=None,
        help="of a numeric target, rows above this are positive",
    )
    prior: float | None = between(
        0,
        1,
        open=True,
        default=0.5,
        optional=True,
        help="share of positives that probabilities are for: 0.5 lets the value alone speak; None: as fitted",
    )
    output: str = one_of(
        "probability", "log_odds", default="probability", help="probabilities v, or ln v / (1 - v)"
    )
    cv: Any = free(
        default=5,
        help="how `fit_transform` cross-fits: a number of parts, a splitter, a list of splits, or None: not",
        kind="int, splitter, list or None",
    )
    random_state: Any = seed(default=0)
    shared_by = ("above",)

    @abstractmethod
    def _fit_column(self, evidence: Evidence) -> Calibrated:
        """The map of one column for one class."""

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        return tags

    def fit_prepared(self, data: Rows, start: Any = None) -> Any:
        """Calibrate each column for each class."""
        self.classes_, is_positive, targets = self._sides(data)
        self.targets_ = targets
        weight = _counts(data)
        share = weight @ is_positive / weight.sum()
        self.prior_ = share if self.prior is None else np.full(len(share), self.prior)
        self.maps_ = self._maps(data.X, is_positive, weight)
        self._refuse_infinite_odds()
        return self

    def fit_transform(self, X: Any, y: Any = None, sample_weight: Any = None) -> Any:
        """Fit, and the training rows calibrated: cross-fitted if `cv` is given."""
        data = self.prepare(*self.check_rows(X, y, sample_weight))
        self.fit_prepared(data)
        if self.cv is None:
            return self._output(self._evidence(self.maps_, data.X))
        is_positive = self._sides(data)[1]
        weight = _counts(data)
        found = np.empty((len(is_positive), len(self.maps_)))
        for train, held_out in cross_fits(self.cv, is_positive, self.random_state):
            maps = self._maps(data.X[train], is_positive[train], weight[train])
            found[held_out] = self._evidence(maps, data.X[held_out])
        return self._output(found)

    def transform(self, X: Any) -> Any:
        """The calibrated values of rows."""
        check_is_fitted(self)
        return self._output(self._evidence(self.maps_, self.check_examples(X, reset=False)))

    def get_feature_names_out(self, input_features: Any = None) -> Array:
        """The columns' names for two classes; name_class for more."""
        check_is_fitted(self)
        names = self._names() if input_features is None else [str(each) for each in input_features]
        if len(self.targets_) == 1:
            return np.array(names, dtype=object)
        return np.array([f"{name}_{target}" for name in names for target in self.targets_], dtype=object)

    def frame(self) -> pd.DataFrame:
        """Every map as rows: column, class, where it applies, and its probability and log-odds."""
        import pandas as pd

        check_is_fitted(self)
        places = [(name, place) for name in self._names() for place in range(len(self.targets_))]
        parts = []
        for (name, place), each in zip(places, self.maps_, strict=True):
            part = pd.DataFrame(each.table())
            part["log_odds"] += logit(self.prior_[place])
            part["probability"] = expit(part["log_odds"])
            part.insert(0, "class", [self.targets_[place]] * len(part))
            part.insert(0, "column", name)
            parts.append(part)
        return pd.concat(parts, ignore_index=True)

    def _check_target(self, y: Any, n_rows: int, classes: Any) -> Labels | Floats:
        target = checked_target(y, n_rows)
        if self.above is not None:
            return as_numbers(target, "above= wants a numeric target")
        if not isinstance(target, Labels):
            raise DataError(
                f"y is continuous (row 0 is {target[0]}), and {type(self).__name__} calibrates for classes; "
                "give above=, a number that parts y in two"
            )
        return target

    def _sides(self, data: Rows) -> tuple[Array, Flags, Array]:
        """The classes with weight, which rows are positive for each target, and the targets."""
        labels = data.y if self.above is None else self._cut(data)
        count = np.bincount(labels.codes, data.weight, minlength=labels.n_classes)
        classes = labels.classes[count > 0]
        if len(classes) < 2:
            raise DataError(
                f"y has one class only ({classes[0]!r}, n_samples={len(labels)}); a calibration compares two"
            )
        targets = classes[1:] if len(classes) == 2 else classes
        if self.positive is not None:
            if self.positive not in classes.tolist():
                raise ParameterError(
                    f"positive={self.positive!r} is no class of y; there are {classes.tolist()}"
                )
            targets = classes[classes == self.positive]
        return classes, labels.classes[labels.codes][:, None] == targets, targets

    def _cut(self, data: Rows) -> Labels:
        """Whether the target is above the number, or above the mean of these rows and no others."""
        mean = np.average(data.y, weights=data.weight) if self.above == "mean" else self.above
        return Labels.of(data.y > mean)

    def _maps(self, X: Floats, is_positive: Flags, weight: Floats) -> list[Calibrated]:
        counted = weight > 0
        X, is_positive, weight = X[counted], is_positive[counted], in_rows(weight[counted])
        found: list[Calibrated] = []
        for column, values in enumerate(X.T):
            for side in is_positive.T:
                evidence = Evidence(column, values, weight * side, weight * ~side)
                # A part of the rows may lack a class: then nothing is known of any value.
                alone = side.all() or not side.any()
                found.append(Silent() if alone else self._fit_column(evidence))
        return found

    def _evidence(self, maps: list[Calibrated], X: Floats) -> Floats:
        n_targets = len(self.targets_)
        columns = [each.log_odds(X[:, place // n_targets]) for place, each in enumerate(maps)]
        return np.column_stack(columns)

    def _output(self, evidence: Floats) -> Floats:
        odds = evidence + np.tile(logit(self.prior_), len(self.maps_) // len(self.targets_))
        return odds if self.output == "log_odds" else expit(odds)

    def _names(self) -> list[str]:
        return column_names(self, len(self.maps_) // len(self.targets_))

    def _refuse_infinite_odds(self) -> None:
        if self.output == "log_odds":
            for place, each in enumerate(self.maps_):
                if not np.isfinite(each.table()["log_odds"]).all():
                    name = self._names()[place // len(self.targets_)]
                    raise DataError(
                        f"column {name!r} has a value with rows of one class alone, whose log-odds are "
                        "infinite; give smoothing above 0, or output='probability'"
                    )


def _counts(data: Rows) -> Floats:
    """How many rows each row counts for."""
    return np.ones(data.X.shape[0]) if data.weight is None else in_rows(data.weight)


@dataclass(frozen=True)
class Silent:
    """The map of a column that says nothing: log-odds 0 whatever the value.

    >>> Silent().log_odds(np.array([1.0, 9.0]))
    array([0., 0.])
    """

    def log_odds(self, values: Floats) -> Floats:
        """Zeros."""
        return np.zeros(len(values))

    def table(self) -> dict[str, Any]:
        """One row."""
        return {"log_odds": np.zeros(1)}

"""Signs of overfitting: a generalization gap between training and held-out scores, large coefficients."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Flags, Floats
from gnomon.assessment.measures.facts import Measure, find_measure
from gnomon.assessment.predictions import ARRAYS, MeasureLike, Predictions
from gnomon.assessment.resample import resample
from gnomon.assessment.splits import Splits, as_splits
from gnomon.data.task import Task
from gnomon.errors import ParameterError

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False, repr=False)
class FitGap:
    """The generalization gap: training and held-out predictions of the same models on every split.

    training: resubstitution predictions (of the training rows). held_out: those of the held-out rows.

    >>> import gnomon as gn
    >>> gap = overfitting_gap(gn.load("iris"), gn.KNeighborsClassifier(1), gn.k_fold(5), "error")
    >>> float(gap.train.max()), gap.gap > 0
    (0.0, True)
    """

    training: Predictions
    held_out: Predictions
    measure: Measure

    @property
    def train(self) -> Floats:
        """The training score of each split."""
        return self.training.per_split(self.measure)

    @property
    def gap(self) -> float:
        """The generalization gap: how much better the training score is than the held-out score."""
        return self.measure.sign * (self.training.score(self.measure) - self.held_out.score(self.measure))

    def frame(self) -> "pd.DataFrame":
        """One row per split: the training score, the held-out score and the gap."""
        import pandas as pd

        train, held_out = self.train, self.held_out.per_split(self.measure)
        gap = self.measure.sign * (train - held_out)
        number = np.unique(self.held_out.split)
        return pd.DataFrame({"split": number, "train": train, "held_out": held_out, "gap": gap})

    @property
    def sentence(self) -> str:
        """The result in words."""
        train, held_out = self.training.score(self.measure), self.held_out.score(self.measure)
        direction = "better" if self.gap >= 0 else "worse"
        return (
            f"{self.held_out.learner} on {self.held_out.task_name!r}: {self.measure.name} is {train:.4g} on "
            f"training rows and {held_out:.4g} on held-out rows ({self.held_out.design}), "
            f"{abs(self.gap):.2g} {direction} on the training rows."
        )

    def __str__(self) -> str:
        return self.sentence

    __repr__ = __str__


def overfitting_gap(
    task: Task, learner: Any, plan: Any, measure: MeasureLike, *, prepare: bool = True
) -> FitGap:
    """Training and held-out scores of every split, and the generalization gap between them.

    A large gap is a sign of overfitting; a small one does not mean that the learner is good. prepare: as in
    `resample`.

    >>> import gnomon as gn
    >>> print(overfitting_gap(gn.load("iris"), gn.KNeighborsClassifier(1), gn.k_fold(5), "accuracy"))
    KNeighborsClassifier on 'iris': accuracy is 1 on training rows and 0.9467 on held-out rows \
(stratified k-fold, 5 folds, 150 rows), 0.053 better on the training rows.
    """
    measure = find_measure(measure)
    splits = as_splits(task, plan)
    trained = [train for train, _ in splits]
    both = [np.concatenate(rows) for rows in zip(trained, splits.held_out)]
    # In each split the training rows come first, then the held-out ones.
    is_training = np.concatenate([np.arange(len(rows)) < len(train) for rows, train in zip(both, trained)])
    whole = resample(task, learner, Splits(both, splits.design, trained, splits.number), prepare=prepare)
    whole = replace(whole, splits=splits.fingerprint)
    return FitGap(_subset(whole, is_training), _subset(whole, ~is_training), measure)


def squared_weight_norm(model: Any, *, intercept: bool = False) -> float:
    """Squared L2 norm of the coefficients of a fitted linear model; large values are a sign of overfitting.

    Comparable only between models of the same features in the same units. intercept: whether to include it.

    >>> from sklearn.linear_model import Ridge
    >>> X, y = [[1.0], [2.0], [3.0]], [3.0, 5.0, 7.0]
    >>> [round(squared_weight_norm(Ridge(alpha=alpha).fit(X, y)), 3) for alpha in (0, 1)]
    [4.0, 1.778]
    """
    weights = getattr(model, "coef_", None)
    if weights is None:
        raise ParameterError(
            f"{model!r} has no coefficients (coef_); pass a fitted linear model, such as Ridge().fit(X, y)"
        )
    constant = np.sum(np.square(model.intercept_)) if intercept else 0.0
    return float(np.sum(np.square(weights)) + constant)


def _subset(predictions: Predictions, mask: Flags) -> Predictions:
    arrays = {name: getattr(predictions, name) for name in ARRAYS if name != "train_sizes"}
    masked: dict[str, Any] = {name: array[mask] for name, array in arrays.items() if array is not None}
    return replace(predictions, **masked)

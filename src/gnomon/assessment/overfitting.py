"""Signs that a model learned by heart: fewer errors on training rows than on held-out rows, large weights."""

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
    """Predictions for the training rows and for the held-out rows of every split, by the same models.

    training: not out of sample, so of use only beside `held_out`.

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
        """The measure on the training rows of each split."""
        return self.training.per_split(self.measure)

    @property
    def gap(self) -> float:
        """How much better the measure is on training rows than on held-out rows, over all splits."""
        return self.measure.sign * (self.training.score(self.measure) - self.held_out.score(self.measure))

    def frame(self) -> "pd.DataFrame":
        """One line a split: the measure on training rows, on held-out rows, and the gap."""
        import pandas as pd

        train, held_out = self.train, self.held_out.per_split(self.measure)
        gap = self.measure.sign * (train - held_out)
        number = np.unique(self.held_out.split)
        return pd.DataFrame({"split": number, "train": train, "held_out": held_out, "gap": gap})

    @property
    def sentence(self) -> str:
        """The result in words."""
        train, held_out = self.training.score(self.measure), self.held_out.score(self.measure)
        side = "better" if self.gap >= 0 else "worse"
        return (
            f"{self.held_out.learner} on {self.held_out.task_name!r}: {self.measure.name} is {train:.4g} on "
            f"training rows and {held_out:.4g} on held-out rows ({self.held_out.design}), "
            f"{abs(self.gap):.2g} {side} on what it has seen."
        )

    def __str__(self) -> str:
        return self.sentence

    __repr__ = __str__


def overfitting_gap(
    task: Task, learner: Any, plan: Any, measure: MeasureLike, *, prepare: bool = True
) -> FitGap:
    """Train on every split and measure on both sides: the rows trained on, and the rows held out.

    A large gap is a sign of overfitting; a small one says nothing about how good the learner is. prepare:
    as in `resample`.

    >>> import gnomon as gn
    >>> print(overfitting_gap(gn.load("iris"), gn.KNeighborsClassifier(1), gn.k_fold(5), "accuracy"))
    KNeighborsClassifier on 'iris': accuracy is 1 on training rows and 0.9467 on held-out rows \
(stratified k-fold, 5 folds, 150 rows), 0.053 better on what it has seen.
    """
    found = find_measure(measure)
    splits = as_splits(task, plan)
    trained = [train for train, _ in splits]
    both = [np.concatenate(rows) for rows in zip(trained, splits.held_out)]
    # Split by split the training rows come first, then the held-out ones.
    sides = np.concatenate([np.arange(len(rows)) < len(train) for rows, train in zip(both, trained)])
    whole = resample(task, learner, Splits(both, splits.design, trained, splits.number), prepare=prepare)
    whole = replace(whole, splits=splits.fingerprint)
    return FitGap(_side(whole, sides), _side(whole, ~sides), found)


def squared_weight_norm(model: Any, *, intercept: bool = False) -> float:
    """The sum of the squared weights of a fitted linear model: large where it bends to follow single rows.

    It compares models of the same features in the same units only. intercept: whether the constant counts.

    >>> from sklearn.linear_model import Ridge
    >>> X, y = [[1.0], [2.0], [3.0]], [3.0, 5.0, 7.0]
    >>> [round(squared_weight_norm(Ridge(alpha=alpha).fit(X, y)), 3) for alpha in (0, 1)]
    [4.0, 1.778]
    """
    weights = getattr(model, "coef_", None)
    if weights is None:
        raise ParameterError(
            f"{model!r} has no weights (coef_); give a linear model that is fitted, such as Ridge().fit(X, y)"
        )
    constant = np.sum(np.square(model.intercept_)) if intercept else 0.0
    return float(np.sum(np.square(weights)) + constant)


def _side(predictions: Predictions, is_here: Flags) -> Predictions:
    given = {name: getattr(predictions, name) for name in ARRAYS if name != "train_sizes"}
    kept: dict[str, Any] = {name: array[is_here] for name, array in given.items() if array is not None}
    return replace(predictions, **kept)

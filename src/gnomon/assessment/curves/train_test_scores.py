"""Training and held-out scores of the same fitted models, in one pass."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from gnomon.arrays import Array, Floats
from gnomon.assessment.intervals import Bounds, Estimate, corrected_t_interval
from gnomon.assessment.measures.facts import Measure
from gnomon.assessment.predictions import Predictions
from gnomon.assessment.resample import resample_each
from gnomon.assessment.splits import Splits
from gnomon.data.task import Task
from gnomon.errors import DesignError

MAX_ROWS = 2**25
BY_ROW = ("split", "row", "truth", "predicted", "probability", "decision", "weight", "group")


@dataclass(frozen=True, eq=False)
class TrainTestPredictions:
    """Held-out predictions and training (resubstitution) predictions of the same models.

    >>> import gnomon as gn
    >>> from gnomon.metrics import find_measure
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> task = gn.load("iris")
    >>> result = train_test_predictions(task, [KNeighborsClassifier(1)], gn.k_fold(5).split(task))[0]
    >>> result.score(find_measure("accuracy"), 0.95).train
    1.0
    """

    held_out: Predictions
    training: Predictions

    def score(self, measure: Measure, level: float) -> "TrainTestScores":
        """The held-out and the training score, each with its confidence interval."""
        values = self.training.per_split(measure)
        bounds = None
        if len(values) > 1:
            held_out = np.unique(self.held_out.split, return_counts=True)[1]
            low, high = corrected_t_interval(
                values, float(np.mean(held_out / self.held_out.train_sizes)), level
            )
            bounds = max(low, measure.range[0]), min(high, measure.range[1])
        return TrainTestScores(self.held_out.estimate(measure, level), float(np.mean(values)), bounds)


@dataclass(frozen=True)
class TrainTestScores:
    """A held-out score with its interval, and a training score, with an interval if there are several splits.

    >>> TrainTestScores(Estimate(0.8, 0.7, 0.9, 0.95, "corrected t", ""), 0.95, (0.93, 0.97)).line()["score"]
    0.8
    """

    held_out: Estimate
    train: float
    train_bounds: Bounds | None

    def line(self) -> dict[str, Any]:
        """One row of a data frame."""
        columns = {"score": self.held_out.value, "lower": self.held_out.lower, "upper": self.held_out.upper}
        columns["train_score"] = self.train
        if self.train_bounds is not None:
            columns["train_lower"], columns["train_upper"] = self.train_bounds
        return columns


def train_test_predictions(
    task: Task, path: Sequence[Any], splits: Splits, *, prepare: bool = True
) -> list[TrainTestPredictions]:
    """Held-out and training predictions of every setting of a path, with one fit per split.

    prepare: as in `resample`.

    >>> import gnomon as gn
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> task = gn.load("iris")
    >>> result = train_test_predictions(task, [KNeighborsClassifier(1)], gn.k_fold(5).split(task))[0]
    >>> len(result.held_out.row), len(result.training.row)
    (150, 600)
    """
    n_rows = int(splits.train_sizes.sum())
    if n_rows > MAX_ROWS:
        raise DesignError(
            f"{len(splits)} splits ({splits.design}) have {n_rows} training rows in total, too many to store "
            "their predictions; use k_fold(10)"
        )
    pairs = [(np.unique(train), held_out) for train, held_out in splits]
    rows = [np.concatenate([held_out, train]) for train, held_out in pairs]
    joint = Splits(rows, splits.design, [train for train, _ in splits], splits.number)
    is_held_out = np.concatenate(
        [np.arange(len(all_rows)) < len(held) for all_rows, (_, held) in zip(rows, pairs)]
    )
    return [
        TrainTestPredictions(part(each, is_held_out, splits), part(each, ~is_held_out, splits))
        for each in resample_each(task, path, joint, prepare=prepare)
    ]


def part(predictions: Predictions, where: Array, splits: Splits) -> Predictions:
    """A subset of the rows of Predictions, as Predictions of these splits.

    >>> import gnomon as gn
    >>> from sklearn.dummy import DummyClassifier
    >>> task = gn.load("iris")
    >>> splits = gn.k_fold(5).split(task)
    >>> whole = gn.resample(task, DummyClassifier(), splits)
    >>> len(part(whole, whole.truth == 0, splits).row)
    50
    """
    some: dict[str, Any] = {
        name: getattr(predictions, name)[where] for name in BY_ROW if getattr(predictions, name) is not None
    }
    return replace(
        predictions, **some, splits=splits.fingerprint, design=splits.design, train_sizes=splits.train_sizes
    )


def log_spaced(values: Sequence[Any] | Floats) -> bool:
    """Whether numbers are positive, and closer to log-spaced than to evenly spaced.

    >>> log_spaced([0.01, 0.1, 1, 10]), log_spaced([1, 2, 3, 4]), log_spaced(["rbf", "poly"])
    (True, False, False)
    """
    try:
        numbers = np.sort(np.asarray(values, dtype=np.float64))
    except (TypeError, ValueError):
        return False
    if len(numbers) < 3 or not (np.isfinite(numbers) & (numbers > 0)).all() or numbers[0] == numbers[-1]:
        return False
    even = np.linspace(0, 1, len(numbers))
    linear = (numbers - numbers[0]) / (numbers[-1] - numbers[0])
    logarithm = np.log(numbers / numbers[0]) / np.log(numbers[-1] / numbers[0])
    return bool(np.sum((logarithm - even) ** 2) < np.sum((linear - even) ** 2))

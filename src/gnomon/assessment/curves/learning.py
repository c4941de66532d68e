"""Learning curve: training and held-out scores over training set sizes."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Floats, Integers
from gnomon.assessment.curves.power_law import PowerLaw, learning_curve_power_law
from gnomon.assessment.curves.train_test_scores import (
    TrainTestPredictions,
    TrainTestScores,
    part,
    train_test_predictions,
)
from gnomon.assessment.curves.training_rows import growing, sizes_of
from gnomon.assessment.measures.facts import Measure, find_measure
from gnomon.assessment.predictions import MeasureLike, Predictions
from gnomon.assessment.splits import Splits, as_splits
from gnomon.data.task import Task
from gnomon.seeds import Seed

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False, repr=False)
class LearningCurve:
    """A learning curve: training and held-out scores at increasing training set sizes.

    rows: number of training rows of each point. scores: held-out and training score of each point, with
    confidence intervals. per_split: held-out scores, points x splits. test_to_train: ratio of held-out to
    training rows.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> curve = learning_curve(gn.load("iris"), GaussianNB(), gn.k_fold(5), "accuracy", sizes=[15, 30, 120])
    >>> curve.frame()[["rows", "score"]].round(2).values.tolist()
    [[15.0, 0.9], [30.0, 0.95], [120.0, 0.95]]
    """

    learner: str
    measure: Measure
    rows: Integers
    scores: tuple[TrainTestScores, ...]
    per_split: Floats
    test_to_train: float
    level: float

    def frame(self) -> "pd.DataFrame":
        """One row per training set size: both scores with intervals, and the gap between them."""
        import pandas as pd

        lines = [each.line() for each in self.scores]
        gaps = [each.train - each.held_out.value for each in self.scores]
        return pd.DataFrame({"rows": self.rows, **pd.DataFrame(lines), "gap": gaps})

    def extrapolate(self, *, times: int = 1000, random_state: Seed = 0) -> PowerLaw:
        """Fit a power law to the held-out scores, to extrapolate to more training rows."""
        return learning_curve_power_law(
            self.rows,
            self.per_split,
            measure=self.measure,
            test_to_train=self.test_to_train,
            level=self.level,
            times=times,
            random_state=random_state,
        )

    def __str__(self) -> str:
        first, last = self.scores[0].held_out, self.scores[-1].held_out
        return (
            f"{self.measure.name} of {self.learner}: {first} with {self.rows[0]} training rows, "
            f"{last} with {self.rows[-1]}"
        )

    __repr__ = __str__


def learning_curve(
    task: Task,
    learner: Any,
    plan: Any,
    measure: MeasureLike,
    *,
    sizes: Sequence[float] | None = None,
    level: float = 0.95,
    random_state: Seed = 0,
    prepare: bool = True,
) -> LearningCurve:
    """Learning curve: training and held-out scores of a learner over training set sizes.

    sizes: numbers of training rows, or fractions of the smallest training set; by default eight, log-spaced.
    Training sets are nested and stratified by class. level: confidence level. prepare: as in `resample`.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> task = gn.datasets.make_moons(300, noise=0.3, random_state=0)
    >>> curve = learning_curve(task, GaussianNB(), gn.k_fold(5), "accuracy", sizes=[0.1, 1.0])
    >>> curve.rows, [round(each.held_out.value, 2) for each in curve.scores]
    (array([ 24, 240]), [0.87, 0.88])
    """
    measure, splits = find_measure(measure), as_splits(task, plan)
    rows = sizes_of(task, splits, sizes)
    points = _points(task, learner, splits, growing(task, splits, rows, random_state), prepare=prepare)
    n_held_out = np.array([len(held_out) for held_out in splits.held_out])
    return LearningCurve(
        points[0].held_out.learner,
        measure,
        rows,
        tuple(each.score(measure, level) for each in points),
        np.stack([each.held_out.per_split(measure) for each in points]),
        float(np.mean(n_held_out / splits.train_sizes)),
        level,
    )


def _points(
    task: Task, learner: Any, splits: Splits, sets: list[list[Integers]], *, prepare: bool
) -> list[TrainTestPredictions]:
    """Training and held-out predictions of every size, from one pass over all sizes and splits."""
    held_out = list(splits.held_out) * len(sets)
    train = [rows for of_size in sets for rows in of_size]
    whole = train_test_predictions(task, [learner], Splits(held_out, splits.design, train), prepare=prepare)[
        0
    ]
    return [
        TrainTestPredictions(_of_size(whole.held_out, splits, index), _of_size(whole.training, splits, index))
        for index in range(len(sets))
    ]


def _of_size(predictions: Predictions, splits: Splits, index: int) -> Predictions:
    """The predictions of one size, as those of the plan's splits.

    They keep the full training sizes: scores of splits are correlated by shared training rows, and small
    training sets share no more than full ones.
    """
    some = part(predictions, predictions.split // len(splits) == index, splits)
    return replace(some, split=splits.number[some.split % len(splits)].astype(np.int32))

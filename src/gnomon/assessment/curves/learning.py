"""The learning curve: the score against the number of training rows, and what more rows would bring."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Floats, Integers
from gnomon.assessment.curves.power_law import PowerLaw, learning_curve_power_law
from gnomon.assessment.curves.sides import Sides, SideScores, both_sides, part
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
    """Scores at growing numbers of training rows.

    rows: the training rows of each point. scores: held-out and training score of each point, with intervals.
    per_split: held-out scores, points x splits. test_to_train: held-out rows as a share of all training rows.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> curve = learning_curve(gn.load("iris"), GaussianNB(), gn.k_fold(5), "accuracy", sizes=[15, 30, 120])
    >>> curve.frame()[["rows", "score"]].round(2).values.tolist()
    [[15.0, 0.9], [30.0, 0.95], [120.0, 0.95]]
    """

    learner: str
    measure: Measure
    rows: Integers
    scores: tuple[SideScores, ...]
    per_split: Floats
    test_to_train: float
    level: float

    def frame(self) -> "pd.DataFrame":
        """One line a number of training rows: both scores with intervals, and the gap between them."""
        import pandas as pd

        lines = [each.line() for each in self.scores]
        gaps = [each.train - each.held_out.value for each in self.scores]
        return pd.DataFrame({"rows": self.rows, **pd.DataFrame(lines), "gap": gaps})

    def extrapolate(self, *, times: int = 1000, random_state: Seed = 0) -> PowerLaw:
        """A power law through the held-out scores: the score to come, and the rows that a score needs."""
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
    """Score a learner on the held-out rows of each split after training on more and more of its other rows.

    sizes: numbers of training rows, or shares of the smallest training set; eight by default, in even steps
    of their logarithm. Smaller training sets are within larger ones, and have the same share of each class.
    prepare: as in `resample`.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> task = gn.datasets.make_moons(300, noise=0.3, random_state=0)
    >>> curve = learning_curve(task, GaussianNB(), gn.k_fold(5), "accuracy", sizes=[0.1, 1.0])
    >>> curve.rows, [round(each.held_out.value, 2) for each in curve.scores]
    (array([ 24, 240]), [0.87, 0.88])
    """
    found, splits = find_measure(measure), as_splits(task, plan)
    rows = sizes_of(task, splits, sizes)
    points = _points(task, learner, splits, growing(task, splits, rows, random_state), prepare=prepare)
    n_held_out = np.array([len(held_out) for held_out in splits.held_out])
    return LearningCurve(
        points[0].held_out.learner,
        found,
        rows,
        tuple(each.score(found, level) for each in points),
        np.stack([each.held_out.per_split(found) for each in points]),
        float(np.mean(n_held_out / splits.train_sizes)),
        level,
    )


def _points(
    task: Task, learner: Any, splits: Splits, sets: list[list[Integers]], *, prepare: bool
) -> list[Sides]:
    """Both sides of every size, from one pass over all sizes and splits."""
    held_out = list(splits.held_out) * len(sets)
    train = [rows for of_size in sets for rows in of_size]
    whole = both_sides(task, [learner], Splits(held_out, splits.design, train), prepare=prepare)[0]
    return [
        Sides(_of_size(whole.held_out, splits, place), _of_size(whole.trained_on, splits, place))
        for place in range(len(sets))
    ]


def _of_size(side: Predictions, splits: Splits, place: int) -> Predictions:
    """The predictions of one size, as those of the plan's own splits.

    The whole training sizes stand with them: what correlates the scores of splits is the rows they share, and
    small training sets share no more than whole ones do.
    """
    some = part(side, side.split // len(splits) == place, splits)
    return replace(some, split=splits.number[some.split % len(splits)].astype(np.int32))

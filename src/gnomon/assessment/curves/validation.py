"""The validation curve: training and held-out score along a parameter, and which value to take."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.assessment.curves.sides import Sides, SideScores, both_sides, log_spaced
from gnomon.assessment.intervals import critical_z
from gnomon.assessment.measures.facts import Measure, find_measure
from gnomon.assessment.predictions import MeasureLike, Predictions
from gnomon.assessment.settings import hyperparameter_path
from gnomon.assessment.splits import as_splits
from gnomon.data.task import Task
from gnomon.errors import ParameterError

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False, repr=False)
class ValidationCurve:
    """Scores at each value of a parameter, over the same splits.

    scores: held-out and training score of each value, with intervals. errors: standard error of each
    held-out score, for the one-standard-error rule. simplest: "first" or "last", the end of `values` where
    the model is simplest.

    >>> import gnomon as gn
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> task = gn.datasets.make_moons(200, noise=0.3, random_state=0)
    >>> curve = validation_curve(
    ...     task, KNeighborsClassifier(), "n_neighbors", [1, 9, 81], gn.k_fold(5), "accuracy", simplest="last"
    ... )
    >>> curve.best_value, curve.log_scale
    (9, True)
    """

    learner: str
    parameter: str
    values: tuple[Any, ...]
    measure: Measure
    scores: tuple[SideScores, ...]
    errors: Floats
    simplest: str

    @property
    def best(self) -> int:
        """The place of the best held-out score; of equals, the simplest."""
        found = self._gains()
        return self._simplest_of(found == found.max())

    @property
    def best_value(self) -> Any:
        """The value with the best held-out score; of equals, the simplest."""
        return self.values[self.best]

    @property
    def within_one_error(self) -> int:
        """The place of the simplest value whose score is within one standard error of the best.

        Breiman, Friedman, Olshen & Stone (1984), section 3.4.3.
        """
        found = self._gains()
        return self._simplest_of(found >= found[self.best] - self.errors[self.best])

    @property
    def simple_value(self) -> Any:
        """The simplest value within one standard error of the best."""
        return self.values[self.within_one_error]

    @property
    def log_scale(self) -> bool:
        """Whether the parameter is better drawn on a log scale."""
        return log_spaced(self.values)

    @property
    def log_score(self) -> bool:
        """Whether the score is: it is above 0, and the largest is a hundred times the smallest or more."""
        values = np.array([(each.held_out.value, each.train) for each in self.scores])
        return bool(values.min() > 0 and values.max() >= 100 * values.min())

    def frame(self) -> "pd.DataFrame":
        """One line a value: both scores with intervals, and the standard error of the held-out one."""
        import pandas as pd

        lines = pd.DataFrame([each.line() for each in self.scores])
        return pd.DataFrame({self.parameter: list(self.values), **lines, "error": self.errors})

    def __str__(self) -> str:
        best = f"{self.parameter} = {self.best_value!r}: {self.scores[self.best].held_out}"
        return (
            f"{self.measure.name} of {self.learner} is best at {best}; simplest within one standard error: "
            f"{self.simple_value!r}. {optimism(len(self.values))}"
        )

    __repr__ = __str__

    def _gains(self) -> Floats:
        return np.array([self.measure.sign * each.held_out.value for each in self.scores])

    def _simplest_of(self, candidates: Any) -> int:
        return int(np.flatnonzero(candidates)[0 if self.simplest == "first" else -1])


def validation_curve(
    task: Task,
    learner: Any,
    parameter: str,
    values: Sequence[Any],
    plan: Any,
    measure: MeasureLike,
    *,
    simplest: str = "first",
    level: float = 0.95,
    prepare: bool = True,
) -> ValidationCurve:
    """Score a learner at each value of a parameter, on the same splits, with preparation shared.

    parameter: a name that `learner.set_params` knows, such as "svc__C" inside a pipeline. simplest: at which
    end of `values` the model is simplest: "first" (degree, depth, C rising) or "last" (neighbors, alpha).
    prepare: as in `resample`.

    >>> import gnomon as gn
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> tree = DecisionTreeClassifier(random_state=0)
    >>> curve = validation_curve(gn.load("iris"), tree, "max_depth", [1, 2, 5], gn.k_fold(5), "error")
    >>> curve.frame().train_score.round(2).tolist()
    [0.33, 0.03, 0.0]
    """
    if simplest not in ("first", "last"):
        raise ParameterError(f"simplest={simplest!r}: it must be 'first' or 'last', an end of the values")
    found = find_measure(measure)
    sides = both_sides(
        task, hyperparameter_path(learner, parameter, values), as_splits(task, plan), prepare=prepare
    )
    scores = tuple(each.score(found, level) for each in sides)
    errors = np.array([standard_error(side, score, found) for side, score in zip(sides, scores)])
    name = sides[0].held_out.learner
    return ValidationCurve(name, parameter, tuple(values), found, scores, errors, simplest)


def standard_error(side: Sides, score: SideScores, measure: Measure) -> float:
    """The standard error of a cross-validated score, as the one-standard-error rule takes it.

    k-fold: the spread of the folds' scores over √k, however often repeated. Else what the interval implies.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> found, task = find_measure("accuracy"), gn.load("iris")
    >>> side = both_sides(task, [GaussianNB()], gn.k_fold(5).split(task))[0]
    >>> error = standard_error(side, side.score(found, 0.95), found)
    >>> bool(error == np.std(side.held_out.per_split("accuracy"), ddof=1) / sqrt(5))
    True
    """
    predictions: Predictions = side.held_out
    folds = predictions.design.folds
    if predictions.design.method == "k-fold" and folds > 1:
        return float(np.std(predictions.per_split(measure), ddof=1)) / sqrt(folds)
    found = score.held_out
    return (found.upper - found.lower) / (2 * critical_z(found.level))


def optimism(n_settings: int) -> str:
    """What is to be said of the best score of several.

    >>> optimism(1)
    'Nothing was chosen, so the score is as honest as the splits.'
    """
    if n_settings == 1:
        return "Nothing was chosen, so the score is as honest as the splits."
    return (
        f"As the best of {n_settings} on the rows that chose it, its score is optimistic; "
        "measure the choice itself on rows it has not seen."
    )

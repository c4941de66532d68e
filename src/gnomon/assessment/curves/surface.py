"""Validation surface: training and held-out scores over a grid of two hyperparameters."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.assessment.curves.train_test_scores import TrainTestScores, log_spaced, train_test_predictions
from gnomon.assessment.curves.validation import optimism
from gnomon.assessment.measures.facts import Measure, find_measure
from gnomon.assessment.predictions import MeasureLike
from gnomon.assessment.settings import hyperparameter_grid
from gnomon.assessment.splits import as_splits
from gnomon.data.task import Task
from gnomon.errors import ParameterError

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False, repr=False)
class ValidationSurface:
    """A validation surface: scores over a grid of two hyperparameters, on the same splits.

    grid: the two hyperparameters with their values; rows and columns of the surface. scores: held-out and
    training score of each pair, row by row.

    >>> import gnomon as gn
    >>> from sklearn.svm import SVC
    >>> task = gn.datasets.make_moons(100, noise=0.2, random_state=0)
    >>> grid = {"C": [0.1, 1, 10], "gamma": [0.01, 1]}
    >>> surface = validation_surface(task, SVC(), grid, gn.k_fold(5), "accuracy")
    >>> surface.held_out.shape, surface.best_values["gamma"]
    ((3, 2), 1)
    """

    learner: str
    grid: dict[str, tuple[Any, ...]]
    measure: Measure
    scores: tuple[TrainTestScores, ...]

    @property
    def held_out(self) -> Floats:
        """Held-out scores, first hyperparameter x second."""
        return self._surface([each.held_out.value for each in self.scores])

    @property
    def train(self) -> Floats:
        """Training scores, first hyperparameter x second."""
        return self._surface([each.train for each in self.scores])

    @property
    def best(self) -> tuple[int, int]:
        """Row and column of the best held-out score; of ties, the first."""
        gain = self.measure.sign * self.held_out
        row, column = np.unravel_index(int(np.argmax(gain)), gain.shape)
        return int(row), int(column)

    @property
    def best_values(self) -> dict[str, Any]:
        """The hyperparameter values of the best held-out score."""
        return {name: values[index] for (name, values), index in zip(self.grid.items(), self.best)}

    @property
    def log_scales(self) -> tuple[bool, bool]:
        """Whether the values of each hyperparameter are log-spaced, for the axis scales."""
        first, second = (log_spaced(values) for values in self.grid.values())
        return first, second

    def frame(self) -> "pd.DataFrame":
        """One row per pair of values: both scores with intervals."""
        import pandas as pd

        (row, first), (column, second) = self.grid.items()
        pairs = [{row: one, column: other} for one in first for other in second]
        return pd.DataFrame([pair | each.line() for pair, each in zip(pairs, self.scores)])

    def __str__(self) -> str:
        best_values = ", ".join(f"{name} = {value!r}" for name, value in self.best_values.items())
        row, column = self.best
        best = self.scores[row * self.held_out.shape[1] + column].held_out
        return (
            f"{self.measure.name} of {self.learner} is best at {best_values}: {best}. "
            f"{optimism(len(self.scores))}"
        )

    __repr__ = __str__

    def _surface(self, values: list[float]) -> Floats:
        first, second = self.grid.values()
        return np.array(values).reshape(len(first), len(second))


def validation_surface(
    task: Task,
    learner: Any,
    grid: Mapping[str, Sequence[Any]],
    plan: Any,
    measure: MeasureLike,
    *,
    level: float = 0.95,
    prepare: bool = True,
) -> ValidationSurface:
    """Validation surface: training and held-out scores over a grid of two hyperparameters.

    grid: the two hyperparameters with their values. level: confidence level. prepare: as in `resample`.

    >>> import gnomon as gn
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> grid = {"max_depth": [1, 3], "min_samples_leaf": [1, 5]}
    >>> tree = DecisionTreeClassifier(random_state=0)
    >>> validation_surface(gn.load("iris"), tree, grid, gn.k_fold(5), "error").train.round(2).tolist()
    [[0.33, 0.33], [0.02, 0.03]]
    """
    if len(grid) != 2:
        raise ParameterError(
            f"grid has {len(grid)} hyperparameters, but a surface needs two; use validation_curve for one"
        )
    measure = find_measure(measure)
    path = hyperparameter_grid(learner, grid)
    results = train_test_predictions(task, path, as_splits(task, plan), prepare=prepare)
    scores = tuple(each.score(measure, level) for each in results)
    values = {name: tuple(each) for name, each in grid.items()}
    return ValidationSurface(results[0].held_out.learner, values, measure, scores)

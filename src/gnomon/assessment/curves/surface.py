"""The validation surface: the score over two parameters at once, such as C and the width of a kernel."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.assessment.curves.sides import SideScores, both_sides, log_spaced
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
    """Scores at each pair of values of two parameters, over the same splits.

    grid: the two parameters with their values; the first gives the rows of the surface, the second the
    columns. scores: held-out and training score of each pair, row after row.

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
    scores: tuple[SideScores, ...]

    @property
    def held_out(self) -> Floats:
        """Held-out scores, first parameter x second."""
        return self._surface([each.held_out.value for each in self.scores])

    @property
    def train(self) -> Floats:
        """Training scores, first parameter x second."""
        return self._surface([each.train for each in self.scores])

    @property
    def best(self) -> tuple[int, int]:
        """The places of the best held-out score; of equals, the first."""
        found = self.measure.sign * self.held_out
        row, column = np.unravel_index(int(np.argmax(found)), found.shape)
        return int(row), int(column)

    @property
    def best_values(self) -> dict[str, Any]:
        """The values of both parameters at the best held-out score."""
        return {name: values[place] for (name, values), place in zip(self.grid.items(), self.best)}

    @property
    def log_scales(self) -> tuple[bool, bool]:
        """Whether each parameter is better drawn on a log scale."""
        first, second = (log_spaced(values) for values in self.grid.values())
        return first, second

    def frame(self) -> "pd.DataFrame":
        """One line a pair of values: both scores with intervals."""
        import pandas as pd

        (row, first), (column, second) = self.grid.items()
        pairs = [{row: one, column: other} for one in first for other in second]
        return pd.DataFrame([pair | each.line() for pair, each in zip(pairs, self.scores)])

    def __str__(self) -> str:
        chosen = ", ".join(f"{name} = {value!r}" for name, value in self.best_values.items())
        row, column = self.best
        best = self.scores[row * self.held_out.shape[1] + column].held_out
        return (
            f"{self.measure.name} of {self.learner} is best at {chosen}: {best}. {optimism(len(self.scores))}"
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
    """Score a learner at each pair of values of two parameters, on the same splits, with preparation shared.

    prepare: as in `resample`.

    >>> import gnomon as gn
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> grid = {"max_depth": [1, 3], "min_samples_leaf": [1, 5]}
    >>> tree = DecisionTreeClassifier(random_state=0)
    >>> validation_surface(gn.load("iris"), tree, grid, gn.k_fold(5), "error").train.round(2).tolist()
    [[0.33, 0.33], [0.02, 0.03]]
    """
    if len(grid) != 2:
        raise ParameterError(f"grid names {len(grid)} parameters; a surface is over two, a curve over one")
    found = find_measure(measure)
    sides = both_sides(task, hyperparameter_grid(learner, grid), as_splits(task, plan), prepare=prepare)
    scores = tuple(each.score(found, level) for each in sides)
    values = {name: tuple(each) for name, each in grid.items()}
    return ValidationSurface(sides[0].held_out.learner, values, found, scores)

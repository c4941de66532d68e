"""Coarse-to-fine grid search of two hyperparameters on logarithmic grids.

Hsu, Chang & Lin (2003), "A practical guide to support vector classification": a wide grid of C and gamma
first, then finer ones around the best pair.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.base import clone

from gnomon.assessment.curves.surface import ValidationSurface, validation_surface
from gnomon.assessment.predictions import MeasureLike
from gnomon.assessment.splits import as_splits
from gnomon.data.task import Task
from gnomon.errors import ParameterError

if TYPE_CHECKING:
    import pandas as pd

WIDE = {
    "C": tuple(2.0**power for power in range(-3, 13, 3)),
    "gamma": tuple(2.0**power for power in range(-11, 2, 3)),
}


@dataclass(frozen=True, eq=False, repr=False)
class CoarseToFine:
    """The result of a coarse-to-fine grid search: a validation surface per stage, and the best learner.

    learner: unfitted, with the best hyperparameters of the last stage.
    """

    surfaces: tuple[ValidationSurface, ...]
    learner: Any

    @property
    def best_values(self) -> dict[str, Any]:
        """The best pair of values of the last stage."""
        return self.surfaces[-1].best_values

    def frame(self) -> "pd.DataFrame":
        """The scores, one row per stage and pair of values."""
        import pandas as pd

        frames = [surface.frame().assign(stage=stage) for stage, surface in enumerate(self.surfaces)]
        return pd.concat(frames, ignore_index=True)

    def __str__(self) -> str:
        return f"after {len(self.surfaces)} stages, {self.surfaces[-1]}"

    __repr__ = __str__


def coarse_to_fine_search(
    task: Task,
    learner: Any,
    plan: Any,
    measure: MeasureLike,
    *,
    grid: Mapping[str, Sequence[float]] = WIDE,
    stages: int = 2,
) -> CoarseToFine:
    """Coarse-to-fine grid search of two hyperparameters: a wide grid, then finer grids around the best.

    grid: positive values of two hyperparameters, such as C and gamma of SVC. All stages use the same splits,
    so the score of the chosen pair is optimistic: `assess_selection` estimates it by nested cross-validation.

    >>> import gnomon as gn
    >>> task = gn.datasets.make_moons(80, noise=0.2, random_state=0)
    >>> grid = {"C": [1, 9], "gamma": [0.1, 2]}
    >>> search = coarse_to_fine_search(task, gn.SVC(), gn.k_fold(4), "accuracy", grid=grid)
    >>> len(search.surfaces), sorted(search.best_values), len(search.frame())
    (2, ['C', 'gamma'], 13)
    """
    if stages < 1:
        raise ParameterError(f"stages={stages!r}: it must be an integer of at least 1")
    for name, values in grid.items():
        if len(values) == 0 or min(values) <= 0:
            raise ParameterError(f"grid[{name!r}] is {list(values)!r}: it must hold positive numbers")
    splits = as_splits(task, plan)
    surfaces = [validation_surface(task, learner, grid, splits, measure)]
    for _ in range(stages - 1):
        surfaces.append(validation_surface(task, learner, _finer(surfaces[-1]), splits, measure))
    return CoarseToFine(tuple(surfaces), clone(learner).set_params(**surfaces[-1].best_values))


def _finer(surface: ValidationSurface) -> dict[str, list[float]]:
    """Log-spaced values with half the spacing, between the grid neighbors of the best value."""
    grid = {}
    for (name, values), index in zip(surface.grid.items(), surface.best):
        ends = np.log(np.array(values, dtype=np.float64))[max(index - 1, 0) : index + 2]
        halves = (ends[1:] + ends[:-1]) / 2
        grid[name] = [float(value) for value in np.exp(np.sort(np.concatenate([ends, halves])))]
    return grid

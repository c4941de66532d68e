"""Coarse to fine: two parameters that depend on each other, searched together on grids of powers.

Hsu, Chang & Lin (2003), "A practical guide to support vector classification": a wide grid of C and gamma
first, then finer ones about the best pair.
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
    """What a search found: a surface of scores for each stage, and the learner at the best pair.

    learner: unfitted, with the best values of the last stage set.
    """

    surfaces: tuple[ValidationSurface, ...]
    learner: Any

    @property
    def best_values(self) -> dict[str, Any]:
        """The best pair of values of the last stage."""
        return self.surfaces[-1].best_values

    def frame(self) -> "pd.DataFrame":
        """One line a stage and pair of values: the scores, to be drawn as surfaces."""
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
    """Score a learner on a wide grid of two parameters, then on grids half as wide about the best pair.

    grid: values above 0 of two parameters, such as C and gamma of SVC. All stages use the same splits, so the
    last scores favor the pair chosen: `assess_selection` says how good it is on other rows.

    >>> import gnomon as gn
    >>> task = gn.datasets.make_moons(80, noise=0.2, random_state=0)
    >>> grid = {"C": [1, 9], "gamma": [0.1, 2]}
    >>> found = coarse_to_fine_search(task, gn.SVC(), gn.k_fold(4), "accuracy", grid=grid)
    >>> len(found.surfaces), sorted(found.best_values), len(found.frame())
    (2, ['C', 'gamma'], 13)
    """
    if stages < 1:
        raise ParameterError(f"stages={stages!r}: it must be a whole number of at least 1")
    for name, values in grid.items():
        if len(values) == 0 or min(values) <= 0:
            raise ParameterError(f"grid[{name!r}] is {list(values)!r}: it must hold numbers above 0")
    splits = as_splits(task, plan)
    surfaces = [validation_surface(task, learner, grid, splits, measure)]
    for _ in range(stages - 1):
        surfaces.append(validation_surface(task, learner, _finer(surfaces[-1]), splits, measure))
    return CoarseToFine(tuple(surfaces), clone(learner).set_params(**surfaces[-1].best_values))


def _finer(surface: ValidationSurface) -> dict[str, list[float]]:
    """Values half as far apart, in powers, from one neighbor of the best to the other."""
    found = {}
    for (name, values), place in zip(surface.grid.items(), surface.best):
        ends = np.log(np.array(values, dtype=np.float64))[max(place - 1, 0) : place + 2]
        halves = (ends[1:] + ends[:-1]) / 2
        found[name] = [float(value) for value in np.exp(np.sort(np.concatenate([ends, halves])))]
    return found

"""Repeated runs of a stochastic learner with different random seeds on the same splits.

Splits vary the data and seeds vary the learner. With the splits fixed, the variance is that of the seeds.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.base import clone

from gnomon.arrays import Floats
from gnomon.assessment.measures.facts import find_measure
from gnomon.assessment.predictions import MeasureLike, Predictions
from gnomon.assessment.resample import resample_each
from gnomon.assessment.splits import as_splits
from gnomon.assessment.splits.plan import check_integer
from gnomon.data.task import Task
from gnomon.errors import DesignError
from gnomon.seeds import Seed, child, sequence

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False, repr=False)
class Runs:
    """Predictions of one stochastic learner with several random seeds, on the same splits.

    seeds: the random_state of each run.

    >>> from sklearn.tree import DecisionTreeClassifier
    >>> from gnomon import k_fold, load
    >>> runs = repeat_runs(load("iris"), DecisionTreeClassifier(max_features=1), k_fold(5), times=3)
    >>> len(runs.predictions), runs.frame("accuracy").columns.tolist()
    (3, ['run', 'seed', 'accuracy'])
    """

    predictions: tuple[Predictions, ...]
    seeds: tuple[int, ...]

    def scores(self, measure: MeasureLike) -> Floats:
        """The score of each run."""
        return np.array([each.score(measure) for each in self.predictions])

    def mean(self, measure: MeasureLike) -> float:
        """The mean score over runs."""
        return float(np.mean(self.scores(measure)))

    def deviation(self, measure: MeasureLike, *, ddof: int = 1) -> float:
        """The standard deviation of the score over runs, due to the random seed."""
        if len(self.seeds) <= ddof:
            raise DesignError(
                f"the standard deviation of {len(self.seeds)} run is undefined with ddof={ddof}; use "
                "repeat_runs(..., times=10)"
            )
        return float(np.std(self.scores(measure), ddof=ddof))

    def frame(self, measure: MeasureLike) -> "pd.DataFrame":
        """One row per run."""
        import pandas as pd

        measure = find_measure(measure)
        runs = range(len(self.seeds))
        return pd.DataFrame({"run": runs, "seed": self.seeds, measure.name: self.scores(measure)})

    def __str__(self) -> str:
        first = self.predictions[0]
        return f"{len(self.seeds)} runs of {first.learner} on {first.task_name!r}, {first.design}"

    __repr__ = __str__


def repeat_runs(
    task: Task, learner: Any, plan: Any, times: int = 10, random_state: Seed = 0, *, prepare: bool = True
) -> Runs:
    """Resample a stochastic learner several times on the same splits, with a different random seed each.

    random_state: run i of seed s has the same seed for any number of runs. prepare: as in `resample`.

    >>> from sklearn.linear_model import Ridge
    >>> from gnomon import k_fold, load
    >>> repeat_runs(load("diabetes"), Ridge(solver="sag"), k_fold(3), times=2).deviation("r2") < 0.001
    True
    """
    times = check_integer("repeat_runs", "times", times, 1)
    names = [name for name in learner.get_params() if name.rpartition("__")[2] == "random_state"]
    if not names:
        raise DesignError(
            f"{type(learner).__name__} has no random_state, so all runs would be identical; use resample"
        )
    root = sequence(random_state)
    # scikit-learn accepts seeds below 2**32, some libraries it calls only below 2**31.
    seeds = tuple(int(child(root, run).generate_state(1)[0]) >> 1 for run in range(times))
    path = [clone(learner).set_params(**dict.fromkeys(names, seed)) for seed in seeds]
    return Runs(tuple(resample_each(task, path, as_splits(task, plan), prepare=prepare)), seeds)

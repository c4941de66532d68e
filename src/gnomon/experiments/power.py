"""Power analysis: the minimum detectable difference of a design, before it is run.

For the corrected resampled t-test (Nadeau & Bengio 2003) the standard error is sd √(1/J + n_test/n_train)
with J splits; it is never below that of a single evaluation of all rows. Both depend on the assumed standard
deviation of the difference between two learners, which each row states.
"""

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from gnomon.assessment.intervals import check_level
from gnomon.assessment.measures.facts import Measure, find_measure
from gnomon.assessment.power import corrected_t_detectable
from gnomon.assessment.power.needed import positive
from gnomon.assessment.significance.student import check_power, detectable_t
from gnomon.errors import DesignError, ParameterError
from gnomon.experiments.design import Design
from gnomon.experiments.results import Results

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Detectable:
    """The minimum detectable difference between two learners on one task.

    sd: assumed standard deviation of their difference between splits. n_pairs: number of pairwise
    comparisons, for the Bonferroni correction. difference: the minimum detectable difference. level:
    confidence level. assumption: the source of sd.
    """

    task: str
    measure: str
    n_rows: int
    n_splits: int
    n_pairs: int
    sd: float
    difference: float
    level: float
    power: float
    assumption: str

    def __str__(self) -> str:
        return (
            f"{self.task}: {self.n_splits} splits of {self.n_rows} rows detect a difference in "
            f"{self.measure} "
            f"of {self.difference:.2g} with {100 * self.power:g} % power, if {self.assumption}."
        )


@dataclass(frozen=True)
class PowerForecast:
    """The minimum detectable difference of a design on each of its tasks.

    >>> line = Detectable("iris", "accuracy", 150, 10, 1, 0.08, 0.12, 0.95, 0.8, "the sd is 0.08")
    >>> print(PowerForecast((line,)))
    iris: 10 splits of 150 rows detect a difference in accuracy of 0.12 with 80 % power, if the sd is 0.08.
    """

    tasks: tuple[Detectable, ...]

    def frame(self) -> "pd.DataFrame":
        """One row per task."""
        import pandas as pd

        return pd.DataFrame([vars(each) for each in self.tasks])

    def __str__(self) -> str:
        return "\n".join(map(str, self.tasks))


def forecast_power(
    design: Design,
    *,
    discordant: float = 0.1,
    sd: float | None = None,
    pilot: Results | None = None,
    level: float = 0.95,
    power: float = 0.8,
) -> PowerForecast:
    """Power analysis: the minimum detectable difference of a design on each task.

    discordant: for measures that are proportions of rows, such as accuracy: the assumed proportion of rows
    that exactly one of two learners classifies correctly. sd: instead, the standard deviation of the
    difference between splits. pilot: instead, results of at least two learners on the same tasks, of which
    the largest sd is used. level: confidence level. power: required power of the test.

    >>> import gnomon as gn
    >>> design = gn.Design(gn.load("breast-cancer"), [gn.GaussianNB(), gn.NearestMean()], gn.k_fold(10))
    >>> round(forecast_power(design, discordant=0.05).tasks[0].difference, 3)
    0.043
    """
    check_power(power, check_level(level))
    if not 0 < discordant <= 1:
        raise ParameterError(f"discordant={discordant!r}: it must be a proportion above 0 and at most 1")
    n_pairs = max(len(design.learners) * (len(design.learners) - 1) // 2, 1)
    assumptions = _Assumptions(discordant, sd, pilot, level, power)
    return PowerForecast(tuple(_line(design, task, n_pairs, assumptions) for task in design.tasks))


@dataclass(frozen=True)
class _Assumptions:
    """The assumptions and the required level and power."""

    discordant: float
    sd: float | None
    pilot: Results | None
    level: float
    power: float


def _line(design: Design, task: str, n_pairs: int, assumptions: _Assumptions) -> Detectable:
    splits, measure = design.splits[task], find_measure(design.measures_of(task)[0])
    sizes = splits.held_out_sizes
    n_held, n_distinct = float(np.mean(sizes)), len(np.unique(splits.held_out_rows))
    sd, assumption = _spread(task, measure, n_held, assumptions)
    # Bonferroni correction for all pairs.
    level = 1 - (1 - assumptions.level) / n_pairs
    difference = detectable_t(sd * sqrt(n_held / n_distinct), n_distinct - 1, level, assumptions.power)
    if len(splits) > 1:
        ratio = n_held / float(np.mean(splits.train_sizes))
        by_splits = corrected_t_detectable(sd, len(splits), ratio, level, assumptions.power)
        difference = max(difference, by_splits)
    return Detectable(
        task=task,
        measure=measure.name,
        n_rows=splits.design.n_rows,
        n_splits=len(splits),
        n_pairs=n_pairs,
        sd=sd,
        difference=difference,
        level=assumptions.level,
        power=assumptions.power,
        assumption=assumption,
    )


def _spread(task: str, measure: Measure, n_held: float, assumptions: _Assumptions) -> tuple[float, str]:
    """The standard deviation of the difference of two learners between splits, and its source."""
    if assumptions.sd is not None:
        sd = positive("sd", assumptions.sd)
        return sd, f"the difference has a standard deviation of {sd:.3g} between splits, as passed"
    if assumptions.pilot is not None:
        sd = _of_pilot(assumptions.pilot, task, measure)
        return (
            sd,
            f"the difference has a standard deviation of {sd:.3g} between splits, the largest of the pilot",
        )
    if not measure.is_share:
        raise DesignError(
            f"the variance of differences in {measure.name} cannot be derived from the number of rows; "
            "pass {sd}, the standard deviation of the difference between splits, or {pilot}, results of a "
            "first run",
            settings={"sd": ..., "pilot": ...},
        )
    # A row's difference is -1, 0 or 1, so its variance is at most the proportion of discordant rows.
    share = f"{100 * assumptions.discordant:g} %"
    return sqrt(
        assumptions.discordant / n_held
    ), f"exactly one of two learners classifies {share} of the rows correctly"


def _of_pilot(pilot: Results, task: str, measure: Measure) -> float:
    scores = [pilot.predictions(task, learner).per_split(measure) for learner in pilot.learners]
    if len(scores) < 2 or len(scores[0]) < 2:
        raise DesignError(
            "a pilot with at least two learners and two splits is required; run one, or pass sd="
        )
    spreads = [
        np.std(one - other, ddof=1) for index, one in enumerate(scores) for other in scores[index + 1 :]
    ]
    if max(spreads) == 0:
        raise DesignError("the learners of the pilot do not differ on any split; use others, or pass sd=")
    return float(max(spreads))

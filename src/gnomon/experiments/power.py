"""Which difference a design can see, before anything is run.

The corrected t over splits (Nadeau & Bengio 2003) sees a difference d with the power asked for where d is the
detectable one for a standard error of sd √(1/J + n_test/n_train), J splits; and no design sees more than its
rows tell: the standard error is never below that of the rows taken once. All of it rests on an assumption of
how much two learners differ, which each line states.
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
    """The smallest difference between two learners that a design sees on one task.

    sd: assumed standard deviation of their difference from split to split. n_pairs: of learners, all of
    which are compared, so that each comparison must be surer. assumption: where sd comes from.
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
            f"{self.task}: {self.n_splits} splits of {self.n_rows} rows see a difference in {self.measure} "
            f"of {self.difference:.2g} with {100 * self.power:g} % power, if {self.assumption}."
        )


@dataclass(frozen=True)
class PowerForecast:
    """What a design can see on each of its tasks.

    >>> line = Detectable("iris", "accuracy", 150, 10, 1, 0.08, 0.12, 0.95, 0.8, "the sd is 0.08")
    >>> print(PowerForecast((line,)))
    iris: 10 splits of 150 rows see a difference in accuracy of 0.12 with 80 % power, if the sd is 0.08.
    """

    tasks: tuple[Detectable, ...]

    def frame(self) -> "pd.DataFrame":
        """A line a task."""
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
    """Foretell which difference a design sees on each task.

    How much two learners differ must be assumed. For measures that are shares of rows, such as accuracy:
    discordant, the share of rows that just one of the two gets right. For others, or in its place: sd, the
    standard deviation of the difference from split to split; or pilot, results of at least two learners on
    the same tasks, whose largest one is taken.

    >>> import gnomon as gn
    >>> design = gn.Design(gn.load("breast-cancer"), [gn.GaussianNB(), gn.NearestMean()], gn.k_fold(10))
    >>> round(forecast_power(design, discordant=0.05).tasks[0].difference, 3)
    0.043
    """
    check_power(power, check_level(level))
    if not 0 < discordant <= 1:
        raise ParameterError(f"discordant={discordant!r}: a share of rows is above 0 and at most 1")
    n_pairs = max(len(design.learners) * (len(design.learners) - 1) // 2, 1)
    asked = _Asked(discordant, sd, pilot, level, power)
    return PowerForecast(tuple(_line(design, task, n_pairs, asked) for task in design.tasks))


@dataclass(frozen=True)
class _Asked:
    """What is assumed and asked for."""

    discordant: float
    sd: float | None
    pilot: Results | None
    level: float
    power: float


def _line(design: Design, task: str, n_pairs: int, asked: _Asked) -> Detectable:
    splits, measure = design.splits[task], find_measure(design.measures_of(task)[0])
    sizes = splits.held_out_sizes
    n_held, n_distinct = float(np.mean(sizes)), len(np.unique(splits.held_out_rows))
    sd, assumption = _spread(task, measure, n_held, asked)
    # Bonferroni: the level at which all pairs together are as sure as asked for.
    level = 1 - (1 - asked.level) / n_pairs
    difference = detectable_t(sd * sqrt(n_held / n_distinct), n_distinct - 1, level, asked.power)
    if len(splits) > 1:
        ratio = n_held / float(np.mean(splits.train_sizes))
        by_splits = corrected_t_detectable(sd, len(splits), ratio, level, asked.power)
        difference = max(difference, by_splits)
    return Detectable(
        task=task,
        measure=measure.name,
        n_rows=splits.design.n_rows,
        n_splits=len(splits),
        n_pairs=n_pairs,
        sd=sd,
        difference=difference,
        level=asked.level,
        power=asked.power,
        assumption=assumption,
    )


def _spread(task: str, measure: Measure, n_held: float, asked: _Asked) -> tuple[float, str]:
    """Standard deviation of the difference of two learners from split to split, and where it comes from."""
    if asked.sd is not None:
        sd = positive("sd", asked.sd)
        return sd, f"the difference varies from split to split by {sd:.3g}, as given"
    if asked.pilot is not None:
        sd = _of_pilot(asked.pilot, task, measure)
        return sd, f"the difference varies from split to split by {sd:.3g}, the largest of the pilot"
    if not measure.is_share:
        raise DesignError(
            f"how much {measure.name} differs between learners cannot be told from rows alone; give sd=, the "
            "standard deviation of the difference from split to split, or pilot=, results of a first run"
        )
    # A row's difference is -1, 0 or 1, so that its variance is at most the share of rows that are not 0.
    share = f"{100 * asked.discordant:g} %"
    return sqrt(asked.discordant / n_held), f"just one of two learners gets {share} of the rows right"


def _of_pilot(pilot: Results, task: str, measure: Measure) -> float:
    scores = [pilot.predictions(task, learner).per_split(measure) for learner in pilot.learners]
    if len(scores) < 2 or len(scores[0]) < 2:
        raise DesignError("a pilot of two learners and two splits or more is needed; run one, or give sd=")
    spreads = [
        np.std(one - other, ddof=1) for place, one in enumerate(scores) for other in scores[place + 1 :]
    ]
    if max(spreads) == 0:
        raise DesignError("the learners of the pilot do not differ on any split; take others, or give sd=")
    return float(max(spreads))

"""Studies of independent scores, as z and t intervals assume."""

from dataclasses import dataclass

import numpy as np

from gnomon.assessment.evidence.study import LEVEL, Facts, Outcome, Study, outcomes
from gnomon.assessment.intervals import t_interval, z_interval

INTERVALS = {
    "z": (z_interval, 1),
    "z, ddof 0": (z_interval, 0),
    "t": (t_interval, 1),
    "t, ddof 0": (t_interval, 0),
}


@dataclass(frozen=True)
class IndependentScores(Study):
    """Intervals for the mean of k independent normal scores, with the divisors k and k - 1.

    >>> study = IndependentScores(5, 1000)
    >>> sorted(study.trial(np.random.default_rng(0)))
    ['t', 't, ddof 0', 'z', 'z, ddof 0']
    """

    k: int
    simulations: int
    methods: tuple[str, ...] = tuple(INTERVALS)

    @property
    def facts(self) -> Facts:
        """The key of its cells."""
        return Facts(
            kind="coverage",
            measure="score",
            target="expected",
            design="independent scores",
            folds=self.k,
            repeats=1,
            stratified=False,
            n=self.k,
            prevalence=0.0,
            world="normal scores",
            learner="none",
        )

    def trial(self, random: np.random.Generator) -> dict[str, Outcome]:
        """One draw of k scores."""
        values = random.normal(size=self.k)

        def evaluate(method: str) -> Outcome:
            function, ddof = INTERVALS[method]
            return (*function(values, LEVEL, ddof=ddof), 0.0)

        return outcomes(self.methods, evaluate)

"""Studies of tests over data sets, on a table of scores, data sets x learners."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.assessment.evidence.study import Facts, Outcome, Study, outcomes
from gnomon.assessment.significance.corrections import adjust_p_values
from gnomon.assessment.significance.differences import paired_t_test
from gnomon.assessment.significance.friedman import friedman_test, iman_davenport_test, ranks
from gnomon.assessment.significance.rank_differences import nemenyi_test, normal_p
from gnomon.assessment.significance.sign import sign_test
from gnomon.assessment.significance.signed_rank import wilcoxon_test


@dataclass(frozen=True)
class DataSetTests(Study):
    """Tests of scores on n data sets of different difficulty, with heavy-tailed noise.

    gain: difference of the first learner in units of the noise; where it is 0, the rate is the type-I error:
    for pairs of learners, the family-wise error rate.

    >>> study = DataSetTests(10, 2, 0.0, ("wilcoxon",), 1000)
    >>> study.facts.kind, sorted(study.trial(np.random.default_rng(0)))
    ('type-I error', ['wilcoxon'])
    """

    n: int
    n_learners: int
    gain: float
    methods: tuple[str, ...]
    simulations: int

    @property
    def facts(self) -> Facts:
        """The key of its cells."""
        return Facts(
            kind="power" if self.gain else "type-I error",
            measure="score",
            target="difference",
            design="data sets",
            folds=1,
            repeats=1,
            stratified=False,
            n=self.n,
            prevalence=0.0,
            world=f"noise of Student's t, 5 degrees of freedom, gain {self.gain:g}",
            learner=f"{self.n_learners} learners",
        )

    def trial(self, random: np.random.Generator) -> dict[str, Outcome]:
        """One table of scores."""
        scores = random.normal(size=(self.n, 1)) + random.standard_t(5, size=(self.n, self.n_learners))
        scores[:, 0] += self.gain
        return outcomes(self.methods, lambda method: (TESTS[method](scores),))


def _of_two(test: Callable[[Floats], Any]) -> Callable[[Floats], float]:
    return lambda scores: float(test(scores[:, 0] - scores[:, 1]).p)


def _rank_differences(scores: Floats) -> Floats:
    mean_rank = ranks(scores).mean(axis=0)
    return np.array([mean_rank[i] - mean_rank[j] for i, j in combinations(range(len(mean_rank)), 2)])


def _nemenyi(scores: Floats) -> float:
    # The largest difference has the smallest p, and the studentized range is slow to compute.
    largest = np.abs(_rank_differences(scores)).max(keepdims=True)
    return float(nemenyi_test(largest, scores.shape[1], len(scores))[0])


def _adjusted(method: str) -> Callable[[Floats], float]:
    return lambda scores: float(
        adjust_p_values(normal_p(_rank_differences(scores), scores.shape[1], len(scores)), method).min()
    )


TESTS: dict[str, Callable[[Floats], float]] = {
    "paired t": _of_two(paired_t_test),
    "wilcoxon": _of_two(wilcoxon_test),
    "sign": _of_two(sign_test),
    "friedman": lambda scores: float(friedman_test(scores).p),
    "iman-davenport": lambda scores: float(iman_davenport_test(scores).p),
    "nemenyi": _nemenyi,
    "holm": _adjusted("holm"),
    "shaffer": _adjusted("shaffer"),
}

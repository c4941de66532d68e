"""Studies of methods that refit, for the score of the model trained on all rows."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from sklearn.base import clone

from gnomon.assessment.evidence.study import LEVEL, Facts, Outcome, Study, outcomes, words
from gnomon.assessment.evidence.worlds import TwoNormals
from gnomon.assessment.intervals import Estimate
from gnomon.assessment.refitting.bootstrap_scores import BootstrapScores, bootstrap_scores
from gnomon.assessment.refitting.nested_interval import nested_cv_interval
from gnomon.assessment.refitting.optimism import (
    all_rows_estimate,
    estimate_632,
    estimate_632_plus,
    optimism_corrected_estimate,
    out_of_bag_estimate,
)
from gnomon.data.task import Task

BY_BOOTSTRAP: dict[str, Callable[[BootstrapScores, float], Estimate]] = {
    "bootstrap of all rows": all_rows_estimate,
    "out-of-bag": out_of_bag_estimate,
    ".632": estimate_632,
    ".632+": estimate_632_plus,
    "optimism": optimism_corrected_estimate,
}


@dataclass(frozen=True)
class RefittedIntervals(Study):
    """Intervals for the error of the model trained on all n rows, by bootstrap or nested cross-validation.

    100 bootstrap samples; 5 nested folds with 50 repeats, where their authors recommend 200.

    >>> from gnomon.assessment.evidence.rules import NearestMean
    >>> study = RefittedIntervals(TwoNormals((1.5,)), NearestMean(), 50, (".632", ".632+"), 400)
    >>> sorted(study.trial(np.random.default_rng(0)))
    ['.632', '.632+']
    """

    world: TwoNormals
    learner: Any
    n: int
    methods: tuple[str, ...]
    simulations: int

    @property
    def facts(self) -> Facts:
        """The key of its cells."""
        return Facts(
            kind="coverage",
            measure="error",
            target="this model",
            design="all rows",
            folds=1,
            repeats=1,
            stratified=False,
            n=self.n,
            prevalence=self.world.prevalence,
            world=str(self.world),
            learner=words(self.learner),
        )

    def trial(self, random: np.random.Generator) -> dict[str, Outcome]:
        """One sample of rows."""
        task = self.world.draw(self.n, random)
        seed = int(random.integers(2**31))
        truth = self.world.score(clone(self.learner).fit(task.X, task.y), "error")

        @cache
        def scores() -> BootstrapScores:
            return bootstrap_scores(task, self.learner, "error", 100, random_state=seed)

        def evaluate(method: str) -> Outcome:
            estimate = (
                BY_BOOTSTRAP[method](scores(), LEVEL) if method in BY_BOOTSTRAP else self._nested(task, seed)
            )
            return estimate.lower, estimate.upper, truth

        return outcomes(self.methods, evaluate)

    def _nested(self, task: Task, seed: int) -> Estimate:
        return nested_cv_interval(task, self.learner, "error", 5, 50, level=LEVEL, random_state=seed)

"""Studies of a tuned score: the best of several settings, on the rows that chose it."""

from dataclasses import dataclass

import numpy as np
from sklearn.base import clone

from gnomon.assessment.evidence.cross_validations import Cuts
from gnomon.assessment.evidence.rules import NearestMean
from gnomon.assessment.evidence.study import LEVEL, Facts, Outcome, Study, outcomes
from gnomon.assessment.evidence.worlds import TwoNormals
from gnomon.assessment.intervals import Estimate
from gnomon.assessment.measures.facts import find_measure
from gnomon.assessment.predictions import Predictions
from gnomon.assessment.refitting.selection_bias import bbc_cv, tibshirani_bias_correction
from gnomon.assessment.resample import resample_each
from gnomon.ties import first_smallest


@dataclass(frozen=True)
class ChosenIntervals(Study):
    """Intervals for the error of the best of several settings, as it will be when trained on all n rows.

    Each setting reads one feature of the world; with features that are equally good, any choice is luck.
    "best as it stands" is the corrected t of the best setting, as if it had not been chosen.

    >>> study = ChosenIntervals(TwoNormals((0.5, 0.5)), 50, Cuts("k-fold", 5), 1000)
    >>> sorted(study.trial(np.random.default_rng(0)))
    ['BBC-CV', 'Tibshirani', 'best as it stands']
    """

    world: TwoNormals
    n: int
    cuts: Cuts
    simulations: int
    methods: tuple[str, ...] = ("best as it stands", "BBC-CV", "Tibshirani")

    @property
    def facts(self) -> Facts:
        """What its cells are found by."""
        return Facts(
            kind="coverage",
            measure="error",
            target="this model",
            design=self.cuts.design,
            folds=self.cuts.folds,
            repeats=self.cuts.repeats,
            stratified=self.cuts.stratified,
            n=self.n,
            prevalence=self.world.prevalence,
            world=str(self.world),
            learner=f"best of {len(self.world.shift)} settings",
        )

    def trial(self, random: np.random.Generator) -> dict[str, Outcome]:
        """One draw of rows; the best setting by its splits, and its true error."""
        task = self.world.draw(self.n, random)
        path = [NearestMean((column,)) for column in range(len(self.world.shift))]
        settings = resample_each(task, path, self.cuts.plan(random).split(task))
        best = int(first_smallest([each.score("error") for each in settings]))
        assert task.y is not None
        truth = self.world.score(clone(path[best]).fit(task.X, task.y), "error")

        def ask(method: str) -> Outcome:
            found = _estimate(method, settings, best)
            return found.lower, found.upper, truth

        return outcomes(self.methods, ask)


def _estimate(method: str, settings: list[Predictions], best: int) -> Estimate:
    if method == "best as it stands":
        return settings[best].estimate("error", LEVEL, method="corrected t")
    correct = {"BBC-CV": bbc_cv, "Tibshirani": tibshirani_bias_correction}[method]
    return correct(settings, find_measure("error"), level=LEVEL)

"""Studies of selection bias: the score of the best of several settings, on the rows that selected it."""

from dataclasses import dataclass

import numpy as np
from sklearn.base import clone

from gnomon.assessment.evidence.cross_validations import Resampling
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
    """Intervals for the error of the best of several settings, refitted on all n rows.

    Each setting uses one feature; where features are equally good, the best is so by chance. "uncorrected
    best" is the corrected t interval of the best setting, ignoring its selection.

    >>> study = ChosenIntervals(TwoNormals((0.5, 0.5)), 50, Resampling("k-fold", 5), 1000)
    >>> sorted(study.trial(np.random.default_rng(0)))
    ['BBC-CV', 'Tibshirani', 'uncorrected best']
    """

    world: TwoNormals
    n: int
    resampling: Resampling
    simulations: int
    methods: tuple[str, ...] = ("uncorrected best", "BBC-CV", "Tibshirani")

    @property
    def facts(self) -> Facts:
        """The key of its cells."""
        return Facts(
            kind="coverage",
            measure="error",
            target="this model",
            design=self.resampling.design,
            folds=self.resampling.folds,
            repeats=self.resampling.repeats,
            stratified=self.resampling.stratified,
            n=self.n,
            prevalence=self.world.prevalence,
            world=str(self.world),
            learner=f"best of {len(self.world.shift)} settings",
        )

    def trial(self, random: np.random.Generator) -> dict[str, Outcome]:
        """One sample of rows; the best setting by its splits, and its true error."""
        task = self.world.draw(self.n, random)
        path = [NearestMean((column,)) for column in range(len(self.world.shift))]
        settings = resample_each(task, path, self.resampling.plan(random).split(task))
        best = int(first_smallest([each.score("error") for each in settings]))
        assert task.y is not None
        truth = self.world.score(clone(path[best]).fit(task.X, task.y), "error")

        def evaluate(method: str) -> Outcome:
            estimate = _estimate(method, settings, best)
            return estimate.lower, estimate.upper, truth

        return outcomes(self.methods, evaluate)


def _estimate(method: str, settings: list[Predictions], best: int) -> Estimate:
    if method == "uncorrected best":
        return settings[best].estimate("error", LEVEL, method="corrected t")
    correct = {"BBC-CV": bbc_cv, "Tibshirani": tibshirani_bias_correction}[method]
    return correct(settings, find_measure("error"), level=LEVEL)

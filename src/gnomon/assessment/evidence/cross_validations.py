"""Studies of learners that are refitted on every split."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.base import clone

from gnomon.assessment.design import Splits
from gnomon.assessment.evidence.methods import interval, p_value
from gnomon.assessment.evidence.study import Facts, Outcome, Study, outcomes, words
from gnomon.assessment.evidence.worlds import LinearWorld, TwoNormals
from gnomon.assessment.resample import resample_each
from gnomon.assessment.splits import Plan, bootstrap, hold_out, k_fold, leave_one_out, repeated
from gnomon.data.task import Task


@dataclass(frozen=True)
class Resampling:
    """The parameters of a resampling plan, which each simulation seeds separately.

    design: "k-fold", "hold-out" (a fifth of the rows), "bootstrap" or "leave-one-out".

    >>> task = TwoNormals((1.0,)).draw(30, np.random.default_rng(0))
    >>> len(Resampling("k-fold", 5, repeats=3).plan(np.random.default_rng(0)).split(task))
    15
    """

    design: str
    folds: int = 1
    repeats: int = 1
    stratified: bool = True

    def plan(self, random: np.random.Generator) -> Plan:
        """The plan, seeded."""
        seed = int(random.integers(2**31))
        if self.design == "leave-one-out":
            return leave_one_out()
        if self.design == "bootstrap":
            return bootstrap(self.repeats, random_state=seed)
        stratify = None if self.stratified else False
        plan = (
            k_fold(self.folds, stratify=stratify) if self.design == "k-fold" else hold_out(stratify=stratify)
        )
        return repeated(plan, self.repeats, random_state=seed)


@dataclass(frozen=True)
class ResampledIntervals(Study):
    """Intervals for a learner's score from its splits.

    target: "expected" is the expected score over training sets of the splits' size, "this model" the score of
    the model trained on all n rows.

    >>> from gnomon.assessment.evidence.rules import NearestMean
    >>> world, resampling = TwoNormals((1.0,)), Resampling("k-fold", 5)
    >>> study = ResampledIntervals(world, NearestMean(), 50, resampling, "error", ("corrected t",), 1000)
    >>> sorted(study.trial(np.random.default_rng(0)))
    ['corrected t']
    """

    world: TwoNormals | LinearWorld
    learner: Any
    n: int
    resampling: Resampling
    measure: str
    methods: tuple[str, ...]
    simulations: int
    target: str = "expected"

    @property
    def facts(self) -> Facts:
        """What its cells are found by."""
        return _facts(
            "coverage", self.target, self.world, self.n, self.resampling, self.measure, self.learner
        )

    def trial(self, random: np.random.Generator) -> dict[str, Outcome]:
        """One sample of rows, resampled."""
        task = self.world.draw(self.n, random)
        splits = self.resampling.plan(random).split(task)
        (predictions,) = resample_each(task, [self.learner], splits)
        truth = self.world.score(self._model(task, splits), self.measure)
        return outcomes(self.methods, lambda method: (*interval(method, predictions, self.measure), truth))

    def _model(self, task: Task, splits: Splits) -> Any:
        # Training sets of splits are identically distributed, so the first is used.
        rows = splits[0][0] if self.target == "expected" else np.arange(task.n_rows)
        assert task.y is not None
        return clone(self.learner).fit(task.X[rows], task.y[rows])


@dataclass(frozen=True)
class ResampledTests(Study):
    """Tests of whether two learners differ, trained and evaluated on the same splits.

    The two use different features. Where these are equally good, so are the learners in expectation over
    training sets, and the rate is the type-I error; else it is the power.

    >>> from gnomon.assessment.evidence.rules import NearestMean
    >>> learners = NearestMean((0,)), NearestMean((1,))
    >>> resampling = Resampling("k-fold", 5)
    >>> study = ResampledTests(TwoNormals((1.0, 1.0)), learners, 50, resampling, "error", (), 1000)
    >>> study.facts.kind
    'type-I error'
    """

    world: TwoNormals | LinearWorld
    learners: tuple[Any, Any]
    n: int
    resampling: Resampling
    measure: str
    methods: tuple[str, ...]
    simulations: int

    @property
    def facts(self) -> Facts:
        """What its cells are found by."""
        features = self.world.shift if isinstance(self.world, TwoNormals) else self.world.slope
        half = len(features) // 2
        kind = "type-I error" if features[:half] == features[half:] else "power"
        return _facts(kind, "difference", self.world, self.n, self.resampling, self.measure, self.learners[0])

    def trial(self, random: np.random.Generator) -> dict[str, Outcome]:
        """One sample of rows, resampled for both."""
        task = self.world.draw(self.n, random)
        splits = self.resampling.plan(random).split(task)
        first, second = resample_each(task, list(self.learners), splits)
        return outcomes(self.methods, lambda method: (p_value(method, first, second, self.measure),))


def _facts(
    kind: str,
    target: str,
    world: TwoNormals | LinearWorld,
    n: int,
    resampling: Resampling,
    measure: str,
    learner: Any,
) -> Facts:
    return Facts(
        kind=kind,
        measure=measure,
        target=target,
        design="grouped " * (world.group_size > 1) + resampling.design,
        folds=resampling.folds,
        repeats=resampling.repeats,
        stratified=resampling.stratified and isinstance(world, TwoNormals),
        n=n,
        prevalence=world.prevalence,
        world=str(world),
        learner=words(learner),
    )

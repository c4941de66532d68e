"""Studies of one fixed model on held-out rows: the target is the true score of that model."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from gnomon.assessment.design import SplitDesign
from gnomon.assessment.evidence.methods import interval, p_value
from gnomon.assessment.evidence.rules import CLASSES
from gnomon.assessment.evidence.study import Facts, Outcome, Study, outcomes
from gnomon.assessment.evidence.worlds import LinearWorld, TwoNormals
from gnomon.assessment.predictions import Predictions
from gnomon.data.task import Task


@dataclass(frozen=True)
class HeldOutIntervals(Study):
    """Intervals for a measure of one model on n held-out rows.

    >>> from gnomon.assessment.evidence.rules import LinearRule
    >>> world, rule = TwoNormals((1.0,)), LinearRule().of([1.0], -0.5)
    >>> study = HeldOutIntervals(world, rule, 100, "error", ("wilson",), 1000)
    >>> lower, upper, truth = study.trial(np.random.default_rng(0))["wilson"]
    >>> round(truth, 4), bool(lower < upper)
    (0.3085, True)
    """

    world: TwoNormals | LinearWorld
    rule: Any
    n: int
    measure: str
    methods: tuple[str, ...]
    simulations: int

    @property
    def facts(self) -> Facts:
        """What its cells are found by."""
        return _facts("coverage", "this model", self.world, self.n, self.measure)

    def trial(self, random: np.random.Generator) -> dict[str, Outcome]:
        """One sample of held-out rows."""
        task = self.world.draw(self.n, random)
        predictions = held_out(task, self.rule)
        truth = self.world.score(self.rule, self.measure)
        return outcomes(self.methods, lambda method: (*interval(method, predictions, self.measure), truth))


@dataclass(frozen=True)
class HeldOutTests(Study):
    """Tests of whether two models differ in a measure, on the same n held-out rows.

    Without a true difference the rate is the type-I error, else the power.

    >>> from gnomon.assessment.evidence.rules import LinearRule
    >>> rules = LinearRule().of([1.0, 0.0], -0.5), LinearRule().of([0.0, 1.0], -0.5)
    >>> HeldOutTests(TwoNormals((1.0, 1.0)), rules, 100, "error", ("paired t over rows",), 1000).facts.kind
    'type-I error'
    """

    world: TwoNormals | LinearWorld
    rules: tuple[Any, Any]
    n: int
    measure: str
    methods: tuple[str, ...]
    simulations: int

    @property
    def facts(self) -> Facts:
        """What its cells are found by."""
        first, second = (self.world.score(rule, self.measure) for rule in self.rules)
        kind = "type-I error" if abs(first - second) < 1e-9 else "power"
        return _facts(kind, "difference", self.world, self.n, self.measure)

    def trial(self, random: np.random.Generator) -> dict[str, Outcome]:
        """One sample of held-out rows, predicted by both."""
        task = self.world.draw(self.n, random)
        first, second = (held_out(task, rule) for rule in self.rules)
        return outcomes(self.methods, lambda method: (p_value(method, first, second, self.measure),))


def held_out(task: Task, rule: Any) -> Predictions:
    """Predictions of a fitted rule for all rows of a task, as a single hold-out.

    >>> from gnomon.assessment.evidence.rules import LinearRule
    >>> task = Task([[0.2], [0.8]], [0, 1], kind="classification")
    >>> held_out(task, LinearRule().of([1.0], -0.5)).score("accuracy")
    1.0
    """
    assert task.y is not None
    is_classified = task.kind == "classification"
    decides = hasattr(rule, "decision_function")
    return Predictions(
        task_name=task.name,
        learner=type(rule).__name__,
        setting={},
        kind=task.kind,
        design=SplitDesign("hold-out", 1, 1, False, task.group is not None, None, 2 * task.n_rows),
        splits=str(task.n_rows),
        split=np.zeros(task.n_rows, dtype=np.int32),
        row=np.arange(task.n_rows),
        truth=task.codes.astype(np.int32) if task.codes is not None else task.y,
        predicted=rule.predict(task.X).astype(np.int32 if is_classified else np.float64),
        train_sizes=np.array([task.n_rows]),
        decision=rule.decision_function(task.X) if decides else None,
        group=task.group,
        classes=CLASSES if is_classified else None,
        positive=1 if is_classified else None,
    )


def _facts(kind: str, target: str, world: TwoNormals | LinearWorld, n: int, measure: str) -> Facts:
    design = "grouped hold-out" if world.group_size > 1 else "hold-out"
    return Facts(
        kind=kind,
        measure=measure,
        target=target,
        design=design,
        folds=1,
        repeats=1,
        stratified=False,
        n=n,
        prevalence=world.prevalence,
        world=str(world),
        learner="fixed",
    )

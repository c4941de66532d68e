"""How the optimistic bias of a pitfall is measured: one learner, one sample of rows, one cross-validation."""

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np

from gnomon.arrays import Array, Integers
from gnomon.assessment.measures.facts import Measure
from gnomon.assessment.resample import describe, resample
from gnomon.assessment.settings import called
from gnomon.assessment.splits import Plan, k_fold, repeated
from gnomon.data.task import Task
from gnomon.errors import GnomonError
from gnomon.experiments.checks.corrected_tasks import Careful, task_with
from gnomon.experiments.checks.cost import Cost, cost_of
from gnomon.experiments.checks.row_identifiers import numbers_rows
from gnomon.experiments.identity import digest, seeded
from gnomon.learners.ensembles.random_forest import RandomForestClassifier, RandomForestRegressor

TREES = 30


@dataclass(frozen=True)
class Probe:
    """Estimator and repeated cross-validation by which an optimistic bias is measured.

    is_wanted: whether it is measured at all. learner: the estimator; None for a small random forest. rows:
    maximum number of rows. folds, repeats: of the cross-validation. level: confidence level of the intervals.

    >>> Probe(rows=500).folds
    5
    """

    is_wanted: bool = True
    learner: Any = None
    rows: int = 1000
    folds: int = 5
    repeats: int = 3
    level: float = 0.95
    random_state: int = 0

    @property
    def plan(self) -> Plan:
        """Repeated k-fold cross-validation."""
        return repeated(k_fold(self.folds), self.repeats, self.random_state)

    def part(self, n_rows: int, unit: Array | None = None) -> Integers:
        """Sorted row indices: all, or a random sample; with `unit`, whole units (groups) are sampled.

        >>> Probe(rows=3).part(6, np.array([0, 0, 1, 1, 2, 2])).tolist()
        [4, 5]
        """
        if n_rows <= self.rows:
            return np.arange(n_rows)
        random = np.random.default_rng(self.random_state)
        if unit is None:
            return np.sort(random.choice(n_rows, self.rows, replace=False))
        code = np.unique(unit, return_inverse=True)[1]
        order = random.permutation(int(code.max()) + 1)
        enough = np.searchsorted(np.cumsum(np.bincount(code)[order]), self.rows, side="right")
        return np.flatnonzero(np.isin(code, order[: max(int(enough), 1)]))

    def measure(
        self,
        task: Task,
        careful: Careful,
        measure: Measure,
        *,
        unit: Array | None = None,
        learner: Any = None,
        is_of_identifiers: bool = False,
    ) -> Cost | None:
        """The bias: the score on shuffled folds against the score of the task as corrected by `careful`.

        None if it is not wanted, or if either score is undefined. Identifiers are left out of both tasks, as
        their own bias would hide that of another pitfall; is_of_identifiers: the bias is theirs.
        """
        if not self.is_wanted or task.y is None or task.kind == "clustering":
            return None
        rows = self.part(task.n_rows, unit)
        part = task.rows(rows)
        judge = self.judge(task, learner)
        # A learner of a design gets the columns as the design prepares them; the forest gets all columns.
        prepare = self.learner is not None or learner is not None
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                corrected, corrected_plan = careful(part, rows)
                identifiers = set() if prepare or is_of_identifiers else _identifiers(task)
                scored = [
                    resample(_without(each, identifiers), judge, plan, prepare=prepare)
                    for each, plan in ((part, self.plan), (corrected, corrected_plan or self.plan))
                ]
                return cost_of(scored[0], scored[1], measure, self.level, self.how(judge, part.n_rows, task))
        except (GnomonError, ValueError):
            return None

    def judge(self, task: Task, learner: Any = None) -> Any:
        """The probe's learner, else the given one, else a small random forest, with its seeds set."""
        # Not `or`: unfitted scikit-learn ensembles have no length, hence no truth value.
        requested = next((each for each in (self.learner, learner) if each is not None), None)
        return forest(task) if requested is None else seeded(requested, self.random_state, digest("a check"))

    def how(self, judge: Any, n_rows: int, task: Task) -> str:
        """The learner, the folds and the rows, in words."""
        rows = f"{n_rows:,} of {task.n_rows:,} rows" if n_rows < task.n_rows else "all rows"
        steps = getattr(judge, "steps", None)
        last = steps[-1][1] if isinstance(steps, list) else judge
        return f"{called(*describe(last))} in {self.folds} folds, {self.repeats} times, {rows}"


def _identifiers(task: Task) -> set[str]:
    table = task.table
    return set() if table.is_sparse else {name for name in table.names if numbers_rows(table.column(name))}


def _without(task: Task, names: set[str]) -> Task:
    dropped = [name for name in task.table.names if name in names]
    # A task needs a feature.
    has_others = len(dropped) < task.table.n_columns
    return task_with(task, table=task.table.drop(dropped)) if dropped and has_others else task


def forest(task: Task) -> Any:
    """A small random forest for the task.

    >>> forest(Task([[1.0], [2.0]], ["a", "b"])).n_estimators
    30
    """
    kind = RandomForestClassifier if task.kind == "classification" else RandomForestRegressor
    return kind(n_estimators=TREES, random_state=0)

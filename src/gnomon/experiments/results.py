"""Results of a run: leaderboards, estimates and comparisons, all computed from the stored predictions."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gnomon import notebook
from gnomon.assessment.comparing.pairwise import Pairwise, compare_all
from gnomon.assessment.comparison import Comparison
from gnomon.assessment.intervals import Estimate
from gnomon.assessment.measures.facts import find_measure
from gnomon.assessment.predictions import Predictions
from gnomon.errors import DesignError, NameUnknown, StoreError
from gnomon.experiments.checks.finding import MethodologyReport
from gnomon.experiments.design import Design, Unit
from gnomon.experiments.failures import Failure, failures_of, left_out
from gnomon.experiments.ledger import DRAWS, Account, account, frame_of
from gnomon.experiments.processor import difference, merged
from gnomon.experiments.record import Record, TaskRecord
from gnomon.experiments.selected_settings import Chosen, choice_lines
from gnomon.experiments.store import Store
from gnomon.experiments.stored_findings import (
    Dismissal,
    dismissal,
    dismissals_of,
    findings_of,
    put_dismissal,
    put_findings,
    with_dismissals,
)
from gnomon.experiments.unit_splits import predictions_of_unit, selections_of_unit
from gnomon.experiments.winners import winning_settings
from gnomon.ties import best_first

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Standing:
    """A learner's entry in a leaderboard.

    comparison: with the best learner; None for the best learner itself, or if no valid test exists. verdict:
    "best", "worse", "practically equal", "undecided" or "not compared". seconds: time to fit and predict on
    all splits.
    """

    learner: str
    estimate: Estimate
    comparison: Comparison | None
    verdict: str
    seconds: float


class Results:
    """Results of an experiment: out-of-sample predictions of every learner on every task, and their analysis.

    design: the design with its data; None for results read from a file.

    >>> from gnomon import Design, Results, k_fold, load, run
    >>> from sklearn.linear_model import Ridge
    >>> results = run(Design(load("diabetes"), [Ridge(), Ridge(alpha=1000)], k_fold(5)))
    >>> results.leaderboard("mean_squared_error")["verdict"].tolist()
    ['best', 'worse']
    """

    def __init__(self, record: Record, store: Store | Path, design: Design | None = None) -> None:
        self.record = record
        self.design = design
        self._store = store
        self._held: Store | None = None
        self._cache: dict[tuple[str, str], Predictions] = {}
        self._tuned: dict[tuple[str, str], list[tuple[Predictions, Chosen]]] = {}
        self._standings: dict[tuple[str, str, float], list[Standing]] = {}
        self._pairs: dict[tuple[str, str, float], Pairwise] = {}

    @classmethod
    def read(cls, path: str | Path) -> "Results":
        """The results of the latest design in a results file."""
        with Store(path, read_only=True) as store:
            designs = store.designs()
        if not designs:
            raise StoreError(f"{path} holds no design yet; run one with store={str(path)!r} first")
        return cls(Record.of(designs[-1]), Path(path))

    @property
    def tasks(self) -> list[str]:
        """The names of the tasks."""
        return [task.name for task in self.record.tasks]

    @property
    def learners(self) -> list[str]:
        """The names of the learners."""
        return [learner.name for learner in self.record.learners]

    def predictions(self, task: str | None = None, learner: str | None = None) -> Predictions:
        """All out-of-sample predictions of a learner on a task; names may be omitted if there is only one."""
        key = (_only("task", task, self.tasks), _only("learner", learner, self.learners))
        if key not in self._cache:
            # A unit is looked up by its contents; it may have been run under other names.
            named = {"task_name": key[0], "learner": key[1]}
            parts = [
                predictions_of_unit(data, unit, self.task(key[0]), **named)
                for unit, data in self._stored(*key)
            ]
            renamed = [replace(part, setting=parts[0].setting) for part in parts]
            self._cache[key] = Predictions.concat(renamed)
        return self._cache[key]

    def tuned(self, task: str | None = None, learner: str | None = None) -> list[tuple[Predictions, Chosen]]:
        """For a nested design: predictions and selected settings of a learner on a task, per unit."""
        key = (_only("task", task, self.tasks), _only("learner", learner, self.learners))
        if key not in self._tuned:
            if not self.record.is_nested:
                raise DesignError(
                    "this design has no inner splits, so no settings were selected; pass inner=k_fold(5), "
                    "and run it"
                )
            task_record, setting = self.task(key[0]), self.predictions(*key).setting
            named: dict[str, Any] = {"task_name": key[0], "learner": key[1], "setting": setting}
            pairs = (
                (
                    predictions_of_unit(data, unit, task_record, **named),
                    selections_of_unit(data, unit, task_record),
                )
                for unit, data in self._stored(*key)
            )
            self._tuned[key] = [(predictions, chosen) for predictions, chosen in pairs if chosen is not None]
        return self._tuned[key]

    def choices(self, task: str | None = None, learner: str | None = None) -> "pd.DataFrame":
        """For a nested design: the setting selected in each outer split, one row per outer split.

        Columns: task, learner, split, choice (as text), inner and outer (its score on the inner splits and on
        the outer test set), optimism, and the hyperparameters that vary. Default: all tasks and learners.

        >>> import gnomon as gn
        >>> design = gn.Design(gn.load("iris"), gn.KNeighborsClassifier(), gn.k_fold(3), inner=gn.k_fold(3))
        >>> gn.run(design).choices()["n_neighbors"].between(1, 25).all().item()
        True
        """
        import pandas as pd

        tasks = self.tasks if task is None else [_only("task", task, self.tasks)]
        return pd.DataFrame(
            [
                line
                for task_name in tasks
                for learner_name in (self.finished(task_name) if learner is None else [learner])
                for line in choice_lines(self.tuned(task_name, learner_name))
            ]
        )

    def winning_settings(self, task: str | None = None, learner: str | None = None) -> "pd.DataFrame":
        """For a nested design: the selected settings by decreasing selection frequency over the outer splits.

        Columns: task, learner, setting (as text), times (selected), splits (outer splits), settings
        (candidates), and the hyperparameters that vary. Default: all tasks and learners.

        >>> import gnomon as gn
        >>> design = gn.Design(gn.load("iris"), gn.KNeighborsClassifier(), gn.k_fold(3), inner=gn.k_fold(3))
        >>> int(gn.run(design).winning_settings()["times"].sum())
        3
        """
        import pandas as pd

        tasks = self.tasks if task is None else [_only("task", task, self.tasks)]
        return pd.DataFrame(
            [
                {
                    "task": task_name,
                    "learner": each.learner,
                    "setting": each.words,
                    "times": each.times,
                    "splits": each.splits,
                    "settings": each.settings,
                    **each.setting,
                }
                for task_name in tasks
                for name in (self.finished(task_name) if learner is None else [learner])
                for each in winning_settings(name, self.tuned(task_name, name))
            ]
        )

    def accounts(
        self,
        measure: str | None = None,
        *,
        task: str | None = None,
        level: float = 0.95,
        draws: int = DRAWS,
    ) -> list[Account]:
        """For a nested design: the optimism ledger of every learner, on one task or all."""
        return [
            account(
                self.tuned(name, learner),
                self.predictions(name, learner),
                measure or self.measure(name),
                level=level,
                draws=draws,
            )
            for name in (self.tasks if task is None else [_only("task", task, self.tasks)])
            for learner in self.finished(name)
        ]

    def ledger(
        self, measure: str | None = None, *, level: float = 0.95, draws: int = DRAWS
    ) -> "pd.DataFrame":
        """For a nested design: biased and corrected scores of each learner beside the nested estimate.

        Columns: task, learner, measure, settings, figure ("training", "inner", "Tibshirani", "BBC-CV",
        "nested"), value, lower, upper, optimism. draws: bootstrap samples of BBC-CV.

        >>> import gnomon as gn
        >>> design = gn.Design(gn.load("iris"), gn.KNeighborsClassifier(), gn.k_fold(3), inner=gn.k_fold(3))
        >>> gn.run(design).ledger(draws=30)["figure"].tolist()
        ['training', 'inner', 'Tibshirani', 'BBC-CV', 'nested']
        """
        return frame_of(self.accounts(measure, level=level, draws=draws))

    @property
    def findings(self) -> MethodologyReport:
        """The stored findings of methodology checks, with the reasons of dismissals.

        >>> import gnomon as gn
        >>> results = gn.run(gn.Design(gn.load("iris"), gn.GaussianNB(), gn.k_fold(5)))
        >>> results.store_findings(gn.check_methodology(gn.load("diabetes"), only=["GN007"]))
        >>> results.dismiss("GN007", "the file was published standardized; raw columns are not available")
        >>> results.findings.summary
        '1 check run: nothing else, and 1 dismissed.'
        """
        with self._opened() as store:
            return with_dismissals(findings_of(store, self.record.key), dismissals_of(store))

    def store_findings(self, report: MethodologyReport) -> None:
        """Store the report of `check_methodology` with the predictions, for later reports."""
        with self._opened(to_write=True) as store:
            put_findings(store, self.record.key, report)

    def dismiss(self, code: str, reason: str, where: str = "") -> None:
        """Dismiss a finding with a reason; reports show it as dismissed.

        code: of the check, such as GN006. where: the column, learner or task of the finding; default: all
        findings of the check.
        """
        dismissed = dismissal(code, reason, where)
        with self._opened(to_write=True) as store:
            put_dismissal(store, dismissed)

    def dismissals(self) -> list[Dismissal]:
        """All dismissals with their reasons, the latest last."""
        with self._opened() as store:
            return dismissals_of(store)

    def failures(self) -> list[Failure]:
        """The failed units, with their errors."""
        with self._opened() as store:
            return failures_of(self.record.units, store.failures())

    def finished(self, task: str) -> list[str]:
        """The learners without a failure on a task."""
        failed = left_out(self.failures(), task)
        if len(failed) == len(self.learners):
            raise DesignError(
                f"no learner finished on {task!r}; the first error is: {next(iter(failed.values()))}"
            )
        return [learner for learner in self.learners if learner not in failed]

    def estimate(
        self,
        measure: str | None = None,
        *,
        task: str | None = None,
        learner: str | None = None,
        level: float = 0.95,
    ) -> Estimate:
        """The estimate of a measure with its confidence interval."""
        task = _only("task", task, self.tasks)
        return self.predictions(task, learner).estimate(measure or self.measure(task), level=level)

    def standings(
        self, measure: str | None = None, *, task: str | None = None, level: float = 0.95
    ) -> list[Standing]:
        """The learners that finished on a task, from best to worst, each compared with the best."""
        task = _only("task", task, self.tasks)
        key = (task, measure or self.measure(task), level)
        if key not in self._standings:
            estimates = {
                learner: self.estimate(key[1], task=task, learner=learner, level=level)
                for learner in self.finished(task)
            }
            names, sign = list(estimates), find_measure(key[1]).sign
            order = best_first([sign * estimates[name].value for name in names])
            ranked = [names[index] for index in order]
            self._standings[key] = [
                self._standing(task, learner, estimates[learner], comparison)
                for learner, comparison in zip(ranked, self._compared(task, ranked, key[1], level))
            ]
        return list(self._standings[key])

    def pairs(self, measure: str | None = None, *, task: str | None = None, level: float = 0.95) -> Pairwise:
        """The comparison of all pairs of the learners that finished on a task, from best to worst.

        >>> import gnomon as gn
        >>> learners = [gn.Baseline(), gn.GaussianNB(), gn.LinearDiscriminantAnalysis()]
        >>> gn.run(gn.Design(gn.load("iris"), learners, gn.k_fold(5))).pairs().groups
        [(0, 1), (2,)]
        """
        task = _only("task", task, self.tasks)
        key = (task, measure or self.measure(task), level)
        if key not in self._pairs:
            self._pairs[key] = self._all_pairs(
                *key, [each.learner for each in self.standings(key[1], task=task)]
            )
        return self._pairs[key]

    def _all_pairs(self, task: str, measure: str, level: float, ranked: list[str]) -> Pairwise:
        predictions = [self.predictions(task, learner) for learner in ranked]
        return compare_all(predictions, measure, level=level, rope=self.margin(task, measure))

    def leaderboard(self, measure: str | None = None, *, level: float = 0.95) -> "pd.DataFrame":
        """The learners from best to worst on each task, with confidence intervals and tests against the best.

        Columns: task, learner, measure, value, lower, upper, verdict, seconds (to fit and predict).
        """
        import pandas as pd

        rows = [
            {
                "task": task,
                "learner": standing.learner,
                "measure": measure or self.measure(task),
                "value": standing.estimate.value,
                "lower": standing.estimate.lower,
                "upper": standing.estimate.upper,
                "verdict": standing.verdict,
                "seconds": standing.seconds,
            }
            for task in self.tasks
            for standing in self.standings(measure, task=task, level=level)
        ]
        return pd.DataFrame(rows)

    def __repr__(self) -> str:
        source = "in memory" if isinstance(self._store, Store) else f"in {str(self._store)!r}"
        learners, tasks = (
            f"{len(each)} {what}{'s' * (len(each) != 1)}"
            for each, what in ((self.learners, "learner"), (self.tasks, "task"))
        )
        return f"Results of {learners} on {tasks}, {source}"

    def _repr_html_(self) -> str:
        """The leaderboard as HTML, and the number of failed units."""
        try:
            board = notebook.frame(self.leaderboard())
        except (DesignError, StoreError) as error:
            board = notebook.note(error)
        failed = len(self.failures())
        return notebook.block(
            repr(self),
            board,
            notebook.note(self.version_note) if self.version_note else "",
            notebook.note(f"failed units: {failed}; .failures() lists the errors") if failed else "",
            notebook.note(".report(path) writes the whole report."),
        )

    def report(self, path: str | Path, **options: Any) -> Path:
        """Write a self-contained HTML report; the options are those of `write_report`."""
        # Reports depend on experiments; the import through the package avoids a cycle.
        import gnomon

        written: Path = gnomon.records.write_report(self, path, **options)
        return written

    def claim(self, path: str | Path, **options: Any) -> Path:
        """Write a claim file that `verify_claim` can reproduce; the options are those of `write_claim`."""
        from gnomon.experiments.claim import write_claim

        return write_claim(self, path, **options)

    def measure(self, task: str) -> str:
        """The first measure of the design that applies to a task."""
        kind = self.task(task).kind
        measures = [name for name in self.record.measures if find_measure(name).kind == kind]
        if not measures:
            raise DesignError(f"no measure of the design applies to {kind}; pass one for task {task!r}")
        return measures[0]

    def margin(self, task: str, measure: str | None = None) -> float | None:
        """The design's margin of practical equivalence (ROPE) for its first measure; None for others."""
        name = find_measure(measure or self.measure(task)).name
        return self.record.margin if name == find_measure(self.measure(task)).name else None

    def task(self, name: str) -> TaskRecord:
        """The record of a task."""
        return next(task for task in self.record.tasks if task.name == name)

    def versions(self) -> list[dict[str, str]]:
        """Software versions, vector level and BLAS of the units: one entry, or more if they differ.

        They differ where a run was resumed after an update, or where its workers had other processors.
        """
        with self._opened() as store:
            failed = store.failures()
            made_with = [store.versions(unit.key) for unit in self.record.units if unit.key not in failed]
        return merged(made_with)

    @property
    def version_note(self) -> str:
        """A sentence on the software versions or processors that differ between units; empty if none do.

        >>> import gnomon as gn
        >>> gn.run(gn.Design(gn.load("iris"), gn.GaussianNB(), gn.k_fold(3))).version_note
        ''
        """
        return difference(self.versions())

    def seconds(self, task: str, learner: str) -> float:
        """The time in seconds to fit and predict on all splits of a task."""
        with self._opened() as store:
            return sum(store.seconds(unit.key) for unit in self._units(task, learner))

    def store_document(self, name: str, content: Any) -> None:
        """Store derived results, as plain JSON values; a read-only file is left unchanged."""
        with suppress(StoreError), self._opened(to_write=True) as store:
            store.put_document(self.record.key, name, content)

    def document(self, name: str) -> Any:
        """Derived results stored under this name; None if there are none.

        >>> import gnomon as gn
        >>> results = gn.run(gn.Design(gn.load("iris"), gn.GaussianNB(), gn.k_fold(3)))
        >>> results.store_document("rows", [150])
        >>> results.document("rows"), results.document("other")
        ([150], None)
        """
        with self._opened() as store:
            return store.document(self.record.key, name)

    def _compared(self, task: str, ranked: list[str], measure: str, level: float) -> list[Comparison | str]:
        """Each learner's comparison with the first, corrected for multiplicity; or why there is none."""
        try:
            pairs = self._pairs[task, measure, level] = self._all_pairs(task, measure, level, ranked)
        except DesignError:
            return ["best", *["not compared"] * (len(ranked) - 1)]
        return ["best", *(pairs.comparison(index, 0) for index in range(1, len(ranked)))]

    def _standing(
        self, task: str, learner: str, estimate: Estimate, comparison: Comparison | str
    ) -> Standing:
        seconds = self.seconds(task, learner)
        if isinstance(comparison, str):
            return Standing(learner, estimate, None, comparison, seconds)
        return Standing(learner, estimate, comparison, comparison.verdict, seconds)

    def _stored(self, task: str, learner: str) -> list[tuple[Unit, bytes]]:
        """The units of a learner on a task, each with its bytes."""
        with self._opened() as store:
            return [(unit, store.predictions(unit.key)) for unit in self._units(task, learner)]

    def _units(self, task: str, learner: str) -> list[Unit]:
        return [unit for unit in self.record.units if unit.task == task and unit.learner == learner]

    @contextmanager
    def held_open(self) -> Iterator[None]:
        """Inside the block the file is opened once, for reading and writing, not for each question."""
        with self._opened(to_write=True) as store:
            before, self._held = self._held, store
            try:
                yield
            finally:
                self._held = before

    @contextmanager
    def _opened(self, *, to_write: bool = False) -> Iterator[Store]:
        """The in-memory store, or the file, opened for reading or writing."""
        opened = self._store if isinstance(self._store, Store) else self._held
        if opened is not None:
            yield opened
        else:
            with Store(Path(str(self._store)), read_only=not to_write) as store:
                yield store


def _only(what: str, name: str | None, names: list[str]) -> str:
    if name is None and len(names) == 1:
        return names[0]
    if name is None or name not in names:
        raise NameUnknown(f"{what} is {name!r}; the results contain {', '.join(map(repr, names))}")
    return name

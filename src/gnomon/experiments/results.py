"""What a run found: leaderboards, estimates and comparisons, all asked of the stored predictions."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gnomon import notebook
from gnomon.assessment.comparing.pairwise import compare_all
from gnomon.assessment.comparison import Comparison
from gnomon.assessment.intervals import Estimate
from gnomon.assessment.measures.facts import find_measure
from gnomon.assessment.predictions import Predictions
from gnomon.errors import DesignError, NameUnknown, StoreError
from gnomon.experiments.checks.finding import MethodologyReport
from gnomon.experiments.chosen import Chosen, choice_lines
from gnomon.experiments.design import Design, Unit
from gnomon.experiments.failures import Failure, failures_of, left_out
from gnomon.experiments.kept_findings import (
    Dismissal,
    dismissal,
    dismissals_of,
    findings_of,
    put_dismissal,
    put_findings,
    with_dismissals,
)
from gnomon.experiments.ledger import DRAWS, Account, account, frame_of
from gnomon.experiments.placing import placed, placed_choices
from gnomon.experiments.record import Record, TaskRecord
from gnomon.experiments.store import Store
from gnomon.experiments.winners import winning_settings
from gnomon.ties import best_first

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Standing:
    """A learner's place in a leaderboard.

    comparison: with the learner in first place; None for that learner itself, or where no valid comparison
    exists. verdict: "best", "worse", "practically equal", "undecided" or "not compared".
    seconds: to train and predict on every split.
    """

    learner: str
    estimate: Estimate
    comparison: Comparison | None
    verdict: str
    seconds: float


class Results:
    """The predictions of every learner on every task, out of sample, and what can be asked of them.

    design: what was run, with its data; None for results that were read from a file.

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
        self._known: dict[tuple[str, str], Predictions] = {}
        self._tuned: dict[tuple[str, str], list[tuple[Predictions, Chosen]]] = {}

    @classmethod
    def read(cls, path: str | Path) -> "Results":
        """The results of the design that a results file was last asked for."""
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
        """Every out-of-sample prediction of a learner on a task; the only one need not be named."""
        place = (_only("task", task, self.tasks), _only("learner", learner, self.learners))
        if place not in self._known:
            # A unit is found by its contents; it may have been worked under other names.
            named = {"task_name": place[0], "learner": place[1]}
            parts = [placed(data, unit, self.task(place[0]), **named) for unit, data in self._stored(*place)]
            alike = [replace(part, setting=parts[0].setting) for part in parts]
            self._known[place] = Predictions.concat(alike)
        return self._known[place]

    def tuned(self, task: str | None = None, learner: str | None = None) -> list[tuple[Predictions, Chosen]]:
        """Of a nested design: predictions and choices of a learner on a task, one pair a unit."""
        place = (_only("task", task, self.tasks), _only("learner", learner, self.learners))
        if place not in self._tuned:
            if not self.record.is_nested:
                raise DesignError("nothing was chosen in this design; give it inner=k_fold(5), and run it")
            task_record, setting = self.task(place[0]), self.predictions(*place).setting
            named: dict[str, Any] = {"task_name": place[0], "learner": place[1], "setting": setting}
            pairs = (
                (placed(data, unit, task_record, **named), placed_choices(data, unit, task_record))
                for unit, data in self._stored(*place)
            )
            self._tuned[place] = [(found, chosen) for found, chosen in pairs if chosen is not None]
        return self._tuned[place]

    def choices(self, task: str | None = None, learner: str | None = None) -> "pd.DataFrame":
        """Of a nested design: one line an outer split, with the setting chosen there.

        Columns: task, learner, split, choice (in words), inner and outer (its score by the splits that chose
        it, and on the rows that had no part), optimism, the parameters that vary. Without names, of all.

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
        """Of a nested design: the settings that were chosen, and in how many outer splits; commonest first.

        Columns: task, learner, setting (in words), times, splits (of which), settings (to choose from), the
        parameters that vary. Without names, of all.

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
        """Of a nested design: the optimism ledger of every learner, on one task or on all."""
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
        """Of a nested design: how good each learner looks by ways that flatter, beside the nested estimate.

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
        """What the method checks found when these results were made, with the reasons of what was dismissed.

        >>> import gnomon as gn
        >>> results = gn.run(gn.Design(gn.load("iris"), gn.GaussianNB(), gn.k_fold(5)))
        >>> results.keep_findings(gn.check_methodology(gn.load("diabetes"), only=["GN007"]))
        >>> results.dismiss("GN007", "the file came scaled, and raw columns are not to be had")
        >>> results.findings.summary
        '1 check made: nothing else, and 1 dismissed.'
        """
        with self._opened() as store:
            return with_dismissals(findings_of(store, self.record.key), dismissals_of(store))

    def keep_findings(self, report: MethodologyReport) -> None:
        """Keep what `check_methods` found beside the predictions, for reports that are written later."""
        with self._opened(to_write=True) as store:
            put_findings(store, self.record.key, report)

    def dismiss(self, code: str, reason: str, place: str = "") -> None:
        """Say why a finding does not matter here; reports show it as dismissed, with the reason.

        code: of the check, such as GN006. place: the column, learner or task that the finding names; if not
        given, all findings of the check.
        """
        dismissed = dismissal(code, reason, place)
        with self._opened(to_write=True) as store:
            put_dismissal(store, dismissed)

    def dismissals(self) -> list[Dismissal]:
        """What was dismissed, and why, the latest last."""
        with self._opened() as store:
            return dismissals_of(store)

    def failures(self) -> list[Failure]:
        """The units that could not be finished, and why."""
        with self._opened() as store:
            return failures_of(self.record.units, store.failures())

    def finished(self, task: str) -> list[str]:
        """The learners without a failure on a task."""
        failed = left_out(self.failures(), task)
        if len(failed) == len(self.learners):
            raise DesignError(
                f"no learner finished on {task!r}; the first said: {next(iter(failed.values()))}"
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
        """The value of a measure with its interval."""
        task = _only("task", task, self.tasks)
        return self.predictions(task, learner).estimate(measure or self.measure(task), level=level)

    def standings(
        self, measure: str | None = None, *, task: str | None = None, level: float = 0.95
    ) -> list[Standing]:
        """The learners that finished on a task, from best to worst, each compared with the first."""
        task = _only("task", task, self.tasks)
        measure = measure or self.measure(task)
        sign = find_measure(measure).sign
        found = {
            learner: self.estimate(measure, task=task, learner=learner, level=level)
            for learner in self.finished(task)
        }
        names = list(found)
        ranked = [names[place] for place in best_first([sign * found[name].value for name in names])]
        compared = self._compared(task, ranked, measure, level)
        return [
            self._standing(task, learner, found[learner], comparison)
            for learner, comparison in zip(ranked, compared)
        ]

    def leaderboard(self, measure: str | None = None, *, level: float = 0.95) -> "pd.DataFrame":
        """The learners from best to worst on each task, with intervals and verdicts against the best.

        Columns: task, learner, measure, value, lower, upper, verdict, seconds (to train and predict).
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
        """The leaderboard, as far as there is one yet, and what else can be asked."""
        try:
            board = notebook.frame(self.leaderboard())
        except (DesignError, StoreError) as error:
            board = notebook.note(error)
        failed = len(self.failures())
        return notebook.block(
            repr(self),
            board,
            notebook.note(f"failed units: {failed}; .failures() says why") if failed else "",
            notebook.note(".report(path) writes the whole report."),
        )

    def report(self, path: str | Path, **options: Any) -> Path:
        """Write a self-contained HTML report; the options are those of `write_report`."""
        # Reports stand above experiments in the flow: the package's public face finds them for us.
        import gnomon

        written: Path = gnomon.records.write_report(self, path, **options)
        return written

    def claim(self, path: str | Path, **options: Any) -> Path:
        """Write a claim file that `verify` can work out again; the options are those of `write_claim`."""
        from gnomon.experiments.claim import write_claim

        return write_claim(self, path, **options)

    def measure(self, task: str) -> str:
        """The first measure of the design that suits a task."""
        kind = self.task(task).kind
        suits = [name for name in self.record.measures if find_measure(name).kind == kind]
        if not suits:
            raise DesignError(f"no measure of the design is for {kind}; name one for task {task!r}")
        return suits[0]

    def margin(self, task: str, measure: str | None = None) -> float | None:
        """Up to which difference learners are practically equal, if the design says; of its measure alone."""
        asked = find_measure(measure or self.measure(task)).name
        return self.record.margin if asked == find_measure(self.measure(task)).name else None

    def task(self, name: str) -> TaskRecord:
        """What is known of a task."""
        return next(task for task in self.record.tasks if task.name == name)

    def versions(self) -> list[dict[str, str]]:
        """The software that made the units: one entry, or more if it changed before a run was resumed."""
        with self._opened() as store:
            failed = store.failures()
            made_with = [store.versions(unit.key) for unit in self.record.units if unit.key not in failed]
        return [found for place, found in enumerate(made_with) if found not in made_with[:place]]

    def seconds(self, task: str, learner: str) -> float:
        """How long a learner took to train and predict on every split of a task."""
        with self._opened() as store:
            return sum(store.seconds(unit.key) for unit in self._units(task, learner))

    def keep(self, name: str, content: Any) -> None:
        """Keep what was worked out about the design, as plain values; a file that cannot be written stays."""
        if isinstance(self._store, Store):
            self._store.put_document(self.record.key, name, content)
            return
        with suppress(StoreError), Store(self._store) as store:
            store.put_document(self.record.key, name, content)

    def kept(self, name: str) -> Any:
        """What was worked out about the design and kept under this name; None if nothing was.

        >>> import gnomon as gn
        >>> results = gn.run(gn.Design(gn.load("iris"), gn.GaussianNB(), gn.k_fold(3)))
        >>> results.keep("rows", [150])
        >>> results.kept("rows"), results.kept("other")
        ([150], None)
        """
        with self._opened() as store:
            return store.document(self.record.key, name)

    def _compared(self, task: str, ranked: list[str], measure: str, level: float) -> list[Comparison | str]:
        """Each learner against the first, corrected for the number of pairs; or why it is not compared."""
        try:
            predictions = [self.predictions(task, learner) for learner in ranked]
            pairs = compare_all(predictions, measure, level=level, rope=self.margin(task, measure))
        except DesignError:
            return ["best", *["not compared"] * (len(ranked) - 1)]
        return ["best", *(pairs.comparison(place, 0) for place in range(1, len(ranked)))]

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
    def _opened(self, *, to_write: bool = False) -> Iterator[Store]:
        """The store in memory, or the file opened for reading, or writing, and closed again."""
        if isinstance(self._store, Store):
            yield self._store
        else:
            with Store(self._store, read_only=not to_write) as store:
                yield store


def _only(what: str, name: str | None, names: list[str]) -> str:
    if name is None and len(names) == 1:
        return names[0]
    if name is None or name not in names:
        raise NameUnknown(f"{what} is {name!r}; the results hold {', '.join(map(repr, names))}")
    return name

"""Experimental designs: tasks x learners x a resampling plan, as one flat list of units of work.

A unit is one learner on all splits of one repeat of one task. It is not smaller, because the folds of a
repeat share their preparation; and not larger, because a unit is what is lost when a process is killed and
what is distributed to workers. Plans with one split per repeat (hold-outs, bootstraps) are divided into units
of ten splits; with more repeats the last unit is computed again if it was not full. With inner splits, a unit
also tunes the learner's hyperparameters within each of its training sets.
"""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import KW_ONLY, dataclass, field
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.base import is_classifier, is_clusterer, is_regressor

from gnomon.assessment.measures.facts import find_measure
from gnomon.assessment.resample import check_path
from gnomon.assessment.significance.bayesian import check_rope
from gnomon.assessment.splits import Plan, Splits, as_splits, nested
from gnomon.data.task import Task
from gnomon.errors import DesignError, ParameterError, about
from gnomon.experiments.default_measure import DefaultMeasure, common_measures, default_measure
from gnomon.experiments.halving import SuccessiveHalving
from gnomon.experiments.hyperparameter_grids import GridSearch, Tuning, as_choice
from gnomon.experiments.identity import names_of, seeded, unique
from gnomon.experiments.unit_key import Keys
from gnomon.features.automatic.default_preparation import preparation_notes, prepared

_LONE_SPLITS = 10


@dataclass(frozen=True)
class Unit:
    """A unit of work: one learner on a range of splits of one task, with the hash of its contents as key."""

    key: str
    task: str
    learner: str
    start: int
    stop: int


@dataclass(frozen=True)
class Design:
    """An experimental design: every learner on every task, by one resampling plan.

    tasks: a Task or several. learners: estimators of Gnomon or scikit-learn, or a mapping from names to them.
    plan: the resampling plan (`k_fold(10)`, ...), or a scikit-learn splitter. measures: names of performance
    measures; the first ranks (default: `gnomon.experiments.default_measure`, with a note why). random_state:
    an integer seed, also for learners without a seed of their own. margin: differences in the first measure
    up to this are practically equivalent (ROPE); default: `gnomon.assessment.margin`. notes: sentences for
    the report. skipped: names of learners that were asked for and left out. prepare: whether columns are
    prepared automatically, as in `resample`; `preparation_notes` says how.

    inner: a plan for the inner splits of nested cross-validation, which tune hyperparameters on each training
    set. Each learner then has the grid that it declares; (learner, grid) or GridSearch(learner, grid) sets
    another, (learner, None) none. rule: "best", or "one standard error". halving: SuccessiveHalving(...) for
    successive halving of the settings.

    >>> from sklearn.linear_model import Ridge
    >>> from gnomon import k_fold, load
    >>> design = Design(load("diabetes"), [Ridge(), Ridge(alpha=10)], k_fold(5))
    >>> [unit.learner for unit in design.units()]
    ['Ridge', 'Ridge(alpha=10)']
    >>> import gnomon as gn
    >>> learners = [gn.Ridge(), (gn.Lasso(), {"alpha": [1, 0.1]})]
    >>> nested = Design(load("diabetes"), learners, k_fold(5), inner=k_fold(3))
    >>> {name: len(path) for name, path in nested.paths.items()}
    {'Ridge': 7, 'Lasso': 2}
    """

    tasks: Any
    learners: Any
    plan: Any
    _: KW_ONLY
    inner: Any = None
    measures: Any = None
    rule: str = "best"
    halving: SuccessiveHalving | None = None
    margin: float | None = None
    random_state: int = 0
    notes: Sequence[str] = ()
    skipped: Sequence[str] = ()
    prepare: bool = True
    choices: dict[str, GridSearch] = field(init=False, repr=False)
    paths: dict[str, tuple[Any, ...]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if isinstance(self.random_state, bool) or not isinstance(self.random_state, int | np.integer):
            raise ParameterError(
                f"Design(random_state={self.random_state!r}): it must be an integer, so that the run can "
                "be resumed",
                parameter="random_state",
            )
        object.__setattr__(self, "random_state", int(self.random_state))
        if self.margin is not None:
            with about(parameter="margin"):
                check_rope(self.margin)
        tasks = [self.tasks] if isinstance(self.tasks, Task) else list(self.tasks)
        choices = _named(self.learners)
        resolved = {
            "tasks": dict(zip(unique([task.name for task in tasks]), tasks)),
            "learners": {name: self._learner(choice) for name, choice in choices.items()},
            "notes": tuple(self.notes),
            "skipped": tuple(self.skipped),
            "choices": choices,
            "paths": {name: self._path(choice) for name, choice in choices.items()},
        }
        for name, value in resolved.items():
            object.__setattr__(self, name, value)
        self._resolve_measures()
        _refuse_empty(self)
        _refuse_wrong_kinds(self)
        _refuse_odd_nesting(self)

    @classmethod
    def read(cls, path: str | Path) -> "Design":
        """The design that a TOML file describes; see `gnomon.experiments.design_file`."""
        from gnomon.experiments.design_file import read_design

        return read_design(path)

    def write(self, path: str | Path, tasks: Mapping[str, Mapping[str, Any]] | None = None) -> Path:
        """Write the design as a TOML file.

        tasks: the source of each task that is not a bundled data set, such as {"heart": {"file": "heart.csv",
        "target": "disease"}}.
        """
        from gnomon.experiments.design_writing import write_design

        return write_design(self, path, tasks)

    @cached_property
    def splits(self) -> dict[str, Splits]:
        """The splits of each task, by its name."""
        with about(parameter="plan"):
            return {name: as_splits(task, self.plan) for name, task in self.tasks.items()}

    @cached_property
    def preparation_notes(self) -> tuple[str, ...]:
        """Sentences on the automatic preparation of the columns of each task."""
        if not self.prepare:
            return ()
        by_task = {name: preparation_notes(self.learners, task) for name, task in self.tasks.items()}
        if len(by_task) == 1:
            return tuple(*by_task.values())
        return tuple(f"{name}: {each}" for name, notes in by_task.items() for each in notes)

    def prepared(self, task: str, learner: str) -> tuple[Any, ...]:
        """The learner with its automatic preparation for a task; in a nested design also its settings."""
        if (task, learner) not in self._prepared:
            estimators = (self.learners[learner], *(() if self.inner is None else self.paths[learner]))
            of = self.tasks[task]
            self._prepared[task, learner] = (
                tuple(prepared(each, of) for each in estimators) if self.prepare else estimators
            )
        return self._prepared[task, learner]

    def units(self, known: Set[str] = frozenset()) -> list[Unit]:
        """All units of work, one repeat after another, so that learners progress evenly.

        known: keys of finished units; a unit stored under the key of an earlier format has that key.
        """
        return [
            Unit(self._key(known, task, learner, start, stop), task, learner, start, stop)
            for task in self.tasks
            for start, stop in _runs([int(repeat) for repeat in self.splits[task].repeat])
            for learner in self.learners
        ]

    def measures_of(self, task: str) -> tuple[str, ...]:
        """The measures that apply to a task; in a nested design the first one selects the settings."""
        kind = self.tasks[task].kind
        return tuple(name for name in self.measures if find_measure(name).kind == kind)

    def learners_of(self, unit: Unit) -> tuple[Any, Any]:
        """The learner of a unit with its seeds set, and as the user passed it.

        In a nested design the first is a Tuning: all settings with their seeds set, and how to select.
        """
        original = self.learners[unit.learner]
        estimators = self.prepared(unit.task, unit.learner)
        path = estimators[:1] if self.inner is None else estimators[1:]
        if self._keys.has_open_seeds(unit.learner):
            path = tuple(seeded(each, self.random_state, unit.key) for each in path)
        if self.inner is None:
            return path[0], estimators[0] if path[0] is estimators[0] else original
        return Tuning(path, self.inner, self.measures_of(unit.task), self.rule, self.halving), original

    def _resolve_measures(self) -> None:
        """The requested measures, or the default measure, with a note if it is not the usual one."""
        if self.measures is not None:
            with about(parameter="measures"):
                object.__setattr__(self, "measures", _known_measures(self.measures, self.tasks.values()))
            return
        defaults = common_measures(self._default_measure(name, task) for name, task in self.tasks.items())
        object.__setattr__(self, "measures", tuple(each.name for each in defaults))
        object.__setattr__(self, "notes", (*(each.why for each in defaults if each.why), *self.notes))

    def _default_measure(self, name: str, task: Task) -> DefaultMeasure:
        default = default_measure(task, self.learners.values())
        if not default.why:
            return default
        inner = 0 if self.inner is None else int(getattr(self.inner, "k", 1))
        return default_measure(task, self.learners.values(), self.splits[name], inner)

    def _learner(self, choice: GridSearch) -> Any:
        """The learner as passed; without inner splits, with its only setting."""
        return choice.learner if self.inner is not None else self._path(choice)[0]

    def _path(self, choice: GridSearch) -> tuple[Any, ...]:
        """The candidate settings; without inner splits the default grid is not used."""
        if self.inner is None and isinstance(choice.grid, str):
            return (choice.learner,)
        return tuple(choice.path(self.random_state))

    def _key(self, known: Set[str], *parts: Any) -> str:
        key = self._keys.key(*parts)
        if not known or key in known:
            return key
        first = self._keys.first_key(*parts)
        return first if first in known else key

    @cached_property
    def _prepared(self) -> dict[tuple[str, str], tuple[Any, ...]]:
        return {}

    @cached_property
    def _keys(self) -> Keys:
        return Keys(self)


def _named(learners: Any) -> dict[str, GridSearch]:
    if hasattr(learners, "get_params") or isinstance(learners, GridSearch):
        learners = [learners]
    if isinstance(learners, Mapping):
        return {name: as_choice(name, each) for name, each in learners.items()}
    choices = [as_choice(f"number {index}", each) for index, each in enumerate(learners)]
    return dict(zip(names_of([choice.learner for choice in choices]), choices))


def _known_measures(measures: str | Sequence[str], tasks: Iterable[Task]) -> tuple[str, ...]:
    names = (measures,) if isinstance(measures, str) else tuple(measures)
    kinds = {task.kind for task in tasks}
    for name in names:
        kind = find_measure(name).kind
        if kind not in kinds:
            raise DesignError(
                f"measure {name!r} is for {kind}, but the tasks are {' and '.join(sorted(kinds))}; "
                "`gnomon list measures` lists the measures"
            )
    return names


def _refuse_empty(design: Design) -> None:
    for what in ("tasks", "learners", "measures"):
        if not getattr(design, what):
            raise DesignError(f"{what} is empty; pass at least one", parameter=what)


def _refuse_wrong_kinds(design: Design) -> None:
    tests = {"classification": is_classifier, "regression": is_regressor, "clustering": is_clusterer}
    for task_name, task in design.tasks.items():
        for learner_name, learner in design.learners.items():
            kinds = [kind for kind, test in tests.items() if test(learner)]
            if kinds and task.kind not in kinds:
                raise DesignError(
                    f"learner {learner_name!r} is for {kinds[0]}, but task {task_name!r} is {task.kind}; "
                    f"pass a learner for {task.kind}, or make the target another kind by {{kind}}",
                    settings={"kind": ...},
                    learner=learner_name,
                    task=task_name,
                )


def _refuse_odd_nesting(design: Design) -> None:
    """Raise for grids without inner splits, and for inner splits that are impossible or not reproducible."""
    if design.inner is None:
        _refuse_choosing(design)
        return
    if hasattr(design.plan, "inner") or hasattr(design.inner, "inner"):
        raise DesignError(
            "pass the outer plan as plan and the inner one as inner=, not nested(...)", parameter="plan"
        )
    if not isinstance(design.inner, Plan) or not isinstance(design.inner.random_state, int):
        raise DesignError(
            f"inner={design.inner!r} cannot be reproduced by every worker; pass a plan of Gnomon's "
            "with an integer as random_state, such as k_fold(5)",
            parameter="inner",
        )
    for name, task in design.tasks.items():
        measures = design.measures_of(name)
        if not measures:
            raise DesignError(
                f"no measure applies to task {name!r}, so no setting can be selected; pass one in measures=",
                task=name,
            )
        int(find_measure(measures[0]).sign)  # raises for a measure that does not rank
        nested(design.splits[name], design.inner).refuse_unfit(task)
    for path in design.paths.values():
        check_path(path, design.rule)


def _refuse_choosing(design: Design) -> None:
    """Raise for options that require inner splits."""
    for name, path in design.paths.items():
        if len(path) > 1:
            raise DesignError(
                f"learner {name!r} has {len(path)} hyperparameter settings, but the design has no inner "
                "splits to select among them; pass inner=k_fold(5)",
                learner=name,
            )
    if design.rule != "best" or design.halving is not None:
        raise DesignError(
            "rule and halving select hyperparameter settings, but the design has no inner splits to "
            "select by; pass inner=k_fold(5)",
            parameter="halving" if design.rule == "best" else "rule",
        )


def _runs(repeats: list[int]) -> list[tuple[int, int]]:
    """Start and stop of the range of splits of each unit."""
    ends, start = [], 0
    for _, members in groupby(repeats):
        stop = start + len(list(members))
        ends.append((start, stop))
        start = stop
    if len(ends) == len(repeats):
        n_splits = len(repeats)
        return [(first, min(first + _LONE_SPLITS, n_splits)) for first in range(0, n_splits, _LONE_SPLITS)]
    return ends

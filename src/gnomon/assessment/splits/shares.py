"""Hold-out split (train/test), and train/validation/test split."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any

import numpy as np

from gnomon.assessment.fold_assignment import assign_groups, check_folds, draw, latest, warn_of_absent
from gnomon.assessment.splits.nesting import Nested
from gnomon.assessment.splits.plan import Cut, Plan
from gnomon.data.task import Task
from gnomon.errors import DesignError, ParameterError
from gnomon.seeds import Seed


def hold_out(
    share: float = 0.2,
    *,
    stratify: bool | None = None,
    chronological: bool = False,
    random_state: Seed = 0,
) -> Plan:
    """Hold-out: a single train/test split, with this share of the rows held out.

    stratify: None stratifies classification tasks. chronological: hold out the latest rows by `task.time`;
    rows of equal time are not split.

    >>> train, held_out = hold_out(0.25).split(Task(np.zeros((8, 1)), [0, 0, 0, 0, 1, 1, 1, 1]))[0]
    >>> len(train), len(held_out)
    (6, 2)
    """
    if not _is_share(share):
        raise ParameterError(f"hold_out(share={share!r}): must be above 0 and below 1")
    return HoldOut(share, _stratify("hold_out", stratify, chronological), chronological, random_state)


def train_validation_test(
    shares: Sequence[float] = (0.6, 0.2, 0.2),
    *,
    stratify: bool | None = None,
    chronological: bool = False,
    random_state: Seed = 0,
) -> Nested:
    """Train/validation/test split: to train, to select hyperparameters, and to assess the selected model.

    It is `nested(hold_out(test), hold_out(validation))` with shares of all rows: the inner split of the only
    outer split has the training and validation rows. chronological: training rows are the earliest by
    `task.time`, test rows the latest.

    >>> cut = train_validation_test((0.5, 0.3, 0.2)).split(Task(np.zeros((10, 1)), [0, 1] * 5))
    >>> [len(rows) for rows in cut.inner[0][0]], len(cut.outer[0][1])
    ([5, 3], 2)
    """
    three = tuple(shares) if isinstance(shares, Iterable) else (shares,)
    if len(three) != 3 or not all(map(_is_share, three)) or abs(sum(three) - 1) > 1e-9:
        raise ParameterError(
            f"train_validation_test(shares={shares!r}): pass three shares above 0 that add up to 1: "
            "training, validation and test"
        )
    stratify = _stratify("train_validation_test", stratify, chronological)
    train, validation, test = three
    outer = HoldOut(test, stratify, chronological, random_state)
    return Nested(outer, HoldOut(validation / (train + validation), stratify, chronological, random_state))


@dataclass(frozen=True)
class HoldOut(Plan):
    """A single train/test split; created by `hold_out`."""

    share: float
    stratify: bool | None
    chronological: bool
    random_state: Seed
    method = "hold-out"

    @property
    def is_by_time(self) -> bool:
        """Whether the latest rows are held out."""
        return self.chronological

    def cut(self, task: Task, random: np.random.Generator) -> Cut:
        """One held-out set."""
        if task.n_rows < 2:
            raise DesignError(f"hold_out needs at least 2 rows, and task {task.name!r} has {task.n_rows}")
        n_held = min(max(round(self.share * task.n_rows), 1), task.n_rows - 1)
        if self.chronological:
            return [latest(task, n_held)], []
        if task.group is None:
            stratum = self.stratum(task)
            held_out = draw(task.n_rows, n_held, stratum, random)
            warn_of_absent(task, held_out, stratum)
            return [held_out], []
        check_folds(task, 2, None)
        shares = np.array([1 - self.share, self.share])
        return [np.flatnonzero(assign_groups(task.group, self.stratum(task), shares, random) == 1)], []


def _is_share(value: Any) -> bool:
    return isinstance(value, Real) and 0 < float(value) < 1


def _stratify(function: str, stratify: bool | None, chronological: bool) -> bool | None:
    if chronological and stratify:
        raise ParameterError(
            f"{function}(chronological=True, stratify=True): a chronological split cannot be stratified"
        )
    return False if chronological else stratify

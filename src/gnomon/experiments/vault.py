"""The vault: rows sealed away for the final test, each look at them counted and kept.

A test set that is looked at again and again is a validation set. `seal_vault` sets rows apart before the work
begins; `open_vault` trains a learner on the others, judges it by the sealed ones, and leaves its mark.
The store keeps digests of the sealed rows, and refuses designs that hold any of them.
"""

import json
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from gnomon.assessment.intervals import Estimate
from gnomon.assessment.predictions import MeasureLike, Predictions
from gnomon.assessment.resample import resample
from gnomon.assessment.splits import Plan, Splits, as_splits, hold_out
from gnomon.data.task import Task
from gnomon.errors import DesignError, ParameterError
from gnomon.experiments.default_measure import default_of
from gnomon.experiments.identity import code, describe, digest, readable, seeded
from gnomon.experiments.record import versions
from gnomon.experiments.sealed import Vault, put_vault, vault_of, vaults_of
from gnomon.experiments.store import Store, now
from gnomon.experiments.workers import open_workers


@dataclass(frozen=True)
class Look:
    """What one look at the sealed rows showed: the predictions for them, any measure of which can be asked.

    number: how many looks had been taken, this one included. budget: how many may be, if that was said.
    """

    task: str
    number: int
    budget: int | None
    at: str
    learner: str
    predictions: Predictions

    def estimate(self, measure: MeasureLike | None = None, *, level: float = 0.95) -> Estimate:
        """The value of a measure on the sealed rows, with its interval; asking is no new look."""
        return self.predictions.estimate(measure or self.measure, level=level)

    @property
    def measure(self) -> str:
        """The measure that is shown where none is named."""
        return default_of(self.predictions).name

    def __str__(self) -> str:
        of = "" if self.budget is None else f" of {self.budget}"
        seen = f"{self.measure} {self.estimate()}"
        return f"look {self.number}{of} at the sealed rows of {self.task!r}: {self.learner}, {seen}"


def seal_vault(
    task: Task,
    share: float | Plan,
    store: str | Path | Store,
    *,
    budget: int | None = None,
    random_state: int = 0,
) -> Task:
    """Set a share of the rows apart in a store, for the final test; the rows to work on come back.

    share: or a plan of one split, such as `hold_out(0.2, chronological=True)`. budget: the most looks that
    `open_vault` may take; it cannot be raised. The same call again gives the same rows again.

    >>> from tempfile import TemporaryDirectory
    >>> from gnomon import GaussianNB, load
    >>> with TemporaryDirectory() as folder:
    ...     store, iris = Path(folder) / "a.gnomon", load("iris")
    ...     working = seal_vault(iris, 0.2, store, budget=1)
    ...     look = open_vault(iris, GaussianNB(), store)
    >>> working.n_rows, len(look.predictions.row), look.number
    (120, 30, 1)
    """
    if budget is not None and (isinstance(budget, bool) or not isinstance(budget, int) or budget < 1):
        raise ParameterError(f"seal(budget={budget!r}): give a whole number of at least 1, or None for any")
    plan = share if isinstance(share, Plan) else hold_out(share, random_state=random_state)
    splits = as_splits(task, plan)
    if len(splits) != 1:
        raise DesignError(f"seal(share={share!r}) makes {len(splits)} cuts; give a share, or a plan of one")
    with _opened(store) as kept:
        found = vault_of(kept, task)
        if found is None:
            _refuse_if_seen(kept, task)
            put_vault(kept, task, splits, budget)
        elif not np.array_equal(found.sealed, splits.held_out[0]) or found.budget != budget:
            raise DesignError(
                f"{task.name!r} is sealed in {kept.name} already: {found}; give the same share, seed and "
                "budget to get the rows to work on, or another store for other rows"
            )
    return task.rows(splits[0][0])


def open_vault(
    task: Task, learner: Any, store: str | Path | Store, *, random_state: int = 0, prepare: bool = True
) -> Look:
    """Train a learner on the rows outside the vault and judge it by those inside: one look, counted.

    task: the whole task, as it was sealed. A look that fails, or is killed, shows nothing and does not count;
    what a look showed can be read again in `vault_log`. prepare: as in `resample`.

    >>> from gnomon import GaussianNB, load
    >>> with Store() as store:
    ...     working = seal_vault(load("iris"), 0.3, store)
    ...     [open_vault(load("iris"), GaussianNB(), store).number for _ in range(2)]
    [1, 2]
    """
    with _opened(store) as kept:
        vault = _known(kept, task)
        vault.refuse_if_spent(kept.name)
        predictions = _judged(task, learner, vault.splits(), random_state, prepare=prepare)
        row = (now(), code(learner), predictions.to_bytes(), json.dumps(versions([learner])))
        with kept.writing() as connection:
            # Others may have looked meanwhile: what counts is the number inside this transaction.
            latest = _known(kept, task)
            latest.refuse_if_spent(kept.name)
            number = latest.looks + 1
            connection.execute("UPDATE vault SET looks = ? WHERE task = ?", (number, vault.task))
            connection.execute("INSERT INTO look VALUES (?, ?, ?, ?, ?, ?)", (vault.task, number, *row))
    return Look(vault.name, number, vault.budget, row[0], row[1], predictions)


def refuse_sealed(tasks: Mapping[str, Task], store: Store) -> None:
    """Refuse tasks that hold rows which are sealed in this store, to train on or to look at.

    >>> from gnomon import load
    >>> with Store() as store:
    ...     working = seal_vault(load("iris"), 0.2, store)
    ...     refuse_sealed({"working": working}, store)
    """
    for vault in vaults_of(store):
        for name, task in tasks.items():
            rows = vault.rows_in(task)
            if rows:
                raise DesignError(
                    f"task {name!r} holds rows that are sealed in {store.name} ({len(rows):,} of "
                    f"{task.n_rows:,}, the first is row {rows[0]}); work on the rows that seal(task, share, "
                    "store) gives back, and look at the sealed ones by open_vault"
                )


def _opened(store: str | Path | Store) -> AbstractContextManager[Store]:
    return nullcontext(store) if isinstance(store, Store) else Store(store)


def _refuse_if_seen(store: Store, task: Task) -> None:
    seen = {each["fingerprint"] for design in store.designs() for each in design["tasks"]}
    if task.fingerprint in seen:
        raise DesignError(
            f"{store.name} holds results of all rows of {task.name!r}, so none of them is unseen; "
            "seal rows before the first run, in a store of their own"
        )


def _known(store: Store, task: Task) -> Vault:
    found = vault_of(store, task)
    if found is None:
        names = ", ".join(repr(vault.name) for vault in vaults_of(store)) or "nothing"
        raise DesignError(
            f"this task {task.name!r} of {task.n_rows:,} rows is not what was sealed in {store.name} "
            f"(which holds {names}); give the whole task, as it was given to seal"
        )
    return found


def _judged(task: Task, learner: Any, splits: Splits, random_state: int, *, prepare: bool) -> Predictions:
    key = digest({"vault": task.fingerprint, "learner": describe(learner)})
    with open_workers(1) as here:
        promise = here.submit(
            partial(resample, prepare=prepare), task, seeded(learner, random_state, key), splits
        )
        predictions: Predictions = promise.result()
    return replace(predictions, learner=readable(learner))

"""The vault: a sealed test set for the final evaluation, with a count and log of all looks (evaluations).

A test set that is used repeatedly becomes a validation set (adaptive overfitting). `seal_vault` holds out
rows before model development; `open_vault` fits a learner on the others, evaluates it on the sealed rows and
logs the look. The store contains digests of the sealed rows, and designs that use any of them are rejected.
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
from gnomon.experiments.chunks import first_chunk, look_key, put_rest
from gnomon.experiments.default_measure import default_of
from gnomon.experiments.identity import code, describe, digest, readable, seeded
from gnomon.experiments.record import versions
from gnomon.experiments.sealed import Vault, put_vault, vault_of, vaults_of
from gnomon.experiments.store import Store, now
from gnomon.experiments.workers import open_workers


@dataclass(frozen=True)
class Look:
    """One look at the sealed test set: the predictions for it, from which any measure can be computed.

    number: number of looks so far, including this one. budget: maximum number of looks; None if unlimited.
    """

    task: str
    number: int
    budget: int | None
    at: str
    learner: str
    predictions: Predictions

    def estimate(self, measure: MeasureLike | None = None, *, level: float = 0.95) -> Estimate:
        """The estimate of a measure on the sealed rows with its confidence interval; not a new look."""
        return self.predictions.estimate(measure or self.measure, level=level)

    @property
    def measure(self) -> str:
        """The default measure."""
        return default_of(self.predictions).name

    def __str__(self) -> str:
        of = "" if self.budget is None else f" of {self.budget}"
        result = f"{self.measure} {self.estimate()}"
        return f"look {self.number}{of} at the sealed rows of {self.task!r}: {self.learner}, {result}"


def seal_vault(
    task: Task,
    share: float | Plan,
    store: str | Path | Store,
    *,
    budget: int | None = None,
    random_state: int = 0,
) -> Task:
    """Seal a test set for the final evaluation in a store, and return the task of the remaining rows.

    share: the proportion of rows to seal, or a plan with one split, such as `hold_out(0.2,
    chronological=True)`. budget: maximum number of looks by `open_vault`; it cannot be increased. The same
    call again returns the same rows.

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
        raise ParameterError(
            f"seal_vault(budget={budget!r}): it must be an integer of at least 1, or None for no limit"
        )
    plan = share if isinstance(share, Plan) else hold_out(share, random_state=random_state)
    splits = as_splits(task, plan)
    if len(splits) != 1:
        raise DesignError(
            f"seal_vault(share={share!r}) has {len(splits)} splits; pass a proportion, or a plan with one "
            "split"
        )
    with _opened(store) as opened:
        vault = vault_of(opened, task)
        if vault is None:
            _refuse_if_seen(opened, task)
            put_vault(opened, task, splits, budget)
        elif not np.array_equal(vault.sealed, splits.held_out[0]) or vault.budget != budget:
            raise DesignError(
                f"{task.name!r} is sealed in {opened.name} already: {vault}; pass the same share, seed and "
                "budget to get the remaining rows, or another store for another test set"
            )
    return task.rows(splits[0][0])


def open_vault(
    task: Task, learner: Any, store: str | Path | Store, *, random_state: int = 0, prepare: bool = True
) -> Look:
    """Fit a learner on the remaining rows and evaluate it on the sealed test set: one look, which is logged.

    task: the whole task, as it was sealed. A look that fails or is killed does not count; the results of all
    looks are in `vault_log`. random_state: integer seed. prepare: as in `resample`.

    >>> from gnomon import GaussianNB, load
    >>> with Store() as store:
    ...     working = seal_vault(load("iris"), 0.3, store)
    ...     [open_vault(load("iris"), GaussianNB(), store).number for _ in range(2)]
    [1, 2]
    """
    with _opened(store) as opened:
        vault = _sealed(opened, task)
        vault.refuse_if_spent(opened.name)
        predictions = _evaluated(task, learner, vault.splits(), random_state, prepare=prepare)
        row = (now(), code(learner), predictions.to_bytes(), json.dumps(versions([learner])))
        with opened.writing() as connection:
            # Other processes may have looked meanwhile: the count is read inside this transaction.
            latest = _sealed(opened, task)
            latest.refuse_if_spent(opened.name)
            number = latest.looks + 1
            connection.execute("UPDATE vault SET looks = ? WHERE task = ?", (number, vault.task))
            at, expression, content, made_with = row
            values = (vault.task, number, at, expression, first_chunk(content), made_with)
            connection.execute("INSERT INTO look VALUES (?, ?, ?, ?, ?, ?)", values)
            put_rest(connection, look_key(vault.task, number), content)
    return Look(vault.name, number, vault.budget, row[0], row[1], predictions)


def refuse_sealed(tasks: Mapping[str, Task], store: Store) -> None:
    """Raise DesignError for tasks that contain rows sealed in this store.

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
                    f"task {name!r} contains rows that are sealed in {store.name} ({len(rows):,} of "
                    f"{task.n_rows:,}, the first is row {rows[0]}); use the rows that seal_vault(task, "
                    "share, store) returns, and evaluate on the sealed rows by open_vault"
                )


def _opened(store: str | Path | Store) -> AbstractContextManager[Store]:
    return nullcontext(store) if isinstance(store, Store) else Store(store)


def _refuse_if_seen(store: Store, task: Task) -> None:
    seen = {each["fingerprint"] for design in store.designs() for each in design["tasks"]}
    if task.fingerprint in seen:
        raise DesignError(
            f"{store.name} contains results on all rows of {task.name!r}, so none of them is unseen; "
            "seal rows before the first run, in another store"
        )


def _sealed(store: Store, task: Task) -> Vault:
    sealed = vault_of(store, task)
    if sealed is None:
        names = ", ".join(repr(vault.name) for vault in vaults_of(store)) or "nothing"
        raise DesignError(
            f"this task {task.name!r} of {task.n_rows:,} rows is not sealed in {store.name} "
            f"(which contains {names}); pass the whole task, as it was passed to seal_vault"
        )
    return sealed


def _evaluated(task: Task, learner: Any, splits: Splits, random_state: int, *, prepare: bool) -> Predictions:
    key = digest({"vault": task.fingerprint, "learner": describe(learner)})
    with open_workers(1) as here:
        promise = here.submit(
            partial(resample, prepare=prepare), task, seeded(learner, random_state, key), splits
        )
        predictions: Predictions = promise.result()
    return replace(predictions, learner=readable(learner))

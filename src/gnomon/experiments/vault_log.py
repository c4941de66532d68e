"""Log of the looks at sealed test sets: time, learner and results."""

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gnomon.assessment.json_schema import check_form
from gnomon.assessment.predictions import Predictions
from gnomon.errors import DataError, StoreError
from gnomon.experiments.chunks import joined, look_key
from gnomon.experiments.results import Results
from gnomon.experiments.sealed import Vault, vaults_of
from gnomon.experiments.store import Store
from gnomon.experiments.vault import Look

if TYPE_CHECKING:
    import pandas as pd

_LOOK = {"number": int, "at": str, "learner": str}


@dataclass(frozen=True, eq=False)
class VaultLog:
    """All sealed test sets in a store, and all looks at them in order of time.

    >>> from gnomon import GaussianNB, load
    >>> from gnomon.records import open_vault, seal_vault
    >>> with Store() as store:
    ...     working = seal_vault(load("iris"), 0.2, store)
    ...     look = open_vault(load("iris"), GaussianNB(), store)
    ...     log = vault_log(store)
    >>> log.frame()[["task", "look", "learner"]].values.tolist()
    [['iris', 1, 'GaussianNB()']]
    """

    vaults: tuple[Vault, ...]
    looks: tuple[Look, ...]

    def frame(self, measure: str | None = None, *, level: float = 0.95) -> "pd.DataFrame":
        """One row per look: task, look, budget, at, learner, measure, value, lower, upper."""
        import pandas as pd

        names = ["task", "look", "budget", "at", "learner", "measure", "value", "lower", "upper"]
        return pd.DataFrame([_line(look, measure, level) for look in self.looks], columns=names)

    def __str__(self) -> str:
        lines = []
        for vault in self.vaults:
            lines.append(f"{vault.name}: {vault}")
            lines += [f"  {look.at} UTC  {look}" for look in self.looks if look.task == vault.name]
        return "\n".join(lines) or "nothing is sealed"


def vault_log(store: str | Path | Store | Results) -> VaultLog:
    """The log of a results file, of a store, or of the store of results.

    >>> with Store() as store:
    ...     print(vault_log(store))
    nothing is sealed
    """
    with _reading(store) as opened:
        vaults = vaults_of(opened)
        return VaultLog(tuple(vaults), tuple(look for vault in vaults for look in _looks(opened, vault)))


def _reading(store: str | Path | Store | Results) -> AbstractContextManager[Store]:
    if isinstance(store, Results):
        return store._opened()
    return nullcontext(store) if isinstance(store, Store) else Store(store, read_only=True)


def _looks(store: Store, vault: Vault) -> list[Look]:
    rows = store.ask(
        "SELECT number, at, learner, predictions FROM look WHERE task = ? ORDER BY number", vault.task
    )
    return [_look(store, vault, *row) for row in rows]


def _look(store: Store, vault: Vault, number: int, at: str, learner: str, predictions: bytes) -> Look:
    try:
        check_form({"number": number, "at": at, "learner": learner}, _LOOK)
        if store.version > 4:
            predictions = joined(store.ask, look_key(vault.task, number), predictions)
        unpacked = Predictions.from_bytes(predictions)
    except DataError as error:
        raise StoreError(
            f"a look at the sealed rows of {vault.name!r} is damaged ({error}); restore a backup of the file"
        ) from None
    return Look(vault.name, number, vault.budget, at, learner, unpacked)


def _line(look: Look, measure: str | None, level: float) -> dict[str, Any]:
    measure = measure or look.measure
    estimate = look.estimate(measure, level=level)
    facts = {"task": look.task, "look": look.number, "budget": look.budget, "at": look.at}
    values = {end: getattr(estimate, end) for end in ("value", "lower", "upper")}
    return {**facts, "learner": look.learner, "measure": measure, **values}

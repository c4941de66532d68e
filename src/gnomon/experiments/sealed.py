"""Storage of a sealed test set: row numbers and digests of the rows, not the rows themselves."""

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from gnomon.arrays import Array, Integers
from gnomon.assessment.design import SplitDesign
from gnomon.assessment.json_schema import check_form
from gnomon.assessment.packing import pack, unpack
from gnomon.assessment.prediction_format import DESIGN
from gnomon.assessment.splits import Splits
from gnomon.data.task import Task
from gnomon.errors import DataError, DesignError, StoreError
from gnomon.experiments.row_digests import SIZE, row_digests
from gnomon.experiments.store import Store, now

_COLUMNS = "SELECT task, sealed, budget, looks, at FROM vault"

_FACTS = {
    "task": str,
    "name": str,
    "n_rows": int,
    "working": str,
    "design": DESIGN,
    "budget": (int, type(None)),
    "looks": int,
    "at": str,
}


@dataclass(frozen=True, eq=False)
class Vault:
    """The sealed test set of one task.

    task, working: fingerprints of the whole task and of the working set. sealed, train: row numbers of the
    test set and of the working set. rows: digest of each distinct sealed row. spare: number of identical rows
    in the working set. budget, looks: maximum and actual number of evaluations. at: time of sealing.
    """

    task: str
    name: str
    n_rows: int
    sealed: Integers
    train: Integers
    working: str
    rows: Array
    spare: Integers
    design: dict[str, Any]
    budget: int | None
    looks: int
    at: str

    def splits(self) -> Splits:
        """The split into working set and sealed test set."""
        return Splits([self.sealed], SplitDesign(**self.design), [self.train])

    def rows_in(self, task: Task) -> list[int]:
        """The rows of a task that must be sealed, as the working set has no more identical rows."""
        if task.fingerprint == self.working:
            return []
        available = dict(zip(self.rows.tolist(), self.spare.tolist()))
        sealed = []
        for row, digest in enumerate(row_digests(task.table).tolist()):
            if digest in available:
                available[digest] -= 1
                if available[digest] < 0:
                    sealed.append(row)
        return sealed

    def refuse_if_spent(self, where: str) -> None:
        """Raise DesignError if the budget of evaluations is exhausted."""
        if self.budget is not None and self.looks >= self.budget:
            raise DesignError(
                f"the budget of looks at the sealed rows of {self.name!r} is exhausted ({self.looks} taken); "
                f"`gnomon vault show {where}` lists their results; another look requires a new test set of "
                "unseen rows"
            )

    def __str__(self) -> str:
        of = "" if self.budget is None else f" of {self.budget}"
        return f"{len(self.sealed):,} of {self.n_rows:,} rows, {self.at} UTC, {self.looks}{of} looks taken"


def vaults_of(store: Store) -> list[Vault]:
    """All sealed test sets in a store.

    >>> with Store() as store:
    ...     vaults_of(store)
    []
    """
    # Files of the first version have no sealed rows.
    return [_vault(*row) for row in store.ask(f"{_COLUMNS} ORDER BY at")] if store.version > 1 else []


def vault_of(store: Store, task: Task) -> Vault | None:
    """The sealed test set of this task; None if there is none.

    >>> from gnomon import hold_out, load
    >>> with Store() as store:
    ...     put_vault(store, load("iris"), hold_out(0.2).split(load("iris")), budget=3)
    ...     vault = vault_of(store, load("iris"))
    >>> len(vault.sealed), vault.budget, vault.looks
    (30, 3, 0)
    """
    rows = store.ask(f"{_COLUMNS} WHERE task = ?", task.fingerprint)
    return _vault(*rows[0]) if rows else None


def put_vault(store: Store, task: Task, splits: Splits, budget: int | None) -> None:
    """Seal the test set of the only split."""
    train, sealed = splits[0]
    digests = row_digests(task.table)
    rows = np.unique(digests[sealed])
    index_of = {each: index for index, each in enumerate(rows.tolist())}
    outside = [index_of[each] for each in digests[train].tolist() if each in index_of]
    arrays: dict[str, Array] = {
        "sealed": np.asarray(sealed, dtype=np.int64),
        "train": np.asarray(train, dtype=np.int64),
        "rows": rows.view(np.uint8).reshape(-1, SIZE),
        "spare": np.bincount(outside, minlength=len(rows)).astype(np.int64),
    }
    facts = {"name": task.name, "n_rows": task.n_rows, "working": task.rows(train).fingerprint}
    packed = pack(arrays, {**facts, "design": asdict(splits.design)})
    with store.writing() as connection:
        row = (task.fingerprint, packed, budget, 0, now())
        connection.execute("INSERT INTO vault VALUES (?, ?, ?, ?, ?)", row)


def _vault(task: str, sealed: bytes, budget: int | None, looks: int, at: str) -> Vault:
    try:
        arrays, facts = unpack(sealed)
        check_form({"task": task, "budget": budget, "looks": looks, "at": at, **facts}, _FACTS)
        _check_rows(arrays, facts["n_rows"])
    except DataError as error:
        raise StoreError(
            f"the sealed rows in the file are damaged ({error}); restore a backup of the file"
        ) from None
    arrays["rows"] = np.ascontiguousarray(arrays["rows"]).view(f"V{SIZE}").reshape(-1)
    known: dict[str, Any] = {**arrays, **facts}
    return Vault(task=task, **known, budget=budget, looks=looks, at=at)


def _check_rows(arrays: dict[str, Array], n_rows: int) -> None:
    if set(arrays) != {"sealed", "train", "rows", "spare"}:
        raise DataError(f"it has the arrays {', '.join(sorted(arrays))[:80]}")
    for name in ("sealed", "train"):
        rows = arrays[name]
        is_whole = rows.ndim == 1 and rows.dtype == np.int64 and len(rows) > 0
        if not is_whole or rows.min() < 0 or rows.max() >= n_rows:
            raise DataError(f"{name} does not contain row numbers below {n_rows}")
    digests, spare = arrays["rows"], arrays["spare"]
    if digests.ndim != 2 or digests.dtype != np.uint8 or digests.shape[1] != SIZE:
        raise DataError(f"rows is {digests.dtype} of {digests.shape}")
    if spare.dtype != np.int64 or spare.shape != (len(digests),):
        raise DataError(f"spare is {spare.dtype} of {spare.shape}")

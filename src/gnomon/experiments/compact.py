"""Compact a results file: delete units that no design uses, and reclaim their disk space."""

import json
from dataclasses import dataclass
from pathlib import Path

from gnomon.assessment.json_schema import check_form
from gnomon.errors import StoreError
from gnomon.experiments.claim_schema import DESIGN
from gnomon.experiments.connection import errors_named
from gnomon.experiments.store import Store, is_design


@dataclass(frozen=True)
class Unused:
    """What can be deleted: keys of earlier designs, and of units that no remaining design uses.

    n_bytes: size of the predictions in those units.
    """

    designs: tuple[str, ...]
    units: tuple[str, ...]
    n_bytes: int

    def __str__(self) -> str:
        designs = f"{_counted(len(self.designs), 'earlier design')} and " if self.designs else ""
        units = _counted(len(self.units), "unit")
        return f"{designs}{units} that no design uses, {self.n_bytes:,} bytes"


def unused_entries(path: str | Path, *, latest: bool = False) -> Unused:
    """What `compact_store` would delete; the file is not changed.

    latest: retain only the latest design.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     with Store(Path(folder) / "a.gnomon") as store:
    ...         store.put("a1", bytes(100), seconds=0.5, versions={})
    ...     print(unused_entries(Path(folder) / "a.gnomon"))
    1 unit that no design uses, 100 bytes
    """
    with Store(path, read_only=True) as store:
        return _unused(store, latest)


def compact_store(path: str | Path, *, latest: bool = False) -> Unused:
    """Delete what `unused_entries` reports, reclaim its disk space, and return what was deleted.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     Store(Path(folder) / "a.gnomon").close()
    ...     compact_store(Path(folder) / "a.gnomon").units
    ()
    """
    # Raises if there is no file, instead of creating one.
    Store(path, read_only=True).close()
    with Store(path) as store:
        with store.writing() as connection:
            deleted = _unused(store, latest)
            for table, keys in (
                ("design", deleted.designs),
                ("finding", deleted.designs),
                ("unit", deleted.units),
                ("failure", deleted.units),
            ):
                connection.executemany(f"DELETE FROM {table} WHERE key = ?", [(key,) for key in keys])
            connection.executemany("DELETE FROM chunk WHERE key = ?", [(key,) for key in deleted.units])
            connection.execute("DELETE FROM document WHERE design NOT IN (SELECT key FROM design)")
        with errors_named(store.name):
            store.ask("VACUUM")
    return deleted


def _unused(store: Store, latest: bool) -> Unused:
    designs = store.ask("SELECT key, record FROM design ORDER BY asked")
    for key, record in designs:
        if not is_design(key, record) or not isinstance(json.loads(record), dict):
            raise StoreError(f"a design in {store.name} is damaged; `gnomon store check FILE --mend` first")
    dropped = designs[:-1] if latest else []
    records = [json.loads(record) for _, record in designs[len(dropped) :]]
    for record in records:
        check_form({"units": record.get("units")}, {"units": DESIGN["units"]}, "design")
    asked = {unit["key"] for record in records for unit in record["units"]}
    sizes = dict(store.ask("SELECT key, COALESCE(LENGTH(predictions), 0) FROM unit"))
    chunks = store.ask("SELECT key, COALESCE(LENGTH(content), 0) FROM chunk") if store.version > 4 else []
    for key, size in chunks:
        if key in sizes:
            sizes[key] += size
    if not all(isinstance(key, str) for key in sizes):
        raise StoreError(f"a unit in {store.name} is damaged; `gnomon store check FILE --mend` first")
    units = tuple(sorted(set(sizes) - asked))
    return Unused(tuple(key for key, _ in dropped), units, sum(sizes[key] for key in units))


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"

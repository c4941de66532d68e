"""Make a results file small: drop the units that no design asks for, and the room they took."""

import json
from dataclasses import dataclass
from pathlib import Path

from gnomon.errors import StoreError
from gnomon.experiments.connection import errors_named
from gnomon.experiments.store import Store, is_kept


@dataclass(frozen=True)
class Spare:
    """What can be dropped: designs asked for before the latest, and units that no other design asks for.

    n_bytes: of the predictions in those units.
    """

    designs: tuple[str, ...]
    units: tuple[str, ...]
    n_bytes: int

    def __str__(self) -> str:
        designs = f"{_counted(len(self.designs), 'earlier design')} and " if self.designs else ""
        units = _counted(len(self.units), "unit")
        return f"{designs}{units} that no design asks for, {self.n_bytes:,} bytes"


def spare(path: str | Path, *, latest: bool = False) -> Spare:
    """What `compact_store` would drop; nothing is changed.

    latest: keep the latest design alone.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     with Store(Path(folder) / "a.gnomon") as store:
    ...         store.put("a1", bytes(100), seconds=0.5, versions={})
    ...     print(spare(Path(folder) / "a.gnomon"))
    1 unit that no design asks for, 100 bytes
    """
    with Store(path, read_only=True) as store:
        return _spare(store, latest)


def compact_store(path: str | Path, *, latest: bool = False) -> Spare:
    """Drop what `spare` tells of and give its room back to the disk; what was dropped comes back.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     Store(Path(folder) / "a.gnomon").close()
    ...     compact_store(Path(folder) / "a.gnomon").units
    ()
    """
    # Where there is no file none is made.
    Store(path, read_only=True).close()
    with Store(path) as store:
        with store.writing() as connection:
            found = _spare(store, latest)
            for table, keys in (
                ("design", found.designs),
                ("finding", found.designs),
                ("unit", found.units),
                ("failure", found.units),
            ):
                connection.executemany(f"DELETE FROM {table} WHERE key = ?", [(key,) for key in keys])
            connection.execute("DELETE FROM document WHERE design NOT IN (SELECT key FROM design)")
        with errors_named(store.name):
            store.ask("VACUUM")
    return found


def _spare(store: Store, latest: bool) -> Spare:
    designs = store.ask("SELECT key, record FROM design ORDER BY asked")
    for key, record in designs:
        if not is_kept(key, record):
            raise StoreError(f"a design in {store.name} is damaged; `gnomon store check FILE --mend` first")
    dropped = designs[:-1] if latest else []
    asked = {unit["key"] for _, record in designs[len(dropped) :] for unit in json.loads(record)["units"]}
    sizes = dict(store.ask("SELECT key, LENGTH(predictions) FROM unit"))
    units = tuple(sorted(set(sizes) - asked))
    return Spare(tuple(key for key, _ in dropped), units, sum(sizes[key] for key in units))


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"

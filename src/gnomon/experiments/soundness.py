"""Is a results file what was written? And how to keep what is sound of one that is not.

Disks flip bits and copies break off. SQLite's own check finds broken pages; the checksum of each unit finds
the rest. A unit that is lost costs its work again and nothing else, as it is known by its contents.
"""

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gnomon.assessment.form import check_form
from gnomon.assessment.packing import unpack
from gnomon.assessment.predictions import Predictions
from gnomon.errors import DataError, StoreError
from gnomon.experiments.claim_form import DESIGN
from gnomon.experiments.kept_findings import is_intact
from gnomon.experiments.migration import checksum, version_of
from gnomon.experiments.rescue import opened_whole, rows_of
from gnomon.experiments.store import Store, is_document, is_kept

if TYPE_CHECKING:
    import pandas as pd

_MOST_NAMED = 20


@dataclass(frozen=True)
class Damage:
    """What cannot be used, such as a unit by its key, and why."""

    where: str
    problem: str


@dataclass(frozen=True)
class Soundness:
    """What the check of a results file found.

    n_sound: units whose bytes are those that were put there. damaged: units and designs that are not as they
    were written. pages: what SQLite says of the file itself, nothing if all is well. waiting: the units, in
    words, that designs ask for and that are not there, or not sound: the same run works them.
    """

    path: Path
    n_sound: int
    damaged: tuple[Damage, ...]
    pages: tuple[str, ...]
    waiting: tuple[str, ...]

    @property
    def is_sound(self) -> bool:
        """Whether everything that is kept can be relied on."""
        return not self.damaged and not self.pages

    def frame(self) -> "pd.DataFrame":
        """One line a problem: where it is and what it is."""
        import pandas as pd

        found = [("the file", problem) for problem in self.pages]
        found += [(each.where, each.problem) for each in self.damaged]
        return pd.DataFrame(found, columns=["where", "problem"])

    def __str__(self) -> str:
        state = "sound" if self.is_sound else "damaged"
        first = f"{self.path} is {state}: {_units_in_words(self.n_sound)} as they were written"
        lines = [f"  {where}: {problem}" for where, problem in self.frame().itertuples(index=False)]
        if self.waiting:
            lines.append(f"{_units_in_words(len(self.waiting))} asked for, but not kept:")
            lines += [f"  {unit}" for unit in self.waiting[:_MOST_NAMED]]
            more = len(self.waiting) - _MOST_NAMED
            lines += [f"  and {more:,} more"] if more > 0 else []
        return "\n".join([first, *lines])


def check_store(path: str | Path) -> Soundness:
    """Read everything in a results file and say what is not as it was written; the file is left as it is.

    >>> from tempfile import TemporaryDirectory
    >>> from gnomon import Design, GaussianNB, k_fold, load, run
    >>> with TemporaryDirectory() as folder:
    ...     results = run(Design(load("iris"), GaussianNB(), k_fold(5)), Path(folder) / "a.gnomon")
    ...     check_store(Path(folder) / "a.gnomon").is_sound
    True
    """
    path = Path(path)
    with opened_whole(path) as (connection, missing):
        pages = (missing,) if missing else _pages(connection)
        designs = list(_designs(connection))
        asked = _asked(designs)
        sealed = [each for table in _packed_tables(connection) for each in _packed(connection, table)]
        documents = list(_documents(connection))
        findings = [each for table in _finding_tables(connection) for each in _findings(connection, table)]
        units = [each if isinstance(each, Damage) else each[0] for each in _units(connection, set(asked))]
    found = (*designs, *sealed, *documents, *findings, *units)
    damaged = tuple(each for each in found if isinstance(each, Damage))
    sound = {each for each in units if not isinstance(each, Damage)}
    waiting = tuple(name for key, name in asked.items() if key not in sound)
    return Soundness(path, len(sound), damaged, pages, waiting)


def repair_store(path: str | Path) -> Soundness:
    """Keep what is sound in a new file of the same name; the damaged one stays beside it, as NAME.damaged.

    No run may be using the file meanwhile. The soundness told of is that of the damaged file.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     Store(Path(folder) / "a.gnomon").close()
    ...     print(repair_store(Path(folder) / "a.gnomon").n_sound, len(list(Path(folder).iterdir())))
    0 1
    """
    path = Path(path)
    soundness = check_store(path)
    if soundness.is_sound:
        return soundness
    fresh, aside = path.with_name(path.name + ".mending"), path.with_name(path.name + ".damaged")
    if aside.exists():
        raise StoreError(f"{aside} is there from the time before; look whether it is needed, and remove it")
    fresh.unlink(missing_ok=True)
    with opened_whole(path) as (old, _), Store(fresh) as new:
        _copy(old, new)
    for suffix in ("-wal", "-shm"):
        # The log of a killed run belongs to the file that it was written for.
        with suppress(FileNotFoundError):
            os.replace(f"{path}{suffix}", f"{aside}{suffix}")
    os.replace(path, aside)
    os.replace(fresh, path)
    return soundness


def _pages(connection: sqlite3.Connection) -> tuple[str, ...]:
    """What SQLite itself finds wrong, at most ten lines of it."""
    try:
        found = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(10)")]
    except sqlite3.DatabaseError as error:
        return (str(error),)
    lines = [line for row in found for line in row.splitlines() if not line.startswith("***")]
    return () if found == ["ok"] else tuple(lines)


def _designs(connection: sqlite3.Connection) -> Iterator[Any]:
    """Every design, as its row or as the damage done to it: its key is a digest of the rest."""
    for row in rows_of(connection, "design", "key, record, asked"):
        if isinstance(row, str):
            yield Damage("a design", row)
            continue
        yield _judged_design(row)


def _judged_design(row: Any) -> Any:
    key, record, _ = row
    if not is_kept(key, record):
        return Damage(f"design {key}", "its text is not what was put there")
    try:
        check_form(json.loads(record).get("units", []), DESIGN["units"], "units")
    except (DataError, AttributeError) as error:
        return Damage(f"design {key}", f"it is no design: {error}")
    return row


def _packed_tables(connection: sqlite3.Connection) -> dict[str, int]:
    """The tables of seals and looks, with the place of the packed bytes in their rows."""
    return {"vault": 1, "look": 4} if version_of(connection) > 1 else {}


def _packed(connection: sqlite3.Connection, table: str) -> Iterator[Any]:
    """Every seal, or look, as its row or as the damage done to it."""
    place = _packed_tables(connection)[table]
    for row in rows_of(connection, table, "*"):
        if isinstance(row, str):
            yield Damage(f"a {table}", row)
            continue
        try:
            unpack(row[place])
            yield row
        except (DataError, TypeError) as error:
            yield Damage(f"{table} of task {row[0]}", f"its bytes cannot be read: {error}")


def _documents(connection: sqlite3.Connection) -> Iterator[Any]:
    """Every document, as its row or as the damage done to it."""
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'document'").fetchall():
        return
    for row in rows_of(connection, "document", "design, name, content, checksum"):
        if isinstance(row, str):
            yield Damage("a document", row)
        else:
            damage = Damage(f"document {row[1]!r}", "its text is not what was put there")
            yield row if is_document(row) else damage


def _finding_tables(connection: sqlite3.Connection) -> tuple[str, ...]:
    return ("finding", "dismissal") if version_of(connection) > 3 else ()


def _findings(connection: sqlite3.Connection, table: str) -> Iterator[Any]:
    """What the checks found of each design, or what was dismissed, as its row or as the damage done to it."""
    for row in rows_of(connection, table, "*"):
        if isinstance(row, str):
            yield Damage(f"a {table}", row)
        elif table == "finding" and not is_intact(row[1], row[2]):
            yield Damage(f"findings of design {row[0]}", "their text is not what was put there")
        else:
            yield row


def _asked(designs: Iterable[Any]) -> dict[str, str]:
    """The units that the sound designs ask for: what each is, in words, by its key."""
    records = [json.loads(row[1]) for row in designs if not isinstance(row, Damage)]
    units = [unit for record in records for unit in record.get("units", ())]
    return {
        unit["key"]: f"{unit['learner']} on {unit['task']}, splits {unit['start']} to {unit['stop'] - 1}"
        for unit in units
    }


def _units(connection: sqlite3.Connection, asked: set[str]) -> Iterator[Any]:
    """Every unit, as its row or as the damage done to it; last those that only the index leads to."""
    kept = "checksum" if version_of(connection) > 1 else "NULL"
    columns = f"key, predictions, seconds, finished, versions, {kept}"
    met = set()
    for row in rows_of(connection, "unit", columns):
        judged = Damage("a unit", row) if isinstance(row, str) else _judged(row)
        met.add("" if isinstance(judged, Damage) else judged[0])
        yield judged
    for key in sorted(asked - met):
        with suppress(sqlite3.DatabaseError):
            rows = connection.execute(f"SELECT {columns} FROM unit WHERE key = ?", (key,)).fetchall()
            yield from (row for row in map(_judged, rows) if not isinstance(row, Damage))


def _judged(row: Any) -> Any:
    """The row of a unit, or the damage done to it."""
    key, predictions, seconds, _, versions, kept = row
    try:
        found = checksum(key, predictions, seconds, versions)
        if kept is not None and found != kept:
            return Damage(f"unit {key}", "its bytes are not those that were put there")
        Predictions.from_bytes(predictions)
    except (DataError, TypeError, KeyError, ValueError) as error:
        return Damage(f"unit {key}", f"its bytes cannot be read: {error}")
    return row


def _copy(old: sqlite3.Connection, new: Store) -> None:
    designs = [row for row in _designs(old) if not isinstance(row, Damage)]
    with new.writing() as connection:
        _insert(connection, "design", designs)
        for table in _packed_tables(old):
            _insert(connection, table, _packed(old, table))
        _insert(connection, "document", _documents(old))
        for table in _finding_tables(old):
            _insert(connection, table, _findings(old, table))
        _insert(connection, "unit", map(_with_checksum, _units(old, set(_asked(designs)))))


def _with_checksum(row: Any) -> Any:
    """A unit of the first version of the format, which had no checksums, with one."""
    if isinstance(row, Damage) or row[-1] is not None:
        return row
    key, predictions, seconds, finished, versions, _ = row
    found = checksum(key, predictions, seconds, versions)
    return key, predictions, seconds, finished, versions, found


def _insert(connection: sqlite3.Connection, table: str, rows: Iterable[Any]) -> None:
    """Put the sound rows into a table."""
    for row in rows:
        if not isinstance(row, Damage):
            places = ", ".join("?" * len(row))
            connection.execute(f"INSERT OR IGNORE INTO {table} VALUES ({places})", row)


def _units_in_words(count: int) -> str:
    return f"{count:,} unit{'' if count == 1 else 's'}"

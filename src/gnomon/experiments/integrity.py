"""Integrity check and repair of a results file.

Disks flip bits and copies are truncated. SQLite's integrity check finds corrupt pages; the checksum of each
unit finds the rest. A lost unit only has to be computed again, as it is identified by its contents.
"""

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gnomon.assessment.json_schema import check_form
from gnomon.assessment.packing import unpack
from gnomon.assessment.predictions import Predictions
from gnomon.errors import DataError, StoreError
from gnomon.experiments.chunks import first_chunk, joined, look_key, put_rest
from gnomon.experiments.claim_schema import DESIGN
from gnomon.experiments.migration import checksum, version_of
from gnomon.experiments.recovery import opened_whole, rows_of
from gnomon.experiments.store import Store, insert_unit, is_design, is_document
from gnomon.experiments.stored_findings import is_intact

if TYPE_CHECKING:
    import pandas as pd

_MAX_NAMED = 20


@dataclass(frozen=True)
class Damage:
    """A damaged part of a results file, such as a unit by its key, and the problem."""

    where: str
    problem: str


@dataclass(frozen=True)
class Integrity:
    """Result of the integrity check of a results file.

    n_sound: number of units with a matching checksum. damaged: units and designs that changed since they were
    written. pages: problems reported by SQLite, empty if there are none. waiting: units, as text, that
    designs require and that are missing or damaged: running the same design computes them.
    """

    path: Path
    n_sound: int
    damaged: tuple[Damage, ...]
    pages: tuple[str, ...]
    waiting: tuple[str, ...]

    @property
    def is_sound(self) -> bool:
        """Whether no damage was found."""
        return not self.damaged and not self.pages

    def frame(self) -> "pd.DataFrame":
        """One row per problem: its location and description."""
        import pandas as pd

        problems = [("the file", problem) for problem in self.pages]
        problems += [(each.where, each.problem) for each in self.damaged]
        return pd.DataFrame(problems, columns=["where", "problem"])

    def __str__(self) -> str:
        state = "sound" if self.is_sound else "damaged"
        first = f"{self.path} is {state}: {_units_in_words(self.n_sound)} with matching checksums"
        lines = [f"  {where}: {problem}" for where, problem in self.frame().itertuples(index=False)]
        if self.waiting:
            lines.append(f"{_units_in_words(len(self.waiting))} required, but not stored:")
            lines += [f"  {unit}" for unit in self.waiting[:_MAX_NAMED]]
            more = len(self.waiting) - _MAX_NAMED
            lines += [f"  and {more:,} more"] if more > 0 else []
        return "\n".join([first, *lines])


def check_store(path: str | Path) -> Integrity:
    """Check the integrity of a results file by its checksums; the file is not changed.

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
        required = _required(designs)
        sealed = [each for table in _packed_tables(connection) for each in _packed(connection, table)]
        documents = list(_documents(connection))
        findings = [each for table in _finding_tables(connection) for each in _findings(connection, table)]
        units = [each if isinstance(each, Damage) else each[0] for each in _units(connection, set(required))]
    entries = (*designs, *sealed, *documents, *findings, *units)
    damaged = tuple(each for each in entries if isinstance(each, Damage))
    sound = {each for each in units if not isinstance(each, Damage)}
    waiting = tuple(name for key, name in required.items() if key not in sound)
    return Integrity(path, len(sound), damaged, pages, waiting)


def repair_store(path: str | Path) -> Integrity:
    """Repair a results file: copy what is intact to a new file; the damaged one is renamed to NAME.damaged.

    No run may be using the file meanwhile. Returns the integrity check of the damaged file.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     Store(Path(folder) / "a.gnomon").close()
    ...     print(repair_store(Path(folder) / "a.gnomon").n_sound, len(list(Path(folder).iterdir())))
    0 1
    """
    path = Path(path)
    integrity = check_store(path)
    if integrity.is_sound:
        return integrity
    fresh, aside = path.with_name(path.name + ".mending"), path.with_name(path.name + ".damaged")
    if aside.exists():
        raise StoreError(f"{aside} exists from an earlier repair; move or delete it")
    fresh.unlink(missing_ok=True)
    try:
        with opened_whole(path) as (old, _), Store(fresh) as new:
            _copy(old, new)
    except BaseException:
        for suffix in ("", "-wal", "-shm"):
            Path(f"{fresh}{suffix}").unlink(missing_ok=True)
        raise
    for suffix in ("-wal", "-shm"):
        # The write-ahead log of a killed run belongs to the damaged file.
        with suppress(FileNotFoundError):
            os.replace(f"{path}{suffix}", f"{aside}{suffix}")
    os.replace(path, aside)
    os.replace(fresh, path)
    return integrity


def _pages(connection: sqlite3.Connection) -> tuple[str, ...]:
    """The problems found by SQLite's integrity check, at most ten."""
    try:
        results = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(10)")]
    except sqlite3.DatabaseError as error:
        return (str(error),)
    lines = [line for row in results for line in row.splitlines() if not line.startswith("***")]
    return () if results == ["ok"] else tuple(lines)


def _designs(connection: sqlite3.Connection) -> Iterator[Any]:
    """Every design, as its row or as Damage: its key is a digest of the rest."""
    for row in rows_of(connection, "design", "key, record, asked"):
        if isinstance(row, str):
            yield Damage("a design", row)
            continue
        yield _checked_design(row)


def _checked_design(row: Any) -> Any:
    key, record, _ = row
    if not is_design(key, record):
        return Damage(f"design {key}", "its checksum does not match")
    try:
        check_form(json.loads(record).get("units", []), DESIGN["units"], "units")
    except (DataError, AttributeError) as error:
        return Damage(f"design {key}", f"it is not a design: {error}")
    return row


def _packed_tables(connection: sqlite3.Connection) -> dict[str, int]:
    """The tables of sealed rows and their evaluations, with the column index of the packed bytes."""
    return {"vault": 1, "look": 4} if version_of(connection) > 1 else {}


def _packed(connection: sqlite3.Connection, table: str) -> Iterator[Any]:
    """Every sealed set, or evaluation of it, as its row or as Damage."""
    index = _packed_tables(connection)[table]
    for row in rows_of(connection, table, "*"):
        if isinstance(row, str):
            yield Damage(f"a {table}", row)
            continue
        try:
            if table == "look":
                chunk_key = look_key(row[0], row[1])
                row = (*row[:index], _joined(connection, chunk_key, row[index]), *row[index + 1 :])
            unpack(row[index])
            yield row
        except (DataError, TypeError) as error:
            yield Damage(f"{table} of task {row[0]}", f"its bytes cannot be read: {error}")


def _documents(connection: sqlite3.Connection) -> Iterator[Any]:
    """Every document, as its row or as Damage."""
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'document'").fetchall():
        return
    for row in rows_of(connection, "document", "design, name, content, checksum"):
        if isinstance(row, str):
            yield Damage("a document", row)
        else:
            damage = Damage(f"document {row[1]!r}", "its checksum does not match")
            yield row if is_document(row) else damage


def _finding_tables(connection: sqlite3.Connection) -> tuple[str, ...]:
    return ("finding", "dismissal") if version_of(connection) > 3 else ()


def _findings(connection: sqlite3.Connection, table: str) -> Iterator[Any]:
    """The findings of each design, or the dismissals, as rows or as Damage."""
    for row in rows_of(connection, table, "*"):
        if isinstance(row, str):
            yield Damage(f"a {table}", row)
        elif table == "finding" and not is_intact(row[1], row[2]):
            yield Damage(f"findings of design {row[0]}", "their checksum does not match")
        else:
            yield row


def _required(designs: Iterable[Any]) -> dict[str, str]:
    """The units that the intact designs require: a description of each, by its key."""
    records = [json.loads(row[1]) for row in designs if not isinstance(row, Damage)]
    units = [unit for record in records for unit in record.get("units", ())]
    return {
        unit["key"]: f"{unit['learner']} on {unit['task']}, splits {unit['start']} to {unit['stop'] - 1}"
        for unit in units
    }


def _units(connection: sqlite3.Connection, required: set[str]) -> Iterator[Any]:
    """Every unit, as its row or as Damage; at the end those that only the index can find."""
    checksum_column = "checksum" if version_of(connection) > 1 else "NULL"
    columns = f"key, predictions, seconds, finished, versions, {checksum_column}"
    seen = set()
    for row in rows_of(connection, "unit", columns):
        checked = Damage("a unit", row) if isinstance(row, str) else _checked(connection, row)
        seen.add("" if isinstance(checked, Damage) else checked[0])
        yield checked
    for key in sorted(required - seen):
        with suppress(sqlite3.DatabaseError):
            rows = connection.execute(f"SELECT {columns} FROM unit WHERE key = ?", (key,)).fetchall()
            checked_rows = (_checked(connection, row) for row in rows)
            yield from (row for row in checked_rows if not isinstance(row, Damage))


def _checked(connection: sqlite3.Connection, row: Any) -> Any:
    """The row of a unit with its whole predictions, or its Damage."""
    key, predictions, seconds, finished, versions, stored = row
    try:
        predictions = _joined(connection, key, predictions)
        actual = checksum(key, predictions, seconds, versions)
        if stored is not None and actual != stored:
            return Damage(f"unit {key}", "its checksum does not match")
        Predictions.from_bytes(predictions)
    except (DataError, TypeError, KeyError, ValueError) as error:
        return Damage(f"unit {key}", f"its bytes cannot be read: {error}")
    except sqlite3.DatabaseError as error:
        return Damage(f"unit {key}", f"a chunk of its predictions cannot be read: {error}")
    return key, predictions, seconds, finished, versions, stored


def _joined(connection: sqlite3.Connection, key: Any, first: Any) -> Any:
    """The whole predictions, of which the row has the first chunk."""
    if version_of(connection) < 5 or not isinstance(first, bytes):
        return first
    return joined(lambda query, *values: connection.execute(query, values).fetchall(), key, first)


def _copy(old: sqlite3.Connection, new: Store) -> None:
    designs = [row for row in _designs(old) if not isinstance(row, Damage)]
    with new.writing() as connection:
        _insert(connection, "design", designs)
        for table in _packed_tables(old):
            _insert_packed(connection, table, _packed(old, table))
        _insert(connection, "document", _documents(old))
        for table in _finding_tables(old):
            _insert(connection, table, _findings(old, table))
        for row in _units(old, set(_required(designs))):
            if not isinstance(row, Damage):
                insert_unit(connection, _with_checksum(row))


def _with_checksum(row: Any) -> Any:
    """A row of a unit with a checksum, which the first version of the format did not have."""
    if row[-1] is not None:
        return row
    key, predictions, seconds, finished, versions, _ = row
    return key, predictions, seconds, finished, versions, checksum(key, predictions, seconds, versions)


def _insert_packed(connection: sqlite3.Connection, table: str, rows: Iterable[Any]) -> None:
    """Insert the intact sealed sets, or the looks at them with their predictions in chunks."""
    for row in rows:
        if isinstance(row, Damage):
            continue
        if table == "look":
            put_rest(connection, look_key(row[0], row[1]), row[4])
            row = (*row[:4], first_chunk(row[4]), row[5])
        _insert(connection, table, [row])


def _insert(connection: sqlite3.Connection, table: str, rows: Iterable[Any]) -> None:
    """Insert the intact rows into a table."""
    for row in rows:
        if not isinstance(row, Damage):
            values = ", ".join("?" * len(row))
            connection.execute(f"INSERT OR IGNORE INTO {table} VALUES ({values})", row)


def _units_in_words(count: int) -> str:
    return f"{count:,} unit{'' if count == 1 else 's'}"

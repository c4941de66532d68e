"""The results file: an SQLite file in which a unit's predictions and its completion are one transaction.

A run that is killed at any moment resumes with all finished units. Several processes may write concurrently:
each waits for the lock, and the first result of a unit is retained. An empty file is a new store: the tables
are created in one transaction, so that a process killed meanwhile leaves an empty file or a complete store.
"""

import json
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from gnomon.errors import StoreError
from gnomon.experiments.chunks import first_chunk, joined, put_rest
from gnomon.experiments.connection import connect, errors_named, write_ahead
from gnomon.experiments.migration import APPLICATION, VERSION, checksum, migrate, version_of
from gnomon.experiments.store_schema import check_schema

# The largest number of a design in the order in which designs were asked for.
MAX_ORDER = 2**53


@dataclass(frozen=True)
class Finished:
    """A finished unit: its predictions as bytes, runtime in seconds and software versions."""

    key: str
    predictions: bytes
    seconds: float
    versions: dict[str, str]


class Store:
    """Store of finished units by key, and of their designs.

    path: the file, created if it does not exist; None for an in-memory store.
    read_only: the file must exist and is not changed; an empty one is a store without units.

    >>> with Store() as store:
    ...     store.put("a1", b"predictions", seconds=0.5, versions={"gnomon": "0.1"})
    ...     "a1" in store, store.predictions("a1"), store.seconds("a1")
    (True, b'predictions', 0.5)
    """

    def __init__(self, path: str | Path | None = None, *, read_only: bool = False) -> None:
        self.path = None if path is None else Path(path)
        self.name = "the store in memory" if path is None else str(path)
        self._read_only = read_only
        with errors_named(self.name):
            self._connection = connect(self.path, read_only=read_only)
            try:
                self._open()
                self.version = version_of(self._connection)
            except BaseException:
                self._connection.close()
                raise

    def __contains__(self, key: object) -> bool:
        return bool(self.ask("SELECT 1 FROM unit WHERE key = ?", key))

    def keys(self) -> set[str]:
        """The keys of all finished units."""
        return {row[0] for row in self.ask("SELECT key FROM unit")}

    def put(self, key: str, predictions: bytes, *, seconds: float, versions: dict[str, str]) -> None:
        """Store a finished unit atomically; an existing one is retained."""
        self.put_all([Finished(key, predictions, seconds, versions)])

    def put_all(self, units: Sequence[Finished]) -> None:
        """Store several finished units in one transaction, and delete their failures."""
        finished = now()
        with self.writing() as connection:
            for unit in units:
                made_with = json.dumps(unit.versions)
                digest = checksum(unit.key, unit.predictions, unit.seconds, made_with)
                row = (unit.key, unit.predictions, unit.seconds, finished, made_with, digest)
                insert_unit(connection, row)
                connection.execute("DELETE FROM failure WHERE key = ?", row[:1])

    def predictions(self, key: str) -> bytes:
        """The predictions of a finished unit as bytes, verified by their checksum."""
        stored = self._unit(key)[1]
        if not isinstance(stored, bytes):
            raise self._changed(f"the unit {key}")
        return stored

    def seconds(self, key: str) -> float:
        """The time in seconds to fit and predict a finished unit."""
        return float(self._row("seconds", key)[0])

    def versions(self, key: str) -> dict[str, str]:
        """The software versions of a finished unit."""
        try:
            versions = dict(json.loads(self._row("versions", key)[0]))
        except (ValueError, TypeError, RecursionError):
            raise self._changed(f"the unit {key}") from None
        if not all(isinstance(each, str) for each in versions.values()):
            raise self._changed(f"the unit {key}")
        return versions

    def put_failure(self, key: str, error: str) -> None:
        """Store the error of a failed unit; it replaces an earlier one."""
        with self.writing() as connection:
            connection.execute("INSERT OR REPLACE INTO failure VALUES (?, ?, ?)", (key, error, now()))

    def failures(self) -> dict[str, str]:
        """The errors of failed units by key."""
        return dict(self.ask("SELECT key, error FROM failure")) if self.version > 1 else {}

    def put_design(self, key: str, record: dict[str, Any]) -> None:
        """Store a design under the digest of its record, as the latest design."""
        with self.writing() as connection:
            # In a damaged file the order may be a text, or the largest integer.
            query = "SELECT COALESCE(MAX(asked), 0) FROM design WHERE asked BETWEEN 0 AND ?"
            latest = connection.execute(query, (MAX_ORDER,)).fetchone()[0]
            row = (key, json.dumps(record), latest + 1)
            connection.execute("INSERT OR REPLACE INTO design VALUES (?, ?, ?)", row)

    def designs(self) -> list[dict[str, Any]]:
        """The records of all designs, the latest last."""
        rows = self.ask("SELECT key, record FROM design ORDER BY asked")
        for key, record in rows:
            if not is_design(key, record):
                raise self._changed(f"the design {key}")
        return [json.loads(record) for _, record in rows]

    def put_document(self, design: str, name: str, content: Any) -> None:
        """Store derived results of a design, as plain JSON values; they replace earlier ones of this name."""
        text = json.dumps(content)
        row = (design, name, text, document_digest(design, name, text))
        with self.writing() as connection:
            connection.execute("INSERT OR REPLACE INTO document VALUES (?, ?, ?, ?)", row)

    def document(self, design: str, name: str) -> Any:
        """Derived results of a design; None if there are none or their checksum does not match.

        >>> with Store() as store:
        ...     store.put_document("d1", "insights", {"rows": 3})
        ...     store.document("d1", "insights"), store.document("d1", "other")
        ({'rows': 3}, None)
        """
        if not self.ask("SELECT 1 FROM sqlite_master WHERE name = 'document'"):
            # A file of an earlier version, opened for reading.
            return None
        query = "SELECT design, name, content, checksum FROM document WHERE design = ? AND name = ?"
        rows = self.ask(query, design, name)
        return json.loads(rows[0][2]) if rows and is_document(rows[0]) else None

    def ask(self, query: str, *values: Any) -> list[Any]:
        """The rows of an SQL query."""
        with errors_named(self.name):
            return self._connection.execute(query, values).fetchall()

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Context manager of a transaction, committed as a whole or rolled back."""
        with errors_named(self.name):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    def close(self) -> None:
        """Close the file, and merge the write-ahead log if no other process uses it."""
        if not self._read_only:
            self._merge_log()
        self._connection.close()

    def __del__(self) -> None:
        # An in-memory store lives as long as its results. Any thread may close the connection, although only
        # the thread that created it may query it. At interpreter exit other modules may be gone already.
        try:  # noqa: SIM105
            self._connection.close()
        except Exception:
            pass

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _open(self) -> None:
        is_new = self._refuse_other_files()
        if self._read_only and not is_new:
            return
        if self._read_only:
            # Nothing is stored yet, and the file is not to be changed.
            self._connection.close()
            self._connection = connect(None, read_only=False)
        with self.writing() as connection:
            # Another process may have migrated it: the version is read inside the transaction.
            migrate(connection)
        # Only afterwards: the log of a killed process may be lost, and the tables must not be in it alone.
        write_ahead(self._connection)

    def _merge_log(self) -> None:
        """Merge the write-ahead log, so that the results are one file, readable in read-only folders."""
        with suppress(sqlite3.Error):
            self._connection.execute("PRAGMA busy_timeout = 0")
            self._connection.execute("PRAGMA journal_mode = DELETE")

    def _refuse_other_files(self) -> bool:
        """Raise for files of another application or a newer format; return whether the file is new."""
        # In this order: another process creates tables and application_id in one transaction, so that once
        # the tables are visible the application_id is too.
        is_empty = not self.ask("SELECT 1 FROM sqlite_master LIMIT 1")
        application = self.ask("PRAGMA application_id")[0][0]
        if application != APPLICATION and not (is_empty and application == 0):
            raise StoreError(f"{self.name} is not a Gnomon results file; use another path")
        version = version_of(self._connection)
        if version > VERSION:
            raise StoreError(
                f"{self.name} has format {version}, this Gnomon reads up to {VERSION}; use a newer Gnomon"
            )
        check_schema(self._connection, self.name)
        return application != APPLICATION

    def _unit(self, key: str) -> list[Any]:
        """Key, predictions, seconds and versions of a unit; StoreError if the checksum does not match."""
        column = "checksum" if self.version > 1 else "NULL"
        *row, digest = self._row(f"key, predictions, seconds, versions, {column}", key)
        if self.version > 4 and isinstance(row[1], bytes):
            row[1] = joined(self.ask, key, row[1])
        if digest is not None and checksum(*row) != digest:
            raise self._changed(f"the unit {key}")
        return row

    def _row(self, columns: str, key: str) -> Any:
        rows = self.ask(f"SELECT {columns} FROM unit WHERE key = ?", key)
        if not rows:
            raise StoreError(
                f"{self.name} does not contain the unit {key}; run the design again to finish it"
            )
        return rows[0]

    def _changed(self, what: str) -> StoreError:
        return StoreError(
            f"{self.name}: the checksum of {what} does not match; `gnomon store check {self.name} --mend` "
            "deletes it, and the same run then computes it again"
        )


def insert_unit(connection: sqlite3.Connection, row: tuple[Any, ...]) -> None:
    """Insert the row of a unit with its predictions in chunks, unless the unit is stored already.

    >>> with Store() as store, store.writing() as connection:
    ...     for content in (b"first", b"second"):
    ...         insert_unit(connection, ("a1", content, 0.5, now(), "{}", ""))
    ...     connection.execute("SELECT predictions FROM unit").fetchall()
    [(b'first',)]
    """
    key, predictions, *rest = row
    values = (key, first_chunk(predictions), *rest)
    if connection.execute("INSERT OR IGNORE INTO unit VALUES (?, ?, ?, ?, ?, ?)", values).rowcount:
        put_rest(connection, key, predictions)


def is_design(key: str, record: str) -> bool:
    """Whether the record of a design matches its key, which is a digest of it.

    >>> from gnomon.experiments.identity import digest
    >>> is_design(digest({"tasks": []}), '{"tasks": []}'), is_design(digest({"tasks": []}), '{"tasks": [1]}')
    (True, False)
    """
    # Imported here, as that module imports scikit-learn, which a store does not need.
    from gnomon.experiments.identity import digest

    try:
        return digest(json.loads(record)) == key
    except (TypeError, ValueError, RecursionError):
        return False


def document_digest(design: str, name: str, content: str) -> str:
    """The checksum of a document.

    >>> document_digest("d1", "insights", "{}") == document_digest("d2", "insights", "{}")
    False
    """
    return blake2b(repr((design, name, content)).encode(), digest_size=16).hexdigest()


def is_document(row: Any) -> bool:
    """Whether a document matches its checksum.

    >>> is_document(("d1", "insights", "{}", document_digest("d1", "insights", "{}")))
    True
    """
    return document_digest(*row[:3]) == row[3]


def now() -> str:
    """The current date and time, UTC.

    >>> len(now())
    19
    """
    return time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime())

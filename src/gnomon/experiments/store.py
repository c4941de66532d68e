"""The results file: one SQLite file in which a unit's predictions and its completion are one transaction.

A run that is killed at any moment finds every finished unit again, and only those. Several processes may
write at once: each waits for its turn, and the first to finish a unit is kept.
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
from gnomon.experiments.connection import connect, errors_named, write_ahead
from gnomon.experiments.migration import APPLICATION, VERSION, checksum, migrate, version_of


@dataclass(frozen=True)
class Finished:
    """A unit's predictions as bytes, the seconds they took, and the software that made them."""

    key: str
    predictions: bytes
    seconds: float
    versions: dict[str, str]


class Store:
    """Finished units by their keys, and the designs that asked for them.

    path: the file, made when it is not there; None keeps everything in memory.
    read_only: the file must be there and is left as it is.

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
        """Keep a finished unit, whole or not at all; one that is there already stays."""
        self.put_all([Finished(key, predictions, seconds, versions)])

    def put_all(self, units: Sequence[Finished]) -> None:
        """Keep several finished units in one transaction; a failure told of any of them is forgotten."""
        finished, rows = now(), []
        for unit in units:
            made_with = json.dumps(unit.versions)
            found = checksum(unit.key, unit.predictions, unit.seconds, made_with)
            rows.append((unit.key, unit.predictions, unit.seconds, finished, made_with, found))
        with self.writing() as connection:
            connection.executemany("INSERT OR IGNORE INTO unit VALUES (?, ?, ?, ?, ?, ?)", rows)
            connection.executemany("DELETE FROM failure WHERE key = ?", [row[:1] for row in rows])

    def predictions(self, key: str) -> bytes:
        """The predictions of a finished unit, as bytes that are still what was put there."""
        return bytes(self._unit(key)[1])

    def seconds(self, key: str) -> float:
        """How long a finished unit took to train and predict."""
        return float(self._row("seconds", key)[0])

    def versions(self, key: str) -> dict[str, str]:
        """The software that made a finished unit."""
        try:
            return dict(json.loads(self._row("versions", key)[0]))
        except (ValueError, TypeError, RecursionError):
            raise self._changed(f"the unit {key}") from None

    def put_failure(self, key: str, error: str) -> None:
        """Remember why a unit could not be finished; the latest reason is kept."""
        with self.writing() as connection:
            connection.execute("INSERT OR REPLACE INTO failure VALUES (?, ?, ?)", (key, error, now()))

    def failures(self) -> dict[str, str]:
        """For each unit that failed and was not finished since, what it said."""
        return dict(self.ask("SELECT key, error FROM failure")) if self.version > 1 else {}

    def put_design(self, key: str, record: dict[str, Any]) -> None:
        """Keep what was asked for, under the digest of it; the design asked for last comes last."""
        with self.writing() as connection:
            latest = connection.execute("SELECT COALESCE(MAX(asked), 0) FROM design").fetchone()[0]
            row = (key, json.dumps(record), latest + 1)
            connection.execute("INSERT OR REPLACE INTO design VALUES (?, ?, ?)", row)

    def designs(self) -> list[dict[str, Any]]:
        """Every design that was asked for, the latest last."""
        rows = self.ask("SELECT key, record FROM design ORDER BY asked")
        for key, record in rows:
            if not is_kept(key, record):
                raise self._changed(f"the design {key}")
        return [json.loads(record) for _, record in rows]

    def put_document(self, design: str, name: str, content: Any) -> None:
        """Keep what was worked out about a design, as plain values; an earlier one of its name goes."""
        text = json.dumps(content)
        row = (design, name, text, document_digest(design, name, text))
        with self.writing() as connection:
            connection.execute("INSERT OR REPLACE INTO document VALUES (?, ?, ?, ?)", row)

    def document(self, design: str, name: str) -> Any:
        """What was worked out about a design; None if nothing was, or it is not what was put there.

        >>> with Store() as store:
        ...     store.put_document("d1", "insights", {"rows": 3})
        ...     store.document("d1", "insights"), store.document("d1", "other")
        ({'rows': 3}, None)
        """
        if not self.ask("SELECT 1 FROM sqlite_master WHERE name = 'document'"):
            # A file of an earlier version, opened for reading.
            return None
        question = "SELECT design, name, content, checksum FROM document WHERE design = ? AND name = ?"
        rows = self.ask(question, design, name)
        return json.loads(rows[0][2]) if rows and is_document(rows[0]) else None

    def ask(self, question: str, *values: Any) -> list[Any]:
        """The rows that answer a question in SQL."""
        with errors_named(self.name):
            return self._connection.execute(question, values).fetchall()

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction: what happens inside is kept whole, or not at all."""
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
        """Let go of the file, and leave a plain one behind if nobody else is using it."""
        if not self._read_only:
            self._settle()
        self._connection.close()

    def __del__(self) -> None:
        # A store in memory lives as long as the results that read it. Whichever thread happens to collect it,
        # SQLite lets go of the memory; only asking for it is for the thread that made it. When the
        # interpreter ends, the names of other modules may be gone before this.
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
        self._refuse_other_files(empty_is_fine=not self._read_only)
        if self._read_only:
            return
        write_ahead(self._connection)
        with self.writing() as connection:
            # Another process may have been quicker: the steps are chosen inside the transaction.
            migrate(connection)

    def _settle(self) -> None:
        """Fold the write-ahead log in, so that the results are one file, which read-only places can hold."""
        with suppress(sqlite3.Error):
            self._connection.execute("PRAGMA busy_timeout = 0")
            self._connection.execute("PRAGMA journal_mode = DELETE")

    def _refuse_other_files(self, *, empty_is_fine: bool) -> None:
        # In this order: a store that another process is just making has its tables and its mark in one
        # transaction, so that once the tables are seen the mark is there.
        is_empty = not self.ask("SELECT 1 FROM sqlite_master LIMIT 1")
        application = self.ask("PRAGMA application_id")[0][0]
        if application != APPLICATION and not (is_empty and empty_is_fine):
            raise StoreError(f"{self.name} is not a Gnomon results file; give another path")
        version = version_of(self._connection)
        if version > VERSION:
            raise StoreError(
                f"{self.name} has format {version}, this Gnomon reads up to {VERSION}; use a newer Gnomon"
            )

    def _unit(self, key: str) -> list[Any]:
        """Key, predictions, seconds and versions of a unit, refused if they are not what was put there."""
        kept = "checksum" if self.version > 1 else "NULL"
        *row, found = self._row(f"key, predictions, seconds, versions, {kept}", key)
        if found is not None and checksum(*row) != found:
            raise self._changed(f"the unit {key}")
        return row

    def _row(self, columns: str, key: str) -> Any:
        rows = self.ask(f"SELECT {columns} FROM unit WHERE key = ?", key)
        if not rows:
            raise StoreError(f"{self.name} does not hold the unit {key}; run the design again to finish it")
        return rows[0]

    def _changed(self, what: str) -> StoreError:
        return StoreError(
            f"{self.name}: {what} is not what was put there; `gnomon store check {self.name} --mend` drops "
            "it, and the same run then makes it again"
        )


def is_kept(key: str, record: str) -> bool:
    """Whether the text of a design is what was put there, as its key is a digest of it.

    >>> from gnomon.experiments.identity import digest
    >>> is_kept(digest({"tasks": []}), '{"tasks": []}'), is_kept(digest({"tasks": []}), '{"tasks": [1]}')
    (True, False)
    """
    # Its neighbors there know estimators; a store by itself needs none of scikit-learn.
    from gnomon.experiments.identity import digest

    try:
        return digest(json.loads(record)) == key
    except (TypeError, ValueError, RecursionError):
        return False


def document_digest(design: str, name: str, content: str) -> str:
    """A digest of all that is kept of a document.

    >>> document_digest("d1", "insights", "{}") == document_digest("d2", "insights", "{}")
    False
    """
    return blake2b(repr((design, name, content)).encode(), digest_size=16).hexdigest()


def is_document(row: Any) -> bool:
    """Whether a row of documents is what was put there.

    >>> is_document(("d1", "insights", "{}", document_digest("d1", "insights", "{}")))
    True
    """
    return document_digest(*row[:3]) == row[3]


def now() -> str:
    """The time of day, UTC.

    >>> len(now())
    19
    """
    return time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime())

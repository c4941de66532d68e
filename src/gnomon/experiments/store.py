"""The results file: one SQLite file in which a unit's predictions and its completion are one transaction.

A run that is killed at any moment finds every finished unit again, and only those. Several processes may
write at once: each waits for its turn, and the first to finish a unit is kept.
"""

import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from gnomon.errors import StoreError

FORMAT = 1

_APPLICATION = 0x676E6F6D  # "gnom", in the place that SQLite keeps for the kind of a file
_PATIENCE = 60.0  # seconds to wait for another process that is writing

_TABLES = """
CREATE TABLE IF NOT EXISTS unit (
    key TEXT PRIMARY KEY,         -- made from the contents: task, learner, splits, seed
    predictions BLOB NOT NULL,
    seconds REAL NOT NULL,        -- to train and predict, by the clock
    finished TEXT NOT NULL,       -- time of day, UTC
    versions TEXT NOT NULL        -- of the software that made it, as JSON
);
CREATE TABLE IF NOT EXISTS design (
    key TEXT PRIMARY KEY,
    record TEXT NOT NULL,         -- the design as plain values, as JSON
    asked INTEGER NOT NULL        -- order in which designs were last asked for
);
"""


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
        self._read_only = read_only
        self._name = "the store in memory" if path is None else str(path)
        with self._errors_named():
            self._connection = _connect(self.path, read_only)
            try:
                self._open(read_only)
            except BaseException:
                self._connection.close()
                raise

    def __contains__(self, key: object) -> bool:
        return bool(self._ask("SELECT 1 FROM unit WHERE key = ?", key))

    def keys(self) -> set[str]:
        """The keys of all finished units."""
        return {row[0] for row in self._ask("SELECT key FROM unit")}

    def put(self, key: str, predictions: bytes, *, seconds: float, versions: dict[str, str]) -> None:
        """Keep a finished unit, whole or not at all; one that is there already stays."""
        finished = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime())
        row = (key, predictions, seconds, finished, json.dumps(versions))
        with self._writing() as connection:
            connection.execute("INSERT OR IGNORE INTO unit VALUES (?, ?, ?, ?, ?)", row)

    def predictions(self, key: str) -> bytes:
        """The predictions of a finished unit, as bytes."""
        return bytes(self._one("predictions", key))

    def seconds(self, key: str) -> float:
        """How long a finished unit took to train and predict."""
        return float(self._one("seconds", key))

    def versions(self, key: str) -> dict[str, str]:
        """The software that made a finished unit."""
        return dict(json.loads(self._one("versions", key)))

    def put_design(self, key: str, record: dict[str, Any]) -> None:
        """Keep what was asked for; the design asked for last comes last."""
        with self._writing() as connection:
            latest = connection.execute("SELECT COALESCE(MAX(asked), 0) FROM design").fetchone()[0]
            row = (key, json.dumps(record), latest + 1)
            connection.execute("INSERT OR REPLACE INTO design VALUES (?, ?, ?)", row)

    def designs(self) -> list[dict[str, Any]]:
        """Every design that was asked for, the latest last."""
        return [json.loads(row[0]) for row in self._ask("SELECT record FROM design ORDER BY asked")]

    def close(self) -> None:
        """Let go of the file, and leave a plain one behind if nobody else is using it."""
        if not self._read_only:
            self._settle()
        self._connection.close()

    def __del__(self) -> None:
        # A store in memory lives as long as the results that read it.
        if hasattr(self, "_connection"):
            self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _open(self, read_only: bool) -> None:
        self._refuse_other_files(empty_is_fine=not read_only)
        if read_only:
            return
        _write_ahead(self._connection)
        with self._writing() as connection:
            for statement in _TABLES.split(";"):
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {_APPLICATION}")
            connection.execute(f"PRAGMA user_version = {FORMAT}")

    def _settle(self) -> None:
        """Fold the write-ahead log in, so that the results are one file, which read-only places can hold."""
        with suppress(sqlite3.Error):
            self._connection.execute("PRAGMA busy_timeout = 0")
            self._connection.execute("PRAGMA journal_mode = DELETE")

    def _refuse_other_files(self, *, empty_is_fine: bool) -> None:
        # In this order: a store that another process is just making has its tables and its mark in one
        # transaction, so that once the tables are seen the mark is there.
        is_empty = not self._ask("SELECT 1 FROM sqlite_master LIMIT 1")
        application = self._ask("PRAGMA application_id")[0][0]
        if application != _APPLICATION and not (is_empty and empty_is_fine):
            raise StoreError(f"{self._name} is not a Gnomon results file; give another path")
        version = self._ask("PRAGMA user_version")[0][0]
        if version > FORMAT:
            raise StoreError(
                f"{self._name} has format {version}, this Gnomon reads up to {FORMAT}; use a newer Gnomon"
            )

    def _one(self, column: str, key: str) -> Any:
        rows = self._ask(f"SELECT {column} FROM unit WHERE key = ?", key)
        if not rows:
            raise StoreError(f"{self._name} does not hold the unit {key}; run the design again to finish it")
        return rows[0][0]

    def _ask(self, question: str, *values: Any) -> list[Any]:
        with self._errors_named():
            return self._connection.execute(question, values).fetchall()

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction: what happens inside is kept whole, or not at all."""
        with self._errors_named():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    @contextmanager
    def _errors_named(self) -> Iterator[None]:
        """Say which file it was, in place of SQLite's bare errors."""
        try:
            yield
        except sqlite3.OperationalError as error:
            raise StoreError(f"{self._name} cannot be used: {error}; is the place writable?") from error
        except sqlite3.DatabaseError as error:
            raise StoreError(
                f"{self._name} is not a Gnomon results file ({error}); give another path"
            ) from error


def _connect(path: Path | None, read_only: bool) -> sqlite3.Connection:
    if path is None:
        return sqlite3.connect(":memory:", isolation_level=None)
    if path.is_dir() or not path.parent.is_dir():
        raise StoreError(
            f"{path} cannot be a results file; give the path of a file in a folder that is there"
        )
    if read_only and not path.is_file():
        raise StoreError(f"there is no results file {path}; run a design with store={str(path)!r} first")
    mode = "ro" if read_only else "rwc"
    return sqlite3.connect(
        f"{path.resolve().as_uri()}?mode={mode}", timeout=_PATIENCE, uri=True, isolation_level=None
    )


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Readers and a writer side by side, each commit forced to the disk.

    SQLite does not wait by itself when two processes turn a new file to this mode at once.
    """
    deadline = time.monotonic() + _PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            break
        except sqlite3.OperationalError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.01)
    connection.execute("PRAGMA synchronous = FULL")

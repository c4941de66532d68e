"""SQLite connections: opening a results file, waiting for locks, errors that name the file and the fix."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from gnomon.errors import StoreError

# Reading beyond the end of a file, or a file that is gone: neither comes from a full disk.
_LOST_LOG = (sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_READONLY_DBMOVED)
_PATIENCE = 60.0  # seconds to wait for another process that is writing


def connect(path: Path | None, *, read_only: bool) -> sqlite3.Connection:
    """A connection to a file, created unless read_only; None for an in-memory database.

    >>> connect(None, read_only=False).execute("SELECT 1").fetchone()
    (1,)
    """
    if path is None:
        return sqlite3.connect(":memory:", isolation_level=None)
    if path.is_dir() or not path.parent.is_dir():
        raise StoreError(f"{path} cannot be a results file; pass the path of a file in an existing folder")
    if path.exists() and not path.is_file():
        raise StoreError(f"{path} is not a regular file, but a pipe or a device; pass the path of a file")
    if read_only and not path.is_file():
        raise StoreError(f"there is no results file {path}; run a design with store={str(path)!r} first")
    if read_only:
        _roll_back(path)
    return _connection(path, "ro" if read_only else "rwc")


def write_ahead(connection: sqlite3.Connection) -> None:
    """Write-ahead logging (WAL), for concurrent readers and a writer; every commit is synchronized to disk.

    SQLite does not wait by itself when two processes switch a new file to this mode at once.

    >>> write_ahead(connect(None, read_only=False))
    """
    deadline = time.monotonic() + _PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            break
        except sqlite3.OperationalError as error:
            if not _is_busy(error) or time.monotonic() > deadline:
                raise
            time.sleep(0.01)
    connection.execute("PRAGMA synchronous = FULL")


def _connection(path: Path, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(
        f"{path.resolve().as_uri()}?mode={mode}", timeout=_PATIENCE, uri=True, isolation_level=None
    )


def _roll_back(path: Path) -> None:
    """Roll back a transaction of a killed process, which a read-only connection cannot do."""
    if not Path(f"{path}-journal").exists():
        return
    with closing(_connection(path, "rw")) as connection:
        connection.execute("SELECT 1 FROM sqlite_master").fetchall()


@contextmanager
def errors_named(name: str) -> Iterator[None]:
    """Replace SQLite's errors by a StoreError with the file and what to do.

    >>> with errors_named("a.gnomon"):
    ...     connect(None, read_only=False).execute("SELECT x")
    Traceback (most recent call last):
        ...
    gnomon.errors.StoreError: a.gnomon cannot be used: no such column: x; is the folder writable?
    """
    try:
        yield
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise StoreError(_in_words(name, error)) from error


def _in_words(name: str, error: Exception) -> str:
    # The low byte is the primary result code. A UnicodeDecodeError has none: the file is corrupt.
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
    if code == sqlite3.SQLITE_CORRUPT:
        return (
            f"{name} is damaged ({error}); `gnomon store check {name} --mend` recovers every intact "
            "unit, and the same run then recomputes the others"
        )
    if getattr(error, "sqlite_errorcode", 0) in _LOST_LOG:
        return (
            f"{name} cannot be read: {error}; its write-ahead log {name}-wal was deleted or cut while a "
            "process uses the file: end these processes, put the log back if there is a copy, and run the "
            "same again: units that are lost with it are computed again"
        )
    if code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
        return (
            f"{name} cannot be written: {error}; free disk space and run the same again: "
            "finished units are stored"
        )
    if isinstance(error, sqlite3.OperationalError):
        return f"{name} cannot be used: {error}; is the folder writable?"
    return f"{name} is not a Gnomon results file ({error}); use another path"


def _is_busy(error: sqlite3.OperationalError) -> bool:
    return error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)

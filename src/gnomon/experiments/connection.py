"""The way to SQLite: opening a results file, waiting one's turn, errors that name the file and a way out."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gnomon.errors import StoreError

_PATIENCE = 60.0  # seconds to wait for another process that is writing


def connect(path: Path | None, *, read_only: bool) -> sqlite3.Connection:
    """A connection to a file, made if it may be; None is for one in memory.

    >>> connect(None, read_only=False).execute("SELECT 1").fetchone()
    (1,)
    """
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


def write_ahead(connection: sqlite3.Connection) -> None:
    """Readers and a writer side by side, each commit forced to the disk.

    SQLite does not wait by itself when two processes turn a new file to this mode at once.

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


@contextmanager
def errors_named(name: str) -> Iterator[None]:
    """Say which file it was and what to do, in place of SQLite's bare errors.

    >>> with errors_named("a.gnomon"):
    ...     connect(None, read_only=False).execute("SELECT x")
    Traceback (most recent call last):
        ...
    gnomon.errors.StoreError: a.gnomon cannot be used: no such column: x; is the place writable?
    """
    try:
        yield
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise StoreError(_in_words(name, error)) from error


def _in_words(name: str, error: Exception) -> str:
    # The low byte is the kind of error, the rest says more about it. Text that is no text has no code.
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
    if code == sqlite3.SQLITE_CORRUPT:
        return (
            f"{name} is damaged ({error}); `gnomon store check {name} --mend` keeps every unit that is "
            "sound, and the same run then works the others again"
        )
    if code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
        return (
            f"{name} cannot be written: {error}; make room on the disk and run the same again: "
            "finished units are kept"
        )
    if isinstance(error, sqlite3.OperationalError):
        return f"{name} cannot be used: {error}; is the place writable?"
    return f"{name} is not a Gnomon results file ({error}); give another path"


def _is_busy(error: sqlite3.OperationalError) -> bool:
    return error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)

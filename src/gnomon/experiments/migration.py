"""Schema of a results file and its migrations from older versions.

The schema version is SQLite's `user_version`. Opening a file for writing applies the missing migrations in
one transaction; opening it for reading changes nothing, so readers must support every version.
"""

import sqlite3
from collections.abc import Callable
from hashlib import blake2b

from gnomon.errors import DataError

APPLICATION = 0x676E6F6D  # "gnom", SQLite's identifier of the application's file format

_FIRST = """
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
)
"""

_SECOND = """
ALTER TABLE unit ADD COLUMN checksum TEXT NOT NULL DEFAULT '';
CREATE TABLE failure (
    key TEXT PRIMARY KEY,         -- of the unit that failed
    error TEXT NOT NULL,          -- its message
    at TEXT NOT NULL
);
CREATE TABLE vault (
    task TEXT PRIMARY KEY,        -- fingerprint of the whole task
    sealed BLOB NOT NULL,         -- the split: row numbers, digests of the rows, the task's name
    budget INTEGER,               -- maximum number of looks, or NULL
    looks INTEGER NOT NULL,       -- looks taken
    at TEXT NOT NULL
);
CREATE TABLE look (
    task TEXT NOT NULL,
    number INTEGER NOT NULL,
    at TEXT NOT NULL,
    learner TEXT NOT NULL,        -- the expression that makes it
    predictions BLOB NOT NULL,
    versions TEXT NOT NULL,
    PRIMARY KEY (task, number)
)
"""

_DOCUMENTS = """
CREATE TABLE IF NOT EXISTS document (
    design TEXT NOT NULL,         -- key of its design
    name TEXT NOT NULL,           -- its kind, such as "insights"
    content TEXT NOT NULL,        -- plain values, as JSON
    checksum TEXT NOT NULL,
    PRIMARY KEY (design, name)
)
"""

_FINDINGS = """
CREATE TABLE finding (
    key TEXT PRIMARY KEY,         -- of the design
    report TEXT NOT NULL,         -- findings of the methodology checks, as JSON
    digest TEXT NOT NULL,         -- of the report
    at TEXT NOT NULL
);
CREATE TABLE dismissal (
    code TEXT NOT NULL,           -- of the check whose finding was dismissed
    place TEXT NOT NULL,          -- the task, column or learner of the finding, or empty for all
    reason TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (code, place)
)
"""


_CHUNKS = """
CREATE TABLE chunk (
    key TEXT NOT NULL,            -- of the unit, or of the look, that it belongs to
    number INTEGER NOT NULL,      -- from 1, as the first chunk is in the row itself
    content BLOB NOT NULL,
    PRIMARY KEY (key, number)
)
"""


def checksum(key: str, predictions: bytes, seconds: float, versions: str) -> str:
    """The checksum of a stored unit; DataError if a value has the wrong type.

    >>> checksum("a1", b"predictions", 0.5, "{}") == checksum("a2", b"predictions", 0.5, "{}")
    False
    """
    for value, kind in ((key, str), (predictions, bytes), (seconds, int | float), (versions, str)):
        if not isinstance(value, kind):
            raise DataError(
                f"the unit {str(key)[:40]!r} has a value of the wrong type, {repr(value)[:40]}; `gnomon "
                "store check FILE --mend` deletes it, and the same run then computes it again"
            )
    hasher = blake2b(repr((key, float(seconds), versions, len(predictions))).encode(), digest_size=16)
    hasher.update(predictions)
    return hasher.hexdigest()


def version_of(connection: sqlite3.Connection) -> int:
    """The schema version of a file; 0 for a new file.

    >>> version_of(sqlite3.connect(":memory:"))
    0
    """
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def is_new(connection: sqlite3.Connection) -> bool:
    """Whether nothing was written to the file yet.

    >>> is_new(sqlite3.connect(":memory:"))
    True
    """
    if connection.execute("PRAGMA application_id").fetchone()[0]:
        return False
    try:
        return not connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchall()
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        return False


def migrate(connection: sqlite3.Connection) -> None:
    """Apply the missing migrations, within the caller's transaction.

    >>> connection = sqlite3.connect(":memory:")
    >>> migrate(connection)
    >>> version_of(connection) == VERSION
    True
    """
    behind = STEPS[version_of(connection) :]
    if not behind:
        return
    for step in behind:
        step(connection)
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {VERSION}")


def _make_tables(connection: sqlite3.Connection) -> None:
    _each(connection, _FIRST)


def _add_checksums_failures_and_vault(connection: sqlite3.Connection) -> None:
    """Checksums of existing units are of their current contents."""
    _each(connection, _SECOND)
    for (key,) in connection.execute("SELECT key FROM unit").fetchall():
        columns = "SELECT key, predictions, seconds, versions FROM unit WHERE key = ?"
        value = checksum(*connection.execute(columns, (key,)).fetchone())
        connection.execute("UPDATE unit SET checksum = ? WHERE key = ?", (value, key))


def _add_documents(connection: sqlite3.Connection) -> None:
    _each(connection, _DOCUMENTS)


def _add_findings(connection: sqlite3.Connection) -> None:
    _each(connection, _FINDINGS)


def _add_chunks(connection: sqlite3.Connection) -> None:
    _each(connection, _CHUNKS)


def _each(connection: sqlite3.Connection, statements: str) -> None:
    for statement in statements.split(";"):
        connection.execute(statement)


STEPS: tuple[Callable[[sqlite3.Connection], None], ...] = (
    _make_tables,
    _add_checksums_failures_and_vault,
    _add_documents,
    _add_findings,
    _add_chunks,
)

VERSION = len(STEPS)

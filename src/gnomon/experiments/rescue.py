"""Reading what can still be read of a damaged results file, row by row."""

import shutil
import sqlite3
import struct
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from gnomon.errors import StoreError
from gnomon.experiments.connection import connect, errors_named
from gnomon.experiments.migration import APPLICATION

_HEADER = struct.Struct(">16sH10xI36xI")  # mark, bytes a page, number of pages, kind of file
_COUNT = 28  # where the header has the number of pages
_ROWS_A_PAGE = 8  # to look for where the number of rows cannot be read
_MOST_MISSING = 100  # times what is there: beyond that it is the header that is wrong


@contextmanager
def opened_whole(path: Path) -> Iterator[tuple[sqlite3.Connection, str]]:
    """A connection for reading, even to a file that breaks off; and what is missing from it, in words.

    SQLite reads nothing of a file that is shorter than it says: a copy is filled up with zeros, which are
    found to be damaged one by one.

    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "a.db"
    ...     with closing(sqlite3.connect(path)) as made:
    ...         _ = made.executescript(f"PRAGMA application_id = {APPLICATION}; CREATE TABLE t (x);")
    ...     with opened_whole(path) as (connection, missing):
    ...         list(rows_of(connection, "t", "x")), missing
    ([], '')
    """
    missing = _bytes_missing(path)
    with errors_named(str(path)), TemporaryDirectory() as folder:
        source = _filled_up(path, Path(folder), missing) if missing else path
        with closing(connect(source, read_only=True)) as connection:
            _refuse_unreadable(connection, path)
            yield connection, f"{missing:,} bytes are missing at the end" if missing else ""


def rows_of(connection: sqlite3.Connection, table: str, columns: str) -> Iterator[Any]:
    """The rows of a table; in place of one that cannot be read, the reason in words.

    Rows are found by their places, not by the table's index, so that a broken page costs only its own.

    >>> connection = sqlite3.connect(":memory:")
    >>> _ = connection.executescript("CREATE TABLE t (x); INSERT INTO t VALUES (7)")
    >>> list(rows_of(connection, "t", "x"))
    [(7,)]
    """
    question = f"SELECT {columns} FROM {table} NOT INDEXED WHERE rowid = ?"
    last = _last(connection, table)
    n_pages = int(connection.execute("PRAGMA page_count").fetchone()[0])
    for place in range(1, 1 + (_ROWS_A_PAGE * n_pages if last is None else last)):
        try:
            yield from connection.execute(question, (place,)).fetchall()
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            if last is not None:
                yield f"row {place} of table {table!r} cannot be read: {error}"
    if last is None:
        yield f"table {table!r} breaks off: its last rows cannot be read"


def _bytes_missing(path: Path) -> int:
    """How much shorter a file is than its header says; a log beside it may hold the rest."""
    if not path.is_file() or Path(f"{path}-wal").exists():
        return 0
    page, n_pages = _pages_said(path)
    return max(0, n_pages * page - path.stat().st_size)


def _pages_said(path: Path) -> tuple[int, int]:
    """Bytes a page and number of pages, by the header of a results file; of other files nothing."""
    with path.open("rb") as file:
        start = file.read(_HEADER.size)
    if len(start) < _HEADER.size:
        return 0, 0
    mark, page, n_pages, kind = _HEADER.unpack(start)
    if not mark.startswith(b"SQLite format 3") or kind != APPLICATION:
        return 0, 0
    # The largest page, 65,536 bytes, is written as 1.
    return 65_536 if page == 1 else page, n_pages


def _filled_up(path: Path, folder: Path, missing: int) -> Path:
    """A copy as long as its header says; or, where that is beyond belief, whose header says its length."""
    whole, size = Path(shutil.copy(path, folder)), path.stat().st_size
    with whole.open("r+b") as copy:
        if missing < _MOST_MISSING * size:
            copy.truncate(size + missing)
        else:
            copy.seek(_COUNT)
            copy.write((size // _pages_said(path)[0]).to_bytes(4, "big"))
    return whole


def _refuse_unreadable(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse files of another kind, and those whose list of tables is lost."""
    kind = connection.execute("PRAGMA application_id").fetchone()[0]
    if kind != APPLICATION:
        raise StoreError(f"{path} is not a Gnomon results file; give another path")
    try:
        connection.execute("SELECT MAX(rootpage) FROM sqlite_master").fetchall()
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise StoreError(
            f"nothing of {path} can be read: its first page is damaged ({error}); move it away, and the same "
            "run works everything anew"
        ) from error


def _last(connection: sqlite3.Connection, table: str) -> int | None:
    """The place of the last row, unless the page that says it is broken."""
    try:
        return int(connection.execute(f"SELECT MAX(rowid) FROM {table} NOT INDEXED").fetchone()[0] or 0)
    except sqlite3.DatabaseError:
        return None

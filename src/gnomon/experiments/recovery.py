"""Recovery of the readable rows of a damaged results file."""

import shutil
import sqlite3
import struct
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from gnomon.errors import StoreError
from gnomon.experiments.connection import connect, errors_named
from gnomon.experiments.migration import APPLICATION, is_new, migrate
from gnomon.experiments.store_schema import check_schema

_HEADER = struct.Struct(">16sH10xI36xI")  # mark, bytes a page, number of pages, kind of file
_COUNT = 28  # where the header has the number of pages
_ROWS_A_PAGE = 8  # to try where the number of rows cannot be read
_MAX_ROWS_A_PAGE = 1024  # of an empty table, to try where rows cannot be read
_MAX_MISSING = 100  # times the file size: beyond that the header is wrong


@contextmanager
def opened_whole(path: Path) -> Iterator[tuple[sqlite3.Connection, str]]:
    """A read-only connection, even to a truncated file, and a message on what is missing.

    SQLite cannot read a file shorter than its header says: a copy is padded with zeros, and the padded pages
    are reported as damaged one by one.

    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "a.db"
    ...     with closing(connect(path, read_only=False)) as made:
    ...         migrate(made)
    ...     with opened_whole(path) as (connection, missing):
    ...         list(rows_of(connection, "unit", "key")), missing
    ([], '')
    """
    missing = _bytes_missing(path)
    with errors_named(str(path)), TemporaryDirectory() as folder:
        source = _padded(path, Path(folder), missing) if missing else path
        with closing(connect(source, read_only=True)) as connection:
            if is_new(connection):
                with closing(connect(None, read_only=False)) as empty:
                    migrate(empty)
                    yield empty, ""
                return
            _refuse_unreadable(connection, path)
            yield connection, f"{missing:,} bytes are missing at the end" if missing else ""


def rows_of(connection: sqlite3.Connection, table: str, columns: str) -> Iterator[Any]:
    """The rows of a table; an error message in place of each row that cannot be read.

    Rows are looked up by rowid without the index, so that a corrupt page affects only its own rows.

    >>> connection = sqlite3.connect(":memory:")
    >>> _ = connection.executescript("CREATE TABLE t (x); INSERT INTO t VALUES (7)")
    >>> list(rows_of(connection, "t", "x"))
    [(7,)]
    """
    last = _last(connection, table)
    n_pages = int(connection.execute("PRAGMA page_count").fetchone()[0])
    rowid, stop = 1, _ROWS_A_PAGE * n_pages if last is None else last
    n_tries = _MAX_ROWS_A_PAGE * n_pages
    while rowid <= stop and n_tries:
        at, row = _row_from(connection, table, columns, rowid)
        n_tries -= not isinstance(row, tuple)
        if at is None or at > stop:
            break
        if isinstance(row, tuple) or (row and last is not None):
            yield row
        rowid = at + 1
    if last is None or not n_tries:
        yield f"table {table!r} is truncated: its last rows cannot be read"


def _row_from(connection: sqlite3.Connection, table: str, columns: str, rowid: int) -> tuple[int | None, Any]:
    """The first row at or after a rowid, with its rowid; None if there is none.

    Where the pages on the way to it cannot be read: what is at this very rowid, a row, an error or nothing.
    A file may claim that its only row is the last of 2**63, so empty rowids are not tried one by one.
    """
    query = f"SELECT rowid, {columns} FROM {table} NOT INDEXED WHERE rowid"
    errors = sqlite3.DatabaseError, UnicodeDecodeError
    with suppress(*errors):
        row = connection.execute(f"{query} >= ? ORDER BY rowid LIMIT 1", (rowid,)).fetchone()
        return (row[0], row[1:]) if row else (None, None)
    try:
        row = connection.execute(f"{query} = ?", (rowid,)).fetchone()
        return rowid, row[1:] if row else None
    except errors as error:
        return rowid, f"row {rowid} of table {table!r} cannot be read: {error}"


def _bytes_missing(path: Path) -> int:
    """The bytes missing according to the header; 0 with a write-ahead log, which may contain them."""
    if not path.is_file() or Path(f"{path}-wal").exists():
        return 0
    page, n_pages = _header_pages(path)
    return max(0, n_pages * page - path.stat().st_size)


def _header_pages(path: Path) -> tuple[int, int]:
    """Page size and number of pages in the header of a results file; 0, 0 for other files."""
    with path.open("rb") as file:
        start = file.read(_HEADER.size)
    if len(start) < _HEADER.size:
        return 0, 0
    mark, page, n_pages, kind = _HEADER.unpack(start)
    if not mark.startswith(b"SQLite format 3") or kind != APPLICATION:
        return 0, 0
    # The maximum page size, 65,536 bytes, is encoded as 1.
    return 65_536 if page == 1 else page, n_pages


def _padded(path: Path, folder: Path, missing: int) -> Path:
    """A copy padded to the length in its header; or, if that is implausible, with a corrected header."""
    whole, size = Path(shutil.copy(path, folder)), path.stat().st_size
    with whole.open("r+b") as copy:
        if missing < _MAX_MISSING * size:
            copy.truncate(size + missing)
        else:
            copy.seek(_COUNT)
            copy.write((size // _header_pages(path)[0]).to_bytes(4, "big"))
    return whole


def _refuse_unreadable(connection: sqlite3.Connection, path: Path) -> None:
    """Raise for files of another application, with another schema, and if the list of tables is lost."""
    kind = connection.execute("PRAGMA application_id").fetchone()[0]
    if kind != APPLICATION:
        raise StoreError(f"{path} is not a Gnomon results file; use another path")
    try:
        connection.execute("SELECT MAX(rootpage) FROM sqlite_master").fetchall()
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise StoreError(
            f"{path} cannot be recovered: its first page is damaged ({error}); move it away, and the same "
            "run computes everything again"
        ) from error
    check_schema(connection, str(path))


def _last(connection: sqlite3.Connection, table: str) -> int | None:
    """The rowid of the last row; None if its page is corrupt."""
    try:
        return int(connection.execute(f"SELECT MAX(rowid) FROM {table} NOT INDEXED").fetchone()[0] or 0)
    except sqlite3.DatabaseError:
        return None

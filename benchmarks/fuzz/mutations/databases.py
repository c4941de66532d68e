"""Alterations of results files (SQLite): of cells, rows, the schema and the file's own numbers."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from random import Random
from typing import Any
from zlib import crc32

from benchmarks.fuzz.mutations.documents import other_document
from benchmarks.fuzz.mutations.plain import altered_bytes
from gnomon.assessment import packing
from gnomon.experiments.identity import digest
from gnomon.experiments.migration import checksum
from gnomon.experiments.store import document_digest
from gnomon.experiments.stored_findings import _digest as findings_digest

_ODD_CELLS: tuple[Any, ...] = (
    None, 0, -1, 2**63 - 1, -(2**63), 0.5, 1e308, float("inf"), "", "x", "\0", b"", b"\xff\xfe", "[" * 2000,
    "a" * 9000, "{}", "[]", "null", "3",
)  # fmt: skip
_ENDLESS = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c)"
_TABLES = ("unit", "design", "failure", "vault", "look", "document", "finding", "dismissal", "chunk")
_STATEMENTS = (
    "DROP TABLE {table}",
    "ALTER TABLE {table} RENAME TO other",
    "ALTER TABLE {table} DROP COLUMN {column}",
    "ALTER TABLE {table} RENAME COLUMN {column} TO other",
    "ALTER TABLE {table} ADD COLUMN more TEXT DEFAULT 'x'",
    "ALTER TABLE {table} ADD COLUMN more AS (zeroblob(900000000))",
    "CREATE TRIGGER t BEFORE INSERT ON {table} BEGIN DELETE FROM unit; END",
    "CREATE TRIGGER t AFTER INSERT ON {table} BEGIN SELECT (" + _ENDLESS + " SELECT max(n) FROM c); END",
    "ALTER TABLE {table} RENAME TO other; CREATE VIEW {table} AS SELECT * FROM other",
    "ALTER TABLE {table} RENAME TO other; CREATE VIEW {table} AS " + _ENDLESS
    + " SELECT other.*, rowid FROM other WHERE (SELECT max(n) FROM c) > 0",
    "ALTER TABLE {table} RENAME TO other; CREATE VIEW {table} AS " + _ENDLESS
    + " SELECT zeroblob(900000000) AS {column} FROM c",
    "CREATE TABLE {table}_more (x)",
    "CREATE INDEX i ON {table} ({column})",
    "CREATE INDEX i ON {table} (length(zeroblob(900000000)))",
    "PRAGMA user_version = {number}",
    "PRAGMA application_id = {number}",
    "PRAGMA writable_schema = 1; UPDATE sqlite_master SET rootpage = {number} WHERE name = '{table}'",
    "PRAGMA writable_schema = 1; UPDATE sqlite_master SET sql = replace(sql, 'TEXT', 'BLOB')",
    "PRAGMA writable_schema = 1; UPDATE sqlite_master SET name = '{table}'",
    "DELETE FROM {table}",
    "INSERT INTO {table} SELECT * FROM {table}",
    "UPDATE {table} SET rowid = {number} WHERE rowid = 1",
    "PRAGMA encoding = 'UTF-16'; VACUUM",
    "PRAGMA page_size = 512; VACUUM",
    "PRAGMA auto_vacuum = FULL; VACUUM",
)  # fmt: skip


def altered_cells(content: bytes, random: Random) -> bytes:
    """A results file with another value in one cell, and checksums that are right again every other time."""

    def alter(connection: sqlite3.Connection) -> None:
        filled = [table for table in _TABLES if _count(connection, table)]
        if not filled:
            raise ValueError("an empty results file")
        table = random.choice(filled)
        columns = _columns(connection, table)
        column, rowid = random.choice(columns), random.randrange(_count(connection, table)) + 1
        (row,) = connection.execute(
            f"SELECT {', '.join(columns)} FROM {table} LIMIT 1 OFFSET ?", (rowid - 1,)
        )
        values = dict(zip(columns, row))
        changed = {**values, column: _other_cell(values[column], random)}
        if random.random() < 0.8:
            changed = _signed(table, changed)
        named = ", ".join(f"{name} = ?" for name in columns)
        where = " AND ".join(f"{name} IS ?" for name in columns)
        connection.execute(f"UPDATE OR REPLACE {table} SET {named} WHERE {where}", (*changed.values(), *row))

    return _altered(content, alter)


def altered_schema(content: bytes, random: Random) -> bytes:
    """A results file with other tables, columns, views, triggers, or numbers in its header."""

    def alter(connection: sqlite3.Connection) -> None:
        table = random.choice(_TABLES)
        column = random.choice(_columns(connection, table) or ["key"])
        number = random.choice((0, 1, 2, 3, 4, 5, 6, 7, 99, -1, 2**31 - 1))
        connection.executescript(random.choice(_STATEMENTS).format(table=table, column=column, number=number))

    return _altered(content, alter)


def _altered(content: bytes, alter: Callable[[sqlite3.Connection], None]) -> bytes:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        try:
            connection.deserialize(content)
            connection.execute("PRAGMA writable_schema = RESET")
            _stop_when_slow(connection)
            alter(connection)
            return bytes(connection.serialize())
        except (sqlite3.Error, UnicodeError, OverflowError) as error:
            raise ValueError(f"no database: {error}") from None


def _stop_when_slow(connection: sqlite3.Connection) -> None:
    """A file that was altered before may have a trigger or a view without end."""
    steps = iter(range(200))
    connection.set_progress_handler(lambda: next(steps, None) is None, 10_000)


def _count(connection: sqlite3.Connection, table: str) -> int:
    with suppress(sqlite3.Error):
        return int(connection.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0])
    return 0


def _columns(connection: sqlite3.Connection, table: str) -> list[str]:
    return [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]


def _other_cell(value: Any, random: Random) -> Any:
    if random.random() < 0.3:
        return random.choice(_ODD_CELLS)
    if isinstance(value, bytes):
        return _other_packed(value, random) if random.random() < 0.7 else altered_bytes(value, random)
    if isinstance(value, str):
        with suppress(ValueError, RecursionError):
            return json.dumps(other_document(json.loads(value), random))
        return altered_bytes(value.encode(), random).decode(errors="replace")
    if isinstance(value, int):
        return random.choice((value + 1, value - 1, -value, 2**40))
    return random.choice(_ODD_CELLS)


def _other_packed(value: bytes, random: Random) -> bytes:
    """Packed arrays with other facts or other bytes, and a checksum that is right."""
    start = len(packing._MAGIC) + 4
    if not value.startswith(packing._MAGIC):
        return altered_bytes(value, random)
    length = int.from_bytes(value[start : start + 8], "little")
    facts, rest = value[start + 8 : start + 8 + length], value[start + 8 + length :]
    try:
        if random.random() < 0.6:
            facts = json.dumps(other_document(json.loads(facts), random)).encode()
        else:
            rest = altered_bytes(rest, random)
    except (ValueError, RecursionError):
        return altered_bytes(value, random)
    body = len(facts).to_bytes(8, "little") + facts + rest
    return packing._MAGIC + crc32(body).to_bytes(4, "little") + body


def _signed(table: str, row: dict[str, Any]) -> dict[str, Any]:
    """The row with its checksum put right."""
    with suppress(Exception):  # odd values have none
        if table == "unit":
            named = [row[name] for name in ("key", "predictions", "seconds", "versions")]
            return {**row, "checksum": checksum(*named)}
        if table == "design":
            return {**row, "key": digest(json.loads(row["record"]))}
        if table == "document":
            return {**row, "checksum": document_digest(row["design"], row["name"], row["content"])}
        if table == "finding":
            return {**row, "digest": findings_digest(row["report"])}
    return row

"""Check of the schema of a results file: it contains the tables of Gnomon and nothing else.

SQLite executes the views, triggers and expressions in a schema. In a file from an untrusted source a view
may be an endless recursion, and a trigger may delete units.
"""

import re
import sqlite3
from contextlib import closing
from functools import cache

from gnomon.errors import StoreError
from gnomon.experiments.migration import STEPS

_COMMENT = re.compile(r"--[^\n]*")
_SPACE = re.compile(r"[\s\"]+")


def check_schema(connection: sqlite3.Connection, name: str) -> None:
    """Raise StoreError if a file contains other tables, or anything else.

    >>> connection = sqlite3.connect(":memory:")
    >>> _ = connection.execute("CREATE VIEW unit AS SELECT 1")
    >>> check_schema(connection, "a.gnomon")
    Traceback (most recent call last):
    gnomon.errors.StoreError: a.gnomon contains the view 'unit', which Gnomon does not create and SQLite could
    execute; get a fresh copy of the file, or use another path
    """
    rows = connection.execute("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    for kind, label, sql in rows:
        is_own = kind == "table" and str(label).startswith("sqlite_")
        if not is_own and _plain(str(sql)) not in _known():
            raise StoreError(
                f"{name} contains the {kind} {str(label)[:40]!r}, which Gnomon does not create and SQLite "
                "could execute; get a fresh copy of the file, or use another path"
            )


@cache
def _known() -> frozenset[str]:
    """The statements of all tables of all versions."""
    known: set[str] = set()
    with closing(sqlite3.connect(":memory:")) as connection:
        for step in STEPS:
            step(connection)
            rows = connection.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")
            known.update(_plain(sql) for (sql,) in rows)
    return frozenset(known)


def _plain(sql: str) -> str:
    """A statement without comments, quotes and spaces, which differ between versions."""
    return _SPACE.sub("", _COMMENT.sub("", sql)).lower()

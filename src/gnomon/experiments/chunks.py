"""Predictions in chunks, as SQLite limits one value to a billion bytes.

The first chunk is stored in the row of the unit, or of the look at sealed rows; the others, of the few that
are so large, in a table of their own, which costs small units nothing.
"""

import io
import sqlite3
from collections.abc import Callable
from typing import Any

SIZE = 2**26

# One statement and its values; the rows of its result.
Ask = Callable[..., list[Any]]


def first_chunk(content: bytes) -> memoryview:
    """What is stored in the row itself: everything, if it is not too large.

    >>> bytes(first_chunk(b"predictions"))
    b'predictions'
    """
    return memoryview(content)[:SIZE]


def put_rest(connection: sqlite3.Connection, key: str, content: bytes) -> None:
    """Store the other chunks, within the caller's transaction; those of a deleted row are replaced."""
    connection.execute("DELETE FROM chunk WHERE key = ?", (key,))
    view = memoryview(content)
    chunks = ((key, n, view[n * SIZE : (n + 1) * SIZE]) for n in range(1, -(-len(view) // SIZE)))
    connection.executemany("INSERT INTO chunk VALUES (?, ?, ?)", chunks)


def joined(ask: Ask, key: str, first: bytes) -> bytes:
    """The whole content, from its first chunk and the others, which are read one at a time.

    >>> joined(lambda query, *values: [], "a1", b"predictions")
    b'predictions'
    """
    numbers = ask("SELECT number FROM chunk WHERE key = ? ORDER BY number", key)
    if not numbers:
        return first
    whole = io.BytesIO()
    whole.write(first)
    for (number,) in numbers:
        ((content,),) = ask("SELECT content FROM chunk WHERE key = ? AND number = ?", key, number)
        whole.write(content)
    return whole.getvalue()


def look_key(task: str, number: int) -> str:
    """The key of the chunks of a look at sealed rows; no unit has it.

    >>> look_key("f1", 2)
    'look 2 of f1'
    """
    return f"look {number} of {task}"

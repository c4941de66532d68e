"""Carriage returns inside the lines of a file whose lines end with a line feed.

Text from the web or from an old word processor may hold them, and some programs write them without quotes.
Readers of delimited text take them for the end of a line.
"""

import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gnomon.data.files.bytes import blocks

# A carriage return before anything but a line feed.
_INSIDE = re.compile(rb"\r(?=[^\n])")


def inside_lines(path: Path) -> int:
    """The number of carriage returns inside lines; 0 if lines do not end with a line feed, or in UTF-16.

    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "t.csv")
    ...     _ = path.write_bytes(b"a,b\\r\\n1,one\\rtwo\\r\\n")
    ...     inside_lines(path)
    1
    """
    n_returns, has_line_feeds = 0, False
    for block in _whole_pairs(path):
        if b"\0" in block:
            return 0
        has_line_feeds = has_line_feeds or b"\n" in block
        if b"\r" in block:
            n_returns += len(_INSIDE.findall(block))
    return n_returns if has_line_feeds else 0


@contextmanager
def read_as_spaces(path: Path) -> Iterator[Path]:
    """A copy of the file, with its name, in which carriage returns inside lines are spaces.

    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "t.csv")
    ...     _ = path.write_bytes(b"a,b\\n1,one\\rtwo\\n")
    ...     with read_as_spaces(path) as copy:
    ...         copy.name, copy.read_bytes()
    ('t.csv', b'a,b\\n1,one two\\n')
    """
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, path.name.removesuffix(".gz"))
        with copy.open("wb") as file:
            file.writelines(_INSIDE.sub(b" ", block) for block in _whole_pairs(path))
        yield copy


def _whole_pairs(path: Path) -> Iterator[bytes]:
    """The blocks of a file; a carriage return is in one block with the byte that follows it."""
    held = b""
    for block in blocks(path):
        block = held + block
        held = block[-1:] if block.endswith(b"\r") else b""
        yield block[: len(block) - len(held)]
    yield held

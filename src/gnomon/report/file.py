"""Atomic writing of text files."""

import os
from pathlib import Path

from gnomon.errors import StoreError


def write_text(text: str, path: str | Path) -> Path:
    """Write a text atomically, and return its path: the file is never partially written.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write_text("all of it", Path(folder) / "report.md").read_text()
    'all of it'
    """
    path = Path(path)
    temporary = path.with_name(path.name + ".part")
    try:
        temporary.write_text(text, encoding="utf-8")
        os.replace(temporary, path)
    except OSError as error:
        raise StoreError(
            f"the report {path} cannot be written: {error.strerror}; use another path"
        ) from error
    return path

"""A text written to a file in one go."""

import os
from pathlib import Path

from gnomon.errors import StoreError


def write_text(text: str, path: str | Path) -> Path:
    """Write a text, and return where it is; a reader, or a kill, in the middle never meets half of it.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write_text("all of it", Path(folder) / "report.md").read_text()
    'all of it'
    """
    path = Path(path)
    beside = path.with_name(path.name + ".part")
    try:
        beside.write_text(text, encoding="utf-8")
        os.replace(beside, path)
    except OSError as error:
        raise StoreError(
            f"the report {path} cannot be written: {error.strerror}; give another path"
        ) from error
    return path

"""Reports as text files."""

from pathlib import Path

from gnomon.atomic_file import write_atomically
from gnomon.errors import StoreError


def write_text(text: str, path: str | Path) -> Path:
    """Write a text atomically, and return its path: the file is never partially written.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write_text("all of it", Path(folder) / "report.md").read_text()
    'all of it'
    """
    path = Path(path)
    try:
        write_atomically(path, text)
    except OSError as error:
        raise StoreError(
            f"the report {path} cannot be written: {error.strerror}; use another path"
        ) from error
    return path

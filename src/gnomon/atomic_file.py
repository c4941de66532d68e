"""Atomic writing of files: each is written beside its place and renamed when it is complete."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from uuid import uuid4

from gnomon.errors import StoreError


@contextmanager
def replacing(path: str | Path) -> Iterator[Path]:
    """Context manager of the path to write to; it replaces `path` at the end, unless an error was raised.

    So a full disk or a kill leaves what was there before, and no partial file. A pipe or a device, such as
    /dev/stdout, is written to directly.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     with replacing(Path(folder) / "table.csv") as file:
    ...         _ = file.write_text("all of it")
    ...     [(each.name, each.read_text()) for each in Path(folder).iterdir()]
    [('table.csv', 'all of it')]
    """
    path = Path(path)
    if path.exists() and not path.is_file():
        yield path
        return
    # A link stays: what it points to is replaced. The suffix stays, as writers choose the format by it.
    path = Path(os.path.realpath(path))
    aside = path.with_name(f".{uuid4().hex}{path.suffix}")
    try:
        yield aside
        with suppress(FileNotFoundError):
            aside.chmod(path.stat().st_mode)
        os.replace(aside, path)
    finally:
        aside.unlink(missing_ok=True)


def write_atomically(path: str | Path, content: str | bytes, what: str = "") -> Path:
    """Write a text in UTF-8, or bytes, to a file, and return its path; StoreError if it cannot be written.

    what: the content in words, for the error.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write_atomically(Path(folder) / "note.txt", "all of it").read_text()
    'all of it'
    """
    try:
        with replacing(path) as aside:
            aside.write_bytes(content.encode() if isinstance(content, str) else content)
    except OSError as error:
        named = f"{what} {path}".lstrip()
        raise StoreError(f"{named} cannot be written: {error.strerror}; use another path") from error
    return Path(path)

"""Opening files, compressed or not, and detection of the text encoding."""

import codecs
import gzip
import re
import warnings
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EINVAL
from itertools import chain
from pathlib import Path
from typing import IO

from gnomon.data.files.zip_bombs import refuse_bomb
from gnomon.errors import DataError, DataWarning

BLOCK = 1 << 20
MAX_LINE = 16 * BLOCK

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_TEXT_CONTROLS = b"\t\n\r\x0c\x1a\x1b"
_ENDS = re.compile(rb"[\r\n]")
_CONTROLS = bytes(code for code in range(32) if code not in _TEXT_CONTROLS)


def open_bytes(path: Path) -> IO[bytes]:
    """Open a file for reading; a .gz file is decompressed."""
    return gzip.open(path, "rb") if path.suffix.lower() == ".gz" else path.open("rb")  # type: ignore[return-value]


def blocks(path: Path) -> Iterator[bytes]:
    """The bytes of a file in blocks; DataError if it looks like a zip bomb, or is a corrupt archive."""
    n_compressed, n_bytes = path.stat().st_size, 0
    with _corrupt_refused(), open_bytes(path) as file:
        while block := file.read(BLOCK):
            n_bytes += len(block)
            if n_bytes > n_compressed:
                refuse_bomb(n_compressed, n_bytes)
            yield block


def first_lines(path: Path) -> tuple[bytes, bool]:
    """The first block of a file, at least its first line; and whether that is the whole file."""
    with open_bytes(path) as file:
        head = file.read(BLOCK)
        while not _ENDS.search(head) and len(head) <= MAX_LINE and (more := file.read(BLOCK)):
            head += more
        return head, not file.read(1)


def text_encoding(path: Path, encoding: str | None) -> str:
    """The encoding of a text file: the argument, or by the byte order mark, or UTF-8, or Windows-1252.

    Raises DataError if the file is empty or binary, or if its bytes do not fit the encoding.
    """
    with _corrupt_refused():
        return _detected_encoding(path, encoding)


@contextmanager
def _corrupt_refused() -> Iterator[None]:
    """Turn the errors of a corrupt or truncated archive into DataError."""
    try:
        yield
    except (gzip.BadGzipFile, zlib.error, EOFError) as error:
        raise DataError(
            f"it cannot be read: {error}; the file is corrupt or truncated; get a fresh copy"
        ) from None


def _detected_encoding(path: Path, encoding: str | None) -> str:
    with open_bytes(path) as file:
        head = file.read(BLOCK)
    if not head.strip():
        raise DataError("the file is empty; it needs a header and at least one row")
    marked = next((name for mark, name in _BYTE_ORDER_MARKS if head.startswith(mark)), None)
    is_guessed = encoding is None and marked is None
    if is_guessed:
        _refuse_binary(head)
    encoding = encoding or marked or "utf-8"
    try:
        b"a".decode(
            encoding, errors="ignore"
        )  # not an empty string, for which Python does not check the name
        invalid = _first_invalid(path, encoding)
    except LookupError:
        raise DataError(f"there is no encoding called {encoding!r}; try 'utf-8' or 'cp1252'") from None
    except UnicodeError as error:
        raise DataError(f"it cannot be read as {encoding}: {error}; try 'utf-8' or 'cp1252'") from None
    if invalid is None:
        return encoding
    line, byte = invalid
    if not is_guessed:
        raise DataError(
            f"line {line} is not {encoding} text (byte 0x{byte:02x}); try another encoding, e.g. "
            f"encoding='cp1252'"
        )
    invalid = _first_invalid(path, "cp1252")
    if invalid is not None:
        raise DataError(
            f"line {invalid[0]} is neither UTF-8 nor Windows-1252 text (byte 0x{invalid[1]:02x}); "
            f"pass encoding=, or check whether the file is corrupt"
        )
    warnings.warn(
        f"{path.name}: line {line} is not UTF-8 text (byte 0x{byte:02x}); the file is read as Windows-1252. "
        f"Pass encoding= if letters are wrong",
        DataWarning,
        stacklevel=3,
    )
    return "cp1252"


def _refuse_binary(head: bytes) -> None:
    controls = len(head) - len(head.translate(None, _CONTROLS))
    if b"\0" in head or controls > len(head) // 100:
        offset = next(offset for offset, byte in enumerate(head) if byte in _CONTROLS)
        raise DataError(
            f"this is not a text file: byte {offset} is 0x{head[offset]:02x}; pass a text file, "
            f"or one whose suffix names its format (.parquet, .gz)"
        )


def _first_invalid(path: Path, encoding: str) -> tuple[int, int] | None:
    """Line and value of the first byte that is invalid in the encoding, or None."""
    decoder = codecs.getincrementaldecoder(encoding)()
    line = 1
    # The empty block at the end makes the decoder report a truncated character.
    length = 0
    for block in chain(blocks(path), [b""]):
        length = 0 if _ENDS.search(block) else length + len(block)
        if length > MAX_LINE:
            raise DataError(
                f"line {line} is longer than {MAX_LINE >> 20} MB; a table has one record per line: "
                f"check the line endings"
            )
        if block and block.isascii() and encoding in ("utf-8", "utf-8-sig") and not decoder.getstate()[0]:
            line += block.count(b"\n")
            continue
        try:
            line += decoder.decode(block, final=not block).count("\n")
        except UnicodeDecodeError as error:
            before = error.object[: error.start]
            return line + before.count(b"\n"), error.object[error.start]
    return None


def check_regular(path: Path) -> None:
    """Raise OSError for a pipe or a device, from which reading would wait for a writer.

    >>> check_regular(Path("/dev/null"))
    Traceback (most recent call last):
    OSError: [Errno 22] it is a pipe or a device, not a regular file
    """
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise OSError(EINVAL, "it is a pipe or a device, not a regular file")

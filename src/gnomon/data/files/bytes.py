"""A file as bytes: opening it, compressed or not, and finding out the encoding of its text."""

import codecs
import gzip
import re
import warnings
import zlib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import IO

from gnomon.data.files.growth import refuse_bomb
from gnomon.errors import DataError, DataWarning

BLOCK = 1 << 20
LONGEST_LINE = 16 * BLOCK

_MARKS = (
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
    """The file, opened for reading; a file called .gz is unpacked on the way."""
    return gzip.open(path, "rb") if path.suffix.lower() == ".gz" else path.open("rb")  # type: ignore[return-value]


def blocks(path: Path) -> Iterator[bytes]:
    """The bytes of a file, a block at a time; DataError if it is packed beyond all measure."""
    packed, unpacked = path.stat().st_size, 0
    with open_bytes(path) as file:
        while block := file.read(BLOCK):
            unpacked += len(block)
            if unpacked > packed:
                refuse_bomb(packed, unpacked)
            yield block


def first_lines(path: Path) -> tuple[bytes, bool]:
    """The first block of a file, on to the end of its first line; and whether that is all of it."""
    with open_bytes(path) as file:
        head = file.read(BLOCK)
        while not _ENDS.search(head) and len(head) <= LONGEST_LINE and (more := file.read(BLOCK)):
            head += more
        return head, not file.read(1)


def text_encoding(path: Path, given: str | None) -> str:
    """The encoding of a text file: the one given, or that of its mark, or UTF-8, or Windows-1252.

    Raises DataError if the file is empty or binary, or if its bytes do not fit the encoding.
    """
    try:
        return _found_encoding(path, given)
    except (gzip.BadGzipFile, zlib.error, EOFError) as error:
        raise DataError(
            f"it cannot be read: {error}; it is damaged, or cut short: get a fresh copy"
        ) from None


def _found_encoding(path: Path, given: str | None) -> str:
    with open_bytes(path) as file:
        head = file.read(BLOCK)
    if not head.strip():
        raise DataError("the file is empty; give a table with a header and at least one row")
    marked = next((name for mark, name in _MARKS if head.startswith(mark)), None)
    if given is None and marked is None:
        _refuse_binary(head)
    encoding = given or marked or "utf-8"
    try:
        b"a".decode(encoding, errors="ignore")  # not an empty one, which Python does not look at
        fault = _first_fault(path, encoding)
    except LookupError:
        raise DataError(f"there is no encoding called {encoding!r}; try 'utf-8' or 'cp1252'") from None
    except UnicodeError as error:
        raise DataError(f"it cannot be read as {encoding}: {error}; try 'utf-8' or 'cp1252'") from None
    if fault is None:
        return encoding
    line, byte = fault
    if given is not None or marked is not None:
        raise DataError(
            f"line {line} is not {encoding} text (byte 0x{byte:02x}); try another, e.g. encoding='cp1252'"
        )
    fault = _first_fault(path, "cp1252")
    if fault is not None:
        raise DataError(
            f"line {fault[0]} is neither UTF-8 nor Windows-1252 text (byte 0x{fault[1]:02x}); "
            f"pass encoding=, or check whether the file is damaged"
        )
    warnings.warn(
        f"{path.name}: line {line} is not UTF-8 text (byte 0x{byte:02x}); the file is read as Windows-1252. "
        f"Pass encoding= if letters come out wrong",
        DataWarning,
        stacklevel=3,
    )
    return "cp1252"


def _refuse_binary(head: bytes) -> None:
    controls = len(head) - len(head.translate(None, _CONTROLS))
    if b"\0" in head or controls > len(head) // 100:
        place = next(place for place, byte in enumerate(head) if byte in _CONTROLS)
        raise DataError(
            f"this is no text table: byte {place} is 0x{head[place]:02x}; give a text file, "
            f"or one whose suffix names its format (.parquet, .gz)"
        )


def _first_fault(path: Path, encoding: str) -> tuple[int, int] | None:
    """Line and value of the first byte that does not fit the encoding, or None."""
    decoder = codecs.getincrementaldecoder(encoding)()
    line = 1
    # The empty block at the end tells the decoder that a letter cut off there will not go on.
    length = 0
    for block in chain(blocks(path), [b""]):
        length = 0 if _ENDS.search(block) else length + len(block)
        if length > LONGEST_LINE:
            raise DataError(
                f"line {line} goes on for more than {LONGEST_LINE >> 20} MB; a table has one record a line: "
                f"check its ends of lines"
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

"""The zip that a model file is: written alike for the same contents, and opened within bounds."""

import io
import re
import struct
import zlib
from collections.abc import Mapping
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo, is_zipfile

from gnomon.errors import DataError

MOST_ENTRIES = 100_000
# What an entry may grow by when unpacked. Ours stay under half of it: the rest is stored as it is.
MOST_GROWTH = 200
HARMLESS = 1 << 29

_PLAIN_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}\.(json|npy|npz)")
# The first time that a zip can tell: what is the same model is the same file.
_NO_TIME = (1980, 1, 1, 0, 0, 0)


def pack(entries: Mapping[str, bytes]) -> bytes:
    """A zip of these entries, the same bytes for the same contents.

    >>> pack({"a.json": b"{}"}) == pack({"a.json": b"{}"})
    True
    """
    stream = io.BytesIO()
    with ZipFile(stream, "w") as archive:
        for name, content in entries.items():
            about = ZipInfo(name, date_time=_NO_TIME)
            about.compress_type = ZIP_DEFLATED if _shrinks(content) else ZIP_STORED
            archive.writestr(about, content, compresslevel=6)
    return stream.getvalue()


def unpack(data: bytes) -> dict[str, bytes]:
    """The entries of a zip by name; DataError if it is damaged, or would grow beyond bounds.

    >>> unpack(pack({"a.json": b"{}"}))
    {'a.json': b'{}'}
    """
    try:
        with ZipFile(io.BytesIO(data)) as archive:
            _check_entries(archive.infolist())
            _check_count(archive, data)
            entries = {about.filename: _content(archive, about, data) for about in archive.infolist()}
            for name, content in entries.items():
                if name.endswith(".npz"):
                    _check_inner(name, content, len(data))
            return entries
    except DataError:
        raise
    except (
        BadZipFile,
        EOFError,
        OSError,
        ValueError,
        NotImplementedError,
        RuntimeError,
        struct.error,
        zlib.error,
    ) as error:
        raise DataError(f"it is damaged or no model file ({error})") from None


def _shrinks(content: bytes) -> bool:
    """Whether packing takes a fifth off (by the first part), and not so much as to look like a bomb."""
    first = content[: 2**16]
    if 5 * len(zlib.compress(first, 1)) > 4 * len(first):
        return False
    return MOST_GROWTH * len(zlib.compress(content, 6)) > 2 * len(content)


def _check_count(archive: ZipFile, data: bytes) -> None:
    """As many entries as the last 22 bytes say: a comment that is too long would swallow some."""
    mark, said = struct.unpack_from("<4s6xH", data, len(data) - 22)
    # Beyond 16 bits the number stands elsewhere.
    if mark != b"PK\5\6" or said not in (len(archive.infolist()), 0xFFFF):
        raise DataError("it is damaged: its list of entries is not whole, or something follows it")


def _content(archive: ZipFile, about: ZipInfo, data: bytes) -> bytes:
    """An entry, unpacked no further than its length: ZipFile would unpack all and cut it afterwards."""
    archive.open(about).close()  # refuses headers that contradict each other
    name_and_extra = struct.unpack_from("<HH", data, about.header_offset + 26)
    start = about.header_offset + 30 + sum(name_and_extra)
    content = data[start : start + about.compress_size]
    if about.compress_type == ZIP_DEFLATED:
        stream = zlib.decompressobj(-zlib.MAX_WBITS)
        content = stream.decompress(content, about.file_size + 1)
    if len(content) != about.file_size or zlib.crc32(content) != about.CRC:
        raise DataError(f"its entry {about.filename!r} is damaged, or not as long as it says")
    return content


def _check_inner(name: str, content: bytes, packed: int) -> None:
    """An array of parts is a zip again: what grows twice is measured by the whole file."""
    if not is_zipfile(io.BytesIO(content)):
        return
    with ZipFile(io.BytesIO(content)) as inner:
        n_bytes = sum(about.file_size for about in inner.infolist())
    if n_bytes > HARMLESS and n_bytes > MOST_GROWTH * packed:
        raise DataError(f"its array {name!r} would grow to {n_bytes} bytes: it looks like a zip bomb")


def _check_entries(entries: list[ZipInfo]) -> None:
    if len(entries) > MOST_ENTRIES:
        raise DataError(f"it has {len(entries)} entries; a model file has {MOST_ENTRIES} at most")
    seen: set[str] = set()
    for about in entries:
        name = about.filename
        if not _PLAIN_NAME.fullmatch(name):
            raise DataError(f"it has an entry called {name[:80]!r}, which no model file has")
        if name in seen:
            raise DataError(f"it has two entries called {name!r}")
        if about.compress_type not in (ZIP_STORED, ZIP_DEFLATED) or about.flag_bits & 1:
            raise DataError(f"its entry {name!r} is packed in a way that no model file is")
        if about.file_size > MOST_GROWTH * max(about.compress_size, 1):
            raise DataError(
                f"its entry {name!r} would grow from {about.compress_size} to {about.file_size} bytes, more "
                f"than {MOST_GROWTH} times: it looks like a zip bomb"
            )
        seen.add(name)

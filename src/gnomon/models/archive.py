"""The zip archive of a model file: written reproducibly, and read with limits."""

import io
import re
import struct
import zlib
from collections.abc import Mapping
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo, is_zipfile

from gnomon.errors import DataError

MAX_ENTRIES = 100_000
# Maximum ratio of entries. Written ones stay under half of it: others are stored uncompressed.
MAX_COMPRESSION_RATIO = 200
HARMLESS = 1 << 29

_PLAIN_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}\.(json|npy|npz)")
# The earliest time stamp of a zip archive, so that files are reproducible.
_TIME_STAMP = (1980, 1, 1, 0, 0, 0)


def pack(entries: Mapping[str, bytes]) -> bytes:
    """Write a zip archive of these entries, the same bytes for the same contents.

    >>> pack({"a.json": b"{}"}) == pack({"a.json": b"{}"})
    True
    """
    stream = io.BytesIO()
    with ZipFile(stream, "w") as archive:
        for name, content in entries.items():
            info = ZipInfo(name, date_time=_TIME_STAMP)
            info.compress_type = ZIP_DEFLATED if _shrinks(content) else ZIP_STORED
            archive.writestr(info, content, compresslevel=6)
    return stream.getvalue()


def unpack(data: bytes) -> dict[str, bytes]:
    """Read the entries of a zip archive by name; DataError if it is corrupt, or looks like a zip bomb.

    >>> unpack(pack({"a.json": b"{}"}))
    {'a.json': b'{}'}
    """
    try:
        with ZipFile(io.BytesIO(data)) as archive:
            _check_entries(archive.infolist())
            _check_count(archive, data)
            entries = {info.filename: _content(archive, info, data) for info in archive.infolist()}
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
        raise DataError(f"it is corrupt or not a model file ({error})") from None


def _shrinks(content: bytes) -> bool:
    """Whether compression saves a fifth (of the first part), without looking like a zip bomb."""
    first = content[: 2**16]
    if 5 * len(zlib.compress(first, 1)) > 4 * len(first):
        return False
    return MAX_COMPRESSION_RATIO * len(zlib.compress(content, 6)) > 2 * len(content)


def _check_count(archive: ZipFile, data: bytes) -> None:
    """Check the number of entries in the last 22 bytes: a long comment could hide some."""
    signature, n_entries = struct.unpack_from("<4s6xH", data, len(data) - 22)
    # Beyond 16 bits the number is stored elsewhere.
    if signature != b"PK\5\6" or n_entries not in (len(archive.infolist()), 0xFFFF):
        raise DataError("it is corrupt: its directory is incomplete, or data follow it")


def _content(archive: ZipFile, info: ZipInfo, data: bytes) -> bytes:
    """Decompress an entry up to its declared length; ZipFile would decompress all and truncate it."""
    archive.open(info).close()  # refuses headers that contradict each other
    name_and_extra = struct.unpack_from("<HH", data, info.header_offset + 26)
    start = info.header_offset + 30 + sum(name_and_extra)
    content = data[start : start + info.compress_size]
    if info.compress_type == ZIP_DEFLATED:
        stream = zlib.decompressobj(-zlib.MAX_WBITS)
        content = stream.decompress(content, info.file_size + 1)
    if len(content) != info.file_size or zlib.crc32(content) != info.CRC:
        raise DataError(f"its entry {info.filename!r} is corrupt, or not of its declared length")
    return content


def _check_inner(name: str, content: bytes, n_compressed: int) -> None:
    """Sparse arrays are nested archives, whose total compression ratio is limited."""
    if not is_zipfile(io.BytesIO(content)):
        return
    with ZipFile(io.BytesIO(content)) as inner:
        n_bytes = sum(info.file_size for info in inner.infolist())
    if n_bytes > HARMLESS and n_bytes > MAX_COMPRESSION_RATIO * n_compressed:
        raise DataError(f"its array {name!r} would expand to {n_bytes} bytes: it looks like a zip bomb")


def _check_entries(entries: list[ZipInfo]) -> None:
    if len(entries) > MAX_ENTRIES:
        raise DataError(f"it has {len(entries)} entries; a model file has at most {MAX_ENTRIES}")
    seen: set[str] = set()
    for info in entries:
        name = info.filename
        if not _PLAIN_NAME.fullmatch(name):
            raise DataError(f"it has an entry with the invalid name {name[:80]!r}")
        if name in seen:
            raise DataError(f"it has two entries called {name!r}")
        if info.compress_type not in (ZIP_STORED, ZIP_DEFLATED) or info.flag_bits & 1:
            raise DataError(f"its entry {name!r} has an unsupported compression or encryption")
        if info.file_size > MAX_COMPRESSION_RATIO * max(info.compress_size, 1):
            raise DataError(
                f"its entry {name!r} would expand from {info.compress_size} to {info.file_size} bytes, more "
                f"than {MAX_COMPRESSION_RATIO} times: it looks like a zip bomb"
            )
        seen.add(name)

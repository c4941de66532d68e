"""Alterations of bytes, whatever they mean."""

from random import Random

ODD_BYTES = (
    b"\0",
    b"\xff\xff\xff\xff",
    b"\x7f\xff\xff\xff",
    b"\xff\xff\xff\x7f",
    b"\x80\0\0\0",
    b"\0" * 8,
    b"\xff" * 8,
    b"\r",
    b"\n",
    b'"',
    b"\xef\xbb\xbf",
    b"\xed\xa0\x80",
    b"PK\3\4",
)
MAX_SIZE = 400_000


def altered_bytes(content: bytes, random: Random) -> bytes:
    """The contents with one to four alterations of bytes."""
    data = bytearray(content)
    for _ in range(random.choice((1, 1, 2, 4))):
        random.choice(_ALTERATIONS)(data, random)
    return bytes(data[:MAX_SIZE])


def _flip(data: bytearray, random: Random) -> None:
    if data:
        data[random.randrange(len(data))] ^= 1 << random.randrange(8)


def _replace(data: bytearray, random: Random) -> None:
    if data:
        data[random.randrange(len(data))] = random.randrange(256)


def _overwrite(data: bytearray, random: Random) -> None:
    odd, (start, _) = random.choice(ODD_BYTES), _range(data, random)
    data[start : start + len(odd)] = odd


def _insert(data: bytearray, random: Random) -> None:
    start, _ = _range(data, random)
    data[start:start] = random.choice(ODD_BYTES)


def _delete(data: bytearray, random: Random) -> None:
    start, stop = _range(data, random)
    del data[start:stop]


def _truncate(data: bytearray, random: Random) -> None:
    del data[random.randrange(len(data) + 1) :]


def _repeat(data: bytearray, random: Random) -> None:
    start, stop = _range(data, random)
    data[start:start] = bytes(data[start:stop]) * random.choice((1, 2, 10, 100))


def _move(data: bytearray, random: Random) -> None:
    """Copy one part over another."""
    start, stop = _range(data, random)
    to = random.randrange(len(data) + 1)
    data[to : to + stop - start] = data[start:stop]


def _range(data: bytearray, random: Random) -> tuple[int, int]:
    start = random.randrange(len(data) + 1)
    return start, min(len(data), start + random.choice((1, 4, 16, 100, len(data) // 2)))


_ALTERATIONS = (_flip, _replace, _overwrite, _insert, _delete, _truncate, _repeat, _move)

"""How much a packed file may grow when it is read: a small file that becomes gigabytes is an attack."""

from gnomon.errors import DataError

# Tables of numbers and words shrink to a tenth or so, those that are mostly zeros to a hundredth.
MOST_GROWTH = 100
HARMLESS = 1 << 29


def refuse_bomb(packed: int, unpacked: int) -> None:
    """Raise DataError if a file of `packed` bytes takes gigabytes when read, and far more than its size.

    >>> refuse_bomb(20_000_000, 1_500_000_000)
    >>> refuse_bomb(20_000, 1_500_000_000)
    Traceback (most recent call last):
    gnomon.errors.DataError: its 20,000 bytes would become 1.5 GB or more, over 100 times as much: it looks
    like a zip bomb. If you know who wrote it, unpack it, or take a part of its rows
    """
    if unpacked > HARMLESS and unpacked > MOST_GROWTH * packed:
        raise DataError(
            f"its {packed:,} bytes would become {unpacked / 1e9:.1f} GB or more, over {MOST_GROWTH} times as "
            f"much: it looks like a zip bomb. If you know who wrote it, unpack it, or take a part of its rows"
        )

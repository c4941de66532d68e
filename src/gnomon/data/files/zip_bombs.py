"""Protection against zip bombs: small compressed files that expand to gigabytes."""

from gnomon.errors import DataError

# Tables of numbers and text compress to about a tenth, those that are mostly zeros to a hundredth.
MAX_COMPRESSION_RATIO = 100
HARMLESS = 1 << 29


def refuse_bomb(n_compressed: int, n_bytes: int) -> None:
    """Raise DataError if a file of n_compressed bytes expands to gigabytes (n_bytes), far more than its size.

    >>> refuse_bomb(20_000_000, 1_500_000_000)
    >>> refuse_bomb(20_000, 1_500_000_000)
    Traceback (most recent call last):
    gnomon.errors.DataError: its 20,000 bytes would expand to 1.5 GB or more, over 100 times as much: it looks
    like a zip bomb. If you trust its source, decompress it, or use a subset of its rows
    """
    if n_bytes > HARMLESS and n_bytes > MAX_COMPRESSION_RATIO * n_compressed:
        raise DataError(
            f"its {n_compressed:,} bytes would expand to {n_bytes / 1e9:.1f} GB or more, over "
            f"{MAX_COMPRESSION_RATIO} times as much: it looks like a zip bomb. If you trust its source, "
            f"decompress it, or use a subset of its rows"
        )

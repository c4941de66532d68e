"""Row digests: hashes by which rows are recognized in another table, in any order."""

from hashlib import blake2b
from typing import Any

import numpy as np

from gnomon.arrays import Array
from gnomon.data.table import Table

SIZE = 16

# Rows serialized at once: all of a large table would take many times its memory.
ROWS_AT_ONCE = 2**17


def row_digests(table: Table) -> Array:
    """A 16-byte hash per row, equal for equal values under equal names, in any order of columns.

    >>> from gnomon import Table
    >>> first = Table.of({"age": [31, 45], "town": ["Rome", "Oslo"]})
    >>> again = Table.of({"town": ["Oslo", "Kyiv"], "age": [45, 45]})
    >>> (row_digests(first)[[1]] == row_digests(again)).tolist()
    [True, False]
    """
    if table.n_rows <= ROWS_AT_ONCE:
        return _digests(table)
    parts = np.split(np.arange(table.n_rows), range(ROWS_AT_ONCE, table.n_rows, ROWS_AT_ONCE))
    return np.concatenate([_digests(table.rows(rows)) for rows in parts])


def _digests(table: Table) -> Array:
    words = _words(table)
    texts = [row.tobytes() for row in words] if not table.is_sparse else _with_sparse(table, words)
    whole = b"".join(blake2b(text, digest_size=SIZE).digest() for text in texts)
    return np.frombuffer(whole, dtype=f"V{SIZE}")


def _words(table: Table) -> Array:
    """The dense columns by name, two 64-bit words each: a hash of name and kind, and the value."""
    columns = []
    for header in sorted(table.headers, key=lambda header: header.name):
        is_number = header.kind == "quantitative"
        if is_number and table.is_sparse:
            continue
        values = table.column(header.name).values
        words = _number_words(values) if is_number else _level_words(values, header.levels)
        columns += [np.full(table.n_rows, _word((header.name, is_number)), dtype="<u8"), words]
    return np.column_stack(columns) if columns else np.empty((table.n_rows, 0), dtype="<u8")


def _number_words(values: Array) -> Array:
    """The bits of numbers, normalized to one zero and one NaN."""
    plain = np.where(np.isnan(values), np.nan, values + 0.0)
    return np.ascontiguousarray(plain, dtype="<f8").view("<u8")


def _level_words(codes: Array, levels: tuple[Any, ...]) -> Array:
    """Hashes of level labels, as codes depend on the other levels; code -1 indexes the last entry."""
    words = np.array([*(_word(str(level)) for level in levels), _word(None)], dtype="<u8")
    return words[codes]


def _with_sparse(table: Table, words: Array) -> list[bytes]:
    numbers: Any = table.numbers.copy()
    numbers.eliminate_zeros()
    names = [header.name for header in table.headers if header.kind == "quantitative"]
    columns = np.array([_word((name, True)) for name in names], dtype="<u8")[numbers.indices]
    values = _number_words(numbers.data)
    texts = []
    for row, (start, stop) in enumerate(zip(numbers.indptr, numbers.indptr[1:])):
        order = np.argsort(columns[start:stop])
        texts.append(
            words[row].tobytes() + columns[start:stop][order].tobytes() + values[start:stop][order].tobytes()
        )
    return texts


def _word(value: Any) -> int:
    return int.from_bytes(blake2b(repr(value).encode(), digest_size=8).digest(), "little")

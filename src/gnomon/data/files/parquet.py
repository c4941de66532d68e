"""Parquet files, through pyarrow, which is an extra; refused before they take memory beyond all measure."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from gnomon.arrays import Array, Integers
from gnomon.data.column import Column, column_of, row_place
from gnomon.data.files.growth import refuse_bomb
from gnomon.data.files.parquet_footer import Chunk, chunks_of
from gnomon.data.files.parquet_pages import BY_DIFFERENCES, pages_of
from gnomon.data.frames import columns_of_frame
from gnomon.data.names import resolved
from gnomon.data.table import Table, check_names
from gnomon.errors import DataError

# Entries of a list in the footer: pyarrow makes room for all of them before it reads the first.
MOST_ENTRIES = 200_000
# Bytes of a word as a Python object, beside its letters.
_WORD = 64


def read_parquet(
    path: Path,
    *,
    kinds: Mapping[str, str],
    levels: Mapping[str, Sequence[Any]],
    drop: Sequence[str] = (),
) -> Table:
    """A Table from a Parquet file; kinds follow the types that the file declares."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise DataError(
            "a Parquet file needs pyarrow, which is not installed; run: pip install 'gnomon[parquet]'"
        ) from None
    try:
        with parquet.ParquetFile(path, thrift_container_size_limit=MOST_ENTRIES) as file:
            names, text = _checked_names(file, drop), _text_columns(file.schema_arrow)
            _check_sizes(path, file, names, text)
            footer = file.metadata
        # Text is read as codes, as one long text said in every row is a bomb, too.
        with parquet.ParquetFile(path, metadata=footer, read_dictionary=text) as file:
            frame = file.read(columns=names).select(names)
        return _table(frame, kinds, levels, path.stat().st_size)
    except (pyarrow.ArrowException, OSError, MemoryError, OverflowError, UnicodeDecodeError) as error:
        what = (str(error).splitlines() or [type(error).__name__])[0]
        raise DataError(
            f"this is no Parquet file, or a damaged one ({what}); give it its right suffix, or get "
            f"a fresh copy"
        ) from None


def _checked_names(file: Any, drop: Sequence[str]) -> list[str]:
    """The columns to read: names that are fit for a table, of values that are."""
    from pyarrow import types

    schema = file.schema_arrow  # made anew at each look
    names = schema.names
    drop = [resolved(name, names) for name in drop]
    kept = [name for name in names if name not in drop]
    check_names(kept)
    for name, type in zip(names, schema.types):
        if name in drop:
            continue
        if types.is_nested(type) or _is_bytes(type):
            raise _unfit(name, type)
    return kept


def _unfit(name: str, type: Any) -> DataError:
    return DataError(
        f"column {name!r} holds values of the type {type}, which are neither numbers nor words; drop it, or "
        "make one column of each part"
    )


def _is_bytes(type: Any) -> bool:
    from pyarrow import types

    kinds = (types.is_binary, types.is_large_binary, types.is_binary_view, types.is_fixed_size_binary)
    return any(check(type) for check in kinds)


def _text_columns(schema: Any) -> list[str]:
    from pyarrow import types

    kinds = (types.is_string, types.is_large_string, types.is_string_view, types.is_dictionary)
    return [each.name for each in schema if any(check(each.type) for check in kinds)]


def _check_sizes(path: Path, file: Any, names: Sequence[str], text: Sequence[str]) -> None:
    """Refuse a file that takes gigabytes by what its footer says, or its pages."""
    packed, n_bytes = path.stat().st_size, 0
    schema, words = file.schema, set(text)
    leaves = {place: schema.column(place) for place in _leaves(schema, names)}
    for leaf in leaves.values():
        if leaf.physical_type == "BYTE_ARRAY" and leaf.path not in words:
            raise _unfit(leaf.path, leaf.logical_type)
    with path.open("rb") as content:
        for chunk in chunks_of(content):
            if chunk.place not in leaves:
                continue
            for more in _sizes(content, leaves[chunk.place], chunk):
                n_bytes += more
                refuse_bomb(packed, n_bytes)


def _leaves(schema: Any, names: Sequence[str]) -> Iterator[int]:
    """The places of the columns that pyarrow takes for these names: parts of a path count."""
    kept = set(names)
    for place in range(len(schema)):
        parts = schema.column(place).path.split(".")
        if any(".".join(parts[:stop]) in kept for stop in range(1, len(parts) + 1)):
            yield place


def _sizes(content: Any, leaf: Any, chunk: Chunk) -> Iterator[int]:
    """Bytes that a column takes in memory, page by page: unpacked, and eight for every value at least."""
    width = max(8, leaf.length if leaf.physical_type == "FIXED_LEN_BYTE_ARRAY" else 0)
    declared, found = max(chunk.n_bytes, width * chunk.n_values), 0
    yield declared
    for page in pages_of(content, chunk.start, chunk.length, chunk.n_values):
        if page.encoding in BY_DIFFERENCES:
            raise DataError(
                f"column {leaf.name!r} is written as {BY_DIFFERENCES[page.encoding]}, which can grow without "
                "bounds and is not read; write it with the default encoding, or drop it"
            )
        found += max(page.n_bytes, width * page.n_values)
        yield max(0, found - declared)
        declared = max(declared, found)


def _table(frame: Any, kinds: Mapping[str, str], levels: Mapping[str, Sequence[Any]], packed: int) -> Table:
    from pyarrow import types

    kinds = {resolved(name, frame.column_names): kind for name, kind in kinds.items()}
    levels = {resolved(name, frame.column_names): each for name, each in levels.items()}
    words = [each.name for each in frame.schema if types.is_dictionary(each.type)]
    others = _as_floats(frame.drop_columns(words))
    columns = {column.name: column for column in columns_of_frame(others, kinds, levels)}
    for name in words:
        columns[name] = _text_column(name, frame.column(name), kinds.get(name), levels.get(name), packed)
    return Table.from_columns([columns[name] for name in frame.column_names])


def _as_floats(frame: Any) -> Any:
    """Whole numbers as floats: those beyond 2**53 are rounded, as they are in any other file."""
    from pyarrow import float64, types

    for place, field in enumerate(frame.schema):
        if types.is_integer(field.type):
            frame = frame.set_column(place, field.name, frame.column(place).cast(float64(), safe=False))
    return frame


def _text_column(
    name: str, values: Any, kind: str | None, levels: Sequence[Any] | None, packed: int
) -> Column:
    """A column by its distinct words: they alone decide its kind."""
    codes, words = _coded(values, packed)

    def place(code: int) -> str:
        return row_place(int(np.argmax(codes == code)))

    distinct = column_of(name, words, kind, levels, place)
    gap = np.nan if distinct.kind == "quantitative" else -1
    known = np.append(distinct.values, np.array([gap], dtype=distinct.values.dtype))
    return Column(name, distinct.kind, known[codes], distinct.levels)


def _coded(values: Any, packed: int) -> tuple[Integers, Array]:
    """For each row the place of its word among those that occur, -1 where it is missing; and these words."""
    import pyarrow
    from pyarrow import compute

    chunks = values.unify_dictionaries().chunks
    if not chunks:
        return np.empty(0, dtype=np.int64), np.empty(0, dtype=object)
    codes = np.concatenate([chunk.indices.fill_null(-1).to_numpy() for chunk in chunks])
    dictionary = chunks[0].dictionary
    counts = np.bincount(codes + 1, minlength=len(dictionary) + 1)[1:]
    is_used = counts > 0
    found = dictionary.filter(pyarrow.array(is_used)).cast(pyarrow.large_string())
    # Others will write a word out for each of its rows.
    lengths = compute.binary_length(found).fill_null(0).to_numpy()
    refuse_bomb(packed, _WORD * len(found) + int(lengths @ counts[is_used]))
    words = np.empty(len(found), dtype=object)
    words[:] = found.to_pylist()
    return np.append(np.cumsum(is_used) - 1, -1)[codes], words

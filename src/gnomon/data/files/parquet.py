"""Reader of Parquet files through pyarrow (optional), with checks against excessive memory use."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from gnomon.arrays import Array, Integers
from gnomon.data.column import Column, column_of, row_location
from gnomon.data.files.parquet_footer import Chunk, chunks_of
from gnomon.data.files.parquet_pages import DELTA_ENCODINGS, pages_of
from gnomon.data.files.zip_bombs import refuse_bomb
from gnomon.data.frames import columns_of_frame
from gnomon.data.names import resolved
from gnomon.data.table import Table, check_names
from gnomon.errors import DataError

# Entries of a list in the footer: pyarrow allocates all of them before it reads the first.
MAX_ENTRIES = 200_000
# Overhead in bytes of a Python str.
_STR_BYTES = 64


def read_parquet(
    path: Path,
    *,
    kinds: Mapping[str, str],
    levels: Mapping[str, Sequence[Any]],
    drop: Sequence[str] = (),
) -> Table:
    """Read a Parquet file; kinds follow the types declared in the file."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise DataError(
            "a Parquet file needs pyarrow, which is not installed; run: pip install 'gnomon[parquet]'"
        ) from None
    try:
        with parquet.ParquetFile(path, thrift_container_size_limit=MAX_ENTRIES) as file:
            names, text = _checked_names(file, drop), _text_columns(file.schema_arrow)
            _check_sizes(path, file, names, text)
            footer = file.metadata
        # Text is read dictionary-encoded, as one long string repeated in every row can fill memory, too.
        with parquet.ParquetFile(path, metadata=footer, read_dictionary=text) as file:
            frame = file.read(columns=names).select(names)
        return _table(frame, kinds, levels, path.stat().st_size)
    except (pyarrow.ArrowException, OSError, MemoryError, OverflowError, UnicodeDecodeError) as error:
        what = (str(error).splitlines() or [type(error).__name__])[0]
        raise DataError(
            f"this is not a Parquet file, or it is corrupt ({what}); correct its suffix, or get a fresh copy"
        ) from None


def _checked_names(file: Any, drop: Sequence[str]) -> list[str]:
    """The columns to read; DataError if a name or a type is not supported."""
    from pyarrow import types

    schema = file.schema_arrow  # built anew on each access
    names = schema.names
    drop = [resolved(name, names) for name in drop]
    selected = [name for name in names if name not in drop]
    check_names(selected)
    for name, type in zip(names, schema.types):
        if name in drop:
            continue
        if types.is_nested(type) or _is_bytes(type):
            raise _unsupported(name, type)
    return selected


def _unsupported(name: str, type: Any) -> DataError:
    return DataError(
        f"column {name!r} holds values of the type {type}, which are neither numbers nor text; drop it, or "
        "split it into one column per part"
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
    """Raise DataError if the footer or the page headers declare gigabytes of data."""
    n_compressed, n_bytes = path.stat().st_size, 0
    schema, words = file.schema, set(text)
    leaves = {index: schema.column(index) for index in _leaves(schema, names)}
    for leaf in leaves.values():
        if leaf.physical_type == "BYTE_ARRAY" and leaf.path not in words:
            raise _unsupported(leaf.path, leaf.logical_type)
    with path.open("rb") as content:
        for chunk in chunks_of(content):
            if chunk.column not in leaves:
                continue
            for more in _sizes(content, leaves[chunk.column], chunk):
                n_bytes += more
                refuse_bomb(n_compressed, n_bytes)


def _leaves(schema: Any, names: Sequence[str]) -> Iterator[int]:
    """Indices of the leaf columns that pyarrow reads for these names (a name may be a prefix of a path)."""
    selected = set(names)
    for index in range(len(schema)):
        parts = schema.column(index).path.split(".")
        if any(".".join(parts[:stop]) in selected for stop in range(1, len(parts) + 1)):
            yield index


def _sizes(content: Any, leaf: Any, chunk: Chunk) -> Iterator[int]:
    """Memory use of a column in bytes, page by page: decompressed, at least eight per value."""
    width = max(8, leaf.length if leaf.physical_type == "FIXED_LEN_BYTE_ARRAY" else 0)
    declared, total = max(chunk.n_bytes, width * chunk.n_values), 0
    yield declared
    for page in pages_of(content, chunk.start, chunk.length, chunk.n_values):
        if page.encoding in DELTA_ENCODINGS:
            raise DataError(
                f"column {leaf.name!r} is encoded as {DELTA_ENCODINGS[page.encoding]}, whose size is not "
                "bounded and which is not supported; write it with the default encoding, or drop it"
            )
        total += max(page.n_bytes, width * page.n_values)
        yield max(0, total - declared)
        declared = max(declared, total)


def _table(frame: Any, kinds: Mapping[str, str], levels: Mapping[str, Sequence[Any]], n_bytes: int) -> Table:
    from pyarrow import types

    kinds = {resolved(name, frame.column_names): kind for name, kind in kinds.items()}
    levels = {resolved(name, frame.column_names): each for name, each in levels.items()}
    words = [each.name for each in frame.schema if types.is_dictionary(each.type)]
    others = _as_floats(frame.drop_columns(words))
    columns = {column.name: column for column in columns_of_frame(others, kinds, levels)}
    for name in words:
        columns[name] = _text_column(name, frame.column(name), kinds.get(name), levels.get(name), n_bytes)
    return Table.from_columns([columns[name] for name in frame.column_names])


def _as_floats(frame: Any) -> Any:
    """Integers as floats: those beyond 2**53 are rounded, as in other file formats."""
    from pyarrow import float64, types

    for index, field in enumerate(frame.schema):
        if types.is_integer(field.type):
            frame = frame.set_column(index, field.name, frame.column(index).cast(float64(), safe=False))
    return frame


def _text_column(
    name: str, values: Any, kind: str | None, levels: Sequence[Any] | None, n_bytes: int
) -> Column:
    """The Column of dictionary-encoded text: its kind is inferred from the distinct values alone."""
    codes, words = _coded(values, n_bytes)

    def location(code: int) -> str:
        return row_location(int(np.argmax(codes == code)))

    distinct = column_of(name, words, kind, levels, location)
    gap = np.nan if distinct.kind == "quantitative" else -1
    known = np.append(distinct.values, np.array([gap], dtype=distinct.values.dtype))
    return Column(name, distinct.kind, known[codes], distinct.levels)


def _coded(values: Any, n_bytes: int) -> tuple[Integers, Array]:
    """Codes of the rows (-1 where missing) into the distinct values that occur, and these values."""
    import pyarrow
    from pyarrow import compute

    chunks = values.unify_dictionaries().chunks
    if not chunks:
        return np.empty(0, dtype=np.int64), np.empty(0, dtype=object)
    codes = np.concatenate([chunk.indices.fill_null(-1).to_numpy() for chunk in chunks])
    dictionary = chunks[0].dictionary
    counts = np.bincount(codes + 1, minlength=len(dictionary) + 1)[1:]
    is_used = counts > 0
    used = dictionary.filter(pyarrow.array(is_used)).cast(pyarrow.large_string())
    # Other code may expand a value for each of its rows.
    lengths = compute.binary_length(used).fill_null(0).to_numpy()
    refuse_bomb(n_bytes, _STR_BYTES * len(used) + int(lengths @ counts[is_used]))
    words = np.empty(len(used), dtype=object)
    words[:] = used.to_pylist()
    return np.append(np.cumsum(is_used) - 1, -1)[codes], words

"""Parquet files, through pyarrow, which is an extra."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from gnomon.data.files.growth import refuse_bomb
from gnomon.data.table import Table
from gnomon.errors import DataError


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
    packed = path.stat().st_size
    try:
        text = _text_columns(parquet.read_schema(path))
        with parquet.ParquetFile(path, read_dictionary=text) as file:
            names = file.schema_arrow.names
            _check_dropped(drop, names)
            kept = [name for name in names if name not in drop]
            refuse_bomb(packed, _declared(file.metadata, kept))
            frame = _spelt_out(file.read(columns=kept), text, packed)
    except (pyarrow.ArrowException, OSError, MemoryError, OverflowError) as error:
        what = (str(error).splitlines() or [type(error).__name__])[0]
        raise DataError(
            f"this is no Parquet file, or a damaged one ({what}); give it its right suffix, or get "
            f"a fresh copy"
        ) from None
    return Table.of(frame, kinds=kinds, levels=levels)


def _text_columns(schema: Any) -> list[str]:
    """The columns of text: they are read as codes, as one long text said in every row is a bomb, too."""
    from pyarrow import types

    return [each.name for each in schema if types.is_string(each.type) or types.is_large_string(each.type)]


def _check_dropped(drop: Sequence[str], names: Sequence[str]) -> None:
    for name in drop:
        if name not in names:
            raise DataError(f"there is no column {name!r} to drop; the columns are {', '.join(names)}")


def _declared(metadata: Any, names: Sequence[str]) -> int:
    """Bytes that the columns take in memory: what the file says, and eight for every value at least."""
    kept = set(names)
    groups = (metadata.row_group(place) for place in range(metadata.num_row_groups))
    columns = (group.column(place) for group in groups for place in range(group.num_columns))
    mine = (each for each in columns if each.path_in_schema.partition(".")[0] in kept)
    return sum(max(each.total_uncompressed_size, 8 * each.num_values) for each in mine)


def _spelt_out(frame: Any, text: Sequence[str], packed: int) -> Any:
    """The table with text as text rather than codes, once it is known how long that is."""
    from pyarrow import compute, large_string

    n_bytes = 0
    for name in set(text) & set(frame.column_names):
        for part in frame.column(name).chunks:
            lengths = compute.take(compute.binary_length(part.dictionary), part.indices)
            n_bytes += compute.sum(compute.cast(lengths, "int64")).as_py() or 0
        refuse_bomb(packed, n_bytes)
        place = frame.column_names.index(name)
        frame = frame.set_column(place, name, frame.column(name).cast(large_string()))
    return frame

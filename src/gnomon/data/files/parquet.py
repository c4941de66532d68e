"""Parquet files, through pyarrow, which is an extra."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

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
    try:
        frame = parquet.read_table(path)
    except pyarrow.ArrowException as error:
        raise DataError(
            f"this is no Parquet file ({str(error).splitlines()[0]}); give it its right suffix"
        ) from None
    for name in drop:
        if name not in frame.column_names:
            raise DataError(
                f"there is no column {name!r} to drop; the columns are {', '.join(frame.column_names)}"
            )
    return Table.of(frame.drop_columns(list(drop)), kinds=kinds, levels=levels)

"""Alterations of Parquet files: other names, types and values of columns, written in other ways."""

import io
from random import Random
from typing import Any

import pyarrow
from pyarrow import parquet

_TYPES = (
    pyarrow.int8(), pyarrow.uint64(), pyarrow.float16(), pyarrow.float32(), pyarrow.string(),
    pyarrow.large_string(), pyarrow.binary(), pyarrow.bool_(), pyarrow.date32(),
    pyarrow.timestamp("ns", "UTC"), pyarrow.time64("us"),
    pyarrow.duration("s"), pyarrow.decimal128(9, 2), pyarrow.dictionary(pyarrow.int32(), pyarrow.string()),
    pyarrow.null(),
)  # fmt: skip
_NAMES = ("", "a", "a.b", " ", "é", "x" * 300, "0", "\n", "a\0b", "__index_level_0__")
_VALUES: tuple[Any, ...] = (
    [None], [""], ["x" * 5000], [float("nan")], [1e308], [2**63 - 1], [[1]], [{"a": 1}], [b"\xff"], ["1,5"],
    ["2024-02-30"], [True],
)  # fmt: skip
# A compressed file of some kilobytes may hold gigabytes: larger tables are not altered further.
_MAX_BYTES = 20_000_000


def altered_columns(content: bytes, random: Random) -> bytes:
    """A Parquet file of a table with one to three alterations; ValueError for a large table."""
    with parquet.ParquetFile(io.BytesIO(content)) as file:
        groups = (file.metadata.row_group(index) for index in range(file.metadata.num_row_groups))
        if sum(group.total_byte_size for group in groups) > _MAX_BYTES:
            raise ValueError("too large")
        table = file.read()
    for _ in range(random.choice((1, 1, 2, 3))):
        if table.nbytes < _MAX_BYTES / 20:
            table = _other_table(table, random)
    stream = io.BytesIO()
    parquet.write_table(
        table,
        stream,
        compression=random.choice(("none", "snappy", "gzip", "zstd")),
        use_dictionary=random.random() < 0.5,
        data_page_version=random.choice(("1.0", "2.0")),
        row_group_size=random.choice((1, 5, 1000)),
        write_statistics=random.random() < 0.5,
        store_schema=random.random() < 0.5,
        use_byte_stream_split=random.random() < 0.1,
    )
    return stream.getvalue()


def _other_table(table: Any, random: Random) -> Any:
    if not table.num_columns:
        return pyarrow.table({"a": [1, 2]})
    index, way = random.randrange(table.num_columns), random.randrange(7)
    name, column = table.column_names[index], table.column(index)
    if way == 0:
        names = list(table.column_names)
        names[index] = random.choice(_NAMES)
        return table.rename_columns(names)
    if way == 1:
        return table.set_column(index, name, column.cast(random.choice(_TYPES), safe=False))
    if way == 2:
        values = pyarrow.array(random.choice(_VALUES) * table.num_rows)
        return table.set_column(index, name, values)
    if way == 3:
        return table.slice(0, random.choice((0, 1, 2)))
    if way == 4:
        return table.remove_column(index)
    if way == 5:
        return pyarrow.concat_tables([table] * random.choice((2, 20)))
    metadata = {b"pandas": random.choice((b"{", b'{"index_columns": ["a"]}', b"", b'{"columns": 3}'))}
    return table.replace_schema_metadata(metadata)

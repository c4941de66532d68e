import io
from contextlib import suppress

import numpy as np
import pandas
import pyarrow.parquet
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.data.files.parquet_footer import chunks_of
from gnomon.errors import DataError


def written(n_rows=50, **options):
    random = np.random.default_rng(0)
    frame = pandas.DataFrame(
        {
            "number": random.normal(size=n_rows),
            "word": random.choice(["red", "green", None], size=n_rows),
            "whole": np.arange(n_rows),
            "truth": random.random(n_rows) < 0.5,
        }
    )
    sink = io.BytesIO()
    frame.to_parquet(sink, **options)
    return sink


@pytest.mark.parametrize(
    "options", [{}, {"row_group_size": 7}, {"use_dictionary": False, "compression": "gzip"}]
)
def test_chunks_are_those_that_pyarrow_finds(options):
    file = written(**options)
    metadata = pyarrow.parquet.ParquetFile(file).metadata
    expected = []
    for group in range(metadata.num_row_groups):
        for index in range(metadata.num_columns):
            chunk = metadata.row_group(group).column(index)
            start = chunk.dictionary_page_offset or chunk.data_page_offset
            sizes = (chunk.num_values, chunk.total_uncompressed_size, start, chunk.total_compressed_size)
            expected.append((index, *sizes))
    chunks = [(each.column, each.n_values, each.n_bytes, each.start, each.length) for each in chunks_of(file)]
    assert chunks == expected


@given(st.integers(0, 10**6), st.integers(0, 255))
def test_a_footer_with_a_changed_byte_is_read_or_refused(place, byte):
    data = bytearray(written(20).getvalue())
    length = int.from_bytes(data[-8:-4], "little") + 8
    data[len(data) - 1 - place % length] = byte
    with suppress(DataError):
        assert all(chunk.n_values >= 0 for chunk in chunks_of(io.BytesIO(bytes(data))))


@pytest.mark.parametrize("data", [b"", b"PAR1", b"x" * 100, b"\xff\xff\xff\xffPAR1"])
def test_what_does_not_end_as_a_parquet_file_is_refused(data):
    with pytest.raises(DataError, match="does not end like"):
        list(chunks_of(io.BytesIO(data)))


def test_a_truncated_footer_is_refused():
    data = written().getvalue()
    footer = data[-8 - int.from_bytes(data[-8:-4], "little") : -8]
    half = footer[: len(footer) // 2]
    with pytest.raises(DataError, match="truncated"):
        list(chunks_of(io.BytesIO(half + len(half).to_bytes(4, "little") + b"PAR1")))

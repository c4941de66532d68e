"""Parquet is an extra; without it the error says how to get it."""

import sys

import pandas as pd
import pyarrow as pa
import pytest
from pyarrow import parquet as pq

from gnomon.data.read import read_table
from gnomon.data.table import Table
from gnomon.errors import DataError


def test_declared_types_become_kinds(tmp_path):
    frame = pd.DataFrame(
        {"n": [1, 2], "c": ["x", None], "o": pd.Categorical(["S", "L"], ["S", "L"], ordered=True)}
    )
    frame.to_parquet(tmp_path / "t.parquet")
    table = read_table(tmp_path / "t.parquet", levels={"o": ["S", "L"]})
    assert table.kinds == {"n": "quantitative", "c": "categorical", "o": "ordinal"}
    assert read_table(tmp_path / "t.parquet", drop=["n", "o"]).names == ("c",)
    with pytest.raises(DataError, match=r"t.parquet: there is no column 'z'"):
        read_table(tmp_path / "t.parquet", drop=["z"])


def test_without_pyarrow_the_error_names_the_extra(tmp_path, monkeypatch):
    (tmp_path / "t.parquet").write_bytes(b"PAR1")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(DataError, match=r"pip install 'gnomon\[parquet\]'"):
        read_table(tmp_path / "t.parquet")


def test_text_comes_back_as_it_was_with_levels_in_the_same_order(tmp_path):
    frame = pd.DataFrame({"w": ["b", "a", None, "b"], "n": [1.0, 2.0, 3.0, 4.0]})
    frame.to_parquet(tmp_path / "t.parquet")
    read = read_table(tmp_path / "t.parquet")
    assert read.column("w").levels == Table.of(frame).column("w").levels
    assert read.column("w").values.tolist() == Table.of(frame).column("w").values.tolist()
    assert read_table(tmp_path / "t.parquet", drop=["w"]).names == ("n",)


def test_whole_numbers_beyond_the_exact_ones_are_rounded(tmp_path):
    pq.write_table(pa.table({"n": pa.array([2**63, 1, None], pa.uint64())}), tmp_path / "t.parquet")
    assert read_table(tmp_path / "t.parquet").column("n").values[:2].tolist() == [2.0**63, 1.0]


def test_words_that_stand_in_the_dictionary_alone_are_no_levels(tmp_path):
    words = pa.DictionaryArray.from_arrays(pa.array([2, 0, None], pa.int32()), ["b", "unused", "a"])
    pq.write_table(pa.table({"w": words}), tmp_path / "t.parquet")
    column = read_table(tmp_path / "t.parquet").column("w")
    assert (column.levels, column.labels.tolist()) == (("a", "b"), ["a", "b", None])


def test_a_word_that_is_no_level_is_named_with_its_row(tmp_path):
    pd.DataFrame({"w": ["S", "L", "S", "XL"]}).to_parquet(tmp_path / "t.parquet", row_group_size=2)
    with pytest.raises(DataError, match="'XL' at row 3"):
        read_table(tmp_path / "t.parquet", levels={"w": ["S", "L"]})


def test_dots_in_names_are_letters(tmp_path):
    pd.DataFrame({"a": [1, 2], "a.b": [3, 4]}).to_parquet(tmp_path / "t.parquet")
    assert read_table(tmp_path / "t.parquet", drop=["a.b"]).names == ("a",)
    assert read_table(tmp_path / "t.parquet").column("a.b").values.tolist() == [3.0, 4.0]


@pytest.mark.parametrize(
    "values",
    [
        pa.array([[1, 2], [3]]),
        pa.array([{"x": 1}, {"x": 2}]),
        pa.array([b"a", b"b"]),
        pa.array([b"aa", b"bb"], pa.binary(2)),
    ],
)
def test_columns_that_are_neither_numbers_nor_words_are_refused_unread_or_dropped(values, tmp_path):
    pq.write_table(pa.table({"odd": values, "n": [1.0, 2.0]}), tmp_path / "t.parquet")
    with pytest.raises(DataError, match="column 'odd' holds values of the type"):
        read_table(tmp_path / "t.parquet")
    assert read_table(tmp_path / "t.parquet", drop=["odd"]).names == ("n",)


def test_invalid_text_is_refused(tmp_path):
    odd = pa.Array.from_buffers(
        pa.string(), 1, [None, pa.py_buffer(bytes([0, 0, 0, 0, 1, 0, 0, 0])), pa.py_buffer(b"\xff")]
    )
    pq.write_table(pa.table({"w": odd}), tmp_path / "t.parquet")
    with pytest.raises(DataError, match="corrupt"):
        read_table(tmp_path / "t.parquet")


def test_a_long_text_that_is_repeated_in_every_row_is_refused(tmp_path):
    # One of 2 MB in 300 rows: a small file, of 600 MB where each row has its own copy.
    text = pa.DictionaryArray.from_arrays(pa.array([0] * 300), pa.array(["x" * 2_000_000]))
    pq.write_table(pa.table({"w": text}), tmp_path / "t.parquet", compression="zstd")
    with pytest.raises(DataError, match=r"would expand to 0\.6 GB or more.*zip bomb"):
        read_table(tmp_path / "t.parquet")

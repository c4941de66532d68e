"""Parquet is an extra; without it the error says how to get it."""

import sys

import pandas as pd
import pytest

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

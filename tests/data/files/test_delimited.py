"""Text tables are read exactly, block by block, with kinds that do not depend on where a value stands."""

import time

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.data.files import delimited
from gnomon.data.read import read_table
from gnomon.data.table import Table
from gnomon.errors import DataError, DataWarning

NUMBERS = st.floats(allow_nan=False, allow_infinity=False)
WORDS = st.sampled_from(["red", "green tea", 'say "hi"', "a,b", "l'eau", "x\ny", "ünï"])


@st.composite
def tables(draw):
    n = draw(st.integers(2, 10))
    words = ["red", *draw(st.lists(WORDS | st.none(), min_size=n - 1, max_size=n - 1))]
    numbers = [draw(NUMBERS), *draw(st.lists(NUMBERS | st.none(), min_size=n - 1, max_size=n - 1))]
    flags = [True, *draw(st.lists(st.booleans() | st.none(), min_size=n - 1, max_size=n - 1))]
    return Table.of({"word": words, "number": numbers, "flag": flags, "last": list(range(n))})


@given(tables(), st.sampled_from([",", ";", "\t", "|"]))
def test_a_table_comes_back_from_csv_exactly(tmp_path_factory, table, delimiter):
    path = tmp_path_factory.mktemp("csv") / "t.csv"
    table.to_pandas().to_csv(path, index=False, sep=delimiter)
    assert read_table(path, delimiter=delimiter) == table


@given(tables())
def test_small_blocks_give_the_same_table(tmp_path_factory, table):
    path = tmp_path_factory.mktemp("csv") / "t.csv"
    table.to_pandas().to_csv(path, index=False)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(delimited, "CELLS_IN_BLOCK", 8)
        assert read_table(path, delimiter=",") == table


@pytest.fixture
def small_blocks(monkeypatch):
    monkeypatch.setattr(delimited, "CELLS_IN_BLOCK", 40)
    monkeypatch.setattr(delimited, "PROBED_ROWS", 5)


def test_one_word_far_down_a_column_of_numbers_is_found(tmp_path, small_blocks):
    path = tmp_path / "late.csv"
    path.write_text("a,b\n" + "".join(f"{i},{i}\n" for i in range(100)) + "oops,3\n")
    message = r"column 'a' has 100 numbers and 1 other value,.*'oops' \(1, first at line 102\)"
    with pytest.raises(DataError, match=message):
        read_table(path, strict=True)
    with pytest.warns(DataWarning, match=message):
        assert np.isnan(read_table(path).column("a").values[-1])
    assert np.isnan(read_table(path, missing=["oops"]).column("a").values[-1])


def test_words_that_start_late_keep_the_text_of_the_numbers_before(tmp_path, small_blocks):
    path = tmp_path / "codes.csv"
    path.write_text(
        "a,b\n" + "".join(f"00{i},{i}\n" for i in range(30)) + "".join(f"z{i},3\n" for i in range(30))
    )
    table = read_table(path)
    assert table.kinds == {"a": "categorical", "b": "quantitative"}
    assert table.column("a").labels[:2].tolist() == ["000", "001"]


def test_numbers_too_long_for_integers_are_numbers(tmp_path):
    path = tmp_path / "long.csv"
    path.write_text("a\n123456789012345678901234567890\n12\n")
    assert read_table(path).column("a").values.tolist() == [123456789012345678901234567890.0, 12.0]


def test_a_trailing_delimiter_is_tolerated(tmp_path):
    path = tmp_path / "trailing.csv"
    path.write_text("a,b\n1,2,\n3,4,\n")
    assert read_table(path).encoded()[0].tolist() == [[1, 2], [3, 4]]


def test_gaps_in_the_last_column_are_no_ragged_rows(tmp_path):
    path = tmp_path / "gaps.csv"
    path.write_text('a,b\n1,\n2,"x,y"\n')
    assert read_table(path).column("b").missing.tolist() == [True, False]


def test_wide_and_long_files_are_read_exactly_in_seconds(tmp_path):
    X = np.random.default_rng(0).normal(size=(100, 2000))
    pd.DataFrame(X).to_csv(tmp_path / "wide.csv", index=False, header=[f"c{i}" for i in range(2000)])
    pd.DataFrame(X.reshape(-1, 4)).to_csv(tmp_path / "long.csv", index=False, header=list("abcd"))
    start = time.perf_counter()
    np.testing.assert_array_equal(read_table(tmp_path / "wide.csv").encoded()[0], X)
    np.testing.assert_array_equal(read_table(tmp_path / "long.csv").encoded()[0], X.reshape(-1, 4))
    assert time.perf_counter() - start < 20


def test_a_first_record_of_millions_of_fields_is_refused(tmp_path):
    (tmp_path / "t.csv").write_text("a,b\n" + '"",' * 2_000_000 + "\n")
    with pytest.raises(DataError, match="line 2 has 2000001 fields"):
        read_table(tmp_path / "t.csv")


def test_a_header_of_millions_of_fields_is_refused_before_it_is_cut(tmp_path):
    (tmp_path / "t.csv").write_text("a\t" * 3_000_000 + "\n1\n")
    with pytest.raises(DataError, match="3,000,001 fields"):
        read_table(tmp_path / "t.csv")


@pytest.mark.parametrize("suffix", ["bz2", "xz", "zip", "zst"])
def test_a_suffix_of_other_packing_changes_nothing(suffix, tmp_path):
    (tmp_path / f"t.{suffix}").write_text("a,b\n1,2\n")
    assert read_table(tmp_path / f"t.{suffix}", format="csv").n_rows == 1


@pytest.mark.parametrize("encoding", ["hex", "idna", "zip", "no-such"])
def test_an_unknown_encoding_is_refused(encoding, tmp_path):
    (tmp_path / "t.csv").write_text("a,b\n1,2\n")
    with pytest.raises(DataError, match=encoding):
        read_table(tmp_path / "t.csv", encoding=encoding)

"""A file becomes a table, or an error that names the file, the location and how to fix it."""

import gzip
import os
import warnings

import numpy as np
import pytest

from gnomon.data.read import read_table
from gnomon.data.task import Task
from gnomon.errors import DataError, DataWarning

BAD = {
    "infinite.csv": ("a,b\n1,2\n\n3,-inf\n", ["line 4", "column 'b' is -inf", "missing=('-inf',)"]),
    "too_large.csv": ("a,b\n1,1e999\n3,4\n", ["line 2", "column 'b' is 1e999"]),
    "ragged_long.csv": ("a,b\n1,2\n3,4,5\n", ["line 3", "3 fields", "2 columns"]),
    "ragged_short.csv": ("a,b,c\n1,2,3\n3,4\n5,6,7\n", ["line 3", "2 fields", "3 columns"]),
    "every_row_long.csv": ("a,b\n1,2,3\n3,4,5\n", ["line 2", "3 fields"]),
    "empty_column.csv": ("a,b\n1,\n2,\n", ["column 'b' is empty", "drop=('b',)"]),
    "no_header.csv": ("x,y,x\nx,y,y\ny,y,x\n", ["columns 1 and 3", "'x'", "header=False"]),
    "empty.csv": ("", ["empty"]),
    "blank.csv": ("\n\n  \n", ["empty"]),
    "header_only.csv": ("a,b\n", ["header", "no row"]),
    "junk.csv": (bytes(range(256)) * 8, ["not a text file", "byte 0 is 0x00"]),
    "not_gzip.csv.gz": ("a,b\n1,2\n", ["cannot be read"]),
    "cut.csv.gz": (gzip.compress(b"a,b\n" + b"1,2\n" * 9999)[:-20], ["cannot be read"]),
    "table.xlsx": ("a,b\n1,2\n", ["'xlsx'", ".csv", "format='csv'"]),
    "plain": ("a,b\n1,2\n", ["format='csv'"]),
    "not.parquet": ("a,b\n1,2\n", ["not a Parquet file"]),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_is_named_with_the_location_and_how_to_fix_it(tmp_path, name):
    content, words = BAD[name]
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(DataError) as error:
        read_table(path)
    assert all(word in str(error.value) for word in [name, *words]), str(error.value)


@pytest.mark.parametrize(
    ("header", "names"),
    [
        ("a,b,a,a", ("a", "b", "a.1", "a.2")),
        ("a,a.1,a,b", ("a", "a.1", "a.2", "b")),
        ("a,a,a.1,b", ("a", "a.2", "a.1", "b")),
    ],
)
def test_repeated_names_of_a_header_are_numbered_with_a_warning(tmp_path, header, names):
    path = tmp_path / "joined.csv"
    path.write_text(f"{header}\n1,2,3,4\n5,6,7,8\n")
    with pytest.warns(DataWarning, match="the header repeats 'a'"):
        assert read_table(path).names == names


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a,b\n1,x\n2,y\n", ["no column 'y'", "'a', 'b'"]),
        ("a,y\n1,x\n2,x\n", ["the target 'y' has only one class", "x"]),
        ("a,y\n1,x\n2,\n3,z\n", ["the target 'y' is missing", "rows 1"]),
        ("a,y\n1,0.5\n2,\n3,1.5\n", ["the target 'y' is missing", "rows 1"]),
    ],
)
def test_a_file_without_a_usable_target_is_refused(tmp_path, text, words):
    path = tmp_path / "task.csv"
    path.write_text(text)
    with pytest.raises(DataError) as error:
        Task.read(path, "y")
    assert all(word in str(error.value) for word in ["task.csv", *words]), str(error.value)


def test_no_file_and_a_directory_are_different_errors(tmp_path):
    with pytest.raises(DataError, match=r"there is no file .*nope.csv"):
        read_table(tmp_path / "nope.csv")
    with pytest.raises(DataError, match=r"is a directory"):
        read_table(tmp_path)


def test_wrong_encoding_names_the_line(tmp_path):
    path = tmp_path / "latin.csv"
    path.write_bytes("a,b\n1,tea\n2,café\n".encode("latin-1"))
    with pytest.raises(DataError, match=r"latin.csv: line 3 is not utf-8 text \(byte 0xe9\).*encoding="):
        read_table(path, encoding="utf-8")
    with pytest.raises(DataError, match=r"no encoding called 'klingon'"):
        read_table(path, encoding="klingon")
    with pytest.warns(DataWarning, match=r"line 3 is not UTF-8.*Windows-1252"):
        table = read_table(path)
    assert table.levels("b") == ("café", "tea")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_marked_and_plain_unicode_is_recognized(tmp_path, encoding):
    path = tmp_path / "unicode.csv"
    path.write_bytes("naïve,β\n1,x\n2,y\n".encode(encoding))
    assert read_table(path).names == ("naïve", "β")


def test_task_read_names_the_task_by_the_file_and_passes_options_on(tmp_path):
    path = tmp_path / "shop.csv.gz"
    path.write_bytes(gzip.compress(b"id;x;who;y\n1;1,5;p;no\n2;2,5;q;yes\n3;-;q;yes\n"))
    task = Task.read(path, "y", group="who", drop=["id"], missing=["-"], positive="no")
    assert (task.name, task.positive, task.table.names) == ("shop", "no", ("x",))
    assert task.group.tolist() == ["p", "q", "q"]
    np.testing.assert_array_equal(task.encoded.ravel(), [1.5, 2.5, np.nan])


def test_every_shipped_reader_gives_the_same_table(tmp_path):
    (tmp_path / "t.csv").write_text("n,c\n1.5,red\n,blue\n")
    (tmp_path / "t.arff").write_text(
        "@relation t\n@attribute n numeric\n@attribute c {blue,red}\n@data\n1.5,red\n?,blue\n"
    )
    table = read_table(tmp_path / "t.csv")
    table.to_pandas().to_parquet(tmp_path / "t.parquet")
    assert read_table(tmp_path / "t.arff") == table
    assert read_table(tmp_path / "t.parquet") == table


def test_kinds_and_levels_are_applied_while_reading(tmp_path):
    path = tmp_path / "k.csv"
    path.write_text("zip,size,n\n01234,M,1\n00001,S,2\n")
    table = read_table(path, kinds={"zip": "categorical", "n": "ordinal"}, levels={"size": ["S", "M", "L"]})
    assert table.levels("zip") == ("00001", "01234")
    assert table.levels("size") == ("S", "M", "L")
    assert table.levels("n") == ("1", "2")
    with pytest.raises(DataError, match=r"k.csv: column 'size' holds 'M' at line 2.*levels"):
        read_table(path, levels={"size": ["S"]})
    with pytest.raises(DataError, match=r"k.csv: column 'size' is declared quantitative, but 'M' at line 2"):
        read_table(path, kinds={"size": "quantitative"})
    with pytest.raises(DataError, match=r"k.csv: there is no column 'nope'"):
        read_table(path, kinds={"nope": "ordinal"})


def test_a_row_number_without_a_name_is_warned_of(tmp_path):
    path = tmp_path / "index.csv"
    path.write_text(",a\n0,5\n1,6\n")
    with pytest.warns(DataWarning, match=r"'unnamed 1'.*drop="):
        assert read_table(path).names == ("unnamed 1", "a")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert read_table(path, drop=["unnamed 1"]).names == ("a",)


def test_numbers_near_the_largest_float_do_not_overflow(tmp_path):
    (tmp_path / "t.csv").write_text("a,b\n3.6e307,1\n-9,0\n")
    assert read_table(tmp_path / "t.csv").n_rows == 2


def test_a_pipe_is_refused_instead_of_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe.csv")
    with pytest.raises(DataError, match="not a regular file"):
        read_table(tmp_path / "pipe.csv")


@pytest.mark.parametrize("role", ["target", "group", "time", "weight", "stratum"])
def test_an_empty_column_that_is_the_target_or_a_role_is_said_to_be_empty(tmp_path, role):
    path = tmp_path / "t.csv"
    path.write_text("a,gap,y\n" + "1,,u\n2,,v\n" * 5)
    roles = {"target": "y"} | {role: "gap"}
    with (
        pytest.raises(DataError, match="column 'gap' is empty"),
        pytest.warns(DataWarning, match="all missing"),
    ):
        Task.read(path, lenient=True, **roles)


def test_a_name_too_long_for_a_file_is_refused():
    with pytest.raises(DataError, match="cannot be read: File name too long"):
        read_table("a" * 5000 + ".csv")

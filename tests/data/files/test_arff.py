"""ARFF: declared kinds, quotes of both sorts, sparse records; errors name the line."""

import numpy as np
import pytest

from gnomon.data.read import read_table
from gnomon.errors import DataError

WHOLE = """% a comment
@RELATION 'my relation'
@attribute 'a name' NUMERIC
@attribute "it's" real
@attribute\tcount integer
@attribute color {red, 'light blue', "dark red", l\\'eau}
@attribute note string
@attribute day date "yyyy-MM-dd"
@attribute flag {true, false}

@DATA
1.5, 2, 3, red, 'hi, there', 2026-01-01, true
% between
?, -1e3, 4, 'light blue', ?, "2026-01-02", false
{0 3, 3 'light blue', 5 2026-01-03}
"""


def read(tmp_path, text, **options):
    path = tmp_path / "t.arff"
    path.write_text(text)
    return read_table(path, **options)


def test_every_type_of_attribute_is_read(tmp_path):
    table = read(tmp_path, WHOLE)
    assert table.names == ("a name", "it's", "count", "color", "note", "day", "flag")
    assert list(table.kinds.values()) == ["quantitative"] * 3 + ["categorical"] * 3 + ["boolean"]
    assert table.levels("color") == ("red", "light blue", "dark red", "l'eau")
    np.testing.assert_array_equal(table.column("a name").values, [1.5, np.nan, 3])
    assert table.column("it's").values.tolist() == [2, -1000, 0]
    assert table.column("color").labels.tolist() == ["red", "light blue", "light blue"]
    assert table.column("note").labels.tolist() == ["hi, there", None, None]
    assert table.column("flag").labels.tolist() == [True, False, True]


def test_kinds_and_drop_are_applied(tmp_path):
    table = read(tmp_path, WHOLE, kinds={"color": "ordinal"}, drop=["note", "day"])
    assert table.kinds["color"] == "ordinal"
    assert table.levels("color")[:2] == ("red", "light blue")
    assert table.n_columns == 5


HEAD = "@relation r\n@attribute a numeric\n@attribute b {x,y}\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (HEAD + "@data\n1,x\noops,y\n", ["'a'", "'oops'", "line 6"]),
        (HEAD + "@data\n1,x\n2,z\n", ["'b'", "'z'", "line 6", "'x', 'y'"]),
        (HEAD + "@data\n1,x\n1,x,3\n", ["line 6", "3 fields", "2 attributes"]),
        (HEAD + "@data\n", ["no records"]),
        (HEAD, ["no @data"]),
        ("@data\n1\n", ["line 1", "@attribute"]),
        ("a,b\n1,2\n", ["line 1", "@relation"]),
        ("@relation r\n@attribute a relational\n@data\n1\n", ["line 2", "'a'", "relational"]),
        ("@relation r\n@attribute a {x,\n@data\nx\n", ["line 2", "closing brace"]),
        ("@relation r\n@attribute\n@data\nx\n", ["line 2"]),
        (HEAD + "@data\n{7 1}\n", ["line 5", "'7 1'", "0 to 1"]),
        (HEAD + "@data\n{0 1\n", ["line 5", "closing brace"]),
        (HEAD + "@data\n1,'x\n", ["line 5", "quotes"]),
        ("@relation r\n@attribute a numeric\n@attribute a numeric\n@data\n1,2\n", ["columns 1 and 2", "'a'"]),
    ],
)
def test_a_bad_file_is_refused_with_the_line(tmp_path, text, words):
    with pytest.raises(DataError) as error:
        read(tmp_path, text)
    assert all(word in str(error.value) for word in ["t.arff", *words]), str(error.value)


@pytest.mark.parametrize(
    ("record", "says"),
    [
        ("{" + "1" * 5000 + " 3}", "names no attribute"),
        ("{² 3}", "names no attribute"),
        ("{1 3\t4}", "not one index and one value"),
    ],
)
def test_sparse_records_without_a_valid_index_are_refused(record, says, tmp_path):
    head = "@relation r\n@attribute a numeric\n@attribute b numeric\n@data\n"
    (tmp_path / "t.arff").write_text(head + record + "\n", encoding="utf-8")
    with pytest.raises(DataError, match=says):
        read_table(tmp_path / "t.arff")


def test_sparse_records_between_dense_ones_have_the_defaults(tmp_path):
    head = "@relation r\n@attribute a numeric\n@attribute c {x,y}\n@data\n"
    (tmp_path / "t.arff").write_text(head + "{}\n5,y\n{}\n{0 7}\n{1 y}\n")
    table = read_table(tmp_path / "t.arff")
    assert table.column("a").values.tolist() == [0, 5, 0, 7, 0]
    assert table.column("c").labels.tolist() == ["x", "y", "x", "x", "y"]


def test_short_records_that_stand_for_gigabytes_are_refused(tmp_path):
    head = "@relation r\n" + "".join(f"@attribute a{place} numeric\n" for place in range(20_000))
    (tmp_path / "t.arff").write_text(head + "@data\n" + "{}\n" * 10_000)
    with pytest.raises(DataError, match="zip bomb"):
        read_table(tmp_path / "t.arff")


def test_a_level_declared_twice_is_refused(tmp_path):
    (tmp_path / "t.arff").write_text("@relation r\n@attribute a {x,y,x}\n@data\nx\n")
    with pytest.raises(DataError, match="line 2: a level of 'a' is declared twice"):
        read_table(tmp_path / "t.arff")

"""The way a text table is written is found out from its first records."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gnomon as gn
from gnomon.data.files.dialect import is_number, records, sniff
from gnomon.data.read import read_table
from gnomon.errors import DataError

FIELD = st.text(st.sampled_from("abc xyz,;|'"), min_size=1, max_size=6).map(str.strip).filter(bool)


def written(tmp_path_factory, text):
    path = tmp_path_factory.mktemp("dialect") / "table.csv"
    path.write_text(text, newline="")
    return path


@given(
    st.sampled_from([",", ";", "\t", "|"]),
    st.sampled_from(["\n", "\r\n"]),
    st.lists(st.lists(FIELD, min_size=3, max_size=3), min_size=2, max_size=6),
)
def test_quoted_fields_are_cut_by_the_delimiter_that_wrote_them(tmp_path_factory, delimiter, end, rows):
    lines = [delimiter.join(f'"{field}"' for field in row) for row in rows]
    path = written(tmp_path_factory, end.join(lines) + end)
    dialect = sniff(path, header=False)
    assert (dialect.delimiter, dialect.quote) == (delimiter, '"')
    assert [fields for _, fields in records(path, dialect)] == rows


@pytest.mark.parametrize(
    ("text", "delimiter", "quote", "decimal", "has_header"),
    [
        ("a,b\n1,2\n", ",", '"', ".", True),
        ("1,2\n3,4\n", ",", '"', ".", False),
        ("5.1,setosa\n4.9,virginica\n", ",", '"', ".", False),
        ("a;b\n1,5;2,5\n", ";", '"', ",", True),
        ("1,5;2,5\n3,5;4,5\n", ";", '"', ",", False),
        ("a;b\n1.5;2,x\n", ";", '"', ".", True),
        ("a\tb c\n1\tx y\n", "\t", '"', ".", True),
        ("a|b\nx, y|2\n", "|", '"', ".", True),
        ("a  b   c\n1  2   3\n", " ", '"', ".", True),
        ("name\nNew York\nRome\n", ",", '"', ".", True),
        ("a,b\n'x,1',2\n'y',3\n", ",", "'", ".", True),
        ("a,b\nO'Neil,2\nO'Hara,3\n", ",", '"', ".", True),
        ("when,n\n2026-01-01 10:00,1\n2026-01-02 11:00,2\n", ",", '"', ".", True),
    ],
)
def test_delimiter_quote_decimal_and_header_are_recognized(
    tmp_path_factory, text, delimiter, quote, decimal, has_header
):
    dialect = sniff(written(tmp_path_factory, text))
    found = (dialect.delimiter, dialect.quote, dialect.decimal, dialect.has_header)
    assert found == (delimiter, quote, decimal, has_header)


def test_what_is_given_is_not_guessed(tmp_path_factory):
    path = written(tmp_path_factory, "2019,2020\n1,2\n")
    assert sniff(path).names == ("x0", "x1")
    assert sniff(path, header=True).names == ("2019", "2020")
    assert sniff(path, delimiter=";").names == ("x0",) or sniff(path, delimiter=";").names == ("2019,2020",)


def test_records_count_the_lines_of_the_file(tmp_path_factory):
    path = written(tmp_path_factory, 'a,b\n1,"x\ny"\n\n2,z\n')
    assert list(records(path, sniff(path))) == [(3, ["1", "x\ny"]), (5, ["2", "z"])]


@pytest.mark.parametrize(
    ("field", "expected"),
    [
        ("1", True),
        ("-1e-5", True),
        (" 2.5 ", True),
        ("nan", False),
        ("inf", False),
        ("1_000", False),
        ("x1", False),
        ("", False),
    ],
)
def test_numbers_are_distinguished_from_text(field, expected):
    assert is_number(field) is expected


def test_apostrophes_before_words_are_letters(tmp_path):
    (tmp_path / "t.csv").write_text("x,word\n1,'tis\n2,it's\n3,'twas\n4,don't\n")
    table = gn.datasets.read_table(tmp_path / "t.csv")
    assert table.n_rows == 4
    assert "'tis" in table.column("word").levels


@pytest.mark.parametrize("text", ['""', '""\n""\n', "\n\n\x0c"])
def test_a_file_without_any_value_is_refused(tmp_path, text):
    path = tmp_path / "a.csv"
    path.write_text(text)
    with pytest.raises(DataError, match=r"no values|is empty"):
        read_table(path)

"""The way a text table is written is found out from its first records."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gnomon as gn
from gnomon.data.files import dialect
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
    found = sniff(path, header=False)
    assert (found.delimiter, found.quote) == (delimiter, '"')
    assert [fields for _, fields in records(path, found)] == rows


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
    found = sniff(written(tmp_path_factory, text))
    assert (found.delimiter, found.quote, found.decimal, found.has_header) == (
        delimiter,
        quote,
        decimal,
        has_header,
    )


@pytest.mark.parametrize(
    ("text", "block", "n_records"),
    [
        ("a,b\n1,2\n3,4\n", 12, 3),
        ("a,b\n1,2\n3,4\n", 11, 2),
        ("a,b\n1,2\n3,4", 11, 3),
        ("a,b,c,d,e,f", 4, 1),
        ('a,b\n1,2\n"x,y",4\n', 10, 2),
    ],
)
def test_a_record_that_the_sample_cuts_is_left_out(tmp_path, monkeypatch, text, block, n_records):
    monkeypatch.setattr("gnomon.data.files.bytes.BLOCK", block)
    (tmp_path / "t.csv").write_text(text)
    assert len(dialect._sample(tmp_path / "t.csv", "utf-8").splitlines()) == n_records


@pytest.mark.parametrize(
    ("text", "delimiter"),
    [
        ("a,b\n1,2\n3\n", ","),  # two of three records have two fields
        ("a;b,c\n1;2,3\n4;5\n", ";"),  # all records against two of three
        ("a;b,c\n1;2,3\n", ";"),  # equal shares: the first in order
        ("a b,c\n1 2,3\n", ","),
        ("a b\n1 2\n3\n", ","),  # a space has to split every record alike
        ('"a;b",c\n"1;2",3\n', ","),  # a semicolon leaves text after a quote
        ("abc\ndef\n", ","),
    ],
)
def test_the_delimiter_splits_most_records_alike(tmp_path_factory, text, delimiter):
    assert sniff(written(tmp_path_factory, text)).delimiter == delimiter


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("'a','b'\n", "'"),
        ("'a',b\n'c',d\n", "'"),
        ("a,'b'\n'c',d\n", "'"),  # one before a field, one at the start of a line
        ("a,'b'\nc,d\n", '"'),  # one alone
        ("a,b'\nc,'d\n", '"'),
        ("'a,b\n'c,d\n", '"'),
        ("'a','b\n", '"'),  # an odd number
        ("'a','b',\"\n", '"'),
    ],
)
def test_apostrophes_are_quotes_where_they_enclose_whole_fields(tmp_path_factory, text, quote):
    assert sniff(written(tmp_path_factory, text)).quote == quote


@pytest.mark.parametrize(
    ("text", "names", "repeated"),
    [
        ("a,b,a,a\nx,y,z,w\n", ("a", "b", "a.1", "a.2"), ("a",)),
        ("a,a.1,a\nx,y,z\n", ("a", "a.1", "a.2"), ("a",)),
        (",b, \nx,y,z\n", ("unnamed 1", "b", "unnamed 3"), ()),
        ("a,a,b,b\na,x,y,b\n", ("a", "a.1", "b", "b.1"), ("a", "b")),  # half of the fields occur below
        ("a,a,b,b\na,a,y,b\n", ("a", "a", "b", "b"), ()),  # most do: a row
    ],
)
def test_names_of_the_header_are_distinct(tmp_path_factory, text, names, repeated):
    found = sniff(written(tmp_path_factory, text))
    assert (found.names, found.repeated) == (names, repeated)


def test_a_header_that_is_said_to_be_one_is_never_taken_for_a_row(tmp_path_factory):
    found = sniff(written(tmp_path_factory, "a,a\na,a\n"), header=True)
    assert (found.names, found.repeated) == (("a", "a.1"), ("a",))


def test_a_line_far_too_wide_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(dialect, "MAX_COLUMNS", 1)
    path = tmp_path / "t.csv"
    path.write_text("," * 10 + "\n" + "," * 20)
    assert len(sniff(path).names) == 11
    path.write_text("," * 11)
    with pytest.raises(DataError, match="the first line has 12 fields, and at most 1 columns are read"):
        sniff(path)
    path.write_text(" " * 30 + "a\n")
    assert sniff(path).names == ("a",)
    path.write_text("a" * 11 + "\n")
    with pytest.raises(DataError, match="12 fields"):
        sniff(path, delimiter="a")


def test_the_first_hundred_records_decide(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("a;b\n" * 51 + "a,b\n" * 49 + "a,b\n" * 400)
    assert sniff(path).delimiter == ";"
    path.write_text("a;b\n" * 49 + "a,b\n" * 51 + "a;b\n" * 400)
    assert sniff(path).delimiter == ","


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

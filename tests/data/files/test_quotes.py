import gzip

import pytest

import gnomon as gn
from gnomon.data.read import read_table
from gnomon.errors import DataError


def rows(form, n=50):
    return "a,b,y\n" + "".join(form.format(i, "uv"[i % 2]) for i in range(n))


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_quotes_that_are_never_closed_do_not_join_lines_silently(tmp_path, end):
    path = tmp_path / "t.csv"
    path.write_bytes(rows('{},"t,{}\n').replace("\n", end).encode())
    with pytest.raises(DataError, match=r"t\.csv: line 2: a quote \(\"\) opens there .* joins 2 lines"):
        read_table(path)


def test_one_quote_that_is_not_closed_is_named_by_its_line(tmp_path):
    lines = rows("{},t,{}\n").splitlines()
    lines[20] = lines[20].replace("t", '"t')
    (tmp_path / "t.csv").write_text("\n".join(lines) + "\n")
    with pytest.raises(DataError, match="line 21: a quote"):
        read_table(tmp_path / "t.csv")


def test_line_breaks_inside_closed_quotes_belong_to_the_text(tmp_path):
    text = rows('{},"two\nlines, ""quoted""",{}\n')
    (tmp_path / "t.csv").write_text(text)
    with gzip.open(tmp_path / "t.csv.gz", "wt") as file:
        file.write(text + "\n\n")
    for name in ("t.csv", "t.csv.gz"):
        table = gn.Table.of(read_table(tmp_path / name))
        assert table.n_rows == 50
        assert table.levels("b") == ('two\nlines, "quoted"',)


def test_another_quote_character_reads_the_file(tmp_path):
    (tmp_path / "t.csv").write_text(rows('{},"t,{}\n'))
    assert read_table(tmp_path / "t.csv", quote="'").n_rows == 50

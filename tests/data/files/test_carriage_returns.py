"""Carriage returns inside the lines of a file: text, not line ends."""

import gzip

import pytest

import gnomon as gn
from gnomon.errors import DataError, DataWarning

LINES = [f"{n},note {n},{n / 2}" for n in range(40)]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("suffix", ["csv", "csv.gz"])
def test_text_with_carriage_returns_that_nobody_quoted_is_read(tmp_path, end, suffix):
    lines = ["nr,remark,size", *LINES]
    lines[7], lines[20] = "6,first line\rsecond line,3", "19,\rindented,9.5"
    written = (end.join(lines) + end).encode()
    path = tmp_path / f"t.{suffix}"
    path.write_bytes(gzip.compress(written) if suffix.endswith("gz") else written)
    with pytest.warns(DataWarning, match="2 carriage returns inside lines are read as spaces"):
        table = gn.datasets.read_table(path)
    assert table.n_rows == 40
    assert table.column("remark").labels[6] == "first line second line"
    assert table.column("size").values[19] == 9.5


def test_a_quoted_carriage_return_stays_and_no_note_is_needed(tmp_path):
    lines = [*LINES[:5], '5,"first\rsecond",2.5', *LINES[6:]]
    (tmp_path / "t.csv").write_bytes(("nr,remark,size\n" + "\n".join(lines) + "\n").encode())
    table = gn.datasets.read_table(tmp_path / "t.csv")
    assert "\r" in table.column("remark").labels[5]


def test_carriage_returns_alone_end_lines(tmp_path):
    (tmp_path / "t.csv").write_bytes(("nr,remark,size\r" + "\r".join(LINES) + "\r").encode())
    assert gn.datasets.read_table(tmp_path / "t.csv").n_rows == 40


def test_a_record_that_is_short_for_another_reason_is_still_refused(tmp_path):
    lines = ["nr,remark,size", *LINES]
    lines[7], lines[9] = "6,first line\rsecond line,3", "8,9"
    (tmp_path / "t.csv").write_bytes(("\n".join(lines) + "\n").encode())
    with pytest.raises(DataError, match="line 10 has 2 fields"):
        gn.datasets.read_table(tmp_path / "t.csv")

"""What can be read of a damaged results file."""

import sqlite3
from contextlib import closing

import pytest

from gnomon.errors import StoreError
from gnomon.experiments.connection import connect
from gnomon.experiments.migration import migrate
from gnomon.experiments.recovery import opened_whole, rows_of

COUNT = slice(28, 32)  # where the header has the number of pages


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "a.gnomon"
    with closing(connect(path, read_only=False)) as made:
        migrate(made)
        made.execute("PRAGMA journal_mode = DELETE")
    return path


def claiming(path, n_pages):
    content = bytearray(path.read_bytes())
    content[COUNT] = n_pages.to_bytes(4, "big")
    path.write_bytes(content)


def pages_of(path):
    with closing(sqlite3.connect(path)) as connection:
        size, count = (connection.execute(f"PRAGMA page_{each}").fetchone()[0] for each in ("size", "count"))
    return size, count


def test_a_whole_file_lacks_nothing(file):
    with opened_whole(file) as (connection, missing):
        assert missing == ""
        assert connection.execute("PRAGMA page_count").fetchone()[0] == pages_of(file)[1]


@pytest.mark.parametrize(("times", "is_padded"), [(2, True), (101, False), (200, False)])
def test_a_file_is_padded_unless_its_header_claims_a_hundred_times_what_is_missing(file, times, is_padded):
    size, count = pages_of(file)
    claiming(file, times * count)
    with opened_whole(file) as (connection, missing):
        assert missing == f"{(times - 1) * count * size:,} bytes are missing at the end"
        found = connection.execute("PRAGMA page_count").fetchone()[0]
    assert found == (times * count if is_padded else count)


def test_pages_of_the_largest_size_are_counted_in_bytes(tmp_path):
    path = tmp_path / "large.gnomon"
    with closing(sqlite3.connect(path)) as made:
        made.execute("PRAGMA page_size = 65536")
        migrate(made)
    assert pages_of(path)[0] == 65536
    with opened_whole(path) as (_, missing):
        assert missing == ""


def test_a_file_with_a_log_is_not_called_truncated(file):
    claiming(file, 2 * pages_of(file)[1])
    file.with_name("a.gnomon-wal").touch()
    with pytest.raises(StoreError), opened_whole(file):
        pass


def table(*values, hole=None):
    connection = sqlite3.connect(":memory:")
    connection.executescript("CREATE TABLE t (x)")
    connection.executemany("INSERT INTO t VALUES (?)", [(value,) for value in values])
    if hole is not None:
        connection.execute("DELETE FROM t WHERE x = ?", (hole,))
    return connection


def test_rows_come_in_order_also_where_some_were_deleted():
    assert list(rows_of(table(5, 6, 7), "t", "x")) == [(5,), (6,), (7,)]
    assert list(rows_of(table(5, 6, 7, hole=6), "t", "x")) == [(5,), (7,)]
    assert list(rows_of(table(5, 6, 7, hole=5), "t", "x, x + 1")) == [(6, 7), (7, 8)]
    assert list(rows_of(table(), "t", "x")) == []

"""The profile of a table: sizes in words, and one line for each column."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.data.table import Table
from gnomon.errors import DataError
from gnomon.features.profiles.table import bytes_in_words, overall_facts, profile, target_column


@pytest.mark.parametrize(
    ("size", "words"),
    [
        (0, "0 bytes"),
        (999, "999 bytes"),
        (1000, "1.0 kB"),
        (999_999, "1000.0 kB"),
        (1_000_000, "1.0 MB"),
        (999_999_999, "1000.0 MB"),
        (2_500_000_000, "2.5 GB"),
    ],
)
def test_sizes_have_their_unit(size, words):
    assert bytes_in_words(size) == words


@pytest.mark.parametrize(
    ("n_missing", "n_rows", "words"),
    [
        (0, 4, "no missing values"),
        (1, 1000, "1 missing values (0.1%)"),
        (1, 1001, "1 missing values (below 0.1%)"),
    ],
)
def test_the_share_of_missing_values_is_of_all_cells(n_missing, n_rows, words):
    values = np.arange(float(n_rows))
    values[:n_missing] = np.nan
    facts = overall_facts(profile({"a": values}))
    assert facts[:4] == [f"{n_rows:,} rows", "1 columns", words, "no duplicate rows"]
    two = profile({"a": [1.0, 1.0, 1.0, None], "b": ["x", "x", "x", None]})
    assert (two.missing, two.missing_share, two.duplicates, two.memory) == (2, 0.25, 2, 4 * 8 + 4 * 4)
    assert overall_facts(two)[3:] == ["2 duplicate rows", "48 bytes"]


def test_each_column_has_a_line():
    frame = {
        "size": [1.0, 2.0, 4.0, 3.0, None, 2.0],
        "day": ["2026-01-02", "2026-01-01", "2026-01-01", "2026-02-01", "2026-02-01", "2026-02-01"],
        "town": ["Rome", "Oslo", "Rome", "Rome", "Oslo", None],
        "copy": [1.0, 2.0, 4.0, 3.0, None, 2.0],
        "ill": [True, False, True, True, False, False],
    }
    assert str(profile(frame, "ill", columns=["size", "day", "town", "copy"])).splitlines() == [
        "6 rows, 5 columns, 3 missing values (10.0%), no duplicate rows, 168 bytes",
        "size: quantitative, 4 distinct, 1 missing, quartiles 2, 2, 3, correlation ratio with the target "
        "0.32, 17% missing",
        "day: date, 3 distinct, 2026-01-01 to 2026-02-01",
        "town: categorical, 2 distinct, 1 missing, mostly 'Rome', Cramér's V with the target "
        "1.00, 17% missing",
        "copy: quantitative, 4 distinct, 1 missing, quartiles 2, 2, 3, correlation ratio with the target "
        "0.32, the same as 'size', 17% missing",
        "size and copy are associated (rank r 1.00)",
    ]
    some = profile(frame, max_columns=2)
    assert [each.name for each in some.columns] == ["size", "day"]
    assert str(some).splitlines()[-1] == "and 3 more columns"
    assert some.left_out == 3
    assert profile(frame, columns=["town"]).frame()["mean"].isna().all()


def test_the_target_of_a_task_is_its_own_column():
    iris, diabetes = gn.load("iris"), gn.load("diabetes")
    found = target_column(iris, iris.table, None)
    assert (found.name, found.kind, found.levels) == (
        "target",
        "categorical",
        ("setosa", "versicolor", "virginica"),
    )
    np.testing.assert_array_equal(found.values, iris.codes)
    assert target_column(diabetes, diabetes.table, None).kind == "quantitative"
    table = Table.of({"a": [1.0, 2.0], "b": ["x", "y"]})
    assert target_column(table, table, "b").levels == ("x", "y")
    assert target_column(table, table, None) is None
    with pytest.raises(DataError, match="target='a': the task has its own target"):
        target_column(iris, iris.table, "a")

"""Identifiers, dates and sentinel values among the columns."""

import warnings

import pytest

from gnomon.data.column import column_of
from gnomon.data.sentinels import warn_of_sentinels
from gnomon.data.suspects import holds_dates, is_identifier
from gnomon.data.table import Table


@pytest.mark.parametrize(
    ("n_levels", "n_rows", "expected"),
    [(10, 10, True), (9, 9, False), (9, 10, False), (19, 20, True), (18, 20, False)],
)
def test_an_identifier_has_more_than_nine_levels_in_ten_of_ten_values(n_levels, n_rows, expected):
    labels = [f"n{min(row, n_levels - 1)}" for row in range(n_rows)] + [None] * 5
    assert is_identifier(column_of("name", labels)) is expected


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        (["2026-03-31", "1/4/26"], True),
        (["31.3.2026 10:15", "2026-03-31T10:15:00Z"], True),
        (["2026-03-31", "soon"], False),
        (["2026-03", "2026-04"], False),
        ([None, None], False),
    ],
)
def test_dates_are_recognized_if_every_level_is_one(labels, expected):
    assert holds_dates(column_of("day", labels, "categorical")) is expected


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ([1.0, -999, -999], "-999 occurs 2 times in column 'a', far from all other numbers; pass"),
        ([1.0, -999, 2], None),  # once
        ([199.8, 999, 999], "999 occurs 2 times"),
        ([200.0, 999, 999], None),  # less than five times smaller
        ([-200.0, 999, 999], None),
        ([300.0, -999, -999], "-999 occurs 2 times"),  # the only negative one
        ([300.0, -1, -999, -999], None),
        ([-999, -999], None),  # no others
        ([1.0, -998, -998], None),
        ([1.0, -9, -9, None, None], "-9 occurs 2 times"),
        ([2.0, 99999, 99999, -9, -9], "-9 occurs 2 times"),  # the smallest first
    ],
)
def test_a_sentinel_recurs_far_from_all_other_numbers(values, words):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        warn_of_sentinels(Table.of({"a": values}))
    assert [words in str(each.message) for each in caught] == ([] if words is None else [True])


def test_twelve_columns_with_sentinels_are_named():
    table = Table.of({f"c{number}": [1.0, -999, -999] for number in range(14)})
    with pytest.warns(match="-999 occurs 2 times in column 'c0'") as caught:
        warn_of_sentinels(table)
    listed = ", ".join(f"'c{number}'" for number in range(1, 12))
    assert f"far from all other numbers (likewise in {listed}); pass" in str(caught[0].message)

import numpy as np
import pytest

from gnomon.data.column import column_of
from gnomon.experiments.checks.column_roles import group_codes, is_row_number, time_of


def test_a_row_number_is_whole_and_close_or_named():
    assert is_row_number(column_of("n", np.arange(50)))
    assert not is_row_number(column_of("n", np.arange(50) + 0.5))
    assert not is_row_number(column_of("n", np.arange(50) ** 2))
    assert is_row_number(column_of("order_id", np.arange(50) ** 2))


def test_dates_have_an_order():
    for dates in (["2025-12-31", "2026-01-01", "2026-02-11"], ["3/1/2025", "4/1/2025", "5/1/2025"]):
        assert time_of(column_of("when", [dates[2], dates[0], dates[1], dates[0]])).tolist() == [2, 0, 1, 0]


def test_rows_without_a_value_are_groups_of_their_own():
    codes = group_codes(column_of("who", [1.0, np.nan, 1.0, np.nan]))
    assert codes[0] == codes[2]
    assert len(set(codes.tolist())) == 3


def test_times_of_several_zones_are_put_in_one_order():
    column = column_of("when", ["2026-03-31T10:00:00+05:30", "2026-03-31T05:00:00Z", "2026-03-31"])
    assert time_of(column).tolist() == [1, 2, 0]


def test_numbers_with_gaps_that_rise_with_the_rows_number_them():
    random = np.random.default_rng(0)
    sampled = 40_000 + np.cumsum(random.integers(1, 40, size=200))
    assert is_row_number(column_of("ref", sampled))
    assert is_row_number(column_of("ref", sampled[::-1]))
    assert not is_row_number(column_of("ref", random.permutation(sampled)))


@pytest.mark.parametrize(
    "values",
    [
        np.arange(200) ** 2,
        np.sort((1e5 * np.random.default_rng(0).lognormal(size=200)).astype(int)),
        np.sort((1e6 * np.random.default_rng(1).normal(size=200)).astype(int)),
        (1e6 * 1.02 ** np.arange(200)).astype(int),
    ],
    ids=["squares", "sorted incomes", "sorted measurements", "a growing total"],
)
def test_a_sorted_measurement_does_not_number_rows(values):
    assert not is_row_number(column_of("size", values))

import numpy as np
import pytest

import gnomon as gn
from gnomon.data.column import column_of
from gnomon.experiments.checks.column_roles import (
    group_codes,
    group_columns,
    is_row_number,
    looks_like_group,
    looks_like_time,
    time_of,
)


@pytest.mark.parametrize(
    "name", ["id", "ID", "user_id", "userId", "PatientID", "patient", "Subjects", "group", "donor.1"]
)
def test_names_of_groups(name):
    assert looks_like_group(name)


@pytest.mark.parametrize("name", ["width", "idle", "acid", "humid", "grid", "solid", "age", "video", "x1"])
def test_names_that_only_sound_like_groups(name):
    assert not looks_like_group(name)


@pytest.mark.parametrize("name", ["year", "sale_date", "Day", "order.time"])
def test_numbers_under_a_name_of_time(name):
    assert looks_like_time(column_of(name, np.arange(20.0)))
    assert not looks_like_time(column_of(name, np.arange(20.0) % 3))


@pytest.mark.parametrize("name", ["sometimes", "holidays_left", "dayton"])
def test_names_that_only_sound_like_time(name):
    assert not looks_like_time(column_of(name, np.arange(20.0)))


@pytest.mark.parametrize(
    "dates", [["2025-12-31", "2026-01-01", "2026-02-11"], ["3/1/2025", "4/1/2025", "5/1/2025"]]
)
def test_dates_have_an_order(dates):
    column = column_of("when", [dates[2], dates[0], dates[1], dates[0]])
    assert looks_like_time(column)
    assert time_of(column).tolist() == [2, 0, 1, 0]


def test_a_row_number_is_whole_and_close_or_named():
    assert is_row_number(column_of("n", np.arange(50)))
    assert not is_row_number(column_of("n", np.arange(50) + 0.5))
    assert not is_row_number(column_of("n", np.arange(50) ** 2))
    assert is_row_number(column_of("order_id", np.arange(50) ** 2))


def test_groups_have_many_levels_of_a_few_rows_and_gaps_are_nobody():
    sizes = {"patient": 3, "school": 60, "user": 1}
    columns = {name: np.arange(300) // size for name, size in sizes.items()}
    assert group_columns(gn.Task({**columns, "x": np.arange(300.0)}, [0, 1] * 150)) == ["patient"]
    codes = group_codes(column_of("who", [1.0, np.nan, 1.0, np.nan]))
    assert codes[0] == codes[2]
    assert len(set(codes.tolist())) == 3


def test_times_of_several_zones_are_put_in_one_order():
    column = column_of("when", ["2026-03-31T10:00:00+05:30", "2026-03-31T05:00:00Z", "2026-03-31"])
    assert time_of(column).tolist() == [1, 2, 0]

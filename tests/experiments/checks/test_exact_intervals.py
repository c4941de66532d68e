import numpy as np
import pandas as pd

from gnomon.data.column import column_of
from gnomon.data.table import Table
from gnomon.experiments.checks.exact_intervals import Interval, days_of, intervals_of, minutes_of


def stays(n_rows=120, seed=0):
    """Dates of admission and discharge, a date of birth, and the days between."""
    random = np.random.default_rng(seed)
    admitted = pd.Timestamp("2024-01-01") + pd.to_timedelta(random.integers(400, size=n_rows), "D")
    days = random.poisson(6, size=n_rows) + 1
    born = pd.Timestamp("1950-01-01") + pd.to_timedelta(random.integers(9000, size=n_rows), "D")
    dates = {"admitted": admitted, "discharged": admitted + pd.to_timedelta(days, "D"), "born": born}
    return {name: each.strftime("%Y-%m-%d").to_numpy() for name, each in dates.items()}, days.astype(float)


def of(total, columns):
    return intervals_of(np.asarray(total, dtype=float), Table.of(columns), np.arange(len(total)))


def test_days_of_a_stay_are_the_time_from_one_date_to_another():
    columns, days = stays()
    assert of(days, columns) == [Interval("admitted", "discharged")]
    assert of(np.round(days / 7, 2), columns) == [Interval("admitted", "discharged")]
    assert of(days + 1, columns) == [Interval("admitted", "discharged")]


def test_dates_that_do_not_end_the_interval_are_silent():
    columns, days = stays()
    assert of(days, {name: columns[name] for name in ("admitted", "born")}) == []
    assert of(np.random.default_rng(1).permutation(days), columns) == []


def clock(minutes):
    return minutes % 1440 // 60 * 100 + minutes % 60


def test_a_delay_past_midnight_is_the_time_between_two_times_of_day():
    random = np.random.default_rng(0)
    due = random.integers(600, 1440, size=200)
    delay = random.integers(-30, 240, size=200)
    columns = {
        "due": clock(due),
        "arrived": clock(due + delay),
        "leaves": clock(due - random.integers(60, 300, 200)),
    }
    assert of(delay, columns) == [Interval("due", "arrived")]
    assert of(delay / 60, columns) == [Interval("due", "arrived")]
    words = {name: [f"{each // 100}:{each % 100:02d}" for each in value] for name, value in columns.items()}
    assert of(delay, words) == [Interval("due", "arrived")]
    assert of(random.permutation(delay), columns) == []


def test_integers_are_times_of_day_only_where_all_minutes_are_below_sixty():
    random = np.random.default_rng(0)
    assert minutes_of(column_of("amount", random.integers(0, 2400, size=200))) is None
    assert minutes_of(column_of("grade", np.arange(20))) is None
    assert minutes_of(column_of("at", clock(np.arange(0, 1440, 7)))) is not None


def test_missing_dates_and_wrong_ones_have_no_day():
    days = days_of(column_of("day", ["1970-01-03", None, "1970-13-45"]))
    assert days[0] == 2.0
    assert np.isnan(days[1:]).all()

import numpy as np
import pandas as pd
import pytest

import gnomon as gn
from gnomon.data.column import column_of
from gnomon.experiments.checks.time_order import TimeOrder, _order_of_file, holds_moments, time_order_of


def drifting(n_rows=300, seed=0):
    return np.cumsum(np.random.default_rng(seed).normal(size=n_rows))


def with_noise(n_rows=300, **columns):
    return {"noise": np.random.default_rng(5).normal(size=n_rows), **columns}


@pytest.mark.parametrize(
    "time",
    [np.arange(300) // 5, 2026 - np.arange(300) // 30, 227 + np.arange(300) // 6],
    ids=["t", "year", "week"],
)
def test_numbers_tell_the_time_where_the_file_is_in_their_order(time):
    found = time_order_of(gn.Task(with_noise(t=time), drifting()))
    assert (found.name, found.order, found.has_drift) == ("t", "file", True)


def test_years_that_start_anew_for_every_group_are_a_panel():
    columns = with_noise(
        firm=np.repeat(np.random.default_rng(0).permutation(30), 10), year=1980 + np.arange(300) % 10
    )
    assert time_order_of(gn.Task(columns, np.arange(300) % 10 + 0.1 * columns["noise"])).order == "panel"


@pytest.mark.parametrize(
    ("name", "column"),
    [
        ("term", np.random.default_rng(0).choice([36, 60], size=300)),
        ("year built", np.random.default_rng(0).integers(1900, 2010, size=300)),
        ("month", np.random.default_rng(0).integers(1, 13, size=300)),
        ("time", np.random.default_rng(0).exponential(900, size=300).round()),
        ("week", np.random.default_rng(0).integers(1, 53, size=300)),
    ],
)
def test_terms_durations_and_years_of_construction_are_no_order_of_rows(name, column):
    random = np.random.default_rng(1)
    task = gn.Task(with_noise(**{name: column}), column + np.std(column) * random.normal(size=300))
    assert time_order_of(task) is None


def test_a_file_in_the_order_of_a_measurement_is_not_in_the_order_of_time():
    random = np.random.default_rng(0)
    income = np.sort(random.integers(10_000, 90_000, size=300))
    assert time_order_of(gn.Task(with_noise(income=income), random.normal(size=300))) is None


def test_dates_tell_the_time_in_any_order_and_drift_is_tested():
    dates = pd.date_range("2025-01-01", periods=300).strftime("%Y-%m-%d").to_numpy()
    order = np.random.default_rng(0).permutation(300)
    task = gn.Task(with_noise(when=dates[order]), drifting()[order])
    found = time_order_of(task)
    assert (found.name, found.order, found.has_drift) == ("when", "", True)
    still = gn.Task(with_noise(when=dates[order]), np.random.default_rng(3).normal(size=300))
    assert not time_order_of(still).has_drift


def test_a_file_in_the_order_of_a_count_without_the_name_of_a_time_is_a_note():
    from gnomon.experiments.checks.checking import check_methodology

    age = np.sort(np.random.default_rng(0).integers(20, 80, size=300))
    y = age + 5 * np.random.default_rng(1).normal(size=300)
    (finding,) = check_methodology(gn.Task(with_noise(age=age), y), only=["GN004"], cost=False).findings
    assert finding.severity == "note"


def test_numbered_patients_are_no_time():
    random = np.random.default_rng(0)
    who = np.repeat(np.arange(60), 5)
    columns = with_noise(patient=who, sex=random.integers(2, size=60)[who], born=random.normal(size=60)[who])
    assert time_order_of(gn.Task(columns, random.normal(size=60)[who])) is None


@pytest.mark.parametrize("name", ["time", "futime", "survival_time", "duration", "days_to_death"])
def test_a_file_in_the_order_of_a_survival_time_is_not_in_the_order_of_time(name):
    random = np.random.default_rng(0)
    died = random.random(300) < np.linspace(0.9, 0.2, 300)
    columns = with_noise(death=died, **{name: np.sort(random.integers(1, 90, size=300))})
    assert time_order_of(gn.Task.of(columns, "death")) is None
    assert time_order_of(gn.Task.of(with_noise(won=died, **{name: columns[name]}), "won")) is not None


@pytest.mark.parametrize("name", ["userId", "customer_id"])
def test_consecutive_numbers_with_the_name_of_an_identifier_are_no_time(name):
    columns = with_noise(**{name: np.arange(300) // 5})
    assert time_order_of(gn.Task(columns, drifting())) is None
    assert time_order_of(gn.Task(with_noise(step=columns[name]), drifting())).name == "step"


@pytest.mark.parametrize("unit", [1, 1000])
def test_seconds_since_1970_are_times_in_any_order_of_the_file(unit):
    order = np.random.default_rng(1).permutation(300)
    stamps = (1_260_759_144 + 86_400 * np.arange(300)) * unit
    found = time_order_of(gn.Task(with_noise(timestamp=stamps[order]), drifting()[order]))
    assert (found.name, found.order, found.has_drift, found.is_moment) == ("timestamp", "", True, True)
    assert time_order_of(gn.Task(with_noise(population=stamps[order]), drifting()[order])) is None


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([1800, 1900, 2000, 2100], True),
        ([1799, 1900, 2000, 2100], False),
        ([1800, 1900, 2000, 2101], False),
        ([1900, 2000, 2100, 2100], False),  # three different ones
        ([1900, 2000.5, 2010, 2020], False),
        ([1900, None, 1950, 2000, 2050], True),
        (["2026-01-01", "2026-01-02", "2026-01-03"], True),
        (["2026-01-01", "2026-01-02", "2026-01-02"], False),
        (["a", "b", "c"], False),
    ],
)
def test_moments_are_dates_or_at_least_four_years(values, expected):
    assert holds_moments(column_of("when", values)) is expected


@pytest.mark.parametrize(
    ("time", "order"),
    [
        (np.arange(100.0), "file"),
        (-np.arange(100.0), "file"),
        (np.zeros(100), ""),
        (np.tile(np.arange(10.0), 10), "panel"),
        (-np.tile(np.arange(10.0), 10), ""),
        (np.tile([0.0, 1.0], 50), ""),
        (np.arange(4.0), ""),  # too few for the level
        (np.random.default_rng(0).permutation(100).astype(float), ""),
    ],
)
def test_a_file_is_sorted_as_a_whole_or_within_groups(time, order):
    assert _order_of_file(time, 0.001) == order


def test_a_task_without_a_target_does_not_drift():
    order = time_order_of(gn.Task({"year": 1990 + np.arange(40), "noise": np.arange(40.0) % 7}, None))
    assert (order.name, order.order, order.drift, order.has_drift) == ("year", "file", 1.0, False)


@pytest.mark.parametrize(("drift", "expected"), [(0.01, True), (0.0101, False)])
def test_drift_is_significant_at_one_percent(drift, expected):
    assert TimeOrder("day", "file", drift, True).has_drift is expected

import numpy as np
import pandas as pd
import pytest

import gnomon as gn
from gnomon.experiments.checks.time_order import time_order_of


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

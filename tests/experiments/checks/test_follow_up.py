import numpy as np
import pytest

import gnomon as gn
from gnomon.experiments.checks.checking import check_methodology
from gnomon.experiments.checks.follow_up import association


def found(columns, target, name="died"):
    task = gn.Task.of({**columns, name: target}, name)
    findings = check_methodology(task, only=["GN005"], cost=False).findings
    return {each.where.split("'")[-2] for each in findings if each.severity != "note"}


def study(n_rows=300, seed=0):
    """An event with its time, a second one that is unrelated, and two columns known before."""
    random = np.random.default_rng(seed)
    happened = random.integers(2, size=n_rows)
    end = random.integers(300, 900, n_rows)
    return random, happened, end, {"age": random.integers(30, 80, n_rows), "dose": random.normal(size=n_rows)}


@pytest.mark.parametrize(
    ("time", "event"),
    [
        ("time.to.stroke", "stroke"),
        ("daysstroke", "stroke"),
        ("T1", "D1"),
        ("sttime", "ststat"),
        ("st", "st.s"),
    ],
)
def test_the_time_until_the_target_is_found_by_the_names_of_both(time, event):
    random, happened, end, before = study()
    days = np.where(happened == 1, end - random.integers(0, 200, 300), end)
    assert found({**before, time: days}, happened, event) == {time}


def test_a_pair_named_as_the_target_and_its_time_was_recorded_with_them():
    random, happened, end, before = study()
    days = np.where(happened == 1, end - random.integers(0, 250, 300), end)
    columns = {**before, "time.to.stroke": days, "falls": random.integers(2, size=300)}
    columns["time.to.falls"] = random.integers(1, 300, 300)
    assert found(columns, happened, "stroke") == {"time.to.stroke", "falls", "time.to.falls"}


def test_a_time_named_after_an_event_is_none_without_a_difference_between_the_classes():
    random, happened, _, before = study()
    assert found({**before, "time.to.stroke": random.integers(1, 300, 300)}, happened, "stroke") == set()


def test_another_event_of_the_follow_up_is_found_and_a_status_is_not():
    random, happened, _, before = study()
    relapse = np.where(random.random(300) < 0.3, happened, random.integers(2, size=300))
    assert found({**before, "relapse": relapse}, happened, "death") == {"relapse"}
    assert found({**before, "marital_status": relapse}, happened, "death") == set()
    assert found({**before, "relapse": relapse}, happened, "male") == set()


def test_the_association_of_noise_is_not_significant():
    from gnomon.data.column import column_of

    random = np.random.default_rng(0)
    codes, rows = np.arange(200) % 2, np.arange(200)
    assert association(column_of("x", random.normal(size=200)), codes, rows) > 0.01
    assert association(column_of("x", ["a"] * 200), codes, rows) == 1.0
    assert association(column_of("x", np.where(codes == 1, "a", "b")), codes, rows) < 1e-9

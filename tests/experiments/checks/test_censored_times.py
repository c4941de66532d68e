import numpy as np

import gnomon as gn
from gnomon.experiments.checks.censored_times import censored_times


def found(columns, target):
    task = gn.Task(columns, target)
    return sorted(censored_times(task, list(columns), np.arange(task.n_rows)))


def test_times_that_the_end_of_follow_up_cut_off_are_found_without_their_names():
    random = np.random.default_rng(0)
    end = random.integers(100, 900, 200)
    events = random.integers(2, size=(3, 200))
    a, b, _ = (np.where(each == 1, (end * random.random(200)).astype(int), end) for each in events)
    assert found({"a": a, "b": b, "age": random.integers(20, 90, 200)}, events[0]) == ["a", "b"]
    assert found({"a": a, "b": b}, events[2]) == []


def test_small_integers_that_are_equal_by_chance_are_no_times():
    random = np.random.default_rng(0)
    month = random.integers(1, 13, 2000)
    assert found({"month": month, "school": random.integers(6, 18, 2000)}, month <= 6) == []


def test_amounts_that_are_both_zero_are_no_times():
    random = np.random.default_rng(0)
    idle = random.random(400) < 0.5
    pay = np.where(idle, 0.0, random.integers(100, 900, (2, 400)))
    assert found({"last year": pay[0], "this year": pay[1]}, idle) == []

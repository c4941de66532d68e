import numpy as np
import pytest

import gnomon as gn
from gnomon.experiments.checks.checking import check_methodology
from gnomon.experiments.checks.consequences import _is_event_time, consequences


def found(columns, leaks, target=None):
    n_rows = len(next(iter(columns.values())))
    task = gn.Task(columns, np.arange(n_rows) % 2 if target is None else target)
    rest = [name for name in task.table.names if name not in leaks]
    return sorted(consequences(task, leaks, rest, np.arange(n_rows)))


def test_what_is_filled_in_with_a_leak_follows_from_it():
    random = np.random.default_rng(0)
    was = random.random(300) < 0.5
    columns = {
        "dose": np.where(was, random.normal(size=300), np.nan),
        "reaction": np.where(was & (random.random(300) < 0.95), random.normal(size=300), np.nan),
        "treated": was,
        "gaps": np.where(random.random(300) < 0.5, random.normal(size=300), np.nan),
        "age": random.normal(size=300),
    }
    assert found(columns, ["dose"]) == ["reaction", "treated"]


def test_columns_that_were_introduced_in_one_row_of_the_file_do_not_follow_from_each_other():
    random = np.random.default_rng(0)
    new = np.where(np.arange(300) >= 100, random.normal(size=(2, 300)), np.nan)
    assert found({"prize": new[0], "region": new[1]}, ["prize"]) == []


def test_the_same_levels_under_other_names_follow():
    random = np.random.default_rng(0)
    drank = random.integers(2, size=300)
    columns = {
        "drank": drank,
        "status": np.where(drank == 1, "yes", "no"),
        "sex": random.integers(2, size=300),
    }
    assert found(columns, ["drank"]) == ["status"]


def test_which_of_two_times_came_first_follows():
    random = np.random.default_rng(0)
    end, relapsed = random.integers(100, 900, 300), random.integers(2, size=300)
    relapse = np.where(relapsed == 1, end - random.integers(1, 90, 300), end)
    columns = {"relapse": relapse, "end": end, "relapsed": relapsed, "sex": random.integers(2, size=300)}
    assert found(columns, ["relapse", "end"]) == ["relapsed"]


def test_dates_between_the_start_and_the_end_of_follow_up_follow():
    random = np.random.default_rng(0)
    day = np.timedelta64(1, "D")
    start = np.datetime64("2020-01-01") + random.integers(0, 500, 200) * day
    born = start - random.integers(8000, 30000, 200) * day
    days = random.integers(60, 900, 200)
    wait = (days * random.random(200)).astype(int) + 1
    columns = {
        "born": born.astype(str),
        "accepted": start.astype(str),
        "operated": (start + wait * day).astype(str),
        "last seen": (start + days * day).astype(str),
        "days": days,
        "wait": wait,
        "age": random.normal(size=200),
    }
    assert found(columns, ["days"]) == ["last seen", "operated", "wait"]


def test_another_unit_and_a_comparison_of_a_leak_follow():
    random = np.random.default_rng(0)
    lead, line = random.normal(size=300).round(3), random.normal(size=300).round(3)
    factor = np.where(np.arange(300) % 2, 2.5, 7.0)
    columns = {"lead": lead, "line": line, "over": lead > line, "in feet": lead * factor}
    assert found(columns, ["lead"]) == ["in feet", "over"]


def test_an_amount_that_is_zero_for_one_of_two_is_no_comparison():
    random = np.random.default_rng(0)
    male = np.arange(300) % 3 > 0
    columns = {
        "log wage": random.uniform(1, 3, 300),
        "schooling of men": np.where(male, 12.0, 0.0),
        "male": male,
    }
    columns["schooling of men"] += male * random.normal(size=300)
    assert found(columns, ["log wage"]) == []


def test_the_terms_of_a_leak_follow_even_if_some_rows_were_mistyped():
    random = np.random.default_rng(0)
    parts = random.integers(10, 900, (2, 300)).astype(float)
    total = parts.sum(axis=0) + np.where(random.random(300) < 0.1, 7, 0)
    columns = {"parts": parts[0], "labor": parts[1], "total": total, "age": random.normal(size=300)}
    assert found(columns, ["total"]) == ["labor", "parts"]


def test_they_are_warnings_of_the_check():
    random = np.random.default_rng(0)
    ill = random.integers(2, size=300)
    code = np.where(ill == 1, random.integers(1, 9, 300), np.nan)
    code[:3] = 1.0
    columns = {"age": random.normal(size=300), "code": code, "ward": np.where(np.isfinite(code), "a", None)}
    findings = check_methodology(gn.Task(columns, ill), only=["GN005"], cost=False).findings
    assert {each.where.split("'")[-2] for each in findings} == {"code", "ward"}


def test_times_of_events_before_the_end_of_follow_up_follow():
    random = np.random.default_rng(0)
    end = random.integers(10, 900, 300)
    happened, other = random.random((2, 300)) < 0.5
    columns = {
        "futime": end,
        "cztime": np.where(happened, (end * random.random(300)).astype(int), np.nan),
        "protime": np.where(other, random.normal(11, 1, 300), np.nan),
        "trtime": np.where(other, random.integers(10, 900, 300), np.nan),
    }
    assert found(columns, ["futime"]) == ["cztime"]


def test_of_an_interval_whose_length_leaks_the_end_follows_and_the_start_does_not():
    random = np.random.default_rng(0)
    entry, time = random.integers(700, 900, 300), random.integers(1, 200, 300)
    columns = {"age at entry": entry, "age at exit": entry + time, "time": time}
    assert found(columns, ["time"]) == ["age at exit"]


def follow_up(n_rows=100):
    """Times of events in half of the rows, at most the end of each row's follow-up."""
    end = np.linspace(10.0, 100.0, n_rows)
    event = np.where(np.arange(n_rows) % 2 == 0, end / 2, np.nan)
    return event, end


def test_a_time_of_events_is_missing_in_some_rows_and_never_later_than_the_end():
    event, end = follow_up()
    assert _is_event_time(event, end)
    assert not _is_event_time(np.where(np.isnan(event), 1.0, event), end)  # no row lacks it
    events = np.flatnonzero(np.isfinite(event))
    for n_events, expected in ((9, False), (10, True)):
        few = event.copy()
        few[events[n_events:]] = np.nan
        assert _is_event_time(few, end) is expected
    later = event.copy()
    later[events[:2]] = 1000.0
    assert not _is_event_time(later, end)  # 4 % are later
    assert not _is_event_time(np.where(np.isnan(event), np.nan, np.round(event / 20)), end)  # few times


@pytest.mark.parametrize(("n_missing", "expected"), [(19, False), (20, True)])
def test_a_tenth_of_the_rows_lack_an_event(n_missing, expected):
    _, end = follow_up(200)
    event = end - 0.25
    event[:n_missing] = np.nan
    assert _is_event_time(event, end) is expected

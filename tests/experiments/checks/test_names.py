import pytest

from gnomon.experiments.checks.names import (
    looks_like_group,
    sounds_like_certain_event,
    sounds_like_contest,
    sounds_like_duration,
    sounds_like_event,
    sounds_like_time,
    sounds_settled,
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
def test_names_of_times(name):
    assert sounds_like_time(name)


@pytest.mark.parametrize("name", ["sometimes", "holidays_left", "dayton", "years"])
def test_names_that_only_sound_like_time(name):
    assert not sounds_like_time(name)


@pytest.mark.parametrize("name", ["time", "futime", "TimeToRecurrence", "survtime", "OS", "days_to_death"])
def test_names_of_durations(name):
    assert sounds_like_duration(name)


@pytest.mark.parametrize("name", ["daytime", "protime", "sometimes", "timetable", "posture"])
def test_names_that_only_sound_like_durations(name):
    assert not sounds_like_duration(name)


@pytest.mark.parametrize("name", ["death", "status", "fstat", "Recurrence", "cens"])
def test_names_of_events(name):
    assert sounds_like_event(name)


@pytest.mark.parametrize("name", ["statistic", "deathly", "income", "censure"])
def test_names_that_only_sound_like_events(name):
    assert not sounds_like_event(name)


@pytest.mark.parametrize("name", ["pstat", "Recurrence", "rejected", "readmission", "death2"])
def test_names_of_certain_events(name):
    assert sounds_like_certain_event(name)


@pytest.mark.parametrize("name", ["marital_status", "status", "arrest", "event", "thermostat"])
def test_names_that_may_be_known_before(name):
    assert not sounds_like_certain_event(name)


@pytest.mark.parametrize("name", ["wins", "losses", "runner_up", "final_rank"])
def test_names_of_contests(name):
    assert sounds_like_contest(name)


@pytest.mark.parametrize("name", ["window", "winter", "glossary", "rank_before", "position_played"])
def test_names_that_only_sound_like_contests(name):
    assert not sounds_like_contest(name)


def test_names_of_what_is_settled_in_the_end():
    assert all(sounds_settled(name) for name in ("amount_paid", "discharge", "refunded", "post_test"))
    assert not any(sounds_settled(name) for name in ("prepaid", "closet", "posttown", "recovery_room"))

import numpy as np
import pandas as pd
import pytest

import gnomon as gn
from gnomon.data.column import column_of
from gnomon.features.automatic.column_use import use_of
from gnomon.features.automatic.dates import date_formats, seconds_of

NOON = pd.Timestamp("2020-03-05 15:45:00").timestamp()


@pytest.mark.parametrize(
    "written",
    ["2020-03-05T15:45:00Z", "2020-03-05 15:45:00", "2020-03-05 15:45:00 UTC", "2020/03/05T15:45:00",
     "2020-03-05T15:45:00.000", "2020-03-05T16:45:00+01:00", "3/5/20 3:45 PM", "03/05/2020 03:45:00 PM",
     "05.03.2020 15:45", "Thu Mar 05 15:45:00 2020", "5 March 2020 15:45", "Mar 5, 2020 15:45"],
)  # fmt: skip
def test_a_moment_is_read_however_it_is_written(written):
    (format, *_) = date_formats([written])
    assert seconds_of([written], format)[0] == NOON


def test_ways_of_writing_may_stand_side_by_side():
    words = ["2020-03-05", "6/3/2020", "31/3/2020", "5 Mar 2020", "2020-04-01"]
    (format,) = date_formats(words)
    assert not np.isnan(seconds_of(words, format)).any()


@pytest.mark.parametrize(
    "words",
    [["tea", "coffee"], [f"192.168.0.{place}" for place in range(30)], ["12 Main St 4", "13 Main St 5"],
     [f"v1.2.{place}" for place in range(30)], ["2020-01-01", "unknown"], ["13:45", "09:10"],
     ["10-1", "10-2"]],
)  # fmt: skip
def test_what_is_no_date_is_not_taken_for_one(words):
    assert date_formats(words) == []


def test_a_few_words_among_dates_count_as_missing_and_are_shown():
    days = pd.date_range("2020-01-01", periods=120).astype(str).tolist()
    found = use_of(column_of("day", [*days, "unknown", "unknown"]))
    assert found.kind == "date"
    assert found.n_missing == 2
    assert "'unknown'" in found.note
    task = gn.Task({"day": [*days, "unknown", "unknown"]}, np.arange(122.0) ** 2)
    assert gn.resample(task, gn.Ridge(), gn.k_fold(3)).score("r2") > 0.7


@pytest.mark.parametrize("words", [["Mar-2018", "Feb-2018"], ["March-2018", "February-2018"]])
def test_months_of_a_year_are_dates_with_a_hyphen_too(words):
    (format, *_) = date_formats(words)
    assert np.diff(seconds_of(words, format))[0] == -28 * 86400.0

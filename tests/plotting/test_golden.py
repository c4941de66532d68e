"""The comparison of figures with their stored descriptions, on a small figure."""

import numpy as np
import pytest
from matplotlib.figure import Figure

from gnomon.plotting.style import LIGHT, styled
from tests.plotting.described.figures import describe
from tests.plotting.described.words import Number, agree, line, numbers, written
from tests.plotting.golden import differences, text_of


def figure_of(y, *labels):
    with styled(LIGHT):
        figure = Figure()
        ax = figure.add_subplot()
        for label in labels:
            ax.plot(y, label=label)
        ax.set(xlim=(0, 10), ylim=(0, 2), title="rates of 2 models")
        ax.legend(loc="upper left")
        return describe(figure, LIGHT)


Y = np.linspace(0.1, 1.7, 40) ** 2 / 2
STORED = text_of(figure_of(Y, "one", "other"))


def test_last_bits_are_no_difference():
    noise = 1e-9 * np.cos(np.arange(40))
    assert differences(figure_of(Y + noise, "one", "other"), STORED) == []


def test_an_artist_that_differs_is_named_with_what_was_expected_and_found():
    moved = Y.copy()
    moved[17] += 0.01
    faults = differences(figure_of(moved, "one", "other"), STORED)
    assert [each.split("\n")[0] for each in faults] == [
        'axes 1, line 1 ("one"): y:',
        'axes 1, line 2 ("other"): y:',
    ]
    assert all("expected 40 values:" in each and "found    40 values:" in each for each in faults)


def test_lines_and_legend_entries_have_an_order():
    faults = differences(figure_of(Y, "other", "one"), STORED)
    assert [each.split("\n")[0] for each in faults] == [
        'axes 1, line 1 ("other"): label:',
        'axes 1, line 2 ("one"): label:',
        "axes 1, legend: entry 1:",
        "axes 1, legend: entry 2:",
    ]


def test_artists_that_are_missing_or_new_are_named():
    assert "axes 1, line 2: expected, and not drawn" in differences(figure_of(Y, "one"), STORED)
    fewer = text_of(figure_of(Y, "one"))
    assert "axes 1, line 2: drawn, and not expected" in differences(figure_of(Y, "one", "other"), fewer)


@pytest.mark.parametrize(
    ("value", "width", "text"),
    [(1 / 3, 1.0, "0.333333"), (-0.0, 1.0, "0"), (123456.789, 1e5, "123456.8"), (1e-9, 0.0, "1e-09")],
)
def test_a_number_is_written_with_digits_that_can_be_seen(value, width, text):
    assert str(Number(value, width)) == text
    assert Number(value, width).agrees(text)
    assert not Number(value + 3e-6 * (width or value), width).agrees(text)


def test_missing_and_infinite_values_are_values():
    found = numbers([np.nan, np.inf, 1.0], 1.0)
    assert written(found) == "nan inf 1"
    assert agree(found, "nan inf 1")
    assert not agree(found, "0 inf 1")
    assert not agree(numbers([0.0, np.inf, 1.0], 1.0), "nan inf 1")


def test_no_value_of_many_can_change_unseen():
    values = np.random.default_rng(0).normal(size=1000)
    stored = written(numbers(values, 4.0))
    for index in range(0, 1000, 7):
        changed = values.copy()
        changed[index] += 0.05
        assert not agree(numbers(changed, 4.0), stored)
    assert not agree(numbers(values[::-1], 4.0), stored)


def test_words_are_equal_or_not():
    assert agree(line("a  b", Number(1.0)), "a  b 1")
    assert not agree(line("a  b", Number(1.0)), "a b 1")
    assert not agree([], "a")
    assert agree([], written([]))

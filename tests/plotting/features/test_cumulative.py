"""The steps are the cumulative distribution."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.errors import DataError


def test_steps_are_those_of_the_column():
    found = gn.stats.cumulative_distribution([3.0, 1.0, 2.0, 2.0])
    table = gn.plotting.CumulativeDisplay(found).frame()
    assert table.to_numpy().tolist() == [[1.0, 0.25], [2.0, 0.75], [3.0, 1.0]]


def test_many_values_are_simplified_in_the_picture_alone():
    display = gn.plotting.CumulativeDisplay.from_column(
        np.random.default_rng(0).normal(size=20_000), deciles=True
    )
    assert len(display.frame()) == 20_000
    assert len(display.svg()) < 200_000


def test_a_column_of_words_is_refused():
    column = gn.load("play-tennis").table.column("Outlook")
    with pytest.raises(DataError):
        gn.plotting.CumulativeDisplay.from_column(column)

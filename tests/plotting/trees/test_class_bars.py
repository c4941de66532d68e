"""Bars of classes count what is there, with the entropy of each group."""

import pytest

import gnomon as gn
from gnomon.errors import DataError


def test_the_branches_of_the_outlook_have_the_textbook_s_entropies():
    tennis = gn.load("play-tennis")
    table = gn.plotting.ClassBarsDisplay.from_split(tennis.X["Outlook"], tennis.y).frame()
    by_group = table.drop_duplicates("group").set_index("group")["entropy"]
    assert by_group["Overcast"] == 0
    assert by_group["Sunny"] == pytest.approx(0.971, abs=1e-3)
    assert table["count"].sum() == len(tennis.y)


def test_coins_and_samples_agree():
    coins = gn.plotting.ClassBarsDisplay.of_coins(0.75).frame()["entropy"].iloc[0]
    sample = gn.plotting.ClassBarsDisplay.from_samples({"s": ["h", "h", "h", "t"]}).frame()["entropy"].iloc[0]
    assert coins == pytest.approx(sample)


@pytest.mark.parametrize("groups", [{}, {"a": {"x": 0}}, {"a": {"x": -1, "y": 2}}])
def test_groups_without_rows_are_refused(groups):
    with pytest.raises(DataError, match="every group needs counts"):
        gn.plotting.ClassBarsDisplay(groups)

"""A stray row and the margin."""

import gnomon as gn


def test_without_the_stray_row_the_margin_is_wider_and_the_row_is_gone():
    display = gn.plotting.CleaningDisplay.example()
    squares, before, after = display.displays
    assert after.support.decision.margin > 2 * before.support.decision.margin
    assert len(before.rows.points) == len(squares.rows.points) == len(after.rows.points) + 1


def test_the_stray_row_is_the_first_of_its_class():
    before = gn.plotting.CleaningDisplay.example().displays[1]
    ranked = before.support.ranked()
    assert ranked[ranked["class"] == 0]["row"].iloc[0] == len(before.rows.points) - 1

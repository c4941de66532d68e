"""Flows of steps."""

import pytest

import gnomon as gn
from gnomon.errors import DataError


@pytest.mark.parametrize("name", ["training_and_testing", "learning_and_deployed"])
def test_every_arrow_joins_two_boxes_and_is_drawn(name):
    display = getattr(gn.plotting.FlowDiagramDisplay, name)()
    table = display.frame()
    assert set(table["from"]) | set(table["to"]) == set(display.boxes)
    assert "evaluation" in display.svg() or "decision" in display.svg()


def test_the_parts_of_a_split_have_all_rows():
    boxes = list(gn.plotting.FlowDiagramDisplay.split(100, 30).boxes)
    assert boxes == ["table of 100 rows", "70 rows to train", "30 rows to test"]


def test_an_arrow_to_nowhere_is_refused():
    with pytest.raises(DataError, match="'b', which is not a box"):
        gn.plotting.FlowDiagramDisplay({"a": (0, 0)}, [("a", "b")])

"""The parts of the diagram add up."""

import pytest

import gnomon as gn


def test_parts_add_up_to_the_joint_entropy():
    bits = gn.plotting.InformationDiagramDisplay.example().frame().set_index("quantity")["bits"]
    parts = bits["H(outlook | play)"] + bits["I(outlook; play)"] + bits["H(play | outlook)"]
    assert parts == pytest.approx(bits["H(outlook, play)"])
    assert bits["I(outlook; play)"] == pytest.approx(
        gn.probability.mutual_information([[0, 4], [2, 3], [3, 2]])
    )


def test_one_that_holds_the_other_is_drawn():
    assert "I(X; Y) = 0.000" in gn.plotting.InformationDiagramDisplay.from_table([[1, 1], [1, 1]]).alt()
    gn.plotting.InformationDiagramDisplay.from_table([[4, 0], [0, 4]]).svg()

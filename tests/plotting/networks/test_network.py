"""A network is drawn with its parents above their children."""

import matplotlib
import pytest

import gnomon as gn
from gnomon.errors import ParameterError

matplotlib.use("agg")


def test_every_node_is_below_its_parents_and_has_a_unique_position():
    network = gn.networks.asia()
    table = gn.plotting.NetworkDisplay.from_network(network).frame().set_index("node")
    for parent, child in network.graph.edges:
        assert table.loc[parent, "layer"] < table.loc[child, "layer"]
    assert not table[["layer", "position"]].duplicated().any()


def test_boxes_with_their_tables_do_not_overlap():
    display = gn.plotting.NetworkDisplay.from_network(gn.networks.asia())
    figure = display.plot().figure_
    figure.canvas.draw()
    boxes = [text.get_bbox_patch().get_window_extent() for text in display.ax_.texts if text.get_text()]
    assert not any(a.overlaps(b) for i, a in enumerate(boxes) for b in boxes[:i])
    matplotlib.pyplot.close(figure)


def test_the_alarm_has_the_four_lines_of_its_table():
    words = gn.plotting.NetworkDisplay.from_network(gn.networks.burglary()).tables["Alarm"]
    assert words == [
        "P(True | B=False, E=False) = 0.001",
        "P(True | B=False, E=True) = 0.29",
        "P(True | B=True, E=False) = 0.94",
        "P(True | B=True, E=True) = 0.95",
    ]


def test_a_graph_alone_is_drawn_without_tables():
    display = gn.plotting.NetworkDisplay("[spam][a|spam][b|spam]")
    assert display.tables == {}
    assert display.frame()["parents"].tolist() == ["", "spam", "spam"]


def test_too_many_nodes_are_refused():
    network = gn.networks.random_network(80, 90, random_state=0)
    with pytest.raises(ParameterError, match="80 nodes"):
        gn.plotting.NetworkDisplay.from_network(network)

"""The drawn tree of clusters is the tree, cut where it was."""

import numpy as np
import pytest
from matplotlib.figure import Figure

import gnomon as gn
from gnomon.errors import ParameterError


@pytest.fixture(scope="module")
def rows():
    return gn.load("eight-objects").encoded


def test_brackets_are_the_lines_of_the_tree(rows):
    tree = gn.clustering.linkage(rows, "complete")
    table = gn.plotting.DendrogramDisplay.from_tree(tree).frame()
    assert table.drop(columns="cluster").equals(tree.lines())
    assert (table["cluster"] == -1).all()


def test_as_many_brackets_lie_below_the_cut_as_merges_were_made(rows):
    tree = gn.clustering.linkage(rows, "average")
    for k in range(1, 9):
        display = gn.plotting.DendrogramDisplay(tree, n_clusters=k)
        table = display.frame()
        assert (table["cluster"] >= 0).sum() == 8 - k
        assert (table.loc[table["cluster"] >= 0, "height"] <= display.height).all()


def test_a_fitted_clusterer_is_drawn_with_its_own_cut(rows):
    model = gn.AgglomerativeClustering(3, linkage="average").fit(rows)
    display = gn.plotting.DendrogramDisplay.from_estimator(model)
    assert np.array_equal(display.labels, model.labels_)


def test_two_cuts_at_once_are_refused(rows):
    with pytest.raises(ParameterError, match="not both"):
        gn.plotting.DendrogramDisplay(gn.clustering.linkage(rows), n_clusters=2, height=1.0)


@pytest.mark.parametrize(("n", "letters", "rotation"), [(3, 1, 0), (3, 7, 90), (13, 1, 90), (12, 6, 0)])
def test_labels_stand_upright_where_they_would_touch(n, letters, rotation):
    tree = gn.clustering.linkage(np.arange(n, dtype=float)[:, None] ** 2)
    ax = Figure().add_subplot()
    gn.plotting.DendrogramDisplay(tree, names=[letters * chr(97 + row) for row in range(n)]).plot(ax)
    assert [label.get_rotation() for label in ax.get_xticklabels()] == [rotation] * n

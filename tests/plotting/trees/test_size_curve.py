"""The curve of tree sizes is the one the library computes."""

import pytest

import gnomon as gn


@pytest.fixture(scope="module")
def heart():
    return gn.load("heart")


@pytest.mark.parametrize("by", ["max_depth", "ccp_alpha"])
def test_it_draws_the_library_s_curve(heart, by):
    splits = list(gn.k_fold(3, random_state=0).split(heart))
    tree = gn.DecisionTreeClassifier(random_state=0, max_depth=4)
    display = gn.plotting.SizeCurveDisplay.from_estimator(tree, heart.X, heart.y, splits, by=by)
    source = gn.trees.depth_curve if by == "max_depth" else gn.trees.pruning_curve
    wanted = source(tree, heart.X, heart.y, splits)
    assert display.frame().equals(wanted.frame())
    assert f"{wanted.loss.min():.4g}" in display.alt()
    assert gn.plotting.SizeCurveDisplay.from_curve(wanted).alt() == display.alt()
    display.svg()

"""Bars are the scores of the filter, and columns of a tree are marked."""

import numpy as np
import pytest

import gnomon as gn


@pytest.fixture(scope="module")
def heart():
    return gn.load("heart")


def test_bars_are_the_signed_scores(heart):
    found = gn.selection.score_features(heart, filter="correlation")
    table = gn.plotting.FeatureScoresDisplay.from_scores(found).frame().set_index("feature")["value"]
    thal = heart.encoded[:, heart.feature_names.index("thal")]
    assert table["thal"] == pytest.approx(np.corrcoef(thal, heart.codes)[0, 1])
    assert table["max_heart_rate"] < 0


def test_the_columns_of_a_tree_are_marked(heart):
    tree = gn.DecisionTreeClassifier(max_depth=2, random_state=0).fit(heart.table.to_pandas(), heart.y)
    table = gn.plotting.FeatureScoresDisplay.from_tree(heart, tree).frame()
    assert set(table.loc[table["used"], "feature"]) == set(tree.columns_used())


def test_filters_stand_side_by_side(heart):
    display = gn.plotting.FeatureRankingsDisplay.from_task(heart, ("information_gain", "gain_ratio"))
    assert display.frame().groupby("panel").size().tolist() == [13, 13]

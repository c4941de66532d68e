"""Steps of a search are drawn as they were made."""

import pytest

import gnomon as gn
from gnomon.errors import DataError


@pytest.fixture(scope="module")
def search():
    iris = gn.load("iris")
    return gn.ForwardSelection(gn.GaussianNB(), n_features_to_select=4, cv=3).fit(iris.X, iris.y)


def test_scores_are_those_of_the_steps(search):
    table = gn.plotting.SelectionCurveDisplay.from_estimator(search).frame()
    assert table["score"].tolist() == [step.score for step in search.curve_.steps]
    assert table["search"].unique().tolist() == ["ForwardSelection"]


def test_two_searches_share_the_axes(search):
    display = gn.plotting.SelectionCurveDisplay.from_estimators({"a": search, "b": search})
    assert len(display.frame()) == 2 * len(search.curve_.steps)
    assert display.alt().count("best") == 2


def test_no_search_is_refused():
    with pytest.raises(DataError, match="no step"):
        gn.plotting.SelectionCurveDisplay({})

"""The bars of a scree are the variances of the components."""

import pytest

import gnomon as gn


@pytest.fixture(scope="module")
def wine():
    return gn.load("wine")


def test_shares_are_those_of_the_projection(wine):
    pca = gn.PCA(standardize=True).fit(wine.X)
    table = gn.plotting.ScreeDisplay.from_estimator(pca).frame()
    assert table["variance"].to_numpy() == pytest.approx(pca.explained_variance_)
    assert table["cumulative_percent"].iloc[-1] == pytest.approx(100)
    assert gn.plotting.ScreeDisplay.from_rows(wine.X, standardize=True).frame().equals(table)


def test_it_says_how_many_components_have_nine_tenths(wine):
    assert "first 8 explain 90 %" in gn.plotting.ScreeDisplay.from_rows(wine.X, standardize=True).alt()

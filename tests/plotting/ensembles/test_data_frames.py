"""Figures of models that were fitted on data frames: no warning of names, and the names on the axes."""

import pandas as pd
import pytest

import gnomon as gn


@pytest.fixture(scope="module")
def petals():
    iris = gn.load("iris")
    return pd.DataFrame(iris.encoded[:, [0, 2]], columns=["a", "b"]), iris.y


FIGURES = {
    "regions": lambda X, y: gn.plotting.ClassRegionsDisplay.from_estimator(
        gn.GaussianNB().fit(X, y), X, y, steps=10
    ),
    "forest": lambda X, y: gn.plotting.EnsembleRegionsDisplay.from_forest(
        gn.RandomForestClassifier(3, random_state=0).fit(X, y), X, y, trees=1
    ),
    "votes": lambda X, y: gn.plotting.ForestVotesDisplay.from_estimator(
        gn.RandomForestClassifier(3, random_state=0).fit(X, y), X[:1]
    ),
    "densities": lambda X, y: gn.plotting.ClassMapsDisplay.densities(
        {"full": gn.QuadraticDiscriminantAnalysis().fit(X, y)}, X, y
    ),
    "mixture": lambda X, _: gn.plotting.MixtureDisplay.from_estimator(gn.GaussianMixture(2).fit(X), X),
    "k-means": lambda X, _: gn.plotting.KMeansFramesDisplay.from_estimator(gn.KMeans(2), X, max_panels=2),
    "labels": lambda X, _: gn.plotting.ClusterLabelsDisplay.from_estimator(gn.KMeans(2).fit(X), X),
    "components": lambda X, y: gn.plotting.ComponentsDisplay.from_estimator(gn.PCA(2).fit(X), X, y),
    "projection": lambda X, y: gn.plotting.ProjectionDisplay.from_rows(X, y),
}


@pytest.mark.parametrize("name", FIGURES)
def test_it_is_drawn_without_a_warning(name, petals):
    figure = FIGURES[name](*petals)
    assert len(figure.frame()) > 0
    assert len(figure.svg()) < 200_000


def test_axes_have_the_names_of_the_columns(petals):
    assert gn.plotting.ProjectionDisplay.from_rows(petals[0]).names == ("a", "b")

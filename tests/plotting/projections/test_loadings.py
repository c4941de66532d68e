"""Loadings are drawn by component, under the names of the columns."""

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError

import gnomon as gn
from gnomon.errors import DataError


def test_loadings_are_those_of_the_projection():
    iris = gn.load("iris")
    pca = gn.PCA(2).fit(iris.X)
    table = gn.plotting.LoadingsDisplay.from_estimator(pca, iris.feature_names).frame()
    wide = table.pivot(index="column", columns="component", values="loading").loc[iris.feature_names]
    assert wide.to_numpy() == pytest.approx(pca.components_.T)


def test_the_largest_of_many_columns_are_drawn():
    loadings = np.linspace(0, 1, 50)[:, None]
    display = gn.plotting.LoadingsDisplay(loadings).plot()
    assert [label.get_text() for label in display.ax_.get_yticklabels()] == [
        str(row) for row in range(30, 50)
    ]
    assert "20 largest of 50" in display.ax_.get_xlabel()
    import matplotlib.pyplot as plt

    plt.close(display.figure_)


def test_names_that_do_not_fit_are_refused():
    with pytest.raises(DataError, match="do not match the names"):
        gn.plotting.LoadingsDisplay([[1.0]], ["a", "b"])


def test_a_projection_that_is_not_fitted_is_refused():
    with pytest.raises(NotFittedError, match="PCA"):
        gn.plotting.LoadingsDisplay.from_estimator(gn.PCA(2))

"""Maps of classes are grids of what the models say."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.errors import DataError


@pytest.fixture(scope="module")
def iris():
    task = gn.load("iris")
    return task.encoded[:, [0, 2]], task.y


def test_posteriors_are_the_model_s(iris):
    model = gn.GaussianNB().fit(*iris)
    table = gn.plotting.ClassMapDisplay.from_estimator(model, *iris, of="setosa").frame()
    part = table[table["class"] == "setosa"].iloc[::97]
    assert part["posterior"].to_numpy() == pytest.approx(
        model.predict_proba(part[["x1", "x2"]].to_numpy())[:, 0]
    )


def test_the_density_of_a_model_of_full_covariances_is_that_of_its_normals(iris):
    X, y = iris
    model = gn.QuadraticDiscriminantAnalysis().fit(X, y)
    display = gn.plotting.ClassMapsDisplay.densities({"full": model}, X, y).displays[0]
    table = display.frame()
    rows = X[y == "setosa"]
    normal = gn.linear.NormalDensity(rows.mean(axis=0), np.cov(rows.T, ddof=1))
    part = table[table["class"] == "setosa"].iloc[::91]
    exact = normal.density(part[["x1", "x2"]].to_numpy())
    other = gn.linear.NormalDensity(rows.mean(axis=0), np.cov(rows.T, ddof=0)).density(
        part[["x1", "x2"]].to_numpy()
    )
    found = part["density"].to_numpy()
    assert found == pytest.approx(exact, rel=1e-6) or found == pytest.approx(other, rel=1e-6)


def test_there_is_a_panel_for_each_class_and_model(iris):
    models = {"naive": gn.GaussianNB().fit(*iris), "full": gn.QuadraticDiscriminantAnalysis().fit(*iris)}
    display = gn.plotting.ClassMapsDisplay.posteriors(models, *iris)
    assert len(display.displays) == 6
    assert display.columns == 3


def test_a_model_without_densities_shows_posteriors_only(iris):
    model = gn.KNeighborsClassifier().fit(*iris)
    with pytest.raises(DataError, match="no density"):
        gn.plotting.ClassMapDisplay.from_estimator(model, *iris)
    with pytest.raises(DataError, match="no class of the model"):
        gn.plotting.ClassMapDisplay.from_estimator(model, *iris, of="rose")

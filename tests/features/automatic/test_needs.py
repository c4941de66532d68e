"""What learners need: tags, and a trial with other units."""

import pytest
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LinearRegression, Ridge, SGDClassifier
from sklearn.neighbors import KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeRegressor

import gnomon as gn
from gnomon.features.automatic.needs import Needs, depends_on_units, needs_of


@pytest.mark.parametrize(
    "learner",
    [
        gn.SVC(),
        gn.KNeighborsClassifier(),
        gn.Lasso(),
        gn.KMeans(),
        KNeighborsRegressor(),
        Ridge(),
        SGDClassifier(),
    ],
    ids=repr,
)
def test_units_matter(learner):
    assert depends_on_units(learner)


@pytest.mark.parametrize(
    "learner",
    [
        gn.GaussianNB(),
        gn.DecisionTreeClassifier(),
        gn.RandomForestRegressor(20),
        gn.BaggingClassifier(),
        gn.LinearDiscriminantAnalysis(),
        gn.MultinomialNB(),
        LinearRegression(),
        DecisionTreeRegressor(),
        HistGradientBoostingClassifier(max_iter=5),
        make_pipeline(StandardScaler(), Ridge()),
    ],
    ids=lambda each: type(each).__name__,
)
def test_units_do_not_matter(learner):
    assert not depends_on_units(learner)


def test_tags_tell_the_rest():
    assert needs_of(HistGradientBoostingClassifier(max_iter=5)).fill is False
    assert needs_of(gn.GaussianNB()) == Needs(encode=True, fill=False, scale=False, independent=False)

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import LinearRegression
from sklearn.neighbors import KNeighborsClassifier, NearestCentroid
from sklearn.tree import DecisionTreeClassifier

from gnomon.assessment.evidence.rules import (
    Discriminant,
    LeastSquares,
    LinearRule,
    Majority,
    NearestMean,
    OneNeighbor,
    Stump,
)
from gnomon.assessment.evidence.worlds import TwoNormals

WORLD = TwoNormals((1.2, 0.6), prevalence=0.4)


def some_rows(n, seed=0, world=WORLD):
    task = world.draw(n, np.random.default_rng(seed))
    return task.X, task.y


@pytest.mark.parametrize("seed", range(5))
def test_rules_predict_as_scikit_learns_learners_do(seed):
    X, y = some_rows(60, seed)
    fresh, _ = some_rows(500, seed + 100)
    pairs = [
        (NearestMean(), NearestCentroid(), slice(None)),
        (OneNeighbor(0), KNeighborsClassifier(1), slice(0, 1)),
        (OneNeighbor(1), DecisionTreeClassifier(random_state=0), slice(1, 2)),
    ]
    for mine, theirs, columns in pairs:
        expected = theirs.fit(X[:, columns], y).predict(fresh[:, columns])
        np.testing.assert_array_equal(mine.fit(X, y).predict(fresh), expected)


def test_the_discriminant_has_fishers_direction_and_cuts_halfway():
    X, y = some_rows(60)
    mine, theirs = Discriminant().fit(X, y), LinearDiscriminantAnalysis(solver="lsqr").fit(X, y)
    ratio = mine.coef_ / theirs.coef_[0]
    assert ratio[0] == pytest.approx(ratio[1])
    middle = (X[y == 0].mean(axis=0) + X[y == 1].mean(axis=0)) / 2
    assert mine.decision_function(middle) == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_no_other_cut_errs_less_than_the_stumps(seed):
    X, y = some_rows(40, seed)
    stump = Stump(0).fit(X, y)
    wrong = np.sum(stump.predict(X) != y)
    sides = [(X[:, 0] > cut) == y for cut in X[:, 0]]
    assert wrong <= min(min(np.sum(side), np.sum(~side)) for side in sides)


@pytest.mark.parametrize(
    "rule",
    [NearestMean(), NearestMean((1,)), Discriminant(), OneNeighbor(), Stump(1), Majority()],
    ids=repr,
)
def test_true_rates_are_those_of_very_many_rows(rule):
    fitted = clone(rule).fit(*some_rows(50))
    X, y = some_rows(200_000, seed=1)
    predicted = fitted.predict(X)
    alarms, hits = fitted.rates(np.array(WORLD.shift))
    assert alarms == pytest.approx(np.mean(predicted[y == 0]), abs=0.006)
    assert hits == pytest.approx(np.mean(predicted[y == 1]), abs=0.006)


def test_the_true_area_is_that_of_very_many_rows():
    from sklearn.metrics import roc_auc_score

    rule = LinearRule().of([1.0, -0.3], 0.0)
    X, y = some_rows(200_000)
    expected = roc_auc_score(y, rule.decision_function(X))
    assert rule.area(np.array(WORLD.shift)) == pytest.approx(expected, abs=0.005)


def test_least_squares_is_scikit_learns_on_the_named_columns():
    X, _ = some_rows(30)
    y = X @ [1.0, 2.0] + 0.5
    mine, theirs = LeastSquares((1,)).fit(X, y), LinearRegression().fit(X[:, 1:], y)
    np.testing.assert_allclose(mine.predict(X), theirs.predict(X[:, 1:]))

"""The contributions along the paths of boosted trees add up to a prediction, a score, or a difference."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.explanations.explaining import explain

IRIS = gn.load("iris")


def total(explanation):
    return explanation.base + explanation.frame()["contribution"].sum()


@pytest.mark.parametrize("row", [0, 60, 120])
def test_of_three_classes_the_best_is_explained_against_the_second(row):
    model = gn.GradientBoostingClassifier(n_estimators=10).fit(IRIS.X, IRIS.y)
    found = explain(model, row, task=IRIS)
    scores = model.decision_function(IRIS.X[row : row + 1])[0]
    best, other = np.argsort(-scores)[:2]
    assert found.output == f"score of {model.classes_[best]} minus score of {model.classes_[other]}"
    assert total(found) == pytest.approx(scores[best] - scores[other])
    assert found.value > 0


def test_of_two_classes_the_log_odds_of_the_second_are_explained():
    task = gn.load("breast-cancer")
    model = gn.GradientBoostingClassifier(n_estimators=10).fit(task.X, task.y)
    found = explain(model, 3, task=task)
    share = model.predict_proba(task.X[3:4])[0, 1]
    assert found.output == f"log-odds of {model.classes_[1]}"
    assert total(found) == pytest.approx(np.log(share / (1 - share)))


@pytest.mark.parametrize(
    ("loss", "output"),
    [("squared_error", "prediction"), ("poisson", "raw score (before the link function)")],
)
def test_counts_are_explained_before_the_exponential_and_other_numbers_as_they_are(loss, output):
    random = np.random.default_rng(0)
    X = random.normal(size=(200, 2))
    y = random.poisson(np.exp(X[:, 0] + 2)).astype(float)
    model = gn.GradientBoostingRegressor(n_estimators=10, loss=loss).fit(X, y)
    found = explain(model, X[5])
    expected = model.predict(X[5:6])[0]
    assert found.output == output
    assert total(found) == pytest.approx(np.log(expected) if loss == "poisson" else expected)

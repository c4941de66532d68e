import numpy as np
import pytest
import sklearn.ensemble
from sklearn.datasets import load_iris
from sklearn.svm import LinearSVC

from gnomon import (
    DecisionStump,
    GaussianNB,
    KNeighborsClassifier,
    LinearRegression,
    Ridge,
    VotingClassifier,
    VotingRegressor,
)
from gnomon.errors import DataError, ParameterError

X, Y = load_iris(return_X_y=True)
MEMBERS = [("bayes", GaussianNB()), ("stump", DecisionStump()), ("near", KNeighborsClassifier())]


@pytest.mark.parametrize("voting", ["hard", "soft"])
@pytest.mark.parametrize("weights", [None, [1.0, 2.0, 0.5]])
def test_vote_and_average_are_scikit_learns(voting, weights):
    ours = VotingClassifier(estimators=MEMBERS, voting=voting, weights=weights).fit(X, Y)
    theirs = sklearn.ensemble.VotingClassifier(MEMBERS, voting=voting, weights=weights).fit(X, Y)
    assert np.array_equal(ours.predict(X), theirs.predict(X))
    if voting == "soft":
        np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X))


@pytest.mark.parametrize("voting", ["product", "median", "maximum", "minimum"])
def test_other_rules_take_the_probabilities(voting):
    model = VotingClassifier(estimators=MEMBERS, voting=voting).fit(X, Y)
    assert model.score(X, Y) > 0.9
    assert set(model.named_estimators_) == {"bayes", "stump", "near"}


def test_labels_may_be_text_and_members_any():
    names = np.array(["setosa", "versicolor", "virginica"])[Y]
    model = VotingClassifier(estimators=[("line", LinearSVC()), ("bayes", GaussianNB())]).fit(X, names)
    assert model.score(X, names) > 0.9
    with pytest.raises(ParameterError, match="estimator 'line' has no predict_proba; use voting='hard'"):
        VotingClassifier(estimators=[("line", LinearSVC())], voting="soft").fit(X, Y).predict(X)


def test_numbers_are_averaged_as_by_scikit_learn():
    members = [("line", LinearRegression()), ("ridge", Ridge(alpha=10.0))]
    ours = VotingRegressor(estimators=members, weights=[1, 3]).fit(X[:, :3], X[:, 3])
    theirs = sklearn.ensemble.VotingRegressor(members, weights=[1, 3]).fit(X[:, :3], X[:, 3])
    np.testing.assert_allclose(ours.predict(X[:, :3]), theirs.predict(X[:, :3]))


def test_members_that_are_none_or_take_no_weights_are_refused():
    with pytest.raises(ParameterError, match=r"pass a list of \(name, estimator\) pairs"):
        VotingClassifier(estimators=[]).fit(X, Y)
    with pytest.raises(ParameterError, match="two estimators have the same name"):
        VotingClassifier(estimators=[("a", GaussianNB()), ("a", GaussianNB())]).fit(X, Y)
    with pytest.raises(DataError, match="KNeighborsClassifier takes no sample weights; drop sample_weight"):
        VotingClassifier(estimators=MEMBERS).fit(X, Y, np.ones(len(Y)))

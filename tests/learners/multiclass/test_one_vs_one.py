import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.multiclass import OneVsOneClassifier as Peer
from sklearn.naive_bayes import GaussianNB
from sklearn.svm import LinearSVC

import gnomon as gn

OneVsOneClassifier = gn.OneVsOneClassifier


def sample(n_classes=4, seed=0):
    random = np.random.default_rng(seed)
    y = random.integers(n_classes, size=150)
    X = random.normal(size=(150, 3)) + 1.5 * random.normal(size=(n_classes, 3))[y]
    return X, y * 10


@pytest.mark.parametrize("n_classes", [2, 3, 5])
@pytest.mark.parametrize("base", [LogisticRegression(), GaussianNB(), LinearSVC()])
def test_it_agrees_with_scikit_learn(base, n_classes):
    X, y = sample(n_classes)
    ours, theirs = OneVsOneClassifier(base).fit(X, y), Peer(base).fit(X, y)
    assert np.array_equal(ours.predict(X), theirs.predict(X))
    if n_classes > 2:
        np.testing.assert_allclose(ours.decision_function(X), theirs.decision_function(X))
    else:
        assert ours.decision_function(X).shape == (150,)


@pytest.mark.parametrize(
    "base", [gn.LinearDiscriminantAnalysis(), gn.GaussianNB(), gn.DecisionStump()], ids=repr
)
def test_each_model_is_that_of_the_rows_of_its_two_classes(base):
    X, y = sample()
    model = OneVsOneClassifier(base).fit(X, y)
    assert model.pairs_.tolist() == [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]
    for (first, second), one in zip(model.pairs_, model.estimators_, strict=True):
        some = (y == 10 * first) | (y == 10 * second)
        alone = type(base)().fit(X[some], (y[some] == 10 * second).astype(int))
        np.testing.assert_allclose(one.predict_proba(X), alone.predict_proba(X), rtol=1e-8, atol=1e-12)


def test_equal_votes_are_decided_by_confidence():

    X, y = sample(3)
    model = OneVsOneClassifier(gn.NearestMean()).fit(X, y)
    scores = model.decision_function(X)
    votes = np.round(scores)
    assert np.abs(scores - votes).max() < 1 / 3
    tied = np.sort(votes, axis=1)[:, -1] == np.sort(votes, axis=1)[:, -2]
    assert (model.predict(X) == model.classes_[scores.argmax(axis=1)]).all()
    assert (votes.sum(axis=1) == 3).all()
    assert votes[~tied].max() == 2

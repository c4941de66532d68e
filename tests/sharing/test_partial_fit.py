"""partial_fit takes its arguments in scikit-learn's order."""

import inspect

import numpy as np
import pytest
import sklearn.utils
from sklearn.base import is_classifier
from sklearn.datasets import load_iris

from gnomon.errors import DataError
from gnomon.registry import learners, transformers

BY_PARTS = [
    each
    for each in (e.facts.get("example", e.thing)() for e in (*learners.values(), *transformers.values()))
    if hasattr(each, "partial_fit")
]
CLASSIFIERS = [each for each in BY_PARTS if is_classifier(each) and type(each).__name__ != "MLPClassifier"]
X, Y = load_iris(return_X_y=True)
X = np.abs(X)


def name_of(learner):
    return type(learner).__name__


@pytest.mark.parametrize("learner", CLASSIFIERS, ids=name_of)
def test_classes_may_be_given_by_position(learner):
    model = sklearn.clone(learner).partial_fit(X[:100], Y[:100], [0, 1, 2]).partial_fit(X[100:], Y[100:])
    named = sklearn.clone(learner).partial_fit(X[:100], Y[:100], classes=[0, 1, 2])
    named.partial_fit(X[100:], Y[100:])
    assert np.array_equal(model.predict(X), named.predict(X))
    assert model.classes_.tolist() == [0, 1, 2]


@pytest.mark.parametrize("learner", CLASSIFIERS, ids=name_of)
def test_weights_in_the_place_of_classes_are_refused(learner):
    with pytest.raises(DataError, match="not among classes="):
        sklearn.clone(learner).partial_fit(X, Y, np.full(len(Y), 0.5))


THEIRS = {name: kind for name, kind in sklearn.utils.all_estimators() if hasattr(kind, "partial_fit")}


@pytest.mark.parametrize("learner", [each for each in BY_PARTS if name_of(each) in THEIRS], ids=name_of)
def test_the_order_is_scikit_learns(learner):
    theirs = list(inspect.signature(THEIRS[name_of(learner)].partial_fit).parameters)[1:]
    ours = list(inspect.signature(learner.partial_fit).parameters)
    assert ours[: len(theirs)] == [name for name in theirs if name in ours]

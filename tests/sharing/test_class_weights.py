"""Class weights mean the same in every learner that has them."""

import numpy as np
import pytest
import sklearn.linear_model
from sklearn.datasets import load_iris

import gnomon as gn
from gnomon.errors import ParameterError
from gnomon.registry import learners

WEIGHTED = [
    name
    for name, entry in learners.items()
    if hasattr(entry.facts.get("example", entry.thing)(), "class_weight")
]
X, Y = load_iris(return_X_y=True)


def made(name, class_weight):
    return learners[name].thing().set_params(class_weight=class_weight)


@pytest.mark.parametrize("name", WEIGHTED)
def test_a_class_weight_of_0_makes_a_model_without_the_class_or_is_refused(name):
    try:
        model = made(name, {0: 1, 1: 2, 2: 0}).fit(X, Y)
    except ParameterError as error:
        assert "above 0; drop the rows" in str(error)  # noqa: PT017
        return
    assert not (model.predict(X) == 2).any()
    assert np.isfinite(model.predict_proba(X)).all()


@pytest.mark.parametrize("weight", [np.nan, np.inf, -1.0, "heavy"])
@pytest.mark.parametrize("name", WEIGHTED)
def test_what_is_no_weight_is_refused(name, weight):
    with pytest.raises(ParameterError, match="class_weight="):
        made(name, {0: 1.0, 1: weight}).fit(X, Y)


@pytest.mark.parametrize("name", WEIGHTED)
def test_a_misspelled_class_is_refused(name):
    with pytest.raises(ParameterError, match="'two' is not a class"):
        made(name, {"two": 3.0}).fit(X, Y)


@pytest.mark.parametrize("name", WEIGHTED)
def test_a_class_that_is_absent_may_be_named_if_all_others_are(name):
    some = Y < 2
    named = made(name, {0: 1.0, 1: 2.0, 2: 5.0}).fit(X[some], Y[some])
    plain = made(name, {0: 1.0, 1: 2.0}).fit(X[some], Y[some])
    assert np.array_equal(named.predict(X), plain.predict(X))


@pytest.mark.filterwarnings("ignore::gnomon.errors.NumericsWarning")
@pytest.mark.parametrize("weight", [1e-12, 1e12])
@pytest.mark.parametrize("name", WEIGHTED)
def test_extreme_weights_leave_a_model_of_numbers(name, weight):
    model = made(name, {0: 1.0, 1: weight, 2: 1.0}).fit(X, Y)
    scores = model.predict_proba(X) if hasattr(model, "predict_proba") else model.decision_function(X)
    assert np.isfinite(scores).all()


def test_logistic_regressions_class_weights_are_scikit_learns():
    weights = {0: 1.0, 1: 2.5, 2: 0.2}
    ours = gn.LogisticRegression(class_weight=weights).fit(X, Y)
    theirs = sklearn.linear_model.LogisticRegression(class_weight=weights, max_iter=5000, tol=1e-10).fit(X, Y)
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), atol=1e-5)

"""Laws of sample weights, for everything registered that takes them."""

import inspect

import numpy as np
import pytest
from sklearn.base import clone, is_classifier
from sklearn.utils import get_tags

from gnomon.registry import learners, transformers

FACTORS = [1 / 120, 1e-6, 100.0, 1e6]
METHODS = ("predict", "predict_proba", "decision_function", "transform", "score_samples")

# Weights scale the loss, or the counts, against a penalty or pseudo-counts, as in scikit-learn. A factor of
# the weights is undone by the same factor of alpha, or by its inverse of C.
PENALTY = {
    "Ridge": "alpha",
    "KernelRidge": "alpha",
    "LogisticRegression": "C",
    "SVC": "C",
    "SVR": "C",
    "LinearSVC": "C",
    "LinearSVR": "C",
    "BernoulliNB": "alpha",
    "CategoricalNB": "alpha",
    "ComplementNB": "alpha",
    "MultinomialNB": "alpha",
}
# As scikit-learn's: alpha of a network is divided by the weight of a batch; a default member is Ridge.
PENALIZED_INSIDE = {"MLPClassifier", "MLPRegressor", "VotingRegressor", "LearnedFeatures"}
# Rows come in batches, the optimum is found to a tolerance, or components tie where every value is a level.
DRAWS_ROWS = {"MLPClassifier", "MLPRegressor", "LinearSVR", "CategoricalMixture"}


def weighted():
    found = [e.facts.get("example", e.thing)() for e in (*learners.values(), *transformers.values())]
    return [each for each in found if "sample_weight" in inspect.signature(each.fit).parameters]


WEIGHTED = weighted()
SCALE_FREE = [each for each in WEIGHTED if type(each).__name__ not in {*PENALTY, *PENALIZED_INSIDE}]


def name_of(learner):
    return type(learner).__name__


def table(learner, n_rows=120):
    random = np.random.default_rng(0)
    X = random.normal(size=(n_rows, 5)) * [1, 3, 0.5, 1, 1] + [2, 0, 1, -2, 5]
    X[:, 3] = np.round(X[:, 3])
    signal = (X - X.mean(axis=0)) @ [1.0, 0.3, 1.0, 0.3, -1.0] + random.normal(size=n_rows) / 2
    X = np.abs(X) if get_tags(learner).input_tags.positive_only else X
    return X, np.array(["a", "b", "c"])[np.digitize(signal, [-1.0, 1.0])] if is_classifier(
        learner
    ) else signal


def weights_of(kind, n_rows=120):
    random = np.random.default_rng(1)
    if kind == "equal":
        return np.ones(n_rows)
    if kind == "counts":
        return random.integers(0, 4, size=n_rows).astype(float)
    return random.uniform(0.1, 3.0, size=n_rows) * (random.random(n_rows) > 0.1)


def answers(learner, X, y, weight, asked):
    model = clone(learner)
    # Some clusterings and projections have a target that they do not read.
    model.fit(X, y, sample_weight=weight)
    found = {
        method: np.asarray(getattr(model, method)(asked)) for method in METHODS if hasattr(model, method)
    }
    found = found or {"labels_": model.labels_}
    if name_of(learner) == "OneClassSVM":
        # Its decision values are in units of the weights, as in scikit-learn.
        found = {"predict": found["predict"]}
    return found


def assert_same(one, other):
    for method, expected in one.items():
        if expected.dtype.kind == "f":
            np.testing.assert_allclose(other[method], expected, rtol=1e-6, atol=1e-8, err_msg=method)
        else:
            np.testing.assert_array_equal(other[method], expected, err_msg=method)


@pytest.mark.filterwarnings("ignore::gnomon.errors.GnomonWarning")
@pytest.mark.parametrize("kind", ["equal", "counts", "uneven"])
@pytest.mark.parametrize("learner", SCALE_FREE, ids=name_of)
def test_a_common_factor_of_the_weights_changes_nothing(learner, kind):
    X, y = table(learner)
    weight = weights_of(kind)
    expected = answers(learner, X, y, weight, X)
    for factor in FACTORS:
        assert_same(expected, answers(learner, X, y, factor * weight, X))


@pytest.mark.filterwarnings("ignore::gnomon.errors.GnomonWarning")
@pytest.mark.parametrize("name", PENALTY)
def test_a_factor_of_the_weights_is_a_factor_of_the_loss_against_the_penalty(name):
    learner, parameter = learners[name].thing(), PENALTY[name]
    if name in ("LinearSVC", "LinearSVR"):
        learner.set_params(tol=1e-8)
    X, y = table(learner)
    if name in ("BernoulliNB", "CategoricalNB"):
        X = np.round(np.abs(X))
    for factor in (1 / 8, 4.0):
        strength = factor if parameter == "alpha" else 1 / factor
        other = clone(learner).set_params(**{parameter: strength * getattr(learner, parameter)})
        weight = weights_of("uneven")
        expected = answers(learner, X, y, weight, X)
        found = answers(other, X, y, factor * weight, X)
        for method in expected:
            if expected[method].dtype.kind == "f":
                np.testing.assert_allclose(found[method], expected[method], rtol=1e-3, atol=2e-3)
            else:
                assert np.mean(found[method] == expected[method]) > 0.98


@pytest.mark.filterwarnings("ignore::gnomon.errors.GnomonWarning")
@pytest.mark.parametrize(
    "learner", [each for each in WEIGHTED if name_of(each) not in DRAWS_ROWS], ids=name_of
)
def test_a_weight_of_k_is_k_equal_rows(learner):
    X, y = table(learner)
    weight = weights_of("counts")
    rows = np.repeat(np.arange(len(X)), weight.astype(int))
    assert_same(answers(learner, X[rows], y[rows], None, X), answers(learner, X, y, weight, X))


@pytest.mark.filterwarnings("ignore::gnomon.errors.GnomonWarning")
@pytest.mark.parametrize("kind", ["counts", "uneven"])
@pytest.mark.parametrize("learner", WEIGHTED, ids=name_of)
def test_a_row_of_no_weight_is_no_row(learner, kind):
    X, y = table(learner)
    weight = weights_of(kind)
    some = weight > 0
    assert_same(answers(learner, X[some], y[some], weight[some], X), answers(learner, X, y, weight, X))

import numpy as np
import pytest
from sklearn.covariance import oas
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis as PeerLinear
from sklearn.discriminant_analysis import QuadraticDiscriminantAnalysis as PeerQuadratic
from sklearn.linear_model import LinearRegression as PeerRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import NearestCentroid

import gnomon as gn
from gnomon.errors import DataError, NumericsWarning, ParameterError

CLASSIFIERS = [
    gn.NearestMean,
    gn.LinearDiscriminantAnalysis,
    gn.QuadraticDiscriminantAnalysis,
    gn.LeastSquaresClassifier,
]


def sample(n_classes=3, seed=0):
    random = np.random.default_rng(seed)
    y = random.integers(n_classes, size=200)
    X = random.normal(size=(200, 4)) @ random.normal(size=(4, 4)) + 50
    X[:, 0] += 2 * y
    X[y == 1, 2] *= 1.1
    return X, np.array(["a", "b", "c"])[y]


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("priors", [None, "even"])
def test_the_linear_one_agrees_with_scikit_learn(n_classes, priors):
    X, y = sample(n_classes)
    priors = None if priors is None else np.full(n_classes, 1 / n_classes)
    ours, theirs = gn.LinearDiscriminantAnalysis(priors=priors).fit(X, y), PeerLinear(priors=priors).fit(X, y)
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), atol=1e-10)
    np.testing.assert_allclose(ours.decision_function(X), theirs.decision_function(X), atol=1e-9)
    np.testing.assert_allclose(np.abs(ours.transform(X)), np.abs(theirs.transform(X)), atol=1e-9)
    np.testing.assert_allclose(ours.explained_variance_ratio_, theirs.explained_variance_ratio_, atol=1e-12)


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("reg_param", [0.0, 0.3])
def test_the_quadratic_one_agrees_with_scikit_learn(n_classes, reg_param):
    X, y = sample(n_classes)
    ours = gn.QuadraticDiscriminantAnalysis(reg_param=reg_param).fit(X, y)
    theirs = PeerQuadratic(reg_param=reg_param).fit(X, y)
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), atol=1e-10)


def test_shrinkage_agrees_with_scikit_learn():
    X, y = sample()
    ours, theirs = gn.LinearDiscriminantAnalysis(shrinkage=0.3), PeerLinear(solver="lsqr", shrinkage=0.3)
    np.testing.assert_allclose(ours.fit(X, y).predict_proba(X), theirs.fit(X, y).predict_proba(X), atol=1e-9)
    one = y == "a"
    covariance = gn.QuadraticDiscriminantAnalysis(shrinkage="oas").fit(X, y).covariance_[0]
    np.testing.assert_allclose(covariance, oas(X[one])[0], rtol=1e-9)


def test_a_diagonal_covariance_is_naive_bayes():
    X, y = sample()
    ours = gn.QuadraticDiscriminantAnalysis(covariance="diagonal").fit(X, y)
    np.testing.assert_allclose(
        ours.predict_proba(X), GaussianNB(var_smoothing=0).fit(X, y).predict_proba(X), atol=1e-9
    )


def test_one_variance_and_even_priors_are_the_nearest_mean():
    X, y = sample()
    X = X / X.std(axis=0)
    even = gn.LinearDiscriminantAnalysis(shrinkage=1.0, priors=np.full(3, 1 / 3)).fit(X, y)
    assert np.array_equal(even.predict(X), gn.NearestMean().fit(X, y).predict(X))


@pytest.mark.parametrize("n_classes", [2, 3])
def test_the_nearest_mean_agrees_with_scikit_learn(n_classes):
    X, y = sample(n_classes)
    assert np.array_equal(gn.NearestMean().fit(X, y).predict(X), NearestCentroid().fit(X, y).predict(X))


@pytest.mark.parametrize("n_classes", [2, 3])
def test_least_squares_outputs_are_those_of_the_pseudo_inverse(n_classes):
    X, y = sample(n_classes)
    model = gn.LeastSquaresClassifier().fit(X, y)
    targets = (y[:, None] == model.classes_).astype(float)
    outputs = PeerRegression().fit(X, targets).predict(X)
    expected = outputs[:, 1] - outputs[:, 0] if n_classes == 2 else outputs
    np.testing.assert_allclose(model.decision_function(X), expected, atol=1e-9)


def test_least_squares_of_two_classes_and_linear_discriminants_share_a_direction():
    X, y = sample(2)
    one, other = (
        gn.LeastSquaresClassifier().fit(X, y).coef_[0],
        gn.LinearDiscriminantAnalysis().fit(X, y).coef_[0],
    )
    np.testing.assert_allclose(one / np.linalg.norm(one), other / np.linalg.norm(other), atol=1e-9)


@pytest.mark.parametrize("learner", CLASSIFIERS, ids=lambda each: each.__name__)
def test_weights_are_repetitions(learner):
    X, y = sample()
    times = np.random.default_rng(1).integers(0, 4, size=len(y))
    weighted = learner().fit(X, y, times)
    repeated = learner().fit(np.repeat(X, times, axis=0), np.repeat(y, times))
    np.testing.assert_allclose(
        weighted.decision_function(X), repeated.decision_function(X), rtol=1e-7, atol=1e-9
    )


@pytest.mark.parametrize("learner", CLASSIFIERS, ids=lambda each: each.__name__)
def test_rows_learned_and_forgotten_leave_no_trace(learner):
    X, y = sample()
    model = learner().fit(X[:100], y[:100]).partial_fit(X[100:], y[100:]).forget(X[:100], y[:100])
    alone = learner().fit(X[100:], y[100:])
    np.testing.assert_allclose(model.decision_function(X), alone.decision_function(X), rtol=1e-6, atol=1e-7)


def test_collinear_columns_are_said():
    X, y = sample()
    X = np.column_stack([X, X[:, 0] + X[:, 1]])
    with pytest.warns(NumericsWarning, match="rank 4 of 5"):
        linear = gn.LinearDiscriminantAnalysis().fit(X, y)
    np.testing.assert_allclose(
        linear.predict_proba(X),
        gn.LinearDiscriminantAnalysis().fit(X[:, :4], y).predict_proba(X[:, :4]),
        atol=1e-7,
    )
    with pytest.warns(NumericsWarning, match="rank 4 of 5"):
        gn.QuadraticDiscriminantAnalysis().fit(X, y)


def test_a_class_of_one_row_is_said_and_predicts_something():
    X, y = sample()
    y = y.copy()
    y[y == "c"] = "b"
    y[0] = "c"
    with pytest.warns(NumericsWarning, match="class 'c'|class np.str_"):
        model = gn.QuadraticDiscriminantAnalysis().fit(X, y)
    assert np.isfinite(model.predict_proba(X)).all()


@pytest.mark.parametrize("learner", CLASSIFIERS[1:3], ids=lambda each: each.__name__)
def test_what_makes_no_sense_is_refused(learner):
    X, y = sample()
    with pytest.raises(DataError, match="1 class"):
        learner().fit(X, np.full(len(y), "a"))
    with pytest.raises(ParameterError, match="sum to 1"):
        learner(priors=[0.5, 0.6, 0.1]).fit(X, y)
    with pytest.raises(ParameterError, match="shrinkage='much'"):
        learner(shrinkage="much").fit(X, y)
    with pytest.raises(ParameterError, match="2 directions at most"):
        gn.LinearDiscriminantAnalysis(n_components=3).fit(X, y).transform(X)


@pytest.mark.parametrize("learner", CLASSIFIERS, ids=lambda each: each.__name__)
def test_large_scales_and_offsets_change_no_prediction(learner):
    X, y = sample()
    expected = learner().fit(X, y).predict(X)
    assert np.mean(learner().fit(X * 1e12, y).predict(X * 1e12) == expected) == 1
    assert np.mean(learner().fit(X + 1e6, y).predict(X + 1e6) == expected) > 0.99

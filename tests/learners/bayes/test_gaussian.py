import numpy as np
import pytest
import sklearn.naive_bayes
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon.errors import DataError, ParameterError
from gnomon.learners.bayes.gaussian import GaussianNB


def two_clouds(n_rows=300, n_classes=3, seed=0):
    random = np.random.default_rng(seed)
    y = random.integers(n_classes, size=n_rows)
    return random.normal(size=(n_rows, 4)) + y[:, None] * [1.0, 0.5, 0.0, -1.0] + 30, y


@pytest.mark.parametrize("weighted", [False, True])
def test_it_agrees_with_scikit_learn(weighted):
    X, y = two_clouds()
    weight = np.random.default_rng(1).uniform(0, 3, len(y)) if weighted else None
    ours = GaussianNB().fit(X, y, weight)
    theirs = sklearn.naive_bayes.GaussianNB().fit(X, y, weight)
    for name in ("theta_", "class_prior_", "class_count_"):
        np.testing.assert_allclose(getattr(ours, name), getattr(theirs, name), rtol=1e-10)
    # scikit-learn's share of the largest variance leaves the weights out; ours heeds them.
    np.testing.assert_allclose(ours.var_ - ours.epsilon_, theirs.var_ - theirs.epsilon_, rtol=1e-10)
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), rtol=1e-8, atol=1e-300)
    np.testing.assert_allclose(ours.predict_joint_log_proba(X), theirs.predict_joint_log_proba(X), rtol=1e-9)
    assert np.array_equal(ours.predict(X), theirs.predict(X))


def test_partial_fit_equals_one_fit():
    X, y = two_clouds()
    pieces = GaussianNB()
    for rows in np.array_split(np.argsort(y, kind="stable"), 7):
        pieces.partial_fit(X[rows], y[rows], classes=[0, 1, 2])
    np.testing.assert_allclose(pieces.var_, GaussianNB().fit(X, y).var_, rtol=1e-12)
    np.testing.assert_allclose(pieces.theta_, GaussianNB().fit(X, y).theta_, rtol=1e-12)


def test_subtracted_rows_have_no_effect():
    X, y = two_clouds()
    model = GaussianNB().fit(X, y).forget(X[200:], y[200:])
    np.testing.assert_allclose(
        model.predict_proba(X), GaussianNB().fit(X[:200], y[:200]).predict_proba(X), rtol=1e-9
    )


def test_large_offsets_cost_no_digits():
    X, y = two_clouds()
    near, far = GaussianNB(var_smoothing=0).fit(X, y), GaussianNB(var_smoothing=0).fit(X + 2.0**27, y)
    np.testing.assert_allclose(far.var_, near.var_, rtol=1e-7)


def test_priors_are_used_and_invalid_ones_refused():
    X, y = two_clouds()
    assert np.array_equal(GaussianNB(priors=[0.2, 0.3, 0.5]).fit(X, y).class_prior_, [0.2, 0.3, 0.5])
    for wrong in ([0.5, 0.5], [0.5, 0.6, -0.1], [0.1, 0.1, 0.1]):
        with pytest.raises(ParameterError, match="priors must be 3 numbers"):
            GaussianNB(priors=wrong).fit(X, y)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000), st.integers(2, 5), st.integers(1, 60))
def test_probabilities_sum_to_one_and_agree_with_the_prediction(seed, n_classes, n_rows):
    X, y = two_clouds(n_rows + n_classes, n_classes, seed)
    y[:n_classes] = np.arange(n_classes)
    model = GaussianNB().fit(X, y)
    probability = model.predict_proba(X)
    np.testing.assert_allclose(probability.sum(axis=1), 1)
    assert np.array_equal(model.classes_[probability.argmax(axis=1)], model.predict(X))


def test_constant_features_leave_the_priors():
    model = GaussianNB().fit(np.ones((8, 2)), [0, 0, 0, 0, 0, 0, 1, 1])
    np.testing.assert_allclose(model.predict_proba(np.ones((1, 2))), [[0.75, 0.25]])


def test_numbers_whose_squares_overflow_are_refused_by_column():
    X, y = two_clouds()
    X[:, 2] *= 1e160
    with pytest.raises(DataError, match="squares of column 2"):
        GaussianNB().fit(X, y)


def test_missing_values_are_marginalized_exactly():
    X, y = two_clouds()
    incomplete = X.copy()
    incomplete[np.random.default_rng(1).random(X.shape) < 0.2] = np.nan
    model = GaussianNB(var_smoothing=0).fit(incomplete, y)
    for c in range(3):
        np.testing.assert_allclose(model.theta_[c], np.nanmean(incomplete[y == c], axis=0))
        np.testing.assert_allclose(model.var_[c], np.nanvar(incomplete[y == c], axis=0))
    alone = GaussianNB(var_smoothing=0).fit(incomplete[:, [0, 2]], y)
    alone.theta_, alone.var_ = model.theta_[:, [0, 2]], model.var_[:, [0, 2]]
    row = X[:5].copy()
    row[:, [1, 3]] = np.nan
    np.testing.assert_allclose(model.predict_proba(row), alone.predict_proba(X[:5, [0, 2]]))
    np.testing.assert_allclose(model.predict_proba(np.full((1, 4), np.nan))[0], model.class_prior_)
    assert np.array_equal(
        model.predict(incomplete), model.classes_[model.predict_proba(incomplete).argmax(axis=1)]
    )


def test_partial_fit_with_missing_values_equals_one_fit():
    X, y = two_clouds()
    X[np.random.default_rng(1).random(X.shape) < 0.2] = np.nan
    X[:60, 1] = np.nan
    whole, pieces = GaussianNB().fit(X, y), GaussianNB()
    for rows in np.array_split(np.arange(len(y)), 5):
        pieces.partial_fit(X[rows], y[rows], classes=[0, 1, 2])
    np.testing.assert_allclose(pieces.predict_proba(X), whole.predict_proba(X), rtol=1e-9)
    alone = GaussianNB().fit(X[:150], y[:150])
    np.testing.assert_allclose(
        whole.forget(X[150:], y[150:]).predict_proba(X), alone.predict_proba(X), rtol=1e-8
    )
    weight = np.random.default_rng(2).integers(0, 3, len(y))
    repeated = GaussianNB().fit(np.repeat(X, weight, axis=0), np.repeat(y, weight))
    np.testing.assert_allclose(
        GaussianNB().fit(X, y, weight).predict_proba(X), repeated.predict_proba(X), rtol=1e-9
    )


def test_a_class_without_a_value_takes_that_of_all_and_an_empty_column_has_no_effect():
    X = np.array([[1.0, np.nan, 5.0], [2.0, np.nan, 6.0], [3.0, np.nan, np.nan], [5.0, np.nan, np.nan]])
    model = GaussianNB().fit(X, [0, 0, 1, 1])
    assert model.theta_[1, 2] == 5.5
    without = GaussianNB().fit(X[:, [0, 2]], [0, 0, 1, 1])
    row = np.array([[2.0, 9.0, 5.0]])
    np.testing.assert_allclose(model.predict_proba(row), without.predict_proba(row[:, [0, 2]]))


def test_smoothing_of_variances_is_decided_after_all_rows_are_in():
    # Peers add it to what they keep while rows come in, and pieces then disagree with the whole.
    X, y = two_clouds()
    X[:, 0] *= 100
    pieces = GaussianNB(var_smoothing=0.5)
    for rows in np.array_split(np.arange(len(y)), 10):
        pieces.partial_fit(X[rows], y[rows], classes=[0, 1, 2])
    np.testing.assert_allclose(pieces.var_, GaussianNB(var_smoothing=0.5).fit(X, y).var_, rtol=1e-12)


def test_a_constant_feature_without_smoothing_is_refused():
    model = GaussianNB(var_smoothing=0).fit([[1.0], [1.0], [2.0], [3.0]], [0, 0, 1, 1])
    with pytest.raises(DataError, match="column 0 is constant in the class of index 0"):
        model.predict([[1.0]])


def test_infinite_values_are_refused_where_they_are():
    X, y = two_clouds(20)
    model = GaussianNB().fit(X, y)
    X[3, 1] = np.inf
    for ask in (lambda: GaussianNB().fit(X, y), lambda: model.predict(X), lambda: model.predict_proba(X)):
        with pytest.raises(DataError, match=r"infinity .column 1, row 3."):
            ask()


def test_an_outlier_is_assigned_to_the_class_of_largest_variance():
    model = GaussianNB().fit([[0.0], [1.0], [2.0], [6.0], [3.0], [4.0]], [0, 0, 1, 1, 2, 2])
    for far in (1e100, -1e200, 1e300):
        assert model.predict([[0.0], [far]]).tolist() == [0, 1]
        assert model.predict_proba([[0.0], [far]])[1].tolist() == [0, 1, 0]


def test_equidistant_classes_are_separated_by_their_priors():
    model = GaussianNB(priors=[0.25, 0.75]).fit([[0.0], [2.0], [4.0], [6.0]], [0, 0, 1, 1])
    np.testing.assert_allclose(model.predict_proba([[1e200]]), [[0.25, 0.75]])
    ruled_out = GaussianNB(priors=[1, 0]).fit([[0.0], [1.0], [2.0], [6.0]], [0, 0, 1, 1])
    assert ruled_out.predict_proba([[1e200]]).tolist() == [[1, 0]]


def test_classes_too_far_apart_for_squares_are_refused():
    with pytest.raises(DataError, match="squares of column 0 overflow"):
        GaussianNB().fit([[0.0], [1.0], [1e160], [1e160]], [0, 0, 1, 1])

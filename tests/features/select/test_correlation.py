import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.feature_selection import f_classif, f_regression, r_regression
from sklearn.metrics import roc_auc_score

from gnomon.features.select.correlation import (
    areas,
    correlations,
    f_of_correlation,
    f_ratios,
    present_weights,
)


@pytest.fixture
def rows():
    random = np.random.default_rng(0)
    X = random.normal(size=(90, 70)) * 3 + 1e6
    return X, random.integers(3, size=90), random.normal(size=90) + (X[:, 0] - 1e6)


def test_correlations_are_those_of_scikit_learn_which_loses_digits_at_an_offset(rows):
    X, _, y = rows
    expected = r_regression(X - X.mean(axis=0), y)
    np.testing.assert_allclose(correlations(X, y), expected, atol=1e-9)
    assert np.abs(r_regression(X, y) - expected).max() > 1e-6


def test_f_is_that_of_scikit_learn(rows):
    X, codes, y = rows
    centered = X - X.mean(axis=0)
    np.testing.assert_allclose(f_ratios(X, codes, 3), f_classif(centered, codes)[0], rtol=1e-8)
    found = f_of_correlation(correlations(X, y), present_weights(X))
    np.testing.assert_allclose(found, f_regression(centered, y)[0], rtol=1e-8)


def test_areas_are_those_of_scikit_learn_with_ties(rows):
    X, codes, _ = rows
    X, positive = np.round(X[:, :5] - 1e6), (codes == 1).astype(int)
    np.testing.assert_allclose(areas(X, positive), [roc_auc_score(positive, x) for x in X.T])


def test_a_missing_value_leaves_its_row_out_of_its_column(rows):
    X, codes, y = rows
    X = X[:, :3].copy()
    X[::4, 1] = np.nan
    seen = ~np.isnan(X[:, 1])
    for score in (
        lambda X, s: correlations(X, y[s]),
        lambda X, s: f_ratios(X, codes[s], 3),
        lambda X, s: areas(X, (codes[s] > 0).astype(int)),
    ):
        whole, part = score(X, slice(None)), score(X[seen], seen)
        np.testing.assert_allclose(whole[1], part[1])
    assert present_weights(X).tolist() == [90, 67, 90]


@given(st.lists(st.integers(0, 3), min_size=8, max_size=8), st.integers(0, 5))
def test_a_weight_is_a_repetition(weights, seed):
    random = np.random.default_rng(seed)
    X, codes, weight = random.normal(size=(8, 3)), np.array([0, 1] * 4), np.array(weights)
    again = np.repeat(np.arange(8), weight)
    kept = weight > 0
    if kept.sum() < 4 or len(set(codes[kept])) < 2:
        return
    w = weight[kept].astype(float)
    y = random.normal(size=8)
    np.testing.assert_allclose(correlations(X[kept], y[kept], w), correlations(X[again], y[again]))
    np.testing.assert_allclose(
        f_ratios(X[kept], codes[kept], 2, w), f_ratios(X[again], codes[again], 2), rtol=1e-8
    )
    np.testing.assert_allclose(areas(X[kept], codes[kept], w), areas(X[again], codes[again]))


def test_a_column_without_spread_has_no_score_whatever_its_size():
    X = np.column_stack([np.full(50, 0.1), np.full(50, 1e17), np.full(50, np.nan), np.arange(50.0)])
    codes = np.arange(50) % 2
    for found in (correlations(X, codes.astype(float)), f_ratios(X, codes, 2), areas(X, codes)):
        assert np.isnan(found[:3]).all()
        assert np.isfinite(found[3])


def test_a_target_without_spread_gives_no_correlation():
    assert np.isnan(correlations(np.arange(6.0).reshape(3, 2), np.ones(3))).all()


def test_classes_without_spread_inside_are_infinitely_far_apart():
    assert f_ratios(np.array([[1.0], [1.0], [2.0], [2.0]]), np.array([0, 0, 1, 1]), 2) == np.inf


def test_squares_that_would_overflow_do_not():
    x = np.array([1.0, 2.0, 4.0, 3.0])
    X, codes = np.column_stack([x, x * 1e300]), np.array([0, 0, 1, 1])
    for found in (correlations(X, x), correlations(X, x * 1e200), f_ratios(X, codes, 2), areas(X, codes)):
        assert found[0] == pytest.approx(found[1])

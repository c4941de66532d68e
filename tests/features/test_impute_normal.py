"""Missing numbers expected under a normal density, against direct computations."""

import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import multivariate_normal

from gnomon import GaussianMixture
from gnomon.errors import DataError, NumericsWarning
from gnomon.features.impute_kind import ImputeByKind
from gnomon.features.impute_normal import ImputeNormal

NAN = np.nan


def holed(n_rows=80, n_columns=4, share=0.2, seed=0):
    """Correlated normal rows with holes at random, and the rows before the holes were made."""
    random = np.random.default_rng(seed)
    whole = random.normal(size=(n_rows, n_columns)) @ random.normal(size=(n_columns, n_columns)) + 5
    X = np.where(random.random(whole.shape) < share, NAN, whole)
    return X, whole


def observed_log_likelihood(X, mean, covariance):
    total = 0.0
    for row in X:
        seen = ~np.isnan(row)
        if seen.any():
            total += multivariate_normal(mean[seen], covariance[np.ix_(seen, seen)]).logpdf(row[seen])
    return total


def test_expectations_are_those_of_a_direct_computation():
    X, _ = holed()
    model = ImputeNormal(reg=0.0).fit(X)
    filled, spread = model.transform(X), model.spread(X)
    S, m = model.covariance_, model.location_
    for row, complete, sure in zip(X, filled, spread):
        o, u = ~np.isnan(row), np.isnan(row)
        if u.any():
            slope = S[np.ix_(u, o)] @ np.linalg.inv(S[np.ix_(o, o)])
            np.testing.assert_allclose(complete[u], m[u] + slope @ (row[o] - m[o]), rtol=1e-8)
            np.testing.assert_allclose(
                sure[u] ** 2, np.diag(S[np.ix_(u, u)] - slope @ S[np.ix_(o, u)]), rtol=1e-6
            )
        np.testing.assert_array_equal(complete[o], row[o])


def test_the_fit_is_a_maximum_of_the_likelihood_of_what_was_seen():
    X, _ = holed(60, 3)
    model = ImputeNormal(reg=0.0, tol=1e-12, max_iter=2000).fit(X)
    best = observed_log_likelihood(X, model.location_, model.covariance_)
    random = np.random.default_rng(0)
    for size in (1e-2, 1e-1):
        for _ in range(20):
            shift = size * random.normal(size=3)
            turn = np.eye(3) + size * random.normal(size=(3, 3))
            other = observed_log_likelihood(X, model.location_ + shift, turn @ model.covariance_ @ turn.T)
            assert other < best
    assert model.residual_ < 1e-4


def test_it_agrees_with_a_mixture_of_one_normal():
    X, _ = holed()
    model = ImputeNormal(reg=0.0, tol=1e-12, max_iter=1000).fit(X)
    oracle = GaussianMixture(reg_covar=0.0, tol=1e-12, max_iter=1000).fit(X)
    np.testing.assert_allclose(model.location_, oracle.means_[0], rtol=1e-4)
    np.testing.assert_allclose(model.transform(X), oracle.fill(X), rtol=1e-3)


@given(st.integers(0, 10_000), st.sampled_from([0.0, 1e-6, 0.1]))
@settings(max_examples=25, deadline=None)
def test_no_step_lowers_the_likelihood(seed, reg):
    X, _ = holed(30, 3, 0.35, seed)
    X[:4] = np.random.default_rng(seed).normal(size=(4, 3))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NumericsWarning)
        history = ImputeNormal(reg=reg, max_iter=30, tol=0.0).fit(X).frame()["log_likelihood"]
    assert np.diff(history).min(initial=0.0) > -1e-9


def test_correlated_columns_are_filled_better_than_by_means():
    X, whole = holed(400, 4, 0.15)
    errors = [np.mean((model.fit_transform(X) - whole) ** 2) for model in (ImputeNormal(), ImputeByKind())]
    assert errors[0] < 0.6 * errors[1]


def test_awkward_tables_of_numbers_have_an_answer_or_a_reason():
    constant = np.array([[1.0, 3.0], [2.0, 3.0], [NAN, 3.0], [4.0, NAN]])
    filled = ImputeNormal().fit_transform(constant)
    np.testing.assert_allclose(filled[3, 1], 3.0)
    with pytest.raises(DataError, match="'x1' has only missing values"):
        ImputeNormal().fit([[1.0, NAN], [2.0, NAN]])
    with pytest.raises(DataError, match="reg > 0"):
        ImputeNormal(reg=0.0).fit([[1.0, 1.0], [2.0, 2.0], [3.0, 3.0]])
    with pytest.raises(DataError, match="too large"):
        ImputeNormal().fit([[1e200], [1.0]])
    with pytest.warns(NumericsWarning, match="max_iter=2"):
        ImputeNormal(max_iter=2, tol=0).fit(holed()[0])
    empty_row = ImputeNormal().fit(holed()[0]).transform([[NAN] * 4])
    np.testing.assert_allclose(empty_row[0], ImputeNormal().fit(holed()[0]).location_)


def test_a_single_step_is_said_to_be_too_few():
    with pytest.warns(NumericsWarning, match="max_iter=1 steps"):
        ImputeNormal(max_iter=1).fit([[0.0, 1.0], [1.0, np.nan], [2.0, 5.0]])

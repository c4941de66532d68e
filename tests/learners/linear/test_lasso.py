import numpy as np
import pytest
import sklearn.linear_model
from hypothesis import given, settings
from hypothesis import strategies as st

import gnomon as gn
from gnomon.errors import DataError, NumericsWarning, ParameterError
from gnomon.learners.linear import active_set


def sample(n_rows=80, n_columns=12, seed=0):
    random = np.random.default_rng(seed)
    X = random.normal(size=(n_rows, n_columns)) * np.linspace(0.5, 3, n_columns) + 5
    return X, X[:, :4] @ [1.0, -2.0, 0.5, 3.0] + random.normal(size=n_rows)


@pytest.mark.parametrize("alpha", [0.001, 0.1, 2.0, 100.0])
@pytest.mark.parametrize("l1_ratio", [0.2, 0.9, 1.0])
@pytest.mark.parametrize("options", [{}, {"fit_intercept": False}, {"positive": True}])
def test_it_agrees_with_scikit_learn(alpha, l1_ratio, options):
    X, y = sample()
    ours = gn.ElasticNet(alpha, l1_ratio=l1_ratio, **options).fit(X, y)
    theirs = sklearn.linear_model.ElasticNet(alpha, l1_ratio=l1_ratio, tol=1e-14, max_iter=10**6, **options)
    np.testing.assert_allclose(ours.coef_, theirs.fit(X, y).coef_, rtol=1e-5, atol=1e-6)
    assert ours.intercept_ == pytest.approx(theirs.intercept_, abs=1e-5)
    assert ours.converged_


def objective(model, X, y):
    residual = y - model.predict(X)
    penalty = (
        model.l1_ratio * np.abs(model.coef_).sum() + (1 - model.l1_ratio) / 2 * model.coef_ @ model.coef_
    )
    return residual @ residual / (2 * len(y)) + model.alpha * penalty


@settings(max_examples=30, deadline=None)
@given(
    st.integers(0, 10**6),
    st.floats(1e-3, 10),
    st.sampled_from([0.1, 0.5, 1.0]),
    st.integers(2, 30),
    st.integers(1, 40),
)
def test_no_other_coefficients_cost_less(seed, alpha, l1_ratio, n_rows, n_columns):
    X, y = sample(n_rows, max(n_columns, 4), seed)
    model = gn.ElasticNet(alpha, l1_ratio=l1_ratio, max_iter=100_000).fit(X, y)
    minimum = objective(model, X, y)
    random = np.random.default_rng(seed)
    for size in (1e-6, 1e-3, 0.1):
        other = gn.ElasticNet(alpha, l1_ratio=l1_ratio).fit(X, y)
        other.coef_ = model.coef_ + size * random.normal(size=X.shape[1]) * (random.random(X.shape[1]) < 0.5)
        other.intercept_ = float(np.mean(y - X @ other.coef_))
        assert objective(other, X, y) >= minimum - 1e-7 * max(minimum, np.var(y))


def test_the_pull_of_the_residuals_certifies_the_answer():
    # At the minimum, |X'r / n| equals alpha where w is not zero, and is at most alpha elsewhere.
    X, y = sample()
    model = gn.Lasso(0.3).fit(X, y)
    gradient = (X - X.mean(axis=0)).T @ (y - model.predict(X)) / len(y)
    np.testing.assert_allclose(gradient[model.coef_ != 0], 0.3 * np.sign(model.coef_[model.coef_ != 0]))
    assert (np.abs(gradient) <= 0.3 + 1e-12).all()
    assert 0 < np.count_nonzero(model.coef_) < 12


def test_a_path_is_that_of_separate_fits_and_of_scikit_learn():
    X, y = sample()
    path = gn.Lasso().path(X, y, n_alphas=30)
    assert (path.iloc[0, 1:] == 0).all()
    for alpha in path.index[[3, 17, 29]]:
        np.testing.assert_allclose(path.loc[alpha].iloc[1:], gn.Lasso(alpha).fit(X, y).coef_, atol=1e-9)
    centered = X - X.mean(axis=0)
    _, peer, _ = sklearn.linear_model.lasso_path(centered, y - y.mean(), alphas=path.index, tol=1e-14)
    np.testing.assert_allclose(path.iloc[:, 1:].to_numpy(), peer.T, atol=1e-6)


def test_a_path_over_folds_is_that_of_refits():
    X, y = sample()
    task = gn.Task(X, y, kind="regression")
    alphas = [0.01, 1.0, 0.1]
    for alpha, predictions in zip(
        alphas, gn.resample_each(task, [gn.Lasso(alpha) for alpha in alphas], gn.k_fold(5))
    ):
        peer = gn.resample(task, sklearn.linear_model.Lasso(alpha, tol=1e-12, max_iter=10**5), gn.k_fold(5))
        np.testing.assert_allclose(predictions.predicted, peer.predicted, atol=1e-5)


def test_weights_are_repetitions():
    X, y = sample()
    times = np.random.default_rng(1).integers(0, 4, size=len(y))
    weighted = gn.Lasso(0.2).fit(X, y, times)
    repeated = gn.Lasso(0.2).fit(np.repeat(X, times, axis=0), np.repeat(y, times))
    np.testing.assert_allclose(weighted.coef_, repeated.coef_, rtol=1e-9, atol=1e-12)


def test_without_a_penalty_it_is_least_squares():
    X, y = sample()
    np.testing.assert_allclose(
        gn.Lasso(0.0).fit(X, y).coef_, gn.LinearRegression().fit(X, y).coef_, rtol=1e-8
    )


def test_several_targets_are_fitted_each_by_itself():
    X, y = sample()
    both = gn.Lasso(0.1).fit(X, np.column_stack([y, -y]))
    np.testing.assert_allclose(both.coef_[0], -both.coef_[1], atol=1e-12)
    np.testing.assert_allclose(both.coef_[0], gn.Lasso(0.1).fit(X, y).coef_, atol=1e-12)
    with pytest.raises(DataError, match="has 2"):
        gn.Lasso().path(X, np.column_stack([y, y]))


def test_a_constant_column_and_a_constant_target_are_no_trouble():
    X, y = sample()
    X[:, 2] = 7.0
    assert gn.Lasso(0.1).fit(X, y).coef_[2] == 0
    flat = gn.Lasso(0.1).fit(X, np.full(len(y), 3.0))
    assert (flat.coef_ == 0).all()
    assert flat.intercept_ == 3.0


def test_a_descent_that_is_cut_short_says_so(monkeypatch):
    monkeypatch.setattr(active_set, "MAX_CHANGES", 0)
    random = np.random.default_rng(0)
    x = random.normal(size=(50, 1))
    X = x + 1e-3 * random.normal(size=(50, 30))
    with pytest.warns(NumericsWarning, match="increase max_iter=2"):
        model = gn.Lasso(1e-5, max_iter=2).fit(X, random.normal(size=50))
    assert not model.converged_
    assert model.dual_gap_ > 0


def test_a_lasso_has_one_ratio_only():
    with pytest.raises(ParameterError, match="l1_ratio"):
        gn.Lasso(l1_ratio=0.5).fit(*sample())

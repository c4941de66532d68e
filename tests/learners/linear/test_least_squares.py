import warnings

import numpy as np
import pytest
import sklearn.linear_model
import statsmodels.api as sm
from scipy.sparse import csr_matrix
from sklearn.base import clone

import gnomon as gn
from gnomon.errors import DataError, NumericsWarning, ParameterError


@pytest.fixture
def rows():
    random = np.random.default_rng(0)
    X = random.normal(size=(80, 4)) * [1, 10, 0.1, 5] + [0, 100, -3, 7]
    return X, X @ [1.0, -0.2, 3.0, 0.5] + random.normal(size=80)


def test_it_agrees_with_scikit_learn(rows):
    X, y = rows
    for options in ({}, {"fit_intercept": False}, {"positive": True}):
        ours, theirs = (
            gn.LinearRegression(**options).fit(X, y),
            sklearn.linear_model.LinearRegression(**options),
        )
        theirs.fit(X, y)
        np.testing.assert_allclose(ours.coef_, theirs.coef_, rtol=1e-9, atol=1e-11)
        np.testing.assert_allclose(ours.predict(X), theirs.predict(X), rtol=1e-10)


def test_weights_are_repetitions(rows):
    X, y = rows
    times = np.random.default_rng(1).integers(0, 4, size=len(y))
    weighted = gn.LinearRegression().fit(X, y, times)
    repeated = gn.LinearRegression().fit(np.repeat(X, times, axis=0), np.repeat(y, times))
    np.testing.assert_allclose(weighted.coef_, repeated.coef_, rtol=1e-9)
    np.testing.assert_allclose(weighted.inference().covariance, repeated.inference().covariance, rtol=1e-9)


def test_collinear_columns_get_the_smallest_coefficients_and_a_word(rows):
    X, y = rows
    X = np.column_stack([X, 2 * X[:, 0], np.ones(len(X))])
    with pytest.warns(NumericsWarning, match="rank 4 of 6"):
        ours = gn.LinearRegression().fit(X, y)
    theirs = sklearn.linear_model.LinearRegression().fit(X, y)
    np.testing.assert_allclose(ours.coef_, theirs.coef_, rtol=1e-8, atol=1e-10)


def test_more_columns_than_rows_get_the_smallest_coefficients():
    random = np.random.default_rng(2)
    X, y = random.normal(size=(5, 12)), random.normal(size=5)
    with pytest.warns(NumericsWarning):
        ours = gn.LinearRegression().fit(X, y)
    np.testing.assert_allclose(ours.coef_, sklearn.linear_model.LinearRegression().fit(X, y).coef_, rtol=1e-8)


def test_powers_of_raw_values_keep_their_digits():
    # Whole numbers, so that every sum is exact; the normal equations would keep about 5 digits here.
    x = np.arange(28.0)
    X = np.vander(x, 6, increasing=True)[:, 1:]
    model = gn.LinearRegression().fit(X, 1_000_000 * x - x**5)
    np.testing.assert_allclose(model.coef_, [1e6, 0, 0, 0, -1], rtol=1e-9, atol=1e-4)
    assert model.coef_[4] == pytest.approx(-1, rel=1e-9)


def test_columns_of_unlike_scale_lose_nothing(rows):
    X, y = rows
    scale = np.array([1e12, 1.0, 1e-12, 1e6])
    expected = gn.LinearRegression().fit(X, y).coef_
    np.testing.assert_allclose(gn.LinearRegression().fit(X * scale, y).coef_ * scale, expected, rtol=1e-9)


@pytest.mark.parametrize("fit_intercept", [True, False])
@pytest.mark.parametrize("weighted", [True, False])
def test_leave_one_out_in_closed_form_is_that_of_refits(rows, fit_intercept, weighted):
    X, y = rows
    weight = np.random.default_rng(3).integers(1, 4, size=len(y)).astype(float) if weighted else None
    learner = gn.LinearRegression(fit_intercept=fit_intercept)
    result = learner.predict_left_out(X, y, weight)
    for row in (0, 17, 79):
        others = np.delete(np.arange(len(y)), row)
        model = gn.LinearRegression(fit_intercept=fit_intercept)
        model.fit(X[others], y[others], None if weight is None else weight[others])
        assert result[row] == pytest.approx(model.predict(X[row : row + 1])[0], rel=1e-9)


def test_a_row_that_alone_decides_a_coefficient_is_left_out_by_a_refit(rows):
    X, y = rows
    X = np.column_stack([X, np.arange(len(y)) == 5])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NumericsWarning)
        result = gn.LinearRegression().predict_left_out(X, y)
        others = np.delete(np.arange(len(y)), 5)
        expected = gn.LinearRegression().fit(X[others], y[others]).predict(X[5:6])[0]
    assert result[5] == pytest.approx(expected)


def test_errors_and_intervals_agree_with_statsmodels(rows):
    X, y = rows
    result, peer = gn.LinearRegression().fit(X, y).inference(), sm.OLS(y, sm.add_constant(X)).fit()
    frame = result.frame()
    np.testing.assert_allclose(frame["coefficient"], peer.params, rtol=1e-9)
    np.testing.assert_allclose(frame["standard error"], peer.bse, rtol=1e-9)
    np.testing.assert_allclose(frame["p"], peer.pvalues, rtol=1e-6)
    np.testing.assert_allclose(frame[["lower", "upper"]], peer.conf_int(), rtol=1e-9)
    assert result.log_likelihood == pytest.approx(peer.llf)
    # statsmodels does not count the noise variance among the parameters; R does.
    assert result.aic == pytest.approx(peer.aic + 2)
    assert result.bic == pytest.approx(peer.bic + np.log(len(y)))
    assert result.residual_variance == pytest.approx(peer.scale)
    bounds = peer.get_prediction(sm.add_constant(X + 1, has_constant="add")).summary_frame()
    np.testing.assert_allclose(
        np.transpose(result.interval(X + 1)), bounds[["mean_ci_lower", "mean_ci_upper"]], rtol=1e-9
    )
    np.testing.assert_allclose(
        np.transpose(result.interval(X + 1, of="new")), bounds[["obs_ci_lower", "obs_ci_upper"]], rtol=1e-9
    )


def test_without_a_constant_errors_agree_too(rows):
    X, y = rows
    frame = gn.LinearRegression(fit_intercept=False).fit(X, y).inference().frame(level=0.9)
    peer = sm.OLS(y, X).fit()
    np.testing.assert_allclose(frame["standard error"], peer.bse, rtol=1e-9)
    np.testing.assert_allclose(frame[["lower", "upper"]], peer.conf_int(0.1), rtol=1e-9)


def test_names_of_columns_head_the_rows(rows):
    import pandas as pd

    X, y = rows
    frame = gn.LinearRegression().fit(pd.DataFrame(X, columns=list("abcd")), y).inference().frame()
    assert list(frame.index) == ["constant", "a", "b", "c", "d"]


def test_what_has_no_errors_is_refused_with_a_reason(rows):
    X, y = rows
    with pytest.raises(DataError, match="bootstrap"):
        gn.LinearRegression(positive=True).fit(X, y).inference()
    with pytest.raises(DataError, match="2 targets"):
        gn.LinearRegression().fit(X, np.column_stack([y, y + X[:, 0]])).inference()
    few = gn.LinearRegression().fit(X[:5], y[:5]).inference()
    with pytest.raises(DataError, match="add rows"):
        few.frame()
    with pytest.raises(ParameterError, match="of="):
        gn.LinearRegression().fit(X, y).inference().interval(X, of="all")


def test_5_percent_of_true_lines_lie_outside_the_interval():
    random = np.random.default_rng(4)
    X = random.normal(size=(15, 2))
    truth = X @ [1.0, -1.0] + 2
    misses = []
    for _ in range(1000):
        lower, upper = gn.LinearRegression().fit(X, truth + random.normal(size=15)).inference().interval(X)
        misses.append((truth[0] < lower[0]) or (truth[0] > upper[0]))
    assert np.mean(misses) == pytest.approx(0.05, abs=3 * np.sqrt(0.05 * 0.95 / 1000))


@pytest.mark.parametrize(
    "learner", [gn.LinearRegression(), gn.Ridge(2.0), gn.Lasso(0.05), gn.ElasticNet(0.1)]
)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("weighted", [True, False])
def test_sparse_rows_give_the_model_of_dense_ones(learner, dtype, weighted):
    random = np.random.default_rng(5)
    X = (random.random((60, 6)) * (random.random((60, 6)) < 0.3)).astype(dtype)
    y = X @ np.arange(6.0) + random.normal(size=60)
    weight = random.integers(1, 4, size=60).astype(float) if weighted else None
    dense = clone(learner).fit(X, y, weight)
    sparse = clone(learner).fit(csr_matrix(X), y, weight)
    np.testing.assert_allclose(sparse.coef_, dense.coef_, rtol=1e-7, atol=1e-10)
    np.testing.assert_allclose(sparse.predict(csr_matrix(X)), dense.predict(X), rtol=1e-6)


def test_too_many_sparse_columns_are_refused_with_a_fix():
    with pytest.raises(DataError, match="select features first"):
        gn.Ridge().fit(csr_matrix((3, 30_000)), [1.0, 2.0, 3.0])

import warnings
from fractions import Fraction

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures

import gnomon as gn
from gnomon.errors import DataError, DataWarning, NumericsWarning


@pytest.fixture
def rows():
    random = np.random.default_rng(0)
    X = random.uniform(-1, 2, size=(60, 2))
    return X, 1 + X[:, 0] - 2 * X[:, 1] ** 2 + X[:, 0] * X[:, 1] + random.normal(scale=0.1, size=60)


@pytest.mark.parametrize(
    ("degree", "interaction_only"), [(1, False), (2, False), (3, False), (1, True), (2, True)]
)
def test_it_agrees_with_scikit_learns_powers(rows, degree, interaction_only):
    X, y = rows
    peer = make_pipeline(PolynomialFeatures(degree, interaction_only=interaction_only), LinearRegression())
    ours = gn.PolynomialRegression(degree, interaction_only=interaction_only).fit(X, y)
    np.testing.assert_allclose(ours.predict(X), peer.fit(X, y).predict(X), rtol=1e-8)


def test_degree_0_is_the_mean(rows):
    X, y = rows
    model = gn.PolynomialRegression(0).fit(X, y)
    np.testing.assert_allclose(model.predict(X), y.mean())
    expected = (y.sum() - y) / (len(y) - 1)
    np.testing.assert_allclose(gn.PolynomialRegression(0).predict_left_out(X, y), expected)


def test_order_8_of_raw_years_is_exact():
    # Against rational arithmetic on the same floats: the normal equations of raw years return 23.1 here.
    task = gn.load("olympic-men")
    model = gn.PolynomialRegression(8).fit(task.X, task.y)
    assert np.sum((task.y - model.predict(task.X)) ** 2) == pytest.approx(0.458497, abs=5e-7)
    x = [Fraction(value) for value in task.X[:, 0].tolist()]
    powers = model.powers()
    for year, predicted in zip(x, model.predict(task.X)):
        exact = sum(value * year ** key[0] for key, value in powers.items())
        assert float(exact) == pytest.approx(predicted, rel=1e-12)


def test_all_degrees_of_a_path_are_those_fitted_alone(rows):
    X, y = rows
    path = [gn.PolynomialRegression(degree) for degree in (3, 1, 2)]
    from gnomon.sharing.prepared import Rows

    models = gn.PolynomialRegression.fit_each(path, Rows(X, y))
    for model, degree in zip(models, (3, 1, 2)):
        alone = gn.PolynomialRegression(degree).fit(X, y)
        np.testing.assert_allclose(model.coef_, alone.coef_, rtol=1e-9, atol=1e-12)


def test_the_table_of_orders_is_that_of_separate_fits(rows):
    X, y = rows
    table = gn.PolynomialRegression(4).orders(X, y)
    for degree in range(5):
        learner = gn.PolynomialRegression(degree)
        model = gn.PolynomialRegression(degree).fit(X, y)
        assert table.loc[degree, "loss"] == pytest.approx(np.mean((y - model.predict(X)) ** 2))
        assert table.loc[degree, "left out"] == pytest.approx(
            np.mean((y - learner.predict_left_out(X, y)) ** 2)
        )
        assert table.loc[degree, "log likelihood"] == pytest.approx(model.inference().log_likelihood)
        assert table.loc[degree, "|w|²"] == pytest.approx(model.coef_ @ model.coef_)
    assert (np.diff(table["loss"]) < 0).all()


@pytest.mark.parametrize("degree", [1, 3])
def test_leave_one_out_in_closed_form_is_that_of_refits(rows, degree):
    X, y = rows
    weight = np.random.default_rng(1).integers(1, 3, size=len(y)).astype(float)
    y_pred = gn.PolynomialRegression(degree).predict_left_out(X, y, weight)
    for row in (0, 30):
        others = np.delete(np.arange(len(y)), row)
        model = gn.PolynomialRegression(degree).fit(X[others], y[others], weight[others])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DataWarning)
            assert y_pred[row] == pytest.approx(model.predict(X[row : row + 1])[0], rel=1e-8)


def test_rows_far_outside_are_predicted_with_a_word(rows):
    X, y = rows
    model = gn.PolynomialRegression(2).fit(X, y)
    with pytest.warns(DataWarning, match=r"1 rows lie far outside .* 9 in column 1, trained on -0.99"):
        model.predict([[0.0, 0.0], [0.0, 9.0]])


def test_too_many_terms_and_too_few_rows_are_said():
    with pytest.raises(DataError, match="give more than 5000 terms"):
        gn.PolynomialRegression(100).fit(np.zeros((5, 3)), np.arange(5.0))
    with pytest.warns(NumericsWarning, match="rank 3 of 9"):
        gn.PolynomialRegression(9).fit([[0.0], [1.0], [2.0], [3.0]], [0.0, 1.0, 0.0, 1.0])
    with pytest.warns(NumericsWarning), pytest.raises(DataError, match="degree below 9"):
        gn.PolynomialRegression(9).orders([[0.0], [1.0], [2.0], [3.0]], [0.0, 1.0, 0.0, 1.0])


def test_its_intervals_are_those_of_the_plain_powers(rows):
    import statsmodels.api as sm

    X, y = rows
    model = gn.PolynomialRegression(2).fit(X, y)
    peer = sm.OLS(y, PolynomialFeatures(2).fit_transform(X)).fit()
    bounds = peer.get_prediction(PolynomialFeatures(2).fit_transform(X)).summary_frame()
    interval = model.inference().interval(model.design(X), of="new")
    np.testing.assert_allclose(np.transpose(interval), bounds[["obs_ci_lower", "obs_ci_upper"]], rtol=1e-8)


def test_columns_as_wide_as_floats_are_fitted():
    X = np.array([[1.7e308], [-1.7e308], [0.0], [0.85e308]])
    model = gn.PolynomialRegression(degree=2).fit(X, [1.0, 1.0, 0.0, 0.25])
    assert model.predict(X) == pytest.approx([1.0, 1.0, 0.0, 0.25], abs=1e-12)


def test_a_target_too_large_for_its_squares_is_refused():
    X = np.arange(10.0)[:, None]
    with pytest.raises(DataError, match="too large"):
        gn.PolynomialRegression().fit(X, 1e200 * X[:, 0])


def test_rows_whose_powers_are_beyond_a_float_are_told_of():
    X = np.arange(10.0)[:, None]
    model = gn.PolynomialRegression(degree=2).fit(X, X[:, 0] ** 2)
    with pytest.warns(DataWarning, match="far outside the training range"):
        assert not np.isfinite(model.predict([[1e200]])).any()

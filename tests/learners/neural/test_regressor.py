import numpy as np
import pytest

import gnomon as gn

# Convergence of training is tested in test_multilayer.
pytestmark = pytest.mark.filterwarnings("ignore::gnomon.errors.NumericsWarning")

random = np.random.default_rng(0)
X = random.uniform(-3, 3, size=(300, 2))
Y = np.sin(X[:, 0]) + 0.5 * X[:, 1] ** 2


def test_it_learns_a_curve_that_no_line_follows():
    model = gn.MLPRegressor(hidden_layer_sizes=20, activation="tanh", solver="lbfgs", max_iter=3000)
    assert model.fit(X[:200], Y[:200]).score(X[200:], Y[200:]) > 0.99


def test_without_hidden_units_it_is_ridge_regression():
    # With all rows in a batch the objective is |y - Xw - b|² / 2n + alpha |w|² / 2n: ridge's.
    model = gn.MLPRegressor(hidden_layer_sizes=(), solver="lbfgs", alpha=30.0, scale=False, tol=1e-10)
    ridge = gn.Ridge(30.0).fit(X, Y)
    model.fit(X, Y)
    np.testing.assert_allclose(model.coefs_[0][:, 0], ridge.coef_, rtol=1e-6)
    assert model.intercepts_[0].item() == pytest.approx(ridge.intercept_)


@pytest.mark.parametrize(("factor", "shift"), [(1e12, 0.0), (1e-9, 0.0), (1.0, 1e7)])
def test_units_of_columns_and_targets_do_not_matter(factor, shift):
    options = {
        "hidden_layer_sizes": 8,
        "solver": "lbfgs",
        "max_iter": 2000,
        "activation": "tanh",
        "alpha": 1.0,
    }
    plain = gn.MLPRegressor(**options).fit(X, Y).predict(X)
    moved = gn.MLPRegressor(**options).fit(X * factor + shift, Y * factor + shift).predict(X * factor + shift)
    np.testing.assert_allclose((moved - shift) / factor, plain, atol=0.05)
    assert np.corrcoef(moved, Y)[0, 1] > 0.98


def test_several_targets_are_predicted_side_by_side():
    both = np.column_stack([Y, -Y])
    model = gn.MLPRegressor(hidden_layer_sizes=10, max_iter=50).fit(X, both)
    assert model.predict(X).shape == (300, 2)
    column = gn.MLPRegressor(hidden_layer_sizes=10, max_iter=50).fit(X, both[:, :1])
    assert column.predict(X).shape == (300, 1)


@pytest.mark.parametrize("y", [[7.0], [7.0, 7.0, 7.0]])
def test_equal_targets_are_predicted_as_they_are(y):
    model = gn.MLPRegressor().fit(X[: len(y)], y)
    np.testing.assert_allclose(model.predict(X[:1] * 0 + X[: len(y)].mean(axis=0)), 7.0, atol=1e-8)


def test_more_columns_than_rows_and_columns_twice_are_no_trouble():
    wide = random.normal(size=(10, 40))
    wide[:, 1] = wide[:, 0]
    assert gn.MLPRegressor(max_iter=200).fit(wide, wide[:, 0]).score(wide, wide[:, 0]) > 0.9

import numpy as np
import pytest

import gnomon as gn
from gnomon.errors import DataError, ParameterError


def by_squares(X):
    return X**2


def test_any_function_with_linear_weights_is_least_squares():
    random = np.random.default_rng(0)
    X = random.uniform(0, 6, size=(50, 2))
    y = 3 * np.sin(X[:, 0]) - X[:, 1] ** 2 + 2 + random.normal(scale=0.1, size=50)
    model = gn.BasisRegression(functions=[lambda rows: np.sin(rows[:, 0]), by_squares]).fit(X, y)
    design = np.column_stack([np.ones(50), np.sin(X[:, 0]), X**2])
    expected = np.linalg.lstsq(design, y)[0]
    np.testing.assert_allclose([model.intercept_, *model.coef_], expected, rtol=1e-9)
    assert list(model.inference().names) == ["constant", "0", "1", "2"]


def test_leave_one_out_is_that_of_refits():
    X = np.linspace(0, 5, 12)[:, None]
    y = np.cos(X[:, 0]) + 0.1 * X[:, 0] ** 2
    y_pred = gn.BasisRegression(functions=[by_squares]).predict_left_out(X, y)
    others = np.arange(12) != 4
    model = gn.BasisRegression(functions=[by_squares]).fit(X[others], y[others])
    assert y_pred[4] == pytest.approx(model.predict(X[4:5])[0])


@pytest.mark.parametrize(
    ("functions", "error", "words"),
    [
        ("sin", ParameterError, "pass a list"),
        ([3], ParameterError, r"functions\[0\] is 3"),
        ([np.sum], DataError, "one value"),
        ([np.sin, lambda X: np.log(X, where=X > 0, out=np.full_like(X, np.nan))], DataError, "for row 0"),
    ],
)
def test_what_is_no_basis_is_refused(functions, error, words):
    with pytest.raises(error, match=words):
        gn.BasisRegression(functions=functions).fit([[-1.0], [2.0], [3.0]], [1.0, 2.0, 3.0])

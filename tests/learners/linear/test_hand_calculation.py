import numpy as np
import pytest

import gnomon as gn
from gnomon.errors import DataError
from gnomon.learners.linear.hand_calculation import simple_linear_regression


def test_the_line_is_that_of_least_squares_also_far_from_zero():
    random = np.random.default_rng(0)
    x, t = random.normal(size=30) + 1e7, random.normal(size=30)
    model = gn.LinearRegression().fit(x[:, None], t)
    assert simple_linear_regression(x, t).line == pytest.approx((model.intercept_, model.coef_[0]), rel=1e-9)


def test_weights_are_repetitions():
    x, t = np.array([0.0, 1.0, 3.0]), np.array([1.0, 0.0, 5.0])
    times = np.array([2, 1, 3])
    repeated = simple_linear_regression(np.repeat(x, times), np.repeat(t, times))
    weighted = simple_linear_regression(x, t, times)
    assert weighted.line == pytest.approx(repeated.line)
    assert weighted.means == pytest.approx(repeated.means)
    assert weighted.loss(0.5, 2.0) == pytest.approx(repeated.loss(0.5, 2.0))


def test_the_slopes_are_the_derivatives_of_the_loss():
    hand = simple_linear_regression([0.0, 1.0, 3.0], [1.0, 0.0, 5.0])
    step = 1e-6
    by_w0 = (hand.loss(0.3 + step, 0.7) - hand.loss(0.3 - step, 0.7)) / (2 * step)
    by_w1 = (hand.loss(0.3, 0.7 + step) - hand.loss(0.3, 0.7 - step)) / (2 * step)
    assert hand.slopes(0.3, 0.7) == pytest.approx((by_w0, by_w1), rel=1e-8)
    assert hand.slopes(*hand.line) == pytest.approx((0.0, 0.0), abs=1e-12)


@pytest.mark.parametrize(
    ("arguments", "match"),
    [
        (([1.0, 2.0], [1.0]), "same length"),
        (([], []), "same length"),
        (([1.0, np.nan], [1.0, 2.0]), "missing"),
        (([1.0, 2.0], [1.0, 2.0], [0, 0]), "weights"),
    ],
)
def test_rows_that_make_no_line_are_refused(arguments, match):
    with pytest.raises(DataError, match=match):
        simple_linear_regression(*arguments)


def test_one_value_of_x_has_no_slope():
    hand = simple_linear_regression([2.0, 2.0], [1.0, 3.0])
    with pytest.raises(DataError, match="every x is 2"):
        str(hand)

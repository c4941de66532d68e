import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon.sharing.factored import FactoredMoments, condition


def nearly_collinear(n_rows, gap, seed=0):
    """Rows whose every number, and whose target, a float holds exactly."""
    random = np.random.default_rng(seed)
    x = random.integers(-50, 50, size=n_rows).astype(float)
    noise = random.integers(-50, 50, size=n_rows).astype(float)
    X = np.column_stack([x + 1024, x + gap * noise, random.integers(-9, 9, size=n_rows) + 4.0])
    return X, X @ [1.0, 2.0, 3.0]


def slopes(data):
    factor = np.linalg.qr(data.factor(), mode="r")
    return np.linalg.solve(factor[:3, :3], factor[:3, 3])


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 1000), st.integers(10, 60), st.booleans())
def test_the_factor_squares_to_the_scatter(seed, n_rows, weighted):
    X, y = nearly_collinear(n_rows, 1.0, seed)
    weight = np.random.default_rng(seed).integers(1, 4, size=n_rows).astype(float) if weighted else None
    data = FactoredMoments.of(X, y, weight)
    factor = data.factor()
    scale = np.abs(data.moments.scatter).max()
    np.testing.assert_allclose(factor.T @ factor, data.moments.scatter, atol=1e-12 * scale)


def test_the_factor_has_factor_that_the_scatter_loses():
    X, y = nearly_collinear(80, 2.0**-24)
    data = FactoredMoments.of(X, y)
    np.testing.assert_allclose(slopes(data), [1, 2, 3], rtol=1e-7)
    scatter = data.moments.scatter
    by_moments = np.linalg.lstsq(scatter[:3, :3], scatter[:3, 3], rcond=0)[0]
    assert np.abs(by_moments / [1, 2, 3] - 1).max() > 1e-4


def test_digits_survive_merging_and_taking_a_part_away():
    X, y = nearly_collinear(90, 2.0**-24)
    parts = [FactoredMoments.of(X[rows], y[rows]) for rows in (slice(0, 40), slice(40, 70), slice(70, 90))]
    np.testing.assert_allclose(slopes(parts[0] + parts[1] + parts[2]), [1, 2, 3], rtol=1e-7)
    np.testing.assert_allclose(slopes(parts[0] + parts[1] + parts[2] - parts[1]), [1, 2, 3], rtol=1e-7)


def test_rows_that_were_never_a_part_leave_the_moments_only():
    X, y = nearly_collinear(60, 1.0)
    left = FactoredMoments.of(X, y) - FactoredMoments.of(X[:20], y[:20])
    assert not left.has_factor
    expected = FactoredMoments.of(X[20:], y[20:]).moments.scatter
    np.testing.assert_allclose(left.moments.scatter, expected, rtol=1e-9, atol=1e-6)


@pytest.mark.parametrize("n_rows", [1, 2, 3])
def test_few_rows_have_a_factor_too(n_rows):
    X, y = nearly_collinear(n_rows, 1.0)
    factor = FactoredMoments.of(X, y).factor()
    np.testing.assert_allclose(
        factor.T @ factor, FactoredMoments.of(X, y).moments.scatter, atol=1e-9 * max(1, np.abs(X).max() ** 2)
    )


def test_condition_ignores_scale_and_constant_columns():
    scatter = np.diag([1.0, 1e-20, 1e30, 0.0])
    assert condition(scatter) == pytest.approx(1.0)
    assert condition(np.ones((2, 2))) == np.inf

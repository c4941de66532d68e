import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon.errors import DataError
from gnomon.learners.kernel.kernels import PolynomialKernel
from gnomon.learners.kernel.lifts.feature_map import (
    FeatureMap,
    PolynomialFeatureMap,
    feature_map_table,
    polynomial_feature_count,
)


@given(st.integers(1, 4), st.integers(0, 4), st.floats(0, 2), st.floats(0, 2), st.integers(0, 999))
@settings(max_examples=40)
def test_dot_products_of_lifted_rows_are_the_kernel(d, degree, gamma, coef0, seed):
    A = np.random.default_rng(seed).normal(size=(6, d))
    lift = PolynomialFeatureMap(degree=degree, gamma=gamma, coef0=coef0).fit(A)
    np.testing.assert_allclose(
        lift.transform(A) @ lift.transform(A).T,
        PolynomialKernel(degree, gamma, coef0)(A),
        rtol=1e-9,
        atol=1e-9,
    )
    assert lift.transform(A).shape[1] == polynomial_feature_count(d, degree, homogeneous=coef0 == 0)


def test_a_feature_map_too_wide_is_refused_with_a_fix():
    with pytest.raises(DataError, match="176851 features"):
        PolynomialFeatureMap(degree=3).fit(np.zeros((2, 100)))


def test_values_too_large_to_lift_are_refused():
    with pytest.raises(DataError, match="overflow"):
        PolynomialFeatureMap(degree=3).fit_transform([[1e200]])


@pytest.mark.parametrize("phi", [lambda X: X[:1], lambda X: np.full_like(X, np.nan)])
def test_a_function_must_give_a_finite_row_for_each(phi):
    with pytest.raises(DataError, match="one row per row"):
        FeatureMap(phi=phi).fit([[1.0], [2.0]])


def test_the_lift_in_a_frame_separates_the_inner_from_the_outer():
    rows, y = np.array([[-2.0], [-1.0], [1.0], [2.0]]), ["out", "in", "in", "out"]
    frame = feature_map_table(rows, lambda X: np.column_stack([X, X**2]), y)
    assert frame.loc[frame["y"] == "in", "phi2"].max() < frame.loc[frame["y"] == "out", "phi2"].min()

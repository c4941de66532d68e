"""Normalization against scikit-learn's scalers, and its own: variance, bounds, truncation."""

import numpy as np
import pandas as pd
import pytest
from sklearn.preprocessing import MinMaxScaler, StandardScaler

from gnomon.errors import DataError, ParameterError
from gnomon.features.scale import Normalize

X = np.random.default_rng(0).normal(size=(50, 3)) * [1, 100, 0.01] + [5, 0, 1e6]


def test_z_and_range_are_those_of_scikit_learn():
    np.testing.assert_allclose(Normalize().fit_transform(X), StandardScaler().fit_transform(X), atol=1e-6)
    np.testing.assert_allclose(
        Normalize("range").fit_transform(X), MinMaxScaler().fit_transform(X), atol=1e-9
    )


def test_weights_count_as_repetition():
    weight = np.random.default_rng(1).integers(0, 3, size=50)
    for method, ddof in (("z", 0), ("z", 1), ("variance", 0), ("range", 0)):
        weighted = Normalize(method, ddof=ddof).fit(X, sample_weight=weight).transform(X)
        repeated = Normalize(method, ddof=ddof).fit(np.repeat(X, weight, axis=0)).transform(X)
        np.testing.assert_allclose(weighted, repeated, rtol=1e-9, atol=1e-9)


def test_the_variance_is_the_unit_of_variance_normalization():
    made = Normalize("variance").fit(X)
    np.testing.assert_allclose(made.units_, X.var(axis=0))
    np.testing.assert_allclose(made.transform(X)[:, 0], (X[:, 0] - X[:, 0].mean()) / X[:, 0].var())


def test_guessed_bounds_truncate_what_lies_beyond():
    column = np.array([[-5.0], [0.0], [50.0], [100.0], [120.0]])
    made = Normalize("range", low=0, high=100)
    assert made.fit_transform(column).ravel().tolist() == [0, 0, 0.5, 1, 1]
    assert made.set_params(truncate=False).fit_transform(column).ravel().tolist() == [-0.05, 0, 0.5, 1, 1.2]
    assert Normalize("range", low=0).fit(column).units_ == [120.0]


def test_values_beyond_those_seen_are_truncated_too():
    assert Normalize("range").fit([[0.0], [1.0]]).transform([[7.0]]).tolist() == [[1.0]]


def test_constant_and_missing_columns_do_not_divide_by_zero():
    column = np.column_stack([np.full(4, 0.1), np.full(4, np.nan), [1.0, 2.0, np.nan, 3.0]])
    for method in ("z", "variance", "range"):
        out = Normalize(method).fit_transform(column)
        assert out[:, 0].tolist() == [0, 0, 0, 0]
        assert np.isnan(out[:, 1]).all()
        assert np.isnan(out[2, 2])


def test_a_mixed_table_keeps_its_other_columns():
    frame = pd.DataFrame(
        {"age": [1.0, 2.0, 3.0], "town": ["Rome", "Oslo", "Rome"], "ill": [True, False, True]}
    )
    out = Normalize().fit_transform(frame)
    assert out["town"].tolist() == frame["town"].tolist()
    assert out["ill"].tolist() == frame["ill"].tolist()
    assert out["age"].mean() == pytest.approx(0)


def test_bounds_the_wrong_way_round_are_refused():
    with pytest.raises(ParameterError, match="high must be greater than low"):
        Normalize("range", low=3, high=1).fit([[1.0], [2.0]])
    with pytest.raises(ParameterError, match="high must be greater than low"):
        Normalize("range", low=3, high=3).fit([[1.0], [2.0]])


def test_spreads_that_numbers_cannot_hold_are_refused():
    with pytest.raises(DataError, match="overflows or underflows"):
        Normalize("variance").fit([[0.0], [1e-200]])
    with pytest.raises(DataError, match="overflows or underflows"):
        Normalize("range").fit([[-1.7e308], [1.7e308]])
    assert np.isfinite(Normalize().fit_transform([[-1.7e308], [1.7e308]])).all()

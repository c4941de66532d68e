import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon.errors import DataError
from gnomon.sharing.labels import Labels
from gnomon.sharing.moments import ClassMoments, Moments


def rows(seed, n_rows, n_columns=3, offset=0.0):
    random = np.random.default_rng(seed)
    return random.normal(size=(n_rows, n_columns)) + offset, random.uniform(0.1, 2, n_rows)


def same(a, b, rtol=1e-9):
    for one, other in zip(a, b, strict=True):
        np.testing.assert_allclose(one, other, rtol=rtol, atol=1e-8)


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 9999), st.integers(2, 40), st.integers(1, 40), st.sampled_from([0.0, 1e4]))
def test_parts_add_up_to_the_whole_and_come_off_again(seed, n_left, n_right, offset):
    X, weight = rows(seed, n_left + n_right, offset=offset)
    left, right = slice(0, n_left), slice(n_left, None)
    whole = Moments.of(X, None, weight)
    a, b = Moments.of(X[left], None, weight[left]), Moments.of(X[right], None, weight[right])
    same([(a + b).weight, (a + b).mean, (a + b).scatter], [whole.weight, whole.mean, whole.scatter])
    same([(whole - b).mean, (whole - b).scatter], [a.mean, a.scatter], rtol=1e-6)


def test_the_scatter_is_the_weighted_covariance_times_the_weight():
    X, weight = rows(0, 50)
    y = X @ [1.0, 2.0, 3.0]
    moments = Moments.of(X, y, weight)
    expected = np.cov(np.column_stack([X, y]).T, aweights=weight, ddof=0) * weight.sum()
    np.testing.assert_allclose(moments.scatter, expected, rtol=1e-12)
    assert (moments.n_features, moments.n_targets) == (3, 1)


def test_taking_all_rows_away_is_refused():
    X, _ = rows(0, 10)
    with pytest.raises(DataError, match="none are left"):
        Moments.of(X) - Moments.of(X)


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 9999), st.integers(3, 40), st.integers(3, 40))
def test_class_moments_add_over_different_sets_of_classes(seed, n_left, n_right):
    X, weight = rows(seed, n_left + n_right)
    names = np.array(["a", "b", "c", "d"])
    y = np.concatenate([names[np.arange(n_left) % 3], names[1 + np.arange(n_right) % 3]])
    left, right = slice(0, n_left), slice(n_left, None)
    whole = ClassMoments.of(X, Labels.of(y), weight)
    a = ClassMoments.of(X[left], Labels.of(y[left]), weight[left])
    b = ClassMoments.of(X[right], Labels.of(y[right]), weight[right])
    both = a + b
    assert both.classes.tolist() == whole.classes.tolist()
    same([both.weight, both.mean, both.scatter], [whole.weight, whole.mean, whole.scatter])
    back = (whole - b).of_present_classes()
    assert back.classes.tolist() == a.classes.tolist()
    same([back.weight, back.mean, back.scatter], [a.weight, a.mean, a.scatter], rtol=1e-6)

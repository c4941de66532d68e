"""Moments, class moments and Gaussian scores against their twins."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon import native
from tests.native import twins


def draw(n, d, dtype=np.float64, seed=0, offset=0.0):
    return (np.random.default_rng(seed).standard_normal((n, d)) + offset).astype(dtype)


def assert_same_moments(found, wanted, rtol=1e-12):
    assert found[0] == pytest.approx(wanted[0])
    np.testing.assert_allclose(found[1], wanted[1], rtol=rtol, atol=1e-12)
    scale = np.sqrt(np.outer(np.diag(wanted[2]), np.diag(wanted[2])))
    # A mean that is off by its own rounding adds the square of that, once for each unit of weight.
    rounding = 4 * np.finfo(float).eps * np.abs(wanted[1])
    assert np.all(np.abs(found[2] - wanted[2]) <= rtol * scale + wanted[0] * np.outer(rounding, rounding))


@settings(max_examples=60, deadline=None)
@given(
    n=st.integers(1, 700),
    d=st.integers(1, 40),
    t=st.integers(0, 3),
    seed=st.integers(0, 99),
    weighted=st.booleans(),
    dtype=st.sampled_from([np.float64, np.float32]),
)
def test_moments_are_those_of_the_twin(n, d, t, seed, weighted, dtype):
    X, Y = draw(n, d, dtype, seed), draw(n, t, dtype, seed + 1)
    weight = np.random.default_rng(seed).integers(0, 3, n).astype(float) if weighted else None
    given_y = Y if t else None
    assert_same_moments(native.moments(X, given_y, weight, 2), twins.moments(X, given_y, weight), 1e-11)


def test_a_large_offset_costs_moments_no_more_than_rounding_of_the_data():
    X = draw(5000, 7, offset=1e8)
    assert_same_moments(native.moments(X, None, None, 2), twins.moments(X, None, None), 1e-10)


def test_a_jump_between_blocks_is_no_trouble():
    X = draw(4000, 5)
    X[2000:] += 1e6
    assert_same_moments(native.moments(X, None, None, 2), twins.moments(X, None, None), 1e-12)


def test_many_columns_give_the_same_as_numpy():
    X = draw(600, 900)
    total, mean, scatter = native.moments(X, X[:, :2].copy(), None, 2)
    Z = np.hstack([X, X[:, :2]])
    np.testing.assert_allclose(scatter, (Z - Z.mean(0)).T @ (Z - Z.mean(0)), atol=1e-9)
    np.testing.assert_allclose(mean, Z.mean(axis=0), atol=1e-13)
    assert total == 600


@pytest.mark.parametrize("d", [1, 13, 900])
@pytest.mark.parametrize("weighted", [False, True])
def test_threads_do_not_change_a_bit_of_the_moments(d, weighted):
    X = draw(3000, d)
    weight = np.random.default_rng(1).random(3000) if weighted else None
    one = native.moments(X, None, weight, 1)
    for threads in (2, 3, 8):
        other = native.moments(X, None, weight, threads)
        assert one[0] == other[0]
        assert np.array_equal(one[1], other[1])
        assert np.array_equal(one[2], other[2])


def test_scatter_is_symmetric_and_a_constant_column_has_none():
    X = draw(1000, 6)
    X[:, 2] = 3.7
    _, _, scatter = native.moments(X, None, None, 2)
    assert np.array_equal(scatter, scatter.T)
    assert np.abs(scatter[2]).max() < 1e-10


def test_no_rows_or_no_columns_or_no_weight_give_zeros():
    total, mean, scatter = native.moments(np.zeros((0, 3)), None, None, 2)
    assert total == 0
    assert mean.tolist() == [0, 0, 0]
    assert not scatter.any()
    assert native.moments(np.zeros((4, 0)), None, None, 1)[2].shape == (0, 0)
    assert not native.moments(draw(5, 2), None, np.zeros(5), 1)[2].any()


def test_a_value_that_is_no_number_shows_in_the_result():
    for bad in (np.nan, np.inf):
        X = draw(1000, 9)
        X[700, 4] = bad
        _, mean, scatter = native.moments(X, None, None, 2)
        assert not np.isfinite(mean[4])
        assert not np.isfinite(scatter[4, 4])
        codes = np.zeros(1000, dtype=np.int32)
        _, means, squares = native.class_moments(X, codes, 1, None, 2)
        assert not np.isfinite(means[0, 4])
        assert not np.isfinite(squares[0, 4])
        assert np.isfinite(np.delete(squares[0], 4)).all()


@settings(max_examples=60, deadline=None)
@given(
    n=st.integers(0, 600),
    d=st.integers(1, 30),
    n_classes=st.integers(1, 9),
    seed=st.integers(0, 99),
    weighted=st.booleans(),
    dtype=st.sampled_from([np.float64, np.float32]),
    code=st.sampled_from([np.int32, np.int64]),
)
def test_class_moments_are_those_of_the_twin(n, d, n_classes, seed, weighted, dtype, code):
    generator = np.random.default_rng(seed)
    X = draw(n, d, dtype, seed)
    codes = generator.integers(0, max(n_classes - 1, 1), n).astype(code)  # the last class is empty
    weight = generator.integers(0, 3, n).astype(float) if weighted else None
    found = native.class_moments(X, codes, n_classes, weight, 2)
    for one, other in zip(found, twins.class_moments(X, codes, n_classes, weight), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-11, atol=1e-12)


def test_classes_far_apart_keep_the_digits_of_their_spread():
    codes = np.random.default_rng(0).integers(0, 2, 20000).astype(np.int32)
    X = draw(20000, 3)
    far = X + np.where(codes == 1, 1e8, -1e8)[:, None]
    exact = twins.class_moments(far, codes, 2, None)
    np.testing.assert_allclose(native.class_moments(far, codes, 2, None, 2)[2], exact[2], rtol=1e-10)


def test_threads_do_not_change_a_bit_of_the_class_moments():
    X = draw(30000, 11)
    codes = np.random.default_rng(0).integers(0, 5, 30000).astype(np.int64)
    one = native.class_moments(X, codes, 5, None, 1)
    for threads in (2, 5):
        for a, b in zip(one, native.class_moments(X, codes, 5, None, threads), strict=True):
            assert np.array_equal(a, b)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize(
    ("n", "d", "n_classes"), [(0, 3, 2), (1, 1, 1), (515, 8, 2), (1030, 50, 3), (7, 19, 1)]
)
def test_gaussian_scores_are_those_of_the_twin(n, d, n_classes, dtype):
    X = draw(n, d, dtype)
    mean, precision = draw(n_classes, d, seed=1), draw(n_classes, d, seed=2) ** 2
    constant = draw(n_classes, 1, seed=3)[:, 0].copy()
    found = native.gaussian_scores(X, mean, precision, constant, 2)
    np.testing.assert_allclose(found, twins.gaussian_scores(X, mean, precision, constant), rtol=1e-12)
    assert np.array_equal(found, native.gaussian_scores(X, mean, precision, constant, 1))
    assert np.array_equal(native.gaussian_argmax(X, mean, precision, constant, 2), found.argmax(axis=1))


def test_scores_near_a_distant_mean_do_not_cancel():
    X = draw(100, 5, offset=1e8)
    mean = np.full((1, 5), 1e8)
    found = native.gaussian_scores(X, mean, np.ones((1, 5)), np.zeros(1), 1)
    np.testing.assert_allclose(found[:, 0], -0.5 * ((X - 1e8) ** 2).sum(axis=1), rtol=1e-13)


def test_bad_arguments_raise():
    X = draw(10, 3)
    codes = np.zeros(10, dtype=np.int32)
    for call in (
        lambda: native.moments(X, None, np.ones(9), 1),
        lambda: native.moments(X, draw(9, 1), None, 1),
        lambda: native.moments(X, None, None, 0),
        lambda: native.class_moments(X, codes, 0, None, 1),
        lambda: native.class_moments(X, codes - 1, 2, None, 1),
        lambda: native.class_moments(X, codes[:4], 2, None, 1),
        lambda: native.gaussian_scores(X, draw(2, 4), draw(2, 4), np.zeros(2), 1),
        lambda: native.gaussian_scores(X, draw(2, 3), draw(1, 3), np.zeros(2), 1),
        lambda: native.gaussian_argmax(X, draw(0, 3), draw(0, 3), np.zeros(0), 1),
    ):
        with pytest.raises(ValueError):
            call()
    for wrong in (X[:, ::2], X.astype(int), X.T, X[0], X.tolist(), None):
        with pytest.raises(TypeError):
            native.moments(wrong, None, None, 1)
    with pytest.raises(TypeError):
        native.moments(X, X.astype(np.float32), None, 1)
    with pytest.raises(TypeError):
        native.class_moments(X, codes.astype(float), 2, None, 1)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf, 1e200])
def test_a_row_whose_scores_are_not_finite_has_no_class(bad):
    X = draw(600, 3)
    X[571, 1] = bad
    code = native.gaussian_argmax(X, draw(2, 3, seed=1), np.ones((2, 3)), np.zeros(2), 2)
    assert np.flatnonzero(code < 0).tolist() == [571]


def test_an_offset_far_larger_than_the_spread_costs_no_digits():
    X = (1e9 + np.arange(4) * 2.0**-23)[:, None]
    _, _, scatter = native.moments(X, np.arange(4.0)[:, None], None, 1)
    np.testing.assert_allclose(scatter * [[2.0**46, 2.0**23], [2.0**23, 1]], np.full((2, 2), 5.0), rtol=1e-15)
    _, _, squares = native.class_moments(X, np.zeros(4, np.int32), 1, None, 1)
    assert squares[0, 0] * 2.0**46 == 5


def test_a_first_row_without_weight_is_no_row():
    X = np.concatenate([[[1e17]], draw(50, 1)])
    weight = np.concatenate([[0.0], np.ones(50)])
    alone = native.moments(X[1:].copy(), None, None, 1)
    for found, wanted in zip(native.moments(X, None, weight, 1), alone, strict=True):
        np.testing.assert_allclose(found, wanted, rtol=1e-13)
    codes = np.zeros(51, np.int32)
    alone = native.class_moments(X[1:].copy(), codes[1:].copy(), 1, None, 1)
    for found, wanted in zip(native.class_moments(X, codes, 1, weight, 1), alone, strict=True):
        np.testing.assert_allclose(found, wanted, rtol=1e-13)

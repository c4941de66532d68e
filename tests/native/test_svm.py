import numpy as np
import pytest
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon import native
from gnomon.learners.kernel.kernel_rows import compressed
from tests.native.twins_svm import active_set_newton, kernel_values, solve

KERNELS = [
    ("linear", 1.0, 0.0, 1),
    ("polynomial", 0.3, 1.0, 3),
    ("polynomial", 0.3, 0.0, 2),
    ("tanh", 0.05, 0.1, 1),
    ("exponential", 0.1, 0.0, 1),
    ("rbf", 0.2, 0.0, 1),
    ("laplacian", 0.5, 0.0, 1),
]
SIZE = 2**20


def sample(n, d=4, seed=0):
    random = np.random.default_rng(seed)
    return random.normal(size=(n, d)), np.where(random.random(n) < 0.5, 1.0, -1.0)


def grams(X, kernel, is_shifted):
    yield native.Gram.of_rows(X, kernel, is_shifted, SIZE)
    yield native.Gram.of_sparse(compressed(scipy.sparse.csr_array(X)), kernel, is_shifted, SIZE)
    yield native.Gram.of_values(kernel_values(X, X, kernel), SIZE)


@pytest.mark.parametrize("kernel", KERNELS, ids=str)
@pytest.mark.parametrize("threads", [1, 2])
def test_sums_over_a_kernel_are_those_of_its_formula(kernel, threads):
    A, B, coef = sample(150)[0], sample(700, seed=1)[0], np.random.default_rng(2).normal(size=(3, 700))
    expected = kernel_values(A, B, kernel) @ coef.T
    assert native.kernel_sums(A, B, coef, kernel, threads) == pytest.approx(expected, rel=1e-11, abs=1e-10)
    sparse = compressed(scipy.sparse.csr_array(A)), compressed(scipy.sparse.csr_array(B))
    assert native.kernel_sums_sparse(*sparse, coef, kernel, threads) == pytest.approx(
        expected, rel=1e-11, abs=1e-10
    )


@pytest.mark.parametrize("kernel", [kernel for kernel in KERNELS if kernel[0] != "tanh"], ids=str)
@pytest.mark.parametrize("bias", [None, 0.0, 0.4])
def test_the_solution_is_its_twins(kernel, bias):
    X, y = sample(60)
    low, high, none = np.minimum(2 * y, 0), np.maximum(2 * y, 0), np.zeros(60)
    K = kernel_values(X, X, kernel)
    expected, gradient = solve(K, y, low, high, none, bias, 1e-9)
    value = y @ expected - expected @ K @ expected / 2 - (bias or 0) * expected.sum()
    for gram in grams(X, kernel, bias is None):
        b, result, gap, _, history, _ = gram.solve(
            np.arange(60), y, low, high, none, None, bias, 1e-7, 10**7, 2
        )
        assert gap <= 1e-7
        assert result == pytest.approx(gradient, abs=1e-5)
        assert history[-1, 2] == pytest.approx(value, rel=1e-8)
        assert (low <= b).all()
        assert (b <= high).all()


@pytest.mark.parametrize("n", [700, 1500])
def test_more_rows_than_a_block_or_the_cache_holds(n):
    X, y = sample(n, 6)
    kernel, C = ("rbf", 0.5, 0.0, 1), 50.0
    low, high = np.minimum(C * y, 0), np.maximum(C * y, 0)
    gram = native.Gram.of_rows(X, kernel, True, 1)
    b, gradient, gap, *_ = gram.solve(np.arange(n), y, low, high, np.zeros(n), None, None, 1e-4, 10**8, 2)
    assert gradient == pytest.approx(y - kernel_values(X, X, kernel) @ b, abs=1e-10)
    assert gap <= 1e-4
    assert b.sum() == pytest.approx(0, abs=1e-8)
    assert np.max(gradient[b < high]) - np.min(gradient[b > low]) == pytest.approx(gap, abs=1e-12)


@pytest.mark.parametrize("C", [0.01, 1.0, 100.0])
def test_an_inexact_gradient_is_within_its_error_bound(C):
    X, y = sample(900, 6)
    kernel = ("rbf", 0.2, 0.0, 1)
    low, high, rows = np.minimum(C * y, 0), np.maximum(C * y, 0), np.arange(900)
    gram = native.Gram.of_rows(X, kernel, True, SIZE)
    b, gradient, gap, _, _, error = gram.solve(
        rows, y, low, high, np.zeros(900), None, None, 1e-3, 10**8, 2, error=0.0
    )
    right = y - kernel_values(X, X, kernel) @ b
    rounding = 1e-15 * np.abs(b).sum()
    assert np.abs(gradient - right).max() <= error + rounding
    assert np.max(right[b < high]) - np.min(right[b > low]) <= gap + error
    assert gap <= 1e-3


def test_a_warm_start_uses_its_gradient():
    X, y = sample(200)
    gram = native.Gram.of_rows(X, KERNELS[-2], True, SIZE)
    low, high, rows = np.minimum(y, 0), np.maximum(y, 0), np.arange(200)
    b, gradient, *_ = gram.solve(rows, y, low, high, np.zeros(200), None, None, 1e-4, 10**7, 1)
    for known in (None, gradient):
        again = gram.solve(rows, y, low, high, b, known, None, 1e-4, 10**7, 1)
        assert again[3] == 0
        assert again[0] == pytest.approx(b, rel=1e-12)


def test_coefficients_may_share_a_row_and_rows_may_be_left_out():
    X, y = sample(90)
    some = np.arange(0, 90, 3)
    rows = np.concatenate([some, some])
    linear = np.concatenate([y[some] - 0.1, y[some] + 0.1])
    zeros = np.zeros(30)
    low, high = np.concatenate([zeros, zeros - 1]), np.concatenate([zeros + 1, zeros])
    K = kernel_values(X, X, KERNELS[-2])[np.ix_(rows, rows)]
    expected, _ = solve(K, linear, low, high, np.zeros(60), None, 1e-9)
    gram = native.Gram.of_rows(X, KERNELS[-2], True, SIZE)
    b = gram.solve(rows, linear, low, high, np.zeros(60), None, None, 1e-8, 10**7, 1)[0]
    assert K @ b == pytest.approx(K @ expected, abs=1e-6)


@settings(max_examples=25, deadline=None)
@given(
    n=st.integers(2, 40),
    scale=st.sampled_from([1e-20, 1e-3, 1.0, 1e10]),
    offset=st.sampled_from([0.0, 1e4]),
    C=st.sampled_from([1e-3, 1.0, 1e3]),
    seed=st.integers(0, 2**16),
)
def test_any_small_problem_ends_within_its_bounds_with_its_sum_unchanged(n, scale, offset, C, seed):
    X, y = sample(n, 2, seed)
    X = scale * (np.round(X, 1) + offset)
    kernel = ("rbf", 0.5 / scale**2, 0.0, 1)
    low, high = np.minimum(C * y, 0), np.maximum(C * y, 0)
    gram = native.Gram.of_rows(X, kernel, True, SIZE)
    b, _, gap, *_ = gram.solve(np.arange(n), y, low, high, np.zeros(n), None, None, 1e-3, 10**6, 2)
    assert gap <= 1e-3
    assert ((low <= b) & (b <= high)).all()
    assert b.sum() == pytest.approx(0, abs=1e-9 * C)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"row": np.array([0, 9])}, "row has a value outside"),
        ({"row": np.array([0])}, "items"),
        ({"linear": np.array([1.0, np.nan])}, "linear"),
        ({"start": np.array([5.0, 0.0])}, "start is outside the bounds"),
        ({"high": np.array([np.inf, 1.0])}, "high"),
        ({"gradient": np.zeros(3)}, "gradient"),
        ({"threads": 0}, "threads"),
        ({"error": -1.0}, "error"),
        ({"error": np.nan}, "error"),
    ],
    ids=str,
)
def test_wrong_arguments_are_refused(change, message):
    gram = native.Gram.of_rows(np.eye(2), KERNELS[0], True, SIZE)
    good = {
        "row": np.arange(2),
        "linear": np.array([1.0, -1.0]),
        "low": np.array([0.0, -1.0]),
        "high": np.array([1.0, 0.0]),
        "start": np.zeros(2),
        "gradient": None,
        "bias": None,
        "tolerance": 1e-3,
        "max_iter": 100,
        "threads": 1,
    }
    with pytest.raises(ValueError, match=message):
        gram.solve(**{**good, **change})


def test_rows_that_make_no_table_are_refused():
    values, index, start = np.ones(2), np.array([0, 1], dtype=np.int32), np.array([0, 1, 2])
    for wrong in (
        (values, np.array([0, 7], dtype=np.int32), start, 2),
        (values, index, np.array([0, 2, 1]), 2),
        (values, index, np.array([0, 1, 5]), 2),
        (np.array([1.0, np.nan]), index, start, 2),
    ):
        with pytest.raises(ValueError):
            native.Gram.of_sparse(wrong, KERNELS[0], True, SIZE)
    with pytest.raises(ValueError, match="NaN"):
        native.Gram.of_rows(np.array([[np.nan]]), KERNELS[0], True, SIZE)
    with pytest.raises(ValueError, match="no kernel"):
        native.Gram.of_rows(np.eye(2), ("cosine", 1.0, 0.0, 1), True, SIZE)
    with pytest.raises(ValueError, match="items"):
        native.Gram.of_values(np.ones((2, 3)), SIZE)
    with pytest.raises(ValueError, match="items"):
        native.kernel_sums(np.eye(2), np.eye(3), np.ones((1, 3)), KERNELS[0], 1)


@pytest.mark.parametrize("kernel", [KERNELS[0], KERNELS[1], KERNELS[-2]], ids=str)
@pytest.mark.parametrize("bias", [None, 0.4])
@pytest.mark.parametrize("n", [40, 130, 600])
def test_a_small_problem_is_solved_to_the_last_digits_as_its_twin_is(kernel, bias, n):
    X, y = sample(n)
    low, high, none = np.minimum(2 * y, 0), np.maximum(2 * y, 0), np.zeros(n)
    K = kernel_values(X, X, kernel)
    rough, _ = solve(K, y, low, high, none, bias, 1e-3)
    _, gradient = active_set_newton(K, y, low, high, rough, bias)
    for gram in grams(X, kernel, bias is None):
        b, result, bias_value, gap, steps, history, _ = gram.solve_exactly(
            np.arange(n), y, low, high, none, None, bias, 1e-3, 10**7
        )
        assert gap <= 1e-8
        assert result == pytest.approx(gradient, abs=1e-7)
        assert result == pytest.approx(y - K @ b, abs=1e-9)
        is_free = (b > low) & (b < high)
        assert bias_value == pytest.approx(result[is_free].mean() if bias is None else bias, abs=1e-8)
        assert history[-1, 0] == steps


def test_equal_rows_on_both_sides_are_finished_too():
    X, y = np.repeat(np.arange(6.0)[:, None], 10, axis=0), np.tile([1.0, -1.0], 30)
    low, high = np.minimum(5 * y, 0), np.maximum(5 * y, 0)
    gram = native.Gram.of_rows(X, KERNELS[-2], True, SIZE)
    b, gradient, _, gap, *_ = gram.solve_exactly(
        np.arange(60), y, low, high, np.zeros(60), None, None, 1e-3, 10**6
    )
    assert gap <= 1e-8
    assert gradient == pytest.approx(y - kernel_values(X, X, KERNELS[-2]) @ b, abs=1e-9)


@pytest.mark.parametrize("kernel", KERNELS, ids=str)
@pytest.mark.parametrize("is_cached", [False, True])
def test_a_part_has_the_values_of_its_rows(kernel, is_cached):
    X, y = sample(150)
    some = np.concatenate([np.arange(3, 40), np.arange(149, 100, -2)])
    K = kernel_values(X, X, kernel)[np.ix_(some, some)]
    low, high, none = np.minimum(y[some], 0), np.maximum(y[some], 0), np.zeros(len(some))
    for gram in grams(X, kernel, True):
        if is_cached:
            gram.cache_values(2)
        b, gradient, *_ = gram.part(some).solve_exactly(
            np.arange(len(some)), y[some], low, high, none, None, None, 1e-3, 10**6
        )
        assert b.any()
        assert gradient == pytest.approx(y[some] - K @ b, abs=1e-9)


def test_a_part_of_rows_that_are_not_there_is_refused():
    gram = native.Gram.of_rows(np.eye(2), KERNELS[0], True, SIZE)
    with pytest.raises(ValueError, match="row has a value outside"):
        gram.part(np.array([0, 2]))
    ends = np.zeros(2), np.ones(2)
    with pytest.raises(ValueError, match="start is outside the bounds"):
        gram.solve_exactly(np.arange(2), np.ones(2), *ends, np.full(2, 3.0), None, None, 1e-3, 10)

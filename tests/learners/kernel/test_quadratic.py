import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from gnomon.learners.kernel.kernel_rows import KernelRows
from gnomon.learners.kernel.kernels import LinearKernel, RBFKernel
from gnomon.learners.kernel.quadratic import Quadratic, Start, bias_of, gap_of, solve, warm_start


def problem_of(n, C, seed=0, bias=None):
    random = np.random.default_rng(seed)
    X, y = random.normal(size=(n, 2)), np.where(random.random(n) < 0.5, 1.0, -1.0)
    y[:2] = [1.0, -1.0]
    return X, Quadratic(np.arange(n), y, np.minimum(C * y, 0), np.maximum(C * y, 0), bias)


@pytest.mark.parametrize("bias", [None, 0.3])
def test_the_maximum_is_that_of_a_general_solver(bias):
    X, problem = problem_of(25, 2.0, bias=bias)
    rows = KernelRows(RBFKernel(0.5), X, free_bias=bias is None)
    K = RBFKernel(0.5)(X)
    shift = bias or 0.0
    general = minimize(
        lambda b: b @ K @ b / 2 - (problem.linear - shift) @ b,
        np.zeros(25),
        jac=lambda b: K @ b - problem.linear + shift,
        bounds=list(zip(problem.low, problem.high)),
        constraints=[{"type": "eq", "fun": np.sum, "jac": np.ones_like}] if bias is None else [],
        method="SLSQP",
        options={"ftol": 1e-14, "maxiter": 500},
    )
    result = solve(rows, problem, Start(np.zeros(25)), tol=1e-3)
    assert K @ result.b == pytest.approx(K @ general.x, abs=1e-5)
    assert result.value - shift * result.b.sum() >= -general.fun - 1e-9
    assert result.square == pytest.approx(result.b @ K @ result.b)


@settings(max_examples=30, deadline=None)
@given(
    n=st.integers(2, 60),
    C=st.sampled_from([1e-2, 1.0, 1e2]),
    gamma=st.sampled_from([1e-4, 0.1, 10.0]),
    seed=st.integers(0, 2**16),
)
def test_small_problems_are_solved_to_the_last_digits(n, C, gamma, seed):
    X, problem = problem_of(n, C, seed)
    result = solve(KernelRows(RBFKernel(gamma), X), problem, Start(np.zeros(n)), tol=1e-3)
    gradient = problem.linear - RBFKernel(gamma)(X) @ result.b
    assert gradient == pytest.approx(result.gradient, abs=1e-9 * max(1.0, C))
    assert result.gap == pytest.approx(max(gap_of(problem, result.b, result.gradient), 0.0))
    assert result.gap <= 1e-8 * max(1.0, C)


@pytest.mark.parametrize("C", [0.5, 3.0])
def test_a_start_from_another_C_ends_at_the_same_maximum(C):
    X, first = problem_of(80, 1.0)
    rows = KernelRows(LinearKernel(), X)
    other = solve(rows, first, Start(np.zeros(80)), tol=1e-3)
    _, problem = problem_of(80, C)
    begin = warm_start(other, problem)
    assert ((problem.low <= begin.b) & (begin.b <= problem.high)).all()
    assert begin.gradient == pytest.approx(problem.linear - LinearKernel()(X) @ begin.b, abs=1e-9)
    cold, warm = (solve(rows, problem, start, tol=1e-3) for start in (Start(np.zeros(80)), begin))
    assert warm.gradient == pytest.approx(cold.gradient, abs=1e-8)


def test_without_a_place_off_its_bounds_the_bias_is_the_middle_of_what_is_allowed():
    problem = Quadratic(np.arange(2), np.array([1.0, -1.0]), np.array([0.0, -1.0]), np.array([1.0, 0.0]))
    assert bias_of(problem, np.array([1.0, -1.0]), np.array([0.5, -0.1])) == pytest.approx(0.2)
    assert bias_of(problem, np.zeros(2), np.array([1.0, -1.0])) == pytest.approx(0.0)


def test_a_limit_of_steps_is_kept():
    X, problem = problem_of(200, 10.0)
    result = solve(KernelRows(RBFKernel(1.0), X), problem, Start(np.zeros(200)), tol=1e-6, max_iter=7)
    assert result.steps == 7
    assert result.gap > 1e-6

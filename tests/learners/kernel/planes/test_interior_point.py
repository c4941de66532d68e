import numpy as np
import pytest
from scipy.optimize import minimize

from gnomon.learners.kernel.planes.dual_coordinate_descent import dual_coordinate_descent
from gnomon.learners.kernel.planes.interior_point import HingeProblem, interior_point


def hinge_problem(n=40, d=3, scale=1.0, seed=0):
    random = np.random.default_rng(seed)
    X = random.normal(size=(n, d)) * scale
    side = np.where(X[:, 0] / scale + 0.5 * random.normal(size=n) > 0, 1.0, -1.0)
    return HingeProblem(X, side, np.ones(n), random.uniform(0.5, 2.0, n), 1.0)


def test_it_finds_the_optimum_of_a_general_solver():
    problem = hinge_problem()
    n = len(problem.side)
    rows = np.column_stack([problem.X, np.ones(n)]) * problem.side[:, None]
    H = rows @ rows.T
    result = minimize(
        lambda a: a @ H @ a / 2 - a.sum(),
        problem.C / 2,
        jac=lambda a: H @ a - 1,
        bounds=[(0, c) for c in problem.C],
        method="L-BFGS-B",
        options={"ftol": 1e-15, "gtol": 1e-9, "maxiter": 10_000},
    )
    fit = interior_point(problem, 1e-5)
    assert fit.converged
    assert fit.primal == pytest.approx(-result.fun, rel=1e-6)
    assert fit.dual <= fit.primal


@pytest.mark.parametrize("scale", [1e-3, 1.0, 1e3])
def test_it_needs_few_steps_whatever_the_scale(scale):
    fit = interior_point(hinge_problem(200, 4, scale), 1e-4)
    assert fit.converged
    assert fit.gap < 1e-6
    assert len(fit.history) < 60


def test_it_agrees_with_descent_over_the_rows():
    problem = hinge_problem(100, 5)
    by_rows = dual_coordinate_descent(problem, squared=False, tol=1e-9, max_iter=100_000, seed=0)
    by_columns = interior_point(problem, 1e-5)
    np.testing.assert_allclose(by_columns.w, by_rows.w, atol=1e-4)
    assert by_rows.gap < 1e-8


def test_a_correction_that_leads_round_in_circles_is_left_out():
    random = np.random.default_rng(134)
    X = random.normal(size=(30, 3)) * random.uniform(0.1, 10, size=3)
    side = np.where(X[:, 0] + random.normal(size=30) > 0, 1.0, -1.0)
    fit = interior_point(HingeProblem(X, side, np.ones(30), np.full(30, 2.0), 1.0), 1e-4)
    assert fit.converged
    assert fit.gap < 1e-8


def random_problem(random):
    """Columns of very different sizes, at any C."""
    n, d = int(random.integers(5, 80)), int(random.integers(1, 8))
    X = random.normal(size=(n, d)) * 10 ** random.uniform(-2, 2, size=d)
    noise = random.normal() * 10 ** random.uniform(-2, 1)
    side = np.where(X @ random.normal(size=d) + noise * random.normal(size=n) > 0, 1.0, -1.0)
    return HingeProblem(X, side, np.ones(n), np.full(n, 10 ** random.uniform(-3, 3)), 1.0)


def test_slow_steps_are_not_taken_for_the_end():
    random = np.random.default_rng(1)
    problems = [random_problem(random) for _ in range(400)]
    fits = [interior_point(each, 1e-4) for each in problems]
    assert all(fit.converged for fit in fits)
    assert max(fit.gap for fit in fits) < 1e-6

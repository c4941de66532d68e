import numpy as np
import pytest
import scipy.sparse

from gnomon.learners.kernel.planes.squared_loss import (
    SquaredProblem,
    has_hessian,
    minimize,
    squared_epsilon_insensitive,
    squared_hinge,
    weighted_products,
)


def squared_problem(n=60, d=4, seed=0, **options):
    random = np.random.default_rng(seed)
    X = random.normal(size=(n, d))
    side = np.where(X[:, 0] + 0.5 * random.normal(size=n) > 0, 1.0, -1.0)
    arguments = {
        "X": X,
        "target": side,
        "C": random.uniform(0.5, 2, n),
        "residual": squared_hinge,
        "bias": 1.0,
    }
    return SquaredProblem(**arguments | options)


def test_the_gradient_is_zero_at_the_end_to_rounding():
    problem = squared_problem()
    fit = minimize(problem, None, 1e-4, 100)
    w = np.append(fit.w, fit.b)
    gradient = w - problem.loss_gradient(problem.rho(problem.scores(w)))
    assert fit.converged
    assert np.abs(gradient).max() < 1e-10
    assert fit.gap < 1e-12


def test_a_start_changes_the_steps_and_not_the_solution():
    problem = squared_problem()
    cold, warm = minimize(problem, None, 1e-4, 100), minimize(problem, np.full(5, 3.0), 1e-4, 100)
    np.testing.assert_allclose(warm.w, cold.w, rtol=1e-9)
    assert len(minimize(problem, np.append(cold.w, cold.b), 1e-4, 100).history) <= 2


def test_many_rows_start_from_a_sample_of_them():
    problem = squared_problem(25_000, 3)
    fit = minimize(problem, None, 1e-4, 100)
    assert len(fit.history) <= 6
    assert fit.gap < 1e-12


def test_products_of_sparse_rows_are_those_of_dense_ones():
    X, weight = np.random.default_rng(0).normal(size=(9, 3)), np.arange(9.0)
    dense, sparse = (weighted_products(each, weight, 2.0) for each in (X, scipy.sparse.csr_matrix(X)))
    rows = np.column_stack([X, np.full(9, 2.0)])
    np.testing.assert_allclose(dense, np.eye(4) + (rows.T * weight) @ rows, atol=1e-12)
    np.testing.assert_allclose(sparse, dense, atol=1e-12)


def with_huge_rows(seed):
    problem = squared_problem(300, 4, seed)
    X = problem.X.copy()
    X[:3] = 1e9 * problem.target[:3, None] * np.abs(X[:3])
    return squared_problem(300, 4, seed, X=X)


def test_rows_so_huge_that_steps_end_early_are_not_called_the_end():
    fits = [minimize(with_huge_rows(seed), None, 1e-4, 100) for seed in range(12)]
    assert all(fit.gap < 1e-9 for fit in fits if fit.converged)
    assert 6 <= sum(fit.converged for fit in fits) < 12


def sparse_problem(C=1.0, dtype=np.float64):
    random = np.random.default_rng(3)
    X = scipy.sparse.random_array((600, 300), density=0.05, format="csr", rng=random, dtype=dtype)
    # Columns of very different sizes, and some without any value.
    X = scipy.sparse.csr_matrix(X @ scipy.sparse.diags_array(random.choice([0.0, 0.01, 1.0, 30.0], 300)))
    side = np.where(X @ (np.arange(300) < 40.0) + random.normal(size=600) > 0.5, 1.0, -1.0)
    return SquaredProblem(X.astype(dtype), side, np.full(600, C), squared_hinge, 1.0)


@pytest.mark.parametrize("C", [0.01, 1.0, 1000.0])
def test_products_alone_find_the_plane_of_the_whole_system(C):
    problem = sparse_problem(C)
    whole = SquaredProblem(problem.X.toarray(), problem.target, problem.C, squared_hinge, 1.0)
    by_products, exact = minimize(problem, None, 1e-6, 100), minimize(whole, None, 1e-6, 100)
    assert not has_hessian(problem.X)
    assert by_products.converged
    assert by_products.gap < 1e-9
    assert by_products.primal == pytest.approx(exact.primal, rel=1e-10)
    np.testing.assert_allclose(by_products.w, exact.w, atol=1e-4 * np.abs(exact.w).max())


def test_single_precision_and_wide_places_give_the_same_plane():
    problem, short = sparse_problem(), sparse_problem(dtype=np.float32)
    wide = scipy.sparse.csr_matrix(problem.X)
    wide.indices, wide.indptr = wide.indices.astype(np.int64), wide.indptr.astype(np.int64)
    fit = minimize(problem, None, 1e-6, 100)
    same = minimize(SquaredProblem(wide, problem.target, problem.C, squared_hinge, 1.0), None, 1e-6, 100)
    assert np.array_equal(same.w, fit.w)
    assert minimize(short, None, 1e-6, 100).primal == pytest.approx(fit.primal, rel=1e-5)


def test_a_warm_start_for_products_ends_at_once():
    problem = sparse_problem()
    cold = minimize(problem, None, 1e-4, 100)
    assert len(minimize(problem, np.append(cold.w, cold.b), 1e-4, 100).history) <= 3


@pytest.mark.parametrize("width", [0.0, 0.5])
def test_a_tube_of_no_width_is_ridge_regression(width):
    random = np.random.default_rng(0)
    X, y = random.normal(size=(40, 3)), random.normal(size=40)
    fit = minimize(
        SquaredProblem(X, y, np.ones(40), squared_epsilon_insensitive(width), 0.0), None, 1e-4, 100
    )
    if width == 0:
        np.testing.assert_allclose(fit.w, np.linalg.solve(X.T @ X + np.eye(3) / 2, X.T @ y), atol=1e-12)
    assert fit.gap < 1e-10

import numpy as np
import pytest

from gnomon.learners.linear.active_set import solve_by_homotopy, solve_by_signs


def problem(n_rows, n_columns, seed=0):
    random = np.random.default_rng(seed)
    X = random.normal(size=(n_rows, n_columns))
    y = X[:, :3] @ [2.0, -1.0, 0.5] + random.normal(size=n_rows)
    return X.T @ X / n_rows, X.T @ y / n_rows


def certify(gram, cross, w, l1, l2):
    gradient = cross - gram @ w - l2 * w
    np.testing.assert_allclose(gradient[w != 0], l1 * np.sign(w[w != 0]), atol=1e-8)
    assert (np.abs(gradient) <= l1 + 1e-8).all()


@pytest.mark.parametrize(("n_rows", "n_columns"), [(100, 10), (20, 60), (2, 5)])
@pytest.mark.parametrize("l1", [1.0, 0.1, 1e-3])
@pytest.mark.parametrize("l2", [0.0, 0.1])
def test_without_a_guess_the_solution_has_the_certificate(n_rows, n_columns, l1, l2):
    gram, cross = problem(n_rows, n_columns)
    coefficients = solve_by_homotopy(gram, cross, np.array([l1, l2]))
    certify(gram, cross, coefficients, l1, l2)


def test_dependent_columns_of_a_guess_are_thinned_out():
    gram, cross = problem(50, 4)
    twice = np.block([[gram, gram], [gram, gram]])
    coefficients = solve_by_signs(twice, np.tile(cross, 2), np.tile(np.sign(cross), 2), np.array([0.1, 0.0]))
    certify(twice, np.tile(cross, 2), coefficients, 0.1, 0.0)


def test_scales_of_columns_do_not_matter():
    gram, cross = problem(50, 4)
    scale = np.array([1e-6, 1.0, 1e6, 1.0])
    coefficients = solve_by_homotopy(gram * np.outer(scale, scale), cross * scale, np.array([1e-9, 0.0]))
    np.testing.assert_allclose(coefficients * scale, np.linalg.solve(gram, cross), rtol=1e-2)


def test_without_an_l1_penalty_collinear_columns_are_solved_too():
    gram, cross = problem(50, 4)
    twice = np.block([[gram, gram], [gram, gram]])
    coefficients = solve_by_signs(twice, np.tile(cross, 2), np.zeros(8), np.zeros(2))
    np.testing.assert_allclose(coefficients[:4] + coefficients[4:], np.linalg.solve(gram, cross))


def test_positive_coefficients_only():
    gram, cross = problem(50, 4)
    coefficients = solve_by_homotopy(gram, cross, np.array([0.01, 0.0]), positive=True)
    assert (coefficients >= 0).all()
    assert ((cross - gram @ coefficients)[coefficients == 0] <= 0.01 + 1e-9).all()

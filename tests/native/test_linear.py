import numpy as np
import pytest
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon import native
from tests.native import twins_linear as twins


@pytest.mark.parametrize("n", [0, 1, 7, 64, 5000, 70_001])
def test_logistic_terms_are_those_of_the_twin_for_any_number_of_threads(n):
    random = np.random.default_rng(n)
    scores, y, weight = random.normal(size=n) * 20, random.integers(2, size=n) * 1.0, random.random(n)
    loss, slope, curvature = native.logistic_terms(scores, y, weight, 1)
    expected = twins.logistic_terms(scores, y, weight)
    assert loss == pytest.approx(expected[0], rel=1e-13)
    np.testing.assert_allclose(slope, expected[1], rtol=1e-13, atol=1e-15)
    np.testing.assert_allclose(curvature, expected[2], rtol=1e-12, atol=0)
    again = native.logistic_terms(scores, y, weight, 3)
    assert loss == again[0]
    np.testing.assert_array_equal(slope, again[1])
    np.testing.assert_array_equal(curvature, again[2])


@given(st.lists(st.floats(-700, 700), min_size=1, max_size=20))
@settings(max_examples=100, deadline=None)
def test_every_score_has_its_loss_to_the_last_digits(scores):
    for y in (0.0, 1.0):
        for score in scores:
            loss = native.logistic_terms(np.array([score]), np.array([y]), np.ones(1), 1)[0]
            assert loss == pytest.approx(
                np.logaddexp(0, -score if y else score), rel=4e-15, abs=2e-16 * abs(score)
            )


def test_scores_beyond_all_exponentials_have_a_finite_loss():
    scores = np.array([1e6, -1e6, 1e300, -1e300])
    loss, slope, curvature = native.logistic_terms(scores, np.zeros(4), np.ones(4), 1)
    assert loss == 1e300
    np.testing.assert_allclose(slope, [1, 0, 1, 0], atol=1e-300)
    np.testing.assert_allclose(curvature, 0, atol=1e-300)


@pytest.mark.parametrize("width", [1, 2, 3, 4, 7, 8, 9, 15, 20, 33, 65])
def test_a_sparse_product_is_that_of_the_twin(width):
    random = np.random.default_rng(width)
    S = scipy.sparse.random(300, 40, density=0.1, format="csr", random_state=1)
    B = random.normal(size=(40, width))
    arguments = S.data, S.indices, S.indptr, B
    solution = native.sparse_product(*arguments, 1)
    np.testing.assert_allclose(solution, twins.sparse_product(*arguments), rtol=1e-13, atol=1e-14)
    np.testing.assert_array_equal(solution, native.sparse_product(*arguments, 3))


def test_sparse_rows_that_point_outside_are_refused():
    values, begin, B = np.ones(2), np.array([0, 1, 2], dtype=np.int32), np.ones((3, 2))
    with pytest.raises(ValueError, match="columns has a value outside"):
        native.sparse_product(values, np.array([0, 3], dtype=np.int32), begin, B, 1)
    with pytest.raises(ValueError, match="begin does not span the values"):
        native.sparse_product(values, np.array([0, 1], dtype=np.int32), begin[:2], B, 1)
    with pytest.raises(ValueError, match="begin decreases at row 1"):
        native.sparse_product(
            values, np.array([0, 1], dtype=np.int32), np.array([0, 3, 2], dtype=np.int32), B, 1
        )


def many_classes(n=90, d=5, n_classes=4, seed=0):
    random = np.random.default_rng(seed)
    X = random.normal(size=(n, d)) * 10.0 ** random.integers(-1, 2, d) + 3
    codes = np.concatenate([np.arange(n_classes), random.integers(n_classes, size=n - n_classes)])
    return X, codes, random.uniform(0, 2, n) * (random.random(n) < 0.9)


def solve_softmax(X, codes, weight, l2, has_constant, n_classes, max_iter=1000):
    start, spread = np.zeros((n_classes, X.shape[1] + 1)), np.sqrt((X**2).mean(axis=0))
    return native.softmax_minimum(X, codes, weight, l2, has_constant, start, spread, 1e-10, 1e-7, max_iter)


@pytest.mark.parametrize("has_constant", [True, False])
@pytest.mark.parametrize("l2", [0.01, 10.0])
@pytest.mark.parametrize(("n", "d", "n_classes"), [(90, 5, 4), (41, 1, 3), (64, 9, 2), (150, 12, 7)])
def test_the_minimum_of_the_softmax_loss_is_the_twins(has_constant, l2, n, d, n_classes):
    X, codes, weight = many_classes(n, d, n_classes)
    theta, history, max_gradient, steps, converged = solve_softmax(
        X, codes, weight, l2, has_constant, n_classes
    )
    expected = twins.softmax_minimum(X, codes, weight, l2, has_constant, n_classes)
    np.testing.assert_allclose(theta[:, :-1], expected[:, :-1], atol=1e-6)
    constants = expected[:, -1] - expected[:, -1].mean()
    np.testing.assert_allclose(theta[:, -1] - theta[:, -1].mean(), constants * has_constant, atol=1e-6)
    assert converged
    assert max_gradient <= 1e-10 or history[-1] == history[-2]
    assert (np.diff(history) <= 0).all()
    assert len(history) == steps + 1


def test_max_iter_limits_the_softmax_steps():
    X, codes, weight = many_classes()
    _, history, max_gradient, steps, converged = solve_softmax(X, codes, weight, 0.01, True, 4, max_iter=3)
    assert (len(history), steps, converged) == (4, 3, False)
    assert max_gradient > 1e-10


def test_columns_far_from_zero_cost_no_more_softmax_steps():
    X, codes, weight = many_classes()
    near, far = (solve_softmax(X + shift, codes, weight, 1.0, True, 4) for shift in (0.0, 1e4))
    np.testing.assert_allclose(near[0][:, :-1], far[0][:, :-1], atol=1e-5)
    assert far[3] <= 2 * near[3]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"X": np.full((3, 2), np.nan)}, "NaN or infinite"),
        ({"codes": np.array([0, 1, 2])}, "codes has a value outside"),
        ({"weight": np.zeros(3)}, "all weights are 0"),
        ({"weight": np.array([1.0, -1.0, 1.0])}, "a weight is below 0"),
        ({"start": np.zeros((2, 2))}, "a row of start has 2 items"),
        ({"start": np.zeros((1, 3))}, "two classes"),
        ({"spread": np.zeros(2)}, "spread"),
        ({"l2": np.inf}, "l2"),
    ],
)
def test_wrong_arguments_of_the_softmax_minimum_are_refused(change, message):
    arguments = {
        "X": np.ones((3, 2)),
        "codes": np.array([0, 1, 0]),
        "weight": np.ones(3),
        "l2": 1.0,
        "has_constant": True,
        "start": np.zeros((2, 3)),
        "spread": np.ones(2),
        "tolerance": 1e-9,
        "rounding": 1e-7,
        "max_iter": 10,
    }
    with pytest.raises(ValueError, match=message):
        native.softmax_minimum(**arguments | change)


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 8, 13, 64, 65, 100])
def test_a_positive_system_is_solved_as_its_twin_is(n):
    random = np.random.default_rng(n)
    rows = random.normal(size=(2 * n, n)) * 10.0 ** random.integers(-6, 6, n)
    system, right = rows.T @ rows, random.normal(size=n)
    solution = native.solve_positive_definite(system, right, 1e-14)
    scale = np.sqrt(np.diag(system))
    np.testing.assert_allclose(
        solution * scale, twins.solve_positive_definite(system, right, 1e-14) * scale, rtol=1e-6
    )
    np.testing.assert_array_equal(solution, native.solve_positive_definite(np.triu(system), right, 1e-14))


@pytest.mark.parametrize("system", [np.diag([1.0, -1.0]), np.diag([1.0, np.nan]), np.ones((2, 2))])
def test_a_system_that_is_not_positive_has_no_solution(system):
    assert native.solve_positive_definite(system, np.ones(2), 0.0) is None


def test_systems_of_other_shapes_are_refused():
    with pytest.raises(ValueError, match="a row of system has 2 items"):
        native.solve_positive_definite(np.ones((3, 2)), np.ones(3), 0.0)
    with pytest.raises(ValueError, match="ridge"):
        native.solve_positive_definite(np.eye(2), np.ones(2), np.nan)

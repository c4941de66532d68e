import numpy as np
import pytest
import sklearn.linear_model

from gnomon.errors import NumericsWarning
from gnomon.learners.linear.ridge import Ridge


def sample(n_rows=200, n_columns=6, n_targets=None, seed=0):
    random = np.random.default_rng(seed)
    X = random.normal(size=(n_rows, n_columns)) * np.arange(1, n_columns + 1) + 10
    shape = (n_columns,) if n_targets is None else (n_columns, n_targets)
    y = X @ random.normal(size=shape) + 3
    return X, y + random.normal(size=y.shape)


@pytest.mark.parametrize("alpha", [0.0, 1e-3, 1.0, 1e4])
@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize("weighted", [True, False])
@pytest.mark.parametrize("n_targets", [None, 1, 3])
def test_it_agrees_with_scikit_learn(alpha, intercept, weighted, n_targets):
    X, y = sample(n_targets=n_targets)
    weight = np.random.default_rng(1).uniform(0, 2, len(X)) if weighted else None
    ours = Ridge(alpha, fit_intercept=intercept).fit(X, y, weight)
    theirs = sklearn.linear_model.Ridge(alpha, fit_intercept=intercept, solver="svd").fit(X, y, weight)
    np.testing.assert_allclose(ours.coef_, theirs.coef_, rtol=1e-9)
    np.testing.assert_allclose(ours.intercept_, theirs.intercept_, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(ours.predict(X), theirs.predict(X), rtol=1e-9)
    assert ours.coef_.shape == theirs.coef_.shape


def test_more_columns_than_the_spectrum_serves_give_the_same_answer():
    X, y = sample(700, 350)
    theirs = sklearn.linear_model.Ridge(2.0, solver="svd").fit(X, y)
    np.testing.assert_allclose(Ridge(2.0).fit(X, y).coef_, theirs.coef_, rtol=1e-7, atol=1e-10)


def test_badly_scaled_columns_keep_their_digits():
    X, y = sample()
    scale = 10.0 ** np.array([-9, 6, 0, 3, -4, 1])
    plain, scaled = Ridge(0.0).fit(X, y), Ridge(0.0).fit(X * scale, y)
    np.testing.assert_allclose(scaled.coef_ * scale, plain.coef_, rtol=1e-9)


def test_collinear_columns_without_a_penalty_warn_and_are_fitted():
    X, y = sample()
    X = np.column_stack([X, X[:, 0] + X[:, 1]])
    with pytest.warns(NumericsWarning, match="nearly collinear"):
        model = Ridge(0.0).fit(X, y)
    np.testing.assert_allclose(model.predict(X), Ridge(0.0).fit(X[:, :-1], y).predict(X[:, :-1]), rtol=1e-7)


def test_a_constant_column_gets_no_coefficient():
    X, y = sample()
    model = Ridge(0.0).fit(np.column_stack([X, np.full(len(X), 7.0)]), y)
    assert model.coef_[-1] == 0
    np.testing.assert_allclose(model.coef_[:-1], Ridge(0.0).fit(X, y).coef_, rtol=1e-9)


def test_shrinkage_grows_with_the_penalty():
    X, y = sample()
    sizes = [np.linalg.norm(Ridge(alpha).fit(X, y).coef_) for alpha in (0, 1, 10, 100, 1000)]
    assert sizes == sorted(sizes, reverse=True)


@pytest.fixture
def far_rows():
    random = np.random.default_rng(0)
    X = random.normal(size=(40, 3)) * [1, 5, 0.2] + [3, -20, 1]
    return X, X @ [1.0, -0.2, 3.0] + 4 + random.normal(size=40)


def test_the_slides_form_penalizes_the_intercept_and_every_row(far_rows):
    # w = (X'X + N lambda I)^-1 X't with a column of ones in X.
    X, y = far_rows
    design = np.column_stack([np.ones(len(y)), X])
    expected = np.linalg.solve(design.T @ design + len(y) * 0.1 * np.eye(4), design.T @ y)
    model = Ridge(0.1, penalize_intercept=True, per_row=True).fit(X, y)
    np.testing.assert_allclose([model.intercept_, *model.coef_], expected, rtol=1e-9)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"fit_intercept": False},
        {"penalize_intercept": True},
        {"per_row": True},
        {"per_row": True, "penalize_intercept": True},
    ],
)
@pytest.mark.parametrize("weighted", [True, False])
def test_leave_one_out_in_closed_form_is_that_of_refits(far_rows, options, weighted):
    X, y = far_rows
    weight = np.random.default_rng(3).integers(1, 4, size=len(y)).astype(float) if weighted else None
    learner = Ridge(2.0, **options)
    y_pred = learner.predict_left_out(X, y, weight)
    for row in (0, 17, 39):
        others = np.delete(np.arange(len(y)), row)
        model = Ridge(2.0, **options).fit(X[others], y[others], None if weight is None else weight[others])
        assert y_pred[row] == pytest.approx(model.predict(X[row : row + 1])[0], rel=1e-9)


@pytest.mark.parametrize("options", [{}, {"fit_intercept": False}, {"penalize_intercept": True}])
def test_degrees_of_freedom_are_the_trace_of_the_hat_matrix(far_rows, options):
    X, y = far_rows
    predicted = [Ridge(2.0, **options).fit(X, unit).predict(X) for unit in np.eye(len(y))]
    assert Ridge(2.0, **options).fit(X, y).degrees_of_freedom() == pytest.approx(np.trace(predicted))

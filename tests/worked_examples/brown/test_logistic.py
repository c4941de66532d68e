"""Worked examples of logistic regression: its probabilities, its loss, its gradient, and both descents."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.learners.linear.landscape import hyperplane_loss
from gnomon.learners.linear.logistic_loss import BinaryRows


def plane(w, t):
    """A model with these weights and threshold, as if fitted."""
    model = gn.LogisticRegression().fit([[0.0, 0.0], [1.0, 1.0]], [0, 1])
    model.coef_, model.intercept_ = np.array([w]), np.array([-t])
    return model


@pytest.mark.parametrize(
    ("w", "f", "label", "losses"),
    [((2.0, 3.0), 0.880797, 1, (2.126928, 0.126928)), ((2.0, -3.0), 0.0179862, 0, (0.018150, 4.018150))],
)
def test_probability_label_and_loss_of_the_self_test(w, f, label, losses):
    """Brown 2018, section 2.2.2 Logistic Regression."""
    model = plane(w, 7.0)
    x = [[3.0, 1.0]]
    assert model.predict_proba(x)[0, 1] == pytest.approx(f, abs=5e-7)
    assert model.predict(x)[0] == label
    np.testing.assert_allclose(-model.predict_log_proba(x)[0], losses, atol=5e-7)
    scores = model.decision_function(x)
    for y, loss in enumerate(losses):
        assert BinaryRows(np.array([float(y)]), np.ones(1)).loss(scores) == pytest.approx(loss, abs=5e-7)


def test_half_is_not_more_than_half():
    """Brown 2018, section 2.2.2 Logistic Regression."""
    assert plane((1.0, 0.0), 0.0).predict([[0.0, 5.0]])[0] == 0


def test_the_loss_at_the_wrong_extreme_grows_without_bound_and_is_no_nan():
    """Brown 2018, section 2.2.2 Logistic Regression."""
    assert BinaryRows(np.array([1.0]), np.ones(1)).loss(np.array([-1e6])) == 1e6
    assert BinaryRows(np.array([1.0]), np.ones(1)).loss(np.array([1e6])) == 0.0


def test_central_differences_agree_with_the_gradient():
    """Brown 2018, section 2.2.2 Logistic Regression."""
    random = np.random.default_rng(0)
    X, y = random.normal(size=(20, 3)), random.integers(2, size=20).astype(float)
    w, t, rows, step = random.normal(size=3), 0.4, BinaryRows(y, np.ones(20)), 1e-6
    residual = rows.residual(X @ w - t)

    def error(w, t):
        return rows.loss(X @ w - t)

    for j, unit in enumerate(np.eye(3) * step):
        assert (error(w + unit, t) - error(w - unit, t)) / (2 * step) == pytest.approx(
            residual @ X[:, j], rel=1e-6
        )
    assert (error(w, t + step) - error(w, t - step)) / (2 * step) == pytest.approx(-residual.sum(), rel=1e-6)


def test_one_step_of_each_descent_is_the_printed_one():
    """Brown 2018, section 2.2.2 Logistic Regression."""
    X, y = np.array([[1.0, 2.0], [3.0, -1.0]]), np.array([1, 0])
    batch = gn.LogisticRegression(C=np.inf, solver="gradient descent", learning_rate=0.1, max_iter=1)
    # f = 1/2 for both rows at w = 0, so w = 0.1 ((1/2) x_1 - (1/2) x_2) and t stays 0.
    np.testing.assert_allclose(
        batch.trace(X, y)[["0", "1", "constant"]].iloc[-1], [-0.1, 0.15, 0.0], atol=1e-15
    )
    rows = gn.LogisticRegression(C=np.inf, solver="sgd", learning_rate=0.1, max_iter=1).trace(X, y)
    np.testing.assert_allclose(rows[["0", "1", "constant"]].iloc[1], [0.05, 0.1, 0.05])
    f = 1 / (1 + np.exp(-(0.05 * 3 - 0.1 + 0.05)))
    expected = [0.05 - 0.1 * f * 3, 0.1 + 0.1 * f, 0.05 - 0.1 * f]
    np.testing.assert_allclose(rows[["0", "1", "constant"]].iloc[2], expected)


def test_a_descent_on_the_log_loss_ends_at_the_one_minimum_from_anywhere():
    """Brown 2018, section 2.2.2 Logistic Regression."""
    random = np.random.default_rng(1)
    X = random.normal(size=(60, 2))
    y = (X[:, 0] + random.normal(size=60) > 0).astype(int)
    ends = [
        gn.LogisticRegression(
            solver="gradient descent", learning_rate=0.02, max_iter=3000, init="random", random_state=seed
        )
        .fit(X, y)
        .coef_
        for seed in (0, 1)
    ]
    np.testing.assert_allclose(ends[0], ends[1], atol=1e-6)


def test_the_log_loss_of_a_certain_prediction_is_zero_or_unbounded():
    """Brown 2018, section 2.2.2 Logistic Regression."""
    true = np.array([1.0])
    assert BinaryRows(true, np.ones(1)).loss(np.array([40.0])) == pytest.approx(0, abs=1e-15)
    assert BinaryRows(true, np.ones(1)).loss(np.array([-1e300])) == 1e300


@pytest.mark.parametrize(("margin", "loss"), [(-1.0, 2.0), (0.0, 1.0), (0.5, 0.5), (1.0, 0.0), (2.0, 0.0)])
def test_the_hinge_loss_at_five_margins(margin, loss):
    """Brown 2018, section 4.3 SVM loss function and Learning Algorithm."""
    # A second row far on its own side has no loss.
    surface = hyperplane_loss([[margin], [-9.0]], [1, 0], [1.0], loss="hinge")
    assert surface(t=0.0) == pytest.approx(loss)

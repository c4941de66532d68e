import numpy as np
import pytest
from sklearn.metrics import hinge_loss, log_loss

from gnomon.errors import DataError, NumericsWarning, ParameterError
from gnomon.learners.linear.landscape import gradient_descent, hyperplane_loss, loss_landscape


def rows(seed=0):
    random = np.random.default_rng(seed)
    X = random.normal(size=(40, 2))
    return X, (X[:, 0] + 0.5 * random.normal(size=40) > 0).astype(int)


def test_losses_agree_with_scikit_learn():
    X, y = rows()
    w, b = np.array([2.0, -0.5]), 0.3
    scores = X @ w + b
    probability = 1 / (1 + np.exp(-scores))
    assert hyperplane_loss(X, y, w, b, loss="log")() == pytest.approx(40 * log_loss(y, probability))
    assert hyperplane_loss(X, y, w, b, loss="hinge")() == pytest.approx(40 * hinge_loss(y, scores))
    assert hyperplane_loss(X, y, w, b)() == np.mean((scores > 0) != y)
    assert hyperplane_loss(X, y, w, b, loss="errors")() == np.sum((scores > 0) != y)
    assert hyperplane_loss(X, y, w, b, loss="square")() == pytest.approx(np.sum((2 * y - 1 - scores) ** 2))


def test_a_weight_is_a_repetition():
    X, y = rows()
    weight = np.arange(40) % 3
    for loss in ("error", "errors", "log", "hinge", "square"):
        weighted = hyperplane_loss(X, y, [1.0, 1.0], loss=loss, weight=weight)(t=0.4)
        repeated = hyperplane_loss(X.repeat(weight, axis=0), y.repeat(weight), [1.0, 1.0], loss=loss)(t=0.4)
        assert weighted == pytest.approx(repeated)


def test_the_grid_holds_the_loss_of_each_point():
    X, y = rows()
    loss = hyperplane_loss(X, y, [1.0, 0.0], loss="log")
    surface = loss_landscape(loss, w1=[0.0, 1.0, 2.0], w2=[-1.0, 0.5])
    assert surface.values.shape == (3, 2)
    table = surface.frame()
    for line in table.itertuples():
        assert line.loss == loss(w1=line.w1, w2=line.w2)
    assert surface.minimum == table["loss"].min()


def test_all_tied_minima_are_listed():
    # Any threshold from 2 to below 5 is free of errors.
    loss = hyperplane_loss([[1.0], [2.0], [5.0]], [0, 0, 1], [1.0], loss="errors")
    surface = loss_landscape(loss, t=np.arange(0.0, 7.0))
    assert surface.minima()["t"].tolist() == [2.0, 3.0, 4.0]
    assert surface.minima(within=1.0)["t"].tolist() == [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]
    assert "the first of 3 that tie" in str(surface)


def test_the_log_loss_of_one_weight_has_one_valley_and_a_steeper_side():
    X, y = rows()
    surface = loss_landscape(hyperplane_loss(X, y, [3.0, 0.0], -0.1, loss="log"), w2=np.linspace(-2, 2, 41))
    turns = np.sign(np.diff(surface.values))
    assert (np.diff(turns) >= 0).all()
    assert len(surface.minima()) == 1


def test_a_descent_by_differences_is_that_of_the_gradient():
    def bowl(u, v):
        return (u - 1) ** 2 + 3 * (v + 2) ** 2 + u * v / 2

    def slope(u, v):
        return 2 * (u - 1) + v / 2, 6 * (v + 2) + u / 2

    a = gradient_descent(bowl, (4.0, 4.0), learning_rate=0.1)
    b = gradient_descent(bowl, (4.0, 4.0), learning_rate=0.1, gradient=slope)
    np.testing.assert_allclose(a.points[:50], b.points[:50], atol=1e-6)
    assert a.converged
    assert b.converged
    assert b.slope <= 1e-6
    assert (np.diff(b.losses) < 1e-12).all()
    assert b.frame().columns.tolist() == ["step", "w1", "w2", "loss"]
    assert len(b.frame()) == b.n_steps + 1


def test_the_descent_of_a_log_loss_ends_where_logistic_regression_does():
    from sklearn.linear_model import LogisticRegression

    X, y = rows()
    loss = hyperplane_loss(X, y, [0.0, 0.0], loss="log")
    way = gradient_descent(lambda u, v: loss(w1=u, w2=v), (0.0, 0.0), learning_rate=0.05, max_iter=5000)
    theirs = LogisticRegression(C=np.inf, fit_intercept=False, tol=1e-10).fit(X, y)
    np.testing.assert_allclose(way.points[-1], theirs.coef_[0], atol=1e-4)


def test_a_descent_that_is_not_done_or_runs_away_says_so():
    with pytest.warns(NumericsWarning, match="did not converge in 3 steps"):
        way = gradient_descent(lambda u: u**2, [1.0], max_iter=3)
    assert not way.converged
    assert way.n_steps == 3
    with pytest.raises(DataError, match="lower learning_rate"), np.errstate(all="ignore"):
        gradient_descent(lambda u: u**4, [10.0], learning_rate=10.0)


def test_bad_requests_are_refused():
    X, y = rows()
    with pytest.raises(ParameterError, match="1 or 2 parameters"):
        loss_landscape(lambda a, b, c: 0.0, a=[1], b=[1], c=[1])
    with pytest.raises(ParameterError, match="0 points"):
        loss_landscape(lambda a: 0.0, a=[])
    with pytest.raises(DataError, match=r"NaN at \{'a': 2\.0\}"):
        loss_landscape(lambda a: np.nan if a == 2 else 0.0, a=[1, 2])
    with pytest.raises(ParameterError, match="no parameter 'w3'"):
        hyperplane_loss(X, y, [1.0, 1.0])(w3=1.0)
    with pytest.raises(ParameterError, match="loss='zero'"):
        hyperplane_loss(X, y, [1.0, 1.0], loss="zero")
    with pytest.raises(DataError, match="1 classes"):
        hyperplane_loss(X, np.ones(40), [1.0, 1.0])
    with pytest.raises(DataError, match="do not match"):
        hyperplane_loss(X, y, [1.0])
    with pytest.raises(DataError, match="some of them positive"):
        hyperplane_loss(X, y, [1.0, 1.0], weight=np.zeros(40))
    with pytest.raises(ParameterError, match="learning_rate=0"):
        gradient_descent(lambda u: u, [1.0], learning_rate=0)

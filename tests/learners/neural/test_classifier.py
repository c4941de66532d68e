import math

import numpy as np
import pytest
from scipy.special import logit
from sklearn.linear_model import LogisticRegression

import gnomon as gn
from gnomon.errors import DataError, ParameterError

# Convergence of training is tested in test_multilayer.
pytestmark = pytest.mark.filterwarnings("ignore::gnomon.errors.NumericsWarning")

XOR = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])


@pytest.mark.parametrize("loss", ["log_loss", "squared_error"])
def test_logistic_units_learn_exclusive_or_which_no_line_does(loss):
    options = {
        "hidden_layer_sizes": 4,
        "activation": "logistic",
        "solver": "lbfgs",
        "alpha": 0.0,
        "loss": loss,
    }
    model = gn.MLPClassifier(max_iter=5000, tol=1e-5, **options).fit(XOR, [0, 1, 1, 0])
    assert model.predict(XOR).tolist() == [0, 1, 1, 0]
    options["hidden_layer_sizes"] = ()
    line = gn.MLPClassifier(max_iter=5000, tol=1e-5, **options).fit(XOR, [0, 1, 1, 0])
    np.testing.assert_allclose(line.predict_proba(XOR), 0.5, atol=1e-6)


def test_two_hidden_units_with_textbook_weights_are_exclusive_or():
    # One unit says "or", the other "and"; the output says "or but not and".
    weights = [[[20, 20], [20, 20]], [[20], [-20]]], [[-10, -30], [-10]]
    model = gn.MLPClassifier(
        hidden_layer_sizes=2, activation="logistic", solver="sgd", initial_weights=weights, scale=False
    )
    model.set_params(learning_rate_init=1e-9).fit(XOR, [0, 1, 1, 0])
    np.testing.assert_allclose(model.predict_proba(XOR)[:, 1], [0, 1, 1, 0], atol=1e-4)


@pytest.mark.parametrize("solver", ["lbfgs", "sgd", "adam"])
def test_two_hidden_units_trained_by_back_propagation_bound_a_band(solver):
    # The comparison network of Boser, Guyon & Vapnik (1992), figure 4: two lines where one cannot do.
    random = np.random.default_rng(0)
    X = random.uniform(-3, 3, size=(300, 2))
    y = np.abs(X[:, 0] + X[:, 1]) < 1.5
    X, y = X[np.abs(np.abs(X.sum(axis=1)) - 1.5) > 0.2], y[np.abs(np.abs(X.sum(axis=1)) - 1.5) > 0.2]
    options = {"activation": "logistic", "solver": solver, "random_state": 1, "max_iter": 3000}
    options |= {"learning_rate_init": 0.1, "tol": 1e-5, "alpha": 1e-3, "batch_size": 50}
    assert gn.MLPClassifier(hidden_layer_sizes=2, **options).fit(X, y).score(X, y) > 0.99
    assert gn.MLPClassifier(hidden_layer_sizes=1, **options).fit(X, y).score(X, y) < 0.9


def test_one_step_is_that_of_the_chain_rule_written_out():
    # Two inputs, two logistic hidden units, one logistic output, squared error; Rumelhart et al. (1986).
    x, t, rate = (0.05, 0.10), 1, 0.5
    w, b, v, c = [[0.15, 0.25], [0.20, 0.30]], [0.35, 0.35], [0.40, 0.45], 0.60

    def s(z):
        return 1 / (1 + math.exp(-z))

    h = [s(x[0] * w[0][j] + x[1] * w[1][j] + b[j]) for j in range(2)]
    o = s(h[0] * v[0] + h[1] * v[1] + c)
    delta = (o - t) * o * (1 - o)
    hidden = [delta * v[j] * h[j] * (1 - h[j]) for j in range(2)]
    model = gn.MLPClassifier(
        hidden_layer_sizes=2,
        activation="logistic",
        solver="sgd",
        loss="squared_error",
        momentum=0.0,
        alpha=0.0,
        learning_rate_init=rate,
        max_iter=1,
        scale=False,
        initial_weights=([w, [[v[0]], [v[1]]]], [b, [c]]),
    )
    model.partial_fit([x], [t], classes=[0, 1])
    for i in range(2):
        for j in range(2):
            assert model.coefs_[0][i, j] == pytest.approx(w[i][j] - rate * hidden[j] * x[i], rel=1e-14)
        assert model.coefs_[1][i, 0] == pytest.approx(v[i] - rate * delta * h[i], rel=1e-14)
        assert model.intercepts_[0][i] == pytest.approx(b[i] - rate * hidden[i], rel=1e-14)
    assert model.intercepts_[1][0] == pytest.approx(c - rate * delta, rel=1e-14)
    assert model.history_[0] == pytest.approx((o - t) ** 2 / 2)


def test_without_hidden_units_it_is_logistic_regression():
    random = np.random.default_rng(0)
    X = random.normal(size=(200, 3))
    for y in (X[:, 0] + random.normal(size=200) > 0, np.digitize(X[:, 0] + random.normal(size=200), [-1, 1])):
        options = {"hidden_layer_sizes": (), "solver": "lbfgs", "scale": False, "tol": 1e-9}
        ours = gn.MLPClassifier(alpha=2.0, max_iter=2000, **options).fit(X, y)
        peer = LogisticRegression(C=0.5, tol=1e-9, max_iter=5000).fit(X, y)
        np.testing.assert_allclose(ours.predict_proba(X), peer.predict_proba(X), atol=1e-5)


def shares_only(costs, counts, **options):
    """A network that sees no column: its outputs are the best for these shares of the classes."""
    y = np.repeat(np.arange(len(counts)), counts)
    options = {"hidden_layer_sizes": (), "solver": "lbfgs", "alpha": 0.0, "tol": 1e-10, **options}
    model = gn.MLPClassifier(costs=costs, max_iter=5000, **options).fit(np.zeros((len(y), 1)), y)
    return model.predict_proba([[0.0]])[0]


def test_if_every_error_costs_one_the_outputs_are_the_shares_of_the_classes():
    costs = 1 - np.eye(4)
    np.testing.assert_allclose(shares_only(costs, [10, 20, 30, 40]), [0.1, 0.2, 0.3, 0.4], atol=1e-6)


def test_under_costs_the_odds_of_two_classes_are_multiplied_by_their_ratio():
    outputs = shares_only([[0, 1], [9, 0]], [80, 20])
    assert logit(outputs[1]) == pytest.approx(logit(0.2) + np.log(9), abs=1e-6)


@pytest.mark.parametrize("loss", ["log_loss", "squared_error"])
@pytest.mark.parametrize("seed", range(5))
def test_the_largest_output_is_the_answer_that_costs_least(loss, seed):
    random = np.random.default_rng(seed)
    costs = random.uniform(0.5, 3, size=(4, 4)) * (1 - np.eye(4))
    counts = random.integers(10, 60, size=4)
    outputs = shares_only(costs, counts, loss=loss)
    expected = counts / counts.sum() @ costs
    assert outputs.argmax() == expected.argmin()
    seen = outputs > 1e-3
    factor = (1 - outputs[seen] if loss == "log_loss" else 1 / outputs[seen]) / expected[seen]
    np.testing.assert_allclose(factor, factor[0], rtol=1e-2)


def test_costs_lower_the_bill_on_new_rows():
    random = np.random.default_rng(0)
    y = random.integers(3, size=900)
    X = np.array([[0.0, 0.0], [1.5, 0.0], [0.0, 1.5]])[y] + random.normal(size=(900, 2))
    costs = np.array([[0, 1, 1], [10, 0, 10], [1, 1, 0]])
    options = {
        "hidden_layer_sizes": 5,
        "activation": "tanh",
        "solver": "lbfgs",
        "alpha": 3.0,
        "max_iter": 1000,
    }
    bills, recalls = [], []
    for given in (None, costs):
        predicted = gn.MLPClassifier(costs=given, **options).fit(X[:600], y[:600]).predict(X[600:])
        bills.append(costs[y[600:], predicted].mean())
        recalls.append(np.mean(predicted[y[600:] == 1] == 1))
    assert bills[1] < 0.7 * bills[0]
    assert recalls[1] > recalls[0]


@pytest.mark.parametrize(
    "costs",
    [np.ones((2, 2)), np.zeros((2, 2)), [[0, -1], [1, 0]], np.ones((3, 3)), [0, 1], [[0, np.nan], [1, 0]]],
)
def test_invalid_costs_are_refused(costs):
    with pytest.raises(ParameterError, match="costs must be 2 x 2"):
        gn.MLPClassifier(costs=costs).fit(XOR, [0, 1, 1, 0])


@pytest.mark.parametrize("classes", [["no", "yes"], [False, True], [-1.0, 1.0], ["a", "b", "c", "d"]])
def test_labels_of_any_kind_come_back(classes):
    y = np.array(classes)[np.arange(40) % len(classes)]
    X = np.eye(len(classes))[np.arange(40) % len(classes)]
    model = gn.MLPClassifier(learning_rate_init=0.01).fit(X, y)
    assert np.array_equal(model.predict(X), y)
    assert np.array_equal(model.classes_, classes)
    np.testing.assert_allclose(model.predict_proba(X).sum(axis=1), 1)
    np.testing.assert_allclose(np.exp(model.predict_log_proba(X)), model.predict_proba(X))


def test_a_thousand_classes_are_learned():
    y = np.repeat(np.arange(1000), 2)
    X = np.random.default_rng(0).normal(size=(1000, 20))[y]
    model = gn.MLPClassifier(hidden_layer_sizes=50, learning_rate_init=0.01, max_iter=15).fit(X, y)
    assert model.predict_proba(X[:3]).shape == (3, 1000)
    assert model.score(X, y) > 0.5


def test_later_parts_may_lack_a_class_but_bring_no_new_one():
    X = np.random.default_rng(0).normal(size=(10, 2))
    model = gn.MLPClassifier(hidden_layer_sizes=3).partial_fit(
        X, ["a"] * 5 + ["b"] * 5, classes=["a", "b", "c"]
    )
    model.partial_fit(X, ["c"] * 10)
    assert model.classes_.tolist() == ["a", "b", "c"]
    with pytest.raises(DataError, match="'z' is not one of the classes"):
        model.partial_fit(X, ["z"] * 10)


@pytest.mark.parametrize("weight", [None, [1.0, 1.0, 0.0, 0.0]])
def test_one_class_is_refused(weight):
    y = [1, 1, 1, 1] if weight is None else [1, 1, 2, 2]
    with pytest.raises(DataError, match="1 class"):
        gn.MLPClassifier().fit(XOR, y, sample_weight=weight)


def test_a_warm_start_with_other_classes_is_refused():
    model = gn.MLPClassifier(warm_start=True).fit(XOR, [0, 1, 1, 0])
    with pytest.raises(DataError, match=r"was fitted on the classes \[0, 1\]"):
        model.fit(XOR, [0, 2, 2, 0])


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_a_value_that_is_not_finite_is_named(value):
    X = XOR.copy()
    X[2, 1] = value
    with pytest.raises(DataError, match="column 1, row 2"):
        gn.MLPClassifier().fit(X, [0, 1, 1, 0])

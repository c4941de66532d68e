import numpy as np
import pytest
import scipy.sparse

import gnomon as gn
from gnomon.errors import ParameterError
from gnomon.learners.neural.gradient_check import gradient_check
from gnomon.learners.neural.network import Network

random = np.random.default_rng(0)
X = random.normal(size=(25, 3))
NUMBERS = X @ [1.0, -2.0, 0.5]
CLASSES = np.digitize(NUMBERS, [-1.0, 1.0])
COSTS = [[0, 1, 4], [2, 0, 1], [9, 3, 0]]


@pytest.mark.parametrize("activation", ["logistic", "tanh", "identity", "relu"])
@pytest.mark.parametrize("hidden", [(), (3,), (4, 2)])
def test_backpropagation_agrees_with_finite_differences(activation, hidden):
    options = {"hidden_layer_sizes": hidden, "activation": activation, "alpha": 0.3}
    weight = random.random(25)
    for model, y in [
        (gn.MLPRegressor(**options), NUMBERS),
        (gn.MLPRegressor(**options), np.column_stack([NUMBERS, NUMBERS**2])),
        (gn.MLPClassifier(**options), CLASSES > 0),
        (gn.MLPClassifier(loss="squared_error", **options), CLASSES > 0),
        (gn.MLPClassifier(costs=[[0, 1], [5, 0]], **options), CLASSES > 0),
        (gn.MLPClassifier(**options), CLASSES),
        (gn.MLPClassifier(loss="squared_error", **options), CLASSES),
        (gn.MLPClassifier(costs=COSTS, **options), CLASSES),
        (gn.MLPClassifier(costs=COSTS, loss="squared_error", **options), CLASSES),
    ]:
        assert gradient_check(model, X, y, weight).error < 1e-7


def test_sparse_rows_pass_too():
    model = gn.MLPClassifier(hidden_layer_sizes=4, activation="tanh")
    assert gradient_check(model, scipy.sparse.csr_array(X), CLASSES).agrees


@pytest.mark.filterwarnings("ignore::gnomon.errors.NumericsWarning")
def test_a_fitted_model_is_checked_at_its_weights_and_left_alone():
    model = gn.MLPClassifier(hidden_layer_sizes=4, activation="tanh", max_iter=20).fit(X, CLASSES)
    before, gradient = [each.copy() for each in model.coefs_], model.gradient_
    result = gradient_check(model, X, CLASSES)
    assert result.agrees
    assert np.abs(result.backpropagated).max() == pytest.approx(gradient)
    assert all(np.array_equal(a, b) for a, b in zip(before, model.coefs_, strict=True))
    assert not model.warm_start


def test_a_wrong_gradient_is_detected(monkeypatch):
    right = Network.backpropagate

    def wrong(self, rows, score_gradient):
        right(self, rows, score_gradient)
        self.gradient[2] *= 1.01

    monkeypatch.setattr(Network, "backpropagate", wrong)
    result = gradient_check(gn.MLPClassifier(hidden_layer_sizes=2, activation="tanh"), X, CLASSES)
    assert not result.agrees
    assert "do NOT agree" in str(result)
    table = result.frame()
    assert (table.backpropagated - table.finite_difference).abs().idxmax() == 2


def test_a_random_subset_of_many_weights_is_checked():
    result = gradient_check(gn.MLPClassifier(activation="tanh"), X, CLASSES, max_weights=20)
    assert len(result.weights) == 20
    assert result.agrees


def test_other_models_are_refused():
    with pytest.raises(ParameterError, match="GaussianNB"):
        gradient_check(gn.GaussianNB(), X, CLASSES)

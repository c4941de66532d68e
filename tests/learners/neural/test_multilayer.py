"""What both networks share: training, against scikit-learn's step for step, and its options."""

import numpy as np
import pytest
import scipy.sparse
import sklearn.neural_network
from sklearn.base import clone

import gnomon as gn
from gnomon.errors import DataError, NumericsWarning, ParameterError
from gnomon.learners.neural.training import Progress, Training, mean_loss
from gnomon.sharing.prepared import Rows

ignored = pytest.mark.filterwarnings("ignore::gnomon.errors.NumericsWarning")
random = np.random.default_rng(0)
X = random.normal(size=(120, 4))
NUMBERS = X[:, 0] * X[:, 1] + 0.1 * random.normal(size=120)
THREE = np.array(["a", "b", "c"])[np.digitize(NUMBERS, [-0.3, 0.3])]
TWO = THREE == "a"
PROBLEMS = [("Classifier", TWO), ("Classifier", THREE), ("Regressor", NUMBERS)]


def both(kind, y, weight=None, **options):
    """Our network and scikit-learn's, trained from the same weights with the same options."""
    options = {"hidden_layer_sizes": (7, 5), "shuffle": False, "tol": 0.0, "random_state": 0, **options}
    theirs = getattr(sklearn.neural_network, f"MLP{kind}")(**options, warm_start=True)
    passes = options.pop("max_iter")
    theirs.set_params(max_iter=1).fit(X, y, sample_weight=weight)
    weights = [each.copy() for each in theirs.coefs_], [each.copy() for each in theirs.intercepts_]
    theirs.set_params(max_iter=passes, learning_rate_init=options["learning_rate_init"])
    theirs.fit(X, y, sample_weight=weight)
    ours = getattr(gn, f"MLP{kind}")(**options, max_iter=passes, scale=False, initial_weights=weights)
    return ours.fit(X, y, sample_weight=weight), theirs


@ignored
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize(("kind", "y"), PROBLEMS)
@pytest.mark.parametrize("activation", ["relu", "tanh", "logistic", "identity"])
@pytest.mark.parametrize(
    "options",
    [
        {"solver": "adam", "learning_rate_init": 0.01, "batch_size": 30},
        {"solver": "sgd", "learning_rate_init": 0.05, "momentum": 0.7, "batch_size": 20, "alpha": 0.5},
        {"solver": "sgd", "learning_rate_init": 0.05, "nesterovs_momentum": False, "batch_size": 120},
    ],
)
def test_every_pass_is_that_of_scikit_learn(kind, y, activation, options):
    ours, theirs = both(kind, y, activation=activation, max_iter=12, **options)
    np.testing.assert_allclose(ours.history_, theirs.loss_curve_[-12:], rtol=1e-9)
    for mine, other in zip(ours.coefs_ + ours.intercepts_, theirs.coefs_ + theirs.intercepts_, strict=True):
        np.testing.assert_allclose(mine, other, rtol=1e-7, atol=1e-10)
    if kind == "Classifier":
        np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), rtol=1e-7)
    assert np.all(ours.predict(X) == theirs.predict(X)) or kind == "Regressor"


@ignored
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize(("kind", "y"), PROBLEMS)
def test_weights_are_those_of_scikit_learn_where_a_batch_holds_all_rows(kind, y):
    options = {"batch_size": 120, "learning_rate_init": 0.01, "max_iter": 10}
    ours, theirs = both(kind, y, np.arange(120) % 3 + 0.5, **options)
    np.testing.assert_allclose(ours.coefs_[0], theirs.coefs_[0], rtol=1e-7, atol=1e-10)


@ignored
@pytest.mark.parametrize(("kind", "y"), PROBLEMS)
@pytest.mark.parametrize("solver", ["adam", "sgd", "lbfgs"])
def test_a_weight_is_a_repetition_where_a_batch_holds_all_rows(kind, y, solver):
    times = np.arange(120) % 3
    model = getattr(gn, f"MLP{kind}")(hidden_layer_sizes=6, solver=solver, max_iter=30, batch_size=1000)
    model.set_params(activation="tanh")
    weighted = clone(model).fit(X, y, sample_weight=times)
    repeated = clone(model).fit(np.repeat(X, times, axis=0), np.repeat(y, times))
    np.testing.assert_allclose(weighted.coefs_[0], repeated.coefs_[0], rtol=1e-5, atol=1e-7)
    np.testing.assert_allclose(weighted.history_, repeated.history_, rtol=1e-7)


@ignored
def test_slopes_of_weighted_batches_average_to_that_of_the_whole():
    # Steps so short that the weights hardly move: one pass of batches adds up to steps on all rows.
    weight = np.exp(random.normal(size=120))
    options = {"solver": "sgd", "momentum": 0.0, "alpha": 0.0, "max_iter": 1, "hidden_layer_sizes": 3}
    whole = gn.MLPRegressor(batch_size=120, learning_rate_init=8e-7, **options).fit(X, NUMBERS, weight)
    parts = gn.MLPRegressor(batch_size=15, learning_rate_init=1e-7, **options).fit(X, NUMBERS, weight)
    start_training = gn.MLPRegressor(batch_size=120, learning_rate_init=1e-30, **options).fit(
        X, NUMBERS, weight
    )
    moved = whole.coefs_[0] - start_training.coefs_[0]
    np.testing.assert_allclose(parts.coefs_[0] - start_training.coefs_[0], moved, rtol=1e-4, atol=1e-12)


@ignored
@pytest.mark.parametrize("solver", ["adam", "sgd", "lbfgs"])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_sparse_rows_give_the_network_of_dense_ones(solver, dtype):
    table = np.where(np.abs(X) > 0.5, X, 0).astype(dtype)
    model = gn.MLPClassifier(hidden_layer_sizes=5, solver=solver, max_iter=15, batch_size=32)
    dense, sparse = (clone(model).fit(each, THREE) for each in (table, scipy.sparse.csr_array(table)))
    atol = 2e-3 if dtype == np.float32 else 1e-9
    np.testing.assert_allclose(
        sparse.predict_proba(scipy.sparse.csr_array(table)), dense.predict_proba(table), atol=atol
    )


@ignored
def test_float32_stays_float32_and_finds_about_the_same():
    model = gn.MLPClassifier(hidden_layer_sizes=5, max_iter=30)
    single = clone(model).fit(X.astype(np.float32), THREE)
    assert {each.dtype for each in single.coefs_ + single.intercepts_} == {np.dtype(np.float32)}
    assert single.predict_proba(X.astype(np.float32)).dtype == np.float32
    np.testing.assert_allclose(
        single.predict_proba(X.astype(np.float32)), clone(model).fit(X, THREE).predict_proba(X), atol=1e-4
    )


@ignored
@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_rows_of_another_precision_are_predicted_in_that_of_the_model(kind):
    other = np.float64 if kind is np.float32 else np.float32
    model = gn.MLPClassifier(hidden_layer_sizes=5, max_iter=10).fit(X.astype(kind), THREE)
    assert model.predict_proba(X.astype(other)).dtype == kind
    np.testing.assert_allclose(
        model.predict_proba(X.astype(other)), model.predict_proba(X.astype(kind)), atol=1e-5
    )


@ignored
def test_a_seed_fixes_the_network_and_another_changes_it():
    first, again, other = (
        gn.MLPClassifier(hidden_layer_sizes=5, batch_size=20, max_iter=5, random_state=seed).fit(X, THREE)
        for seed in (3, 3, 4)
    )
    assert np.array_equal(first.coefs_[0], again.coefs_[0])
    assert not np.allclose(first.coefs_[0], other.coefs_[0])


@ignored
@pytest.mark.parametrize(("kind", "y"), PROBLEMS)
@pytest.mark.parametrize("solver", ["adam", "sgd"])
def test_passes_one_by_one_are_the_passes_of_fit(kind, y, solver):
    model = getattr(gn, f"MLP{kind}")(hidden_layer_sizes=5, solver=solver, max_iter=4, shuffle=False)
    model.set_params(batch_size=50)
    whole, parts = clone(model).fit(X, y), clone(model)
    for _ in range(4):
        parts.partial_fit(X, y)
    np.testing.assert_allclose(parts.coefs_[0], whole.coefs_[0])
    np.testing.assert_allclose(parts.history_, whole.history_)
    assert parts.n_iter_ == 4


@ignored
@pytest.mark.parametrize("solver", ["adam", "sgd"])
def test_a_fit_between_passes_forgets_the_steps_before(solver):
    model = gn.MLPRegressor(hidden_layer_sizes=3, solver=solver, max_iter=2)
    model.partial_fit(X, NUMBERS).fit(X[:, :2], NUMBERS).partial_fit(X[:, :2], NUMBERS)
    fresh = clone(model).fit(X[:, :2], NUMBERS).partial_fit(X[:, :2], NUMBERS)
    assert np.array_equal(model.coefs_[0], fresh.coefs_[0])
    assert model.n_iter_ == 3


@ignored
def test_a_rate_set_between_passes_is_taken():
    model = gn.MLPRegressor(hidden_layer_sizes=3, solver="sgd", momentum=0.0).partial_fit(X, NUMBERS)
    before = model.coefs_[0]
    model.set_params(learning_rate_init=1e-30).partial_fit(X, NUMBERS)
    assert np.array_equal(model.coefs_[0], before)


@ignored
def test_a_warm_start_goes_on_from_the_weights_there_are():
    model = gn.MLPRegressor(hidden_layer_sizes=5, max_iter=50, warm_start=True).fit(X, NUMBERS)
    before = model.history_[-1]
    assert model.fit(X, NUMBERS).history_[0] < before


def test_early_stopping_keeps_the_pass_that_was_best_on_rows_held_out():
    noise = random.integers(2, size=120)
    options = {"hidden_layer_sizes": 50, "learning_rate_init": 0.02, "early_stopping": True}
    model = gn.MLPClassifier(validation_fraction=0.3, **options).fit(X, noise)
    best = model.held_out_history_.argmin()
    assert model.converged_
    assert best < model.n_iter_ - 1
    assert model.history_[-1] < model.history_[best]
    training, _ = clone(model).start_training(Rows(X, noise))
    training.network.set_weights(model.coefs_, model.intercepts_)
    held_out = mean_loss(training.network, training.held_out, training.loss)
    assert held_out == pytest.approx(model.held_out_history_[best])


def test_early_stopping_and_quasi_newton_steps_do_not_go_together():
    with pytest.raises(ParameterError, match="use 'adam' or 'sgd'"):
        gn.MLPRegressor(early_stopping=True, solver="lbfgs").fit(X, NUMBERS)


def test_rows_can_come_one_by_one():
    model = gn.MLPRegressor(hidden_layer_sizes=10, learning_rate_init=0.01, activation="tanh")
    wrong = []
    for _ in range(4):
        for row, number in zip(X, 3 * X[:, 0] + 1, strict=True):
            if hasattr(model, "coefs_"):
                wrong.append((model.predict([row])[0] - number) ** 2)
            model.partial_fit([row], [number])
    assert np.mean(wrong[-100:]) < 0.2 * np.mean(wrong[:100])


def test_stopping_at_a_nondifferentiable_point_warns(monkeypatch):
    monkeypatch.setattr(Training, "minimize", lambda self: Progress(history=[0.5, 0.4]))
    with pytest.warns(
        NumericsWarning, match=r"after 2 epochs at a loss of 0\.4 .*relu is not differentiable"
    ):
        gn.MLPClassifier(solver="lbfgs").fit(X, TWO)


def test_stopping_before_convergence_warns_once_with_advice():
    with pytest.warns(NumericsWarning, match="increase max_iter=3") as warning:
        model = gn.MLPRegressor(max_iter=3).fit(X, NUMBERS)
    assert len(warning) == 1
    assert not model.converged_
    assert model.n_iter_ == 3 == len(model.history_)


def test_quasi_newton_steps_converge():
    options = {"hidden_layer_sizes": 4, "activation": "tanh", "solver": "lbfgs", "alpha": 1.0}
    model = gn.MLPRegressor(tol=1e-6, max_iter=5000, **options).fit(X, NUMBERS)
    assert model.converged_
    assert model.gradient_ <= 1e-6
    assert np.all(np.diff(model.history_) <= 0)


@ignored
@pytest.mark.parametrize("solver", ["sgd", "adam", "lbfgs"])
def test_the_trace_shows_every_step_of_the_same_fit(solver):
    model = gn.MLPClassifier(hidden_layer_sizes=2, solver=solver, batch_size=50, max_iter=3, shuffle=False)
    steps = model.trace(X, TWO)
    fitted = gn.MLPClassifier(**model.get_params()).fit(X, TWO)
    assert steps["epoch"].tolist() == ([0, 1, 2, 3] if solver == "lbfgs" else [0, *np.repeat([1, 2, 3], 3)])
    assert steps["w1[3,1]"].iloc[-1] == fitted.coefs_[0][3, 1]
    assert steps["b2[0]"].iloc[-1] == fitted.intercepts_[1][0]
    if solver != "lbfgs":
        sizes = np.array([50, 50, 20])
        per_pass = steps["loss"].to_numpy()[1:].reshape(3, 3) @ sizes / 120
        np.testing.assert_allclose(per_pass, fitted.history_)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"hidden_layer_sizes": (3, 0)}, "hidden_layer_sizes"),
        ({"hidden_layer_sizes": 2.5}, "hidden_layer_sizes"),
        ({"batch_size": 0}, "batch_size"),
        ({"solver": "newton"}, "solver"),
        ({"initial_weights": ([np.ones((4, 2))], [np.ones(2)])}, r"needs \[\(4, 100\)"),
        ({"learning_rate_init": 1e200, "solver": "sgd", "scale": False}, "use scale=True"),
        ({"learning_rate_init": 1e200, "solver": "sgd"}, "smaller learning_rate_init"),
    ],
)
def test_bad_parameters_are_refused_by_name(options, words):
    with pytest.raises(ParameterError, match=words):
        gn.MLPRegressor(**options).fit(X, NUMBERS)


def test_too_few_rows_to_hold_any_out_are_refused():
    with pytest.raises(DataError, match="increase validation_fraction"):
        gn.MLPRegressor(early_stopping=True).fit(X[:5], NUMBERS[:5])


def test_quasi_newton_steps_cannot_learn_by_parts():
    with pytest.raises(ParameterError, match="use 'adam'"):
        gn.MLPRegressor(solver="lbfgs").partial_fit(X, NUMBERS)

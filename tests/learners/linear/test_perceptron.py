import warnings

import numpy as np
import pytest
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.linear_model import Perceptron as Peer

import gnomon as gn
from gnomon.errors import DataError, NumericsWarning, ParameterError
from gnomon.learners.linear.perceptron import Perceptron


def parted(seed=0, n_rows=60, gap=1.0):
    random = np.random.default_rng(seed)
    X = random.normal(size=(n_rows, 3))
    y = X @ [1.0, -2.0, 0.5] > 0.3
    X[y, 0] += gap
    return X, np.where(y, "yes", "no")


def mixed(seed=0):
    random = np.random.default_rng(seed)
    X = random.normal(size=(50, 2))
    return X, (X[:, 0] + random.normal(size=50) > 0).astype(int)


def test_it_is_scikit_learns_rule_without_a_shuffle():
    X, y = parted()
    ours = Perceptron(learning_rate=1.0, strict=True).fit(X, y)
    theirs = Peer(shuffle=False, tol=None, max_iter=ours.n_iter_, eta0=1.0).fit(X, y)
    np.testing.assert_allclose(ours.coef_, theirs.coef_, rtol=1e-12)
    np.testing.assert_allclose(ours.intercept_, theirs.intercept_, rtol=1e-12)
    assert ours.converged_
    assert ours.score(X, y) == 1


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10_000), strict=st.booleans())
def test_the_dual_form_makes_the_same_mistakes(seed, strict):
    X, y = parted(seed, n_rows=30)
    a, b = fitted_in_both_forms(X, y, strict=strict, max_iter=100)
    assert a.history_.tolist() == b.history_.tolist()
    np.testing.assert_allclose(a.coef_, b.coef_, rtol=1e-8, atol=1e-10)
    np.testing.assert_allclose(b.dual_coef_ @ X, b.coef_, rtol=1e-8, atol=1e-10)


@pytest.mark.parametrize("seed", range(5))
def test_steps_by_distance_are_the_same_in_both_forms(seed):
    # A few epochs: later, rounding decides the side of a row that an update put on the hyperplane.
    X, y = parted(seed, n_rows=30)
    a, b = fitted_in_both_forms(X, y, update="distance", max_iter=3)
    assert a.n_updates_ > 1
    np.testing.assert_allclose(a.coef_, b.coef_, rtol=1e-8)
    assert not np.allclose(a.coef_, Perceptron().fit(X, y).coef_)


def fitted_in_both_forms(X, y, **hyperparameters):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NumericsWarning)
        return [Perceptron(form=form, **hyperparameters).fit(X, y) for form in ("primal", "dual")]


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_no_more_mistakes_are_made_than_novikoff_allows(seed):
    X = np.random.default_rng(seed).normal(size=(60, 3))
    model = Perceptron(learning_rate=1.0, strict=True, fit_intercept=False)
    truth = np.where(X @ [1.0, -2.0, 0.5] > 0, 1, -1)
    unit = np.array([1.0, -2.0, 0.5]) / np.linalg.norm([1.0, -2.0, 0.5])
    far = np.abs(X @ unit) > 0.1
    X, truth = X[far], truth[far]
    bound = (np.linalg.norm(X, axis=1).max() / np.abs(X @ unit).min()) ** 2
    assert model.fit(X, truth).n_updates_ <= bound


def test_the_learning_rate_scales_the_weights_and_changes_no_prediction_from_a_start_at_zero():
    X, y = parted()
    slow, fast = Perceptron(learning_rate=0.25).fit(X, y), Perceptron(learning_rate=2.0).fit(X, y)
    np.testing.assert_allclose(8 * slow.coef_, fast.coef_)
    assert slow.n_updates_ == fast.n_updates_


def test_it_warns_once_without_convergence():
    X, y = mixed()
    with pytest.warns(NumericsWarning, match="did not converge in 20 epochs") as caught:
        model = Perceptron(max_iter=20).fit(X, y)
    assert len(caught) == 1
    assert not model.converged_
    assert model.n_iter_ == 20
    assert len(model.history_) == 20
    assert model.n_updates_ == model.history_.sum()


def test_an_oscillation_is_seen_and_named():
    task = gn.load("xor")
    with pytest.warns(NumericsWarning, match="oscillates"):
        model = Perceptron(max_iter=50).fit(task.X, task.y)
    assert model.period_.tolist() == [1]
    with pytest.warns(NumericsWarning, match="increase max_iter"):
        assert not Perceptron(max_iter=50, shuffle=True, random_state=0).fit(task.X, task.y).period_.any()


def test_the_averaged_weights_are_the_mean_over_all_visits():
    X, y = mixed()
    with pytest.warns(NumericsWarning):
        model = Perceptron(combine="averaged", max_iter=3, learning_rate=1.0).fit(X, y)
    steps = Perceptron(max_iter=3, learning_rate=1.0).trace(X, y).iloc[1:]
    np.testing.assert_allclose(model.coef_[0], steps[["0", "1"]].mean(), rtol=1e-10)
    np.testing.assert_allclose(model.intercept_, steps["constant"].mean(), rtol=1e-10)


def test_hyperplanes_vote_with_the_number_of_rows_they_survived():
    X, y = mixed()
    with pytest.warns(NumericsWarning):
        model = Perceptron(combine="voted", max_iter=3, learning_rate=1.0).fit(X, y)
    steps = Perceptron(max_iter=3, learning_rate=1.0).trace(X, y).iloc[1:]
    hyperplanes = steps[["0", "1"]].to_numpy(float), steps["constant"].to_numpy(float)
    votes = np.where(X @ hyperplanes[0].T + hyperplanes[1] > 0, 1, -1).mean(axis=1)
    np.testing.assert_allclose(model.decision_function(X), votes, atol=1e-12)
    assert not hasattr(model, "coef_")


@pytest.mark.parametrize("combine", ["last", "averaged", "voted"])
def test_epochs_by_partial_fit_are_those_of_fit(combine):
    X, y = mixed()
    whole, parts = Perceptron(combine=combine, max_iter=4), Perceptron(combine=combine)
    with pytest.warns(NumericsWarning):
        whole.fit(X, y)
    for _ in range(4):
        parts.partial_fit(X, y)
    np.testing.assert_allclose(whole.decision_function(X), parts.decision_function(X), atol=1e-10)
    assert whole.history_.tolist() == parts.history_.tolist()


def test_partial_fit_takes_rows_one_by_one_and_wants_the_classes_first():
    X, y = parted()
    model = Perceptron()
    for row in range(len(X)):
        model.partial_fit(X[row : row + 1], y[row : row + 1], classes=["no", "yes"])
    with pytest.warns(NumericsWarning):
        once = Perceptron(max_iter=1).fit(X, y)
    np.testing.assert_allclose(model.coef_, once.coef_)
    with pytest.raises(DataError, match="1 class"):
        Perceptron().partial_fit(X[:1], y[:1])
    with pytest.raises(DataError, match="'maybe' is new to partial_fit"):
        model.partial_fit(X[:1], ["maybe"])


def test_many_classes_have_a_hyperplane_each():
    task = gn.load("iris")
    X = (task.X - np.mean(task.X, axis=0)) / np.std(task.X, axis=0)
    with pytest.warns(NumericsWarning):
        mean = Perceptron(combine="averaged", max_iter=200).fit(X, task.y)
    with pytest.warns(NumericsWarning):
        voted = Perceptron(combine="voted", max_iter=200).fit(X, task.y)
    assert mean.coef_.shape == (3, 4)
    assert mean.score(X, task.y) > 0.92
    assert voted.score(X, task.y) > 0.96
    two = mean.fit(X[task.codes < 2], task.y[task.codes < 2])
    assert two.coef_.shape == (1, 4)


def test_sparse_rows_give_the_same_weights():
    X, y = parted()
    for combine in ("last", "averaged", "voted"):
        dense = Perceptron(combine=combine).fit(X, y)
        for kind in (np.float64, np.float32):
            sparse = Perceptron(combine=combine).fit(scipy.sparse.csr_matrix(X.astype(kind)), y)
            np.testing.assert_allclose(
                sparse.decision_function(X), dense.decision_function(X), rtol=1e-4, atol=1e-4
            )


def test_the_start_matters_and_can_be_given():
    X, y = parted()
    a = Perceptron(init="random", random_state=0).fit(X, y)
    b = Perceptron(init="random", random_state=1).fit(X, y)
    assert not np.allclose(a.coef_, b.coef_)
    assert a.score(X, y) == b.score(X, y) == 1
    again = Perceptron(init=(a.coef_, a.intercept_)).fit(X, y)
    assert again.n_updates_ == 0
    assert np.array_equal(again.coef_, a.coef_)
    with pytest.raises(ParameterError, match="init="):
        Perceptron(init=([1.0], 0.0)).fit(X, y)
    with pytest.raises(ParameterError, match="init='ones'"):
        Perceptron(init="ones").fit(X, y)


def test_the_same_seed_gives_the_same_order():
    X, y = mixed()
    with pytest.warns(NumericsWarning):
        a, b = (Perceptron(shuffle=True, random_state=3, max_iter=5).fit(X, y) for _ in range(2))
    assert np.array_equal(a.coef_, b.coef_)


def test_the_trace_ends_at_the_fitted_weights():
    X, y = parted()
    model = Perceptron(init="random", shuffle=True, random_state=5)
    steps = model.trace(X, y)
    fitted = model.fit(X, y)
    np.testing.assert_allclose(steps[["0", "1", "2"]].iloc[-1].astype(float), fitted.coef_[0], rtol=1e-10)
    assert (steps["amount"] != 0).sum() == fitted.n_updates_
    wrong = steps.iloc[1:]["truth"] != steps.iloc[1:]["predicted"]
    assert (wrong == (steps.iloc[1:]["amount"] != 0)).all()


@pytest.mark.parametrize("labels", [["a", "b"], [False, True], [-1, 1], [7.0, 9.0]])
def test_any_two_labels_will_do(labels):
    X, y = parted()
    y = np.array(labels)[(y == "yes").astype(int)]
    assert Perceptron().fit(X, y).score(X, y) == 1


def test_awkward_columns_are_no_trouble():
    X = np.random.default_rng(0).normal(size=(60, 3))
    y = X[:, 0] + X[:, 1] > 0
    wide = np.column_stack([X * 1e12, np.ones(len(X)), X[:, 0] * 1e12])
    assert Perceptron().fit(wide, y).score(wide, y) == 1
    few = Perceptron().fit(np.eye(3, 20), [0, 1, 0])
    assert few.predict(np.eye(3, 20)).tolist() == [0, 1, 0]


def test_bad_input_is_refused_with_a_way_out():
    X, y = parted()
    with pytest.raises(DataError, match="2 classes or more"):
        Perceptron().fit(X, ["yes"] * len(X))
    with pytest.raises(DataError, match="infinity"):
        Perceptron().fit(np.where(X[3, 1] == X, np.inf, X), y)
    with pytest.raises(DataError, match="too large for a float"):
        Perceptron(max_iter=3).fit(X * 1e307, y)
    with pytest.raises(DataError, match="form='primal'"):
        Perceptron(form="dual").fit(np.zeros((9000, 1)), np.arange(9000) % 2)
    with pytest.raises(DataError, match="select rows of two"):
        Perceptron().trace(np.eye(3), [0, 1, 2])


def test_a_task_with_weights_is_refused():
    X, y = parted()
    task = gn.Task(X, y, weight=np.ones(len(X)))
    with pytest.raises(gn.errors.DesignError, match="does not support sample weights"):
        gn.resample(task, Perceptron(), gn.k_fold(3))

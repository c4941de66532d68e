"""Recursive elimination."""

import numpy as np
import pytest
import sklearn.svm
from sklearn.feature_selection import RFE, RFECV
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.neighbors import KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeRegressor

from gnomon.errors import DesignError, ParameterError
from gnomon.features.select.elimination import RecursiveElimination
from gnomon.features.select.embedded import feature_importances
from gnomon.learners.kernel.svc import SVC
from gnomon.learners.neural.classifier import MLPClassifier


def rows(n=120, d=8, seed=0):
    random = np.random.default_rng(seed)
    X = random.normal(size=(n, d))
    return X, X @ np.linspace(2, 0, d) + random.normal(size=n)


@pytest.mark.parametrize("step", [1, 2, 0.3])
@pytest.mark.parametrize(
    "learner",
    [Ridge(), LogisticRegression(), sklearn.svm.SVC(kernel="linear"), DecisionTreeRegressor(random_state=0)],
    ids=repr,
)
def test_it_drops_as_scikit_learn_does(learner, step):
    X, y = rows()
    y = np.digitize(y, [-1, 1]) if hasattr(learner, "classes_") or "C" in learner.get_params() else y
    theirs = RFE(learner, n_features_to_select=3, step=step).fit(X, y)
    ours = RecursiveElimination(learner, n_features_to_select=3, step=step).fit(X, y)
    assert np.array_equal(ours.support_, theirs.support_)
    assert np.array_equal(ours.ranking_, theirs.ranking_)


def test_sizes_are_scored_inside_folds_as_scikit_learn_does():
    X, y = rows()
    theirs = RFECV(Ridge(), cv=4).fit(X, y)
    ours = RecursiveElimination(Ridge(), cv=4).fit(X, y)
    assert np.array_equal(ours.support_, theirs.support_)
    ours_by_size = ours.curve_.by_size()["score"]
    assert ours_by_size.to_numpy() == pytest.approx(theirs.cv_results_["mean_test_score"])


def test_one_model_a_step_is_trained():
    X, y = rows()
    assert RecursiveElimination(Ridge(), n_features_to_select=3).fit(X, y).n_models_ == 5
    assert RecursiveElimination(Ridge(), cv=4).fit(X, y).n_models_ == 7 + 4 * 8


def circle(n=150, d=5, seed=0):
    """Two columns whose distance from the middle decides, among noise: no line tells the classes apart."""
    random = np.random.default_rng(seed)
    X = random.normal(size=(n, d))
    return X, np.where(X[:, 1] ** 2 + X[:, 3] ** 2 > 1.5, "out", "in")


@pytest.mark.parametrize("machine", [SVC(C=10.0), sklearn.svm.SVC(C=10.0)], ids=["Gnomon", "scikit-learn"])
def test_a_kernel_machine_drops_the_columns_that_change_its_margin_least(machine):
    X, y = circle()
    found = RecursiveElimination(machine, n_features_to_select=2).fit(X, y)
    assert found.get_support(indices=True).tolist() == [1, 3]


def test_the_change_of_the_margin_of_a_linear_kernel_is_half_the_squared_weight():
    X, y = rows()
    labels = (y > 0).astype(int)
    linear = sklearn.svm.SVC(kernel="linear").fit(X, labels)
    as_powers = sklearn.svm.SVC(kernel="poly", degree=1, gamma=1.0).fit(X, labels)
    assert feature_importances(as_powers) == pytest.approx(linear.coef_[0] ** 2 / 2, rel=1e-2)


def test_both_libraries_machines_say_the_same_of_their_columns():
    X, y = circle()
    ours, theirs = SVC(C=2.0, gamma=0.3).fit(X, y), sklearn.svm.SVC(C=2.0, gamma=0.3, tol=1e-8).fit(X, y)
    assert feature_importances(ours) == pytest.approx(feature_importances(theirs), rel=1e-3)


@pytest.mark.filterwarnings("ignore::gnomon.errors.NumericsWarning")
def test_a_network_is_read_by_the_weights_of_its_first_layer():
    random = np.random.default_rng(0)
    X = random.normal(size=(300, 4))
    y = (2 * X[:, 1] + 2 * X[:, 2] > 0).astype(int)
    network = MLPClassifier(hidden_layer_sizes=(3,), random_state=0, max_iter=300)
    found = RecursiveElimination(network, n_features_to_select=2).fit(X, y)
    assert found.get_support(indices=True).tolist() == [1, 2]


def test_a_scaler_before_the_learner_puts_columns_on_one_scale():
    X, y = rows()
    X[:, 0] *= 1000
    scaled = make_pipeline(StandardScaler(), LinearRegression())
    assert RecursiveElimination(scaled, n_features_to_select=2).fit(X, y).support_[0]
    assert not RecursiveElimination(LinearRegression(), n_features_to_select=2).fit(X, y).support_[0]


def test_a_learner_that_says_nothing_of_columns_is_refused():
    X, y = rows()
    with pytest.raises(ParameterError, match="has no feature importances"):
        RecursiveElimination(KNeighborsRegressor()).fit(X, y)


def test_a_kernel_machine_of_three_classes_is_refused():
    X, y = rows()
    with pytest.raises(DesignError, match="two classes, and this has 3"):
        RecursiveElimination(sklearn.svm.SVC()).fit(X, np.digitize(y, [-1, 1]))


@pytest.mark.parametrize("step", [0, -1, 1.5, "one", True])
def test_a_step_that_is_none_is_refused(step):
    with pytest.raises(ParameterError, match="step="):
        RecursiveElimination(Ridge(), step=step).fit(*rows())

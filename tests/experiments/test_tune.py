import numpy as np
import pytest

import gnomon as gn
from gnomon.errors import ParameterError
from gnomon.experiments.halving import SuccessiveHalving
from gnomon.experiments.tune import tune

GRID = {"n_neighbors": [25, 9, 3, 1]}


@pytest.fixture(scope="module")
def task():
    return gn.datasets.make_moons(96, noise=0.3, random_state=2)


@pytest.fixture(scope="module")
def tuned(task):
    return tune(task, gn.KNeighborsClassifier(), GRID, outer=gn.k_fold(3), inner=gn.k_fold(4))


def test_the_model_is_the_setting_that_select_chooses_fitted_on_all_rows(task, tuned):
    path = gn.hyperparameter_grid(gn.KNeighborsClassifier(), GRID)
    chosen = gn.grid_search(task, path, gn.k_fold(4), "accuracy").learner
    assert tuned.setting == {"n_neighbors": chosen.n_neighbors}
    assert np.array_equal(tuned.model.predict(task.X), chosen.fit(task.X, task.y).predict(task.X))
    assert np.array_equal(tuned.predict(task.X), tuned.model.predict(task.X))


def test_the_ledger_comes_with_the_model(tuned):
    assert tuned.frame()["figure"].tolist() == ["training", "inner", "Tibshirani", "BBC-CV", "nested"]
    assert "in nested cross-validation" in str(tuned)
    assert str(tuned).startswith(f"selected on all rows: n_neighbors={tuned.setting['n_neighbors']}.")


def test_the_default_grid_and_folds_will_do():
    tuned = tune(gn.load("iris"), gn.NearestMean())
    assert tuned.setting == {}
    assert len(tuned.results.predictions().train_sizes) == 10


def test_regression_with_weights_is_tuned_by_the_squared_error():
    X = np.random.default_rng(0).normal(size=(60, 3))
    weighted = gn.Task(X, X @ [1, 2, 3], kind="regression", weight=np.arange(1.0, 61))
    tuned = tune(weighted, gn.Ridge(), {"alpha": [1000.0, 0.001]}, outer=gn.k_fold(3), inner=gn.k_fold(3))
    assert tuned.setting == {"alpha": 0.001}
    assert tuned.model.coef_ == pytest.approx([1, 2, 3], abs=1e-3)


def test_a_race_of_settings_ends_with_one_of_them():
    task = gn.load("breast-cancer")
    tuned = tune(
        task,
        gn.KNeighborsClassifier(),
        GRID,
        outer=gn.k_fold(2),
        inner=gn.k_fold(3),
        halving=SuccessiveHalving(2, 60),
    )
    assert tuned.setting["n_neighbors"] in GRID["n_neighbors"]
    assert len(tuned.selection.table) < 4


def test_random_learners_are_tuned_the_same_twice():
    task, forest = gn.load("iris"), gn.RandomForestClassifier(n_estimators=5)
    both = [tune(task, forest, {"min_samples_leaf": [5, 1]}, outer=gn.k_fold(2)) for _ in range(2)]
    assert both[0].setting == both[1].setting
    assert np.array_equal(both[0].model.predict_proba(task.X), both[1].model.predict_proba(task.X))


def test_a_grid_of_no_parameter_is_refused(task):
    with pytest.raises(ParameterError, match="no parameter 'k'"):
        tune(task, gn.KNeighborsClassifier(), {"k": [1, 2]})

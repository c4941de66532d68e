import warnings

import numpy as np
import pandas as pd
import pytest
import sklearn.ensemble
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris, make_classification
from sklearn.metrics import log_loss
from sklearn.model_selection import cross_val_score, train_test_split
from threadpoolctl import threadpool_limits

from gnomon.errors import DataError, ParameterError
from gnomon.learners.ensembles.gradient_boosting import GradientBoostingClassifier, GradientBoostingRegressor


@pytest.fixture(autouse=True)
def one_thread_for_the_peer():
    with threadpool_limits(1, user_api="openmp"):
        yield


@pytest.mark.parametrize("load", [load_breast_cancer, load_iris])
def test_accuracy_agrees_with_scikit_learn_within_noise(load):
    X, y = load(return_X_y=True)
    ours = cross_val_score(GradientBoostingClassifier(n_estimators=50), X, y, cv=3).mean()
    peer = sklearn.ensemble.HistGradientBoostingClassifier(max_iter=50)
    assert ours == pytest.approx(cross_val_score(peer, X, y, cv=3).mean(), abs=0.02)


def test_regression_follows_scikit_learn_row_by_row():
    X, y = load_diabetes(return_X_y=True)
    ours = GradientBoostingRegressor(n_estimators=30).fit(X, y).predict(X)
    peer = sklearn.ensemble.HistGradientBoostingRegressor(max_iter=30).fit(X, y).predict(X)
    assert np.corrcoef(ours, peer)[0, 1] > 0.995


def test_log_loss_on_held_out_rows_is_scikit_learns():
    X, y = make_classification(4000, 20, n_informative=8, random_state=0)
    X, rest, y, truth = train_test_split(X, y, random_state=0)
    ours = GradientBoostingClassifier().fit(X, y).predict_proba(rest)
    peer = sklearn.ensemble.HistGradientBoostingClassifier().fit(X, y).predict_proba(rest)
    assert log_loss(truth, ours) == pytest.approx(log_loss(truth, peer), abs=0.02)


def test_the_first_round_is_one_newton_step():
    X, y = np.array([[0.0], [0.0], [1.0], [1.0]]), np.array([1.0, 2.0, 5.0, 8.0])
    model = GradientBoostingRegressor(
        n_estimators=1, learning_rate=0.5, min_samples_leaf=1, l2_regularization=1.0
    ).fit(X, y)
    # Mean 4; residuals sum to -5 and 5 over two rows each: 4 -+ 0.5 * 5 / (2 + 1).
    assert np.allclose(model.predict([[0.0], [1.0]]), [4 - 2.5 / 3, 4 + 2.5 / 3])


def test_the_training_loss_falls_round_by_round_and_is_the_loss_of_the_predictions():
    X, y = load_breast_cancer(return_X_y=True)
    model = GradientBoostingClassifier(n_estimators=20).fit(X, y)
    assert (np.diff(model.history_) < 0).all()
    assert model.history_[-1] == pytest.approx(log_loss(y, model.predict_proba(X)))
    assert model.history_[4] == pytest.approx(log_loss(y, list(model.staged_predict_proba(X))[4]))


def test_fewer_rounds_are_the_first_rounds_of_more():
    X, y = load_iris(return_X_y=True)
    path = [GradientBoostingClassifier(n_estimators=n) for n in (15, 4)]
    data = path[0].prepare(*path[0].check_rows(X, y))
    for each in GradientBoostingClassifier.fit_each(path, data):
        alone = GradientBoostingClassifier(n_estimators=each.n_estimators).fit(X, y)
        assert np.array_equal(each.predict_proba(X), alone.predict_proba(X))


@pytest.mark.parametrize("learner", [GradientBoostingClassifier, GradientBoostingRegressor])
def test_the_number_of_threads_does_not_matter(learner):
    X, y = make_classification(9000, 20, random_state=0)
    one = learner(n_estimators=5, n_jobs=1, subsample=0.7, max_features=0.5).fit(X, y).predict(X)
    assert np.array_equal(
        learner(n_estimators=5, n_jobs=2, subsample=0.7, max_features=0.5).fit(X, y).predict(X), one
    )


def test_whole_weights_are_repetition():
    X, y = load_diabetes(return_X_y=True)
    weight = np.random.default_rng(0).integers(4, size=len(y))
    for options in ({}, {"subsample": 0.6, "early_stopping": True}):
        model = GradientBoostingRegressor(n_estimators=10, **options)
        weighted = model.fit(X, y, sample_weight=weight).predict(X)
        repeated = model.fit(X.repeat(weight, axis=0), y.repeat(weight)).predict(X)
        assert np.allclose(weighted, repeated)


def test_the_validation_loss_stops_boosting_early():
    random = np.random.default_rng(0)
    X, y = random.normal(size=(2000, 3)), random.integers(2, size=2000)
    model = GradientBoostingClassifier(n_estimators=200, early_stopping=True, n_iter_no_change=5).fit(X, y)
    assert model.n_estimators_ < 50
    assert len(model.validation_history_) == len(model.history_) == model.n_estimators_
    with pytest.raises(DataError, match="early_stopping=False"):
        GradientBoostingClassifier(early_stopping=True, validation_fraction=1e-9).fit(X, y)


def test_categories_and_missing_values_are_split_natively():
    random = np.random.default_rng(0)
    X = pd.DataFrame(
        {"c": pd.Categorical(random.choice(list("abcdef"), 2000)), "x": random.normal(size=2000)}
    )
    X.loc[random.random(2000) < 0.3, "x"] = np.nan
    y = (np.isin(X["c"], ["a", "c", "f"]) ^ X["x"].isna()).astype(int)
    model = GradientBoostingClassifier(n_estimators=20).fit(X, y)
    assert model.score(X, y) == 1.0
    new = pd.DataFrame({"c": ["z"], "x": [0.0]})
    assert np.isfinite(model.predict_proba(new)).all()


def test_counts_are_predicted_by_their_log():
    random = np.random.default_rng(0)
    X = random.normal(size=(2000, 2))
    y = random.poisson(np.exp(X[:, 0])).astype(float)
    model = GradientBoostingRegressor(loss="poisson", n_estimators=50).fit(X, y)
    peer = sklearn.ensemble.HistGradientBoostingRegressor(loss="poisson", max_iter=50).fit(X, y)
    assert model.predict(X).min() > 0
    assert np.corrcoef(model.predict(X), peer.predict(X))[0, 1] > 0.98
    with pytest.raises(DataError, match="poisson"):
        GradientBoostingRegressor(loss="poisson").fit(X, y - 3)


def test_leaves_and_depth_are_limited():
    X, y = make_classification(1000, 5, random_state=0)
    shallow = GradientBoostingClassifier(n_estimators=3, max_depth=1).fit(X, y)
    assert np.diff(shallow.rounds_.trees[0].begin).tolist() == [3, 3, 3]
    small = GradientBoostingClassifier(n_estimators=3, max_leaf_nodes=5).fit(X, y)
    assert np.diff(small.rounds_.trees[0].begin).tolist() == [9, 9, 9]


def test_l2_regularization_shrinks_predictions():
    X, y = load_diabetes(return_X_y=True)
    free = GradientBoostingRegressor(n_estimators=1).fit(X, y).predict(X)
    held = GradientBoostingRegressor(n_estimators=1, l2_regularization=1000.0).fit(X, y).predict(X)
    assert np.std(held) < 0.2 * np.std(free)


def test_one_class_one_row_and_constant_targets_can_be_fitted():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert GradientBoostingClassifier().fit([[1.0]], ["only"]).predict([[2.0]]).tolist() == ["only"]
        assert GradientBoostingRegressor().fit([[1.0], [2.0]], [3.0, 3.0]).predict([[9.0]]).tolist() == [3.0]


@pytest.mark.parametrize("scale", [1e-150, 1e150])
def test_targets_of_any_size_are_taken(scale):
    X, y = load_diabetes(return_X_y=True)
    result = GradientBoostingRegressor(n_estimators=5).fit(X, y * scale).predict(X)
    assert np.allclose(
        result / scale, GradientBoostingRegressor(n_estimators=5).fit(X, y).predict(X), rtol=1e-6
    )


def test_gain_importance_finds_the_informative_feature():
    X = np.random.default_rng(0).normal(size=(500, 4))
    model = GradientBoostingClassifier(n_estimators=5).fit(X, X[:, 2] > 0)
    assert model.feature_importances_[2] > 0.99


@pytest.mark.parametrize("direction", [1, -1])
@pytest.mark.parametrize("learner", [GradientBoostingClassifier, GradientBoostingRegressor])
def test_scores_follow_the_direction_of_a_column_whatever_the_others_are(learner, direction):
    random = np.random.default_rng(0)
    X = random.normal(size=(400, 3))
    X[random.random(400) < 0.1, 1] = np.nan
    target = direction * X[:, 0] + np.sin(3 * X[:, 0]) + X[:, 2] ** 2 + random.normal(size=400)
    y = (target > np.median(target)).astype(int) if learner is GradientBoostingClassifier else target
    model = learner(n_estimators=30, min_samples_leaf=3, monotonic_cst=[direction, 0, 0]).fit(X, y)
    others = X[:50, 1:]
    swept = np.array(
        [model._scores(np.column_stack([np.full(50, at), others]))[:, 0] for at in np.linspace(-3, 3, 41)]
    )
    assert (direction * np.diff(swept, axis=0) >= -1e-12).all()
    free = learner(n_estimators=30, min_samples_leaf=3).fit(X, y)
    assert free.history_[-1] < model.history_[-1] < model.history_[0]


def test_a_satisfied_monotonicity_constraint_changes_nothing():
    X = np.arange(60.0)[:, None]
    parameters = {"n_estimators": 5, "min_samples_leaf": 2}
    free = GradientBoostingRegressor(**parameters).fit(X, X[:, 0] ** 2)
    rising = GradientBoostingRegressor(monotonic_cst=[1], **parameters).fit(X, X[:, 0] ** 2)
    assert np.allclose(rising.predict(X), free.predict(X))


def test_invalid_monotonicity_constraints_are_refused():
    X, y = np.arange(12.0).reshape(6, 2), [0, 1, 2, 0, 1, 2]
    with pytest.raises(ParameterError, match="two classes"):
        GradientBoostingClassifier(monotonic_cst=[1, 0]).fit(X, y)
    with pytest.raises(ParameterError, match="each of the 2 columns"):
        GradientBoostingRegressor(monotonic_cst=[1]).fit(X, y)


def noisy_levels(n_rows, n_levels, seed):
    """Two columns that tell of the class, and two of levels that do not."""
    random = np.random.default_rng(seed)
    X = random.normal(size=(n_rows, 2))
    y = (X[:, 0] + X[:, 1] + random.normal(size=n_rows) > 0).astype(int)
    levels = random.integers(n_levels, size=(n_rows, 2))
    frame = pd.DataFrame(X, columns=["a", "b"])
    return frame.assign(u=pd.Categorical(levels[:, 0]), v=pd.Categorical(levels[:, 1])), y


def test_levels_that_are_uninformative_do_no_more_harm_than_in_scikit_learns_boosting():
    behind = []
    for seed in range(4):
        X, y = noisy_levels(1800, 50, seed)
        losses = [
            log_loss(y[800:], model.fit(X[:800], y[:800]).predict_proba(X[800:])[:, 1])
            for model in (
                GradientBoostingClassifier(),
                sklearn.ensemble.HistGradientBoostingClassifier(random_state=0),
            )
        ]
        behind.append(losses[0] - losses[1])
    assert np.mean(behind) < 0.01


def test_hundreds_of_levels_that_are_uninformative_are_not_used():
    behind = []
    for seed in range(4):
        X, y = noisy_levels(1800, 400, seed)
        losses = [
            log_loss(y[800:], GradientBoostingClassifier().fit(Z[:800], y[:800]).predict_proba(Z[800:])[:, 1])
            for Z in (X, X[["a", "b"]])
        ]
        behind.append(losses[0] - losses[1])
    assert np.mean(behind) < 0.02


def test_levels_that_are_informative_are_separated():
    random = np.random.default_rng(0)
    level = random.integers(40, size=2000)
    effect = random.normal(size=40)
    y = effect[level] + 0.1 * random.normal(size=2000)
    X = pd.DataFrame({"level": pd.Categorical(level)})
    model = GradientBoostingRegressor().fit(X[:1500], y[:1500])
    assert model.score(X[1500:], y[1500:]) > 0.97


@pytest.mark.parametrize(
    ("name", "value"),
    [("cat_smooth", 1.0), ("cat_l2", 100.0), ("max_cat_threshold", 1), ("min_data_per_group", 300)],
)
def test_each_limit_of_levels_has_an_effect(name, value):
    X, y = noisy_levels(800, 30, 0)
    y = y ^ (np.asarray(X["u"].cat.codes) % 3 == 0)
    plain = GradientBoostingClassifier(n_estimators=20).fit(X, y).predict_proba(X)
    other = GradientBoostingClassifier(n_estimators=20, **{name: value}).fit(X, y).predict_proba(X)
    assert not np.array_equal(plain, other)

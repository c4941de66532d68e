import numpy as np
import pandas as pd
import pytest
import sklearn.ensemble
import sklearn.tree
from sklearn.base import is_regressor
from sklearn.datasets import load_breast_cancer, load_diabetes
from sklearn.svm import LinearSVC

from gnomon import (
    BaggingClassifier,
    BaggingRegressor,
    DecisionStump,
    DecisionTreeClassifier,
    GaussianNB,
    KNeighborsClassifier,
    RandomForestClassifier,
    Ridge,
    Task,
    bootstrap,
    k_fold,
)
from gnomon.errors import DataError, NumericsWarning, ParameterError
from gnomon.learners.ensembles import bagged_trees
from gnomon.sharing import laws
from gnomon.sharing.train import train_each


def sample(n_rows=150, n_columns=4, n_classes=3, seed=0):
    random = np.random.default_rng(seed)
    X = random.normal(size=(n_rows, n_columns))
    return X, np.digitize(
        X[:, 0] + X[:, 1] + random.normal(size=n_rows) / 2, np.linspace(-1, 1, n_classes - 1)
    )


@pytest.mark.parametrize("learner", [DecisionStump(), GaussianNB(), DecisionTreeClassifier(max_depth=3)])
def test_a_sample_as_counts_trains_what_its_copies_train(learner):
    X, y = sample()
    model = BaggingClassifier(learner, n_estimators=4).fit(X, y)
    for member, counts in zip(model.estimators_, model.counts_, strict=True):
        sample_rows = np.repeat(np.arange(len(X)), counts.astype(int))
        assert len(sample_rows) == len(X)
        alone = type(learner)(**learner.get_params()).fit(X[sample_rows], y[sample_rows])
        np.testing.assert_allclose(member.predict_proba(X), alone.predict_proba(X), atol=1e-9)


def test_a_learner_of_scikit_learn_gets_the_copies():
    X, y = sample()
    learner = sklearn.tree.DecisionTreeClassifier(max_depth=2, random_state=0)
    model = BaggingClassifier(learner, n_estimators=3).fit(X, y)
    sample_rows = np.repeat(np.arange(len(X)), model.counts_[0].astype(int))
    alone = (
        model.estimators_[0]
        .__class__(**model.estimators_[0].get_params())
        .fit(X[sample_rows], y[sample_rows])
    )
    np.testing.assert_allclose(model.estimators_[0].predict_proba(X), alone.predict_proba(X))


def test_the_mean_of_the_members_or_their_vote_is_predicted():
    X, y = sample()
    mean = BaggingClassifier(GaussianNB(), n_estimators=5).fit(X, y)
    each = np.array([member.predict_proba(X) for member in mean.estimators_])
    np.testing.assert_allclose(mean.predict_proba(X), each.mean(axis=0))
    vote = BaggingClassifier(GaussianNB(), n_estimators=5, combine="vote").fit(X, y)
    named = vote.trace(X)["predicted"].to_numpy().reshape(5, len(X))
    proportions = np.array([(named == label).mean(axis=0) for label in vote.classes_]).T
    np.testing.assert_allclose(vote.predict_proba(X), proportions)


def test_learners_without_probabilities_vote():
    X, y = sample()
    model = BaggingClassifier(LinearSVC(), n_estimators=5).fit(X, y)
    assert set(np.unique(np.round(model.predict_proba(X) * 5))) <= {0, 1, 2, 3, 4, 5}


def test_the_same_members_for_any_number_of_workers_and_any_order_of_rows():
    X, y = sample()
    one = BaggingClassifier(n_estimators=4, random_state=5).fit(X, y)
    two = BaggingClassifier(n_estimators=4, random_state=5, n_jobs=2).fit(X, y)
    assert np.array_equal(one.predict_proba(X), two.predict_proba(X))
    order = np.random.default_rng(1).permutation(len(X))
    shuffled = BaggingClassifier(n_estimators=4, random_state=5).fit(X[order], y[order])
    assert np.array_equal(one.predict_proba(X), shuffled.predict_proba(X))
    assert np.array_equal(one.counts_[:, order], shuffled.counts_)


@pytest.mark.parametrize("learner", [None, DecisionStump(), GaussianNB()])
def test_a_weight_is_a_number_of_copies(learner):
    X, y = sample(60)
    times = np.random.default_rng(2).integers(0, 4, len(X))
    weighted = BaggingClassifier(learner, n_estimators=5).fit(X, y, times.astype(float))
    copied = BaggingClassifier(learner, n_estimators=5).fit(np.repeat(X, times, axis=0), np.repeat(y, times))
    np.testing.assert_allclose(weighted.predict_proba(X), copied.predict_proba(X), atol=1e-9)


@pytest.mark.parametrize("splits", [k_fold(3), bootstrap(3)])
@pytest.mark.parametrize("learner", [None, DecisionStump(), GaussianNB()])
def test_folds_and_numbers_of_members_share_one_preparation(learner, splits):
    X, y = sample(90)
    task = Task(X, y)
    path = [BaggingClassifier(learner, n_estimators=n) for n in (2, 5)]
    cuts = list(splits.split(task))
    for trained in train_each(path, task, cuts):
        train = cuts[trained.split][0]
        alone = BaggingClassifier(learner, n_estimators=path[trained.setting].n_estimators)
        alone.fit(X[train], y[train])
        result = trained.learner.predict_proba(trained.examples)
        np.testing.assert_allclose(result, alone.predict_proba(X[trained.held_out]), atol=1e-9)


def test_fewer_rows_and_columns_may_be_sampled():
    X, y = sample()
    model = BaggingClassifier(GaussianNB(), n_estimators=6, max_samples=0.5, max_features=2).fit(X, y)
    assert all(len(columns) == 2 for columns in model.estimators_features_)
    assert (model.counts_.sum(axis=1) == 75).all()
    assert model.score(X, y) > 0.5
    alone = BaggingClassifier(GaussianNB(), max_samples=30, bootstrap=False).fit(X, y)
    assert set(np.unique(alone.counts_)) == {0, 1}
    assert (alone.counts_.sum(axis=1) == 30).all()


def test_out_of_bag_rows_are_predicted_by_members_not_fitted_on_them():
    X, y = sample(400)
    model = BaggingClassifier(n_estimators=60, oob_score=True).fit(X, y)
    proportions = np.array([member.predict_proba(X) for member in model.estimators_])
    unseen = model.counts_[:, 7] == 0
    np.testing.assert_allclose(model.oob_decision_function_[7], proportions[unseen, 7].mean(axis=0))
    assert model.oob_score_ == pytest.approx(np.mean(model.oob_decision_function_.argmax(axis=1) == y))
    assert model.oob_score_ < model.score(X, y)
    few = BaggingClassifier(n_estimators=2, oob_score=True)
    with pytest.warns(NumericsWarning, match="rows are in every one of the 2 bootstrap samples"):
        few.fit(X, y)


def test_bagging_trees_does_as_well_as_scikit_learns_and_better_than_one_tree():
    X, y = load_breast_cancer(return_X_y=True)
    train, test = np.arange(len(y)) % 2 == 0, np.arange(len(y)) % 2 == 1
    ours = BaggingClassifier(n_estimators=30).fit(X[train], y[train])
    theirs = sklearn.ensemble.BaggingClassifier(n_estimators=30, random_state=0).fit(X[train], y[train])
    one = DecisionTreeClassifier().fit(X[train], y[train])
    assert ours.score(X[test], y[test]) > theirs.score(X[test], y[test]) - 0.025
    assert ours.score(X[test], y[test]) >= one.score(X[test], y[test])


def test_numbers_are_averaged_and_scored_out_of_bag():
    X, y = load_diabetes(return_X_y=True)
    model = BaggingRegressor(n_estimators=30, oob_score=True).fit(X[:300], y[:300])
    each = np.array([member.predict(X) for member in model.estimators_])
    np.testing.assert_allclose(model.predict(X), each.mean(axis=0))
    assert 0.2 < model.oob_score_ < 0.6
    median = BaggingRegressor(Ridge(), n_estimators=5, combine="median").fit(X, y)
    assert np.array_equal(list(median.staged_predict(X))[-1], median.predict(X))


def test_members_support_categories_and_missing_values():
    random = np.random.default_rng(0)
    color = random.choice(["red", "green", "blue"], size=120)
    frame = pd.DataFrame({"size": random.normal(size=120), "color": pd.Categorical(color)})
    frame.loc[:9, "size"] = np.nan
    y = (color == "green").astype(int)
    model = BaggingClassifier(n_estimators=5).fit(frame, y)
    assert model.score(frame, y) == 1
    assert model.predict(pd.DataFrame({"size": [0.0], "color": pd.Categorical(["pink"])}))[0] in (0, 1)


def test_members_that_see_some_columns_know_which_are_categorical():
    random = np.random.default_rng(0)
    color = random.choice(["red", "green", "blue"], size=120)
    frame = pd.DataFrame(
        {"size": random.normal(size=120), "color": pd.Categorical(color), "age": color == "red"}
    )
    y = (color == "green").astype(int)
    model = BaggingClassifier(n_estimators=8, max_features=2).fit(frame, y)
    assert model.score(frame, y) > 0.9


def test_without_bootstrap_weights_are_weights():
    X, y = sample(60)
    weight = np.random.default_rng(3).uniform(0.2, 1.5, 60)
    for learner in (None, DecisionStump(), sklearn.tree.DecisionTreeClassifier(max_depth=2, random_state=0)):
        model = BaggingClassifier(learner, n_estimators=2, bootstrap=False).fit(X, y, weight)
        alone = (DecisionTreeClassifier() if learner is None else learner).fit(X, y, weight)
        assert np.array_equal(model.predict(X), alone.predict(X))
    with pytest.raises(DataError, match="KNeighborsClassifier takes no sample weights; drop sample_weight"):
        BaggingClassifier(KNeighborsClassifier(), bootstrap=False).fit(X, y, weight)


def test_invalid_parameters_is_refused_with_advice():
    X, y = sample()
    with pytest.raises(ParameterError, match="max_features=9 is more than the 4 columns"):
        BaggingClassifier(GaussianNB(), max_features=9).fit(X, y)
    with pytest.raises(ParameterError, match="max_samples=900 is more than the 150 rows"):
        BaggingClassifier(GaussianNB(), max_samples=900, bootstrap=False).fit(X, y)
    with pytest.raises(ParameterError, match="a fraction above 0 and up to 1"):
        BaggingClassifier(GaussianNB(), max_samples=1.5).fit(X, y)
    uneven = np.linspace(0.5, 0.7, 150)
    with pytest.raises(DataError, match=r"cannot be sampled without replacement; drop sample_weight"):
        BaggingClassifier(GaussianNB(), max_samples=0.5, bootstrap=False).fit(X, y, uneven)


def test_neighbors_are_bagged_by_copies_and_one_class_can_be_fitted():
    X, y = sample()
    assert BaggingClassifier(KNeighborsClassifier(), n_estimators=3).fit(X, y).score(X, y) > 0.7
    assert BaggingClassifier(n_estimators=2).fit([[1.0], [2.0]], ["a", "a"]).predict([[3.0]]) == ["a"]


def test_trees_of_many_rows_are_those_of_a_forest_that_sees_every_column(monkeypatch):
    monkeypatch.setattr(bagged_trees, "MIN_ROWS", 100)
    X, y = sample(200)
    ours = BaggingClassifier(n_estimators=6, oob_score=True, random_state=1)
    with pytest.warns(NumericsWarning, match="rows are in every one"):
        ours.fit(X, y)
    forest = RandomForestClassifier(6, max_features=1.0, draw_features="tree", random_state=1).fit(X, y)
    np.testing.assert_allclose(ours.predict_proba(X), forest.predict_proba(X), rtol=1e-12)
    each = np.mean([member.predict_proba(X) for member in ours.estimators_], axis=0)
    np.testing.assert_allclose(each, ours.predict_proba(X), rtol=1e-12)
    assert (ours.counts_.sum(axis=1) == 200).all()
    assert np.array_equal(list(ours.staged_predict(X))[-1], ours.predict(X))
    assert ours.oob_score_ == pytest.approx(0.8, abs=0.1)


@pytest.mark.parametrize("learner", [BaggingClassifier(n_estimators=4), BaggingRegressor(n_estimators=4)])
def test_trees_of_many_rows_satisfy_the_laws(monkeypatch, learner):
    monkeypatch.setattr(bagged_trees, "MIN_ROWS", 70)
    laws.check_subsetting(learner)
    settings = [type(learner)(n_estimators=n) for n in (2, 4)]
    X, y = sample(120)
    data = learner.prepare(*learner.check_rows(X, y.astype(float) if is_regressor(learner) else y))
    assert not data.exact
    for setting, together in zip(settings, type(learner).fit_each(settings, data), strict=True):
        alone = type(learner)(n_estimators=setting.n_estimators).fit(X, y)
        assert np.array_equal(together.predict(X), alone.predict(X))
    times = np.random.default_rng(0).integers(1, 4, len(X))
    weighted = type(learner)(n_estimators=3).fit(X, y, times.astype(float))
    copied = type(learner)(n_estimators=3).fit(np.repeat(X, times, axis=0), np.repeat(y, times))
    np.testing.assert_allclose(weighted.predict(X), copied.predict(X), rtol=1e-9)


def test_trees_read_rows_that_bagging_has_checked_as_they_read_any():
    random = np.random.default_rng(0)
    X, y = random.integers(0, 5, (60, 4)).astype(float), random.integers(0, 3, 60)
    X[random.random((60, 4)) < 0.1] = np.nan
    model = BaggingClassifier(n_estimators=4, max_features=0.5).fit(X, y)
    each = [tree.predict_proba(X[:, c]) for tree, c in zip(model.estimators_, model.estimators_features_)]
    np.testing.assert_array_equal(model.predict_proba(X), sum(each) / 4)

from types import SimpleNamespace

import numpy as np
import pytest
import scipy.sparse
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import KFold, RepeatedKFold, ShuffleSplit, StratifiedKFold, cross_val_predict
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.neighbors import KNeighborsRegressor as SklearnNeighbors
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import gnomon as gn
from gnomon.assessment.splits import nested
from gnomon.errors import DataError, DesignError, ParameterError
from gnomon.sharing import moments, prepared
from gnomon.sharing.train import _first_reader, partitions, refuse_no_weight, train_each, weight_for

SPLITTERS = [
    KFold(5, shuffle=True, random_state=0),
    RepeatedKFold(n_splits=4, n_repeats=2, random_state=0),
    ShuffleSplit(5, test_size=0.3, random_state=0),
    KFold(150),
]


def classification():
    return gn.load("iris")


@pytest.mark.parametrize("splitter", SPLITTERS, ids=lambda s: type(s).__name__)
@pytest.mark.parametrize("name", ["GaussianNB", "KNeighborsClassifier", "DecisionStump", "Baseline"])
def test_shared_training_predicts_what_refitting_predicts(name, splitter):
    task = classification()
    learner = getattr(gn, name)()
    for trained in train_each(learner, task, splitter.split(task.X, task.y)):
        train = np.setdiff1d(np.arange(task.n_rows), trained.held_out)
        alone = getattr(gn, name)().fit(task.X[train], task.y[train])
        held_out = task.X[trained.held_out]
        np.testing.assert_allclose(
            trained.learner.predict_proba(trained.examples),
            alone.predict_proba(held_out),
            rtol=1e-7,
            atol=1e-9,
        )
        assert np.array_equal(trained.learner.predict(trained.examples), alone.predict(held_out))


@pytest.mark.parametrize("splitter", [KFold(7), ShuffleSplit(4, random_state=1)], ids=["folds", "shuffles"])
def test_a_path_of_ridges_equals_scikit_learns(splitter):
    import sklearn.linear_model

    task = gn.load("diabetes")
    alphas = np.logspace(-3, 3, 7)
    for trained in train_each([gn.Ridge(a) for a in alphas], task, splitter.split(task.X)):
        train = np.setdiff1d(np.arange(task.n_rows), trained.held_out)
        theirs = sklearn.linear_model.Ridge(alphas[trained.setting]).fit(task.X[train], task.y[train])
        np.testing.assert_allclose(
            trained.learner.predict(trained.examples), theirs.predict(task.X[trained.held_out]), rtol=1e-8
        )


def test_folds_of_a_summary_learner_cost_one_pass_a_partition(monkeypatch):
    task, seen = gn.load("diabetes"), []
    original = moments.Moments.of.__func__
    monkeypatch.setattr(
        moments.Moments,
        "of",
        classmethod(lambda cls, X, *rest: seen.append(len(X)) or original(cls, X, *rest)),
    )
    splits = RepeatedKFold(n_splits=10, n_repeats=3, random_state=0).split(task.X)
    assert len(list(train_each([gn.Ridge(a) for a in (1, 10)], task, splits))) == 60
    assert sum(seen) == 3 * task.n_rows


def test_any_scikit_learn_estimator_can_be_trained():
    task = classification()
    folds = StratifiedKFold(5)
    estimator = make_pipeline(StandardScaler(), LogisticRegression())
    predicted = np.empty(task.n_rows, dtype=task.y.dtype)
    for trained in train_each(estimator, task, folds.split(task.X, task.y)):
        predicted[trained.held_out] = trained.learner.predict(trained.examples)
    assert np.array_equal(predicted, cross_val_predict(estimator, task.X, task.y, cv=folds))


def test_settings_of_one_split_follow_each_other_in_the_order_of_the_path():
    task = classification()
    path = [gn.GaussianNB(), gn.KNeighborsClassifier(1), gn.GaussianNB(var_smoothing=0.1)]
    order = [(t.split, t.setting) for t in train_each(path, task, KFold(2, shuffle=True).split(task.X))]
    assert sorted(order) == [(s, p) for s in range(2) for p in range(3)]
    assert [s for s, _ in order] == [0, 0, 0, 1, 1, 1]


def test_a_wrong_setting_is_refused_by_name():
    with pytest.raises(ParameterError, match="alpha=-1"):
        list(train_each([gn.Ridge(1.0), gn.Ridge(-1)], gn.load("diabetes"), KFold(3).split(np.zeros(442))))


def test_weights_reach_the_learner_or_are_refused():
    X, y = np.random.default_rng(0).normal(size=(60, 2)), np.arange(60) % 2
    weight = np.where(y == 0, 3.0, 1.0)
    task = gn.Task(X, y, kind="classification", weight=weight)
    trained = next(train_each(gn.Baseline(), task, KFold(3).split(X)))
    assert trained.learner.class_prior_[0] == pytest.approx(0.75)
    for learner in (gn.KNeighborsClassifier(), SklearnNeighbors()):
        with pytest.raises(DesignError, match="does not support sample weights"):
            list(train_each(learner, task, KFold(3).split(X)))


@pytest.mark.parametrize("learner", [gn.GaussianNB(), gn.KNeighborsClassifier(), LogisticRegression()])
def test_sparse_rows_are_predicted_as_dense_ones_are(learner):
    X = np.random.default_rng(0).poisson(0.5, size=(60, 8)).astype(float)
    y = (X[:, 0] + X[:, 1] > 0).astype(int)
    made = []
    for table in (X, scipy.sparse.csr_array(X)):
        task = gn.Task(table, y, kind="classification")
        made.append([t.learner.predict(t.examples) for t in train_each(learner, task, KFold(3).split(X))])
    assert all(np.array_equal(dense, sparse) for dense, sparse in zip(*made, strict=True))


def test_a_sparse_table_too_large_to_make_dense_is_refused_with_its_size(monkeypatch):
    monkeypatch.setattr("gnomon.sharing.train.MAX_DENSE_CELLS", 100)
    task = gn.Task(scipy.sparse.csr_array(np.eye(20)), np.arange(20) % 2, kind="classification")
    with pytest.raises(DataError, match="20 rows and 20 columns would take"):
        list(train_each(gn.GaussianNB(), task, KFold(3).split(np.zeros(20))))


def test_categories_reach_those_who_take_them_and_codes_the_others():
    task = gn.load("play-tennis")
    kinds = {}
    for learner in (gn.GaussianNB(), gn.KNeighborsClassifier(metric="hamming")):
        trained = next(train_each(learner, task, KFold(2).split(task.y)))
        kinds[type(learner).__name__] = trained.learner.n_features_in_
        assert set(trained.learner.predict(trained.examples)) <= {"No", "Yes"}
    assert kinds == {"GaussianNB": 3 + 3 + 1 + 1, "KNeighborsClassifier": 4}


@pytest.mark.parametrize(
    ("last", "n_columns"),
    [(gn.DecisionTreeClassifier(), 4), (gn.GaussianNB(), 8)],
)
def test_a_step_that_lets_categories_pass_leaves_the_choice_to_the_next(last, n_columns):
    task = gn.load("play-tennis")
    trained = next(train_each(make_pipeline(gn.Normalize(), last), task, KFold(2).split(task.y)))
    assert trained.learner[-1].n_features_in_ == n_columns
    binary = make_pipeline(gn.Normalize(), gn.Binarize(), last)
    assert next(train_each(binary, task, KFold(2).split(task.y))).learner[0].n_features_in_ == 4


def test_runs_of_disjoint_parts_are_distinguished():
    folds = [(np.setdiff1d(np.arange(6), held), held) for held in ([0, 1], [2, 3], [4, 5], [0, 5])]
    cuts = [(train, np.array(held)) for train, held in folds]
    first, second, third, fourth = partitions(cuts, 6)
    assert first is second is third
    assert first.tolist() == [0, 0, 1, 1, 2, 2]
    assert fourth.tolist() == [0, 1, 1, 1, 1, 0]
    assert partitions([(np.array([0, 1]), np.array([2]))], 6) == [None]


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize(
    "name", ["GaussianNB", "KNeighborsClassifier", "DecisionStump", "Baseline", "Ridge", "BaselineRegressor"]
)
def test_a_bootstrap_trains_on_the_rows_drawn_and_no_others(name, weighted):
    random = np.random.default_rng(0)
    X, kind = random.normal(size=(40, 3)), "regression" if "R" in name else "classification"
    y = X[:, 0] + random.normal(size=40)
    y = y if kind == "regression" else (y > 0).astype(int)
    weight = random.uniform(0.5, 2, 40) if weighted and name != "KNeighborsClassifier" else None
    task = gn.Task(X, y, kind=kind, weight=weight)
    splits = gn.bootstrap(5).split(task)
    for trained, (train, held_out) in zip(train_each(getattr(gn, name)(), task, splits), splits, strict=True):
        given = {} if weight is None else {"sample_weight": weight[train]}
        alone = getattr(gn, name)().fit(X[train], y[train], **given)
        method = "predict_proba" if kind == "classification" else "predict"
        expected = getattr(alone, method)(X[held_out])
        np.testing.assert_allclose(getattr(trained.learner, method)(trained.examples), expected, rtol=1e-9)


def test_an_outlier_costs_the_other_rows_no_digits_when_it_is_left_out():
    X = np.random.default_rng(0).normal(size=(80, 1))
    X[0] = 1e9
    numbers = gn.Task(X, 3 * X[:, 0] + 1, kind="regression")
    labels = gn.Task(X, np.repeat([0, 1], 40), kind="classification")
    ridge = next(train_each(gn.Ridge(), numbers, gn.leave_one_out().split(numbers))).learner
    np.testing.assert_allclose(ridge.coef_, gn.Ridge().fit(X[1:], numbers.y[1:]).coef_, rtol=1e-12)
    bayes = next(train_each(gn.GaussianNB(), labels, gn.leave_one_out().split(labels))).learner
    np.testing.assert_allclose(bayes.var_, gn.GaussianNB().fit(X[1:], labels.y[1:]).var_, rtol=1e-12)


def test_lists_that_all_run_out_give_way_to_a_search():
    random = np.random.default_rng(0)
    X = np.concatenate([random.normal(size=(60, 2)), random.normal(size=(40, 2)) + 100])
    task = gn.Task(X, np.arange(100) % 2, kind="classification")
    trained = next(train_each(gn.KNeighborsClassifier(1), task, [(np.arange(60, 100), np.arange(60))]))
    alone = gn.KNeighborsClassifier(1).fit(X[60:], task.y[60:])
    assert np.array_equal(trained.learner.predict(trained.examples), alone.predict(X[:60]))


def test_long_masks_of_categories_are_distinguished():
    X = np.random.default_rng(0).integers(3, size=(60, 1200)).astype(float)
    task = gn.Task(X, np.arange(60) % 2, kind="classification")
    masks = np.zeros((2, 1200), dtype=bool)
    masks[0, 10:600] = True
    path = [gn.KNeighborsClassifier(3, metric="mixed", categorical_features=mask) for mask in masks]
    train, held_out = np.arange(50), np.arange(50, 60)
    for trained in train_each(path, task, [(train, held_out)]):
        alone = gn.KNeighborsClassifier(3, metric="mixed", categorical_features=masks[trained.setting])
        found = trained.learner.kneighbors(trained.examples)[0]
        np.testing.assert_allclose(found, alone.fit(X[train], task.y[train]).kneighbors(X[held_out])[0])


def test_training_rows_without_any_weight_are_refused_by_split():
    task = gn.Task(np.arange(6.0)[:, None], [0, 1] * 3, kind="classification", weight=[0, 0, 0, 1, 1, 1])
    for learner in (gn.Baseline(), LogisticRegression()):
        with pytest.raises(DesignError, match="training rows of split 0 have weight 0"):
            list(train_each(learner, task, [(np.arange(3), np.arange(3, 6))]))


def test_a_fixed_polarity_asks_for_two_classes_among_the_training_rows():
    task = gn.Task(np.arange(9.0)[:, None], list("aaabbbccc"), kind="classification")
    trained = next(train_each(gn.DecisionStump(polarity="above"), task, [(np.arange(6), np.arange(6, 9))]))
    assert trained.learner.threshold_ == 2.5
    with pytest.raises(ParameterError, match="needs two classes, not 1"):
        list(train_each(gn.DecisionStump(polarity="above"), task, [(np.arange(3), np.arange(6, 9))]))


def test_the_inner_folds_of_an_outer_training_set_are_one_partition():
    whole = np.arange(9)
    inner = [
        (np.array([2, 3, 4, 5]), [0, 1]),
        (np.array([0, 1, 4, 5]), [2, 3]),
        (np.array([0, 1, 2, 3]), [4, 5]),
    ]
    other = [(np.array([6, 7]), [8]), (np.array([7, 8]), [6])]
    lone = [(np.array([0, 1]), [2])]
    cuts = [(train, np.array(held)) for train, held in inner + other + lone]
    found = partitions(cuts, len(whole))
    assert found[0] is found[1] is found[2]
    assert found[0].tolist() == [0, 0, 1, 1, 2, 2, 4, 4, 4]
    assert found[3] is found[4]
    assert found[3].tolist() == [3, 3, 3, 3, 3, 3, 1, 2, 0]
    assert found[5] is None


def test_inner_folds_of_a_summary_learner_cost_one_pass_an_outer_split(monkeypatch):
    task, seen = gn.load("diabetes"), []
    original = moments.Moments.of.__func__
    monkeypatch.setattr(
        moments.Moments,
        "of",
        classmethod(lambda cls, X, *rest: seen.append(len(X)) or original(cls, X, *rest)),
    )
    splits = nested(gn.k_fold(4), gn.k_fold(5)).split(task).every_inner
    models = list(train_each([gn.Ridge(a) for a in (1, 10)], task, splits))
    assert len(models) == 40
    assert sum(seen) == 4 * task.n_rows
    train, _ = splits[7]
    alone = gn.Ridge(10).fit(task.X[train], task.y[train])
    np.testing.assert_allclose(models[15].learner.coef_, alone.coef_, rtol=1e-9)


@pytest.mark.parametrize("learner", [gn.GaussianNB(), gn.Ridge(), gn.Baseline()])
def test_a_bootstrap_of_a_summary_learner_copies_no_rows(monkeypatch, learner):
    task = gn.load("diabetes" if isinstance(learner, gn.Ridge) else "iris")
    splits, taken = gn.bootstrap(3).split(task), []
    original = prepared.Rows.rows
    monkeypatch.setattr(
        prepared.Rows, "rows", lambda self, index: taken.append(len(index)) or original(self, index)
    )
    assert len(list(train_each(learner, task, splits))) == 3
    assert sum(taken) == task.n_rows


def test_a_class_that_a_bootstrap_sample_lacks_is_lacking():
    X = np.array([[0.0], [1.0], [2.0], [3.0], [4.0], [9.0]])
    task = gn.Task(X, list("aabbbc"), kind="classification")
    train, held_out = np.array([0, 0, 1, 2, 3, 4]), np.array([5])
    for name in ("GaussianNB", "Baseline"):
        model = next(train_each(getattr(gn, name)(), task, [(train, held_out)])).learner
        alone = getattr(gn, name)().fit(X[train], task.y[train])
        assert model.classes_.tolist() == alone.classes_.tolist() == ["a", "b"]
        np.testing.assert_allclose(model.predict_proba(X), alone.predict_proba(X), rtol=1e-9)


def test_few_rows_drawn_from_many_are_counted_as_often_as_drawn():
    task = gn.load("diabetes")
    train = np.array([3, 3, 7, 8, 8, 8, 30, 31, 32, 33, 34, 35, 36, 37])
    model = next(train_each(gn.Ridge(), task, [(train, np.array([1]))])).learner
    np.testing.assert_allclose(model.coef_, gn.Ridge().fit(task.X[train], task.y[train]).coef_, rtol=1e-9)


def test_equal_kernels_of_two_settings_share_one_preparation(monkeypatch):
    from gnomon.learners.kernel.kernels import RBFKernel

    task = gn.Task(np.random.default_rng(0).normal(size=(20, 2)), np.arange(20) % 2, kind="classification")
    prepared = []
    prepare = gn.SVC.prepare
    monkeypatch.setattr(gn.SVC, "prepare", lambda self, *rows: prepared.append(self) or prepare(self, *rows))
    cuts = [(np.arange(10), np.arange(10, 20))]
    list(train_each([gn.SVC(kernel=RBFKernel(0.5), C=C) for C in (1.0, 10.0)], task, cuts))
    assert len(prepared) == 1


def test_settings_behind_one_step_are_those_fitted_alone_and_the_step_is_fitted_once_a_fold(monkeypatch):
    from gnomon.features.automatic.prepare_table import PrepareTable

    task, plan = gn.load("wine"), gn.k_fold(3)
    path = [gn.preprocessing.prepared_estimator(gn.SVC(C=C), task) for C in (0.1, 1.0, 10.0)]
    fits = []
    fit = PrepareTable.fit
    monkeypatch.setattr(PrepareTable, "fit", lambda self, *given: fits.append(1) or fit(self, *given))
    for trained in gn.selection.train_each(path, task, plan.split(task)):
        train = plan.split(task)[trained.split][0]
        alone = path[trained.setting].fit(task.X[train], task.y[train])
        fits.pop()
        expected = alone.decision_function(task.X[trained.held_out])
        np.testing.assert_allclose(trained.learner.decision_function(trained.examples), expected, atol=1e-12)
        np.testing.assert_allclose(
            trained.model.decision_function(task.table.rows(trained.held_out)), expected, atol=1e-12
        )
    assert len(fits) == 3


def step(**facts):
    return SimpleNamespace(**facts)


def test_the_first_step_that_reads_categories_decides_which_are_passed():
    first, second, third = step(passes_categories=True), step(passes_categories=False), step()
    named = [("a", first), ("b", None), ("c", "passthrough"), ("d", second), ("e", third)]
    assert _first_reader(named) is second
    assert _first_reader([named[4], named[3]]) is third
    # Where all pass them on, it is the last one.
    passing = [("a", step(passes_categories=True)), ("b", first), ("c", None)]
    assert _first_reader(passing) is first


def test_weights_are_named_for_the_last_step():
    assert weight_for(GaussianNB(), None) == {}
    assert weight_for(GaussianNB(), [1.0]) == {"sample_weight": [1.0]}
    pipeline = make_pipeline(StandardScaler(), GaussianNB())
    assert weight_for(pipeline, [1.0]) == {"gaussiannb__sample_weight": [1.0]}
    with pytest.raises(DesignError, match="KNeighborsClassifier does not support sample weights"):
        weight_for(make_pipeline(StandardScaler(), KNeighborsClassifier()), [1.0])


def test_a_split_needs_a_training_row_with_weight():
    weight = np.array([0.0, 0.0, 1.0])
    refuse_no_weight(0, np.array([0, 1]), None)
    refuse_no_weight(0, np.array([1, 2]), weight)
    with pytest.raises(DesignError, match="all training rows of split 4 have weight 0"):
        refuse_no_weight(4, np.array([0, 1]), weight)

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.linear_model import LinearRegression, LogisticRegression, RidgeClassifier
from sklearn.linear_model import Ridge as TheirRidge
from sklearn.model_selection import (
    FixedThresholdClassifier,
    GridSearchCV,
    KFold,
    cross_val_predict,
    cross_val_score,
)
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler
from sklearn.svm import SVC
from threadpoolctl import threadpool_info, threadpool_limits

from gnomon import registry
from gnomon.assessment.measures import find_measure, measure
from gnomon.assessment.resample import choose, describe, grid_search, resample, resample_each
from gnomon.assessment.settings import hyperparameter_path
from gnomon.assessment.splits import as_splits, bootstrap, hold_out, k_fold, leave_one_out
from gnomon.data.task import Task
from gnomon.errors import DataError, DesignError, ParameterError

generator = np.random.default_rng(1)
X = generator.normal(size=(90, 4))
labels = np.array(["a", "b", "c"])[np.argmax(X[:, :3] + generator.normal(size=(90, 3)), axis=1)]
task = Task(X, labels)
numbers = Task(X, X[:, 0] + generator.normal(size=90), kind="regression")
cut = KFold(5, shuffle=True, random_state=0)


@pytest.mark.parametrize(
    "learner",
    [
        LogisticRegression(),
        KNeighborsClassifier(4),
        SVC(),
        make_pipeline(StandardScaler(), LogisticRegression()),
    ],
)
def test_predictions_are_those_of_scikit_learn(learner):
    predictions = resample(task, learner, cut)
    order = np.argsort(predictions.row)
    assert np.array_equal(
        task.classes[predictions.predicted[order]], cross_val_predict(learner, X, labels, cv=cut)
    )
    if hasattr(learner, "predict_proba"):
        expected = cross_val_predict(learner, X, labels, cv=cut, method="predict_proba")
        assert np.allclose(predictions.probability[order], expected)
    else:
        expected = cross_val_predict(learner, X, labels, cv=cut, method="decision_function")
        assert np.allclose(predictions.decision[order], expected)


def test_scores_of_splits_are_those_of_scikit_learn():
    ours = resample(numbers, LinearRegression(), cut).per_split("r2")
    assert np.allclose(ours, cross_val_score(LinearRegression(), X, numbers.y, cv=cut, scoring="r2"))


def test_a_learner_that_moves_its_threshold_is_taken_at_its_word():
    binary = Task(X, labels == "a")
    moved = FixedThresholdClassifier(LogisticRegression(), threshold=0.05)
    predictions = resample(binary, moved, cut)
    assert (predictions.predicted != predictions.probability.argmax(axis=1)).any()
    expected = cross_val_predict(moved, X, labels == "a", cv=cut)
    assert np.array_equal(predictions.predicted[np.argsort(predictions.row)], expected)


def test_a_learner_that_says_it_predicts_the_most_probable_is_not_asked_twice():
    class Once(LogisticRegression):
        predicts_most_probable = True

        def predict(self, X):
            raise AssertionError("asked twice")

    predictions = resample(task, Once(), cut)
    expected = resample(task, LogisticRegression(), cut)
    assert np.array_equal(predictions.predicted, expected.predicted)


@pytest.mark.parametrize("learner", [LogisticRegression(), RidgeClassifier(), DummyClassifier()])
def test_a_class_that_training_lacks_gets_no_probability(learner):
    y = np.array(["a"] * 10 + ["z"] * 10 + ["m"] * 2)
    rare = Task(np.arange(22.0)[:, None], y)
    splits = as_splits(rare, [(np.arange(0, 18), np.arange(18, 22))])
    predictions = resample(rare, learner, splits)
    assert set(rare.classes[predictions.predicted]) <= {"a", "z"}
    if predictions.probability is not None:
        assert (predictions.probability[:, 1] == 0).all()
        assert np.allclose(predictions.probability.sum(axis=1), 1)
    else:
        assert (predictions.decision[:, 1] == -np.inf).all()


def test_scores_of_pairs_of_classes_are_not_taken_for_scores_of_classes():
    predictions = resample(task, SVC(decision_function_shape="ovo"), cut)
    assert predictions.decision is None
    with pytest.raises(DesignError, match="SVC has none"):
        predictions.score("auc")


def test_a_path_gives_what_each_setting_gives_alone():
    path = [KNeighborsClassifier(k) for k in (1, 5, 9)]
    splits = k_fold(5).split(task)
    for learner, together in zip(path, resample_each(task, path, splits)):
        alone = resample(task, learner, splits)
        assert np.array_equal(together.predicted, alone.predicted)
        assert together.setting == alone.setting


def test_a_bootstrap_predicts_the_rows_that_its_sample_missed():
    predictions = resample(task, LogisticRegression(), bootstrap(4))
    splits = bootstrap(4).split(task)
    assert np.array_equal(predictions.row, np.concatenate(splits.held_out))
    assert predictions.train_sizes.tolist() == [len(set(train)) for train, _ in splits]


def test_weights_of_the_task_reach_the_learner_and_the_measure():
    weight = np.where(labels == "a", 1.0, 0.001)
    weighted = resample(Task(X, labels, weight=weight), DummyClassifier(), cut)
    plain = resample(task, DummyClassifier(strategy="constant", constant="a"), cut)
    assert np.array_equal(weighted.predicted, plain.predicted)
    assert weighted.score("accuracy") > 0.99


def test_a_task_without_a_target_is_refused():
    with pytest.raises(DesignError, match="no target"):
        resample(Task(X), LogisticRegression(), cut)


def test_a_label_that_the_task_does_not_know_is_refused():
    class Strange(DummyClassifier):
        def predict(self, X):
            return np.repeat("d", len(X))

    with pytest.raises(DataError, match="Strange predicts 'd'"):
        resample(task, Strange(), cut)


def test_selection_finds_what_grid_search_finds_and_says_that_the_score_flatters():
    path = [KNeighborsClassifier(k) for k in range(1, 12, 2)]
    ours = grid_search(task, path, cut, "accuracy")
    grid = GridSearchCV(KNeighborsClassifier(), {"n_neighbors": range(1, 12, 2)}, cv=cut).fit(X, labels)
    assert ours.learner.n_neighbors == grid.best_params_["n_neighbors"]
    assert np.allclose(ours.table.accuracy, grid.cv_results_["mean_test_score"])
    assert (ours.table.lower <= ours.table.accuracy).all()
    assert "optimistic" in ours.note
    assert ours.learner is path[ours.best]


def test_selection_takes_the_lowest_loss_and_the_first_of_equals():
    path = [TheirRidge(alpha=alpha) for alpha in (1e6, 1.0, 1.0)]
    assert grid_search(numbers, path, cut, "mean_squared_error").best == 1
    assert "no selection bias" in grid_search(numbers, path[:1], cut, "r2").note
    with pytest.raises(DesignError, match="at least one"):
        grid_search(numbers, [], cut, "r2")


def test_a_description_has_only_what_was_changed_as_plain_values():
    assert describe(LogisticRegression()) == ("LogisticRegression", {})
    assert describe(LogisticRegression(C=np.float64(2)))[1] == {"C": 2.0}


def test_a_pipeline_is_named_by_its_steps_and_their_settings():
    pipeline = make_pipeline(StandardScaler(), "passthrough", LogisticRegression(C=np.float64(2)))
    assert describe(pipeline) == ("StandardScaler + LogisticRegression", {"logisticregression__C": 2.0})
    task = Task(np.arange(40.0).reshape(20, 2), [0, 1] * 10)
    varied = "kneighborsclassifier__n_neighbors"
    path = hyperparameter_path(make_pipeline(StandardScaler(), KNeighborsClassifier()), varied, [3, 5])
    selection = grid_search(task, path, k_fold(4), "accuracy")
    assert selection.table[varied].tolist() == [3, 5]
    assert set(selection.table.learner) == {"StandardScaler + KNeighborsClassifier"}


def test_a_description_does_not_say_where_things_lie_in_memory():
    class Thing:
        pass

    learner = make_pipeline(FunctionTransformer(kw_args={"thing": Thing()}), LogisticRegression())
    assert "0x" not in str(describe(learner)[1])
    assert len(repr(resample(Task([[0.0], [1.0]] * 5, [0, 1] * 5), LogisticRegression(), k_fold(2)))) < 100


def test_a_selection_prints_the_choice_among_its_neighbors_and_the_note():
    path = [TheirRidge(alpha=alpha) for alpha in np.logspace(-3, 6, 30)]
    selection = grid_search(numbers, path, cut, "mean_squared_error")
    lines = str(selection).splitlines()
    assert [line for line in lines if line.startswith("*")]
    assert "19 more settings" in lines[-2]
    assert lines[-1] == selection.note
    assert repr(selection) == str(selection)


@pytest.mark.parametrize(
    ("learner", "words"),
    [
        (LogisticRegression, "is not a learner"),
        ("LogisticRegression", "is not a learner"),
        (None, "is not a learner"),
    ],
)
def test_what_is_no_learner_is_refused(learner, words):
    with pytest.raises(ParameterError, match=words):
        resample(Task([[0.0], [1.0]] * 5, [0, 1] * 5), learner, k_fold(2))


def test_a_learner_of_the_other_kind_of_task_is_refused():
    with pytest.raises(DesignError, match="Ridge does not support classification"):
        resample(Task([[0.0], [1.0]] * 5, ["a", "b"] * 5), TheirRidge(), k_fold(2))
    with pytest.raises(DesignError, match="LogisticRegression does not support regression"):
        resample(numbers, LogisticRegression(), cut)


@pytest.mark.parametrize("data", [([[0.0], [1.0]], [0, 1]), np.zeros((4, 2)), None])
def test_what_is_no_task_is_refused_with_the_way_to_make_one(data):
    for call in (lambda: resample(data, LogisticRegression(), k_fold(2)), lambda: k_fold(2).split(data)):
        with pytest.raises(DataError, match=r"pass Task\(X, y\)"):
            call()


def test_one_learner_is_a_path_of_one():
    task = Task(np.arange(40.0).reshape(20, 2), [0, 1] * 10)
    pipeline = make_pipeline(StandardScaler(), LogisticRegression())
    assert len(resample_each(task, pipeline, k_fold(2))) == 1
    assert grid_search(task, pipeline, k_fold(2), "accuracy").best == 0


def test_the_table_of_a_selection_shows_what_varies_also_where_it_is_the_default():
    task = Task(np.arange(40.0).reshape(20, 2), [0, 1] * 10)
    path = [KNeighborsClassifier(k) for k in (3, 5)]
    table = grid_search(task, path, k_fold(4), "accuracy").table
    assert list(table.columns) == ["learner", "n_neighbors", "accuracy", "lower", "upper"]
    assert table["n_neighbors"].tolist() == [3, 5]


def test_one_standard_error_selects_the_first_setting_within_one_standard_error():
    path = [KNeighborsClassifier(k) for k in (31, 25, 15, 7)]
    results = resample_each(task, path, cut)
    scores = np.array([each.score("accuracy") for each in results])
    best = int(np.argmax(scores))
    error = np.std(results[best].per_split("accuracy"), ddof=1) / np.sqrt(5)
    expected = int(np.flatnonzero(scores >= scores[best] - error)[0])
    chosen = grid_search(task, path, cut, "accuracy", rule="one standard error")
    assert chosen.best == expected < best
    assert "within one standard error" in chosen.note


@pytest.mark.parametrize("plan", [hold_out(0.5), leave_one_out()])
def test_one_standard_error_over_rows_where_splits_show_no_spread(plan):
    path = [TheirRidge(alpha=alpha) for alpha in (300.0, 30.0, 3.0)]
    results = resample_each(numbers, path, plan)
    chosen = grid_search(numbers, path, plan, "mean_squared_error", rule="one standard error").best
    losses = np.array([each.score("mean_squared_error") for each in results])
    best = int(np.argmin(losses))
    values = (results[best].truth - results[best].predicted) ** 2
    error = np.std(values, ddof=1) / np.sqrt(len(values))
    assert chosen == int(np.flatnonzero(losses <= losses[best] + error)[0])
    with pytest.raises(DesignError, match="cannot estimate; use a plan of several splits"):
        grid_search(numbers, path, plan, "r2", rule="one standard error")


def test_scores_that_differ_by_rounding_alone_are_equal():
    class Rounded(DummyRegressor):
        def predict(self, X):
            return np.full(len(X), 0.1 + 0.2) if self.constant else np.full(len(X), 0.3)

    path = [Rounded(constant=0), Rounded(constant=1)]
    flat = Task(np.zeros((20, 1)), np.full(20, 0.3) + 1e-3 * np.arange(20), kind="regression")
    scores = [each.score("mean_absolute_error") for each in resample_each(flat, path, k_fold(4))]
    assert scores[0] != scores[1]
    assert grid_search(flat, path, k_fold(4), "mean_absolute_error").best == 0
    assert grid_search(flat, path[::-1], k_fold(4), "mean_absolute_error").best == 0


def test_of_settings_that_are_all_infinitely_wrong_the_first_is_chosen():
    @measure(better="lower", range=(0, np.inf), needs="label", kind="classification", title="Endless")
    def endless(truth, predicted, weight=None):
        return np.inf

    path = [KNeighborsClassifier(k) for k in (3, 5)]
    try:
        results = resample_each(task, path, cut)
        for rule in ("best", "one standard error"):
            assert choose(results, find_measure("endless"), rule)[0] == 0
    finally:
        registry.measures._entries.pop("endless")


class CountsThreads(DummyRegressor):
    def fit(self, X, y, sample_weight=None):
        self.threads_ = max(pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas")
        return super().fit(X, y, sample_weight)

    def predict(self, X):
        return np.full(len(X), float(self.threads_))


def test_blas_has_one_thread_so_that_sums_are_those_of_a_run():
    with threadpool_limits(2, user_api="blas"):
        assert set(resample(numbers, CountsThreads(), k_fold(3)).predicted) == {1.0}

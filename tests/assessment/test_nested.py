import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression, RidgeClassifier
from sklearn.linear_model import Ridge as TheirRidge
from sklearn.model_selection import GridSearchCV, KFold, cross_val_score
from sklearn.neighbors import KNeighborsClassifier

import gnomon as gn
from gnomon.assessment.nested import assess_selection
from gnomon.assessment.nested_fits import RowFits
from gnomon.assessment.resample import grid_search, resample
from gnomon.assessment.splits import (
    hold_out,
    k_fold,
    leave_one_out,
    nested,
    repeated,
    rolling,
    train_validation_test,
)
from gnomon.data.task import Task
from gnomon.errors import DesignError, NameUnknown, ParameterError

random = np.random.default_rng(1)
X = random.normal(size=(120, 5))
labels = (X[:, 0] + 1.5 * random.normal(size=120) > 0).astype(int)
task = Task(X, labels, kind="classification")
numbers = Task(X, X[:, 0] + random.normal(size=120), kind="regression")
path = [gn.KNeighborsClassifier(k) for k in (1, 3, 9, 21)]


def test_nested_cross_validation_is_that_of_scikit_learn():
    outer, inner = (KFold(k, shuffle=True, random_state=k) for k in (4, 3))
    grid = {"n_neighbors": [1, 3, 9, 21]}
    search = GridSearchCV(KNeighborsClassifier(), grid, cv=inner, scoring="accuracy")
    expected = cross_val_score(search, X, labels, cv=outer, scoring="accuracy")
    result = assess_selection(task, path, nested(outer, inner), "accuracy")
    np.testing.assert_allclose(result.per_split(), expected)
    for place, (train, _) in enumerate(outer.split(X)):
        search.fit(X[train], labels[train])
        np.testing.assert_allclose(result.inner[place], search.cv_results_["mean_test_score"])
        assert path[result.chosen[place]].n_neighbors == search.best_params_["n_neighbors"]


@pytest.mark.parametrize("inner", [k_fold(4), hold_out(0.3), leave_one_out(), repeated(k_fold(3), times=2)])
def test_each_choice_is_what_select_chooses_on_the_outer_training_rows(inner):
    result = assess_selection(task, path, nested(k_fold(3), inner), "accuracy")
    for place, (train, held_out) in enumerate(k_fold(3).split(task)):
        alone = grid_search(task.rows(train), path, inner, "accuracy")
        assert result.chosen[place] == alone.best
        np.testing.assert_allclose(result.inner[place], alone.table["accuracy"])
        model = path[alone.best].fit(X[train], labels[train])
        here = result.predictions.split == place
        assert np.array_equal(result.predictions.row[here], held_out)
        assert np.array_equal(result.predictions.predicted[here], model.predict(X[held_out]))


@pytest.mark.parametrize(
    "mine",
    [
        [gn.Ridge(alpha) for alpha in (0.01, 1.0, 100.0)],
        [gn.Ridge(1.0), TheirRidge(alpha=100.0), gn.Ridge(0.01)],
    ],
)
def test_shared_and_refitted_learners_are_chosen_alike(mine):
    plan = nested(k_fold(4), k_fold(3))
    theirs = [TheirRidge(alpha=each.alpha) for each in mine]
    ours = assess_selection(numbers, mine, plan, "mean_squared_error")
    expected = assess_selection(numbers, theirs, plan, "mean_squared_error")
    np.testing.assert_allclose(ours.inner, expected.inner, rtol=1e-9)
    assert np.array_equal(ours.chosen, expected.chosen)
    np.testing.assert_allclose(ours.predictions.predicted, expected.predictions.predicted, rtol=1e-9)


def test_the_procedure_is_one_learner_whose_predictions_can_be_asked_anything():
    result = assess_selection(task, path, nested(repeated(k_fold(3), times=2), k_fold(3)), "auc")
    predictions = result.predictions
    assert predictions.learner == "choice among 4 KNeighborsClassifier"
    assert predictions.setting == {"measure": "auc", "rule": "best"}
    assert len(predictions.per_split("accuracy")) == len(predictions.train_sizes) == 6
    assert predictions.splits == repeated(k_fold(3), times=2).split(task).fingerprint
    assert result.score == predictions.score("auc")
    assert result.estimate().value == result.score
    other = resample(task, LogisticRegression(), repeated(k_fold(3), times=2))
    assert gn.compare(predictions, other, "auc").second == "LogisticRegression"
    assert type(predictions).from_bytes(predictions.to_bytes()).score("auc") == result.score


def test_scores_that_not_every_choice_gives_are_left_out():
    mixed = [RidgeClassifier(), gn.KNeighborsClassifier(21)]
    splits = nested(k_fold(6), k_fold(3)).split(task)
    result = assess_selection(task, mixed, splits, "accuracy")
    assert len(np.unique(result.chosen)) > 1
    assert result.predictions.probability is None
    assert result.predictions.decision is None
    assert result.predictions.learner == "choice among 2 learners"


def test_tables_have_a_line_for_each_setting_and_for_each_choice():
    result = assess_selection(task, path, nested(k_fold(3), k_fold(3)), "error")
    table = result.frame()
    assert list(table.columns) == ["split", "learner", "n_neighbors", "inner error", "is_chosen"]
    assert len(table) == 12
    assert table.groupby("split")["is_chosen"].sum().tolist() == [1, 1, 1]
    minimum = table.groupby("split")["inner error"].min()
    np.testing.assert_allclose(table[table.is_chosen]["inner error"], minimum)
    choices = result.choices()
    np.testing.assert_allclose(choices["inner"], minimum)
    np.testing.assert_allclose(choices["optimism"], choices["outer"] - choices["inner"])
    assert result.optimism == pytest.approx(choices["optimism"].mean())
    assert choices["choice"].str.startswith("KNeighborsClassifier(n_neighbors=").all()


def test_among_settings_of_pure_noise_the_choice_looks_better_than_it_is():
    coin = np.random.default_rng(0)
    noise = Task(coin.normal(size=(60, 40)), np.arange(60) % 2, kind="classification")
    metrics = ("euclidean", "manhattan")
    many = [gn.KNeighborsClassifier(k, metric=metric) for k in range(1, 26, 2) for metric in metrics]
    result = assess_selection(noise, many, nested(repeated(k_fold(3), times=4), k_fold(3)), "accuracy")
    assert result.optimism > 0.05
    assert 0.35 < result.score < 0.65
    assert "optimism" in str(result)


def test_train_validation_test_chooses_on_validation_and_reports_on_test_once():
    cut = train_validation_test().split(task)
    result = assess_selection(task, path, cut, "accuracy")
    (train, validation), (both, test) = cut.inner[0][0], cut.outer[0]
    within = [each.fit(X[train], labels[train]).score(X[validation], labels[validation]) for each in path]
    np.testing.assert_allclose(result.inner[0], within)
    chosen = path[int(np.argmax(within))]
    assert result.score == chosen.fit(X[both], labels[both]).score(X[test], labels[test])
    assert "1 outer split);" in str(result)


def test_the_repeated_procedure_reports_mean_and_deviation():
    result = assess_selection(task, path, repeated(nested(hold_out(0.2), k_fold(4)), times=6), "error")
    assert len(result.per_split()) == 6
    assert result.score == pytest.approx(np.mean(result.per_split()))
    assert f"standard deviation {np.std(result.per_split(), ddof=1):.2g}" in result.sentence
    assert result.estimate().method.startswith("corrected t")


def test_equal_settings_give_way_to_the_first_and_one_standard_error_to_the_simplest():
    simple_first = [gn.KNeighborsClassifier(k) for k in (21, 9, 9, 3)]
    plan = nested(k_fold(3), k_fold(5))
    best = assess_selection(task, simple_first, plan, "accuracy")
    simplest = assess_selection(task, simple_first, plan, "accuracy", rule="one standard error")
    assert 2 not in best.chosen
    assert (simplest.chosen <= best.chosen).all()
    assert simplest.rule == simplest.predictions.setting["rule"] == "one standard error"


def test_rolling_cuts_can_be_nested_in_time():
    timed = Task(X, labels, kind="classification", time=np.arange(120))
    result = assess_selection(timed, path[:2], nested(rolling(3), rolling(2)), "accuracy")
    assert result.predictions.design.method == "rolling"
    assert result.predictions.row.min() >= 30


def test_leave_one_out_may_be_the_outer_plan():
    few = task.rows(np.arange(20))
    result = assess_selection(few, path[:2], nested(leave_one_out(), k_fold(3)), "accuracy")
    assert len(result.chosen) == 20
    assert "20 outer splits);" in str(result)


def test_a_procedure_without_inner_splits_path_measure_or_rule_is_refused():
    plan = nested(k_fold(3), k_fold(3))
    with pytest.raises(DesignError, match=r"has no inner splits.*nested\(k_fold\(5\), k_fold\(5\)\)"):
        assess_selection(task, path, k_fold(3), "accuracy")
    with pytest.raises(DesignError, match="at least one"):
        assess_selection(task, [], plan, "accuracy")
    with pytest.raises(ParameterError, match="rule='two'"):
        assess_selection(task, path, plan, "accuracy", rule="two")
    with pytest.raises(NameUnknown, match="acuracy"):
        assess_selection(task, path, plan, "acuracy")
    with pytest.raises(DesignError, match="splits of 120 rows do not match"):
        assess_selection(task.rows(np.arange(50)), path, plan.split(task), "accuracy")


def test_weights_count_in_the_choice_and_in_the_assessment():
    weight = np.where(labels == 1, 5.0, 0.1)
    weighted = Task(X, labels, kind="classification", weight=weight)
    mine = [LogisticRegression(C=C) for C in (1e-4, 1.0)]
    result = assess_selection(weighted, mine, nested(k_fold(3), k_fold(3)), "accuracy")
    assert result.score > 0.9
    for place, (train, _) in enumerate(k_fold(3).split(weighted)):
        alone = grid_search(weighted.rows(train), mine, k_fold(3), "accuracy")
        np.testing.assert_allclose(result.inner[place], alone.table["accuracy"])


def test_labels_alone_choose_the_same():
    task, path = gn.load("iris"), [gn.KNeighborsClassifier(k) for k in (1, 5, 15)]
    cut = gn.nested(gn.k_fold(3), gn.k_fold(3)).split(task)
    both = [list(RowFits(task, path, cut).inner_results(labels_only=each)) for each in (False, True)]
    for (whole, _), (labels, _) in zip(*both):
        assert [each.score("accuracy") for each in whole] == [each.score("accuracy") for each in labels]
        assert all(each.probability is None for each in labels)

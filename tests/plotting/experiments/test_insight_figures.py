"""Figures of importance, subgroups, thresholds, distributions and chosen settings."""

import numpy as np
import pytest
from sklearn.metrics import f1_score, precision_score, recall_score

import gnomon as gn
from gnomon.errors import DataError, DesignError
from gnomon.plotting.labels import distinct_labels


def test_rates_at_each_threshold_are_those_of_scikit_learn():
    held_out = gn.resample(gn.load("heart"), gn.GaussianNB(), gn.k_fold(5))
    table = gn.plotting.ThresholdRatesDisplay.from_predictions(held_out).frame()
    positive = held_out.classes.tolist().index(held_out.positive)
    truth, score = held_out.truth == positive, held_out.probability[:, positive]
    for row in table.iloc[::40].itertuples():
        called = score >= row.threshold
        assert row.recall == pytest.approx(recall_score(truth, called))
        assert row.precision == pytest.approx(precision_score(truth, called))
        assert pytest.approx(f1_score(truth, called)) == row.F1
        assert row.specificity == pytest.approx(recall_score(~truth, ~called))
        assert row.predicted_positive == pytest.approx(called.mean())


def test_only_columns_that_matter_most_are_drawn_and_the_largest_is_first():
    task = gn.Task(np.random.default_rng(0).normal(size=(60, 30)), np.arange(60) % 2)
    found = gn.inspection.held_out_importance(task, gn.GaussianNB(), gn.k_fold(3), n_shuffles=1)
    table = gn.plotting.PermutationImportanceDisplay(found).frame()
    assert len(table) == 15
    assert table["importance"].iloc[0] == found.importances[0].value


def test_importances_by_different_measures_are_not_drawn_together():
    one, other = (
        gn.inspection.held_out_importance(gn.load("iris"), gn.GaussianNB(), gn.k_fold(3), name, n_shuffles=1)
        for name in ("accuracy", "log_loss")
    )
    with pytest.raises(DataError, match="different measures"):
        gn.plotting.PermutationImportanceDisplay([one, other])


def test_an_experiment_read_from_a_file_needs_the_design_or_what_was_kept(tmp_path):
    design = gn.Design(gn.load("iris"), gn.GaussianNB(), gn.k_fold(3))
    gn.run(design, tmp_path / "a.gnomon")
    results = gn.Results.read(tmp_path / "a.gnomon")
    with pytest.raises(DesignError, match="pass design="):
        gn.plotting.PermutationImportanceDisplay.from_experiment(results)
    first = gn.plotting.PermutationImportanceDisplay.from_experiment(results, design=design).frame()
    again = gn.plotting.PermutationImportanceDisplay.from_experiment(
        gn.Results.read(tmp_path / "a.gnomon")
    ).frame()
    assert first.equals(again)


def test_bars_of_a_column_count_every_row():
    task = gn.Task(
        {"town": ["a", "b", None, "c"] * 10, "x": [1.0, None, 2.0, 9.5] * 10},
        np.arange(40.0),
        kind="regression",
    )
    for name in ("town", "x"):
        missing = int(task.table.column(name).missing.sum())
        counted = gn.plotting.ColumnBarsDisplay.from_task(task, name).frame()["rows"].sum()
        assert counted == 40 - missing * (name == "x")
    assert gn.plotting.ColumnBarsDisplay.from_task(task).frame()["rows"].sum() == 40


def test_choices_are_counted_for_each_learner():
    learners = [(gn.KNeighborsClassifier(), {"n_neighbors": [1, 9]}), (gn.SVC(), {"C": [0.1, 10]})]
    results = gn.run(gn.Design(gn.load("iris"), learners, gn.k_fold(4), inner=gn.k_fold(3)))
    table = gn.plotting.ChosenSettingsDisplay.from_experiment(results).frame()
    assert table.groupby("learner")["times"].sum().tolist() == [4, 4]
    assert (table["of"] == 4).all()


def test_long_names_that_begin_alike_can_be_told_apart():
    names = [f"measurement number {place} of the sensor" for place in range(5)]
    assert len(set(distinct_labels(names, 18))) == 5
    assert all(len(each) <= 18 for each in distinct_labels(names, 18))

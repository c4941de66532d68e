"""Paired differences, scores by split and critical differences agree with the comparisons they show."""

import numpy as np
import pandas as pd
import pytest

import gnomon as gn
from gnomon.errors import DataError


@pytest.fixture(scope="module")
def results():
    learners = [gn.GaussianNB(), gn.KNeighborsClassifier(), gn.DecisionStump()]
    return gn.run(gn.Design(gn.load("heart"), learners, gn.k_fold(5)))


def test_differences_are_of_the_same_splits(results):
    one, other = (results.predictions("heart", name) for name in ("GaussianNB", "DecisionStump"))
    display = gn.plotting.PairedDifferenceDisplay.from_experiment(results, "GaussianNB", "DecisionStump")
    wanted = one.per_split("accuracy") - other.per_split("accuracy")
    assert np.allclose(display.frame()["difference"], wanted)
    assert display.comparison == gn.compare(one, other, "accuracy")
    assert display.comparison.sentence in display.alt()


def test_folds_of_the_textbook_give_its_differences():
    # Errors in per cent of logistic regression and of a stump on five folds.
    table = gn.load("folds-logistic-stump").to_pandas()
    comparison = gn.plotting.PairedDifferenceDisplay.example().comparison
    display = gn.plotting.PairedDifferenceDisplay(table["logistic"], table["stump"], comparison)
    assert display.frame()["difference"].tolist() == (table["logistic"] - table["stump"]).tolist()


def test_scores_by_split_are_those_of_the_predictions(results):
    table = gn.plotting.SplitScoresDisplay.from_experiment(results, learners=["DecisionStump"]).frame()
    assert np.allclose(table["score"], results.predictions("heart", "DecisionStump").per_split("accuracy"))
    assert gn.plotting.SplitScoresDisplay.from_experiment(results).frame()["learner"].nunique() == 3


def test_scores_of_different_splits_are_refused():
    with pytest.raises(DataError, match="pass one per split"):
        gn.plotting.SplitScoresDisplay({"a": [0.1, 0.2], "b": [0.1]}, "accuracy")


def test_the_critical_difference_diagram_shows_the_ranking():
    random = np.random.default_rng(1)
    scores = pd.DataFrame(random.random((12, 4)) + np.array([0.5, 0.4, 0.0, 0.0]), columns=list("abcd"))
    display = gn.plotting.CriticalDifferenceDisplay.from_scores(scores, "accuracy", post_hoc="nemenyi")
    own = gn.stats.compare_over_data_sets(scores, "accuracy", post_hoc="nemenyi")
    assert display.frame().equals(own.frame())
    assert f"{own.critical_difference:.2f}" in display.svg()


def test_an_experiment_of_several_tasks_is_ranked():
    tasks = [gn.load(name) for name in ("heart", "breast-cancer", "iris", "wine")]
    results = gn.run(gn.Design(tasks, [gn.GaussianNB(), gn.DecisionStump()], gn.k_fold(3)))
    display = gn.plotting.CriticalDifferenceDisplay.from_experiment(results)
    assert display.ranking.learners == ("GaussianNB", "DecisionStump")
    assert "4 data sets" in display.alt()
    with pytest.raises(DataError, match="pass a Ranking"):
        gn.plotting.CriticalDifferenceDisplay(results)

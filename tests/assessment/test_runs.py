import numpy as np
import pytest
from sklearn.ensemble import RandomForestClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

from gnomon.assessment.resample import resample
from gnomon.assessment.runs import repeat_runs
from gnomon.assessment.splits import k_fold
from gnomon.data.sets import load
from gnomon.errors import DesignError, ParameterError

iris = load("iris")
tree = DecisionTreeClassifier(max_features=1, max_depth=2)


def test_each_run_is_the_learner_with_its_own_seed_on_the_same_splits():
    runs = repeat_runs(iris, tree, k_fold(4), times=5, random_state=3)
    assert len(set(runs.seeds)) == 5
    assert len({each.splits for each in runs.predictions}) == 1
    for seed, predictions in zip(runs.seeds, runs.predictions):
        alone = resample(
            iris, DecisionTreeClassifier(max_features=1, max_depth=2, random_state=seed), k_fold(4)
        )
        assert np.array_equal(predictions.predicted, alone.predicted)
    assert tree.random_state is None


def test_mean_and_deviation_are_those_of_the_scores():
    runs = repeat_runs(iris, tree, k_fold(4), times=6)
    scores = runs.frame("error")["error"]
    assert runs.mean("error") == pytest.approx(scores.mean())
    assert runs.deviation("error") == pytest.approx(scores.std(ddof=1))
    assert runs.deviation("error", ddof=0) == pytest.approx(scores.std(ddof=0))
    assert runs.deviation("error") > 0
    assert str(runs) == "6 runs of DecisionTreeClassifier on 'iris', stratified k-fold, 4 folds, 150 rows"


def test_the_same_seed_gives_the_same_runs_and_more_runs_go_on_from_them():
    few, many = (repeat_runs(iris, tree, k_fold(3), times, random_state=7) for times in (2, 4))
    assert many.seeds[:2] == few.seeds
    assert np.array_equal(many.scores("accuracy")[:2], few.scores("accuracy"))
    assert repeat_runs(iris, tree, k_fold(3), 2, random_state=8).seeds != few.seeds


def test_seeds_reach_learners_inside_others_and_those_that_were_set():
    inside = make_pipeline(StandardScaler(), RandomForestClassifier(3, max_depth=1, random_state=5))
    runs = repeat_runs(iris, inside, k_fold(3), times=3)
    probabilities = [each.probability.tobytes() for each in runs.predictions]
    assert len(set(probabilities)) == 3


def test_a_learner_that_leaves_nothing_to_chance_is_refused():
    with pytest.raises(DesignError, match="GaussianNB has no random_state"):
        repeat_runs(iris, GaussianNB(), k_fold(3))
    with pytest.raises(ParameterError, match="times=0"):
        repeat_runs(iris, tree, k_fold(3), times=0)
    with pytest.raises(DesignError, match="standard deviation of 1 run is undefined"):
        repeat_runs(iris, tree, k_fold(3), times=1).deviation("error")

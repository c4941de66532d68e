from dataclasses import replace

import numpy as np
import pytest
from scipy import stats
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LinearRegression

from gnomon.assessment.resample import resample
from gnomon.assessment.significance.chance import permutation_test_against_chance
from gnomon.assessment.splits import hold_out, k_fold, leave_one_out, repeated
from gnomon.data.task import Task
from gnomon.errors import DesignError, ParameterError

random = np.random.default_rng(0)
task = Task(random.normal(size=(120, 1)), np.arange(120) % 2)


def scored(gain, seed=0, plan=None):
    predictions = resample(task, DummyClassifier(), plan or hold_out(0.5))
    score = np.random.default_rng(seed).normal(size=len(predictions.row)) + gain * predictions.truth
    return replace(predictions, probability=None, decision=score)


def test_shuffled_truths_agree_with_the_rank_sum_test_of_an_area():
    for seed, gain in enumerate((0.0, 0.3, 0.6)):
        predictions = scored(gain, seed)
        positive = predictions.truth == 1
        expected = stats.mannwhitneyu(
            predictions.decision[positive], predictions.decision[~positive], alternative="greater"
        ).pvalue
        assert permutation_test_against_chance(predictions, "auc").p == pytest.approx(expected, abs=0.05)


def test_p_is_even_where_there_is_nothing_to_know():
    p = np.array(
        [permutation_test_against_chance(scored(0.0, seed), "auc", times=99).p for seed in range(200)]
    )
    assert np.mean(p <= 0.1) == pytest.approx(0.1, abs=0.07)
    assert np.mean(p <= 0.5) == pytest.approx(0.5, abs=0.12)


def test_measures_that_are_better_lower_and_all_designs_with_rows_once_are_served():
    X = random.normal(size=(60, 1))
    numbers = Task(X, X[:, 0] + 0.5 * random.normal(size=60), kind="regression")
    for plan in (hold_out(0.4), k_fold(4), leave_one_out()):
        predictions = resample(numbers, LinearRegression(), plan)
        assert permutation_test_against_chance(predictions, "mean_squared_error", times=99).p == 0.01
    assert permutation_test_against_chance(scored(2.0, plan=k_fold(4)), "auc", times=99).p == 0.01


def test_constant_predictions_know_nothing():
    predictions = replace(scored(0.0), decision=np.zeros(60))
    assert permutation_test_against_chance(predictions, "auc", times=50).p == 1


def test_groups_repeats_and_no_shuffles_are_refused():
    grouped = Task(task.X, task.y, group=np.arange(120) // 4)
    with pytest.raises(DesignError, match="grouped"):
        permutation_test_against_chance(resample(grouped, DummyClassifier(), hold_out(0.5)), "accuracy")
    with pytest.raises(DesignError, match="several times"):
        permutation_test_against_chance(
            resample(task, DummyClassifier(), repeated(k_fold(3), times=2)), "accuracy"
        )
    with pytest.raises(ParameterError, match="times=0"):
        permutation_test_against_chance(scored(0.0), "auc", times=0)

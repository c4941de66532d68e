import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier

from gnomon.assessment.refitting.selection_bias import bbc_cv, tibshirani_bias_correction
from gnomon.assessment.resample import resample, resample_each
from gnomon.assessment.splits import hold_out, k_fold, leave_one_out, repeated
from gnomon.data.task import Task
from gnomon.errors import DesignError

random = np.random.default_rng(0)
X = random.normal(size=(80, 2))
noise = Task(X, np.arange(80) % 2)
signal = Task(X, X[:, 0] + 0.5 * random.normal(size=80) > 0)
guesses = [DummyClassifier(strategy="uniform", random_state=seed) for seed in range(12)]
neighbors = [KNeighborsClassifier(k) for k in (1, 3, 7, 15)]


@pytest.mark.parametrize("name", ["accuracy", "error", "balanced_accuracy"])
@pytest.mark.parametrize("correct", [bbc_cv, tibshirani_bias_correction])
def test_the_best_of_many_guesses_is_a_guess(correct, name):
    best, corrected = [], []
    for seed in range(5):
        path = [DummyClassifier(strategy="uniform", random_state=100 * seed + each) for each in range(8)]
        options = {"times": 40} if correct is bbc_cv else {}
        found = correct(resample_each(noise, path, k_fold(5, random_state=seed)), name, **options)
        best.append(abs(found.parts["best score"] - 0.5))
        corrected.append(found.value - 0.5)
    assert np.mean(best) > 0.05
    assert abs(np.mean(corrected)) < np.mean(best)


def test_bbc_removes_most_of_the_bias_of_selection_among_random_guesses():
    found = []
    for seed in range(20):
        path = [DummyClassifier(strategy="uniform", random_state=50 * seed + each) for each in range(10)]
        found.append(bbc_cv(resample_each(noise, path, k_fold(5)), "accuracy", times=200))
    gained = np.mean([each.parts["best score"] for each in found]) - 0.5
    assert gained > 0.06
    # The rows that choose and the rows that judge come from one sample, so a part of it stays.
    assert np.mean([each.value for each in found]) - 0.5 < 0.4 * gained
    assert np.mean([each.lower <= 0.5 <= each.upper for each in found]) >= 0.8


def test_one_setting_pays_nothing():
    settings = resample_each(signal, neighbors[:1], k_fold(5))
    assert tibshirani_bias_correction(settings, "accuracy").parts["optimism"] == 0
    found = bbc_cv(settings, "accuracy", times=500)
    assert found.value == pytest.approx(settings[0].score("accuracy"), abs=0.01)


def test_tibshiranis_bias_is_the_mean_gain_of_each_folds_own_best():
    settings = resample_each(signal, neighbors, k_fold(5))
    errors = np.array([each.per_split("error") for each in settings])
    best = np.argmin(errors.mean(axis=1))
    bias = np.mean(errors[best] - errors.min(axis=0))
    found = tibshirani_bias_correction(settings, "error")
    assert found.value == pytest.approx(errors[best].mean() + bias)
    assert found.parts["optimism"] == pytest.approx(bias)


def test_bbc_by_hand():
    settings = resample_each(signal, neighbors, k_fold(5))
    order = np.argsort(settings[0].row)
    right = np.array([(each.truth == each.predicted)[order] for each in settings], dtype=float)
    draw, found = np.random.default_rng(3), []
    for _ in range(50):
        counts = np.bincount(draw.integers(80, size=80), minlength=80)
        best = np.argmax(right @ counts)
        found.append(right[best][counts == 0].mean())
    result = bbc_cv(settings, "accuracy", times=50, random_state=np.random.default_rng(3))
    assert result.value == pytest.approx(np.mean(found))


@pytest.mark.parametrize("name", ["auc", "f1"])
@pytest.mark.parametrize("plan", [k_fold(4), repeated(k_fold(4), times=2), hold_out(0.5)])
def test_any_measure_and_design_will_do(plan, name):
    found = bbc_cv(resample_each(signal, neighbors[1:], plan), name, times=40)
    assert 0 <= found.lower <= found.value <= found.upper <= 1


def test_means_and_the_general_way_agree_where_both_apply():
    settings = resample_each(signal, neighbors, hold_out(0.5))
    mean = bbc_cv(settings, "accuracy", times=50)
    # One hold-out and equal weights: micro-averaged recall is accuracy, by tables instead of rows.
    assert bbc_cv(settings, "recall_micro", times=50).value == pytest.approx(mean.value)


def test_groups_are_chosen_and_measured_whole():
    grouped = Task(
        np.repeat(X[:20], 4, axis=0), np.repeat(np.arange(20) % 2, 4), group=np.repeat(np.arange(20), 4)
    )
    settings = resample_each(grouped, guesses[:4], k_fold(4))
    assert bbc_cv(settings, "accuracy", times=100).width > 0.2


def test_what_cannot_be_chosen_from_is_refused():
    with pytest.raises(DesignError, match="settings is empty"):
        bbc_cv([], "accuracy")
    apart = [resample(signal, LogisticRegression(), k_fold(5, random_state=seed)) for seed in (0, 1)]
    with pytest.raises(DesignError, match="resample_each"):
        bbc_cv(apart, "accuracy")
    for plan in (leave_one_out(), hold_out(0.5)):
        with pytest.raises(DesignError, match="bbc_cv"):
            tibshirani_bias_correction(resample_each(signal, neighbors, plan), "accuracy")


@pytest.mark.parametrize("name", ["error", "accuracy"])
def test_tibshiranis_interval_holds_the_best_settings_own_and_the_moved_one(name):
    settings = resample_each(signal, neighbors, k_fold(5))
    found = tibshirani_bias_correction(settings, name)
    best = max(settings, key=lambda each: each.score("accuracy")).estimate(name)
    shift = found.value - best.value
    assert abs(shift) == pytest.approx(found.parts["optimism"])
    assert found.lower == pytest.approx(max(best.lower + min(shift, 0), 0))
    assert found.upper == pytest.approx(min(best.upper + max(shift, 0), 1))
    assert found.evidence
    assert "bbc_cv is preferable" in found.why

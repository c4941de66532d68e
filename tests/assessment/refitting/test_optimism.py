import statistics

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LinearRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

from gnomon.assessment.measures import find_measure
from gnomon.assessment.refitting.bootstrap_scores import bootstrap_scores, no_information
from gnomon.assessment.refitting.optimism import (
    all_rows_bootstrap,
    all_rows_estimate,
    bootstrap_632,
    bootstrap_632_plus,
    estimate_632,
    estimate_632_plus,
    optimism_corrected_bootstrap,
    optimism_corrected_estimate,
    out_of_bag_bootstrap,
    out_of_bag_estimate,
)
from gnomon.assessment.splits import bootstrap
from gnomon.data.task import Task
from gnomon.errors import DesignError

random = np.random.default_rng(0)
X = random.normal(size=(60, 3))
y = (X[:, 0] + random.normal(size=60) > 0).astype(int)
task = Task(X, y, kind="classification")
noise = Task(random.normal(size=(300, 3)), np.arange(300) % 2, kind="classification")
readings = [
    all_rows_estimate,
    out_of_bag_estimate,
    estimate_632,
    estimate_632_plus,
    optimism_corrected_estimate,
]


def losses(times):
    """Each sample's errors on all rows, and how often it drew each row, written out plainly."""
    drawn = bootstrap(times, stratify=False).split(task)
    wrong, counts = [], []
    for train, _ in drawn:
        wrong.append(GaussianNB().fit(X[train], y[train]).predict(X) != y)
        counts.append(np.bincount(train, minlength=60))
    return np.array(wrong, dtype=float), np.array(counts)


def test_the_scores_are_those_of_the_samples_models():
    wrong, counts = losses(40)
    result = bootstrap_scores(task, GaussianNB(), "error", times=40)
    assert np.allclose(result.on_all, wrong.mean(axis=1))
    assert np.allclose(result.on_sample, (wrong * counts).sum(axis=1) / 60)
    missed = counts == 0
    assert np.allclose(result.on_out_of_bag, (wrong * missed).sum(axis=1) / missed.sum(axis=1))
    assert result.out_of_bag == pytest.approx(np.mean((wrong * missed).sum(axis=0) / missed.sum(axis=0)))
    assert result.apparent == pytest.approx(np.mean(GaussianNB().fit(X, y).predict(X) != y))


def test_the_error_out_of_the_bag_is_that_of_efron_and_tibshirani():
    # Eq. 36-39 of their paper of 1997, values about the mean, less the noise of the number of samples.
    wrong, counts = losses(200)
    missed = counts == 0
    each = (wrong * missed).sum(axis=0) / missed.sum(axis=0)
    q = ((wrong - each.mean()) * missed).sum(axis=1) / 60
    scale = (1 - 1 / 60) ** -60
    moved = scale * np.mean((counts - counts.mean(axis=0)) * (q - q.mean())[:, None], axis=0)
    pull = (2 + 1 / 59) * (each - each.mean()) / 60 + moved
    variance = np.sum(pull**2) - scale**2 * 59 * q.var() / 200
    rows = each.std(ddof=1) / np.sqrt(60)
    result = bootstrap_scores(task, GaussianNB(), "error", times=200)
    assert result.error == pytest.approx(max(np.sqrt(variance), rows))


def test_of_a_fixed_rule_the_error_is_the_binomials():
    many = Task(np.zeros((200, 1)), (np.arange(200) % 10 < 3).astype(int), kind="classification")
    result = bootstrap_scores(many, DummyClassifier(strategy="constant", constant=0), "error", times=400)
    assert result.out_of_bag == pytest.approx(0.3)
    assert result.error == pytest.approx(np.sqrt(0.3 * 0.7 / 200), rel=0.1)


def test_the_estimates_weigh_the_scores_as_their_names_say():
    scores = bootstrap_scores(task, GaussianNB(), "error", times=50)
    assert estimate_632(scores).value == pytest.approx(0.368 * scores.apparent + 0.632 * scores.out_of_bag)
    rate = (scores.out_of_bag - scores.apparent) / (scores.no_information - scores.apparent)
    weight = 0.632 / (1 - 0.368 * rate)
    expected = (1 - weight) * scores.apparent + weight * scores.out_of_bag
    assert estimate_632_plus(scores).value == pytest.approx(expected)
    optimism = np.mean(scores.on_sample - scores.on_all)
    assert optimism_corrected_estimate(scores).value == pytest.approx(scores.apparent - optimism)
    assert optimism < 0


def test_the_variance_over_samples_is_the_unbiased_one():
    scores = bootstrap_scores(task, GaussianNB(), "error", times=5)
    expected = statistics.variance(scores.on_all.tolist())
    assert all_rows_estimate(scores).parts["variance"] == pytest.approx(expected)


def test_of_a_learner_that_recalls_its_rows_only_632_is_fooled():
    scores = bootstrap_scores(noise, KNeighborsClassifier(1), "error", times=40)
    assert scores.apparent == 0
    assert scores.no_information == pytest.approx(0.5, abs=0.01)
    assert estimate_632(scores).value < 0.4
    assert estimate_632_plus(scores).value > 0.45
    assert all_rows_estimate(scores).value < 0.25


def test_accuracy_and_error_are_two_sides_of_one_estimate():
    wrong, right = (bootstrap_scores(task, GaussianNB(), name, times=30) for name in ("error", "accuracy"))
    for read in readings:
        one, other = read(wrong), read(right)
        assert (other.value, other.lower, other.upper) == pytest.approx(
            (1 - one.value, 1 - one.upper, 1 - one.lower)
        )


@pytest.mark.parametrize("name", ["auc", "log_loss", "f1"])
def test_any_measure_has_all_five_and_the_interval_holds_the_value(name):
    scores = bootstrap_scores(task, GaussianNB(), name, times=40)
    for read in readings:
        result = read(scores)
        assert result.lower <= result.value <= result.upper
        assert result.why.endswith(".")
    assert len(scores.frame()) == 40


def test_the_functions_read_the_same_scores():
    scores = bootstrap_scores(task, GaussianNB(), "error", times=20)
    functions = [
        all_rows_bootstrap,
        out_of_bag_bootstrap,
        bootstrap_632,
        bootstrap_632_plus,
        optimism_corrected_bootstrap,
    ]
    for function, read in zip(functions, readings):
        assert function(task, GaussianNB(), "error", times=20) == read(scores)


def test_numbers_have_an_optimism_too():
    numbers = Task(random.normal(size=(40, 12)), random.normal(size=40), kind="regression")
    result = optimism_corrected_bootstrap(numbers, LinearRegression(), "r2", times=40)
    assert result.value < result.parts["apparent"] - 0.2


def test_groups_are_drawn_whole_and_weights_alike_change_nothing():
    group = np.repeat(np.arange(20), 3)
    copies = Task(np.repeat(X[:20], 3, axis=0), np.repeat(y[:20], 3), kind="classification", group=group)
    one = Task(X[:20], y[:20], kind="classification")
    together, alone = (bootstrap_scores(each, GaussianNB(), "error", times=100) for each in (copies, one))
    assert together.out_of_bag == pytest.approx(alone.out_of_bag, abs=0.03)
    assert together.error == pytest.approx(alone.error, rel=0.15)
    even = Task(X, y, kind="classification", weight=np.full(60, 3.0))
    first, second = (bootstrap_scores(each, GaussianNB(), "error", times=20) for each in (task, even))
    assert (second.out_of_bag, second.error) == pytest.approx((first.out_of_bag, first.error))


def test_no_information_is_the_mean_over_all_pairs():
    truth, called = np.array([0, 0, 1, 2]), np.array([0, 1, 1, 1])
    assert no_information(find_measure("error"), truth, called) == pytest.approx(
        np.mean(truth[:, None] != called[None, :])
    )


def test_a_class_too_rare_to_be_drawn_raises_an_error_with_the_fix():
    rare = Task(X, (np.arange(60) == 0).astype(int), kind="classification")
    with pytest.raises(DesignError, match="stratify=True"):
        bootstrap_scores(rare, KNeighborsClassifier(3), "auc", times=30)


@pytest.mark.parametrize("name", ["error", "accuracy"])
def test_a_learner_that_recalls_its_rows_has_no_interval_of_width_nothing(name):
    scores = bootstrap_scores(noise, KNeighborsClassifier(1), name, times=40)
    assert np.ptp(scores.on_sample) == 0
    result, outside = optimism_corrected_estimate(scores), out_of_bag_estimate(scores)
    assert result.lower < result.upper
    assert result.lower <= scores.out_of_bag <= result.upper
    worse = "upper" if name == "error" else "lower"
    assert getattr(result, worse) == pytest.approx(getattr(outside, worse))


def test_estimates_that_lean_on_a_misleading_apparent_score_say_so_and_others_do_not():
    fooled = bootstrap_scores(noise, KNeighborsClassifier(1), "error", times=40)
    stable = bootstrap_scores(noise, DummyClassifier(), "error", times=40)
    for read in (estimate_632, optimism_corrected_estimate):
        assert "WARNING: the relative overfitting rate" in read(fooled).why
        assert "use .632+" in read(fooled).why
        assert "WARNING" not in read(stable).why
    assert "WARNING" not in estimate_632_plus(fooled).why


def test_the_simulated_coverage_is_reported_beside_the_estimate():
    scores = bootstrap_scores(task, GaussianNB(), "error", times=20)
    for read in readings:
        assert read(scores).evidence.startswith("nominal 95 %, measured")
        assert read(scores, 0.9).evidence == ""


def test_samples_that_miss_the_same_rows_are_not_taken_for_new_rows():
    few, many = (bootstrap_scores(task, GaussianNB(), "auc", times=times) for times in (50, 200))
    drawn = bootstrap(200, stratify=False).split(task)
    spread = np.std(many.on_out_of_bag, ddof=1)
    # Two sets of missed rows have 37 % of the rows in common, and there are 37 rows missed to 63 that train.
    assert many.error / spread == pytest.approx(np.sqrt(0.37 + 0.58), rel=0.05)
    assert np.mean([len(rows) for rows in drawn.held_out]) / 60 == pytest.approx(0.37, abs=0.02)
    assert few.error == pytest.approx(many.error, rel=0.3)

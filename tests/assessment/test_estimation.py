from functools import cache

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.model_selection import ShuffleSplit
from sklearn.naive_bayes import GaussianNB

from gnomon.assessment.estimation import METHODS, estimate
from gnomon.assessment.intervals import (
    clopper_pearson_interval,
    corrected_t_interval,
    delong_interval,
    jeffreys_interval,
    t_interval,
    wilson_interval,
    z_interval,
)
from gnomon.assessment.measures import find_measure
from gnomon.assessment.resample import resample
from gnomon.assessment.splits import bootstrap, hold_out, k_fold, leave_one_out, repeated, rolling
from gnomon.data.task import Task
from gnomon.errors import DesignError, ParameterError

generator = np.random.default_rng(2)
X = generator.normal(size=(120, 2))
y = X[:, 0] + generator.normal(size=120) > 0
task = Task(X, y)
grouped = Task(X, y, group=np.arange(120) // 4)
three = Task(X, np.digitize(X[:, 1] + generator.normal(size=120), [-0.5, 0.5]))
numbers = Task(X, X[:, 0] + generator.normal(size=120), kind="regression")
logistic = LogisticRegression()


@pytest.mark.parametrize(
    ("the_task", "plan", "measure", "method"),
    [
        (task, hold_out(0.4), "accuracy", "wilson"),
        (task, hold_out(0.4), "log_loss", "rows t"),
        (task, hold_out(0.4), "auc", "delong"),
        (task, hold_out(0.4), "balanced_accuracy", "bca bootstrap"),
        (task, hold_out(0.4), "recall", "wilson"),
        (task, hold_out(0.4), "precision", "wilson"),
        (three, hold_out(0.4), "auc", "bca bootstrap"),
        (grouped, hold_out(0.4), "accuracy", "rows t"),
        (grouped, hold_out(0.4), "auc", "delong"),
        (grouped, hold_out(0.4), "recall", "rows t"),
        (grouped, hold_out(0.4), "f1", "bca bootstrap"),
        (task, leave_one_out(), "error", "wilson"),
        (task, leave_one_out(), "brier", "rows t"),
        (task, leave_one_out(), "balanced_accuracy", "bca bootstrap"),
        (task, k_fold(5), "accuracy", "corrected t"),
        (task, k_fold(5), "auc", "corrected t"),
        (grouped, k_fold(5), "log_loss", "corrected t"),
        (task, repeated(k_fold(5), times=2), "accuracy", "corrected t for repeats"),
        (task, repeated(hold_out(0.3), times=4), "accuracy", "corrected t for repeats"),
        (task, bootstrap(10), "accuracy", "corrected t for repeats"),
        (task, ShuffleSplit(9, random_state=0), "accuracy", "corrected t for repeats"),
    ],
)
def test_the_method_fits_the_design_and_the_interval_holds_the_value(the_task, plan, measure, method):
    predictions = resample(the_task, GaussianNB(), plan)
    result = predictions.estimate(measure)
    assert result.method == method
    assert result.lower < result.value < result.upper
    assert result.value == predictions.score(measure)
    assert result.why.endswith(".")
    wider = predictions.estimate(measure, level=0.99)
    assert wider.lower <= result.lower
    assert wider.upper >= result.upper


def test_the_procedures_get_the_numbers_of_the_design():
    folds = resample(task, logistic, k_fold(5))
    values = folds.per_split("accuracy")
    result = folds.estimate("accuracy")
    assert np.allclose((result.lower, result.upper), corrected_t_interval(values, 1 / 4))
    held = resample(task, logistic, hold_out(0.4))
    result = held.estimate("accuracy")
    assert np.allclose((result.lower, result.upper), wilson_interval(held.score("accuracy"), 48))
    result = held.estimate("auc")
    probability = held.probability[:, 1]
    assert np.allclose((result.lower, result.upper), delong_interval(held.truth == 1, probability))
    samples = resample(task, logistic, bootstrap(10))
    ratio = np.mean([np.sum(samples.split == s) / samples.train_sizes[s] for s in range(10)])
    assert 0.5 < ratio < 0.7
    result = samples.estimate("error", method="corrected t")
    assert np.allclose((result.lower, result.upper), corrected_t_interval(samples.per_split("error"), ratio))


def test_the_textbooks_own_intervals_come_by_name_with_their_caveat():
    folds = resample(task, logistic, k_fold(5))
    values = folds.per_split("error")
    for method, interval in (("t", t_interval), ("z", z_interval)):
        for ddof in (0, 1):
            result = folds.estimate("error", method=method, ddof=ddof)
            assert np.allclose((result.lower, result.upper), np.clip(interval(values, ddof=ddof), 0, 1))
            assert "too narrow" in result.why


def test_bounds_are_clipped_to_the_range_of_the_measure():
    easy = Task(np.repeat([[0.0], [9.0]], 20, axis=0), np.repeat([0, 1], 20))
    result = resample(easy, logistic, hold_out(0.5)).estimate("accuracy")
    assert result.value == result.upper == 1
    assert 0.8 < result.lower < 0.9
    skewed = resample(numbers, DummyRegressor(), hold_out(0.05)).estimate("mean_squared_error", level=0.999)
    assert skewed.lower == 0


def test_folds_that_all_score_alike_do_not_make_a_certainty():
    easy = Task(np.repeat([[0.0], [9.0]], 20, axis=0), np.repeat([0, 1], 20))
    result = resample(easy, logistic, k_fold(5)).estimate("accuracy")
    assert result.method == "wilson"
    assert result.lower == pytest.approx(wilson_interval(1.0, 40)[0])
    other = resample(easy, logistic, k_fold(5)).estimate("auc")
    assert other.lower == pytest.approx(0.05 ** (1 / 20))
    assert other.upper == 1
    assert "rule of three" in other.why


def test_weights_lower_the_number_of_rows_that_wilson_counts():
    weight = np.where(np.arange(120) % 2, 1.0, 0.01)
    plain, weighted = (
        resample(each, logistic, hold_out(0.4)).estimate("accuracy")
        for each in (task, Task(X, y, weight=weight))
    )
    assert weighted.upper - weighted.lower > 1.2 * (plain.upper - plain.lower)


@pytest.mark.parametrize(
    ("plan", "measure", "method", "words"),
    [
        (hold_out(0.4), "accuracy", "corrected t", "several splits"),
        (hold_out(0.4), "accuracy", "t", "several splits"),
        (leave_one_out(), "accuracy", "z", "several splits"),
        (k_fold(5), "auc", "delong", "'influence' or 'corrected t'"),
        (leave_one_out(), "auc", "delong", "every row has another model; use k_fold"),
        (hold_out(0.4), "auc", "influence", "'delong'"),
        (k_fold(5), "accuracy", "influence", "auc of two classes"),
        (hold_out(0.4), "accuracy", "bayle", "k_fold"),
        (k_fold(5), "auc", "bayle", "not a mean"),
        (repeated(k_fold(5), times=2), "accuracy", "bayle within folds", "corrected t"),
        (repeated(k_fold(5), times=2), "accuracy", "wilson", "corrected t"),
        (repeated(k_fold(5), times=2), "recall", "jeffreys", "corrected t"),
        (k_fold(5), "f1", "bca bootstrap", "a single hold-out"),
        (k_fold(5), "accuracy", ".632+", "bootstrap_632_plus"),
        (k_fold(5), "accuracy", "nested cross-validation", "nested_cv_interval"),
        (k_fold(5), "balanced_accuracy", "bootstrap", "a single hold-out"),
        (hold_out(0.4), "accuracy", "delong", "auc of two classes"),
        (hold_out(0.4), "log_loss", "wilson", "not a proportion"),
        (hold_out(0.4), "auc", "rows t", "not a mean"),
        (bootstrap(5), "accuracy", "wilson", "corrected t"),
        (repeated(k_fold(5), times=2), "log_loss", "rows t", "corrected t"),
        (leave_one_out(), "auc", "auto", "use k_fold"),
    ],
)
def test_an_invalid_procedure_is_refused_with_a_way_out(plan, measure, method, words):
    with pytest.raises(DesignError, match=words):
        resample(task, GaussianNB(), plan).estimate(measure, method=method)


def test_an_unknown_method_is_answered_with_the_known():
    with pytest.raises(ParameterError, match="'corrected t'"):
        resample(task, logistic, k_fold(5)).estimate("accuracy", method="jackknife")


def test_wilson_on_a_hold_out_covers_at_its_level():
    generator = np.random.default_rng(0)
    hits = sum(
        low <= 0.85 <= high
        for low, high in (wilson_interval(generator.binomial(60, 0.85) / 60, 60) for _ in range(1000))
    )
    assert 0.93 <= hits / 1000 <= 0.97


@cache
def many_predictions():
    """Four designs by four kinds of task and measure."""
    plans = (hold_out(0.4), k_fold(5), leave_one_out(), repeated(hold_out(0.3), times=4))
    cases = ((task, GaussianNB(), "auc"), (grouped, GaussianNB(), "recall"))
    cases += ((three, GaussianNB(), "accuracy"), (numbers, LinearRegression(), "r2"))
    return [(resample(each, learner, plan), name) for plan in plans for each, learner, name in cases]


@pytest.mark.parametrize("method", METHODS)
def test_every_method_by_name_estimates_or_refuses_with_a_hint(method):
    estimates, refusals = [], []
    for predictions, name in many_predictions():
        try:
            estimates.append(estimate(predictions, find_measure(name), 0.95, method, 1, times=200))
        except DesignError as error:
            refusals.append(str(error))
    assert estimates
    for result in estimates:
        assert result.lower <= result.value <= result.upper
        assert result.lower < result.upper
        assert result.why.endswith(".")
    assert all("use " in refusal for refusal in refusals)


def test_a_rate_is_binomial_in_the_rows_that_it_counts():
    held = resample(task, logistic, hold_out(0.4))
    truth, called = held.truth == 1, held.predicted == 1
    for method, interval in (
        ("wilson", wilson_interval),
        ("clopper-pearson", clopper_pearson_interval),
        ("jeffreys", jeffreys_interval),
    ):
        result = held.estimate("recall", method=method)
        assert (result.lower, result.upper) == pytest.approx(interval(called[truth].mean(), truth.sum()))
        result = held.estimate("precision", method=method)
        assert (result.lower, result.upper) == pytest.approx(interval(truth[called].mean(), called.sum()))


def test_the_four_bootstraps_agree_on_a_mean_of_many_rows_and_with_the_t_interval():
    many = Task(
        np.random.default_rng(0).normal(size=(1500, 1)),
        np.zeros(1500) + np.arange(1500) % 7,
        kind="regression",
    )
    held = resample(many, LinearRegression(), hold_out(0.4))
    expected = held.estimate("mean_absolute_error")
    for method in ("bootstrap", "basic bootstrap", "bca bootstrap", "studentized bootstrap"):
        result = held.estimate("mean_absolute_error", method=method)
        assert (result.lower, result.upper) == pytest.approx((expected.lower, expected.upper), abs=0.01)


def test_the_interval_over_rows_is_centered_on_the_score_where_folds_differ_in_size():
    uneven = Task(X[:33], numbers.y[:33], kind="regression")
    for method in ("rows t", "bayle"):
        result = resample(uneven, LinearRegression(), k_fold(4)).estimate("mean_squared_error", method=method)
        assert (result.lower + result.upper) / 2 == pytest.approx(result.value)


@pytest.mark.parametrize("seed", range(5))
def test_the_interval_of_r2_holds_its_own_value_in_leave_one_out(seed):
    draw = np.random.default_rng(seed)
    small = Task(draw.normal(size=(12, 4)), draw.normal(size=12), kind="regression")
    result = resample(small, LinearRegression(), leave_one_out()).estimate("r2")
    assert result.lower <= result.value <= result.upper


def test_groups_that_are_all_right_are_no_certainty():
    easy = Task(np.repeat([[0.0], [9.0]], 20, axis=0), np.repeat([0, 1], 20), group=np.arange(40) // 2)
    for plan in (hold_out(0.5), k_fold(5)):
        for measure in ("accuracy", "balanced_accuracy", "f1"):
            result = resample(easy, logistic, plan).estimate(measure)
            assert result.lower < 1
            assert "rule of three" in result.why


def test_over_splits_auc_is_never_surer_than_its_rows_allow():
    folds = resample(task, logistic, repeated(k_fold(5), times=3))
    by_splits, by_rows = folds.estimate("auc"), folds.estimate("auc", method="influence")
    assert by_splits.width >= 0.95 * by_rows.width
    assert by_splits.value == by_rows.value


def test_along_time_the_choice_says_what_it_cannot_know():
    timed = Task(X, y, time=np.arange(120))
    result = resample(timed, logistic, hold_out(0.3, chronological=True)).estimate("accuracy")
    assert "time" in result.why
    folds = resample(timed, logistic, rolling(4)).estimate("accuracy")
    assert folds.method == "corrected t"
    assert "ordered in time" in folds.why
    with pytest.raises(DesignError, match="corrected t"):
        resample(timed, logistic, rolling(4)).estimate("accuracy", method="rows t")


def test_a_bootstrap_depends_on_its_seed_and_number_alone():
    held = resample(task, logistic, hold_out(0.4))
    f1 = find_measure("f1")
    first, again, other, more = (
        estimate(held, f1, 0.95, "bca bootstrap", 1, times=times, random_state=seed)
        for times, seed in ((500, 1), (500, 1), (500, 2), (700, 1))
    )
    assert first == again
    assert len({each.lower for each in (first, other, more)}) > 1


@pytest.mark.parametrize("plan", [hold_out(0.4), k_fold(5)])
@pytest.mark.parametrize("each", [task, grouped, Task(X, y, weight=np.arange(120) % 3)])
def test_a_rate_that_counts_no_row_leaves_all_open(each, plan):
    never = resample(each, DummyClassifier(strategy="constant", constant=False), plan)
    result = never.estimate("precision")
    assert result.value == 0
    assert result.upper > 0.1
    if result.method != "corrected t":
        assert (result.lower, result.upper) == (0, 1)


def test_rows_without_weight_do_not_count():
    weight = (np.arange(120) % 2).astype(float)
    half, weighted = (resample(each, logistic, hold_out(0.4)) for each in (task, Task(X, y, weight=weight)))
    counted = weighted.weight > 0
    result = weighted.estimate("accuracy", method="wilson")
    right = (weighted.truth == weighted.predicted)[counted]
    assert (result.lower, result.upper) == pytest.approx(wilson_interval(right.mean(), counted.sum()))
    assert result.width > half.estimate("accuracy", method="wilson").width


def test_skewness_from_parts_of_the_rows_is_reported():
    many = Task(np.arange(600.0)[:, None], np.arange(600.0) % 7, kind="regression")
    few, enough = (resample(many, DummyRegressor(), hold_out(share)).estimate("r2") for share in (0.2, 0.5))
    assert "200 random parts" in enough.why
    assert "parts" not in few.why


@pytest.mark.parametrize(
    "plan", [repeated(k_fold(5), times=4), repeated(hold_out(0.3), times=6), bootstrap(8)]
)
@pytest.mark.parametrize("measure", ["accuracy", "auc", "log_loss"])
def test_repeats_do_not_make_up_for_rows(plan, measure):
    predictions = resample(task, logistic, plan)
    by_name, chosen = (predictions.estimate(measure, method=each) for each in ("corrected t", "auto"))
    assert chosen.method == "corrected t for repeats"
    assert chosen.width >= by_name.width
    assert "two held-out sets have in common" in chosen.why
    assert "too narrow" in by_name.why


def test_without_repeats_the_correction_for_them_changes_nothing():
    folds = resample(task, logistic, k_fold(6))
    plain, for_repeats = (
        folds.estimate("auc", method=each) for each in ("corrected t", "corrected t for repeats")
    )
    assert (plain.lower, plain.upper) == pytest.approx((for_repeats.lower, for_repeats.upper))


@pytest.mark.parametrize("plan", [hold_out(0.4), k_fold(4), repeated(k_fold(4), times=3)], ids=str)
def test_the_precision_of_a_class_never_predicted_is_not_known(plan):
    task = Task(np.zeros((40, 1)), np.arange(40) % 4 == 0)
    result = resample(task, DummyClassifier(), plan).estimate("precision")
    assert (result.lower, result.upper) == (0, 1)

import numpy as np
import pytest
from sklearn.dummy import DummyRegressor
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import ShuffleSplit
from sklearn.naive_bayes import GaussianNB

from gnomon.assessment.intervals import corrected_t, delong, t_interval, wilson, z_interval
from gnomon.assessment.resample import resample
from gnomon.assessment.splits import bootstrap, hold_out, k_fold, leave_one_out, repeated
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
        (task, hold_out(0.4), "balanced_accuracy", "bootstrap"),
        (three, hold_out(0.4), "auc", "bootstrap"),
        (grouped, hold_out(0.4), "accuracy", "rows t"),
        (grouped, hold_out(0.4), "auc", "bootstrap"),
        (task, leave_one_out(), "error", "wilson"),
        (task, leave_one_out(), "brier", "rows t"),
        (task, leave_one_out(), "balanced_accuracy", "bootstrap"),
        (task, k_fold(5), "accuracy", "corrected t"),
        (task, k_fold(5), "auc", "corrected t"),
        (grouped, k_fold(5), "log_loss", "corrected t"),
        (task, repeated(k_fold(5), times=2), "accuracy", "corrected t"),
        (task, repeated(hold_out(0.3), times=4), "accuracy", "corrected t"),
        (task, bootstrap(10), "accuracy", "corrected t"),
        (task, ShuffleSplit(4, random_state=0), "accuracy", "corrected t"),
    ],
)
def test_the_method_fits_the_design_and_the_interval_holds_the_value(the_task, plan, measure, method):
    predictions = resample(the_task, GaussianNB(), plan)
    found = predictions.estimate(measure)
    assert found.method == method
    assert found.lower < found.value < found.upper
    assert found.value == predictions.score(measure)
    assert found.why.endswith(".")
    wider = predictions.estimate(measure, level=0.99)
    assert wider.lower <= found.lower
    assert wider.upper >= found.upper


def test_the_procedures_get_the_numbers_of_the_design():
    folds = resample(task, logistic, k_fold(5))
    values = folds.per_split("accuracy")
    found = folds.estimate("accuracy")
    assert np.allclose((found.lower, found.upper), corrected_t(values, 1 / 4))
    held = resample(task, logistic, hold_out(0.4))
    found = held.estimate("accuracy")
    assert np.allclose((found.lower, found.upper), wilson(held.score("accuracy"), 48))
    found = held.estimate("auc")
    probability = held.probability[:, 1]
    assert np.allclose((found.lower, found.upper), delong(held.truth == 1, probability))
    samples = resample(task, logistic, bootstrap(10))
    ratio = np.mean([np.sum(samples.split == s) / samples.train_sizes[s] for s in range(10)])
    assert 0.5 < ratio < 0.7
    found = samples.estimate("error")
    assert np.allclose((found.lower, found.upper), corrected_t(samples.per_split("error"), ratio))


def test_the_textbooks_own_intervals_come_by_name_with_their_caveat():
    folds = resample(task, logistic, k_fold(5))
    values = folds.per_split("error")
    for method, interval in (("t", t_interval), ("z", z_interval)):
        for ddof in (0, 1):
            found = folds.estimate("error", method=method, ddof=ddof)
            assert np.allclose((found.lower, found.upper), np.clip(interval(values, ddof=ddof), 0, 1))
            assert "too narrow" in found.why


def test_bounds_are_kept_within_the_range_of_the_measure():
    easy = Task(np.repeat([[0.0], [9.0]], 20, axis=0), np.repeat([0, 1], 20))
    found = resample(easy, logistic, hold_out(0.5)).estimate("accuracy")
    assert found.value == found.upper == 1
    assert 0.8 < found.lower < 0.9
    skewed = resample(numbers, DummyRegressor(), hold_out(0.05)).estimate("mean_squared_error", level=0.999)
    assert skewed.lower == 0


def test_folds_that_all_score_alike_do_not_make_a_certainty():
    easy = Task(np.repeat([[0.0], [9.0]], 20, axis=0), np.repeat([0, 1], 20))
    found = resample(easy, logistic, k_fold(5)).estimate("accuracy")
    assert found.method == "wilson"
    assert found.lower == pytest.approx(wilson(1.0, 40)[0])
    other = resample(easy, logistic, k_fold(5)).estimate("auc")
    assert other.lower == other.upper == 1
    assert "says little" in other.why


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
        (k_fold(5), "auc", "delong", "one hold-out"),
        (k_fold(5), "balanced_accuracy", "bootstrap", "one hold-out"),
        (hold_out(0.4), "accuracy", "delong", "auc of two classes"),
        (hold_out(0.4), "log_loss", "wilson", "no share"),
        (hold_out(0.4), "auc", "rows t", "no mean"),
        (bootstrap(5), "accuracy", "wilson", "corrected t"),
        (repeated(k_fold(5), times=2), "log_loss", "rows t", "corrected t"),
        (leave_one_out(), "auc", "auto", "hold-out"),
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
        for low, high in (wilson(generator.binomial(60, 0.85) / 60, 60) for _ in range(1000))
    )
    assert 0.93 <= hits / 1000 <= 0.97

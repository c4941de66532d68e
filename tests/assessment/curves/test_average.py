import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.linear_model import LogisticRegression

from gnomon.assessment.curves.average import average_roc_curve, merged, threshold_average, vertical_average
from gnomon.assessment.curves.held_out import roc_curve_each, roc_curve_of
from gnomon.assessment.curves.roc import roc_curve
from gnomon.assessment.intervals import corrected_t_interval, t_interval, wilson_interval
from gnomon.assessment.resample import resample
from gnomon.assessment.splits import hold_out, k_fold, repeated
from gnomon.assessment.validity import held_out_overlap
from gnomon.data.task import Task
from gnomon.errors import DataError, DesignError, ParameterError

curves_of_rows = st.lists(
    st.lists(st.tuples(st.booleans(), st.integers(0, 5)), min_size=2, max_size=15).filter(
        lambda result: len({positive for positive, _ in result}) == 2
    ),
    min_size=2,
    max_size=4,
)


def curves(drawn):
    return [roc_curve(*(np.array(column) for column in zip(*rows))) for rows in drawn]


def random_curves(n_curves=5, seed=0):
    generator = np.random.default_rng(seed)
    positive = np.arange(40) % 2 == 0
    return [roc_curve(positive, generator.normal(size=40) + positive) for _ in range(n_curves)]


@given(curves_of_rows)
@settings(max_examples=50)
def test_a_merged_curve_is_that_of_all_rows(drawn):
    positive, score = (np.array(column) for column in zip(*[row for rows in drawn for row in rows]))
    assert np.array_equal(merged(curves(drawn)).frame(), roc_curve(positive, score).frame())


def test_a_merged_curve_keeps_weights_and_groups():
    a = roc_curve([1, 0, 0], [3, 2, 1], np.array([1.0, 2.0, 3.0]), group=[0, 1, 1])
    b = roc_curve([1, 0], [2.5, 2.0])
    both = merged([a, b])
    assert both.negatives == 6
    assert both.rows.effective == pytest.approx((36 / 26, 2.0))


def test_predictions_merge_as_their_curves_do():
    generator = np.random.default_rng(0)
    y = np.arange(60) % 3 == 0
    task = Task(generator.normal(size=(60, 1)) + y[:, None], y)
    predictions = resample(task, LogisticRegression(), k_fold(3))
    assert np.array_equal(merged(roc_curve_each(predictions)).frame(), roc_curve_of(predictions).frame())


@given(curves_of_rows)
@settings(max_examples=50)
def test_a_vertical_average_is_the_mean_of_what_the_curves_read(drawn):
    each = curves(drawn)
    average = vertical_average(each, samples=7)
    expected = np.mean([curve.tpr_at(average.fpr) for curve in each], axis=0)
    assert np.allclose(average.tpr, expected)
    assert (np.diff(average.tpr) >= -1e-12).all()
    assert (average.lower <= average.tpr + 1e-12).all()
    assert (average.tpr <= average.upper + 1e-12).all()
    assert average.tpr[-1] == pytest.approx(1)


@given(curves_of_rows, st.integers(2, 40))
@settings(max_examples=50)
def test_a_threshold_average_runs_from_corner_to_corner(drawn, samples):
    each = curves(drawn)
    average = threshold_average(each, samples=samples)
    assert (average.fpr[0], average.tpr[0]) == (0, 0)
    assert (average.fpr[-1], average.tpr[-1]) == pytest.approx((1, 1))
    assert len(average.fpr) <= samples + 1
    assert (np.diff(average.fpr) >= -1e-12).all()
    for place, threshold in enumerate(average.threshold):
        rates = np.mean([curve.rates_at(threshold) for curve in each], axis=0)
        assert (average.fpr[place], average.tpr[place]) == pytest.approx(tuple(rates))


def test_one_curve_averages_to_itself_at_its_thresholds():
    curve = random_curves(1)[0]
    average = threshold_average([curve], samples=1000, bars="binomial")
    assert np.array_equal(average.fpr, curve.fpr)
    assert np.array_equal(average.tpr, curve.tpr)
    assert average.auc == pytest.approx(curve.auc)


def test_bars_are_students_over_curves_or_wilsons_over_all_cases():
    each = random_curves()
    by_t, by_cases = (vertical_average(each, samples=4, bars=bars) for bars in ("t", "binomial"))
    values = np.array([curve.tpr_at(0.25) for curve in each])
    assert (by_t.lower[1], by_t.upper[1]) == pytest.approx(t_interval(values))
    assert (by_cases.lower[1], by_cases.upper[1]) == pytest.approx(wilson_interval(values.mean(), 100))
    across = threshold_average(each, samples=6, bars="binomial")
    assert (across.fpr_lower[3], across.fpr_upper[3]) == pytest.approx(wilson_interval(across.fpr[3], 100))


def test_bars_of_independent_curves_hold_the_mean_at_their_level():
    generator = np.random.default_rng(3)
    positive = np.arange(60) % 2 == 0
    mean = np.mean(
        [roc_curve(positive, generator.normal(size=60) + positive).tpr_at(0.3) for _ in range(4000)]
    )
    hits = 0
    for _ in range(300):
        each = [roc_curve(positive, generator.normal(size=60) + positive) for _ in range(6)]
        average = vertical_average(each, samples=10)
        hits += average.lower[3] <= mean <= average.upper[3]
    assert hits / 300 >= 0.92


def test_averages_of_predictions_have_bars_for_shared_training_rows():
    generator = np.random.default_rng(0)
    y = np.arange(90) % 3 == 0
    task = Task(generator.normal(size=(90, 1)) + y[:, None], y)
    predictions = resample(task, LogisticRegression(), repeated(hold_out(1 / 3), times=5))
    average = average_roc_curve(predictions, samples=4)
    values = np.array([curve.tpr_at(0.5) for curve in roc_curve_each(predictions)])
    overlap = held_out_overlap(predictions)
    assert overlap > 1 / 5
    lower, upper = corrected_t_interval(values, 0.5, overlap=overlap)
    assert (average.lower[2], average.upper[2]) == pytest.approx((max(lower, 0), min(upper, 1)))
    plain = vertical_average(roc_curve_each(predictions), samples=4)
    assert average.upper[1] - average.lower[1] > plain.upper[1] - plain.lower[1]
    across = average_roc_curve(predictions, along="threshold", samples=4)
    assert across.frame().columns.tolist()[0] == "threshold"
    assert str(across).startswith("mean of 5 ROC curves at fixed threshold")


def test_what_cannot_be_averaged_is_refused():
    each = random_curves(2)
    with pytest.raises(DataError, match="no curve"):
        vertical_average([])
    with pytest.raises(ParameterError, match="samples=0"):
        vertical_average(each, samples=0)
    with pytest.raises(ParameterError, match="at least 2"):
        threshold_average(each, samples=1)
    with pytest.raises(ParameterError, match="bars='sd'"):
        vertical_average(each, bars="sd")
    with pytest.raises(DesignError, match="ties='expected'"):
        vertical_average([roc_curve([1, 0], [1, 1], ties="optimistic")])
    with pytest.raises(DesignError, match="at least 2 curves"):
        vertical_average(each[:1])
    with pytest.raises(ParameterError, match="level="):
        vertical_average(each, level=95)

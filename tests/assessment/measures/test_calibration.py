import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import expit, logit
from sklearn.datasets import make_classification
from sklearn.naive_bayes import GaussianNB

from gnomon.assessment.measures import (
    brier,
    brier_decomposition,
    calibration_intercept,
    calibration_line,
    calibration_slope,
    ece,
    find_measure,
)
from gnomon.assessment.resample import resample
from gnomon.assessment.splits import k_fold
from gnomon.data.task import Task
from gnomon.errors import DataError, ParameterError


def a_draw(seed, n_rows=80, n_classes=2):
    generator = np.random.default_rng(seed)
    probability = generator.dirichlet(np.ones(n_classes), n_rows)
    truth = generator.integers(n_classes, size=n_rows)
    truth[:n_classes] = np.arange(n_classes)
    return truth, probability, generator.integers(1, 4, n_rows)


def calibrated(n_rows, seed=0):
    generator = np.random.default_rng(seed)
    probability = generator.random(n_rows)
    return generator.random(n_rows) < probability, probability


def by_hand(event, probability, weight, bins):
    code = np.searchsorted(np.linspace(0, 1, bins + 1)[1:-1], probability)
    total = 0.0
    for each in np.unique(code):
        at = code == each
        gap = np.average(probability[at], weights=weight[at]) - np.average(event[at], weights=weight[at])
        total += weight[at].sum() * abs(gap)
    return total / weight.sum()


@given(st.integers(0, 1000), st.integers(1, 20))
def test_ece_is_the_weighted_mean_gap_of_the_bins(seed, bins):
    truth, probability, weight = a_draw(seed)
    expected = by_hand(truth == 1, probability[:, 1], weight.astype(float), bins)
    assert np.isclose(ece(truth, probability, weight, bins=bins), expected)
    assert np.isclose(ece(truth, probability[:, 1], weight, bins=bins), expected)
    many, table, weight = a_draw(seed, n_classes=4)
    top = table.argmax(axis=1)
    expected = by_hand(many == top, table.max(axis=1), weight.astype(float), bins)
    assert np.isclose(ece(many, table, weight, bins=bins), expected)


def test_the_debiased_ece_of_calibrated_probabilities_is_nearer_zero():
    result = [ece(*calibrated(500, seed), by="mass") for seed in range(30)]
    debiased = [ece(*calibrated(500, seed), by="mass", debiased=True) for seed in range(30)]
    assert np.mean(result) > 0.03
    assert np.mean(debiased) < 0.75 * np.mean(result)
    assert all(a <= b for a, b in zip(debiased, result))


def test_debiasing_leaves_a_gap_that_is_no_chance():
    event, _ = calibrated(5000)
    wrong = np.full(5000, 0.9)
    assert ece(event, wrong, debiased=True) == pytest.approx(ece(event, wrong), rel=1e-6)


@settings(max_examples=15)
@given(st.integers(0, 1000), st.booleans())
def test_the_calibration_line_is_the_logistic_regression_of_statsmodels(seed, weighted):
    truth, probability, weight = a_draw(seed)
    w = weight.astype(float) if weighted else np.ones(len(truth))
    x = logit(probability[:, 1])
    model = sm.GLM(truth, sm.add_constant(x), family=sm.families.Binomial(), freq_weights=w).fit(tol=1e-12)
    assert calibration_line(truth == 1, probability[:, 1], w) == pytest.approx(model.params, abs=1e-6)
    shift = sm.GLM(truth, np.ones(len(x)), family=sm.families.Binomial(), offset=x, freq_weights=w).fit(
        tol=1e-12
    )
    assert calibration_intercept(truth == 1, probability[:, 1], w) == pytest.approx(shift.params[0], abs=1e-6)


def test_probabilities_made_too_extreme_or_too_low_are_detected():
    event, probability = calibrated(50_000)
    assert calibration_slope(event, probability) == pytest.approx(1, abs=0.03)
    assert calibration_intercept(event, probability) == pytest.approx(0, abs=0.03)
    extreme = expit(2 * logit(probability))
    assert calibration_slope(event, extreme) == pytest.approx(0.5, abs=0.02)
    low = expit(logit(probability) - 1)
    assert calibration_intercept(event, low) == pytest.approx(1, abs=0.04)


def test_weights_are_repetitions():
    truth, probability, weight = a_draw(7)
    for measure in (ece, calibration_slope, calibration_intercept):
        repeated = measure(np.repeat(truth, weight), np.repeat(probability[:, 1], weight))
        assert measure(truth, probability[:, 1], weight.astype(float)) == pytest.approx(repeated)
    result = find_measure("ece(bins=5, by='mass', debiased=True)")
    repeated = result(np.repeat(truth, weight), np.repeat(probability[:, 1], weight))
    assert result(truth, probability[:, 1], weight.astype(float)) == pytest.approx(repeated)


def test_certain_probabilities_have_a_slope():
    event = np.array([0, 1, 0, 1, 1, 0])
    assert np.isfinite(calibration_slope(event, [0.0, 1.0, 1.0, 0.0, 1.0, 0.0]))
    assert np.isfinite(calibration_intercept(event, [0.0, 1.0, 1.0, 0.0, 1.0, 0.0]))


@pytest.mark.parametrize(
    ("truth", "probability", "words"),
    [
        ([1, 1], [0.1, 0.2], "one class"),
        ([0, 1], [0.5, 0.5], "all probabilities are the same"),
        ([0, 1], [0.2, 0.8], "separate the classes perfectly"),
        ([1, 0], [0.2, 0.8], "separate the classes perfectly"),
        ([0, 1], [0.2, 1.8], "from 0 to 1"),
        ([0, 1], [0.2, np.nan], "row 1"),
    ],
)
def test_a_slope_that_is_undefined_is_refused_not_nan(truth, probability, words):
    with pytest.raises(DataError, match=words):
        calibration_slope(truth, probability)


def test_degenerate_probabilities():
    assert ece([1], [0.75]) == 0.25
    with pytest.raises(DataError, match="0 rows"):
        ece(np.zeros(0, dtype=int), np.zeros((0, 2)))
    with pytest.raises(DataError, match="add up to 0"):
        ece([0, 1], [0.5, 0.5], np.zeros(2))
    with pytest.raises(ParameterError, match="bins"):
        ece([0, 1], [0.5, 0.5], bins=0)


def test_naive_bayes_on_repeated_columns_ranks_as_well_but_is_far_from_calibrated():
    # Columns that say the same are counted as independent evidence, so the probabilities run to 0 and 1.
    X, y = make_classification(600, 4, n_informative=3, n_redundant=0, class_sep=0.7, random_state=0)
    plan = k_fold(5)
    once, often = (
        resample(Task(np.tile(X, times), y), GaussianNB(), plan)
        .measure_many(["auc", "log_loss", "brier", "ece", "calibration_slope"])
        .mean()
        for times in (1, 10)
    )
    assert often.auc == pytest.approx(once.auc, abs=0.02)
    assert often.log_loss > 1.5 * once.log_loss
    assert often.brier > once.brier
    assert often.ece > 2 * once.ece
    assert often.calibration_slope < 0.2 < once.calibration_slope


@settings(max_examples=40)
@given(
    st.integers(0, 1000),
    st.integers(2, 5),
    st.sampled_from([None, 1, 3, 10]),
    st.sampled_from(["width", "mass"]),
    st.booleans(),
)
def test_the_parts_of_the_brier_score_add_up_to_it_exactly(seed, n_classes, bins, by, weighted):
    truth, probability, weight = a_draw(seed, n_classes=n_classes)
    w = weight.astype(float) if weighted else None
    parts = brier_decomposition(truth, probability, w, bins=bins, by=by)
    assert np.isclose(parts.brier, brier(truth, probability, w), rtol=0, atol=1e-12)
    assert min(parts.reliability, parts.resolution, parts.uncertainty, parts.within_variance) >= 0
    assert parts.uncertainty <= 1 - 1 / n_classes + 1e-12
    frame = parts.frame()
    assert np.isclose((frame.sign * frame.value).sum(), parts.brier)


def test_three_parts_are_the_brier_score_of_the_bins_mean_probabilities():
    truth, probability, _ = a_draw(3)
    parts = brier_decomposition(truth, probability, bins=5)
    code = np.searchsorted(np.linspace(0, 1, 6)[1:-1], probability[:, 1])
    means = np.array([probability[code == each, 1].mean() for each in range(5)])[code]
    assert parts.binned == pytest.approx(brier(truth, means))


def test_distinct_probabilities_as_bins_leave_nothing_within():
    truth, probability = [0, 1, 1, 0, 1], [0.2, 0.2, 0.9, 0.9, 0.9]
    parts = brier_decomposition(truth, probability, bins=None)
    assert parts.within_variance == pytest.approx(0)
    assert parts.within_covariance == pytest.approx(0)
    assert "in bins" not in str(parts)
    assert "in bins" in str(brier_decomposition(truth, probability, bins=1))


def test_weights_are_repetitions_in_the_parts_too():
    truth, probability, weight = a_draw(5, n_classes=3)
    ours = brier_decomposition(truth, probability, weight.astype(float), bins=4, by="mass")
    again = brier_decomposition(
        np.repeat(truth, weight), np.repeat(probability, weight, axis=0), bins=4, by="mass"
    )
    assert np.allclose(ours.frame().value, again.frame().value)


def test_parts_of_degenerate_probabilities():
    assert brier_decomposition([1], [0.75]).brier == pytest.approx(0.0625)
    assert brier_decomposition([1, 1], [1.0, 1.0]).brier == 0.0
    with pytest.raises(DataError, match="add up to 0"):
        brier_decomposition([0, 1], [0.5, 0.5], np.zeros(2))
    with pytest.raises(DataError, match="0 rows"):
        brier_decomposition(np.zeros(0, dtype=int), np.zeros((0, 2)))
    with pytest.raises(ParameterError, match="bins"):
        brier_decomposition([0, 1], [0.5, 0.5], bins=0)

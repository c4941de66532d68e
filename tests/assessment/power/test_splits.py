import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from sklearn.dummy import DummyClassifier

from gnomon.assessment.power import (
    corrected_t_detectable,
    corrected_t_power,
    repeats_needed,
    rows_needed,
    sd_of_difference,
)
from gnomon.assessment.power.splits import shared_rows
from gnomon.assessment.resample import resample
from gnomon.assessment.significance.student import detectable_t
from gnomon.assessment.splits import hold_out, k_fold, repeated
from gnomon.assessment.validity import held_out_overlap
from gnomon.data.task import Task
from gnomon.errors import ParameterError


def test_the_power_of_the_corrected_t_is_what_correlated_splits_show():
    # Differences of splits correlate as n_test/(n_test + n_train), 1/10 in 10-fold.
    random = np.random.default_rng(0)
    for n_splits, difference in ((10, 0.04), (30, 0.03)):
        shared = np.sqrt(0.1) * random.normal(size=(8000, 1))
        values = difference + 0.03 * (shared + np.sqrt(0.9) * random.normal(size=(8000, n_splits)))
        # The correlation takes a tenth off the variance that splits show.
        sd = 0.03 * np.sqrt(0.9)
        t = values.mean(axis=1) / (values.std(axis=1, ddof=1) * np.sqrt(1 / n_splits + 1 / 9))
        seen = np.mean(2 * stats.t.sf(np.abs(t), n_splits - 1) < 0.05)
        assert corrected_t_power(difference, sd, n_splits, 1 / 9) == pytest.approx(seen, abs=0.03)


@settings(max_examples=40)
@given(st.floats(0.01, 0.1), st.integers(2, 60), st.floats(0.02, 0.5), st.sampled_from([0.5, 0.8, 0.9]))
def test_the_detectable_difference_has_just_this_power(sd, n_splits, ratio, power):
    result = corrected_t_detectable(sd, n_splits, ratio, power=power)
    assert corrected_t_power(result, sd, n_splits, ratio) == pytest.approx(power, abs=1e-6)


def seen_by(repeats, folds, ratio, sd):
    return detectable_t(sd * np.sqrt(shared_rows(folds, repeats, ratio) + ratio), folds * repeats - 1)


@pytest.mark.parametrize(("folds", "ratio", "size"), [(10, 1 / 9, 0.04), (1, 1 / 4, 0.07)])
def test_repeats_are_just_enough(folds, ratio, size):
    number = repeats_needed(size, 0.03, folds, ratio).number
    assert seen_by(number, folds, ratio, 0.03) <= size < seen_by(number - 1, folds, ratio, 0.03)


def test_no_number_of_repeats_goes_below_the_floor_that_the_rows_set():
    result = repeats_needed(0.02, 0.03, 10, 1 / 9)
    assert result.number is None
    assert result.floor == pytest.approx(0.03 * np.sqrt(1 / 10 + 1 / 9) * (1.96 + 0.8416), rel=1e-3)
    assert "no number of repeats" in str(result)
    assert repeats_needed(1.001 * result.floor, 0.03, 10, 1 / 9).number > 50


@pytest.mark.parametrize("plan", [repeated(k_fold(5), times=3), repeated(hold_out(0.2), times=12)])
def test_the_rows_that_held_out_sets_share_are_those_of_the_plans(plan):
    task = Task(np.zeros((200, 1)), np.arange(200) % 2)
    predictions = resample(task, DummyClassifier(), plan)
    design = predictions.design
    assert shared_rows(design.folds, design.repeats, 1 / 4) == pytest.approx(
        held_out_overlap(predictions), abs=0.02
    )


def test_the_more_two_scores_go_together_the_less_their_difference_varies():
    shared = np.random.default_rng(0).normal(size=(2, 4000))
    a, b = 0.03 * shared[0], 0.03 * (0.6 * shared[0] + 0.8 * shared[1])
    result = sd_of_difference(np.std(a), np.std(b), np.corrcoef(a, b)[0, 1])
    assert result == pytest.approx(np.std(a - b))
    assert sd_of_difference(0.03, 0.03, 1.0) == pytest.approx(0, abs=1e-9)
    with pytest.raises(ParameterError, match="correlation"):
        sd_of_difference(0.03, 0.03, 1.1)


def test_four_times_the_rows_see_half_the_difference():
    one, half = rows_needed(0.04, 0.02, 500), rows_needed(0.02, 0.02, 500)
    assert half.number == pytest.approx(4 * one.number, rel=0.01)
    assert str(half).endswith("rows detect a difference of 0.02 with 80 % power")


def test_what_makes_no_design_is_refused():
    with pytest.raises(ParameterError, match="sd=0"):
        corrected_t_detectable(0, 10, 0.1)
    with pytest.raises(ParameterError, match="difference=0"):
        repeats_needed(0, 0.03, 10, 0.1)
    with pytest.raises(ParameterError, match="must be at least 2"):
        corrected_t_detectable(0.03, 1, 0.1)
    with pytest.raises(ParameterError, match="power=1"):
        rows_needed(0.02, 0.01, 100, power=1)

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import curve_fit

from gnomon.assessment.curves.power_fit import fit_curves, heights
from gnomon.assessment.curves.power_law import learning_curve_power_law
from gnomon.assessment.measures.facts import find_measure
from gnomon.errors import DataError, DataWarning, DesignError, ParameterError

rows = np.array([20, 35, 60, 105, 180, 320])


def scores(a, b, c, spread=0.02, n_splits=10, seed=0):
    random = np.random.default_rng(seed)
    return (a + b * rows**-c)[:, None] + spread * random.standard_normal((len(rows), n_splits))


@given(st.floats(0.5, 0.95), st.floats(-2, -0.3), st.floats(0.2, 1.5))
@settings(max_examples=25)
def test_a_curve_without_noise_is_recovered(a, b, c):
    result = fit_curves(rows, (a + b * rows**-c)[None, :], np.ones(6), find_measure("accuracy"))
    assert heights(result, rows)[0] == pytest.approx(a + b * rows**-c, abs=2e-3)


def test_the_fit_is_as_good_as_that_of_scipy():
    points = scores(0.9, -1.0, 0.5).mean(axis=1)
    theirs, _ = curve_fit(lambda n, a, b, c: a + b * n**-c, rows, points, p0=(0.9, -1.0, 0.5))
    ours = fit_curves(rows, points[None, :], np.ones(6), find_measure("accuracy"))
    lost = [np.sum((points - heights(each, rows)[0]) ** 2) for each in (theirs[None, :], ours)]
    assert lost[1] < 1.01 * lost[0]


def test_the_score_of_the_rows_needed_is_the_score():
    law = learning_curve_power_law(rows, scores(0.9, -1.0, 0.5), measure="accuracy", test_to_train=1 / 9)
    for target in (0.75, 0.8, 0.85):
        needed = law.rows_needed(target).value
        assert law.at(needed).value >= target - 1e-12
        assert law.at(max(needed - 1, 1)).value < target


def test_losses_fall_toward_their_limit():
    law = learning_curve_power_law(rows, scores(0.5, 3.0, 0.7), measure="log_loss", test_to_train=1 / 9)
    frame = law.frame()
    assert (np.diff(frame.score) < 0).all()
    assert (frame.lower <= frame.score).all()
    assert (frame.score <= frame.upper).all()
    assert frame.rows.iloc[-1] == pytest.approx(3200)
    assert law.rows_needed(0.6).value < law.rows_needed(0.55).value


def test_a_score_beyond_the_limit_is_never_reached_and_the_sentence_says_so():
    law = learning_curve_power_law(
        rows, scores(0.8, -1.0, 0.8, spread=0.005), measure="accuracy", test_to_train=1 / 9
    )
    needed = law.rows_needed(0.95)
    assert needed.value == needed.upper == np.inf
    assert "never reaches 0.95. In" in needed.why
    assert "no number of rows is enough" in needed.why
    assert "is unreliable" in law.at(10_000).why
    assert "unreliable" not in law.at(1000).why


def test_a_limit_stays_within_the_range_of_the_measure():
    law = learning_curve_power_law(rows, scores(1.3, -1.0, 0.2), measure="accuracy", test_to_train=1 / 9)
    assert law.curve[0] <= 1
    assert law.others[:, 0].max() <= 1
    with pytest.raises(ParameterError, match="range of accuracy, 0 to 1"):
        law.rows_needed(1.2)
    with pytest.raises(ParameterError, match="at least 1"):
        law.at(0)


def test_intervals_hold_the_truth_about_as_often_as_they_say():
    random = np.random.default_rng(0)
    truth = 0.9 - 1000**-0.5
    # Splits share rows: a part of each score's noise, 1/9 to 1, is common to all of them.
    hits = 0
    for _ in range(60):
        common = np.sqrt(0.1) * random.standard_normal((6, 1))
        own = np.sqrt(0.9) * random.standard_normal((6, 10))
        points = (0.9 - rows**-0.5)[:, None] + 0.02 * (common + own)
        law = learning_curve_power_law(rows, points, measure="accuracy", test_to_train=1 / 9, times=200)
        result = law.at(1000)
        hits += result.lower <= truth <= result.upper
    assert hits >= 52


def test_a_falling_curve_is_taken_as_flat_with_a_warning():
    with pytest.warns(DataWarning, match="does not improve significantly"):
        law = learning_curve_power_law(rows, scores(0.7, 0.8, 0.5), measure="accuracy", test_to_train=1 / 9)
    assert law.is_flat
    assert law.curve[1] == 0
    assert law.rows_needed(0.99).value == np.inf
    assert "no significant improvement" in str(law)


def test_scores_that_never_vary_are_flat_and_defined():
    with pytest.warns(DataWarning):
        law = learning_curve_power_law(rows, np.ones((6, 5)), measure="accuracy", test_to_train=0.2)
    assert (law.asymptote.lower, law.asymptote.upper) == pytest.approx((1, 1), abs=1e-12)
    assert law.rows_needed(0.9).value == 1


def test_too_little_to_go_by_is_refused():
    good = scores(0.9, -1.0, 0.5)
    with pytest.raises(DesignError, match="three parameters"):
        learning_curve_power_law(rows[:3], good[:3], measure="accuracy", test_to_train=0.1)
    with pytest.raises(DesignError, match="one split"):
        learning_curve_power_law(rows, good[:, :1], measure="accuracy", test_to_train=0.1)
    with pytest.raises(DesignError, match="increasing"):
        learning_curve_power_law(rows[::-1], good, measure="accuracy", test_to_train=0.1)
    with pytest.raises(DataError, match="points x splits"):
        learning_curve_power_law(rows, good.T, measure="accuracy", test_to_train=0.1)
    with pytest.raises(DataError, match="not finite"):
        learning_curve_power_law(
            rows, np.where(good == good[0, 0], np.nan, good), measure="accuracy", test_to_train=0.1
        )


def test_a_score_to_come_stays_within_the_range_of_the_measure():
    law = learning_curve_power_law(rows, scores(0.9, -1.0, 0.5), measure="accuracy", test_to_train=1 / 9)
    result = law.at(1)
    assert 0 <= result.lower <= result.value <= result.upper <= 1

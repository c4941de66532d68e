import numpy as np
import pytest
from scipy import stats

from gnomon.assessment.evidence.independent import IndependentScores
from gnomon.assessment.evidence.simulate import simulate


def test_the_intervals_are_those_of_the_chapter_with_both_divisors():
    values = np.random.default_rng(0).normal(size=5)
    result = IndependentScores(5, 50).trial(np.random.default_rng(0))
    half = stats.t.ppf(0.975, 4) * np.std(values, ddof=1) / np.sqrt(5)
    assert result["t"] == pytest.approx((values.mean() - half, values.mean() + half, 0))
    half = stats.norm.ppf(0.975) * np.std(values) / np.sqrt(5)
    assert result["z, ddof 0"] == pytest.approx((values.mean() - half, values.mean() + half, 0))


def test_students_interval_covers_at_its_level_whatever_the_number_of_scores():
    for k in (2, 5, 20):
        cells = {cell.method: cell for cell in next(simulate([IndependentScores(k, 500)]))}
        assert abs(cells["t"].rate - 0.95) < 4 * cells["t"].error
        assert cells["z"].rate <= cells["t"].rate

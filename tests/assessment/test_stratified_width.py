"""Stratified folds are alike, so their spread hides the sampling of the classes; intervals must not."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.assessment.intervals import (
    delong_interval,
    percentile_bootstrap,
    rows_t_interval,
    wilson_interval,
)
from gnomon.errors import DesignError


def test_a_baseline_is_as_unsure_as_the_share_of_its_class():
    task = gn.load("breast-cancer")
    result = gn.resample(task, gn.Baseline(), gn.repeated(gn.k_fold(10), times=3)).estimate("accuracy")
    low, high = wilson_interval(357 / 569, 569)
    assert result.upper - result.lower == pytest.approx(high - low, rel=0.05)
    assert "variance over rows is larger" in result.why


def test_the_interval_covers_where_errors_follow_the_class():
    random = np.random.default_rng(0)
    covered = 0
    for _ in range(100):
        y = (random.random(200) < 0.7).astype(int)
        task = gn.Task(random.normal(size=(200, 1)), y, kind="classification")
        result = gn.resample(task, gn.Baseline(), gn.k_fold(10)).estimate("accuracy")
        covered += result.lower <= 0.7 <= result.upper
    assert covered >= 90


def test_rows_without_weight_are_no_evidence():
    values, weight = np.random.default_rng(0).normal(size=50), np.zeros(50)
    weight[:3] = 1
    np.testing.assert_allclose(rows_t_interval(values, weight), rows_t_interval(values[:3]))


@pytest.mark.parametrize("seed", range(20))
def test_a_perfect_ranking_with_weights_keeps_its_interval(seed):
    random = np.random.default_rng(seed)
    positive = np.arange(40) >= 20
    low, high = delong_interval(positive, np.arange(40.0), random.uniform(0.1, 3, 40))
    assert low == pytest.approx(wilson_interval(1.0, 20)[0])
    assert high == 1


def test_one_group_cannot_be_drawn_again():
    with pytest.raises(DesignError, match="2 held-out rows"):
        percentile_bootstrap(lambda rows: 0.0, np.zeros(30))

import numpy as np
import pytest
from scipy import stats

from gnomon.assessment.evidence.data_sets import TESTS, DataSetTests

SCORES = np.random.default_rng(0).normal(size=(12, 4))


def test_tests_of_two_learners_are_those_of_scipy():
    assert TESTS["wilcoxon"](SCORES) == pytest.approx(stats.wilcoxon(SCORES[:, 0], SCORES[:, 1]).pvalue)
    assert TESTS["paired t"](SCORES) == pytest.approx(stats.ttest_rel(SCORES[:, 0], SCORES[:, 1]).pvalue)


def test_tests_of_many_learners_are_the_smallest_p_of_all_pairs():
    assert TESTS["friedman"](SCORES) == pytest.approx(stats.friedmanchisquare(*SCORES.T).pvalue)
    ranks = stats.rankdata(-SCORES, axis=1).mean(axis=0)
    widest = np.ptp(ranks) / np.sqrt(4 * 5 / (6 * 12))
    assert TESTS["nemenyi"](SCORES) == pytest.approx(
        stats.studentized_range.sf(widest * np.sqrt(2), 4, np.inf)
    )
    assert TESTS["holm"](SCORES) == pytest.approx(min(1, 6 * 2 * stats.norm.sf(widest)))
    assert TESTS["shaffer"](SCORES) <= TESTS["holm"](SCORES)


def test_a_gain_makes_it_a_study_of_power_and_small_p():
    study = DataSetTests(30, 2, 5.0, ("wilcoxon", "sign", "paired t"), 50)
    assert study.facts.kind == "power"
    assert max(p for (p,) in study.trial(np.random.default_rng(0)).values()) < 0.01

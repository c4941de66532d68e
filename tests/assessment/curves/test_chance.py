from itertools import permutations

import numpy as np
import pytest
from scipy import stats

from gnomon.assessment.curves.chance import random_classifier_point, roc_chance_test
from gnomon.assessment.curves.roc import roc_curve
from gnomon.errors import DesignError, ParameterError


def test_p_is_that_of_the_exact_rank_test_where_scores_are_distinct():
    positive, score = np.arange(14) % 2 == 0, np.random.default_rng(0).normal(size=14)
    score[positive] += 0.8
    exact = stats.mannwhitneyu(score[positive], score[~positive], alternative="greater", method="exact")
    result = roc_chance_test(roc_curve(positive, score), times=4999)
    assert result.p == pytest.approx(exact.pvalue, abs=0.02)
    both = stats.mannwhitneyu(score[positive], score[~positive], method="exact")
    assert roc_chance_test(
        roc_curve(positive, score), alternative="two-sided", times=4999
    ).p == pytest.approx(both.pvalue, abs=0.02)


def test_with_ties_and_weights_p_is_the_proportion_of_all_permutations():
    positive, score = np.array([1, 0, 1, 0, 0], dtype=bool), np.array([3.0, 3.0, 2.0, 1.0, 1.0])
    weight = np.array([1.0, 2.0, 1.0, 3.0, 1.0])
    observed = roc_curve(positive, score, weight).auc
    areas = [roc_curve(positive, score[list(order)], weight).auc for order in permutations(range(5))]
    exact = np.mean(np.array(areas) >= observed - 1e-12)
    assert roc_chance_test(roc_curve(positive, score, weight), times=4999).p == pytest.approx(
        exact, abs=0.025
    )


def test_under_chance_p_is_even():
    generator = np.random.default_rng(1)
    positive = np.arange(30) < 12
    result = [
        roc_chance_test(roc_curve(positive, generator.normal(size=30)), times=99, random_state=generator).p
        for _ in range(300)
    ]
    assert np.mean(np.array(result) <= 0.05) <= 0.09
    assert np.mean(np.array(result) <= 0.5) == pytest.approx(0.5, abs=0.1)


def test_constant_scores_have_p_of_one():
    assert roc_chance_test(roc_curve([1, 0, 0, 1], [1, 1, 1, 1]), times=50).p == 1


def test_one_permutation_cannot_have_a_smaller_p_than_one_half():
    assert roc_chance_test(roc_curve(np.arange(40) < 20, -np.arange(40.0)), times=1).p == 0.5


def test_the_sentence_says_what_was_found():
    good = roc_curve(np.arange(40) < 20, -np.arange(40.0))
    assert "is better than chance" in str(roc_chance_test(good, times=99))
    assert "differs from chance" in str(roc_chance_test(good, times=99, alternative="two-sided"))
    assert "cannot be distinguished from chance" in str(roc_chance_test(good.negated(), times=99))


def test_rows_that_are_not_exchangeable_are_refused():
    with pytest.raises(DesignError, match="not exchangeable"):
        roc_chance_test(roc_curve([1, 0, 1, 0], [4, 3, 2, 1], group=[0, 0, 1, 1]))
    for odd in ({"times": 0}, {"level": 95}, {"alternative": "less"}):
        with pytest.raises(ParameterError):
            roc_chance_test(roc_curve([1, 0], [2, 1]), **odd)


def test_guessing_at_a_rate_is_a_point_on_the_diagonal():
    generator = np.random.default_rng(2)
    positive, called = generator.random(20000) < 0.3, generator.random(20000) < 0.9
    curve = roc_curve(positive, called)
    assert (curve.fpr[1], curve.tpr[1]) == pytest.approx(random_classifier_point(0.9), abs=0.02)
    assert curve.auc == pytest.approx(0.5, abs=0.02)
    with pytest.raises(ParameterError, match="rate="):
        random_classifier_point(1.1)

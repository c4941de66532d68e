import numpy as np
import pytest
from scipy import stats

from gnomon.assessment.curves.operating import optimal_operating_point
from gnomon.assessment.curves.region import operating_region, rate_box
from gnomon.assessment.curves.roc import roc_curve
from gnomon.errors import ParameterError


def normal_curve(generator, n_positive, n_negative, distance):
    positive = np.arange(n_positive + n_negative) < n_positive
    return roc_curve(positive, generator.normal(size=len(positive)) + distance * positive)


def test_the_region_holds_the_best_point_of_the_true_curve_at_its_level():
    generator = np.random.default_rng(0)
    cut = 0.75
    true_rates = stats.norm.sf(cut), stats.norm.sf(cut - 1.5)
    true_cost = (true_rates[0] + 1 - true_rates[1]) / 2
    hits = np.zeros(3)
    for _ in range(200):
        curve = normal_curve(generator, 60, 60, 1.5)
        result = operating_region(curve, times=100, random_state=generator)
        hits += [
            result.contains(*true_rates),
            result.cost_bounds[0] <= true_cost <= result.cost_bounds[1],
            result.threshold[0] <= cut <= result.threshold[1],
        ]
    assert (hits / 200 >= [0.9, 0.88, 0.88]).all()


def test_the_cost_looks_lower_than_it_is_and_the_optimism_puts_that_right():
    generator = np.random.default_rng(1)
    looks, corrected, reached = [], [], []
    for _ in range(100):
        result = operating_region(normal_curve(generator, 40, 40, 1.0), times=100, random_state=generator)
        cut = result.point.threshold
        looks.append(result.point.cost)
        corrected.append(result.cost)
        reached.append((stats.norm.sf(cut) + stats.norm.cdf(cut - 1)) / 2)
    assert np.mean(reached) - np.mean(looks) > 0.03
    # The bootstrap sees most of the optimism, not all: the best cut moves in jumps.
    assert 0 <= np.mean(reached) - np.mean(corrected) < (np.mean(reached) - np.mean(looks)) / 2


def test_the_region_is_the_same_for_a_seed_and_shrinks_with_the_rows():
    curve = normal_curve(np.random.default_rng(2), 50, 50, 1.0)
    first, again = operating_region(curve, times=100), operating_region(curve, times=100)
    assert first.cost_bounds == again.cost_bounds
    assert np.array_equal(first.covariance, again.covariance)
    many = operating_region(normal_curve(np.random.default_rng(2), 5000, 5000, 1.0), times=100)
    assert many.radius**2 * np.linalg.det(many.covariance) ** 0.5 < (
        first.radius**2 * np.linalg.det(first.covariance) ** 0.5 / 10
    )
    assert np.diff(many.cost_bounds) < np.diff(first.cost_bounds) / 5


def test_classes_without_overlap_still_leave_doubt():
    curve = roc_curve(np.arange(40) < 20, -np.arange(40.0))
    result = operating_region(curve, times=100)
    assert result.point.cost == 0
    assert result.cost_bounds[1] > 0.03
    assert result.contains(0.0, 1.0)
    assert result.contains(0.1, 1.0)
    assert not result.contains(0.5, 0.5)


def test_constant_scores_have_a_region_and_offer_no_choice_but_all_or_nothing():
    result = operating_region(roc_curve([1, 0] * 20, [0.5] * 40), cost_miss=1.1, times=50)
    assert (result.point.fpr, result.point.tpr) == (1, 1)
    assert np.isfinite(result.cost_bounds).all()
    assert result.contains(1.0, 1.0)


def test_the_outline_is_the_edge_of_the_region_within_the_square():
    result = operating_region(normal_curve(np.random.default_rng(3), 100, 100, 1.0), times=100)
    outline = result.outline()
    assert ((outline >= 0) & (outline <= 1)).all()
    free = ((outline > 0) & (outline < 1)).all(axis=1)
    assert free.mean() > 0.5
    within, beyond = ((outline[free] - result.center) * factor + result.center for factor in (0.98, 1.02))
    assert result.contains(*within.T).all()
    assert not result.contains(*beyond.T).any()


def test_costs_move_the_point_and_the_table_shows_all_four():
    curve = normal_curve(np.random.default_rng(4), 60, 60, 1.0)
    result = operating_region(curve, cost_miss=5, prevalence=0.3, times=100)
    assert result.point == optimal_operating_point(curve, cost_miss=5, prevalence=0.3)
    frame = result.frame()
    assert frame.index.tolist() == ["fpr", "tpr", "threshold", "cost"]
    assert (frame.lower <= frame.value).all()
    assert (frame.value <= frame.upper).all()
    assert "uncorrected for optimism" in str(result)


def test_groups_are_drawn_whole_and_widen_the_region():
    generator = np.random.default_rng(5)
    positive = np.arange(60) % 2 == 0
    score = generator.normal(size=60) + positive
    copies = np.repeat(np.arange(60), 10)
    plain = operating_region(roc_curve(positive[copies], score[copies]), times=100)
    grouped = operating_region(roc_curve(positive[copies], score[copies], group=copies), times=100)
    assert np.diff(grouped.cost_bounds) > 2 * np.diff(plain.cost_bounds)


def test_scores_of_infinity_are_rows_like_others():
    score = np.array([np.inf] * 8 + [1.0] * 2 + [np.inf] + [0.0] * 9)
    curve = roc_curve(np.arange(20) < 10, score)
    result = operating_region(curve, times=50)
    assert (result.point.fpr, result.point.tpr) == (0.1, 1.0)
    assert np.isfinite(result.cost_bounds).all()


def test_never_positive_may_be_the_best_rule():
    curve = normal_curve(np.random.default_rng(6), 30, 30, 0.3)
    result = operating_region(curve, cost_false_alarm=50, prevalence=0.05, times=50)
    assert result.threshold[1] == np.inf
    assert np.isfinite(result.cost_bounds).all()


def test_the_box_is_the_exact_interval_of_both_rates_at_the_root_of_the_level():
    curve = roc_curve([1] * 10 + [0] * 20, [1] * 8 + [0] * 2 + [1] * 3 + [0] * 17)
    fpr, tpr = rate_box(curve, 1, 0.9)
    level = np.sqrt(0.9)
    assert fpr == pytest.approx(tuple(stats.binomtest(3, 20).proportion_ci(level)))
    assert tpr == pytest.approx(tuple(stats.binomtest(8, 10).proportion_ci(level)))
    tail = (1 - np.sqrt(0.95)) / 2
    assert rate_box(curve, np.inf) == (
        (0.0, pytest.approx(1 - tail ** (1 / 20))),
        (0.0, pytest.approx(1 - tail ** (1 / 10))),
    )
    with pytest.raises(ParameterError, match="level="):
        rate_box(curve, 1, 1.5)
    with pytest.raises(ParameterError, match="times=5"):
        operating_region(curve, times=5)


def test_the_box_holds_both_true_rates_at_least_at_its_level():
    generator = np.random.default_rng(7)
    hits = 0
    for _ in range(400):
        (a, b), (c, d) = rate_box(normal_curve(generator, 30, 50, 1.0), 0.5)
        hits += a <= stats.norm.sf(0.5) <= b and c <= stats.norm.sf(-0.5) <= d
    assert hits / 400 >= 0.94

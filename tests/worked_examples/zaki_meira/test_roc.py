"""Worked examples of classification assessment: ROC points, running area, chance."""

import numpy as np
import pytest

from gnomon.assessment.curves.roc import roc_curve
from gnomon.assessment.curves.skew import prevalence_table

# Table 22.5, with the exponents of ranks 20 and 21 put right and the tie of ranks 12 and 13 resolved.
table = [0.92616, 0.81808, 0.79995, 0.77459, 0.73970, 0.71051, 0.69177, 0.66870, 0.66333, 0.60965, 0.59130]
table += [0.55235, 0.54794, 0.52914, 0.47297, 0.30480, 0.26107, 0.11255, 0.043651, 2.9691e-04, 1.2829e-04]
table += [
    2.5497e-07,
    6.997e-08,
    3.110e-08,
    3.109e-08,
    1.5336e-08,
    9.7571e-09,
    2.0809e-09,
    1.9538e-09,
    7.8286e-10,
]
positive = np.isin(np.arange(1, 31), [2, 4, 5, 6, 8, 13, 14, 15, 16, 17])
curve = roc_curve(positive, table)


def test_the_sorted_scores_have_ten_positives_and_twenty_negatives():
    """Zaki and Meira 2014, section 22.1.3, example 22.4 and table 22.5."""
    assert (curve.positives, curve.negatives) == (10, 20)
    assert curve.threshold[1:].tolist() == table


def test_the_point_at_0_71_and_the_area():
    """Zaki and Meira 2014, section 22.1.3, example 22.4."""
    # The text calls positive what scores above the threshold; the rounded 0.71 is 0.71051 here.
    assert curve.rates_at(0.71051, strict=True) == pytest.approx((0.1, 0.3))
    assert curve.rates_at(0.71051) == pytest.approx((0.1, 0.4))
    assert curve.auc == pytest.approx(0.775)


def test_all_points():
    """Zaki and Meira 2014, section 22.1.3, example 22.4."""
    fp = [0, 1, 1, 2, 2, 2, 2, 3, 3, 4, 5, 6, 7, 7, 7, 7, 7, 7, *range(8, 21)]
    tp = [0, 0, 1, 1, 2, 3, 4, 4, 5, 5, 5, 5, 5, 6, 7, 8, 9, 10] + [10] * 13
    assert curve.false_positives.tolist() == fp
    assert curve.true_positives.tolist() == tp
    rounded = np.array(table)
    rounded[[11, 12]] = 0.55
    tied = roc_curve(positive, rounded)
    assert (7, 5) not in zip(tied.false_positives, tied.true_positives)
    assert tied.auc == pytest.approx(0.7775)


def test_the_running_area_of_five_points():
    """Zaki and Meira 2014, section 22.1.3, example 22.5."""
    five = roc_curve([1, 0, 1, 1, 0], [0.9, 0.8, 0.8, 0.8, 0.1]).frame()
    assert five.threshold.tolist() == [np.inf, 0.9, 0.8, 0.1]
    assert five.false_positives.tolist() == [0, 0, 1, 2]
    assert five.true_positives.tolist() == [0, 1, 3, 3]
    assert five.running_auc.tolist() == pytest.approx([0, 0, 0.333, 0.833], abs=5e-4)


def test_untied_orders_would_give_any_area_from_two_thirds_to_one():
    """Zaki and Meira 2014, section 22.1.3, example 22.5."""
    areas = [
        roc_curve([1, 0, 1, 1, 0], [0.9, 0.8, 0.8, 0.8, 0.1], ties=ties).auc
        for ties in ("pessimistic", "optimistic")
    ]
    assert areas == pytest.approx([2 / 3, 1])


def test_random_guesses_lie_on_the_diagonal():
    """Zaki and Meira 2014, section 22.1.3, random classifier."""
    generator = np.random.default_rng(0)
    truth = generator.random(100_000) < 0.5
    for rate in (0.5, 0.9):
        found = roc_curve(truth, generator.random(100_000) < rate)
        assert (found.fpr[1], found.tpr[1]) == pytest.approx((rate, rate), abs=0.01)
        assert found.auc == pytest.approx(0.5, abs=0.01)


def test_naive_bayes_beats_chance_although_it_starts_below_the_diagonal():
    """Zaki and Meira 2014, section 22.1.3, example 22.6."""
    assert curve.auc > 0.5
    assert (curve.fpr[1], curve.tpr[1]) == (0.05, 0)


def test_points_and_running_area_with_a_three_way_tie():
    """Zaki and Meira 2014, section 22.5, exercise 5."""
    found = roc_curve(
        [1, 0, 1, 1, 0, 1, 0, 1, 0, 0], [0.53, 0.86, 0.25, 0.95, 0.87, 0.86, 0.76, 0.94, 0.44, 0.86]
    )
    fpr = [0, 0, 0, 0.2, 0.6, 0.8, 0.8, 1, 1]
    tpr = [0, 0.2, 0.4, 0.4, 0.6, 0.6, 0.8, 0.8, 1]
    assert found.fpr == pytest.approx(fpr)
    assert found.tpr == pytest.approx(tpr)
    assert found.running_auc == pytest.approx([0, 0, 0, 0.08, 0.28, 0.40, 0.40, 0.56, 0.56])


def test_the_three_reference_tables():
    """Zaki and Meira 2014, section 22.1.3, table 22.4."""
    assert curve.table_at(np.inf).tolist() == [[20, 0], [10, 0]]
    assert curve.table_at(-np.inf).tolist() == [[0, 20], [0, 10]]
    ideal = roc_curve(positive, positive)
    assert ideal.table_at(1).tolist() == [[20, 0], [0, 10]]


def test_the_class_ratio_moves_average_precision_and_not_the_area():
    """Zaki and Meira 2014, section 22.1.3 ROC Analysis."""
    generator = np.random.default_rng(0)
    truth = np.arange(4000) < 2000
    found = prevalence_table(roc_curve(truth, generator.normal(size=4000) + truth), (1, 19, 1 / 19))
    assert found.prevalence == pytest.approx([0.5, 0.05, 0.95])
    assert found.auc == pytest.approx([0.76] * 3, abs=0.015)
    assert found.average_precision == pytest.approx([0.754, 0.175, 0.982], abs=0.03)

"""Worked examples of outcomes and costs: two tests for one disease."""

import numpy as np
import pytest

from gnomon.assessment.confusion import ConfusionMatrix
from gnomon.assessment.measures import auc_of_point, false_positive_rate, find_measure, recall


def with_rates(true, false, prevalence):
    """A table of a thousand people, rows true (well, ill), of a test with these rates."""
    ill, well = 1000 * prevalence, 1000 * (1 - prevalence)
    table = [[well * (1 - false), well * false], [ill * (1 - true), ill * true]]
    return ConfusionMatrix((0, 1), np.array(table))


@pytest.mark.parametrize(("miss", "alarm", "costs"), [(100, 1, (1.36, 3.09)), (1, 1, (0.37, 0.12))])
def test_costly_misses_favor_the_more_sensitive_test(miss, alarm, costs):
    """6.034 notes, slide 8.4.53."""
    expected_cost = find_measure("expected_cost", costs=[[0, alarm], [miss, 0]])
    found = [with_rates(true, false, 0.1).score(expected_cost) for true, false in ((0.9, 0.4), (0.7, 0.1))]
    assert found == pytest.approx(costs)


@pytest.mark.parametrize(("prevalence", "ratio"), [(0.01, 148.5), (0.1, 13.5), (0.5, 1.5), (0.6, 1.0)])
def test_both_tests_cost_the_same_at_the_break_even_ratio(prevalence, ratio):
    """6.034 notes, slide 8.4.53."""
    expected_cost = find_measure("expected_cost", costs=[[0, 1], [ratio, 0]])
    first, second = (
        with_rates(true, false, prevalence).score(expected_cost) for true, false in ((0.9, 0.4), (0.7, 0.1))
    )
    assert first == pytest.approx(second)


def test_constants_are_the_ends_of_the_diagonal_and_perfection_its_corner():
    """6.034 notes, slide 8.4.60."""
    truth = np.arange(10) < 4
    never, always = np.zeros(10, dtype=bool), np.ones(10, dtype=bool)
    points = [(false_positive_rate(truth, each), recall(truth, each)) for each in (never, always, truth)]
    assert points == [(0, 0), (1, 1), (0, 1)]
    assert [auc_of_point(truth, each) for each in (never, always, truth)] == [0.5, 0.5, 1.0]

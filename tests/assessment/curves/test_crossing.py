import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon.assessment.curves.crossing import cheapest_classifiers, roc_crossings, roc_dominates
from gnomon.assessment.curves.hull import roc_convex_hull
from gnomon.assessment.curves.operating import optimal_operating_point
from gnomon.assessment.curves.roc import roc_curve
from gnomon.errors import DataError, ParameterError

two_scores = st.lists(
    st.tuples(st.booleans(), st.integers(0, 6), st.integers(0, 6)), min_size=2, max_size=30
).filter(lambda result: len({each[0] for each in result}) == 2)


def two_curves(drawn):
    positive, first, second = (np.array(column) for column in zip(*drawn))
    return roc_curve(positive, first, name="A"), roc_curve(positive, second, name="B")


@given(two_scores)
@settings(max_examples=100)
def test_areas_between_the_curves_add_up_to_the_difference_of_their_areas(drawn):
    a, b = two_curves(drawn)
    there = roc_crossings(a, b)
    assert np.isclose(there.area.sum(), a.auc - b.auc)
    assert (np.sign(np.where(np.abs(there.area) < 1e-12, 0, there.area)) * there.above >= 0).all()
    assert (there.above[1:] != there.above[:-1]).all()
    assert (there.fpr[0], there.tpr[0], there.fpr[-1], there.tpr[-1]) == (0, 0, 1, 1)


@given(two_scores)
@settings(max_examples=100)
def test_a_curve_dominates_when_it_is_nowhere_below(drawn):
    a, b = two_curves(drawn)
    grid = np.unique(np.concatenate([a.fpr, b.fpr, np.linspace(0, 1, 41)]))
    # Points a hair beside each jump see both of its ends.
    grid = np.unique(np.clip(np.concatenate([grid, grid - 1e-7, grid + 1e-7]), 0, 1))
    above = (a.tpr_at(grid) >= b.tpr_at(grid) - 1e-5).all()
    assert roc_dominates(a, b) == above
    assert roc_dominates(a, b) == (roc_crossings(a, b).above >= 0).all()
    assert roc_dominates(a, a)


@given(two_scores, st.floats(0.05, 20))
@settings(max_examples=100)
def test_a_dominating_curve_is_at_least_as_cheap_at_every_cost(drawn, ratio):
    a, b = two_curves(drawn)
    costs = [
        optimal_operating_point(roc_convex_hull(each), cost_miss=ratio, prevalence=0.5).cost
        for each in (a, b)
    ]
    if roc_dominates(a, b):
        assert costs[0] <= costs[1] + 1e-12


@given(two_scores, st.floats(0.05, 20))
@settings(max_examples=100)
def test_the_winner_is_the_cheapest(drawn, slope):
    curves = two_curves(drawn)
    there = cheapest_classifiers(curves)
    if np.isclose(there.slope, slope).any():
        return
    name = there.names[int(np.sum(there.slope > slope))]
    maximum = {each.name: np.max(each.tpr - slope * each.fpr) for each in curves}
    maximum |= {"never positive": 0.0, "always positive": 1 - slope}
    assert np.isclose(maximum[name], max(maximum.values()))


def test_curves_cross_where_their_lines_meet():
    a = roc_curve([1] * 10 + [0] * 10, [2] * 5 + [0] * 5 + [0] * 10, name="A")
    b = roc_curve([1] * 10 + [0] * 10, [2] * 9 + [0] + [2] * 5 + [0] * 5, name="B")
    there = roc_crossings(a, b)
    # A rises to (0, 1/2) and runs to (1, 1); B runs through (1/2, 9/10).
    x = 0.5 / 1.3
    assert there.points == pytest.approx(np.array([[x, 1.8 * x]]))
    assert there.frame().above.tolist() == ["A", "B"]
    assert str(there).startswith("1 crossing: A is above from fpr 0.000 to 0.385")


def test_curves_that_run_together_cross_once_where_they_meet():
    a = roc_curve([1, 1, 0, 1, 0, 1, 0, 0], [8, 7, 6, 5, 4, 3, 2, 1])
    b = roc_curve([1, 1, 0, 1, 0, 1, 0, 0], [8, 6, 7, 5, 3, 4, 2, 1])
    there = roc_crossings(a, b)
    assert there.above.tolist() == [0, 1, 0, -1, 0]
    assert len(there.points) == 1
    assert str(roc_crossings(a, a)) == "no crossing: the curves coincide"
    assert not roc_dominates(a, b)
    assert not roc_dominates(b, a)


def test_the_curve_of_larger_area_may_lose_at_some_costs():
    a = roc_curve([1] * 10 + [0] * 10, [3] * 6 + [1] * 4 + [1] * 10, name="A")
    b = roc_curve([1] * 10 + [0] * 10, [2] * 10 + [2] * 3 + [1] * 7, name="B")
    assert b.auc > a.auc
    assert cheapest_classifiers([a, b]).names == ("A", "B")


def test_a_perfect_classifier_wins_at_every_cost():
    result = cheapest_classifiers(roc_curve([1, 1, 0], [3, 2, 1], name="A"))
    assert result.names == ("A",)
    assert len(result.cost_ratios(0.5)) == 0
    assert result.frame().slope_max.tolist() == [np.inf]


def test_winners_change_at_the_break_even_of_costs_or_prevalence():
    result = cheapest_classifiers({"1": (0.4, 0.9), "2": (0.1, 0.7)})
    assert result.slope == pytest.approx([7, 2 / 3, 1 / 6])
    assert result.prevalences(cost_miss=1.5) == pytest.approx([1 / (1 + 10.5), 0.5, 0.8])
    frame = result.frame()
    assert frame.importance_max.tolist() == pytest.approx([1 / 8, 3 / 5, 6 / 7, 1])
    with pytest.raises(ParameterError, match="prevalence=0"):
        result.cost_ratios(0)
    with pytest.raises(ParameterError, match="cost_miss"):
        result.prevalences(cost_miss=-1)


def test_curves_that_only_touch_are_reported_as_one_segment():
    truth = [1, 1, 0, 1, 0, 0]
    above, below = (
        roc_curve(truth, [6, 5, 4, 3, 2, 1], name="A"),
        roc_curve(truth, [6, 4, 5, 2, 3, 1], name="B"),
    )
    there = roc_crossings(above, below)
    assert str(there).count("A") == 1
    assert len(there.above) > 2


def test_a_point_dominates_the_points_to_its_south_east():
    assert roc_dominates((0.1, 0.9), (0.2, 0.8))
    assert roc_dominates([0.1, 0.9], np.array([0.1, 0.9]))
    assert not roc_dominates((0.1, 0.7), (0.2, 0.8))
    assert not roc_dominates((0.2, 0.8), (0.1, 0.7))


def test_a_curve_dominates_the_points_on_or_below_it():
    curve = roc_curve([1, 0, 1, 0], [4, 3, 2, 1])
    for point, is_dominated in [((0.0, 0.5), True), ((0.6, 0.9), True), ((0.1, 0.6), False)]:
        assert roc_dominates(curve, point) is is_dominated
    with pytest.raises(DataError, match="not a tuple"):
        roc_dominates((0.0, 1.0), curve)
    for wrong in [(0.1, 1.2), (0.1,), (0.1, 0.2, 0.3), (0.1, np.nan)]:
        with pytest.raises(DataError, match="two rates from 0 to 1"):
            roc_dominates((0.1, 0.9), wrong)

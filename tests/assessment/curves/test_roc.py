import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn import metrics

import gnomon as gn
from gnomon.assessment.curves.roc import roc_curve
from gnomon.assessment.measures import auc, gini, partial_auc
from gnomon.errors import DataError, DesignError, ParameterError

rows = st.lists(
    st.tuples(st.booleans(), st.integers(-4, 4), st.integers(1, 4)), min_size=2, max_size=40
).filter(lambda result: len({positive for positive, _, _ in result}) == 2)


def columns(drawn):
    positive, score, weight = (np.array(column) for column in zip(*drawn))
    return positive, score.astype(float), weight.astype(float)


@given(rows)
@settings(max_examples=60)
def test_points_and_area_agree_with_scikit_learn(drawn):
    positive, score, weight = columns(drawn)
    curve = roc_curve(positive, score, weight)
    fpr, tpr, threshold = metrics.roc_curve(positive, score, sample_weight=weight, drop_intermediate=False)
    assert np.allclose(curve.fpr, fpr)
    assert np.allclose(curve.tpr, tpr)
    assert np.array_equal(curve.threshold, threshold)
    assert np.isclose(curve.auc, metrics.roc_auc_score(positive, score, sample_weight=weight))


@given(rows)
@settings(max_examples=60)
def test_the_area_is_the_share_of_pairs_ranked_right_with_ties_as_half(drawn):
    positive, score, _ = columns(drawn)
    gaps = score[positive][:, None] - score[~positive][None, :]
    curve = roc_curve(positive, score)
    assert np.isclose(curve.auc, np.mean((gaps > 0) + 0.5 * (gaps == 0)))
    assert np.isclose(curve.auc, auc(positive, score))
    assert np.isclose(curve.gini, gini(positive, score))
    bare = partial_auc(positive, score, low=0.2, high=0.7, standardized=False)
    assert np.isclose(curve.partial_area(0.2, 0.7), bare)


@given(rows)
@settings(max_examples=60)
def test_a_curve_rises_from_corner_to_corner(drawn):
    for ties in ("expected", "optimistic", "pessimistic"):
        curve = roc_curve(*columns(drawn), ties=ties)
        for rates in (curve.fpr, curve.tpr):
            assert (rates[0], rates[-1]) == (0, 1)
            assert (np.diff(rates) >= 0).all()
        assert curve.threshold[0] == np.inf
        assert (np.diff(curve.threshold) <= 0).all()


@given(rows)
@settings(max_examples=60)
def test_the_order_of_ties_moves_the_area_by_the_tie_effect(drawn):
    low, middle, high = (
        roc_curve(*columns(drawn), ties=ties) for ties in ("pessimistic", "expected", "optimistic")
    )
    assert np.isclose(high.auc - middle.auc, middle.tie_effect)
    assert np.isclose(middle.auc - low.auc, middle.tie_effect)


@given(rows)
@settings(max_examples=60)
def test_weights_are_repetition(drawn):
    positive, score, weight = columns(drawn)
    times = weight.astype(int)
    for ties in ("expected", "optimistic"):
        weighted = roc_curve(positive, score, weight, ties=ties)
        repeats = roc_curve(np.repeat(positive, times), np.repeat(score, times), ties=ties)
        assert np.array_equal(weighted.frame(), repeats.frame())


@given(rows)
@settings(max_examples=60)
def test_a_rising_map_of_the_scores_changes_only_the_thresholds(drawn):
    positive, score, weight = columns(drawn)
    plain, mapped = roc_curve(positive, score, weight), roc_curve(positive, np.arctan(score) ** 3 + 7, weight)
    assert np.array_equal(plain.fpr, mapped.fpr)
    assert np.array_equal(plain.tpr, mapped.tpr)


@given(rows)
@settings(max_examples=60)
def test_negation_reflects_the_curve_in_the_middle_of_the_square(drawn):
    positive, score, weight = columns(drawn)
    for ties in ("expected", "optimistic", "pessimistic"):
        curve = roc_curve(positive, score, weight, ties=ties)
        turned = curve.negated()
        assert np.allclose(turned.fpr, 1 - curve.fpr[::-1])
        assert np.allclose(turned.tpr, 1 - curve.tpr[::-1])
        assert np.isclose(turned.auc, 1 - curve.auc)
    expected = roc_curve(positive, -score, weight)
    assert np.array_equal(roc_curve(positive, score, weight).negated().frame(), expected.frame())
    assert roc_curve(positive, score).oriented().auc >= 0.5


@given(rows)
@settings(max_examples=60)
def test_thinning_keeps_the_curve_and_its_area(drawn):
    curve = roc_curve(*columns(drawn))
    thin = curve.thinned()
    assert np.isclose(thin.auc, curve.auc, rtol=0, atol=1e-14)
    grid = np.linspace(0, 1, 21)
    assert np.allclose(thin.tpr_at(grid), curve.tpr_at(grid))
    right, up = np.diff(thin.false_positives), np.diff(thin.true_positives)
    assert (right[1:] * up[:-1] != right[:-1] * up[1:]).all()


def test_thinning_drops_at_least_what_scikit_learn_drops():
    positive = np.random.default_rng(0).random(500) < 0.3
    score = np.round(positive + np.random.default_rng(1).normal(size=500), 1)
    fpr, _, _ = metrics.roc_curve(positive, score)
    thin = roc_curve(positive, score).thinned()
    assert len(thin.fpr) <= len(fpr)
    with pytest.raises(DesignError, match="thinned"):
        thin.rates_at(0.5)


@given(rows, st.floats(0, 1))
@settings(max_examples=60)
def test_read_offs_lie_on_the_curve_and_undo_each_other(drawn, rate):
    curve = roc_curve(*columns(drawn))
    assert curve.tpr_at(curve.fpr_at(rate)) >= rate - 1e-12
    assert curve.fpr_at(curve.tpr_at(rate)) <= rate + 1e-12
    parts = curve.partial_area(0, 0.3) + curve.partial_area(0.3, 1)
    assert np.isclose(parts, curve.auc)
    assert np.isclose(curve.partial_area(), curve.auc)


def test_partial_area_agrees_with_scikit_learns_before_its_rescaling():
    positive, score = np.arange(40) % 3 == 0, np.random.default_rng(2).normal(size=40)
    high = 0.25
    rescaled = metrics.roc_auc_score(positive, score, max_fpr=high)
    minimum, maximum = high**2 / 2, high
    expected = (2 * rescaled - 1) * (maximum - minimum) + minimum
    assert np.isclose(roc_curve(positive, score).partial_area(0, high), expected)


def test_rates_at_a_threshold_count_rows_at_or_above_it():
    positive, score = np.array([1, 0, 1, 1, 0], dtype=bool), np.array([0.9, 0.8, 0.8, 0.8, 0.1])
    curve = roc_curve(positive, score)
    for threshold in (np.inf, 0.9, 0.85, 0.8, 0.5, 0.1, -1.0, -np.inf):
        for strict in (False, True):
            called = score > threshold if strict else score >= threshold
            fpr, tpr = curve.rates_at(threshold, strict=strict)
            assert (fpr, tpr) == (called[~positive].mean(), called[positive].mean())
            table = metrics.confusion_matrix(positive, called)
            assert np.allclose(curve.table_at(threshold, strict=strict), table)
    fpr, tpr = curve.rates_at([0.9, 0.1])
    assert fpr.tolist() == [0, 1]
    with pytest.raises(ParameterError, match="NaN"):
        curve.rates_at(np.nan)


def test_inside_a_tie_no_rule_can_stop():
    optimistic = roc_curve([1, 0, 1, 0], [2, 2, 2, 1], ties="optimistic")
    assert optimistic.tpr.tolist() == [0, 1, 1, 1]
    assert optimistic.rates_at(2.0) == (0.5, 1.0)
    assert optimistic.table_at(2.0).tolist() == [[1, 1], [0, 2]]
    assert roc_curve([1, 0, 0, 0], [2, 2, 2, 1], ties="optimistic").best_threshold() == np.inf


def test_decisions_have_one_point_and_the_area_of_its_two_triangles():
    positive, called = np.array([1, 1, 1, 0, 0, 0, 0]), np.array([1, 1, 0, 1, 0, 0, 0])
    curve = roc_curve(positive, called)
    assert np.allclose(curve.fpr, [0, 0.25, 1])
    assert np.isclose(curve.auc, (1 + 2 / 3 - 1 / 4) / 2)


def test_constant_scores_are_chance():
    curve = roc_curve([1, 0, 0], [0.5, 0.5, 0.5])
    assert curve.auc == 0.5
    assert not curve.is_below_chance
    assert "below 0.5" in str(roc_curve([1, 0], [1, 2]))


def test_the_best_threshold_is_the_highest_of_equals_and_moves_with_prevalence():
    curve = roc_curve([1, 1, 0, 1, 0, 0], [6, 5, 4, 3, 2, 1])
    assert curve.accuracy()[2] == pytest.approx(curve.accuracy()[4])
    assert curve.best_threshold() == 5
    assert curve.best_threshold(0.9) == 3
    assert curve.accuracy(0.9)[-1] == pytest.approx(0.9)
    with pytest.raises(ParameterError, match=r"prevalence=1\.5"):
        curve.accuracy(1.5)


def test_odd_parameters_are_refused():
    with pytest.raises(ParameterError, match="ties='best'"):
        roc_curve([1, 0], [1, 2], ties="best")
    with pytest.raises(ParameterError, match="fpr="):
        roc_curve([1, 0], [1, 2]).tpr_at(1.2)
    with pytest.raises(ParameterError, match="tpr="):
        roc_curve([1, 0], [1, 2]).fpr_at([-0.1, 0.5])
    with pytest.raises(ParameterError, match=r"low=0\.5, high=0\.5"):
        roc_curve([1, 0], [1, 2]).partial_area(0.5, 0.5)


@pytest.mark.parametrize(
    "ask",
    [
        gn.curves.roc_convex_hull,
        lambda curve: gn.curves.roc_convex_hull([curve]),
        gn.curves.optimal_operating_point,
        lambda curve: gn.curves.constrained_operating_point(curve, fpr=0.1),
        gn.curves.operating_region,
        lambda curve: gn.curves.roc_crossings(curve, curve),
        lambda curve: gn.curves.roc_dominates(curve, curve),
        gn.curves.kolmogorov_smirnov_band,
        gn.curves.fixed_width_band,
        gn.curves.binormal_band,
    ],
)
def test_what_needs_a_curve_refuses_predictions_and_says_how_to_make_one(ask):
    predictions = gn.resample(gn.load("breast-cancer"), gn.GaussianNB(), gn.hold_out(0.5))
    with pytest.raises(DataError, match=r"roc_curve_of\(predictions\)"):
        ask(predictions)


def test_a_curve_shows_itself_in_a_line():
    curve = roc_curve([1, 0] * 50, range(100), name="A")
    assert repr(curve) == str(curve)
    assert len(repr(gn.curves.roc_convex_hull(curve))) < 200

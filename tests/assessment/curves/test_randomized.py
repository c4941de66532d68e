import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon.assessment.curves.hull import roc_convex_hull
from gnomon.assessment.curves.operating import OperatingPoint
from gnomon.assessment.curves.randomized import Mixture, budget_mixture, rate_mixture
from gnomon.assessment.curves.roc import roc_curve
from gnomon.errors import DataError, ParameterError

positive = np.random.default_rng(0).random(400) < 0.3
score = positive + np.random.default_rng(1).normal(size=400)
whole = roc_convex_hull(roc_curve(positive, score, name="A"))


@given(st.floats(0, 1))
@settings(max_examples=60)
def test_a_mixture_on_the_hull_has_the_rate_asked_for_and_the_hulls_height(fpr):
    result = rate_mixture(whole, fpr)
    assert result.fpr == pytest.approx(fpr, abs=1e-12)
    assert 0 <= result.k <= 1
    if fpr > 0:
        assert result.tpr == pytest.approx(np.interp(fpr, whole.fpr, whole.tpr))


@given(st.floats(0, 400))
@settings(max_examples=60)
def test_a_mixture_on_a_budget_calls_just_so_many_rows(budget):
    result = budget_mixture(whole, budget, positives=120, negatives=280)
    assert result.fpr * 280 + result.tpr * 120 == pytest.approx(budget, abs=1e-9)


def test_a_mixture_reaches_its_rates_on_average():
    result = rate_mixture(whole, 0.3)
    calls = np.array([result.decide(score, random_state=seed) for seed in range(400)])
    assert calls[:, ~positive].mean() == pytest.approx(0.3, abs=0.01)
    assert calls[:, positive].mean() == pytest.approx(result.tpr, abs=0.01)


def test_decisions_are_the_same_for_the_same_seed():
    result = rate_mixture(whole, 0.3)
    assert np.array_equal(result.decide(score, random_state=5), result.decide(score, random_state=5))
    assert not np.array_equal(result.decide(score, random_state=5), result.decide(score, random_state=6))


def test_k_of_nought_is_the_first_and_of_one_the_second():
    a, b = OperatingPoint("A", 2.0, 0.1, 0.5), OperatingPoint("A", 1.0, 0.3, 0.8)
    values = np.linspace(0, 3, 50)
    assert np.array_equal(Mixture(a, b, 0.0).decide(values), values >= 2)
    assert np.array_equal(Mixture(a, b, 1.0).decide(values), values >= 1)


def test_two_classifiers_without_scores_mix_by_their_decisions():
    a, b = OperatingPoint("A", np.nan, 0.1, 0.5), OperatingPoint("B", np.nan, 0.3, 0.8)
    result = rate_mixture([a, b], 0.2)
    chosen = result.choose(np.zeros(1000, dtype=bool), np.ones(1000, dtype=bool))
    assert chosen.mean() == pytest.approx(0.5, abs=0.05)
    with pytest.raises(ParameterError, match="choose"):
        result.decide([0.1])
    with pytest.raises(DataError, match="has shape"):
        result.choose([True], [True, False])
    assert result.frame().owner.tolist() == ["A", "B", "mixture"]
    assert str(result) == "A, and with probability 0.500 B: fpr 0.200, tpr 0.650"


def test_two_thresholds_of_two_scores_mix_by_their_decisions_alone():
    a, b = OperatingPoint("A", 2.0, 0.1, 0.5), OperatingPoint("B", 1.0, 0.3, 0.8)
    with pytest.raises(ParameterError, match="choose"):
        Mixture(a, b, 0.5).decide([1.0])


def test_what_points_cannot_reach_is_refused():
    a, b = OperatingPoint("A", 2.0, 0.1, 0.5), OperatingPoint("A", 1.0, 0.3, 0.8)
    with pytest.raises(ParameterError, match=r"from 0\.1 to 0\.3"):
        rate_mixture([a, b], 0.5)
    with pytest.raises(ParameterError, match="increasing"):
        rate_mixture([b, a], 0.2)
    with pytest.raises(ParameterError, match="at least two"):
        rate_mixture([a], 0.1)
    with pytest.raises(ParameterError, match="budget=500"):
        budget_mixture(whole, 500, positives=120, negatives=280)
    with pytest.raises(ParameterError, match="both must be above 0"):
        budget_mixture(whole, 5, positives=0, negatives=280)
    with pytest.raises(DataError, match="row 1 has score NaN"):
        Mixture(a, b, 0.5).decide([1.0, np.nan])


def test_points_may_be_pairs_of_rates():
    pairs = [(0.1, 0.2), (0.25, 0.6)]
    points = [OperatingPoint(name, np.nan, *pair) for name, pair in zip("AB", pairs)]
    for mix in (
        lambda given: rate_mixture(given, 0.2),
        lambda given: budget_mixture(given, 800, positives=240, negatives=3760),
    ):
        assert (mix(pairs).fpr, mix(pairs).tpr) == (mix(points).fpr, mix(points).tpr)
    assert str(rate_mixture(np.array(pairs), 0.2)).startswith("classifier 1, and with probability 0.667")
    with pytest.raises(DataError, match="two rates from 0 to 1"):
        rate_mixture([(10, 20), (25, 60)], 0.2)

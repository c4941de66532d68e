"""A coin and a friend who does not always tell the truth; a test for cancer."""

from fractions import Fraction

import pytest

from gnomon.probability.bayes import bayes_table
from gnomon.probability.conditional import ConditionalDistribution
from gnomon.probability.distribution import Distribution

coin = Distribution.uniform([1, 0], "X")
told = ConditionalDistribution.of({1: {1: "4/5", 0: "1/5"}, 0: {0: 1}}, "Y", given="X")


def test_conditional_and_joint():
    """Rajpoot, lecture 3, slide "Refresher: Conditional probability"."""
    joint = told.times(coin)
    assert joint.probability(Y=1, X=1) == Fraction(2, 5)
    assert joint.probability(Y=0, X=1) == Fraction(1, 10)
    assert joint.probability(Y=1, X=0) == 0
    assert joint.probability(Y=0, X=0) == Fraction(1, 2)
    assert not joint.is_independent()
    truthful = ConditionalDistribution.of({1: {1: 1}, 0: {0: 1}}, "Y", given="X")
    assert truthful.times(coin).array().tolist() == [[0.5, 0.0], [0.0, 0.5]]


def test_marginal():
    """Rajpoot, lecture 4, slide "Refresher: Marginal probability"."""
    assert told.marginal(coin).table == {(1,): Fraction(2, 5), (0,): Fraction(3, 5)}


def test_bayes_rule():
    """Rajpoot, lecture 4, slide "Refresher: Bayes rule"."""
    turned = told.reversed(coin)
    assert turned.probability(1, given=1) == 1
    assert turned.probability(0, given=0) == Fraction(5, 6)
    assert turned.probability(1, given=0) == Fraction(1, 6)
    assert turned.probability(0, given=1) == 0
    table = told.bayes(coin, 0)
    assert (table.prior[0], table.likelihood[0], table.evidence) == (Fraction(1, 2), 1, Fraction(3, 5))
    assert float(table.posterior[0]) == pytest.approx(0.8333, abs=5e-5)


def test_one_positive_test_for_cancer_and_a_second():
    """Rajpoot, lecture 4, slide "Bayesian classification: Example", and its exercise."""
    positive = {"cancer": "0.98", "none": "0.03"}
    once = bayes_table({"cancer": "0.008", "none": "0.992"}, positive)
    assert once.product == {"cancer": Fraction("0.00784"), "none": Fraction("0.02976")}
    assert float(once.posterior["cancer"]) == pytest.approx(0.20851, abs=5e-6)
    assert once.map_hypothesis == "none"
    twice = bayes_table({"cancer": "0.008", "none": "0.992"}, positive, positive)
    assert twice.product == {"cancer": Fraction("0.0076832"), "none": Fraction("0.0008928")}
    assert float(twice.posterior["cancer"]) == pytest.approx(0.89590, abs=5e-6)
    assert twice.posterior == once.update(positive).posterior

"""Probability by counting, Bayes' rule and the naive model, in exact fractions."""

from fractions import Fraction
from itertools import product

import pandas as pd
import pytest

import gnomon as gn
from gnomon.errors import DataError
from gnomon.probability.bayes import bayes_table, normalize
from gnomon.probability.conditional import ConditionalDistribution
from gnomon.probability.distribution import Distribution
from gnomon.probability.estimates import laplace_estimate, relative_frequency
from gnomon.probability.frequencies import VennDiagram, natural_frequencies

SIX_ROWS = pd.DataFrame(
    [(1, 1, 0, 1), (1, 0, 0, 1), (0, 0, 1, 1), (0, 0, 0, 1), (1, 0, 1, 0), (0, 1, 0, 0)],
    columns=["X1", "X2", "X3", "Y"],
)


def people():
    return Distribution.empirical(gn.load("people").to_pandas(), ["gender", "tall", "bloodtype"])


def test_dice_and_complements():
    """Brown 2018, section 8.1.1 Random Variables."""
    die = Distribution.uniform(range(1, 7), "die")
    assert die.probability(die=3) == Fraction(1, 6)
    assert 1 - Distribution.of({0: "1/5", 1: "4/5"}).probability(x=0) == Fraction(4, 5)
    two = Distribution.uniform(range(1, 7), "first").times(Distribution.uniform(range(1, 7), "second"))
    assert two.probability(first=6, second=6) == Fraction(1, 36)
    assert two.is_independent()


def test_a_sample_estimates_the_population():
    """Brown 2018, section 8.1.2 Estimated Probabilities vs. True Probabilities."""
    assert float(relative_frequency([31, 33])[0]) == 0.484375
    assert float(relative_frequency([11, 16])[0]) == pytest.approx(0.4074, abs=5e-5)


def test_joint_marginal_and_conditional_shares_of_the_people():
    """Brown 2018, section 8.1.3 Joint Probabilities."""
    table = people()
    assert table.probability(gender="M", tall=True) == Fraction(1, 5)
    assert table.probability(gender="F", bloodtype="A") == Fraction(1, 5)
    assert table.conditional(gender="M").probability(bloodtype="A") == Fraction(1, 4)
    assert table.conditional(bloodtype="A").probability(gender="M") == Fraction(1, 3)
    assert table.marginal("tall").probability(tall=True) == Fraction(2, 5)
    assert table.probability(bloodtype="O") == Fraction(3, 10)
    assert table.probability(gender="F") == Fraction(3, 5)
    assert table.probability(gender="F", tall=True) == Fraction(1, 5)
    assert table.conditional(gender="F").probability(tall=True) == Fraction(1, 3)
    assert table.conditional(tall=True).probability(gender="F") == Fraction(1, 2)


def test_the_product_rule_both_ways():
    """Brown 2018, section 8.1.4 Conditional Probabilities."""
    table = people().marginal("gender", "bloodtype")
    by_type = ConditionalDistribution.from_joint(table, "gender", given="bloodtype")
    by_gender = ConditionalDistribution.from_joint(table, "bloodtype", given="gender")
    assert by_type.probability("M", given="A") * table.probability(bloodtype="A") == Fraction(1, 10)
    assert by_gender.probability("A", given="M") * table.probability(gender="M") == Fraction(1, 10)
    assert by_type.times(table.marginal("bloodtype")).probability(gender="M", bloodtype="A") == Fraction(
        1, 10
    )


def test_bayes_rule_on_the_people():
    """Brown 2018, section 8.2.1 Deriving the Theorem."""
    table = people()
    likelihood = ConditionalDistribution.from_joint(table, "gender", given="tall")
    posterior = likelihood.bayes(table.marginal("tall"), "M").posterior
    assert posterior[True] == table.conditional(gender="M").probability(tall=True) == Fraction(1, 2)


def test_the_diabetes_test_in_fractions_and_in_people():
    """Brown 2018, section 8.2.2 Diagnosing Diabetes; section 8.2.3 Thinking about it another way."""
    table = bayes_table({"ill": "0.028", "well": "0.972"}, {"ill": "0.95", "well": "0.01"})
    assert table.evidence == Fraction("0.03632")
    assert table.posterior["ill"] == Fraction("0.0266") / Fraction("0.03632") == Fraction(665, 908)
    assert float(table.posterior["well"]) == pytest.approx(0.267621, abs=5e-7)
    counts = natural_frequencies(table, 10_000)
    assert counts.loc["ill"].tolist() == [266, 14, 280]
    assert counts.loc["well"].tolist() == [97.2, 9622.8, 9720]
    assert counts.loc["all", "with"] == pytest.approx(363.2)


def test_exact_fractions_of_a_rare_class():
    """Brown 2018, section 8.2.4 One more Bayes example: Catching Bad Guys."""
    # The printed numerator 0.0000009 should be 0.00000099.
    table = bayes_table({"meant": "0.000001", "other": "0.999999"}, {"meant": "0.99", "other": "0.02"})
    assert table.product["meant"] == Fraction(99, 10**8)
    assert float(table.posterior["meant"]) == pytest.approx(4.94976e-05, rel=1e-5)
    assert round(1 / table.posterior["meant"]) == 20_203


def test_the_mammogram_as_sets():
    """Brown 2018, appendix B Visualising Bayes Theorem."""
    # Out of 100,000: A has cancer, B has a positive mammogram.
    sets = VennDiagram(both=800, only_a=200, only_b=9504, neither=89_496)
    assert sets.p_b == Fraction("0.10304")
    assert sets.b_given_a == Fraction(4, 5)
    assert float(sets.a_given_b) == pytest.approx(0.0776398, abs=5e-8)
    assert sets.a_given_b == sets.b_given_a * sets.p_a / sets.p_b


def test_conditionals_of_the_six_rows():
    """Brown 2018, section 8.3 Naive Bayes Models."""
    table = Distribution.empirical(SIX_ROWS)
    assert table.conditional(X1=1).probability(Y=1) == Fraction(2, 3)
    assert table.conditional(X2=0).probability(Y=1) == Fraction(3, 4)
    assert table.probability(Y=1, X2=0) == Fraction(1, 2)
    assert table.probability(X2=0) == Fraction(2, 3)
    assert table.conditional(X2=0).probability(Y=1) == table.probability(Y=1, X2=0) / table.probability(X2=0)


def naive(x, extra):
    """Numerators P(y) prod P(x_i | y), all estimated with imagined rows."""
    products = {}
    for y in (0, 1):
        rows = SIX_ROWS[y == SIX_ROWS.Y]
        share = laplace_estimate([(k == SIX_ROWS.Y).sum() for k in (0, 1)], extra)[y]
        for name, value in zip(("X1", "X2", "X3"), x, strict=True):
            share *= laplace_estimate([int((rows[name] == k).sum()) for k in (0, 1)], extra)[value]
        products[y] = share
    return products


def test_the_naive_model_by_normalized_numerators():
    """Brown 2018, section 8.3 Naive Bayes Models."""
    assert naive((1, 1, 1), 0) == {1: Fraction(4, 192), 0: Fraction(2, 48)}
    found = {x: normalize(naive(x, 0))[1] for x in product((0, 1), repeat=3)}
    assert found[1, 1, 1] == found[0, 1, 1] == Fraction(1, 3)
    assert found[0, 0, 0] == found[1, 0, 0] == Fraction(9, 11)
    assert {found[x] for x in ((0, 0, 1), (0, 1, 0), (1, 0, 1), (1, 1, 0))} == {Fraction(3, 5)}
    assert normalize(naive((1, 1, 1), 1))[1] == Fraction(20, 47)


def augmented(extra):
    """Numerators P(y) P(x1 | y, x2) P(x2 | y, x3) P(x3 | y) at (1, 1, 1)."""

    def share(name, **given):
        rows = SIX_ROWS.loc[(SIX_ROWS[list(given)] == pd.Series(given)).all(axis=1), name]
        return laplace_estimate([int((rows == k).sum()) for k in (0, 1)], extra)[1]

    prior = laplace_estimate([int((k == SIX_ROWS.Y).sum()) for k in (0, 1)], extra)
    return {y: prior[y] * share("X1", Y=y, X2=1) * share("X2", Y=y, X3=1) * share("X3", Y=y) for y in (0, 1)}


def test_too_many_parents_leave_nothing_without_smoothing():
    """Brown 2018, section 8.4 Bayesian Networks."""
    assert augmented(0) == {0: 0, 1: 0}
    with pytest.raises(DataError, match="not all 0"):
        normalize(augmented(0))
    assert augmented(1) == {0: Fraction(1, 48), 1: Fraction(5, 108)}
    assert normalize(augmented(1))[1] == Fraction(20, 29)


def test_regions_of_two_sets():
    """Brown 2018, appendix B Visualising Bayes Theorem."""
    sets = VennDiagram.of(range(20), range(8), range(5, 15))
    assert sets.frame()["size"].to_dict() == {"AB": 3, "A - AB": 5, "B - AB": 7, "neither": 5}
    assert (sets.p_a, sets.p_both, sets.a_given_b) == (Fraction(8, 20), Fraction(3, 20), Fraction(3, 10))

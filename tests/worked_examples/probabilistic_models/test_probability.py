"""Likelihoods of words, odds and smoothing, in exact fractions."""

from fractions import Fraction
from math import log2

import pytest

from gnomon.probability.bayes import bayes_table
from gnomon.probability.conjugate_priors import DirichletPrior
from gnomon.probability.distribution import Distribution
from gnomon.probability.estimates import laplace_estimate, m_estimate, relative_frequency
from gnomon.probability.mass import (
    bernoulli_probability,
    dirichlet_multinomial_probability,
    multinomial_probability,
)

SPAM, HAM = ("1/2", "2/3", "1/3"), ("2/3", "1/3", "1/3")


def bits_table(prior):
    likelihood = {
        "spam": bernoulli_probability([1, 1, 0], SPAM),
        "ham": bernoulli_probability([1, 1, 0], HAM),
    }
    return bayes_table({"spam": prior, "ham": 1 - prior}, likelihood)


def test_likelihoods_of_a_bit_vector():
    """Probabilistic Models notes, section 3 Probabilistic models for categorical data."""
    # With the printed decimals the first would be 0.2244; the fractions give the printed 0.222.
    table = bits_table(Fraction(1, 2))
    assert table.likelihood == {"spam": Fraction(2, 9), "ham": Fraction(4, 27)}
    assert table.ml_hypothesis == "spam"


def test_odds_and_the_prior_that_turns_the_decision():
    """Probabilistic Models notes, section 3 Probabilistic models for categorical data."""
    table = bits_table(Fraction(1, 3))
    assert table.likelihood_ratio("spam", "ham") == Fraction(3, 2)
    assert table.prior_odds("spam", "ham") == Fraction(1, 2)
    assert table.posterior_odds("spam", "ham") == Fraction(3, 4)
    assert table.posterior["spam"] == Fraction(3, 7)
    assert (table.ml_hypothesis, table.map_hypothesis) == ("spam", "ham")
    assert table.break_even_prior("spam", "ham") == Fraction(2, 5)
    assert bits_table(Fraction(41, 100)).map_hypothesis == "spam"
    assert table.decide({"spam": 1, "ham": 2}) == "ham"


def test_one_word_as_a_factor():
    """Probabilistic Models notes, section 3 Probabilistic models for categorical data."""
    b = {"spam": Fraction(2, 3), "ham": Fraction(1, 3)}
    assert bayes_table({"spam": "1/2", "ham": "1/2"}, b).likelihood_ratio("spam", "ham") == 2
    absent = bayes_table({"spam": "1/2", "ham": "1/2"}, {each: 1 - p for each, p in b.items()})
    assert absent.likelihood_ratio("spam", "ham") == Fraction(1, 2)


def test_likelihoods_of_a_count_vector():
    """Probabilistic Models notes, section 3 Probabilistic models for categorical data."""
    x, spam, ham = [3, 1, 0], ("0.3", "0.5", "0.2"), ("0.6", "0.2", "0.2")
    table = bayes_table(
        {"spam": "1/2", "ham": "1/2"},
        {"spam": multinomial_probability(x, spam), "ham": multinomial_probability(x, ham)},
    )
    assert table.likelihood == {"spam": Fraction("0.054"), "ham": Fraction("0.1728")}
    assert table.likelihood_ratio("spam", "ham") == Fraction(5, 16)
    assert table.posterior["spam"] == Fraction(5, 21)
    assert table.ml_hypothesis == "ham"


def test_smoothed_parameters():
    """Probabilistic Models notes, section 4 Training a naive Bayes model."""
    assert laplace_estimate([5, 9, 3]) == [Fraction(6, 20), Fraction(10, 20), Fraction(4, 20)]
    assert laplace_estimate([11, 3, 3]) == [Fraction(12, 20), Fraction(4, 20), Fraction(4, 20)]
    assert relative_frequency([5, 9, 3])[1] == Fraction(9, 17)
    bits = [laplace_estimate([present, 4 - present])[0] for present in (2, 3, 1)]
    assert bits == [Fraction(1, 2), Fraction(2, 3), Fraction(1, 3)]
    assert m_estimate([9, 8], m=3, prior=["1/3", "2/3"])[0] == Fraction(1, 2)
    assert m_estimate([3, 1], m=2)[0] == Fraction(2, 3)


def test_laplace_is_the_mean_of_a_uniform_belief():
    """Probabilistic Models notes, section 4 Training a naive Bayes model."""
    assert (
        DirichletPrior.uniform(2).posterior([3, 1]).mean[0] == laplace_estimate([3, 1])[0] == Fraction(2, 3)
    )


def test_an_uncertain_theta_is_surprised_less_by_repeats():
    """Probabilistic Models notes, section 4 Training a naive Bayes model."""
    spam, ham = (
        dirichlet_multinomial_probability([3, 1, 0], [6, 10, 4]),
        dirichlet_multinomial_probability([3, 1, 0], [12, 4, 4]),
    )
    assert (float(spam), float(ham)) == pytest.approx((0.063241, 0.164427), abs=5e-7)
    assert float(spam / ham) == pytest.approx(0.3846, abs=5e-5)


@pytest.mark.parametrize(
    ("prior", "spam", "ham"), [("1/2", 3.1699, 3.7549), ("1/3", 3.7549, 3.3399), ("2/5", 3.4919, 3.4919)]
)
def test_the_most_probable_class_has_the_shortest_code(prior, spam, ham):
    """Probabilistic Models notes, section 6 Probabilistic models with hidden variables."""
    table = bits_table(Fraction(prior))
    lengths = table.code_lengths()
    assert lengths["total"].tolist() == pytest.approx([spam, ham], abs=5e-5)
    assert lengths.loc["spam", "hypothesis"] == pytest.approx(-log2(Fraction(prior)))
    assert lengths.loc["ham", "evidence"] == pytest.approx(log2(27 / 4))
    assert lengths["total"][table.map_hypothesis] == pytest.approx(lengths["total"].min())


def test_a_missing_word_is_marginalized_given_the_observed_ones():
    """Probabilistic Models notes, section 8 Feature transformations."""
    joint = Distribution.of(
        {
            (mail, a, b, c): Fraction(1, 2) * bernoulli_probability([a, b, c], theta)
            for mail, theta in (("spam", SPAM), ("ham", HAM))
            for a in (0, 1)
            for b in (0, 1)
            for c in (0, 1)
        },
        ("mail", "a", "b", "c"),
    )
    assert joint.conditional(a=1, c=0).probability(mail="spam") == Fraction(3, 7)
    # Averaging with P(b), not P(b | a, c), is not exact: 24/55 = 0.436364.
    loose = sum(
        joint.conditional(a=1, b=b, c=0).probability(mail="spam") * joint.probability(b=b) for b in (0, 1)
    )
    assert float(loose) == pytest.approx(0.436364, abs=5e-7)


def test_posterior_and_marginal_come_from_the_joint():
    """Probabilistic Models notes, section 1 Introduction."""
    prior = Distribution.of({"spam": "1/3", "ham": "2/3"}, "mail")
    word = {"spam": {1: "2/3", 0: "1/3"}, "ham": {1: "1/3", 0: "2/3"}}
    from gnomon.probability.conditional import ConditionalDistribution

    joint = ConditionalDistribution.of(word, "b", given="mail").times(prior)
    assert joint.probability(b=1) == Fraction(2, 3) * Fraction(1, 3) + Fraction(1, 3) * Fraction(2, 3)
    assert joint.conditional(b=1).probability(mail="spam") == Fraction(1, 2)

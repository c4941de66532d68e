from fractions import Fraction
from math import log2

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from gnomon.errors import DataError, ParameterError
from gnomon.probability.conjugate_priors import DirichletPrior, NormalMeanPrior, model_posterior
from gnomon.probability.estimates import laplace_estimate, m_estimate, relative_frequency
from gnomon.probability.mass import (
    bernoulli_probability,
    dirichlet_multinomial_probability,
    multinomial_probability,
)

counts = st.lists(st.integers(0, 8), min_size=3, max_size=3)


@given(counts.filter(any))
def test_the_named_estimates_are_m_estimates(counts):
    n = sum(counts)
    assert relative_frequency(counts) == [Fraction(c, n) for c in counts] == m_estimate(counts, 0)
    assert laplace_estimate(counts) == [Fraction(c + 1, n + 3) for c in counts] == m_estimate(counts, 3)
    assert DirichletPrior.uniform(3).posterior(counts).mean == laplace_estimate(counts)


def test_more_imagined_trials_need_more_rows_to_move():
    estimates = [m_estimate([8, 2], m)[0] for m in (0, 2, 10, 1000)]
    assert estimates == sorted(estimates, reverse=True)
    assert estimates[-1] - Fraction(1, 2) < Fraction(1, 100)
    assert m_estimate([8000, 2000], 10)[0] > Fraction(79, 100)


@given(counts)
def test_masses_agree_with_scipy(counts):
    theta = [0.2, 0.5, 0.3]
    assert multinomial_probability(counts, theta) == pytest.approx(
        stats.multinomial.pmf(counts, sum(counts), theta)
    )
    alpha = [1.5, 2.0, 0.5]
    if sum(counts):
        oracle = stats.dirichlet_multinomial.pmf(counts, alpha, sum(counts))
        assert dirichlet_multinomial_probability(counts, alpha) == pytest.approx(oracle)


def test_masses_sum_to_1_exactly():
    bits = [[a, b, c] for a in (0, 1) for b in (0, 1) for c in (0, 1)]
    assert sum(bernoulli_probability(x, ["1/2", "2/3", "1/5"]) for x in bits) == 1
    splits = [[a, b, 4 - a - b] for a in range(5) for b in range(5 - a)]
    assert sum(multinomial_probability(x, ["1/2", "1/3", "1/6"]) for x in splits) == 1
    assert sum(dirichlet_multinomial_probability(x, [1, 2, "1/2"]) for x in splits) == 1


def test_one_draw_of_an_uncertain_theta_is_its_mean():
    belief = DirichletPrior((6, 10, 4))
    assert [belief.predictive(x) for x in ([1, 0, 0], [0, 1, 0], [0, 0, 1])] == belief.mean


def test_beliefs_agree_with_scipy():
    belief = DirichletPrior.uniform(2).posterior([7, 3])
    np.testing.assert_allclose(belief.interval(0.9)[0], stats.beta(8, 4).interval(0.9))
    assert float(belief.variance[0]) == pytest.approx(stats.beta(8, 4).var())
    drawn = belief.sample(4000, random_state=0)
    assert drawn.mean(axis=0) == pytest.approx([2 / 3, 1 / 3], abs=0.01)


def test_a_normal_mean_is_learned_at_once_or_in_turns():
    prior = NormalMeanPrior(1.0, 2.0, noise=3.0)
    at_once, in_turns = prior.posterior([0.5, 4.0, 2.0]), prior.posterior([0.5]).posterior([4.0, 2.0])
    assert (at_once.mean, at_once.variance) == pytest.approx((in_turns.mean, in_turns.variance))
    assert at_once.variance == pytest.approx(1 / (1 / 2 + 3 / 3))
    assert at_once.predictive(1.0) == pytest.approx(
        stats.norm.pdf(1.0, at_once.mean, np.sqrt(at_once.variance + 3))
    )
    assert at_once.interval() == pytest.approx(
        stats.norm.interval(0.95, at_once.mean, np.sqrt(at_once.variance))
    )


def test_without_a_prior_the_mean_of_the_rows_is_believed():
    known = NormalMeanPrior(0.0, np.inf, noise=4.0).posterior([1.0, 5.0])
    assert (known.mean, known.variance) == (3.0, 2.0)
    assert NormalMeanPrior(0.0, np.inf, noise=4.0).posterior([]).variance == np.inf


def test_models_are_weighed_by_their_evidence():
    fair, any_coin = (
        multinomial_probability([8, 2], ["1/2", "1/2"]),
        dirichlet_multinomial_probability([8, 2], [1, 1]),
    )
    counts = model_posterior({"fair": float(np.log(float(fair))), "any": float(np.log(float(any_coin)))})
    assert counts["fair"] == pytest.approx(float(fair / (fair + any_coin)))
    far = model_posterior({"a": -1e5, "b": -1e5 - log2(8)}, {"a": 0.5, "b": 0.5})
    assert sum(far.values()) == pytest.approx(1)
    assert model_posterior({"a": -1.0, "b": -1.0}, {"b": 1, "a": 0}) == {"a": 0.0, "b": 1.0}


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: relative_frequency([0, 0]), DataError),
        (lambda: m_estimate([1, 2], -1), ParameterError),
        (lambda: m_estimate([1, 2], 1, [0.5, 0.6]), ParameterError),
        (lambda: m_estimate([-1, 2]), ParameterError),
        (lambda: m_estimate([]), ParameterError),
        (lambda: bernoulli_probability([2], [0.5]), DataError),
        (lambda: bernoulli_probability([1, 0], [0.5]), DataError),
        (lambda: multinomial_probability([1, 1], [0.5, 0.6]), ParameterError),
        (lambda: multinomial_probability([1.5, 1], [0.5, 0.5]), DataError),
        (lambda: dirichlet_multinomial_probability([1], [0]), ParameterError),
        (lambda: DirichletPrior((1,)), ParameterError),
        (lambda: DirichletPrior((1, 1)).posterior([1]), DataError),
        (lambda: DirichletPrior((1, 1)).interval(1.0), ParameterError),
        (lambda: NormalMeanPrior(0, 0, noise=1), ParameterError),
        (lambda: NormalMeanPrior(0, 1, noise=1).posterior([np.nan]), DataError),
        (lambda: model_posterior({}), DataError),
        (lambda: model_posterior({"a": -np.inf}), DataError),
        (lambda: model_posterior({"a": -1.0}, {"b": 1}), DataError),
    ],
)
def test_undefined_results_are_refused(call, error):
    with pytest.raises(error):
        call()

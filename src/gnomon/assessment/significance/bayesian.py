"""Bayesian tests with a region of practical equivalence (ROPE): the probability that a is better than b.

On one task this is the correlated t test of Corani & Benavoli (2015); over many data sets, the sign and the
signed-rank test of Benavoli, Corani, Mangili & Zaffalon (2014, 2015). Differences are positive where a is
the better one.
"""

from math import sqrt
from typing import Any

import numpy as np
from scipy import stats

from gnomon.arrays import Array, Floats
from gnomon.assessment.significance.differences import ROUNDING, check_differences
from gnomon.assessment.significance.outcome import Posterior
from gnomon.errors import ParameterError
from gnomon.seeds import Seed, generator


def bayesian_correlated_t_test(differences: Any, rope: float, test_to_train: float) -> Posterior:
    """Bayesian correlated t test: the posterior of the mean difference over folds with shared training rows.

    It is Student's t about the mean with the corrected standard error: the correlation of two folds is taken
    as ρ = n_test/(n_test + n_train), and ρ/(1 - ρ) = test_to_train. rope: half-width of the region of
    practical equivalence.

    >>> print(bayesian_correlated_t_test(np.array([1, 2, -2, 2, 2]) / 30, 0.01, 1 / 4))
    worse 0.163, practically equal 0.127, better 0.710 (within ±0.01 is equal)
    """
    values = check_differences(differences)
    deviation = float(np.std(values, ddof=1))
    if deviation <= ROUNDING * float(np.max(np.abs(values))):
        deviation = abs(float(np.mean(values)))
    error = deviation * sqrt(1 / len(values) + test_to_train)
    return student_posterior(float(np.mean(values)), error, len(values) - 1, rope)


def student_posterior(difference: float, error: float, freedom: int, rope: float) -> Posterior:
    """Posterior probabilities below, within and above ±rope of Student's t about a difference.

    >>> student_posterior(0.0, 0.0, 9, 0.01).equal
    1.0
    """
    check_rope(rope)
    if error == 0:
        inside = abs(difference) <= rope
        return Posterior(float(difference < -rope), float(inside), float(difference > rope), rope)
    worse = float(stats.t.cdf((-rope - difference) / error, freedom))
    better = float(stats.t.sf((rope - difference) / error, freedom))
    return Posterior(worse, max(1 - worse - better, 0.0), better, rope)


def bayesian_sign_test(
    differences: Any, rope: float, *, prior: float = 1.0, times: int = 50_000, random_state: Seed = 0
) -> Posterior:
    """Bayesian sign test over data sets: probabilities that "a worse", "equal" or "a better" is most likely.

    prior: strength of the prior, in pseudo-observations of a difference within the ROPE. times: number of
    Monte Carlo draws.

    >>> bayesian_sign_test([0.1, 0.2, 0.3, 0.1, 0.2, 0.1, 0.0], 0.01).verdict(0.9)
    'better'
    """
    values = check_differences(differences, min_count=1)
    check_rope(rope)
    counts = np.array([np.sum(values < -rope), np.sum(np.abs(values) <= rope), np.sum(values > rope)])
    return _winners(_dirichlet(counts + prior * np.array([0, 1, 0]), times, random_state), rope)


def bayesian_signed_rank_test(
    differences: Any, rope: float, *, prior: float = 0.5, times: int = 20_000, random_state: Seed = 0
) -> Posterior:
    """Bayesian signed-rank test over data sets: as the sign test, but the size of differences counts too.

    prior: strength of the prior, in pseudo-observations of difference 0. times: number of Monte Carlo draws.

    >>> bayesian_signed_rank_test([0.1, 0.2, 0.3, 0.1, 0.2, -0.02], 0.01).verdict(0.95)
    'better'
    """
    values = np.concatenate([[0.0], check_differences(differences, min_count=1)])
    check_rope(rope)
    sums = values[:, None] + values[None, :]
    weight = _dirichlet(np.concatenate([[prior], np.ones(len(values) - 1)]), times, random_state)
    worse = np.sum(weight @ (sums < -2 * rope) * weight, axis=1)
    better = np.sum(weight @ (sums > 2 * rope) * weight, axis=1)
    return _winners(np.column_stack([worse, 1 - worse - better, better]), rope)


def check_rope(rope: float) -> float:
    """The validated half-width of the region of practical equivalence.

    >>> check_rope(0.01)
    0.01
    """
    if not 0 <= rope < np.inf:
        raise ParameterError(
            f"rope={rope!r}: the half-width of the region of practical equivalence must be 0 or more"
        )
    return rope


def _dirichlet(counts: Array, times: int, random_state: Seed) -> Floats:
    """Draws of the Dirichlet distribution; a count of 0 has share 0."""
    if times < 1 or (counts < 0).any():
        raise ParameterError(
            f"times={times!r}, prior={min(counts):g}: times must be 1 or more and prior 0 or more"
        )
    drawn = generator(random_state).gamma(np.broadcast_to(counts, (times, len(counts))))
    return drawn / np.sum(drawn, axis=1, keepdims=True)


def _winners(shares: Floats, rope: float) -> Posterior:
    """Frequency with which each of the three has the largest share."""
    won = np.bincount(np.argmax(shares, axis=1), minlength=3) / len(shares)
    return Posterior(float(won[0]), float(won[1]), float(won[2]), rope)

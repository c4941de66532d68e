"""Probability mass functions of binary and count vectors; exact if the parameters are fractions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import factorial, prod
from typing import Any

from gnomon.errors import DataError, ParameterError
from gnomon.probability.exact import Number, is_one, number, probability, total

MAX_DRAWS = 100_000


def bernoulli_probability(bits: Sequence[Any], theta: Sequence[Any]) -> Number:
    """Probability of independent Bernoulli variables: prod theta_i^x_i (1 - theta_i)^(1 - x_i).

    >>> bernoulli_probability([1, 1, 0], ["1/2", "2/3", "1/3"])
    Fraction(2, 9)
    """
    parameters = [probability(p, "theta") for p in theta]
    if len(bits) != len(parameters) or any(bit not in (0, 1) for bit in bits):
        raise DataError(f"bits={list(bits)!r}: it must be {len(parameters)} values, each 0 or 1")
    return prod((p if bit else 1 - p for bit, p in zip(bits, parameters, strict=True)), start=Fraction(1))


def multinomial_probability(counts: Sequence[int], theta: Sequence[Any]) -> Number:
    """Multinomial probability of counts of k values in n draws: n! prod theta_i^x_i / x_i!.

    >>> multinomial_probability([3, 1, 0], ["3/10", "1/2", "1/5"])
    Fraction(27, 500)
    """
    parameters = [probability(p, "theta") for p in theta]
    if not is_one(total(parameters)):
        raise ParameterError(f"theta={list(theta)!r}: the probabilities must sum to 1")
    coefficient = _multinomial_coefficient(counts, len(parameters))
    return coefficient * prod(
        (p**count for count, p in zip(counts, parameters, strict=True)), start=Fraction(1)
    )


def dirichlet_multinomial_probability(counts: Sequence[int], alpha: Sequence[Any]) -> Number:
    """Dirichlet-multinomial (Polya) probability of counts: n! / A^(n) prod alpha_i^(x_i) / x_i!.

    The multinomial with theta integrated out under Dirichlet(alpha); a^(x) = a (a + 1) ... (a + x - 1), and A
    is the sum of alpha. Repeated values are more probable than under a fixed theta.

    >>> round(float(dirichlet_multinomial_probability([3, 1, 0], [6, 10, 4])), 6)
    0.063241
    """
    start = [number(value, "alpha") for value in alpha]
    if any(value <= 0 for value in start):
        raise ParameterError(f"alpha={list(alpha)!r}: each must be above 0")
    coefficient = _multinomial_coefficient(counts, len(start))
    rising = prod((_rising_factorial(a, x) for a, x in zip(start, counts, strict=True)), start=Fraction(1))
    return coefficient * rising / _rising_factorial(total(start), sum(counts))


def _multinomial_coefficient(counts: Sequence[int], k: int) -> int:
    exact = [number(count, "a count") for count in counts]
    if len(exact) != k or any(count != int(count) or count < 0 for count in exact):
        raise DataError(f"counts={list(counts)!r}: it must be {k} integers of at least 0")
    if total(exact) > MAX_DRAWS:
        raise DataError(
            f"{sum(counts):,} draws are too many for exact arithmetic (at most {MAX_DRAWS:,}); use "
            "scipy.stats.multinomial.logpmf"
        )
    return factorial(sum(map(int, exact))) // prod(factorial(int(count)) for count in exact)


def _rising_factorial(value: Number, steps: int) -> Number:
    return prod((value + step for step in range(int(steps))), start=Fraction(1))

"""Probabilities of bit vectors and of count vectors; exact where the parameters are fractions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import factorial, prod
from typing import Any

from gnomon.errors import DataError, ParameterError
from gnomon.probability.exact import Number, is_one, number, probability, total

MOST_DRAWS = 100_000


def bernoulli_probability(bits: Sequence[Any], theta: Sequence[Any]) -> Number:
    """P(x) = prod theta_i^x_i (1 - theta_i)^(1 - x_i): independent bits, 1 with probability theta_i.

    >>> bernoulli_probability([1, 1, 0], ["1/2", "2/3", "1/3"])
    Fraction(2, 9)
    """
    shares = [probability(share, "theta") for share in theta]
    if len(bits) != len(shares) or any(bit not in (0, 1) for bit in bits):
        raise DataError(f"bits {list(bits)!r}: give {len(shares)} of them, each 0 or 1")
    return prod((p if bit else 1 - p for bit, p in zip(bits, shares, strict=True)), start=Fraction(1))


def multinomial_probability(counts: Sequence[int], theta: Sequence[Any]) -> Number:
    """P(x) = n! prod theta_i^x_i / x_i!: how often each of k values comes up in n draws.

    >>> multinomial_probability([3, 1, 0], ["3/10", "1/2", "1/5"])
    Fraction(27, 500)
    """
    shares = [probability(share, "theta") for share in theta]
    if not is_one(total(shares)):
        raise ParameterError(f"theta={list(theta)!r}: the probabilities of the values must sum to 1")
    ways = _arrangements(counts, len(shares))
    return ways * prod((p**count for count, p in zip(counts, shares, strict=True)), start=Fraction(1))


def dirichlet_multinomial_probability(counts: Sequence[int], alpha: Sequence[Any]) -> Number:
    """P(x) when theta itself is uncertain, by Dirichlet(alpha): n! / A^(n) prod alpha_i^(x_i) / x_i!.

    a^(x) = a (a + 1) ... (a + x - 1), and A is the sum of alpha. One draw has the probability alpha_i / A,
    as with pseudo-counts; repeated values surprise less than under one fixed theta.

    >>> round(float(dirichlet_multinomial_probability([3, 1, 0], [6, 10, 4])), 6)
    0.063241
    """
    start = [number(value, "alpha") for value in alpha]
    if any(value <= 0 for value in start):
        raise ParameterError(f"alpha={list(alpha)!r}: each must be above 0")
    ways = _arrangements(counts, len(start))
    up = prod((_rising(a, x) for a, x in zip(start, counts, strict=True)), start=Fraction(1))
    return ways * up / _rising(total(start), sum(counts))


def _arrangements(counts: Sequence[int], k: int) -> int:
    found = [number(count, "a count") for count in counts]
    if len(found) != k or any(count != int(count) or count < 0 for count in found):
        raise DataError(f"counts {list(counts)!r}: give {k} whole numbers of at least 0")
    if total(found) > MOST_DRAWS:
        raise DataError(f"{sum(counts):,} draws are too many to count exactly; scipy.stats has logarithms")
    return factorial(sum(map(int, found))) // prod(factorial(int(count)) for count in found)


def _rising(value: Number, steps: int) -> Number:
    return prod((value + step for step in range(int(steps))), start=Fraction(1))

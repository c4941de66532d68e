"""Probabilities estimated from counts: relative frequencies, and pulled toward what was believed before.

All are the m-estimate (count + m p) / (n + m), of m imagined trials that follow p. Counts and pulls that are
whole numbers or fractions give exact fractions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon.errors import DataError, ParameterError
from gnomon.probability.exact import Number, is_one, number, probability, total


def m_estimate(counts: Sequence[Any], m: Any = 0, prior: Sequence[Any] | None = None) -> list[Number]:
    """(count + m p) / (n + m) for each value: m trials are imagined, dealt by p, evenly if it is not given.

    >>> m_estimate([5, 9, 3], m=3)
    [Fraction(3, 10), Fraction(1, 2), Fraction(1, 5)]
    """
    found = [number(count, "a count") for count in counts]
    imagined = number(m, "m")
    shares = [number(1) / len(found) for _ in found] if prior is None else [probability(p) for p in prior]
    if len(shares) != len(found) or not is_one(total(shares)):
        raise ParameterError(f"prior={prior!r}: give {len(found)} probabilities that sum to 1")
    if imagined < 0 or any(count < 0 for count in found):
        raise ParameterError(f"counts and m are at least 0; here m={m!r} and counts are {list(counts)!r}")
    whole = total(found) + imagined
    if whole == 0:
        raise DataError("no row was counted and none imagined; give m above 0, or count some rows")
    return [(count + imagined * share) / whole for count, share in zip(found, shares, strict=True)]


def relative_frequency(counts: Sequence[Any]) -> list[Number]:
    """count / n: the maximum-likelihood estimate.

    >>> relative_frequency([31, 33])[0]
    Fraction(31, 64)
    """
    return m_estimate(counts)


def laplace_estimate(counts: Sequence[Any], each: Any = 1) -> list[Number]:
    """(count + each) / (n + each k) for k values; each = 1 is the mean of the posterior of a uniform prior.

    >>> laplace_estimate([3, 1])
    [Fraction(2, 3), Fraction(1, 3)]
    """
    return m_estimate(counts, number(each, "each") * len(counts))

"""Probability estimates from counts: relative frequency, Laplace smoothing, m-estimate.

All are the m-estimate (count + m p) / (n + m), with m pseudo-counts distributed by the prior p. Integers and
fractions give exact fractions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon.errors import DataError, ParameterError
from gnomon.probability.exact import Number, is_one, number, probability, total


def m_estimate(counts: Sequence[Any], m: Any = 0, prior: Sequence[Any] | None = None) -> list[Number]:
    """m-estimate (count + m p) / (n + m) of each probability; m: equivalent sample size of the prior p.

    prior: uniform by default.

    >>> m_estimate([5, 9, 3], m=3)
    [Fraction(3, 10), Fraction(1, 2), Fraction(1, 5)]
    """
    exact = [number(count, "a count") for count in counts]
    size = number(m, "m")
    priors = [number(1) / len(exact) for _ in exact] if prior is None else [probability(p) for p in prior]
    if len(priors) != len(exact) or not is_one(total(priors)):
        raise ParameterError(f"prior={prior!r}: it must be {len(exact)} probabilities that sum to 1")
    if size < 0 or any(count < 0 for count in exact):
        raise ParameterError(f"m={m!r}, counts={list(counts)!r}: they must be at least 0")
    whole = total(exact) + size
    if whole == 0:
        raise DataError("all counts and m are 0; set m above 0, or count some rows")
    return [(count + size * p) / whole for count, p in zip(exact, priors, strict=True)]


def relative_frequency(counts: Sequence[Any]) -> list[Number]:
    """Relative frequency count / n: the maximum likelihood estimate.

    >>> relative_frequency([31, 33])[0]
    Fraction(31, 64)
    """
    return m_estimate(counts)


def laplace_estimate(counts: Sequence[Any], pseudo_count: Any = 1) -> list[Number]:
    """Laplace (additive) smoothing: (count + a) / (n + a k) for k values, with pseudo-count a.

    a = 1 is the posterior mean under a uniform prior.

    >>> laplace_estimate([3, 1])
    [Fraction(2, 3), Fraction(1, 3)]
    """
    return m_estimate(counts, number(pseudo_count, "pseudo_count") * len(counts))

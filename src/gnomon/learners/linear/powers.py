"""Change of basis from Legendre polynomials to monomials, in rational numbers, so that nothing cancels."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from gnomon.arrays import Floats

Polynomial = dict[tuple[int, ...], Fraction]


def power_form(
    terms: Sequence[tuple[int, ...]], coefficients: Floats, constant: float, low: Floats, high: Floats
) -> Polynomial:
    """The exact coefficient of each monomial, by its exponents.

    terms: Legendre degree of each column in each term; a column is mapped from [low, high] to [-1, 1].

    >>> import numpy as np
    >>> power_form([(2,)], np.array([1.0]), 0.0, np.array([-1.0]), np.array([1.0]))
    {(0,): Fraction(-1, 2), (2,): Fraction(3, 2)}
    """
    n_columns = len(low)
    largest = max((max(term) for term in terms), default=0)
    columns = [_legendre_of(column, n_columns, low, high, largest) for column in range(n_columns)]
    total: Polynomial = {(0,) * n_columns: Fraction(constant)}
    for term, value in zip(terms, coefficients.tolist()):
        product: Polynomial = {(0,) * n_columns: Fraction(value)}
        for column, degree in enumerate(term):
            product = _times(product, columns[column][degree])
        total = _plus(total, product)
    return {powers: value for powers, value in sorted(total.items()) if value}


def _legendre_of(column: int, n_columns: int, low: Floats, high: Floats, largest: int) -> list[Polynomial]:
    """Legendre polynomials of one column's scaled value, by (n + 1) P_n+1 = (2n + 1) t P_n - n P_n-1."""
    nothing = (0,) * n_columns
    first = (*nothing[:column], 1, *nothing[column + 1 :])
    # The same floats that the fit divided by, taken as exact.
    half = Fraction((high[column] - low[column]) / 2) if high[column] > low[column] else Fraction(1)
    middle = Fraction(float(low[column] + (high[column] - low[column]) / 2))
    scaled: Polynomial = {nothing: -middle / half, first: 1 / half}
    polynomials: list[Polynomial] = [{nothing: Fraction(1)}, scaled]
    for n in range(1, largest):
        up = _scaled(_times(scaled, polynomials[n]), Fraction(2 * n + 1, n + 1))
        polynomials.append(_plus(up, _scaled(polynomials[n - 1], Fraction(-n, n + 1))))
    return polynomials


def _times(a: Polynomial, b: Polynomial) -> Polynomial:
    product: Polynomial = {}
    for powers, value in a.items():
        for others, factor in b.items():
            key = tuple(i + j for i, j in zip(powers, others))
            product[key] = product.get(key, Fraction(0)) + value * factor
    return product


def _plus(a: Polynomial, b: Polynomial) -> Polynomial:
    return {key: a.get(key, Fraction(0)) + b.get(key, Fraction(0)) for key in {*a, *b}}


def _scaled(a: Polynomial, factor: Fraction) -> Polynomial:
    return {key: factor * value for key, value in a.items()}

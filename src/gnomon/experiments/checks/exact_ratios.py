"""A number that is a linear function of the quotient or the product of two columns, up to rounding.

Such as 100 (1 - part / whole), or an amount that is a rate times a base and 0 in some rows.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from gnomon.arrays import Floats
from gnomon.experiments.checks.exact_pairs import AGREE, EXACT, FINE, MIN_ROWS, SLACK, Pair
from gnomon.experiments.checks.rounding import decimals_of, digits_of, rounding_errors, rounding_unit

MAX_SCREENED = 300
MAX_TRIED = 20
SCREEN = 0.01


@dataclass(frozen=True)
class _Rounded:
    """Values of a column, their decimals, and the largest rounding error of each.

    digits: the significant digits of the most precise rows.
    """

    values: Floats
    decimals: int
    error: Floats
    digits: int


def _rounded(values: Floats) -> _Rounded:
    decimals, error = decimals_of(values), rounding_errors(values)
    is_finest = error <= error.min(initial=np.inf)
    return _Rounded(values, decimals, error, digits_of(values[is_finest], decimals))


def ratios_of(total: Floats, columns: Mapping[str, Floats]) -> list[Pair]:
    """The pairs of columns of which `total` is a linear function of the quotient or the product.

    >>> random = np.random.default_rng(0)
    >>> weight, share = np.round(random.normal(70, 9, 80), 1), np.round(random.uniform(5, 30, 80), 2)
    >>> lean = np.round(weight * (1 - share / 100), 2)
    >>> ratios_of(share, {"weight": weight, "lean": lean, "age": random.random(80)})
    [Pair(names=('lean', 'weight'), how='product', computed=('lean',))]
    """
    names = [name for name, values in columns.items() if np.isfinite(values).sum() >= 2 * MIN_ROWS]
    if len(names) < 2 or np.isfinite(total).sum() < 2 * MIN_ROWS:
        return []
    own = _rounded(total)
    pairs: list[Pair] = []
    X = np.column_stack([columns[name] for name in names])
    for first, second, is_quotient in _candidates(total, X):
        parts = [_rounded(column) for column in (X[:, first], X[:, second])]
        if _is_exact(own, *parts, is_quotient=is_quotient):
            computed = _computed(own, *parts, is_quotient=is_quotient)
            chosen = (names[first], names[second])
            pairs.append(Pair(chosen, "product", tuple(chosen[each] for each in computed)))
    return pairs


def _candidates(total: Floats, X: Floats) -> Iterator[tuple[int, int, bool]]:
    """Pairs whose quotient or product is almost perfectly correlated with the total, the best first.

    Pairs with a column that is so alone are omitted: they are no evidence about the other one.
    """
    rows = np.flatnonzero(np.isfinite(total))[:MAX_SCREENED]
    y, X = total[rows], X[rows]
    is_alone = _unexplained(y, X) <= FINE**2
    candidates = []
    for second in np.flatnonzero(~is_alone).tolist():
        divisor = np.where(X[:, second] == 0, np.nan, X[:, second])[:, None]
        for is_quotient in (True, False):
            with np.errstate(over="ignore", invalid="ignore"):
                made = X / divisor if is_quotient else X * X[:, [second]]
            unexplained = _unexplained(y, made)
            unexplained[is_alone] = np.inf
            unexplained[second if is_quotient else slice(0, second + 1)] = np.inf
            candidates += [
                (round(float(unexplained[first]), 9), int(first), second, is_quotient)
                for first in np.flatnonzero(unexplained <= SCREEN)
            ]
    yield from (each[1:] for each in sorted(candidates)[:MAX_TRIED])


def _unexplained(y: Floats, made: Floats) -> Floats:
    """1 - r² of each column with y, over the rows where it is finite; infinite where these are few."""
    is_present = np.isfinite(made) & (np.abs(made) < 1e150)
    count = is_present.sum(axis=0)
    safe = np.where(is_present, made, 0.0)
    mean = safe.sum(axis=0) / np.maximum(count, 1)
    a = np.where(is_present, made - mean, 0.0)
    b = np.where(is_present, y[:, None], 0.0)
    b = np.where(is_present, b - b.sum(axis=0) / np.maximum(count, 1), 0.0)
    norm = np.sqrt((a**2).sum(axis=0)) * np.sqrt((b**2).sum(axis=0))
    with np.errstate(invalid="ignore", divide="ignore"):
        r = (a * b).sum(axis=0) / norm
    is_enough = (count >= max(MIN_ROWS, len(y) / 2)) & (norm > 0)
    return np.where(is_enough, 1 - np.where(is_enough, r, 0.0) ** 2, np.inf)


def _is_exact(own: _Rounded, first: _Rounded, second: _Rounded, *, is_quotient: bool) -> bool:
    """Whether total = intercept + slope · made up to rounding, fitted and verified on alternate rows."""
    made = _made(first.values, second.values, is_quotient=is_quotient)
    rows = np.flatnonzero(np.isfinite(made) & np.isfinite(own.values))
    a, b = np.abs(first.values[rows]), np.abs(second.values[rows])
    e_a, e_b, e_y = (each.error[rows] for each in (first, second, own))
    error = e_a / b + e_b * a / b**2 if is_quotient else e_a * b + e_b * a
    fit, test = np.arange(0, len(rows), 2), np.arange(1, len(rows), 2)
    x, y = made[rows], own.values[rows]
    if len(test) < MIN_ROWS or np.std(x[fit]) == 0 or np.std(y[test]) == 0:
        return False
    slope, intercept = _line(x[fit], y[fit], 1 / (e_y[fit] + error[fit] + EXACT * np.std(x[fit])))
    tolerance = e_y[test] + abs(slope) * error[test]
    # Rows that were rounded coarsely agree by chance.
    if np.sum(tolerance <= FINE * np.std(y[test])) < MIN_ROWS:
        return False
    gap = np.abs(y[test] - intercept - slope * x[test])
    return bool(np.mean(gap <= SLACK * tolerance + EXACT * np.std(y[test])) >= AGREE)


def _line(x: Floats, y: Floats, weight: Floats) -> tuple[float, float]:
    """Slope and intercept by weighted least squares, of standardized x."""
    center, scale = float(np.mean(x)), float(np.std(x))
    A = np.column_stack([(x - center) / scale, np.ones(len(x))]) * weight[:, None]
    slope, intercept = np.linalg.lstsq(A, y * weight, rcond=None)[0]
    return float(slope / scale), float(intercept - slope * center / scale)


def _made(a: Floats, b: Floats, *, is_quotient: bool) -> Floats:
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        return np.where(b == 0, np.nan, a / b) if is_quotient else a * b


def _computed(own: _Rounded, first: _Rounded, second: _Rounded, *, is_quotient: bool) -> list[int]:
    """Which of the two columns the others reproduce to the last digit; of several, those with most digits.

    None where the total itself has the most digits: it was computed from the others.
    """
    parts = (own, first, second)
    y, a, b = (each.values for each in parts)
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        straight = _combined(own, np.ones(len(y)), _made(a, b, is_quotient=is_quotient))
        if is_quotient:
            first_again = _combined(first, b, b * y)
            second_again = b * a / first_again
        else:
            first_again, second_again = _combined(first, 1 / b, y / b), _combined(second, 1 / a, y / a)
    is_same = [_agrees(*each) for each in zip(parts, (straight, first_again, second_again))]
    precision = [(each.digits, each.decimals) for each in parts]
    exact = [index for index in range(3) if is_same[index]]
    best = [index for index in exact if precision[index] == max(precision[each] for each in exact)]
    return [index - 1 for index in best if index] if best != [0] else []


def _combined(column: _Rounded, *terms: Floats) -> Floats:
    """The least-squares combination of two terms that is nearest to a column, weighted by its precision."""
    A = np.column_stack(terms)
    rows = np.isfinite(A).all(axis=1) & np.isfinite(column.values)
    scale = np.maximum(np.abs(A[rows]).max(axis=0, initial=0.0), 1e-300)
    error = column.error[rows]
    precision = np.ones(len(error)) if error.min(initial=np.inf) <= 0 else error.min() / error
    weight = np.linalg.lstsq(
        A[rows] / scale * precision[:, None], column.values[rows] * precision, rcond=None
    )[0]
    return np.asarray((A / scale) @ weight)


def _agrees(column: _Rounded, again: Floats) -> bool:
    is_present = np.isfinite(column.values) & np.isfinite(again)
    if is_present.sum() < MIN_ROWS:
        return False
    values, again = column.values[is_present], again[is_present]
    unit = np.maximum(column.error[is_present], rounding_unit(column.decimals) / 2)
    near = np.abs(values - again) <= SLACK * unit + EXACT * np.abs(values)
    return bool(np.mean(near) >= AGREE)

"""Exact arithmetic relations: a number that is a sum, difference, product or quotient of two columns.

Such triples occur wherever one of three columns was computed from the other two, up to rounding: a rate from
a count and a population, a mean score from two exams, a total from a unit cost and a count.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from gnomon.arrays import Array, Flags, Floats
from gnomon.experiments.checks.rounding import decimals_of, digits_of, rounding_unit

EXACT = 1e-6
FINE = 0.02
AGREE = 0.99
MAJORITY = 0.9
GAPS = 5.0
MIN_ROWS = 30
MAX_TRIED = 60
ALMOST_ONE = 0.01
# Weights are estimated from rounded values, and are slightly off themselves.
SLACK = 1.2


@dataclass(frozen=True)
class Pair:
    """One or two columns that determine a number exactly, and which of them were probably computed.

    names: the columns. how: "sum" or "product". computed: those of `names` that the two others reproduce
    to the last digit and that have the most digits; empty where only the number itself is reproduced.

    >>> Pair(("deaths", "people"), "product", ("deaths",)).how
    'product'
    """

    names: tuple[str, ...]
    how: str
    computed: tuple[str, ...]


def pairs_of(total: Floats, columns: Mapping[str, Floats]) -> list[Pair]:
    """The columns, one or two at a time, of which `total` is a weighted sum or a product, up to rounding.

    A pair with a column that suffices alone is omitted. Relations are verified on rows not used to fit them.

    >>> random = np.random.default_rng(0)
    >>> columns = {"people": random.integers(99, 9999, 60), "deaths": random.integers(1, 99, 60)}
    >>> rate = np.round(1000 * columns["deaths"] / columns["people"], 4)
    >>> columns |= {"rate": rate, "area": random.random(60)}
    >>> deaths = columns.pop("deaths").astype(float)
    >>> pairs_of(deaths, columns)
    [Pair(names=('people', 'rate'), how='product', computed=('rate',))]
    """
    names = [name for name, values in columns.items() if np.isfinite(values).sum() >= MIN_ROWS]
    if not names or np.isfinite(total).sum() < 2 * MIN_ROWS:
        return []
    X = np.column_stack([columns[name] for name in names])
    decimals = [decimals_of(column) for column in X.T]
    own = decimals_of(total)
    relations = [("sum", indices) for indices in _sums(total, X, own, decimals)]
    relations += [("product", indices) for indices in _products(total, X, own, decimals)]
    return [
        Pair(
            tuple(names[index] for index in indices),
            how,
            tuple(names[indices[each]] for each in _computed(total, X[:, indices], how)),
        )
        for how, indices in relations
    ]


def _computed(total: Floats, X: Floats, how: str) -> list[int]:
    """Which columns the two others reproduce to the last digit; of several, those with the most digits."""
    table = np.column_stack([total, X])
    table = table[np.isfinite(table).all(axis=1)]
    if how == "product":
        table = table[(table > 0).all(axis=1)]
    values = np.log(table) if how == "product" else table
    decimals = [decimals_of(column) for column in table.T]
    digits = [digits_of(*each) if how == "product" else 0 for each in zip(table.T, decimals)]
    precision = list(zip(digits, decimals))
    exact = [index for index in range(table.shape[1]) if _is_reproduced(values, table, index, how)]
    computed = [index for index in exact if precision[index] == max(precision[each] for each in exact)]
    # Where the number itself has the most digits, it was computed from the others.
    return [index - 1 for index in computed if index] if computed != [0] else []


def _is_reproduced(values: Floats, table: Floats, index: int, how: str) -> bool:
    others = np.delete(values, index, axis=1)
    A = np.column_stack([np.ones(len(values)), others])
    weight = np.linalg.lstsq(A, values[:, index], rcond=None)[0]
    if how == "product":
        made = others @ np.sign(weight[1:])
        # The factor: the relative rounding of a row is inversely proportional to its value.
        factor = np.average(values[:, index] - made, weights=table[:, index] ** 2)
        made = np.exp(made + factor)
    else:
        made = A @ np.array([weight[0], *(_round_weight(each) for each in weight[1:])])
        made += np.median(table[:, index] - made)
    unit = rounding_unit(decimals_of(table[:, index]))
    near = np.abs(made - table[:, index]) <= 0.51 * unit + EXACT * np.abs(table[:, index])
    return bool(np.mean(near) >= AGREE)


def _round_weight(weight: float) -> float:
    """A fitted weight, rounded if it is close to an integer or to the reciprocal of one."""
    for each in (weight, 1 / weight if weight else np.inf):
        if np.isfinite(each) and abs(each - round(each)) <= ALMOST_ONE * abs(each) and round(each):
            return float(round(each)) if each == weight else 1 / round(each)
    return float(weight)


def _sums(total: Floats, X: Floats, own: int, decimals: list[int]) -> list[tuple[int, ...]]:
    units = np.array([rounding_unit(each) for each in decimals])
    sums: list[tuple[int, ...]] = []
    for indices in _candidates(total, X):
        # A pair with a column that suffices alone is no evidence about the other one.
        is_new = not any(len(each) == 1 and each[0] in indices for each in sums)
        if is_new and _adds_up(total, X[:, indices], rounding_unit(own), units[list(indices)]):
            sums.append(indices)
    return sums


def _products(total: Floats, X: Floats, own: int, decimals: list[int]) -> list[tuple[int, ...]]:
    """The same for logarithms of positive values, where both weights must be 1 or -1."""
    is_positive = total > 0
    if is_positive.sum() < max(2 * MIN_ROWS, len(total) / 3):
        return []
    positive = [
        index
        for index, column in enumerate(X.T)
        if np.sum(column[is_positive] > 0) >= MAJORITY * np.sum(np.isfinite(column[is_positive])) > 0
    ]
    values, total = X[is_positive][:, positive], total[is_positive]
    with np.errstate(divide="ignore", invalid="ignore"):
        logs = np.where(values > 0, np.log(values), np.nan)
        # Integers are counts, and exact; numbers with decimals were rounded.
        relative = np.column_stack(
            [
                np.where(decimals[index] > 0, rounding_unit(decimals[index]) / column, 0.0)
                for index, column in zip(positive, values.T)
            ]
            or [np.empty((len(total), 0))]
        )
        own_relative = rounding_unit(own) / total if own else np.zeros(len(total))
    return [
        tuple(positive[index] for index in indices)
        for indices in _candidates(np.log(total), logs)
        if len(indices) == 2
        and _adds_up(np.log(total), logs[:, indices], own_relative, relative[:, indices], is_product=True)
    ]


def _candidates(total: Floats, X: Floats) -> list[tuple[int, ...]]:
    """Single columns and pairs whose linear fit leaves almost no residual variance, the smallest first."""
    present_rows = np.isfinite(total)
    correlation = _correlations(np.column_stack([total[present_rows], X[present_rows]]))
    r, R = correlation[0, 1:], correlation[1:, 1:]
    # With missing values correlations are over different rows, and only approximately consistent.
    absent = 1 - np.isfinite(X[present_rows]).mean(axis=0)
    alone = [(index,) for index in np.flatnonzero(1 - r**2 <= FINE**2 + GAPS * absent).tolist()]
    with np.errstate(divide="ignore", invalid="ignore"):
        explained = (r[:, None] ** 2 + r**2 - 2 * np.outer(r, r) * R) / (1 - R**2)
    unexplained = np.where(1 - R**2 > EXACT, 1 - explained, np.inf)
    unexplained[np.tril_indices(len(r))] = np.inf
    unexplained -= GAPS * np.maximum(absent[:, None], absent)
    order = np.argsort(unexplained, axis=None, kind="stable")[:MAX_TRIED]
    rows, columns = np.unravel_index(order, unexplained.shape)
    return alone + [
        (int(a), int(b)) for a, b in zip(rows.tolist(), columns.tolist()) if unexplained[a, b] <= FINE**2
    ]


def _adds_up(
    total: Floats, X: Floats, own: float | Floats, units: Floats, *, is_product: bool = False
) -> bool:
    """Whether a weighted sum equals the total up to the rounding of all columns to these units."""
    present_rows = np.isfinite(total) & np.isfinite(X).all(axis=1)
    if present_rows.sum() < max(MIN_ROWS, np.isfinite(total).sum() / 2):
        return False
    fit_rows = present_rows & _every_other(present_rows)
    test_rows = present_rows & ~fit_rows
    spread = float(np.std(total[test_rows]))
    A = np.column_stack([np.ones(len(total)), X])
    center, scale = X[fit_rows].mean(axis=0), np.maximum(X[fit_rows].std(axis=0), 1e-300)
    A[:, 1:] = (X - center) / scale
    weight = np.linalg.lstsq(A[fit_rows], total[fit_rows], rcond=None)[0]
    slopes = weight[1:] / scale
    residual = total - A @ weight
    if is_product:
        if np.any(np.abs(np.abs(slopes) - 1) > ALMOST_ONE):
            return False
        slopes = np.sign(slopes)
        residual = total - X @ slopes
    tolerance = np.broadcast_to((own + np.abs(units) @ np.abs(slopes)) / 2, total.shape)
    if is_product:
        # The logarithm of the factor: the mean weighted by precision, as every row was rounded.
        precision = 1 / np.maximum(tolerance[fit_rows], EXACT**2) ** 2
        residual = residual - np.average(residual[fit_rows], weights=precision)
    gap, tolerance = np.abs(residual)[test_rows], tolerance[test_rows]
    if np.median(tolerance) > FINE * spread:
        tolerance = np.zeros(len(gap))
    return spread > 0 and bool(np.mean(gap <= SLACK * tolerance + EXACT * spread) >= AGREE)


def _every_other(present_rows: Flags) -> Flags:
    return np.cumsum(present_rows) % 2 == 0


def _correlations(X: Floats) -> Floats:
    """Pairwise-complete correlation matrix of the columns."""
    present_rows = np.isfinite(X)
    values = np.where(present_rows, X, 0.0)
    values = values / np.maximum(np.abs(values).max(axis=0, initial=0.0), 1e-300)
    mean = values.sum(axis=0) / np.maximum(present_rows.sum(axis=0), 1)
    centered = np.where(present_rows, values - mean, 0.0)
    square = (centered**2).T @ present_rows
    norm = np.sqrt(square * square.T)
    return centered.T @ centered / np.where(norm > 0, norm, np.inf)


def numbers_of(values: Array) -> Floats:
    """Values as floats, with infinite values as missing.

    >>> numbers_of(np.array([1.0, np.inf])).tolist()
    [1.0, nan]
    """
    values = np.asarray(values, dtype=np.float64)
    return np.where(np.isfinite(values), values, np.nan)

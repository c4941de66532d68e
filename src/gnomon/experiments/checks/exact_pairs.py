"""Which two columns make a number up, but for rounding: as their sum, difference, product or quotient.

Tables hold such triples wherever one of three was computed from the other two: a rate from a count and a
population, a mean score from two papers, a price from a price per unit.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from gnomon.arrays import Array, Flags, Floats

EXACT = 1e-6
FINE = 0.02
AGREE = 0.99
MOSTLY = 0.9
GAPS = 5.0
FEWEST_ROWS = 30
MOST_TRIED = 60
MOST_DECIMALS = 9
ALMOST_ONE = 0.01
# Weights are learned from rounded values, and miss by a little themselves.
SLACK = 1.2


@dataclass(frozen=True)
class Pair:
    """Two columns, or one, that make a number up, and which of the three look computed from the others.

    names: the columns. how: "sum" or "product". computed: those of `names` that come out of the two
    others to their last digit, and are written the finest; nothing where only the number itself does.

    >>> Pair(("deaths", "people"), "product", ("deaths",)).how
    'product'
    """

    names: tuple[str, ...]
    how: str
    computed: tuple[str, ...]


def pairs_of(whole: Floats, columns: Mapping[str, Floats]) -> list[Pair]:
    """The columns, one or two at a time, whose weighted sum or whose product `whole` is, but for rounding.

    A pair with a column that does alone is left out. Both must hold on rows not used to learn the weights.

    >>> random = np.random.default_rng(0)
    >>> columns = {"people": random.integers(99, 9999, 60), "deaths": random.integers(1, 99, 60)}
    >>> rate = np.round(1000 * columns["deaths"] / columns["people"], 4)
    >>> columns |= {"rate": rate, "area": random.random(60)}
    >>> deaths = columns.pop("deaths").astype(float)
    >>> pairs_of(deaths, columns)
    [Pair(names=('people', 'rate'), how='product', computed=('rate',))]
    """
    names = [name for name, values in columns.items() if np.isfinite(values).sum() >= FEWEST_ROWS]
    if not names or np.isfinite(whole).sum() < 2 * FEWEST_ROWS:
        return []
    X = np.column_stack([columns[name] for name in names])
    decimals = [_decimals(column) for column in X.T]
    own = _decimals(whole)
    made = [("sum", places) for places in _sums(whole, X, own, decimals)]
    made += [("product", places) for places in _products(whole, X, own, decimals)]
    return [
        Pair(
            tuple(names[place] for place in places),
            how,
            tuple(names[places[each]] for each in _computed(whole, X[:, places], how)),
        )
        for how, places in made
    ]


def _computed(whole: Floats, X: Floats, how: str) -> list[int]:
    """Which columns come out of the two others to their last digit; of several, those written the finest."""
    table = np.column_stack([whole, X])
    table = table[np.isfinite(table).all(axis=1)]
    if how == "product":
        table = table[(table > 0).all(axis=1)]
    values = np.log(table) if how == "product" else table
    decimals = [_decimals(column) for column in table.T]
    digits = [_digits(*each) if how == "product" else 0 for each in zip(table.T, decimals)]
    fineness = list(zip(digits, decimals))
    exact = [place for place in range(table.shape[1]) if _comes_out(values, table, place, how)]
    computed = [place for place in exact if fineness[place] == max(fineness[each] for each in exact)]
    # Where the number itself comes out with the most digits, it was made from the others.
    return [place - 1 for place in computed if place] if computed != [0] else []


def _comes_out(values: Floats, table: Floats, place: int, how: str) -> bool:
    others = np.delete(values, place, axis=1)
    A = np.column_stack([np.ones(len(values)), others])
    weight = np.linalg.lstsq(A, values[:, place], rcond=None)[0]
    if how == "product":
        made = others @ np.sign(weight[1:])
        made = np.exp(made + np.median(values[:, place] - made))
    else:
        made = A @ np.array([weight[0], *(_round_weight(each) for each in weight[1:])])
        made += np.median(table[:, place] - made)
    unit = _unit(_decimals(table[:, place]))
    near = np.abs(made - table[:, place]) <= 0.51 * unit + EXACT * np.abs(table[:, place])
    return bool(np.mean(near) >= AGREE)


def _round_weight(weight: float) -> float:
    """A weight learned from rounded values, if it is nearly a whole number or one by a whole number."""
    for each in (weight, 1 / weight if weight else np.inf):
        if np.isfinite(each) and abs(each - round(each)) <= ALMOST_ONE * abs(each) and round(each):
            return float(round(each)) if each == weight else 1 / round(each)
    return float(weight)


def _sums(whole: Floats, X: Floats, own: int, decimals: list[int]) -> list[tuple[int, ...]]:
    units = np.array([_unit(each) for each in decimals])
    found: list[tuple[int, ...]] = []
    for places in _made(whole, X):
        # A pair with a column that does alone says nothing of the other one.
        is_new = not any(len(each) == 1 and each[0] in places for each in found)
        if is_new and _adds_up(whole, X[:, places], _unit(own), units[list(places)]):
            found.append(places)
    return found


def _products(whole: Floats, X: Floats, own: int, decimals: list[int]) -> list[tuple[int, ...]]:
    """The same on the logarithms of positive values, where both weights are 1 or -1."""
    is_positive = whole > 0
    if is_positive.sum() < max(2 * FEWEST_ROWS, len(whole) / 3):
        return []
    many = [
        place
        for place, column in enumerate(X.T)
        if np.sum(column[is_positive] > 0) >= MOSTLY * np.sum(np.isfinite(column[is_positive])) > 0
    ]
    values, whole = X[is_positive][:, many], whole[is_positive]
    with np.errstate(divide="ignore", invalid="ignore"):
        logs = np.where(values > 0, np.log(values), np.nan)
        # A whole number is a count, and exact; what has decimals was rounded.
        relative = np.column_stack(
            [
                np.where(decimals[place] > 0, _unit(decimals[place]) / column, 0.0)
                for place, column in zip(many, values.T)
            ]
            or [np.empty((len(whole), 0))]
        )
        own_relative = _unit(own) / whole if own else np.zeros(len(whole))
    return [
        tuple(many[place] for place in places)
        for places in _made(np.log(whole), logs)
        if len(places) == 2
        and _adds_up(np.log(whole), logs[:, places], own_relative, relative[:, places], is_product=True)
    ]


def _made(whole: Floats, X: Floats) -> list[tuple[int, ...]]:
    """The columns, and the pairs, that leave next to nothing of the whole, those that leave least first."""
    is_there = np.isfinite(whole)
    likeness = _correlations(np.column_stack([whole[is_there], X[is_there]]))
    r, R = likeness[0, 1:], likeness[1:, 1:]
    # Correlations of columns with gaps are of different rows, and agree but roughly.
    absent = 1 - np.isfinite(X[is_there]).mean(axis=0)
    alone = [(place,) for place in np.flatnonzero(1 - r**2 <= FINE**2 + GAPS * absent).tolist()]
    with np.errstate(divide="ignore", invalid="ignore"):
        explained = (r[:, None] ** 2 + r**2 - 2 * np.outer(r, r) * R) / (1 - R**2)
    left = np.where(1 - R**2 > EXACT, 1 - explained, np.inf)
    left[np.tril_indices(len(r))] = np.inf
    left -= GAPS * np.maximum(absent[:, None], absent)
    order = np.argsort(left, axis=None, kind="stable")[:MOST_TRIED]
    rows, columns = np.unravel_index(order, left.shape)
    return alone + [
        (int(a), int(b)) for a, b in zip(rows.tolist(), columns.tolist()) if left[a, b] <= FINE**2
    ]


def _adds_up(
    whole: Floats, X: Floats, own: float | Floats, units: Floats, *, is_product: bool = False
) -> bool:
    """Whether a weighted sum misses the whole by no more than rounding to these units explains."""
    is_there = np.isfinite(whole) & np.isfinite(X).all(axis=1)
    if is_there.sum() < max(FEWEST_ROWS, np.isfinite(whole).sum() / 2):
        return False
    learn = is_there & _every_other(is_there)
    judge = is_there & ~learn
    spread = float(np.std(whole[judge]))
    A = np.column_stack([np.ones(len(whole)), X])
    center, scale = X[learn].mean(axis=0), np.maximum(X[learn].std(axis=0), 1e-300)
    A[:, 1:] = (X - center) / scale
    weight = np.linalg.lstsq(A[learn], whole[learn], rcond=None)[0]
    slopes = weight[1:] / scale
    left = whole - A @ weight
    if is_product:
        if np.any(np.abs(np.abs(slopes) - 1) > ALMOST_ONE):
            return False
        slopes = np.sign(slopes)
        left = whole - X @ slopes
    tolerance = np.broadcast_to((own + np.abs(units) @ np.abs(slopes)) / 2, whole.shape)
    if is_product:
        # The factor is known best from the row that was rounded least.
        left = left - left[learn][np.argmin(tolerance[learn])]
    gap, tolerance = np.abs(left)[judge], tolerance[judge]
    if np.median(tolerance) > FINE * spread:
        tolerance = np.zeros(len(gap))
    return spread > 0 and bool(np.mean(gap <= SLACK * tolerance + EXACT * spread) >= AGREE)


def _every_other(is_there: Flags) -> Flags:
    return np.cumsum(is_there) % 2 == 0


def _correlations(X: Floats) -> Floats:
    """The correlations of all columns, each pair on the rows where both are there."""
    is_there = np.isfinite(X)
    values = np.where(is_there, X, 0.0)
    values = values / np.maximum(np.abs(values).max(axis=0, initial=0.0), 1e-300)
    mean = values.sum(axis=0) / np.maximum(is_there.sum(axis=0), 1)
    centered = np.where(is_there, values - mean, 0.0)
    square = (centered**2).T @ is_there
    norm = np.sqrt(square * square.T)
    return centered.T @ centered / np.where(norm > 0, norm, np.inf)


def _decimals(values: Floats) -> int:
    """How many decimals the values are written with; floats of single precision count as rounded."""
    present = values[np.isfinite(values)]
    for decimals in range(MOST_DECIMALS):
        if np.all(np.abs(np.round(present, decimals) - present) <= 1e-7 * np.abs(present)):
            return decimals
    return MOST_DECIMALS


def _digits(values: Floats, decimals: int) -> int:
    """How many significant digits most values have."""
    present = np.abs(values[np.isfinite(values) & (values != 0)])
    whole = np.round(present[:FEWEST_ROWS] * 10.0**decimals).astype(np.int64)
    return int(np.median([len(str(each).rstrip("0")) for each in whole.tolist()] or [0]))


def _unit(decimals: int) -> float:
    return float(10.0**-decimals) if decimals < MOST_DECIMALS else 0.0


def numbers_of(values: Array) -> Floats:
    """Values as floats, infinite ones missing.

    >>> numbers_of(np.array([1.0, np.inf])).tolist()
    [1.0, nan]
    """
    values = np.asarray(values, dtype=np.float64)
    return np.where(np.isfinite(values), values, np.nan)

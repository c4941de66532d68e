"""A number that is a smooth function of the quotient or the product of two columns.

Such as an interest rate, a function of installment / loan for loans of one term. The function is not known:
the target hardly changes between neighboring values of the quotient, perhaps for the most frequent level of a
third column only.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

import numpy as np
from scipy.stats import rankdata

from gnomon.arrays import Flags, Floats, Integers
from gnomon.data.table import Table
from gnomon.experiments.checks.rounding import decimals_of, digits_of

MAX_ROWS, MIN_ROWS = 300, 60
MAX_COLUMNS = 100
MAX_LEVELS, LARGEST_LEVEL = 12, 0.95
COLUMN_PAIRS, PARTS = 20_000, (3, 30)
SMOOTH = 0.01
SMOOTH_PARTS = 0.1
MIN_DISTINCT = 30


@dataclass(frozen=True)
class Curve:
    """Two columns whose quotient or product determines the target, and those that were probably computed.

    names: of the columns. computed: the column with more digits, or both. level: the third column, whose most
    frequent level holds on the rows compared; empty if all rows were.

    >>> Curve(("installment", "loan"), ("installment",), "term").level
    'term'
    """

    names: tuple[str, str]
    computed: tuple[str, ...]
    level: str


def curves_of(total: Floats, columns: Mapping[str, Floats], table: Table, rows: Integers) -> list[Curve]:
    """The pairs of columns of which `total` is a smooth function of the quotient or the product.

    rows: those of the table that the total and the columns are of.

    >>> random = np.random.default_rng(0)
    >>> loan, term = random.integers(40, 400, 300) * 25.0, random.choice([36.0, 60.0], 300)
    >>> rate = np.round(random.uniform(5, 25, 300), 2)
    >>> monthly = rate / 1200
    >>> columns = {"loan": loan, "installment": np.round(loan * monthly / (1 - (1 + monthly) ** -term), 2)}
    >>> table = Table.of({**columns, "term": term})
    >>> curves_of(rate, columns, table, np.arange(300))
    [Curve(names=('installment', 'loan'), computed=('installment',), level='term')]
    """
    names = [name for name, values in columns.items() if _is_fine(values)][:MAX_COLUMNS]
    if len(names) < 2:
        return []
    X = np.column_stack([columns[name] for name in names])
    n_parts = int(np.clip(COLUMN_PAIRS // len(names) ** 2, *PARTS))
    for level, here in islice(_parts(table, rows), n_parts):
        curves = [
            Curve(chosen, _computed(columns, chosen), level)
            for first, second in _pairs(total, X, here)
            for chosen in [(names[first], names[second])]
        ]
        if curves:
            return curves
    return []


def _is_fine(values: Floats) -> bool:
    """Whether a column has many distinct values: a coarse one is no factor of a smooth function."""
    present = values[np.isfinite(values)]
    return len(present) >= MIN_ROWS and len(np.unique(present[:MAX_ROWS])) >= MIN_DISTINCT


def _parts(table: Table, rows: Integers) -> Iterator[tuple[str, Flags]]:
    """All rows; then those of the most frequent level of each column with few levels."""
    yield "", np.ones(len(rows), dtype=np.bool_)
    for name in table.names:
        column = table.column(name)
        values = np.where(column.missing, -1, column.values)[rows]
        level, count = np.unique(values, return_counts=True)
        if len(level) <= MAX_LEVELS and MIN_ROWS <= count.max() <= LARGEST_LEVEL * len(rows):
            yield name, values == level[np.argmax(count)]


def _pairs(total: Floats, X: Floats, here: Flags) -> list[tuple[int, int]]:
    """The pairs along whose quotient or product the target is smooth, though it is not along either alone."""
    rows = np.flatnonzero(here & np.isfinite(total))[:MAX_ROWS]
    if len(rows) < MIN_ROWS or len(np.unique(total[rows])) < MIN_DISTINCT:
        return []
    y, X = rankdata(total[rows]), X[rows]
    is_alone = _roughness(y, X) <= SMOOTH_PARTS
    roughness_of: dict[tuple[int, int], float] = {}
    for second in np.flatnonzero(~is_alone).tolist():
        divisor = np.where(X[:, second] == 0, np.nan, X[:, second])[:, None]
        with np.errstate(over="ignore", invalid="ignore"):
            made = np.hstack([X / divisor, X * X[:, [second]]])
        rough = np.minimum(*np.split(_roughness(y, made), 2))
        rough[is_alone] = np.inf
        rough[second] = np.inf
        for first in np.flatnonzero(rough <= SMOOTH).tolist():
            pair = (first, second)
            if pair[::-1] not in roughness_of:
                roughness_of[pair] = float(rough[first])
    return sorted(roughness_of, key=lambda each: (round(roughness_of[each], 9), each))[:1]


def _roughness(y: Floats, made: Floats) -> Floats:
    """The von Neumann ratio (1941) of y along each column, over two: 0 if smooth, 1 if independent."""
    is_present = np.isfinite(made)
    order = np.argsort(np.where(is_present, made, np.inf), axis=0, kind="stable")
    along = y[order]
    is_pair = np.take_along_axis(is_present, order, axis=0)[1:]
    steps = np.sum(np.where(is_pair, np.diff(along, axis=0), 0.0) ** 2, axis=0)
    rough = steps / np.maximum(is_pair.sum(axis=0), 1) / (2 * max(float(np.var(y)), 1e-300))
    return np.where(is_present.sum(axis=0) >= max(MIN_ROWS, 0.9 * len(y)), rough, np.inf)


def _computed(columns: Mapping[str, Floats], names: tuple[str, str]) -> tuple[str, ...]:
    """The column with more significant digits, as it was computed from the other; else both."""
    digits = [digits_of(columns[name], decimals_of(columns[name])) for name in names]
    if digits[0] == digits[1]:
        return names
    return (names[int(digits[1] > digits[0])],)

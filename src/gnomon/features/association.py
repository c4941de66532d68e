"""How two columns of any kinds go together, by a measure that means something for both.

| one, other | measure | test |
|---|---|---|
| two quantitative | Pearson's r | t |
| ordinal and ordinal or quantitative | Spearman's rank r | t |
| categorical or Boolean, and quantitative | correlation ratio eta | F |
| categorical or Boolean, and ordinal | correlation ratio of the ranks | Kruskal-Wallis |
| categorical or Boolean, twice | Cramér's V | chi-squared |

Any permissible measure can be asked for by name, mutual information among them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import isnan, nan
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import stats

from gnomon import seeds
from gnomon.arrays import Array, Floats
from gnomon.data.column import Column
from gnomon.errors import DataError, ParameterError
from gnomon.features.quantiles import as_column
from gnomon.probability.association import chi_squared_test, g_test
from gnomon.probability.shared_information import mutual_information
from gnomon.probability.tables import joint_counts

if TYPE_CHECKING:
    import pandas as pd

# Cells of shuffled tables that are in memory at once.
MOST_DRAWN = 2**20
FEWEST_EXPECTED = 5.0
N_PERMUTATIONS = 999

_ORDERED = ("ordinal", "quantitative")
_NAMES = ("categorical", "boolean")
_OF_COUNTS = ("cramer_v", "chi2", "mutual_information")

TITLES = {
    "r": "r",
    "rank_r": "rank r",
    "correlation_ratio": "correlation ratio",
    "cramer_v": "Cramér's V",
    "chi2": "chi2",
    "mutual_information": "mutual information",
}


@dataclass(frozen=True)
class FeatureAssociation:
    """How strongly two columns go together: the measure, its value, and the p-value of none at all.

    value: NaN where it is not defined, and `why` says so. n: rows where neither is missing. test: what gave
    the p-value.

    >>> print(column_association([1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 5.0]))
    r = 0.983, p = 0.0173 (t test, 4 rows)
    """

    measure: str
    value: float
    p_value: float
    test: str
    n: int
    kinds: tuple[str, str]
    why: str

    def frame(self) -> pd.DataFrame:
        """One row: measure, value, p-value, test, rows."""
        import pandas as pd

        row = (self.measure, self.value, self.p_value, self.test, self.n)
        return pd.DataFrame([row], columns=["measure", "value", "p_value", "test", "n"])

    def __str__(self) -> str:
        if isnan(self.value):
            return f"{TITLES[self.measure]} is not defined: {self.why}"
        name = TITLES[self.measure]
        return f"{name} = {self.value:.3f}, p = {self.p_value:.3g} ({self.test}, {self.n} rows)"


def column_association(
    a: Any,
    b: Any,
    *,
    measure: str = "auto",
    kinds: tuple[str | None, str | None] = (None, None),
    n_permutations: int | None = None,
    random_state: seeds.Seed = 0,
) -> FeatureAssociation:
    """The association of two columns; rows where either is missing are left out.

    measure: "auto" (by the kinds), "r", "rank_r", "correlation_ratio", "cramer_v", "chi2" or
    "mutual_information" (bits). kinds: what a and b are, where their looks do not say. n_permutations:
    shuffles that the p-value is counted from; None: by the test of the measure, and by 999 shuffles where
    expected counts are below 5; 0: by the test in any case.

    >>> print(column_association(["x", "x", "y", "y"] * 5, [1.0, 2.0, 8.0, 9.0] * 5))
    correlation ratio = 0.990, p = 9.58e-17 (F test, 20 rows)
    """
    _check_shuffles(n_permutations)
    one, other = _present(as_column(a, kinds[0], "a"), as_column(b, kinds[1], "b"))
    if one.kind in _ORDERED and other.kind in _NAMES:
        one, other = other, one
    name = _choice(one.kind, other.kind) if measure == "auto" else measure
    if name not in _MEASURES:
        raise ParameterError(f"measure={measure!r}: use one of auto, {', '.join(_MEASURES)}")
    why = _permitted(name, one, other)
    n, pair = len(one.values), (one.kind, other.kind)
    gap = _undefined(one, other)
    if gap:
        return FeatureAssociation(name, nan, nan, "none", n, pair, gap)
    value, p, test = _MEASURES[name](one, other)
    due = n_permutations is None and _needs_shuffling(name, one, other)
    shuffles = N_PERMUTATIONS if due else n_permutations or 0
    if shuffles:
        p, test = _shuffled(name, one, other, value, shuffles, random_state), f"{shuffles} permutations"
    return FeatureAssociation(name, value, p, test, n, pair, why)


def _check_shuffles(times: int | None) -> None:
    if times is not None and (not isinstance(times, int | np.integer) or times < 0):
        raise ParameterError(f"n_permutations={times!r}: give a whole number of at least 0, or None")


def _undefined(one: Column, other: Column) -> str:
    """Why there is no association to speak of; empty if there is."""
    if len(one.values) < 3:
        return f"only {len(one.values)} rows have both values"
    constant = next((each.name for each in (one, other) if each.values.min() == each.values.max()), None)
    return "" if constant is None else f"column {constant!r} has but one value"


def _present(one: Column, other: Column) -> tuple[Column, Column]:
    if len(one.values) != len(other.values):
        raise DataError(f"columns of {len(one.values)} and {len(other.values)} rows cannot be paired")
    for column in (one, other):
        if column.kind == "quantitative" and np.isinf(column.values).any():
            raise DataError(f"column {column.name!r} holds an infinite value; correct it or drop the row")
    kept = ~one.missing & ~other.missing
    return _rows(one, kept), _rows(other, kept)


def _rows(column: Column, kept: Array) -> Column:
    return Column(column.name, column.kind, column.values[kept], column.levels)


def _choice(one: str, other: str) -> str:
    if one == other == "quantitative":
        return "r"
    if one in _ORDERED and other in _ORDERED:
        return "rank_r"
    return "correlation_ratio" if other in _ORDERED else "cramer_v"


def _permitted(name: str, one: Column, other: Column) -> str:
    """Why the measure means something for these kinds; DataError if it does not."""
    wants = {"r": ("quantitative",), "rank_r": _ORDERED}.get(name)
    for column in (one, other) if wants else ():
        # The two values of a Boolean column are always in order, and one step apart.
        if column.kind not in (*wants, "boolean"):  # type: ignore[misc]
            need = "a scale" if name == "r" else "an order"
            raise DataError(
                f"{TITLES[name]} needs {need}, which column {column.name!r} ({column.kind}) does not have; "
                "use measure='auto', or give the column another kind"
            )
    if name == "correlation_ratio" and not (one.kind in _NAMES and other.kind in (*_ORDERED, "boolean")):
        raise DataError(
            f"the correlation ratio is of a column of names and one with an order; {one.name!r} is "
            f"{one.kind} and {other.name!r} is {other.kind}; use measure='auto'"
        )
    for column in (one, other) if name in _OF_COUNTS else ():
        if column.kind == "quantitative":
            raise DataError(
                f"{TITLES[name]} counts equal values, and column {column.name!r} is quantitative; discretize "
                "it (EqualFrequency), or give it another kind"
            )
    return f"{TITLES[name]} is permissible for a {one.kind} and a {other.kind} column"


def _needs_shuffling(name: str, one: Column, other: Column) -> bool:
    if name not in _OF_COUNTS:
        return False
    return chi_squared_test(joint_counts(one.values, other.values)).smallest_expected < FEWEST_EXPECTED


def _shuffled(
    name: str, one: Column, other: Column, value: float, times: int, random_state: seeds.Seed
) -> float:
    """How often one column shuffled goes with the other as much, this very order counted too."""
    random = seeds.generator(random_state)
    found = _of_shuffles(name, one, other, times, random)
    return (1 + int(np.count_nonzero(np.abs(found) >= abs(value) * (1 - 1e-10)))) / (1 + times)


def _of_shuffles(name: str, one: Column, other: Column, times: int, random: np.random.Generator) -> Floats:
    if name in _OF_COUNTS:
        # Shuffling keeps the sums of a table of counts: tables are drawn with these sums.
        table = joint_counts(one.values, other.values).astype(np.int64)
        tables = stats.random_table(table.sum(axis=1), table.sum(axis=0))
        # A few at a time: all of them, of a column of very many levels, would fill the memory.
        step = max(MOST_DRAWN // table.size, 1)
        return np.array(
            [
                _TABLES[name](each.astype(np.float64))[0]
                for first in range(0, times, step)
                for each in tables.rvs(min(step, times - first), random_state=random)
            ]
        )
    mixed = (
        Column(other.name, other.kind, random.permutation(other.values), other.levels) for _ in range(times)
    )
    return np.array([_MEASURES[name](one, each)[0] for each in mixed])


def _pearson(one: Column, other: Column) -> tuple[float, float, str]:
    # In units of the largest deviation, so that no square is too large or lost.
    a, b = (_centered(column.values.astype(np.float64)) for column in (one, other))
    r = float(np.clip(a @ b / np.sqrt((a @ a) * (b @ b)), -1.0, 1.0))
    return r, _t_test(r, len(a)), "t test"


def _centered(values: Floats) -> Floats:
    middle = values.min() / 2 + values.max() / 2
    within = (values - middle) / (values.max() / 2 - values.min() / 2)
    return within - within.mean()


def _t_test(r: float, n: int) -> float:
    if abs(r) >= 1.0:
        return 0.0
    return float(2 * stats.t.sf(abs(r) * np.sqrt((n - 2) / (1 - r * r)), n - 2))


def _rank(one: Column, other: Column) -> tuple[float, float, str]:
    ranked = [Column(each.name, "quantitative", stats.rankdata(each.values)) for each in (one, other)]
    return _pearson(*ranked)


def _correlation_ratio(one: Column, other: Column) -> tuple[float, float, str]:
    """eta² = (between groups) / (total) sum of squares; F = eta²/(k - 1) / ((1 - eta²)/(n - k))."""
    by_rank = other.kind == "ordinal"
    values = _centered(stats.rankdata(other.values) if by_rank else other.values.astype(np.float64))
    groups = np.unique(one.values, return_inverse=True)[1]
    count = np.bincount(groups)
    between = float((np.bincount(groups, values) ** 2 / count).sum())
    share = min(between / float(values @ values), 1.0)
    k, n = len(count), len(values)
    if by_rank:
        return float(np.sqrt(share)), float(stats.chi2.sf(share * (n - 1), k - 1)), "Kruskal-Wallis test"
    if n == k:
        return float(np.sqrt(share)), 1.0, "none: a group for each row"
    left = max(1 - share, 0.0)
    f = np.inf if left == 0 else (share / (k - 1)) / (left / (n - k))
    return float(np.sqrt(share)), float(stats.f.sf(f, k - 1, n - k)), "F test"


def _chi_squared(table: Floats) -> tuple[float, float, str]:
    found = chi_squared_test(table)
    return found.statistic, found.p_value, "chi-squared test"


def _cramer(table: Floats) -> tuple[float, float, str]:
    """V = sqrt(chi2 / (n (min(rows, columns) - 1)))."""
    statistic, p, test = _chi_squared(table)
    return float(np.sqrt(statistic / (table.sum() * (min(table.shape) - 1)))), p, test


def _information(table: Floats) -> tuple[float, float, str]:
    return float(mutual_information(table)), g_test(table).p_value, "G test"


def _of_table(name: str) -> Callable[[Column, Column], tuple[float, float, str]]:
    return lambda one, other: _TABLES[name](joint_counts(one.values, other.values))


_TABLES: dict[str, Callable[[Floats], tuple[float, float, str]]] = {
    "cramer_v": _cramer,
    "chi2": _chi_squared,
    "mutual_information": _information,
}
_MEASURES: dict[str, Callable[[Column, Column], tuple[float, float, str]]] = {
    "r": _pearson,
    "rank_r": _rank,
    "correlation_ratio": _correlation_ratio,
    **{name: _of_table(name) for name in _OF_COUNTS},
}

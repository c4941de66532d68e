"""Measures and tests of association between two columns, chosen by their kinds.

| one, other | measure | test |
|---|---|---|
| two quantitative | Pearson's r | t |
| ordinal and ordinal or quantitative | Spearman's rank r | t |
| categorical or Boolean, and quantitative | correlation ratio eta | F |
| categorical or Boolean, and ordinal | correlation ratio of the ranks | Kruskal-Wallis |
| categorical or Boolean, twice | Cramér's V | chi-squared |

Any permissible measure can be selected by name, including mutual information.
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

# Cells of permuted contingency tables in memory at once.
MAX_CELLS = 2**20
MIN_EXPECTED = 5.0
N_PERMUTATIONS = 999

_ORDERED = ("ordinal", "quantitative")
_NOMINAL = ("categorical", "boolean")
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
    """Association of two columns: the measure, its value, and the p-value of the test of no association.

    value: NaN where it is not defined; `why` has the reason. n: rows where neither is missing. test: the
    test that the p-value is of.

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
    """Association of two columns (correlation); rows where either is missing are dropped.

    measure: "auto" (by the kinds), "r", "rank_r", "correlation_ratio", "cramer_v", "chi2" or
    "mutual_information" (bits). kinds: the kinds of a and b; None to infer them. n_permutations: number of
    permutations of the permutation test; None for the test of the measure, or 999 permutations where expected
    counts are below 5; 0 for the test of the measure always.

    >>> print(column_association(["x", "x", "y", "y"] * 5, [1.0, 2.0, 8.0, 9.0] * 5))
    correlation ratio = 0.990, p = 9.58e-17 (F test, 20 rows)
    """
    _check_n_permutations(n_permutations)
    one, other = _present(as_column(a, kinds[0], "a"), as_column(b, kinds[1], "b"))
    if one.kind in _ORDERED and other.kind in _NOMINAL:
        one, other = other, one
    name = _choice(one.kind, other.kind) if measure == "auto" else measure
    if name not in _MEASURES:
        raise ParameterError(f"measure={measure!r}: use one of auto, {', '.join(_MEASURES)}")
    why = _permitted(name, one, other)
    n, pair = len(one.values), (one.kind, other.kind)
    reason = _undefined(one, other)
    if reason:
        return FeatureAssociation(name, nan, nan, "none", n, pair, reason)
    value, p, test = _MEASURES[name](one, other)
    is_sparse = n_permutations is None and _has_small_expected_counts(name, one, other)
    times = N_PERMUTATIONS if is_sparse else n_permutations or 0
    if times:
        p, test = _permutation_p_value(name, one, other, value, times, random_state), f"{times} permutations"
    return FeatureAssociation(name, value, p, test, n, pair, why)


def _check_n_permutations(n_permutations: int | None) -> None:
    if n_permutations is not None and (
        not isinstance(n_permutations, int | np.integer) or n_permutations < 0
    ):
        raise ParameterError(f"n_permutations={n_permutations!r}: it must be an integer >= 0, or None")


def _undefined(one: Column, other: Column) -> str:
    """Why the association is undefined; empty if it is defined."""
    if len(one.values) < 3:
        return f"only {len(one.values)} rows have both values"
    constant = next((each.name for each in (one, other) if each.values.min() == each.values.max()), None)
    return "" if constant is None else f"column {constant!r} is constant"


def _present(one: Column, other: Column) -> tuple[Column, Column]:
    if len(one.values) != len(other.values):
        raise DataError(f"columns of {len(one.values)} and {len(other.values)} rows have different lengths")
    for column in (one, other):
        if column.kind == "quantitative" and np.isinf(column.values).any():
            raise DataError(f"column {column.name!r} holds an infinite value; correct it or drop the row")
    complete = ~one.missing & ~other.missing
    return _rows(one, complete), _rows(other, complete)


def _rows(column: Column, rows: Array) -> Column:
    return Column(column.name, column.kind, column.values[rows], column.levels)


def _choice(one: str, other: str) -> str:
    if one == other == "quantitative":
        return "r"
    if one in _ORDERED and other in _ORDERED:
        return "rank_r"
    return "correlation_ratio" if other in _ORDERED else "cramer_v"


def _permitted(name: str, one: Column, other: Column) -> str:
    """Why the measure is permissible for these kinds; DataError if it is not."""
    wants = {"r": ("quantitative",), "rank_r": _ORDERED}.get(name)
    for column in (one, other) if wants else ():
        # A Boolean column is both ordered and an interval scale: its two values are one unit apart.
        if column.kind not in (*wants, "boolean"):  # type: ignore[misc]
            need = "numbers" if name == "r" else "ordered values"
            raise DataError(
                f"{TITLES[name]} requires {need}, and column {column.name!r} is {column.kind}; use "
                "measure='auto', or pass another kind for the column (kinds=)"
            )
    if name == "correlation_ratio" and not (one.kind in _NOMINAL and other.kind in (*_ORDERED, "boolean")):
        raise DataError(
            f"the correlation ratio requires a categorical and an ordinal or quantitative column; "
            f"{one.name!r} is {one.kind} and {other.name!r} is {other.kind}; use measure='auto'"
        )
    for column in (one, other) if name in _OF_COUNTS else ():
        if column.kind == "quantitative":
            raise DataError(
                f"{TITLES[name]} requires categories, and column {column.name!r} is quantitative; discretize "
                "it (EqualFrequency), or pass another kind for it (kinds=)"
            )
    return f"{TITLES[name]} is permissible for a {one.kind} and a {other.kind} column"


def _has_small_expected_counts(name: str, one: Column, other: Column) -> bool:
    if name not in _OF_COUNTS:
        return False
    return chi_squared_test(joint_counts(one.values, other.values)).min_expected < MIN_EXPECTED


def _permutation_p_value(
    name: str, one: Column, other: Column, value: float, times: int, random_state: seeds.Seed
) -> float:
    """(1 + permutations with at least this association) / (1 + permutations)."""
    random = seeds.generator(random_state)
    values = _permuted_values(name, one, other, times, random)
    return (1 + int(np.count_nonzero(np.abs(values) >= abs(value) * (1 - 1e-10)))) / (1 + times)


def _permuted_values(
    name: str, one: Column, other: Column, times: int, random: np.random.Generator
) -> Floats:
    if name in _OF_COUNTS:
        # Permutations preserve the margins of a contingency table: tables are sampled with these margins.
        table = joint_counts(one.values, other.values).astype(np.int64)
        tables = stats.random_table(table.sum(axis=1), table.sum(axis=0))
        # In batches, as all tables of a column with very many levels would not fit in memory.
        step = max(MAX_CELLS // table.size, 1)
        return np.array(
            [
                _TABLES[name](each.astype(np.float64))[0]
                for first in range(0, times, step)
                for each in tables.rvs(min(step, times - first), random_state=random)
            ]
        )
    permuted = (
        Column(other.name, other.kind, random.permutation(other.values), other.levels) for _ in range(times)
    )
    return np.array([_MEASURES[name](one, each)[0] for each in permuted])


def _pearson(one: Column, other: Column) -> tuple[float, float, str]:
    # In units of the largest deviation, so that squares neither overflow nor underflow.
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
        return float(np.sqrt(share)), 1.0, "none: one row per group"
    left = max(1 - share, 0.0)
    f = np.inf if left == 0 else (share / (k - 1)) / (left / (n - k))
    return float(np.sqrt(share)), float(stats.f.sf(f, k - 1, n - k)), "F test"


def _chi_squared(table: Floats) -> tuple[float, float, str]:
    test = chi_squared_test(table)
    return test.statistic, test.p_value, "chi-squared test"


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

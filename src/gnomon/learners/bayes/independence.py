"""Tests of conditional independence, the assumption of naive Bayes, for each pair of features."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.stats import chi2

from gnomon import native, threads
from gnomon.arrays import Array, Floats, Integers
from gnomon.data.table import Table
from gnomon.errors import DataError
from gnomon.probability.association import g_test
from gnomon.sharing.categories import Categories
from gnomon.sharing.labels import Labels

if TYPE_CHECKING:
    import pandas as pd

MIN_ROWS = 4


@dataclass(frozen=True, eq=False)
class Independence:
    """Conditional independence test of each pair of columns: p(x_i, x_j | c) = p(x_i | c) p(x_j | c).

    pairs: column names. statistic, degrees_of_freedom, p_value: G or Fisher's z, summed over the classes.
    strength: conditional mutual information in bits (categories) or mean squared correlation (numbers).
    """

    pairs: tuple[tuple[Any, Any], ...]
    method: tuple[str, ...]
    strength: Floats
    statistic: Floats
    degrees_of_freedom: Integers
    p_value: Floats

    @property
    def adjusted(self) -> Floats:
        """p-values adjusted for multiple testing by Holm's method."""
        order = np.argsort(self.p_value, kind="stable")
        multiplier = np.arange(len(order), 0, -1)
        adjusted = np.empty(len(order))
        adjusted[order] = np.minimum(np.maximum.accumulate(self.p_value[order] * multiplier), 1.0)
        return adjusted

    def frame(self) -> pd.DataFrame:
        """Return one row per pair, sorted by p-value."""
        import pandas as pd

        table = pd.DataFrame(
            {
                "one": [one for one, _ in self.pairs],
                "other": [other for _, other in self.pairs],
                "method": self.method,
                "strength": self.strength,
                "statistic": self.statistic,
                "degrees_of_freedom": self.degrees_of_freedom,
                "p_value": self.p_value,
                "adjusted": self.adjusted,
            }
        )
        return table.sort_values("p_value", kind="stable", ignore_index=True)

    def __str__(self) -> str:
        n_dependent = int((self.adjusted < 0.05).sum())
        head = f"{n_dependent} of {len(self.pairs)} pairs are dependent within classes (Holm, 5 %)"
        if n_dependent == 0:
            return head
        first = self.frame().iloc[0]
        return f"{head}; most significant: {first['one']} and {first['other']}, p = {first['p_value']:.2g}"


def naive_bayes_independence(X: Any, y: Any, *, categorical_features: Any = "from_dtype") -> Independence:
    """Test the conditional independence assumption of naive Bayes, for every pair of columns.

    Two numeric columns: Fisher's z of their correlation in each class. Otherwise a G test of the contingency
    table, with numbers discretized at the quartiles of the class. Rows with a missing value are dropped.

    >>> rows = [["a", "u"], ["a", "u"], ["b", "v"], ["b", "v"]] * 10
    >>> print(naive_bayes_independence(rows, [0, 1] * 20, categorical_features=[0, 1]))
    1 of 1 pairs are dependent within classes (Holm, 5 %); most significant: 0 and 1, p = 9.1e-13
    """
    table = _table(X)
    categories = Categories.of(table, categorical_features)
    codes, labels = categories.coded(table), Labels.of(y)
    if len(labels) != len(codes):
        raise DataError(f"X has {len(codes)} rows but y has {len(labels)}; pass one label per row")
    tests = [_tested(codes, categories.mask, labels, i, j) for i, j in combinations(range(codes.shape[1]), 2)]
    if not tests:
        raise DataError("a test of independence needs two columns, but X has one")
    names = tuple(combinations(categories.names, 2))
    method, strength, statistic, freedom, p_value = zip(*tests)
    return Independence(
        names, method, np.array(strength), np.array(statistic), np.array(freedom), np.array(p_value)
    )


def _table(X: Any) -> Any:
    """Convert X to a data frame or a 2-D array."""
    import pandas as pd

    if isinstance(X, Table):
        return X.to_pandas()
    if isinstance(X, Mapping):
        return pd.DataFrame(X)
    if hasattr(X, "columns") or hasattr(X, "__dataframe__"):
        return X
    if np.ndim(table := np.asarray(X)) != 2:
        raise DataError(f"X has shape {table.shape}; pass a 2-D table")
    return table


def _tested(
    X: Floats, is_category: Array, labels: Labels, i: int, j: int
) -> tuple[str, float, float, int, float]:
    numbers = not is_category[i] and not is_category[j]
    statistic, strength, freedom, total = 0.0, 0.0, 0, 0
    for rows in _classes(X[:, [i, j]], labels):
        if numbers:
            r = _correlation(X[rows, i], X[rows, j])
            # Fisher (1921): atanh r has variance 1 / (n - 3).
            z = float(np.arctanh(np.clip(r, -1 + 1e-12, 1 - 1e-12)))
            in_class, class_freedom = (len(rows) - 3) * z**2, 1
            strength += len(rows) * r**2
        else:
            counts = _counted(_levels(X[rows, i], is_category[i]), _levels(X[rows, j], is_category[j]))
            test = g_test(counts)
            in_class, class_freedom = test.statistic, test.degrees_of_freedom
            strength += in_class / (2 * np.log(2))
        statistic, freedom, total = statistic + in_class, freedom + class_freedom, total + len(rows)
    p_value = float(chi2.sf(statistic, freedom)) if freedom else 1.0
    return "correlation" if numbers else "G", strength / max(total, 1), statistic, freedom, p_value


def _classes(pair: Floats, labels: Labels) -> Iterator[Integers]:
    """The rows of each class where both values are observed."""
    known = ~np.isnan(pair).any(axis=1)
    for c in range(labels.n_classes):
        rows = np.flatnonzero((labels.codes == c) & known)
        if len(rows) >= MIN_ROWS:
            yield rows


def _correlation(a: Floats, b: Floats) -> float:
    if a.min() == a.max() or b.min() == b.max():
        return 0.0
    # In units of the largest value no square overflows.
    a, b = a / np.abs(a).max(), b / np.abs(b).max()
    gap_a, gap_b = a - a.mean(), b - b.mean()
    size = np.sqrt(gap_a @ gap_a) * np.sqrt(gap_b @ gap_b)
    return float(gap_a @ gap_b / size) if size > 0 else 0.0


def _levels(values: Floats, is_category: bool) -> Integers:
    if is_category:
        return np.unique(values, return_inverse=True)[1]
    quarters = np.searchsorted(np.quantile(values, [0.25, 0.5, 0.75]), values)
    return np.unique(quarters, return_inverse=True)[1]


def _counted(a: Integers, b: Integers) -> Floats:
    return native.contingency(a, b, int(a.max()) + 1, int(b.max()) + 1, None, threads.count())

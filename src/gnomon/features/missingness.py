"""Analysis of missing values: the fraction missing per column, and tests of dependence on the target.

Values that are not missing at random bias imputation: a missing indicator should then be a feature
(`ImputeByKind(add_indicator=True)`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.stats import chi2_contingency, fisher_exact, mannwhitneyu
from sklearn.utils import check_consistent_length, column_or_1d
from sklearn.utils.multiclass import type_of_target

from gnomon.arrays import Array, Flags, Floats
from gnomon.errors import DataError, ParameterError
from gnomon.sharing.labels import Labels

if TYPE_CHECKING:
    import pandas as pd

MAX_NUMERIC_CLASSES = 20


@dataclass(frozen=True)
class MissingColumn:
    """Missing values of one column, and a test of whether they depend on the target.

    by_target: for classes, the fraction missing in each; for a numeric target, its mean where the column is
    missing and where it is observed. p: p-value of the test; 1 without a test. adjusted: p adjusted for all
    columns by Holm's method.

    >>> MissingColumn("age", 1, 4, "none", {}, 1.0, 1.0).share
    0.25
    """

    name: str
    missing: int
    rows: int
    test: str
    by_target: dict[str, float]
    p: float
    adjusted: float

    @property
    def share(self) -> float:
        """The fraction of rows where the column is missing."""
        return self.missing / self.rows


@dataclass(frozen=True)
class Missingness:
    """Missing values of each column of a table; prints those that depend on the target at the level.

    >>> print(missingness([[1.0], [float("nan")]]))
    x0: 1 of 2 missing
    """

    columns: tuple[MissingColumn, ...]
    level: float

    def frame(self) -> pd.DataFrame:
        """One row per column: count, fraction, values by target, test, p and adjusted p."""
        import pandas as pd

        return pd.DataFrame(
            [
                {"column": each.name, "missing": each.missing, "share": each.share}
                | each.by_target
                | {"test": each.test, "p": each.p, "adjusted_p": each.adjusted}
                for each in self.columns
            ]
        )

    @property
    def informative(self) -> tuple[str, ...]:
        """The columns whose missing values depend on the target (informative missingness)."""
        return tuple(each.name for each in self.columns if each.adjusted < 1 - self.level)

    def __str__(self) -> str:
        incomplete = [each for each in self.columns if each.missing]
        if not incomplete:
            return "no value is missing"
        lines = [
            f"{each.name}: {each.missing} of {each.rows} missing{self._verdict(each)}" for each in incomplete
        ]
        return "\n".join(lines)

    def _verdict(self, each: MissingColumn) -> str:
        if each.test == "none":
            return ""
        is_informative = each.name in self.informative
        depends = "depends on the target" if is_informative else "no evidence of dependence on the target"
        values = ", ".join(f"{name} {value:.3g}" for name, value in each.by_target.items())
        return f"; {depends} ({values}; {each.test}, adjusted p = {each.adjusted:.3g})"


def missingness(X: Any, y: Any = None, *, level: float = 0.95) -> Missingness:
    """Missing values per column, and tests of whether missingness depends on the target.

    X: any table; None and NaN are missing. y: classes (Fisher's exact test for two, chi² for more) or numbers
    (fractions, or over 20 distinct values: Mann-Whitney rank-sum test); None for counts only. p-values are
    adjusted for the number of columns by Holm's method.

    >>> nan = float("nan")
    >>> rows = [[nan, 1.0]] * 8 + [[2.0, nan]] * 2 + [[3.0, 4.0]] * 8
    >>> result = missingness(rows, ["ill"] * 9 + ["well"] * 9)
    >>> result.informative
    ('x0',)
    >>> result.frame().round(4)[["column", "missing", "missing of ill", "missing of well", "p", "adjusted_p"]]
      column  missing  missing of ill  missing of well       p  adjusted_p
    0     x0        8          0.8889           0.0000  0.0004      0.0008
    1     x1        2          0.1111           0.1111  1.0000      1.0000
    """
    if not 0 < level < 1:
        raise ParameterError(f"level={level!r}: it must be between 0 and 1, exclusive")
    names, missing = _missing(X)
    n_rows = missing.shape[0]
    if y is None:
        tests = [("none", dict[str, float](), 1.0)] * len(names)
    else:
        target = _target(y, n_rows)
        tests = [_tested(flags, target) for flags in missing.T]
    adjusted = _holm(np.array([p for _, _, p in tests]), np.array([test != "none" for test, _, _ in tests]))
    return Missingness(
        tuple(
            MissingColumn(name, int(flags.sum()), n_rows, test, by_target, p, float(holm))
            for name, flags, (test, by_target, p), holm in zip(names, missing.T, tests, adjusted, strict=True)
        ),
        level,
    )


def _missing(X: Any) -> tuple[list[str], Flags]:
    import narwhals as nw
    import pandas as pd

    frame = nw.from_native(X, eager_only=True, pass_through=True)
    if isinstance(frame, nw.DataFrame):
        names = [str(name) for name in frame.columns]
        columns = [pd.isna(np.asarray(frame[:, j].to_numpy(), dtype=object)) for j in range(len(names))]
        flags = np.column_stack(columns) if columns else np.zeros((frame.shape[0], 0), dtype=bool)
    else:
        table = np.asarray(X, dtype=object)
        if table.ndim != 2:
            raise DataError(f"X has {table.ndim} dimension(s); pass a 2D table of rows and columns")
        names, flags = [f"x{j}" for j in range(table.shape[1])], pd.isna(table)
    if flags.size == 0:
        raise DataError(
            f"X has {flags.shape[0]} rows and {flags.shape[1]} columns; pass at least one of each"
        )
    return names, flags


def _target(y: Any, n_rows: int) -> Labels | Array:
    import pandas as pd

    y = column_or_1d(y)
    check_consistent_length(y, np.empty(n_rows))
    if pd.isna(y).any():
        row = int(np.argmax(pd.isna(y)))
        raise DataError(f"y is missing in row {row}; drop the rows without a target first")
    is_number = type_of_target(y).startswith("continuous")
    many = y.dtype.kind in "iuf" and len(np.unique(y)) > MAX_NUMERIC_CLASSES
    return np.asarray(y, dtype=np.float64) if is_number or many else Labels.of(y)


def _tested(flags: Flags, target: Labels | Array) -> tuple[str, dict[str, float], float]:
    """The test, the values by target, and the p-value."""
    if isinstance(target, Labels):
        return _of_classes(flags, target)
    mean = {
        f"target where {word}": float(target[rows].mean())
        for word, rows in (("missing", flags), ("observed", ~flags))
        if rows.any()
    }
    if len(mean) < 2:
        return "none", mean, 1.0
    return "rank-sum test", mean, float(mannwhitneyu(target[flags], target[~flags]).pvalue)


def _of_classes(flags: Flags, labels: Labels) -> tuple[str, dict[str, float], float]:
    counts = [np.bincount(labels.codes[rows], minlength=labels.n_classes) for rows in (flags, ~flags)]
    table = np.array(counts)
    share = table[0] / table.sum(axis=0)
    by_target = {f"missing of {name}": float(each) for name, each in zip(labels.classes, share)}
    if labels.n_classes < 2 or flags.all() or not flags.any():
        return "none", by_target, 1.0
    if labels.n_classes == 2:
        return "Fisher's exact test", by_target, float(fisher_exact(table).pvalue)
    return "chi² test", by_target, float(chi2_contingency(table).pvalue)


def _holm(p: Floats, tested: Flags) -> Floats:
    """Holm's step-down adjustment of p-values; 1 where nothing is tested."""
    adjusted, order = np.ones(len(p)), np.flatnonzero(tested)[np.argsort(p[tested], kind="stable")]
    steps = p[order] * np.arange(len(order), 0, -1)
    adjusted[order] = np.minimum(np.maximum.accumulate(steps), 1.0)
    return adjusted

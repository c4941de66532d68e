"""Is a value missing for a reason? How much is missing, and whether that depends on the target.

A result that is missing because of what it would have been, or because of the class, makes imputation
mislead: the fact that it is missing should then be a feature itself (`ImputeByKind(add_indicator=True)`).
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

MOST_NUMERIC_CLASSES = 20


@dataclass(frozen=True)
class MissingColumn:
    """One column: how many of the rows miss it, and a test of whether that depends on the target.

    sides: of classes, the share missing in each; of a numeric target, its means where the column is missing
    and where it is not. p: of the test; 1 where there is nothing to test. adjusted: p for all columns
    together, by Holm's rule.

    >>> MissingColumn("age", 1, 4, "none", {}, 1.0, 1.0).share
    0.25
    """

    name: str
    missing: int
    rows: int
    test: str
    sides: dict[str, float]
    p: float
    adjusted: float

    @property
    def share(self) -> float:
        """The share of rows that miss the column."""
        return self.missing / self.rows


@dataclass(frozen=True)
class Missingness:
    """What is missing, a column each; prints what depends on the target at the level.

    >>> print(missingness([[1.0], [float("nan")]]))
    x0: 1 of 2 missing
    """

    columns: tuple[MissingColumn, ...]
    level: float

    def frame(self) -> pd.DataFrame:
        """A row for each column: count, share, sides, test, p and adjusted p."""
        import pandas as pd

        return pd.DataFrame(
            [
                {"column": each.name, "missing": each.missing, "share": each.share}
                | each.sides
                | {"test": each.test, "p": each.p, "adjusted_p": each.adjusted}
                for each in self.columns
            ]
        )

    @property
    def informative(self) -> tuple[str, ...]:
        """The columns of which the missing values depend on the target."""
        return tuple(each.name for each in self.columns if each.adjusted < 1 - self.level)

    def __str__(self) -> str:
        lost = [each for each in self.columns if each.missing]
        if not lost:
            return "no value is missing"
        lines = [f"{each.name}: {each.missing} of {each.rows} missing{self._verdict(each)}" for each in lost]
        return "\n".join(lines)

    def _verdict(self, each: MissingColumn) -> str:
        if each.test == "none":
            return ""
        depends = "which depends on the target" if each.name in self.informative else "no sign of a reason"
        sides = ", ".join(f"{name} {value:.3g}" for name, value in each.sides.items())
        return f"; {depends} ({sides}; {each.test}, adjusted p = {each.adjusted:.3g})"


def missingness(X: Any, y: Any = None, *, level: float = 0.95) -> Missingness:
    """How much of each column is missing, and whether rows that miss it differ in their target.

    X: any table; None and NaN are missing. y: classes (Fisher's exact test for two, chi² for more) or numbers
    (fractions, or over 20 different ones: the rank-sum test of Mann and Whitney); None: only counts. Columns
    are tested together by Holm's rule.

    >>> nan = float("nan")
    >>> rows = [[nan, 1.0]] * 8 + [[2.0, nan]] * 2 + [[3.0, 4.0]] * 8
    >>> found = missingness(rows, ["ill"] * 9 + ["well"] * 9)
    >>> found.informative
    ('x0',)
    >>> found.frame().round(4)[["column", "missing", "missing of ill", "missing of well", "p", "adjusted_p"]]
      column  missing  missing of ill  missing of well       p  adjusted_p
    0     x0        8          0.8889           0.0000  0.0004      0.0008
    1     x1        2          0.1111           0.1111  1.0000      1.0000
    """
    if not 0 < level < 1:
        raise ParameterError(f"level={level!r}: it must be above 0 and below 1")
    names, missing = _missing(X)
    n_rows = missing.shape[0]
    if y is None:
        found = [("none", dict[str, float](), 1.0)] * len(names)
    else:
        target = _target(y, n_rows)
        found = [_tested(flags, target) for flags in missing.T]
    adjusted = _holm(np.array([p for _, _, p in found]), np.array([test != "none" for test, _, _ in found]))
    return Missingness(
        tuple(
            MissingColumn(name, int(flags.sum()), n_rows, test, sides, p, float(together))
            for name, flags, (test, sides, p), together in zip(names, missing.T, found, adjusted, strict=True)
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
            raise DataError(f"X has {table.ndim} dimension(s); give a table of rows and columns")
        names, flags = [f"x{j}" for j in range(table.shape[1])], pd.isna(table)
    if flags.size == 0:
        raise DataError(
            f"X has {flags.shape[0]} rows and {flags.shape[1]} columns; give at least one of each"
        )
    return names, flags


def _target(y: Any, n_rows: int) -> Labels | Array:
    import pandas as pd

    y = column_or_1d(y)
    check_consistent_length(y, np.empty(n_rows))
    if pd.isna(y).any():
        row = int(np.argmax(pd.isna(y)))
        raise DataError(f"y is missing in row {row}; drop the rows that have no target first")
    is_number = type_of_target(y).startswith("continuous")
    many = y.dtype.kind in "iuf" and len(np.unique(y)) > MOST_NUMERIC_CLASSES
    return np.asarray(y, dtype=np.float64) if is_number or many else Labels.of(y)


def _tested(flags: Flags, target: Labels | Array) -> tuple[str, dict[str, float], float]:
    """The test, what the sides are like, and p."""
    if isinstance(target, Labels):
        return _of_classes(flags, target)
    mean = {
        f"target where {word}": float(target[side].mean())
        for word, side in (("missing", flags), ("seen", ~flags))
        if side.any()
    }
    if len(mean) < 2:
        return "none", mean, 1.0
    return "rank-sum test", mean, float(mannwhitneyu(target[flags], target[~flags]).pvalue)


def _of_classes(flags: Flags, labels: Labels) -> tuple[str, dict[str, float], float]:
    counts = [np.bincount(labels.codes[side], minlength=labels.n_classes) for side in (flags, ~flags)]
    table = np.array(counts)
    share = table[0] / table.sum(axis=0)
    sides = {f"missing of {name}": float(each) for name, each in zip(labels.classes, share)}
    if labels.n_classes < 2 or flags.all() or not flags.any():
        return "none", sides, 1.0
    if labels.n_classes == 2:
        return "Fisher's exact test", sides, float(fisher_exact(table).pvalue)
    return "chi² test", sides, float(chi2_contingency(table).pvalue)


def _holm(p: Floats, tested: Flags) -> Floats:
    """p times the number of tests left, from the smallest up and never falling; 1 where nothing is tested."""
    adjusted, order = np.ones(len(p)), np.flatnonzero(tested)[np.argsort(p[tested], kind="stable")]
    steps = p[order] * np.arange(len(order), 0, -1)
    adjusted[order] = np.minimum(np.maximum.accumulate(steps), 1.0)
    return adjusted

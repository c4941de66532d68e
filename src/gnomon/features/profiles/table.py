"""The profile of a table: size, missing values, duplicates, and the profile of each column."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Array
from gnomon.data.column import Column, column_of
from gnomon.data.table import Table
from gnomon.data.task import Task
from gnomon.errors import DataError
from gnomon.features.association import TITLES
from gnomon.features.profiles.column import ColumnProfile, profile_column
from gnomon.features.profiles.duplicates import duplicate_rows, same_columns
from gnomon.features.profiles.pairs import ColumnPair, column_pairs
from gnomon.features.profiles.remarks import remarks_on
from gnomon.features.profiles.words import number_in_words

if TYPE_CHECKING:
    import pandas as pd

MAX_COLUMNS = 120

_IN_FRAME = (
    "name", "kind", "missing", "distinct", "minimum", "lower_quartile", "median", "upper_quartile", "maximum",
    "mean", "standard_deviation", "skewness", "measure", "value", "p_value",
)  # fmt: skip


@dataclass(frozen=True)
class Profile:
    """The profile of a table: size, missing values, duplicates and the profiles of its columns.

    columns: the profile of each column, in order; left_out: number of columns not described. target: profile
    of the target, if any. duplicates: number of duplicate rows. missing: number of missing values. memory:
    bytes of the values. pairs: strongly associated columns.

    >>> result = profile({"age": [31, 45, None], "town": ["Rome", "Rome", "Oslo"]})
    >>> result.n_rows, result.missing, result.columns[0].median
    (3, 1, 38.0)
    """

    n_rows: int
    n_columns: int
    missing: int
    duplicates: int
    memory: int
    columns: tuple[ColumnProfile, ...]
    target: ColumnProfile | None = None
    pairs: tuple[ColumnPair, ...] = ()
    left_out: int = 0

    @property
    def missing_share(self) -> float:
        """The fraction of missing values."""
        cells = self.n_rows * self.n_columns
        return self.missing / cells if cells else 0.0

    def frame(self) -> pd.DataFrame:
        """One row per column: counts, quartiles, mean, standard deviation, association, remarks."""
        import pandas as pd

        rows = [
            {**{name: getattr(each, name) for name in _IN_FRAME}, "remarks": "; ".join(each.remarks)}
            for each in self.columns
        ]
        return pd.DataFrame(rows, columns=[*_IN_FRAME, "remarks"])

    def __str__(self) -> str:
        lines = [", ".join(overall_facts(self))]
        lines += [f"{each.name}: {', '.join(_summary(each))}" for each in self.columns]
        lines += [f"and {self.left_out:,} more columns"] if self.left_out else []
        lines += [str(each) for each in self.pairs]
        return "\n".join(lines)

    __repr__ = __str__


def profile(
    data: Any,
    target: str | None = None,
    *,
    columns: Sequence[str] | None = None,
    max_columns: int | None = None,
) -> Profile:
    """Profile a Table, Task or data frame (exploratory data analysis): statistics and remarks per column.

    target: the target column; a Task has its own. columns: the columns to describe; all by default.
    max_columns: maximum number of columns to describe. Size, missing values and duplicates are of the whole
    table.

    >>> import gnomon as gn
    >>> result = gn.profile(gn.load("iris"))
    >>> result.duplicates, result.frame()["name"].tolist()[:2]
    (1, ['sepal length', 'sepal width'])
    """
    table = data.table if isinstance(data, Task) else data if isinstance(data, Table) else Table.of(data)
    compared = target_column(data, table, target)
    names = [name for name in (table.names if columns is None else columns) if name != target]
    shown = names[:max_columns]
    whole = [table.column(name) for name in shown]
    same = same_columns(whole)
    described = tuple(_described(each, compared, same.get(each.name)) for each in whole)
    return Profile(
        n_rows=table.n_rows,
        n_columns=table.n_columns,
        missing=_n_missing(table),
        duplicates=duplicate_rows(table, None if target is not None else compared),
        memory=_memory(table),
        columns=described,
        target=None if compared is None else _described(compared, None, None),
        pairs=column_pairs([each for each, seen in zip(whole, described) if _is_comparable(seen)]),
        left_out=len(names) - len(shown),
    )


def overall_facts(result: Profile) -> list[str]:
    """The size of the table, its missing values, duplicates and memory, as text.

    >>> overall_facts(profile({"age": [31, 31], "town": ["Rome", "Rome"]}))
    ['2 rows', '2 columns', 'no missing values', '1 duplicate row', '24 bytes']
    """
    missing = f"{result.missing:,} missing values ({_percent(result.missing_share)})"
    duplicates = f"{result.duplicates:,} duplicate row{'' if result.duplicates == 1 else 's'}"
    return [
        f"{result.n_rows:,} rows",
        f"{result.n_columns:,} columns",
        missing if result.missing else "no missing values",
        duplicates if result.duplicates else "no duplicate rows",
        bytes_in_words(result.memory),
    ]


def bytes_in_words(size: int) -> str:
    """A memory size as text.

    >>> bytes_in_words(24), bytes_in_words(4_200_000)
    ('24 bytes', '4.2 MB')
    """
    for unit, power in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if size >= power:
            return f"{size / power:.1f} {unit}"
    return f"{size} bytes"


def target_column(data: Any, table: Table, target: str | None) -> Column | None:
    """The target column; None if there is none.

    >>> import gnomon as gn
    >>> iris = gn.load("iris")
    >>> target_column(iris, iris.table, None).kind
    'categorical'
    """
    if target is not None:
        if isinstance(data, Task):
            raise DataError(f"target={target!r}: the task has its own target; omit this parameter")
        return table.column(target)
    if not isinstance(data, Task) or data.y is None:
        return None
    if data.classes is None or data.codes is None:
        return column_of("target", np.asarray(data.y), "quantitative")
    return Column("target", "categorical", data.codes.astype(np.int32), tuple(data.classes.tolist()))


def _described(column: Column, target: Column | None, same_as: str | None) -> ColumnProfile:
    result = profile_column(column, target)
    remarks = remarks_on(result, column)
    if same_as is not None:
        remarks = (f"the same as {same_as!r}", *remarks)
    return replace(result, remarks=remarks)


def _is_comparable(each: ColumnProfile) -> bool:
    is_identifier = any("identifier" in remark for remark in each.remarks)
    return each.kind not in ("text", "date") and each.distinct > 1 and not is_identifier and not each.infinite


def _n_missing(table: Table) -> int:
    numbers: Any = table.numbers.data if table.is_sparse else table.numbers
    return int(np.isnan(numbers).sum()) + int((table.codes < 0).sum())


def _memory(table: Table) -> int:
    numbers: Any = table.numbers
    blocks: list[Array] = [table.codes]
    blocks += [numbers.data, numbers.indices, numbers.indptr] if table.is_sparse else [numbers]
    return sum(block.nbytes for block in blocks)


def _percent(share: float) -> str:
    return f"{share:.1%}" if share >= 0.001 else "below 0.1%"


def _summary(each: ColumnProfile) -> list[str]:
    parts = [each.kind, f"{each.distinct:,} distinct"]
    if each.missing:
        parts.append(f"{each.missing:,} missing")
    if each.kind == "quantitative" and not np.isnan(each.median):
        quartiles = (each.lower_quartile, each.median, each.upper_quartile)
        parts.append(f"quartiles {', '.join(map(number_in_words, quartiles))}")
    elif each.kind == "date":
        parts.append(f"{each.first} to {each.last}")
    elif each.levels:
        parts.append(f"mostly {each.levels[0][0][:40]!r}")
    if each.measure and not np.isnan(each.value):
        parts.append(f"{TITLES[each.measure]} with the target {each.value:.2f}")
    return [*parts, *each.remarks]

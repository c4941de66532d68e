"""The profile of a table: its size, gaps and duplicates, and the profile of each column."""

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
    """A table in numbers.

    columns: the profile of each column, in order; left_out: how many more there are. target: that of the
    target, if there is one. duplicates: rows equal to an earlier one. missing: empty cells. memory: bytes of
    the values. pairs: columns that go together.

    >>> found = profile({"age": [31, 45, None], "town": ["Rome", "Rome", "Oslo"]})
    >>> found.n_rows, found.missing, found.columns[0].median
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
        """The share of cells that are empty."""
        cells = self.n_rows * self.n_columns
        return self.missing / cells if cells else 0.0

    def frame(self) -> pd.DataFrame:
        """One row a column: counts, quartiles, mean and deviation, association with the target, remarks."""
        import pandas as pd

        rows = [
            {**{name: getattr(each, name) for name in _IN_FRAME}, "remarks": "; ".join(each.remarks)}
            for each in self.columns
        ]
        return pd.DataFrame(rows, columns=[*_IN_FRAME, "remarks"])

    def __str__(self) -> str:
        lines = [", ".join(overall_facts(self))]
        lines += [f"{each.name}: {', '.join(_said(each))}" for each in self.columns]
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
    """The profile of a Table, a Task or a data frame: a row of numbers, bars and remarks for each column.

    target: the column that others are compared with; a Task has its own. columns: those to describe; all if
    not given. max_columns: describe the first so many of them. Size, gaps and duplicates are of the whole.

    >>> import gnomon as gn
    >>> found = gn.profile(gn.load("iris"))
    >>> found.duplicates, found.frame()["name"].tolist()[:2]
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


def overall_facts(found: Profile) -> list[str]:
    """The size of the table, its gaps, its duplicates and its memory, in words.

    >>> overall_facts(profile({"age": [31, 31], "town": ["Rome", "Rome"]}))
    ['2 rows', '2 columns', 'no missing values', '1 duplicate row', '24 bytes']
    """
    gaps = f"{found.missing:,} missing values ({_percent(found.missing_share)})"
    twice = f"{found.duplicates:,} duplicate row{'' if found.duplicates == 1 else 's'}"
    return [
        f"{found.n_rows:,} rows",
        f"{found.n_columns:,} columns",
        gaps if found.missing else "no missing values",
        twice if found.duplicates else "no duplicate rows",
        bytes_in_words(found.memory),
    ]


def bytes_in_words(size: int) -> str:
    """A size of memory.

    >>> bytes_in_words(24), bytes_in_words(4_200_000)
    ('24 bytes', '4.2 MB')
    """
    for unit, power in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if size >= power:
            return f"{size / power:.1f} {unit}"
    return f"{size} bytes"


def target_column(data: Any, table: Table, target: str | None) -> Column | None:
    """The column that others are compared with; None if there is none.

    >>> import gnomon as gn
    >>> iris = gn.load("iris")
    >>> target_column(iris, iris.table, None).kind
    'categorical'
    """
    if target is not None:
        if isinstance(data, Task):
            raise DataError(f"the task has its own target; leave target={target!r} out")
        return table.column(target)
    if not isinstance(data, Task) or data.y is None:
        return None
    if data.classes is None or data.codes is None:
        return column_of("target", np.asarray(data.y), "quantitative")
    return Column("target", "categorical", data.codes.astype(np.int32), tuple(data.classes.tolist()))


def _described(column: Column, target: Column | None, same_as: str | None) -> ColumnProfile:
    found = profile_column(column, target)
    said = remarks_on(found, column)
    if same_as is not None:
        said = (f"the same as {same_as!r}", *said)
    return replace(found, remarks=said)


def _is_comparable(found: ColumnProfile) -> bool:
    is_name = any("identifier" in each for each in found.remarks)
    return found.kind not in ("text", "date") and found.distinct > 1 and not is_name and not found.infinite


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


def _said(each: ColumnProfile) -> list[str]:
    said = [each.kind, f"{each.distinct:,} distinct"]
    if each.missing:
        said.append(f"{each.missing:,} missing")
    if each.kind == "quantitative" and not np.isnan(each.median):
        quartiles = (each.lower_quartile, each.median, each.upper_quartile)
        said.append(f"quartiles {', '.join(map(number_in_words, quartiles))}")
    elif each.kind == "date":
        said.append(f"{each.first} to {each.last}")
    elif each.levels:
        said.append(f"mostly {each.levels[0][0][:40]!r}")
    if each.measure and not np.isnan(each.value):
        said.append(f"{TITLES[each.measure]} with the target {each.value:.2f}")
    return [*said, *each.remarks]

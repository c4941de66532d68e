"""Overview of a table: kind, descriptive statistics, and association with the target of each column."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.data.column import Column, column_of
from gnomon.data.suspects import is_identifier
from gnomon.data.table import Table
from gnomon.data.task import Task
from gnomon.errors import DataError
from gnomon.features.association import FeatureAssociation, column_association
from gnomon.features.statistics import mean, median, mode, standard_deviation

if TYPE_CHECKING:
    import pandas as pd

MAX_PERMUTED_ROWS = 100_000


@dataclass(frozen=True)
class ColumnOverview:
    """Overview of one column: center and spread as text, the association with the target, and a remark.

    >>> column_overview(Table.of({"age": [31, 45, None]})).columns[0].center
    'mean 38'
    """

    name: str
    kind: str
    missing: int
    center: str
    spread: str
    association: FeatureAssociation | None
    remark: str


@dataclass(frozen=True)
class Overview:
    """Overview of a table: its columns in order.

    >>> print(column_overview(Table.of({"age": [31, 45, None], "town": ["Rome", "Rome", "Oslo"]})))
    age: quantitative, 1 missing, mean 38, standard deviation 7
    town: categorical, mode Rome
    """

    columns: tuple[ColumnOverview, ...]
    n_rows: int

    def frame(self) -> pd.DataFrame:
        """One row per column."""
        import pandas as pd

        rows = [(*astuple(each)[:5], *_measured(each.association), each.remark) for each in self.columns]
        names = [each.name for each in fields(ColumnOverview)][:5]
        return pd.DataFrame(rows, columns=[*names, "measure", "value", "p_value", "remark"])

    def __str__(self) -> str:
        return "\n".join(_line(each) for each in self.columns)


def column_overview(
    data: Any, target: str | None = None, *, columns: Sequence[str] | None = None
) -> Overview:
    """Overview of the columns of a Table, Task or data frame: kind, statistics, association with the target.

    target: the target column; a Task has its own. columns: the columns to describe; all by default.

    >>> column_overview(
    ...     {"age": [31, 45, 52, 60], "ill": ["no", "no", "yes", "yes"]}, "ill"
    ... ).frame().measure.tolist()
    ['correlation_ratio', nan]
    """
    table = data.table if isinstance(data, Task) else data if isinstance(data, Table) else Table.of(data)
    compared = _target(data, table, target)
    names = table.names if columns is None else columns
    described = [_of_column(table.column(name), None if name == target else compared) for name in names]
    return Overview(tuple(described), table.n_rows)


def _target(data: Any, table: Table, target: str | None) -> Column | None:
    if target is not None:
        if isinstance(data, Task):
            raise DataError(f"target={target!r}: the task has its own target; omit this parameter")
        return table.column(target)
    if not isinstance(data, Task) or data.y is None:
        return None
    kind = "categorical" if data.classes is not None else "quantitative"
    return column_of("target", np.asarray(data.y), kind)


def _of_column(column: Column, target: Column | None) -> ColumnOverview:
    n_missing = int(column.missing.sum())
    remark = _remark(column, n_missing)
    association = None
    # An identifier is associated with any target, and permutation tests of its tables are slow.
    is_id = column.kind == "categorical" and is_identifier(column)
    if target is not None and n_missing < len(column.values) and not is_id:
        n_permutations = 0 if len(column.values) > MAX_PERMUTED_ROWS else None
        association = column_association(column, target, n_permutations=n_permutations)
    if n_missing == len(column.values):
        return ColumnOverview(column.name, column.kind, n_missing, "–", "–", None, remark)
    return ColumnOverview(column.name, column.kind, n_missing, *_described(column), association, remark)


def _described(column: Column) -> tuple[str, str]:
    """Center and spread, by the permissible statistics of the kind."""
    if column.kind == "quantitative":
        return f"mean {mean(column):.6g}", f"standard deviation {standard_deviation(column):.4g}"
    if column.kind == "ordinal":
        return f"median {median(column)}", f"{len(column.levels)} ordered levels"
    return f"mode {mode(column)[0]}", f"{len(column.levels)} levels"


def _remark(column: Column, n_missing: int) -> str:
    n = len(column.values) - n_missing
    if n == 0:
        return "all missing"
    values = column.values[~column.missing]
    if n > 1 and values.min() == values.max():
        return "constant"
    if column.kind == "quantitative":
        whole = bool((values == np.round(values)).all())
        # Halves, as the range may overflow.
        steps = whole and n > 20 and np.ptp(values / 2) == (n - 1) / 2 and len(np.unique(values)) == n
        return "row numbers, like an identifier" if steps else ""
    return "almost only unique values, like an identifier" if is_identifier(column) else ""


def _measured(association: FeatureAssociation | None) -> tuple[Any, float, float]:
    if association is None:
        return np.nan, np.nan, np.nan
    return association.measure, association.value, association.p_value


def _line(each: ColumnOverview) -> str:
    parts = [f"{each.name}: {each.kind}"]
    parts += [f"{each.missing} missing"] if each.missing else []
    parts += [each.center] if each.center != "–" else []
    parts += [each.spread] if each.kind == "quantitative" and each.spread != "–" else []
    parts += [str(each.association)] if each.association is not None else []
    parts += [each.remark] if each.remark else []
    return ", ".join(parts)

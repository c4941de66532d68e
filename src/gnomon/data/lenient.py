"""Lenient reading: drop empty columns and rows without a target, with a warning instead of an error."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from gnomon.data.table import Table
from gnomon.errors import DataError, DataWarning


def without_empty_columns(table: Table) -> Table:
    """The table without the columns in which every value is missing.

    >>> from gnomon.data.column import column_of
    >>> without_empty_columns(Table.from_columns([column_of("age", [31.0, None])]))
    Table of 2 rows and 1 columns: age (quantitative)
    """
    if table.is_sparse or table.n_rows == 0:
        return table
    # Only a column whose first value is missing can be empty.
    first = table.rows([0])
    candidates = [name for name in table.names if first.column(name).missing[0]]
    empty = [name for name in candidates if table.column(name).missing.all()]
    if not empty:
        return table
    if len(empty) == table.n_columns:
        raise DataError(
            "every column of the table is empty; check the file, and the missing-value markers (missing=)"
        )
    listed = ", ".join(map(repr, empty[:5])) + (f" and {len(empty) - 5} more" if len(empty) > 5 else "")
    warnings.warn(f"dropped columns whose values are all missing: {listed}", DataWarning, stacklevel=4)
    return replace(table.drop(empty), empty=tuple(empty))


def drop_missing_targets(table: Table, target: str, roles: Mapping[str, Any]) -> tuple[Table, dict[str, Any]]:
    """Drop the rows whose target is missing, from the table and from roles passed as values.

    >>> from gnomon.data.column import column_of
    >>> drop_missing_targets(Table.of({"age": [31, 45], "ill": ["no", "yes"]}), "ill", {})[0].n_rows
    2
    """
    missing = table.column(target).missing
    if not missing.any():
        return table, dict(roles)
    if missing.all():
        raise DataError(f"the target {target!r} has no value in any row; name another column")
    warnings.warn(
        f"dropped {missing.sum():,} of {len(missing):,} rows, whose target {target!r} is missing",
        DataWarning,
        stacklevel=4,
    )
    present = {
        key: value if value is None or isinstance(value, str) else np.asarray(value)[~missing]
        for key, value in roles.items()
    }
    return table.rows(~missing), present

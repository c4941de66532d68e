"""Raw tables taken as they come: what holds nothing is left out, with a warning, rather than refused."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
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
    # Only a column that starts with a gap can be empty.
    first = table.rows([0])
    gaps = [name for name in table.names if first.column(name).missing[0]]
    empty = [name for name in gaps if table.column(name).missing.all()]
    if not empty:
        return table
    if len(empty) == table.n_columns:
        raise DataError("no column of the table holds a value; check the file, and which words mean missing")
    listed = ", ".join(map(repr, empty[:5])) + (f" and {len(empty) - 5} more" if len(empty) > 5 else "")
    warnings.warn(f"columns left out, as all their values are missing: {listed}", DataWarning, stacklevel=4)
    return table.drop(empty)


def with_target_known(table: Table, target: str, roles: Mapping[str, Any]) -> tuple[Table, dict[str, Any]]:
    """The rows whose target is known, of the table and of the roles that are given as values.

    >>> from gnomon.data.column import column_of
    >>> with_target_known(Table.of({"age": [31, 45], "ill": ["no", "yes"]}), "ill", {})[0].n_rows
    2
    """
    missing = table.column(target).missing
    if not missing.any():
        return table, dict(roles)
    if missing.all():
        raise DataError(f"the target {target!r} has no value in any row; name another column")
    warnings.warn(
        f"{missing.sum():,} of {len(missing):,} rows left out, as their target {target!r} is missing",
        DataWarning,
        stacklevel=4,
    )
    kept = {
        key: value if value is None or isinstance(value, str) else np.asarray(value)[~missing]
        for key, value in roles.items()
    }
    return table.rows(~missing), kept

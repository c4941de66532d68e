"""Conditional probability tables (CPTs): user formats converted to arrays (parent levels …, own levels)."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from fractions import Fraction
from numbers import Number
from typing import Any

import numpy as np

from gnomon.arrays import Array
from gnomon.errors import DataError
from gnomon.learners.networks.coding import Levels
from gnomon.learners.networks.graph import DirectedGraph

# Tables often have few digits: a row sum may differ from 1 by this much.
_SUM_TOLERANCE = 1e-6


def read_tables(
    graph: DirectedGraph,
    tables: Mapping[str, Any] | Sequence[Any],
    levels: Mapping[str, Sequence[Any]] | None,
) -> tuple[Levels, dict[str, Array]]:
    """Convert conditional probability tables: the levels and the array of every node.

    A table is an array of shape (levels of each parent …, own levels), or a dict from the parent
    configuration (a level, or a tuple of levels) to a row, or a data frame with the columns of parents, node
    and `probability`. A row is a list, a dict by level, or, for two levels, the probability of the second.

    >>> read_tables(DirectedGraph.of_formula("[A][B|A]"), {"A": 0.1, "B": {0: 0.2, 1: [0.7, 0.3]}}, None)[1][
    ...     "B"
    ... ]
    array([[0.8, 0.2],
           [0.7, 0.3]])
    """
    if not graph.nodes:
        raise DataError("the graph has no nodes; pass at least one, as in [A]")
    by_name = _by_name(graph, tables)
    known = {name: _levels(graph, name, by_name[name], levels) for name in graph.nodes}
    raw = {name: _cells(graph, name, by_name[name], known) for name in graph.nodes}
    exact = _all_exact(raw.values())
    arrays = {name: _exact(cells) if exact else _floats(name, cells) for name, cells in raw.items()}
    for name, table in arrays.items():
        _check(graph, name, table, known)
        table.flags.writeable = False
    return known, arrays


def states_of(graph: DirectedGraph, name: str, levels: Mapping[str, Sequence[Any]]) -> list[tuple[Any, ...]]:
    """All parent configurations of a node, the last parent's level changing fastest.

    >>> states_of(DirectedGraph.of_formula("[A][B|A]"), "B", {"A": ("low", "high")})
    [('low',), ('high',)]
    """
    return list(itertools.product(*(levels[parent] for parent in graph.parents_of(name))))


def format_parent_state(
    graph: DirectedGraph, name: str, levels: Mapping[str, Sequence[Any]], index: int
) -> str:
    """Format the parent configuration of this index among all configurations.

    >>> format_parent_state(DirectedGraph.of_formula("[A][B][C|A:B]"), "C", {"A": (0, 1), "B": "xyz"}, 4)
    "A=1, B='y'"
    """
    parents = graph.parents_of(name)
    codes = np.unravel_index(index, [len(levels[parent]) for parent in parents]) if parents else ()
    return format_state(
        parents, [levels[parent][int(code)] for parent, code in zip(parents, codes, strict=True)]
    )


def format_probability(value: Any) -> str:
    """Format a probability: a float to six digits, a Fraction as such.

    >>> format_probability(1 / 3), format_probability(Fraction(1, 3))
    ('0.333333', '1/3')
    """
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def format_state(names: Sequence[str], state: Sequence[Any]) -> str:
    """Format a state of nodes, for messages.

    >>> format_state(["A", "B"], [0, "low"])
    "A=0, B='low'"
    """
    return ", ".join(f"{name}={level!r}" for name, level in zip(names, state, strict=True))


def _by_name(graph: DirectedGraph, tables: Mapping[str, Any] | Sequence[Any]) -> dict[str, Any]:
    if not isinstance(tables, Mapping):
        if isinstance(tables, str) or not hasattr(tables, "__len__"):
            raise DataError(f"tables is {tables!r}; pass a dict with a table for each node")
        if len(tables) != len(graph.nodes):
            raise DataError(f"there are {len(tables)} tables for {len(graph.nodes)} nodes; pass one for each")
        return dict(zip(graph.nodes, tables, strict=True))
    for name in tables:
        graph.index(name)
    for name in graph.nodes:
        if name not in tables:
            raise DataError(f"the node {name!r} has no table; pass one for each node")
    return {name: table.to_dict() if _is_series(table) else table for name, table in tables.items()}


def _is_frame(table: Any) -> bool:
    return hasattr(table, "columns") and hasattr(table, "itertuples")


def _is_series(table: Any) -> bool:
    return hasattr(table, "index") and hasattr(table, "to_dict") and not _is_frame(table)


def _levels(
    graph: DirectedGraph, name: str, table: Any, declared: Mapping[str, Sequence[Any]] | None
) -> tuple[Any, ...]:
    if declared is not None and name in declared:
        levels = tuple(declared[name])
    elif _is_frame(table):
        levels = tuple(dict.fromkeys(_frame_column(table, name, name).tolist()))
    else:
        levels = _levels_of_row(name, table, len(graph.parents_of(name)))
    if len(levels) == 0 or len(set(levels)) < len(levels):
        raise DataError(f"the levels of {name!r} are {levels}; pass at least one, each once")
    return levels


def _levels_of_row(name: str, table: Any, n_parents: int) -> tuple[Any, ...]:
    if isinstance(table, Mapping):
        if n_parents == 0:
            return tuple(table)
        return _levels_of_row(name, next(iter(table.values()), 0.5), 0)
    shape = _as_array(name, table).shape
    return tuple(range(shape[-1] if len(shape) > n_parents else 2))


def _cells(graph: DirectedGraph, name: str, table: Any, levels: Levels) -> Array:
    own, parents = levels[name], graph.parents_of(name)
    if _is_frame(table):
        table = _frame_rows(name, parents, table)
    if isinstance(table, Mapping) and parents:
        states = states_of(graph, name, levels)
        _check_states(name, parents, table, states)
        rows = [_row(name, _at(name, parents, table, state), own) for state in states]
        cells = np.array(rows, dtype=object)
    elif isinstance(table, Mapping):
        cells = np.array(_row(name, table, own), dtype=object)
    else:
        cells = _array(name, table, len(parents), len(own))
    shape = tuple(len(levels[each]) for each in (*parents, name))
    if cells.size != np.prod(shape) or (cells.shape != shape and not isinstance(table, Mapping)):
        raise DataError(
            f"the table of {name!r} has shape {cells.shape}; it must be {shape}: the levels of "
            f"{', '.join(map(repr, parents)) + ', then ' if parents else ''}its own"
        )
    return cells.reshape(shape)


def _array(name: str, table: Any, n_parents: int, n_levels: int) -> Array:
    cells = _as_array(name, table)
    if cells.dtype == object and not all(isinstance(cell, Number) for cell in cells.flat):
        raise _not_a_number(name)
    if cells.ndim == n_parents and n_levels == 2:
        return np.stack([1 - cells, cells], axis=-1)
    return cells


def _as_array(name: str, table: Any) -> Array:
    if isinstance(table, np.ndarray) and table.dtype.kind in "iuf":
        return table
    ragged = DataError(f"the table of {name!r} has rows of unequal length")
    try:
        cells = np.array(table, dtype=object)
    except ValueError:
        raise ragged from None
    if any(isinstance(cell, list | tuple) for cell in cells.flat):
        raise ragged
    return cells


def _check_states(name: str, parents: Sequence[str], table: Mapping[Any, Any], states: Sequence[Any]) -> None:
    known = {*states, *(state[0] for state in states if len(state) == 1)}
    for state in table:
        if state not in known:
            raise DataError(
                f"the table of {name!r} has a row for {state!r}, which is not a configuration of its parents "
                f"({', '.join(parents)}); use their levels in this order"
            )


def _at(name: str, parents: Sequence[str], table: Mapping[Any, Any], state: tuple[Any, ...]) -> Any:
    for key in (state, state[0]) if len(state) == 1 else (state,):
        if key in table:
            return table[key]
    raise DataError(f"the table of {name!r} has no row for {format_state(parents, state)}; add it")


def _row(name: str, row: Any, own: Sequence[Any]) -> list[Any]:
    if isinstance(row, Mapping):
        for level in row:
            if level not in own:
                raise DataError(f"the table of {name!r} has the level {level!r}; the levels are {tuple(own)}")
        return [row.get(level, 0) for level in own]
    if isinstance(row, Number):
        if len(own) != 2:
            raise DataError(
                f"the table of {name!r} has the row {row}; pass probabilities of all {len(own)} levels"
            )
        return [1 - row, row]  # type: ignore[operator]
    if isinstance(row, str) or not hasattr(row, "__len__"):
        raise _not_a_number(name)
    if len(row) != len(own):
        raise DataError(f"the table of {name!r} has a row of {len(row)} numbers for {len(own)} levels")
    return list(row)


def _frame_column(table: Any, name: str, node: str) -> Any:
    if name not in table.columns:
        raise DataError(f"the frame for {node!r} has no column {name!r}; it has {list(table.columns)}")
    return table[name]


def _frame_rows(name: str, parents: Sequence[str], table: Any) -> dict[Any, Any]:
    columns = [_frame_column(table, each, name).tolist() for each in (*parents, name, "probability")]
    rows: dict[Any, Any] = {}
    for *state, level, probability in zip(*columns, strict=True):
        row = rows.setdefault(tuple(state), {})
        if level in row:
            where = format_state((*parents, name), (*state, level))
            raise DataError(f"the frame for {name!r} has two rows for {where}; remove one")
        row[level] = probability
    return rows if parents else rows[()]


def _all_exact(tables: Any) -> bool:
    kinds: set[type] = set()
    for cells in tables:
        kinds |= {type(cell) for cell in cells.flat} if cells.dtype == object else {cells.dtype.type}
    return Fraction in kinds and all(issubclass(kind, int | np.integer | Fraction) for kind in kinds)


def _exact(cells: Array) -> Array:
    exact = np.empty(cells.shape, dtype=object)
    exact.reshape(-1)[:] = [Fraction(int(c) if isinstance(c, np.integer) else c) for c in cells.flat]
    return exact


def _floats(name: str, cells: Array) -> Array:
    try:
        return cells.astype(np.float64)
    except (TypeError, ValueError):
        raise _not_a_number(name) from None


def _not_a_number(name: str) -> DataError:
    return DataError(f"the table of {name!r} has a value that is not a number; pass probabilities")


def _check(graph: DirectedGraph, name: str, table: Array, levels: Levels) -> None:
    rows = table.reshape(-1, table.shape[-1])
    is_valid = (rows >= 0) & (rows <= 1)
    if not is_valid.all():
        invalid = max(rows[~is_valid])
        hint = "; probabilities go from 0 to 1, not to 100" if invalid > 1 else ""
        raise DataError(f"the table of {name!r} has the value {invalid}, which is not a probability{hint}")
    total = rows.sum(axis=1)
    invalid_rows = np.flatnonzero(
        np.abs((total - 1).astype(np.float64)) > (0 if table.dtype == object else _SUM_TOLERANCE)
    )
    if invalid_rows.size:
        state = format_parent_state(graph, name, levels, int(invalid_rows[0]))
        where = f", row {state}," if state else ""
        raise DataError(f"the table of {name!r}{where} sums to {total[invalid_rows[0]]}; it must sum to 1")

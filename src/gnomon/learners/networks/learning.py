"""Parameter learning from complete rows: conditional relative frequencies, or a Dirichlet prior."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from gnomon.arrays import Array, Floats
from gnomon.errors import DataError, DataWarning, ParameterError
from gnomon.learners.networks.coding import Codes, Levels
from gnomon.learners.networks.graph import DirectedGraph
from gnomon.learners.networks.tables import format_parent_state


def family_counts(
    graph: DirectedGraph, codes: Codes, sizes: Sequence[int], weight: Floats | None
) -> list[Floats]:
    """Weighted counts of each node's family, (parents …, node); no code may be missing.

    >>> family_counts(
    ...     DirectedGraph.of_formula("[A][B|A]"), np.array([[0, 1], [1, 1]], np.int32), [2, 2], None
    ... )[1]
    array([[0., 1.],
           [0., 1.]])
    """
    columns = [np.ascontiguousarray(column, dtype=np.int64) for column in codes.T]
    counts = []
    for node, parents in enumerate(graph.parents):
        family = (*parents, node)
        shape = [sizes[member] for member in family]
        index = columns[family[0]]
        for member, size in zip(family[1:], shape[1:], strict=True):
            index = index * size + columns[member]
        count = np.bincount(index, weight, minlength=int(np.prod(shape)))
        counts.append(count.astype(np.float64).reshape(shape))
    return counts


def prior_counts(graph: DirectedGraph, sizes: Sequence[int], prior: Any) -> list[Any]:
    """Pseudo-counts (Dirichlet prior) of every node's table.

    prior: a number for every cell (1 is Laplace smoothing), or `("bdeu", s)`, a uniform prior of equivalent
    sample size s, or a dict with an array or a number for each node.

    >>> prior_counts(DirectedGraph.of_formula("[A][B|A]"), [2, 2], ("bdeu", 4))
    [array(2.), array(1.)]
    """
    shapes = [[sizes[i] for i in (*parents, node)] for node, parents in enumerate(graph.parents)]
    if isinstance(prior, Mapping):
        for name in prior:
            graph.index(name)
        pairs = zip(graph.nodes, shapes, strict=True)
        return [_checked(name, np.asarray(prior.get(name, 0.0)), shape) for name, shape in pairs]
    if isinstance(prior, tuple) and len(prior) == 2 and prior[0] == "bdeu":
        return [_checked("bdeu", np.asarray(prior[1] / np.prod(shape)), shape) for shape in shapes]
    return [_checked("all nodes", np.asarray(prior), shape) for shape in shapes]


def tables_of_counts(
    graph: DirectedGraph, counts: Sequence[Array], prior: Sequence[Array], levels: Levels, exact: bool = False
) -> dict[str, Array]:
    """Tables from counts: p(level | parents) = (count + prior) / row total; uniform if the total is 0.

    A parent configuration without counts raises a warning.

    >>> tables_of_counts(
    ...     DirectedGraph.of_formula("[A]"), [np.array([3.0, 1.0])], [np.array(1.0)], {"A": (0, 1)}
    ... )
    {'A': array([0.66666667, 0.33333333])}
    """
    tables = {}
    for name, count, pseudo_count in zip(graph.nodes, counts, prior, strict=True):
        cells = _fractions(count) + _fractions(pseudo_count) if exact else count + pseudo_count
        total = cells.sum(axis=-1, keepdims=True)
        is_empty = total == 0
        if is_empty.any():
            _warn_of_empty(graph, name, is_empty[..., 0], levels)
        uniform: Any = Fraction(1, count.shape[-1]) if exact else 1.0 / count.shape[-1]
        tables[name] = np.where(is_empty, uniform, cells / np.where(is_empty, 1, total))
    return tables


def check_weight(weight: Any, n_rows: int) -> Floats | None:
    """Check sample weights: float64, nonnegative and not all 0, or None.

    >>> check_weight([1, 2], 2)
    array([1., 2.])
    """
    if weight is None:
        return None
    try:
        array = np.asarray(weight, dtype=np.float64)
    except (TypeError, ValueError):
        raise DataError("sample_weight has a value that is not a number; pass one number per row") from None
    if array.shape != (n_rows,):
        raise DataError(
            f"sample_weight has shape {array.shape}; it must have one weight for each of the {n_rows} rows"
        )
    if not np.isfinite(array).all() or array.min(initial=0.0) < 0 or array.sum() == 0:
        raise DataError("sample_weight must be finite, at least 0, and not 0 in every row")
    return array


def _checked(name: str, prior: Array, shape: Sequence[int]) -> Array:
    try:
        is_valid = np.broadcast_shapes(prior.shape, shape) == tuple(shape)
        is_valid = is_valid and bool(np.isfinite(prior.astype(np.float64)).all()) and bool((prior >= 0).all())
    except (TypeError, ValueError):
        is_valid = False
    if not is_valid:
        raise ParameterError(
            f"prior={prior} for {name}: pass a number of at least 0, ('bdeu', s), or a dict with one array "
            f"of shape {tuple(shape)} for each node"
        )
    return prior


def _fractions(cells: Array) -> Array:
    exact = np.empty(cells.shape, dtype=object)
    exact.reshape(-1)[:] = [Fraction(cell) for cell in cells.reshape(-1).tolist()]
    return exact


def _warn_of_empty(graph: DirectedGraph, name: str, is_empty: Array, levels: Levels) -> None:
    first = format_parent_state(graph, name, levels, int(np.flatnonzero(is_empty.reshape(-1))[0]))
    warnings.warn(
        f"no row has {first} ({int(is_empty.sum())} of {is_empty.size} configurations of the parents of "
        f"{name!r}): those rows of its table are uniform; set prior=1 to smooth them",
        DataWarning,
        stacklevel=5,
    )

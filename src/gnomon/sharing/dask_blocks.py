"""Dask arrays and data frames as blocks of rows, for out-of-core fits.

As many blocks are read at a time as there are threads. With a client of `distributed`, values are computed
and added on the workers, and only their total is transferred.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from math import isnan
from operator import add
from typing import Any

import numpy as np

from gnomon import threads
from gnomon.errors import DataError
from gnomon.sharing.blocks import Block, Part, is_lazy, total_here, tree_sum


class DaskBlocks:
    """Rows of a Dask array or data frame, with targets and sample weights.

    X: chunked by rows; chunks of columns are merged. y, weight: Dask collections with the chunks of X, or
    arrays in memory if the chunk sizes of X are known.

    >>> import dask.array as da
    >>> blocks = DaskBlocks(da.ones((10, 3), chunks=(4, 3)))
    >>> blocks.total(lambda block: block.X.sum()).value
    np.float64(30.0)
    """

    can_repeat = True

    def __init__(self, X: Any, y: Any = None, weight: Any = None) -> None:
        self._X = whole_rows(X)
        self._parts = (self._X, _aligned(self._X, y, "y"), _aligned(self._X, weight, "sample_weight"))

    @property
    def are_remote(self) -> bool:
        """Whether there is a distributed client."""
        return _has_client()

    @property
    def size(self) -> str:
        """Rows, columns and memory; empty if chunk sizes are unknown."""
        if block_lengths(self._X) is None:
            return ""
        n, d = self._X.shape
        return f" ({n:,} rows and {d:,} columns: {8 * n * d / 2**30:.2g} GiB)"

    def total(self, value_of: Callable[..., Any], extra: Mapping[int, Any] | None = None) -> Part:
        """The sum over blocks: on the workers if there is a client, else sequentially in this process."""
        if self.are_remote:
            return self._total_on_workers(value_of, extra)
        return total_here(self._read(), value_of, extra)

    @cached_property
    def _optimized(self) -> tuple[Any, ...]:
        """The collections, with graphs optimized once for all blocks.

        Arrays are optimized jointly, so that shared data are read once; data frames separately, so that each
        reads only its columns (jointly, Dask 2026.8 confuses them).
        """
        from dask.base import optimize

        optimize_jointly: Any = optimize
        arrays = iter(optimize_jointly(*(part for part in self._parts if hasattr(part, "chunks"))))
        return tuple(
            next(arrays) if hasattr(part, "chunks") else part.optimize() if is_lazy(part) else part
            for part in self._parts
        )

    def _read(self) -> Iterator[Block]:
        from dask.base import get_scheduler

        scheduler: Any = get_scheduler
        get, graph = scheduler(collections=[self._X]), _graph(self._optimized)
        blocks = list(enumerate(zip(*map(self._pieces, self._optimized))))
        for begin in range(0, len(blocks), threads.count()):
            yield from _computed(get, graph, blocks[begin : begin + threads.count()])

    def _pieces(self, part: Any) -> list[Any]:
        """The part of each block; Dask's are not computed yet."""
        if part is None:
            return [None] * n_blocks(self._X)
        return list(np.ravel(part.to_delayed(optimize_graph=False))) if is_lazy(part) else part

    def _total_on_workers(self, value_of: Callable[..., Any], extra: Mapping[int, Any] | None) -> Part:
        from dask.delayed import delayed

        function = delayed(value_of, traverse=False)
        pieces = zip(*map(self._pieces, self._optimized))
        partial_sums = [
            delayed(_part_on_worker)(
                function, number, *piece, *(() if extra is None else (extra.get(number),))
            )
            for number, piece in enumerate(pieces)
        ]
        part: Part = tree_sum(partial_sums, delayed(add)).compute()
        return part.checked()


def whole_rows(X: Any) -> Any:
    """X with all columns of a row in one chunk."""
    if not hasattr(X, "chunks"):
        if getattr(X, "ndim", 0) != 2:
            raise DataError(f"X is a Dask {type(X).__name__}; pass a data frame or a 2D array")
        return X
    if X.ndim != 2:
        raise DataError(f"Expected 2D array, got {X.ndim}D array instead; pass samples x features")
    return X if X.numblocks[1] == 1 else X.rechunk({1: -1})


def n_blocks(X: Any) -> int:
    """The number of blocks of rows."""
    return int(X.numblocks[0] if hasattr(X, "numblocks") else X.npartitions)


def block_lengths(X: Any) -> tuple[int, ...] | None:
    """The number of rows of each block; None if unknown before it is read."""
    if not hasattr(X, "chunks") or any(isnan(length) for length in X.chunks[0]):
        return None
    return tuple(X.chunks[0])


def _aligned(X: Any, values: Any, name: str) -> Any:
    """Targets or sample weights, with the chunks of X."""
    if values is None:
        return None
    lengths = block_lengths(X)
    if not is_lazy(values):
        return _split(np.asarray(values), lengths, name)
    known = block_lengths(values)
    if lengths is not None and known is not None:
        _refuse_other_length(sum(lengths), sum(known), name)
        values = values.rechunk({0: lengths, **({1: -1} if values.ndim == 2 else {})})
    if n_blocks(values) != n_blocks(X):
        raise DataError(
            f"{name} has {n_blocks(values)} blocks of rows and X has {n_blocks(X)}; align them "
            "(rechunk an array, repartition a data frame)"
        )
    return values


def _split(values: Any, lengths: tuple[int, ...] | None, name: str) -> list[Any]:
    if lengths is None:
        raise DataError(
            f"{name} is in memory, but the chunk sizes of X are unknown; pass {name} as a "
            "column of the same Dask data frame, or call X.compute_chunk_sizes() first"
        )
    _refuse_other_length(sum(lengths), len(values), name)
    return np.split(values, np.cumsum(lengths)[:-1])


def _refuse_other_length(n_rows: int, n_values: int, name: str) -> None:
    if n_rows != n_values:
        raise DataError(
            f"Found input variables with inconsistent numbers of samples: X has {n_rows} rows and {name} "
            f"{n_values}"
        )


def _graph(parts: tuple[Any, ...]) -> dict[Any, Any]:
    """The merged task graph of all parts."""
    return {key: task for part in parts if is_lazy(part) for key, task in dict(part.__dask_graph__()).items()}


def _computed(
    get: Any, graph: dict[Any, Any], blocks: Sequence[tuple[int, tuple[Any, ...]]]
) -> Iterator[Block]:
    """Blocks computed in parallel, and released one by one."""
    from dask import optimization

    keys = [piece.key for _, pieces in blocks for piece in pieces if is_lazy(piece)]
    # Avoid optimizing the graph of all blocks again for each of them.
    cull: Any = optimization.cull
    values = deque(get(cull(graph, keys)[0], keys))
    for number, pieces in blocks:
        yield Block(number, *(values.popleft() if is_lazy(piece) else piece for piece in pieces))


def _has_client() -> bool:
    distributed = sys.modules.get("distributed")
    if distributed is None:
        return False
    try:
        distributed.default_client()
    except ValueError:
        return False
    return True


def _part_on_worker(
    value_of: Callable[..., Any], number: int, X: Any, y: Any, weight: Any, *extra: Any
) -> Part:
    """Each thread of a worker processes a block, so kernels use one thread."""
    with threads.limited(1, blas=False):
        return Part.of(value_of, Block(number, X, y, weight), *extra)

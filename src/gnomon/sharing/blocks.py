"""Out-of-core data: rows in blocks, with one block in memory at a time.

Blocks are any iterable of `X`, `(X, y)` or `(X, y, weight)`; those of Dask are in `dask_blocks.py`. They have
one operation, a total (map-reduce): a value is computed for each block, and the values are summed along a
tree that depends on the number of blocks alone, so totals are bitwise equal for any number of workers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from gnomon import threads
from gnomon.errors import DataError, GnomonError, ParameterError

_Item = TypeVar("_Item")


@dataclass(frozen=True)
class Block:
    """A block of consecutive rows: features, targets, sample weights, and the block's index."""

    number: int
    X: Any
    y: Any = None
    weight: Any = None

    @property
    def n_rows(self) -> int:
        """The number of rows."""
        return int(self.X.shape[0]) if hasattr(self.X, "shape") else len(self.X)


class Blocks(Protocol):
    """Rows that can be iterated over block by block."""

    @property
    def can_repeat(self) -> bool:
        """Whether the rows can be iterated over more than once."""

    @property
    def are_remote(self) -> bool:
        """Whether values are computed on remote workers, so that transferred data should be small."""

    @property
    def size(self) -> str:
        """A description of the memory that all rows would take; empty if unknown."""

    def total(self, value_of: Callable[..., Any], extra: Mapping[int, Any] | None = None) -> Part:
        """The sum over all blocks of `value_of(block)`, or of `value_of(block, extra.get(number))`."""


@dataclass(frozen=True)
class Part:
    """The partial result of some blocks: number of rows, and total or error.

    The total is None for blocks without a value.

    >>> (Part(3, 1.0) + Part(2, None) + Part(1, 2.5)).value
    3.5
    >>> (Part(3, 1.0) + Part(2, error=DataError("row {row} is empty", row=1))).error
    DataError('row 4 is empty')
    """

    n_rows: int
    value: Any = None
    error: ValueError | None = None

    @classmethod
    def of(cls, value_of: Callable[..., Any], block: Block, *extra: Any) -> Part:
        """The value of a block; None for empty blocks."""
        if block.n_rows == 0:
            return cls(0)
        try:
            return cls(block.n_rows, value_of(block, *extra))
        except ValueError as error:
            return cls(block.n_rows, error=error)

    def __add__(self, other: Part) -> Part:
        n_rows = self.n_rows + other.n_rows
        if self.error is not None or other.error is not None:
            return Part(n_rows, error=self.error or with_row_offset(other.error, self.n_rows))
        if self.value is None or other.value is None:
            return Part(n_rows, other.value if self.value is None else self.value)
        total = self.value + other.value
        return Part(n_rows, total.condensed() if hasattr(total, "condensed") else total)

    def checked(self) -> Part:
        """Return self, or raise the error."""
        if self.error is not None:
            raise self.error
        return self


class IterableBlocks:
    """Blocks from an iterable, or from a function that returns a new iterator.

    >>> IterableBlocks([[[1.0], [2.0]], [[4.0]]]).total(lambda block: sum(x for (x,) in block.X))
    Part(n_rows=3, value=7.0, error=None)
    """

    size = ""
    are_remote = False

    def __init__(self, source: Any) -> None:
        if is_lazy(source) or not (callable(source) or isinstance(source, Iterable)):
            raise ParameterError(
                f"blocks is a {type(source).__name__}; pass an iterable of blocks (X, y), or a function that "
                "returns one; pass Dask arrays and data frames to fit(X, y)"
            )
        self._source = source

    @property
    def can_repeat(self) -> bool:
        """Whether the source can be iterated over more than once."""
        return not isinstance(self._source, Iterator)

    def total(self, value_of: Callable[..., Any], extra: Mapping[int, Any] | None = None) -> Part:
        """The sum over blocks, read sequentially."""
        source = self._source() if callable(self._source) else self._source
        # A map holds no reference to a block while the next is read, unlike a loop.
        return total_here(map(_as_block, _counted(), source), value_of, extra)


def total_here(
    blocks: Iterator[Block], value_of: Callable[..., Any], extra: Mapping[int, Any] | None = None
) -> Part:
    """The sum over blocks in this process; each is released before the next is read.

    >>> total_here(iter([Block(0, [[1.0]]), Block(1, [[2.0]])]), lambda block: block.X[0][0]).value
    3.0
    """
    return tree_sum(_parts(blocks, value_of, extra), _added).checked()


def tree_sum(items: Iterable[_Item], add: Callable[[_Item, _Item], _Item]) -> _Item:
    """Pairwise (tree) summation, with a logarithmic number of pending sums.

    >>> tree_sum("abcdefg", lambda one, other: f"({one}{other})")
    '(((ab)(cd))((ef)g))'
    """
    pending: list[tuple[int, _Item]] = []
    for item in items:
        height = 0
        while pending and pending[-1][0] == height:
            item = add(pending.pop()[1], item)
            height += 1
        pending.append((height, item))
    if not pending:
        raise DataError("there are no blocks of rows; pass at least one")
    total = pending.pop()[1]
    while pending:
        total = add(pending.pop()[1], total)
    return total


def with_row_offset(error: Any, n_rows: int) -> Any:
    """The same error; one about a row of a block names the row among all rows.

    >>> with_row_offset(DataError("column 2, row {row} is NaN", row=7), 100)
    DataError('column 2, row 107 is NaN')
    """
    if not isinstance(error, GnomonError):
        return error
    return error.with_row_offset(n_rows).with_traceback(error.__traceback__)


def is_lazy(X: Any) -> bool:
    """Whether X is a Dask collection, without importing Dask.

    >>> is_lazy([[1.0]])
    False
    """
    return not isinstance(X, type) and callable(getattr(X, "__dask_graph__", None))


def _parts(
    blocks: Iterator[Block], value_of: Callable[..., Any], extra: Mapping[int, Any] | None
) -> Iterator[Part]:
    n_rows = 0
    for block in blocks:
        # Rounding in BLAS depends on the number of threads.
        with threads.single_blas():
            part = Part.of(value_of, block, *(() if extra is None else (extra.get(block.number),)))
        del block
        if part.error is not None:
            raise with_row_offset(part.error, n_rows)
        n_rows += part.n_rows
        yield part


def _added(one: Part, other: Part) -> Part:
    with threads.single_blas():
        return one + other


def _counted() -> Iterator[int]:
    number = 0
    while True:
        yield number
        number += 1


def _as_block(number: int, block: Any) -> Block:
    if not isinstance(block, tuple):
        return Block(number, block)
    if not 1 <= len(block) <= 3:
        raise DataError(f"block {number} has {len(block)} elements; pass X, (X, y) or (X, y, weight)")
    return Block(number, *block)

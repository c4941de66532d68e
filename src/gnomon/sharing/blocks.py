"""Rows that come in blocks, of which one at a time need be in memory.

Blocks are any iterable of `X`, `(X, y)` or `(X, y, weight)`; `dask_blocks.py` has those of Dask. A learner
asks them for one thing, a total: a value is made of each block, and the values are added along a tree that
depends on the number of blocks alone. So totals have the same digits here and on any number of workers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from gnomon import threads
from gnomon.errors import DataError, ParameterError

_Item = TypeVar("_Item")


@dataclass(frozen=True)
class Block:
    """Some rows that follow each other, as they came: features, targets, weights, and the block's number."""

    number: int
    X: Any
    y: Any = None
    weight: Any = None

    @property
    def n_rows(self) -> int:
        """How many rows there are."""
        return int(self.X.shape[0]) if hasattr(self.X, "shape") else len(self.X)


class Blocks(Protocol):
    """Rows that can be gone through block by block."""

    @property
    def can_repeat(self) -> bool:
        """Whether the rows can be gone through more than once."""

    @property
    def are_remote(self) -> bool:
        """Whether values are made elsewhere, so that what goes there and comes back should be small."""

    @property
    def size(self) -> str:
        """How much memory the rows would take together, in words; empty if that is not known."""

    def total(self, value_of: Callable[..., Any], beside: Mapping[int, Any] | None = None) -> Part:
        """The sum of `value_of(block)`, or of `value_of(block, beside.get(number))`, over all blocks."""


@dataclass(frozen=True)
class Part:
    """What became of some blocks: their number of rows, and their total, or what is wrong with them.

    A total of None is that of blocks which have nothing to say.

    >>> (Part(3, 1.0) + Part(2, None) + Part(1, 2.5)).value
    3.5
    >>> (Part(3, 1.0) + Part(2, error=ValueError("row 1 is empty"))).error
    ValueError('row 4 is empty')
    """

    n_rows: int
    value: Any = None
    error: ValueError | None = None

    @classmethod
    def of(cls, value_of: Callable[..., Any], block: Block, *beside: Any) -> Part:
        """The value of a block; blocks without rows have none."""
        if block.n_rows == 0:
            return cls(0)
        try:
            return cls(block.n_rows, value_of(block, *beside))
        except ValueError as error:
            return cls(block.n_rows, error=error)

    def __add__(self, other: Part) -> Part:
        n_rows = self.n_rows + other.n_rows
        if self.error is not None or other.error is not None:
            return Part(n_rows, error=self.error or moved(other.error, self.n_rows))
        if self.value is None or other.value is None:
            return Part(n_rows, other.value if self.value is None else self.value)
        total = self.value + other.value
        return Part(n_rows, total.condensed() if hasattr(total, "condensed") else total)

    def checked(self) -> Part:
        """This, if nothing is wrong; else that is raised."""
        if self.error is not None:
            raise self.error
        return self


class GivenBlocks:
    """Blocks from an iterable, or from a function that starts one anew.

    >>> GivenBlocks([[[1.0], [2.0]], [[4.0]]]).total(lambda block: sum(x for (x,) in block.X))
    Part(n_rows=3, value=7.0, error=None)
    """

    size = ""
    are_remote = False

    def __init__(self, source: Any) -> None:
        if is_lazy(source) or not (callable(source) or isinstance(source, Iterable)):
            raise ParameterError(
                f"blocks is a {type(source).__name__}; give an iterable of blocks (X, y), or a function that "
                "returns one; Dask arrays and data frames go to fit(X, y)"
            )
        self._source = source

    @property
    def can_repeat(self) -> bool:
        """Whether the source is more than a stream that runs dry."""
        return not isinstance(self._source, Iterator)

    def total(self, value_of: Callable[..., Any], beside: Mapping[int, Any] | None = None) -> Part:
        """The sum over blocks, read one after the other."""
        source = self._source() if callable(self._source) else self._source
        # A map keeps no block while the next is read, as a loop would.
        return total_here(map(_as_block, _counted(), source), value_of, beside)


def total_here(
    blocks: Iterator[Block], value_of: Callable[..., Any], beside: Mapping[int, Any] | None = None
) -> Part:
    """The sum over blocks in this process; each is let go before the next is read.

    >>> total_here(iter([Block(0, [[1.0]]), Block(1, [[2.0]])]), lambda block: block.X[0][0]).value
    3.0
    """
    return tree_sum(_parts(blocks, value_of, beside), _added).checked()


def tree_sum(items: Iterable[_Item], add: Callable[[_Item, _Item], _Item]) -> _Item:
    """Neighbors added in pairs, then pairs of pairs, and so on; few sums wait at a time.

    >>> tree_sum("abcdefg", lambda one, other: f"({one}{other})")
    '(((ab)(cd))((ef)g))'
    """
    waiting: list[tuple[int, _Item]] = []
    for item in items:
        height = 0
        while waiting and waiting[-1][0] == height:
            item = add(waiting.pop()[1], item)
            height += 1
        waiting.append((height, item))
    if not waiting:
        raise DataError("there are no blocks of rows; give at least one")
    total = waiting.pop()[1]
    while waiting:
        total = add(waiting.pop()[1], total)
    return total


def moved(error: Any, n_rows: int) -> Any:
    """The same error, with each row that it names counted from so many rows before.

    >>> moved(DataError("column 2, row 7 is NaN"), 100)
    DataError('column 2, row 107 is NaN')
    """
    if len(error.args) != 1 or not isinstance(error.args[0], str):
        return error
    text = re.sub(r"\brow (\d+)", lambda found: f"row {int(found[1]) + n_rows}", error.args[0])
    return type(error)(text).with_traceback(error.__traceback__)


def is_lazy(X: Any) -> bool:
    """Whether rows are Dask's; answered without looking for Dask.

    >>> is_lazy([[1.0]])
    False
    """
    return not isinstance(X, type) and callable(getattr(X, "__dask_graph__", None))


def _parts(
    blocks: Iterator[Block], value_of: Callable[..., Any], beside: Mapping[int, Any] | None
) -> Iterator[Part]:
    n_rows = 0
    for block in blocks:
        # BLAS rounds differently with another number of threads.
        with threads.single_blas():
            part = Part.of(value_of, block, *(() if beside is None else (beside.get(block.number),)))
        del block
        if part.error is not None:
            raise moved(part.error, n_rows)
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


def _as_block(number: int, given: Any) -> Block:
    if not isinstance(given, tuple):
        return Block(number, given)
    if not 1 <= len(given) <= 3:
        raise DataError(f"block {number} has {len(given)} parts; give X, (X, y) or (X, y, weight)")
    return Block(number, *given)

"""BLAS and OpenMP held to one thread, as their sums depend on how many there are."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from threadpoolctl import ThreadpoolController


@contextmanager
def one_thread() -> Iterator[None]:
    """Hold them inside; within another hold this costs next to nothing, so many calls may be inside one.

    >>> from threadpoolctl import threadpool_info
    >>> with one_thread():
    ...     max((pool["num_threads"] for pool in threadpool_info()), default=1)
    1
    """
    _hold.begin()
    try:
        yield
    finally:
        _hold.end()


class _Hold:
    """The libraries with threads of their own, and how many each had before."""

    def __init__(self) -> None:
        self._depth, self._n_modules = 0, 0
        self._before: dict[str, tuple[Any, int]] = {}

    def begin(self) -> None:
        self._depth += 1
        # There may be more libraries when more modules are loaded.
        if len(sys.modules) == self._n_modules:
            return
        for pool in ThreadpoolController().lib_controllers:
            if pool.filepath not in self._before:
                self._before[pool.filepath] = (pool, pool.get_num_threads())
                pool.set_num_threads(1)
        self._n_modules = len(sys.modules)

    def end(self) -> None:
        self._depth -= 1
        if self._depth:
            return
        for pool, before in self._before.values():
            pool.set_num_threads(before)
        self._before.clear()
        self._n_modules = 0


_hold = _Hold()

"""BLAS and OpenMP limited to one thread, as their sums depend on the number of threads."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from threadpoolctl import ThreadpoolController


@contextmanager
def one_thread() -> Iterator[None]:
    """Context manager that limits BLAS and OpenMP to one thread; nesting it is cheap.

    >>> from threadpoolctl import threadpool_info
    >>> with one_thread():
    ...     max((pool["num_threads"] for pool in threadpool_info()), default=1)
    1
    """
    _limit.begin()
    try:
        yield
    finally:
        _limit.end()


class _Limit:
    """The libraries with thread pools, and their previous numbers of threads."""

    def __init__(self) -> None:
        self._depth, self._n_modules = 0, 0
        self._before: dict[str, tuple[Any, int]] = {}

    def begin(self) -> None:
        self._depth += 1
        # Newly loaded modules may bring more libraries.
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


_limit = _Limit()

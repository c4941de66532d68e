"""Thread pools of BLAS and OpenMP, limited by any number of threads of this process at once.

The number of threads of a BLAS belongs to the whole process: while anyone needs a limit the lowest holds, and
the last one out restores what was before. That of OpenMP belongs to the calling thread.
"""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from threadpoolctl import ThreadpoolController


@contextmanager
def pools_limited(threads: int, *, openmp: bool = True, new_libraries: bool = False) -> Iterator[None]:
    """Context manager that limits BLAS, and OpenMP if `openmp`, to this many threads.

    new_libraries: look for libraries loaded since the last time, which takes milliseconds after an import.

    >>> from threadpoolctl import threadpool_info
    >>> with pools_limited(1):
    ...     max((pool["num_threads"] for pool in threadpool_info()), default=1)
    1
    """
    _pools.begin(threads, new_libraries)
    own = [(pool, pool.get_num_threads()) for pool in _pools.openmp] if openmp else []
    try:
        for pool, before in own:
            _set(pool, min(threads, before))
        yield
    finally:
        for pool, before in own:
            _set(pool, before)
        _pools.end(threads)


class _Pools:
    """The libraries with thread pools, the limits in force, and the previous numbers of threads."""

    def __init__(self) -> None:
        self.blas: dict[str, Any] = {}
        self.openmp: list[Any] = []
        self._lock = threading.Lock()
        self._limits: list[int] = []
        self._before: dict[str, int] = {}
        self._n_modules = 0

    def begin(self, threads: int, new_libraries: bool) -> None:
        with self._lock:
            if not self._n_modules or (new_libraries and len(sys.modules) != self._n_modules):
                self._find()
            self._limits.append(threads)
            self._apply()

    def end(self, threads: int) -> None:
        with self._lock:
            self._limits.remove(threads)
            self._apply()

    def _find(self) -> None:
        import scipy.linalg  # noqa: F401  its BLAS is among them

        pools = ThreadpoolController().lib_controllers
        self.openmp = [pool for pool in pools if pool.user_api == "openmp"]
        for pool in pools:
            if pool.user_api != "openmp":
                self.blas.setdefault(pool.filepath, pool)
        self._n_modules = len(sys.modules)

    def _apply(self) -> None:
        if not self._limits:
            for path, before in self._before.items():
                _set(self.blas[path], before)
            self._before.clear()
            return
        lowest = min(self._limits)
        for path, pool in self.blas.items():
            before = self._before.setdefault(path, pool.get_num_threads())
            _set(pool, min(lowest, before))


def _set(pool: Any, threads: int) -> None:
    # To set the number takes longer than a small solve; inside workers it is set already.
    if pool.get_num_threads() != threads:
        pool.set_num_threads(threads)


_pools = _Pools()

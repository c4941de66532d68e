"""How many threads a kernel may use: all cores, unless someone up the call stack asked for fewer.

Kernels give the same numbers for any count, so this is only about sharing the machine: a run with two
workers on two cores gives each worker one thread.
"""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from functools import cache

import joblib
from threadpoolctl import ThreadpoolController

# A pass over so many takes about as long as a thread takes to start.
FEW_VALUES = 20_000

_limit: ContextVar[int | None] = ContextVar("gnomon_threads", default=None)


def count(n_jobs: int | None = None) -> int:
    """Threads to use now; `n_jobs` as scikit-learn reads it, where None means as many as allowed.

    >>> with limited(1):
    ...     count()
    1
    """
    allowed = _limit.get() or cores()
    if n_jobs is None:
        return allowed
    return max(1, min(n_jobs, allowed)) if n_jobs > 0 else max(1, allowed + 1 + n_jobs)


def count_for(n_values: int) -> int:
    """Threads for a kernel that passes over so many values: one where starting another takes longer.

    >>> count_for(100)
    1
    """
    return count() if n_values > FEW_VALUES else 1


@cache
def cores() -> int:
    """Cores this process may run on, by its affinity and its container's quota."""
    return int(joblib.cpu_count())


@contextmanager
def limited(threads: int, *, blas: bool = True) -> Iterator[None]:
    """Hold kernels, and BLAS too unless told otherwise, to this many threads inside the block."""
    token = _limit.set(threads)
    try:
        with _pools().limit(limits=threads) if blas else nullcontext():
            yield
    finally:
        _limit.reset(token)


@contextmanager
def single_blas() -> Iterator[None]:
    """Hold BLAS alone to one thread: for kernels that call it from threads of their own, and small systems.

    >>> with single_blas():
    ...     count() == cores()
    True
    """
    # Setting a limit takes longer than a small solve; inside workers it is set already.
    if all(pool.num_threads == 1 for pool in _pools().lib_controllers if pool.user_api == "blas"):
        yield
        return
    with _pools().limit(limits=1, user_api="blas"):
        yield


@cache
def _pools() -> ThreadpoolController:
    """The libraries with threads of their own; looking for them takes longer than a small fit, so once."""
    import scipy.linalg  # noqa: F401  its BLAS is among them

    return ThreadpoolController()

"""Number of threads of the kernels: all cores, unless limited by a caller.

Results do not depend on the number of threads: a run with two workers on two cores gives each worker one
thread.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from functools import cache

import joblib

from gnomon.thread_pools import pools_limited

# A pass over this many values takes about as long as starting a thread.
FEW_VALUES = 20_000

_limit: ContextVar[int | None] = ContextVar("gnomon_threads", default=None)


def count(n_jobs: int | None = None) -> int:
    """The number of threads to use; n_jobs: as in scikit-learn, with None for as many as allowed.

    >>> with limited(1):
    ...     count()
    1
    """
    allowed = _limit.get() or cores()
    if n_jobs is None:
        return allowed
    return max(1, min(n_jobs, allowed)) if n_jobs > 0 else max(1, allowed + 1 + n_jobs)


def count_for(n_values: int) -> int:
    """The number of threads for a pass over n_values values: one if they are few.

    >>> count_for(100)
    1
    """
    return count() if n_values > FEW_VALUES else 1


@cache
def cores() -> int:
    """The number of cores available to this process, by CPU affinity and container quota."""
    return int(joblib.cpu_count())


@contextmanager
def limited(threads: int, *, blas: bool = True) -> Iterator[None]:
    """Context manager that limits kernels, and BLAS too if blas is True, to this many threads."""
    token = _limit.set(threads)
    try:
        with pools_limited(threads) if blas else nullcontext():
            yield
    finally:
        _limit.reset(token)


def single_blas() -> AbstractContextManager[None]:
    """Context manager that limits BLAS to one thread, for multithreaded kernels and small systems.

    >>> with single_blas():
    ...     count() == cores()
    True
    """
    return pools_limited(1, openmp=False)

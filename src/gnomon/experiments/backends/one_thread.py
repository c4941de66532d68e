"""BLAS and OpenMP limited to one thread, as their sums depend on the number of threads."""

from contextlib import AbstractContextManager

from gnomon.thread_pools import pools_limited


def one_thread() -> AbstractContextManager[None]:
    """Context manager that limits BLAS and OpenMP to one thread; nesting it is cheap.

    >>> from threadpoolctl import threadpool_info
    >>> with one_thread():
    ...     max((pool["num_threads"] for pool in threadpool_info()), default=1)
    1
    """
    return pools_limited(1, new_libraries=True)

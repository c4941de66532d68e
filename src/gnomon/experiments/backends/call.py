"""One call with its limits: threads of native kernels, BLAS and OpenMP, and memory."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gnomon import threads
from gnomon.errors import ParameterError
from gnomon.experiments.backends.one_thread import one_thread
from gnomon.experiments.workers import CallLost

_STATUS = Path("/proc/self/statm")


@dataclass(frozen=True)
class Call:
    """A function call with resource limits.

    threads: of native kernels, which give the same numbers for any number of threads; BLAS and OpenMP, whose
    sums do not, are limited to one. memory: maximum bytes beyond those of the process at the start.

    >>> Call(abs, (-3,), threads=1).result()
    3
    """

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    threads: int
    memory: int | None = None

    def result(self) -> Any:
        """Call the function and return its result."""
        with one_thread(), threads.limited(self.threads, blas=False), _memory_limited(self.memory):
            return self.function(*self.arguments)


def check_limits(seconds: float | None, memory: int | None) -> None:
    """Raise ParameterError for invalid limits, or limits that this system does not support.

    >>> check_limits(0, None)
    Traceback (most recent call last):
        ...
    gnomon.errors.ParameterError: unit_seconds is 0; it must be a positive number, or None for no limit
    """
    for name, limit in (("unit_seconds", seconds), ("unit_memory", memory)):
        is_number = isinstance(limit, int | float) and not isinstance(limit, bool)
        if limit is not None and not (is_number and limit > 0):
            raise ParameterError(f"{name} is {limit!r}; it must be a positive number, or None for no limit")
    if memory is not None and not _STATUS.exists():
        raise ParameterError(f"unit_memory={memory}: memory limits are supported on Linux only; omit it")


@contextmanager
def _memory_limited(memory: int | None) -> Iterator[None]:
    if memory is None:
        yield
        return
    import resource

    before = resource.getrlimit(resource.RLIMIT_DATA)
    wanted = _private_bytes() + int(memory)
    limit = wanted if before[1] == resource.RLIM_INFINITY else min(wanted, before[1])
    resource.setrlimit(resource.RLIMIT_DATA, (limit, before[1]))
    try:
        yield
    except Exception as error:
        if not _is_for_memory(error):
            raise
        raise CallLost(f"it needed more than unit_memory={memory} bytes") from error
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, before)


def _private_bytes() -> int:
    """Bytes that count against RLIMIT_DATA: private memory, without memory-mapped files."""
    return int(_STATUS.read_text().split()[5]) * os.sysconf("SC_PAGE_SIZE")


def _is_for_memory(error: BaseException | None) -> bool:
    while error is not None:
        if isinstance(error, MemoryError):
            return True
        error = error.__cause__ or error.__context__
    return False

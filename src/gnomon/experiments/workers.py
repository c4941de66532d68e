"""Execution of units: in this process, in several processes, or on a Dask cluster.

All backends implement one protocol, that of `concurrent.futures` plus `share`, which sends a large value to
all workers once. Results do not depend on the backend: a unit's seeds are derived from its key, native
kernels give the same numbers for any number of threads, and BLAS and OpenMP, whose sums do not, are limited
to one thread.
"""

from collections.abc import Callable, Iterable, Iterator
from types import TracebackType
from typing import Any, Protocol, Self

from gnomon import native, threads
from gnomon.errors import GnomonError, ParameterError
from gnomon.experiments.processor import lowest


class CallLost(GnomonError):
    """A call exceeded its time or memory limit, or crashed its worker process."""


class Promise(Protocol):
    """The future result of a call."""

    def result(self) -> Any:
        """Wait for the result; an error of the call is raised here."""


class Shared(Protocol):
    """A value shared with all workers."""

    def get(self) -> Any:
        """The value."""


class Workers(Protocol):
    """A pool of workers that executes functions."""

    @property
    def count(self) -> int:
        """The number of functions executed in parallel."""

    def share(self, value: Any) -> Shared:
        """Send a large value to all workers once."""

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Promise:
        """Schedule a function call."""

    def as_completed(self, promises: Iterable[Promise]) -> Iterator[Promise]:
        """The promises in order of completion; they are requested as workers become available."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


def open_workers(
    workers: Any = 1,
    *,
    unit_seconds: float | None = None,
    unit_memory: int | None = None,
    max_level: str | None = None,
) -> Workers:
    """A pool of processes by their number, or a Dask cluster by its address or client.

    workers: 1 for this process, more for that many processes, -1 for one per core; "dask" for a local
    cluster, "tcp://..." for a running one, or a `distributed.Client`. unit_seconds, unit_memory: maximum time
    and bytes per call; limits require a separate process, so that 1 then means one child process. max_level:
    all workers compute at one vector level (see `gnomon.experiments.processor`), the lowest among them and
    this one; that requires separate processes, too.

    >>> with open_workers(1) as workers:
    ...     [promise.result() for promise in workers.as_completed([workers.submit(abs, -3)])]
    [3]
    """
    from gnomon.experiments.backends.call import check_limits

    check_limits(unit_seconds, unit_memory)
    if isinstance(workers, str) or type(workers).__module__.partition(".")[0] == "distributed":
        from gnomon.experiments.backends.dask_cluster import DaskCluster

        return DaskCluster(workers, seconds=unit_seconds, memory=unit_memory, max_level=max_level)
    is_limited = unit_seconds is not None or unit_memory is not None or max_level is not None
    if not isinstance(workers, int) or isinstance(workers, bool):
        return _custom(workers, is_limited)
    if workers == -1:
        workers = threads.cores()
    if workers < 1:
        raise ParameterError(f"workers is {workers}; it must be 1 or more, or -1 for one per core")
    if workers > 1 or is_limited:
        from gnomon.experiments.backends.processes import Processes

        level = None if max_level is None else lowest([max_level, native.level])
        return Processes(workers, seconds=unit_seconds, memory=unit_memory, level=level)
    from gnomon.experiments.backends.this_process import ThisProcess

    return ThisProcess()


def _custom(workers: Any, is_limited: bool) -> Workers:
    if not all(hasattr(workers, name) for name in ("share", "submit", "as_completed")):
        raise ParameterError(
            f"workers is {workers!r}; pass their number, 'dask', the address of a Dask cluster, or its client"
        )
    if is_limited:
        raise ParameterError(
            f"workers is {workers!r}, which does not support unit_seconds, unit_memory or deterministic; "
            "omit these, or pass a number of workers"
        )
    pool: Workers = workers
    return pool

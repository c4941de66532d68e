"""Where units are worked: in this process, in several, or on a Dask cluster.

All answer to one small protocol, that of `concurrent.futures` plus `share`, which hands a large value to
all workers once. Results do not depend on the choice: a unit's seeds come from its key, kernels give the same
numbers for any count of threads, and BLAS and OpenMP, whose sums do depend on it, are held to one thread.
"""

from collections.abc import Callable, Iterable, Iterator
from types import TracebackType
from typing import Any, Protocol, Self

from gnomon import threads
from gnomon.errors import GnomonError, ParameterError


class CallLost(GnomonError):
    """A call took too long or too much memory, or it ended the process that worked it."""


class Promise(Protocol):
    """A result that is on its way."""

    def result(self) -> Any:
        """The result, waited for; an error inside is raised here."""


class Shared(Protocol):
    """A value that every worker can get at."""

    def get(self) -> Any:
        """The value."""


class Workers(Protocol):
    """Something that works functions off."""

    @property
    def count(self) -> int:
        """How many functions are worked at once."""

    def share(self, value: Any) -> Shared:
        """Hand a large value to all workers, once."""

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Promise:
        """Have a function called."""

    def as_completed(self, promises: Iterable[Promise]) -> Iterator[Promise]:
        """The promises in the order in which they are kept; they are drawn as workers come free."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


def open_workers(
    workers: Any = 1, *, unit_seconds: float | None = None, unit_memory: int | None = None
) -> Workers:
    """Workers by their number, a Dask cluster by its name, address or client.

    workers: 1 for this process, more for that many processes, -1 for one a core; "dask" for a cluster started
    here, "tcp://..." for one that runs, or a `distributed.Client`. unit_seconds, unit_memory: the most time
    and bytes that a call may take; a call can be held to them only in a process of its own, so that 1 then
    stands for one other process.

    >>> with open_workers(1) as workers:
    ...     [promise.result() for promise in workers.as_completed([workers.submit(abs, -3)])]
    [3]
    """
    from gnomon.experiments.backends.call import check_limits

    check_limits(unit_seconds, unit_memory)
    if isinstance(workers, str) or type(workers).__module__.partition(".")[0] == "distributed":
        from gnomon.experiments.backends.dask_cluster import DaskCluster

        return DaskCluster(workers, seconds=unit_seconds, memory=unit_memory)
    is_limited = unit_seconds is not None or unit_memory is not None
    if not isinstance(workers, int) or isinstance(workers, bool):
        return _as_given(workers, is_limited)
    if workers == -1:
        workers = threads.cores()
    if workers < 1:
        raise ParameterError(f"workers is {workers}; give 1 or more, or -1 for one a core")
    if workers > 1 or is_limited:
        from gnomon.experiments.backends.processes import Processes

        return Processes(workers, seconds=unit_seconds, memory=unit_memory)
    from gnomon.experiments.backends.this_process import ThisProcess

    return ThisProcess()


def _as_given(workers: Any, is_limited: bool) -> Workers:
    if not all(hasattr(workers, name) for name in ("share", "submit", "as_completed")):
        raise ParameterError(
            f"workers is {workers!r}; give their number, 'dask', the address of a Dask cluster, or its client"
        )
    if is_limited:
        raise ParameterError(
            f"workers is {workers!r}, which cannot hold a unit to unit_seconds or unit_memory; "
            "leave these out, or give a number of workers"
        )
    given: Workers = workers
    return given

"""Execution in several processes of this machine."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from types import TracebackType
from typing import Any, Self, cast

import joblib

from gnomon import threads
from gnomon.experiments.backends.call import Call
from gnomon.experiments.backends.children import Children, disk_full
from gnomon.experiments.backends.folder import InFolder
from gnomon.experiments.backends.serve import unpacked, written
from gnomon.experiments.processor import environment_of
from gnomon.experiments.workers import Promise, Shared

# Calls queued per process: one running, and one waiting.
_AHEAD = 2


class Processes:
    """A pool of processes, which share the machine's cores evenly.

    Each process is monitored by a thread of this one. seconds, memory: limits per call. level: vector level
    of the processes; default: that of this one.

    >>> with Processes(1) as workers:
    ...     workers.submit(abs, -3).result()
    3
    """

    def __init__(
        self,
        count: int,
        *,
        seconds: float | None = None,
        memory: int | None = None,
        level: str | None = None,
    ) -> None:
        self.count = count
        self._seconds, self._memory = seconds, memory
        self._threads = max(1, threads.cores() // count)
        self._n_shared = 0
        self._children = Children(None if level is None else environment_of(level))
        self._watchers = ThreadPoolExecutor(count, thread_name_prefix="gnomon-worker")

    def share(self, value: Any) -> Shared:
        """Write the value to a file, which the processes memory-map."""
        name = f"{self._n_shared}.joblib"
        self._n_shared += 1
        try:
            joblib.dump(value, self._children.folder / name)
        except OSError as error:
            raise disk_full(error) from error
        return InFolder(name)

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Promise:
        """Schedule a call on the next free process."""
        call = Call(function, arguments, self._threads, self._memory)
        return cast(Promise, self._watchers.submit(self._work, call))

    def as_completed(self, promises: Iterable[Promise]) -> Iterator[Promise]:
        """The promises in order of completion."""
        coming = cast(Iterator[Future[Any]], iter(promises))
        running = set(islice(coming, _AHEAD * self.count))
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            running |= set(islice(coming, len(done)))
            yield from cast(Iterable[Promise], done)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # End the child processes first, as the watcher threads wait for them.
        self._watchers.shutdown(wait=False, cancel_futures=True)
        self._children.end()
        self._watchers.shutdown(wait=True)

    def _work(self, call: Call) -> Any:
        return unpacked(self._children.ask(written(call), self._seconds))

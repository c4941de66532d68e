"""Work in several processes of this machine."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from types import TracebackType
from typing import Any, Self, cast

import joblib

from gnomon import threads
from gnomon.experiments.backends.call import Call
from gnomon.experiments.backends.children import Children
from gnomon.experiments.backends.folder import InFolder
from gnomon.experiments.backends.serve import unpacked, written
from gnomon.experiments.workers import Promise, Shared

# Calls made ready for each process: one at work, and one for the moment it is done.
_AHEAD = 2


class Processes:
    """Work in several processes, which share the machine's cores evenly.

    Each process is watched by a thread of this one. seconds, memory: the most that one call may take.

    >>> with Processes(1) as workers:
    ...     workers.submit(abs, -3).result()
    3
    """

    def __init__(self, count: int, *, seconds: float | None = None, memory: int | None = None) -> None:
        self.count = count
        self._seconds, self._memory = seconds, memory
        self._threads = max(1, threads.cores() // count)
        self._n_shared = 0
        self._children = Children()
        self._watchers = ThreadPoolExecutor(count, thread_name_prefix="gnomon-worker")

    def share(self, value: Any) -> Shared:
        """The value in a file, which the processes map into their memory."""
        name = f"{self._n_shared}.joblib"
        self._n_shared += 1
        joblib.dump(value, self._children.folder / name)
        return InFolder(name)

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Promise:
        """A call that starts when a process is free."""
        call = Call(function, arguments, self._threads, self._memory)
        return cast(Promise, self._watchers.submit(self._work, call))

    def as_completed(self, promises: Iterable[Promise]) -> Iterator[Promise]:
        """As the processes finish."""
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
        # Ending the children first lets watchers, which wait for them, come to their end.
        self._watchers.shutdown(wait=False, cancel_futures=True)
        self._children.end()
        self._watchers.shutdown(wait=True)

    def _work(self, call: Call) -> Any:
        return unpacked(self._children.ask(written(call), self._seconds))

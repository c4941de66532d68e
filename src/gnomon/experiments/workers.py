"""Where units are worked: in this process, or in several.

Both answer to one small protocol, that of `concurrent.futures` plus `share`, which hands a large value to
all workers once. Results do not depend on the choice: a unit's seeds come from its key, kernels give the same
numbers for any count of threads, and BLAS and OpenMP, whose sums do depend on it, are held to one thread.
"""

import os
import shutil
import signal
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, as_completed
from functools import lru_cache
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self, cast

import joblib
from joblib.externals import loky
from threadpoolctl import threadpool_limits

from gnomon import threads
from gnomon.errors import GnomonError, ParameterError


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

    def share(self, value: Any) -> Shared:
        """Hand a large value to all workers, once."""

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Promise:
        """Have a function called."""

    def as_completed(self, promises: Iterable[Promise]) -> Iterator[Promise]:
        """The promises in the order in which they are kept."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


def open_workers(workers: int | Workers) -> Workers:
    """This process for 1, that many processes for more; -1 for one a core.

    >>> with open_workers(1) as workers:
    ...     [promise.result() for promise in workers.as_completed([workers.submit(abs, -3)])]
    [3]
    """
    if not isinstance(workers, int):
        return workers
    if workers == -1:
        workers = threads.cores()
    if workers < 1:
        raise ParameterError(f"workers is {workers}; give 1 or more, or -1 for one a core")
    return ThisProcess() if workers == 1 else Processes(workers)


class ThisProcess:
    """Work here, each function when its result is asked for."""

    def share(self, value: Any) -> Shared:
        """The value as it is."""
        return _Here(value)

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Promise:
        """A call put off until its result is asked for."""
        return _Call(function, arguments, threads.cores())

    def as_completed(self, promises: Iterable[Promise]) -> Iterator[Promise]:
        """In the order given."""
        return iter(promises)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        return None


class Processes:
    """Work in several processes, which share the machine's cores evenly.

    Shared values lie in a temporary file; the workers map their arrays into memory, so there is one copy of
    the data however many workers there are.
    """

    def __init__(self, workers: int) -> None:
        self._threads = max(1, threads.cores() // workers)
        self._folder = Path(tempfile.mkdtemp(prefix="gnomon-"))
        self._executor = loky.ProcessPoolExecutor(
            workers, initializer=_follow_parent, initargs=(os.getpid(), self._folder)
        )

    def share(self, value: Any) -> Shared:
        """The value in a file."""
        path = self._folder / f"{len(list(self._folder.iterdir()))}.joblib"
        joblib.dump(value, path)
        return _InFile(path)

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Promise:
        """A call that starts when a worker is free."""
        promise: Promise = self._executor.submit(_Call(function, arguments, self._threads).result)
        return promise

    def as_completed(self, promises: Iterable[Promise]) -> Iterator[Promise]:
        """As the workers finish; says so if one of them died."""
        for future in as_completed(cast(Iterable[Future[Any]], promises)):
            if isinstance(future.exception(), loky.process_executor.TerminatedWorkerError):
                raise GnomonError(_DIED)
            yield future

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._executor.shutdown(wait=True, kill_workers=error is not None)
        shutil.rmtree(self._folder, ignore_errors=True)


_DIED = (
    "a worker process died, perhaps for lack of memory; finished units are kept: "
    "run the same again, with fewer workers"
)


class _Here:
    def __init__(self, value: Any) -> None:
        self._value = value

    def get(self) -> Any:
        return self._value


class _InFile:
    def __init__(self, path: Path) -> None:
        self._path = path

    def get(self) -> Any:
        return _load(self._path)


@lru_cache(maxsize=2)
def _load(path: Path) -> Any:
    return joblib.load(path, mmap_mode="r")


class _Call:
    """A function with its arguments, to be called under a limit of threads."""

    def __init__(self, function: Callable[..., Any], arguments: tuple[Any, ...], kernel_threads: int) -> None:
        self._function = function
        self._arguments = arguments
        self._threads = kernel_threads

    def result(self) -> Any:
        with threads.limited(self._threads), threadpool_limits(1):
            return self._function(*self._arguments)


def _follow_parent(parent: int, folder: Path) -> None:
    """Leave Ctrl-C, which reaches every process of a terminal, to the parent; end when the parent does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        shutil.rmtree(folder, ignore_errors=True)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()

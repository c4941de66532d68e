"""Work on a Dask cluster: one started here, or one that runs elsewhere.

Each Dask worker keeps child processes and hands calls to them, so that a call that crashes or takes too long
costs a child and not the worker. Work and values that go down with a worker are sent again.
"""

import importlib
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from io import BytesIO
from itertools import islice
from math import inf
from types import TracebackType
from typing import Any, Self
from uuid import uuid4

import joblib

from gnomon import threads
from gnomon.errors import GnomonError, ParameterError
from gnomon.experiments.backends.call import Call
from gnomon.experiments.backends.children import Children
from gnomon.experiments.backends.folder import InFolder
from gnomon.experiments.backends.serve import packed, unpacked, written
from gnomon.experiments.workers import CallLost, Promise, Shared

# Calls sent ahead for each thread of the cluster, so that it need not wait for the next.
_AHEAD = 4
_TRIES = 5
_COUNTED_EVERY = 1.0  # seconds; workers may come and go
_PATIENCE = 10.0  # seconds to wait for an answer
_WORKERLESS = 120.0  # seconds to wait for a worker when there is none
_GOODBYE = 2.0  # seconds that a cluster may take to forget a run


class DaskCluster:
    """The workers of a Dask cluster; every thread of it works one call at a time.

    where: "dask" for a cluster of this machine's cores, which ends with the run; the address of a scheduler;
    or a `distributed.Client`, which stays open. seconds, memory: the most that one call may take.

    >>> with DaskCluster("dask") as workers:
    ...     workers.submit(abs, -3).result()
    3
    """

    def __init__(self, where: Any, *, seconds: float | None = None, memory: int | None = None) -> None:
        self._seconds, self._memory = seconds, memory
        self._run = uuid4().hex
        self._running: dict[str, Any] = {}
        self._is_ours = isinstance(where, str)
        self._client = _client(where)
        try:
            self._refuse_other_versions()
        except BaseException:
            self._close()
            raise

    @property
    def count(self) -> int:
        """Threads of all workers that are there now."""
        return max(1, sum(self._client.nthreads().values()))

    def share(self, value: Any) -> Shared:
        """The value sent to every worker, once; those that join later get it from the others."""
        file = BytesIO()
        joblib.dump(value, file)
        return _Scattered(self._client, uuid4().hex, file.getvalue())

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Promise:
        """A call that starts when a thread of the cluster is free."""
        scattered = [each for each in arguments if isinstance(each, _Scattered)]
        there = tuple(InFolder(each.name) if isinstance(each, _Scattered) else each for each in arguments)
        message = written(Call(function, there, 1, self._memory))
        return _Sent(self._client, (self._run, message, self._seconds), scattered)

    def as_completed(self, promises: Iterable[Promise]) -> Iterator[Promise]:
        """As the workers finish; calls that were lost with their worker are sent again."""
        coming, running = iter(promises), self._running
        done = _distributed().as_completed()

        def enter(sent: Iterable[Any]) -> None:
            for each in sent:
                running[each.future.key] = each
                done.add(each.future)

        wanted, asked = 0, -inf
        while True:
            if time.monotonic() - asked > _COUNTED_EVERY:
                wanted, asked = _AHEAD * self.count, time.monotonic()
            enter(islice(coming, max(0, wanted - len(running))))
            if not running:
                return
            sent = running.pop(next(done).key)
            if sent.is_lost():
                sent.send_again()
                enter([sent])
            else:
                yield sent

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # A worker that does not answer is not waited for: its children end when it does.
        farewell = threading.Thread(target=self._forget, daemon=True)
        farewell.start()
        farewell.join(_GOODBYE)
        self._close()

    def _close(self) -> None:
        if self._is_ours:
            # None for a cluster that was found by its address: it stays.
            cluster = self._client.cluster
            with suppress(TimeoutError):
                self._client.close(timeout=_GOODBYE)
                if cluster is not None:
                    cluster.close(timeout=_GOODBYE)

    def _forget(self) -> None:
        with suppress(Exception):
            self._client.cancel([sent.future for sent in self._running.values()])
            self._client.run(_end_run, self._run)

    def _refuse_other_versions(self) -> None:
        """Other versions may give other numbers."""
        import gnomon

        try:
            found = set(self._client.run(_version).values())
        except ModuleNotFoundError as error:
            raise GnomonError(f"the workers of the Dask cluster lack a module: {error}; install it") from None
        if found - {gnomon.__version__}:
            raise GnomonError(
                f"the Dask workers have Gnomon {', '.join(sorted(found))}, this process has "
                f"{gnomon.__version__}; install the same version everywhere"
            )


class _Scattered:
    """A value as bytes on all workers; sent again if they all are lost."""

    def __init__(self, client: Any, name: str, content: bytes) -> None:
        self.name = name
        self._client, self._content = client, content
        self._future = self._scatter()

    def get(self) -> Any:
        return joblib.load(BytesIO(self._content))

    def future(self) -> Any:
        if self._future.cancelled() or self._future.status == "lost":
            self._future = self._scatter()
        return self._future

    def _scatter(self) -> Any:
        deadline = time.monotonic() + _WORKERLESS
        while True:
            try:
                return self._client.scatter(self._content, broadcast=True, hash=False, timeout=_PATIENCE)
            except (TimeoutError, ValueError, OSError) as error:
                # There is no worker, or the last one went down while it was sent to.
                if time.monotonic() > deadline:
                    raise GnomonError(
                        f"the Dask cluster had no worker for {_WORKERLESS:g} s ({error}); finished units are "
                        "kept: start some workers and run the same again"
                    ) from error
                time.sleep(0.2)


class _Sent:
    """A call on its way through the cluster."""

    def __init__(self, client: Any, what: tuple[Any, ...], scattered: list[_Scattered]) -> None:
        self._client, self._what, self._scattered = client, what, scattered
        self._tries = 0
        self.send_again()

    def send_again(self) -> None:
        self._tries += 1
        names = [each.name for each in self._scattered]
        values = [each.future() for each in self._scattered]
        self.future = self._client.submit(_work, *self._what, names, *values, pure=False)

    def is_lost(self) -> bool:
        """Whether its worker went down, and trying again makes sense."""
        return self._tries < _TRIES and self._is_gone()

    def result(self) -> Any:
        if self._is_gone():
            raise CallLost(f"the Dask workers that had it were lost {self._tries} times")
        return unpacked(self.future.result())

    def _is_gone(self) -> bool:
        return self.future.cancelled() or isinstance(self.future.exception(), _distributed().KilledWorker)


def _client(where: Any) -> Any:
    if not isinstance(where, str):
        return where
    if where == "dask":
        return _distributed().Client(_local_cluster())
    if "://" not in where:
        raise ParameterError(
            f"workers is {where!r}; give 'dask', an address such as 'tcp://host:8786', or a number"
        )
    try:
        return _distributed().Client(where, timeout=_PATIENCE)
    except OSError as error:
        raise GnomonError(f"no Dask scheduler answers at {where} ({error}); is it running?") from error


def _local_cluster() -> Any:
    """Scheduler and worker in this process, as the work is done by children: a thread for each core."""
    return _distributed().LocalCluster(
        n_workers=1,
        threads_per_worker=threads.cores(),
        processes=False,
        memory_limit=0,
        dashboard_address=":0",
        silence_logs="CRITICAL",
    )


def _distributed() -> Any:
    try:
        return importlib.import_module("distributed")
    except ImportError:
        raise ParameterError(
            "Dask's workers need dask.distributed, which is not installed; pip install 'gnomon[dask]', "
            "or give a number of workers"
        ) from None


# On the Dask workers: the children of each run, and the runs that are over.
_children: dict[str, Children] = {}
_ended: set[str] = set()
_lock = threading.Lock()


def _work(run: str, message: bytes, seconds: float | None, names: list[str], *contents: bytes) -> bytes:
    """The packed outcome of a call, worked by a child of this Dask worker."""
    with _lock:
        if run in _ended:
            return packed(CallLost("the workers were stopped"), is_error=True)
        if run not in _children:
            _children[run] = Children()
        children = _children[run]
        for name, content in zip(names, contents):
            path = children.folder / name
            if not path.exists():
                path.write_bytes(content)
    try:
        return children.ask(message, seconds)
    except CallLost as error:
        return packed(error, is_error=True)


def _end_run(run: str) -> None:
    with _lock:
        _ended.add(run)
        children = _children.pop(run, None)
    if children is not None:
        children.end()


def _version() -> str:
    import gnomon

    return gnomon.__version__

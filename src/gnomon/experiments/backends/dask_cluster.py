"""Execution on a local or remote Dask cluster.

Each Dask worker passes calls to child processes, so that a call that crashes or exceeds its time limit ends a
child and not the worker. Calls and values that are lost with a worker are sent again.
"""

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from io import BytesIO
from itertools import islice
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Any, Self, cast
from uuid import uuid4

import joblib

from gnomon import threads
from gnomon.errors import GnomonError, ParameterError
from gnomon.experiments.backends import dask_calls
from gnomon.experiments.backends.call import Call
from gnomon.experiments.backends.dask_calls import Scattered, Sent, Watch, distributed
from gnomon.experiments.backends.dask_worker import end_run, vector_level, version
from gnomon.experiments.backends.folder import InFolder
from gnomon.experiments.backends.serve import written
from gnomon.experiments.processor import lowest
from gnomon.experiments.workers import Promise, Shared

# Calls queued per thread of the cluster, so that it does not wait for the next.
_AHEAD = 4
_FETCHING = 60.0  # seconds for the transfer of an outcome
_GOODBYE = 2.0  # seconds for the cleanup of a run


class DaskCluster:
    """The workers of a Dask cluster; every thread runs one call at a time.

    where: "dask" for a local cluster with one thread per core, which is closed after the run; the address of
    a scheduler; or a `distributed.Client`, which stays open. seconds, memory: limits per call. max_level: all
    workers compute at one vector level, the lowest among them and this one.

    >>> with DaskCluster("dask") as workers:
    ...     workers.submit(abs, -3).result()
    3
    """

    def __init__(
        self,
        where: Any,
        *,
        seconds: float | None = None,
        memory: int | None = None,
        max_level: str | None = None,
    ) -> None:
        self._seconds, self._memory = seconds, memory
        self._run = uuid4().hex
        self._running: dict[str, Sent] = {}
        self._is_ours = isinstance(where, str)
        self._client = _client(where)
        self._watch = Watch(self._client)
        try:
            self._refuse_other_versions()
            self._level = None if max_level is None else self._lowest_level(max_level)
        except BaseException:
            self._close()
            raise

    @property
    def count(self) -> int:
        """The current number of threads of all workers."""
        return max(1, self._watch.n_threads)

    def share(self, value: Any) -> Shared:
        """Send the value to every worker once; workers that join later get it from the others."""
        file = BytesIO()
        joblib.dump(value, file)
        return Scattered(self._client, uuid4().hex, file.getvalue())

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Promise:
        """Schedule a call on the next free thread of the cluster."""
        scattered = [each for each in arguments if isinstance(each, Scattered)]
        there = tuple(InFolder(each.name) if isinstance(each, Scattered) else each for each in arguments)
        message = written(Call(function, there, 1, self._memory))
        return Sent(self._client, (self._run, message, self._seconds, self._level), scattered, self._watch)

    def as_completed(self, promises: Iterable[Promise]) -> Iterator[Promise]:
        """The promises in order of completion; calls that were lost with their worker are sent again.

        Calls that may have killed their workers come last, one at a time, so that the cause is unambiguous.
        """
        coming, suspects = cast(Iterator[Sent], iter(promises)), deque[Sent]()
        arrived: SimpleQueue[Any] = SimpleQueue()
        while True:
            for sent in islice(coming, max(0, _AHEAD * self.count - len(self._running))):
                self._expect(sent, arrived)
            if suspects and not self._running:
                suspects[0].send()
                self._expect(suspects.popleft(), arrived)
            if not self._running:
                return
            sent = self._running.pop(self._next(arrived))
            if sent.has_come(_FETCHING):
                yield sent
            elif sent.is_suspect:
                suspects.append(sent)
            else:
                # Its worker may have fallen silent with the outcome.
                self._check_workers()
                self._expect(sent, arrived)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # Do not wait for a worker that does not respond: its children end with it.
        farewell = threading.Thread(target=self._forget, daemon=True)
        farewell.start()
        farewell.join(_GOODBYE)
        self._close()

    def _expect(self, sent: Sent, arrived: "SimpleQueue[Any]") -> None:
        self._running[sent.future.key] = sent
        sent.future.add_done_callback(lambda future: arrived.put(future.key))

    def _next(self, arrived: "SimpleQueue[Any]") -> str:
        """The key of the next call that succeeded or failed."""
        while True:
            try:
                return str(arrived.get(timeout=dask_calls.LOOKED_EVERY))
            except Empty:
                self._check_workers()

    def _check_workers(self) -> None:
        self._watch.refuse_deserted()
        self._watch.drop_silent()

    def _close(self) -> None:
        if self._is_ours:
            # None for a cluster connected by address: it is not closed.
            cluster = self._client.cluster
            with suppress(TimeoutError):
                self._client.close(timeout=_GOODBYE)
                if cluster is not None:
                    cluster.close(timeout=_GOODBYE)

    def _forget(self) -> None:
        with suppress(Exception):
            self._client.cancel([sent.future for sent in self._running.values()])
            self._client.run(end_run, self._run)

    def _lowest_level(self, max_level: str) -> str:
        responses = self._client.run(vector_level, on_error="return").values()
        return lowest([max_level, *(each for each in responses if isinstance(each, str))])

    def _refuse_other_versions(self) -> None:
        """Raise if the workers have another version of Gnomon, which may give other numbers."""
        import gnomon

        responses = self._client.run(version, on_error="return").values()
        for response in responses:
            if isinstance(response, ModuleNotFoundError):
                raise GnomonError(f"the workers of the Dask cluster lack a module: {response}; install it")
        # A worker that does not respond is shutting down.
        versions = {response for response in responses if isinstance(response, str)}
        if versions - {gnomon.__version__}:
            raise GnomonError(
                f"the Dask workers have Gnomon {', '.join(sorted(versions))}, this process has "
                f"{gnomon.__version__}; install the same version everywhere"
            )


def _client(where: Any) -> Any:
    if not isinstance(where, str):
        return where
    if where == "dask":
        return distributed().Client(_local_cluster())
    if "://" not in where:
        raise ParameterError(
            f"workers is {where!r}; pass 'dask', an address such as 'tcp://host:8786', or a number"
        )
    try:
        return distributed().Client(where, timeout=dask_calls.PATIENCE)
    except OSError as error:
        raise GnomonError(f"no Dask scheduler responds at {where} ({error}); is it running?") from error


def _local_cluster() -> Any:
    """Scheduler and worker in this process with one thread per core, as child processes do the work."""
    return distributed().LocalCluster(
        n_workers=1,
        threads_per_worker=threads.cores(),
        processes=False,
        memory_limit=0,
        dashboard_address=":0",
        silence_logs="CRITICAL",
    )

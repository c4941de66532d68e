"""Work on a Dask cluster: one started here, or one that runs elsewhere.

Each Dask worker keeps child processes and hands calls to them, so that a call that crashes or takes too long
costs a child and not the worker. Work and values that go down with a worker are sent again.
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
from gnomon.experiments.backends.dask_worker import end_run, version
from gnomon.experiments.backends.folder import InFolder
from gnomon.experiments.backends.serve import written
from gnomon.experiments.workers import Promise, Shared

# Calls sent ahead for each thread of the cluster, so that it need not wait for the next.
_AHEAD = 4
_FETCHING = 60.0  # seconds that an outcome may take from its worker to here
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
        self._running: dict[str, Sent] = {}
        self._is_ours = isinstance(where, str)
        self._client = _client(where)
        self._watch = Watch(self._client)
        try:
            self._refuse_other_versions()
        except BaseException:
            self._close()
            raise

    @property
    def count(self) -> int:
        """Threads of all workers that are there now."""
        return max(1, self._watch.n_threads)

    def share(self, value: Any) -> Shared:
        """The value sent to every worker, once; those that join later get it from the others."""
        file = BytesIO()
        joblib.dump(value, file)
        return Scattered(self._client, uuid4().hex, file.getvalue())

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Promise:
        """A call that starts when a thread of the cluster is free."""
        scattered = [each for each in arguments if isinstance(each, Scattered)]
        there = tuple(InFolder(each.name) if isinstance(each, Scattered) else each for each in arguments)
        message = written(Call(function, there, 1, self._memory))
        return Sent(self._client, (self._run, message, self._seconds), scattered, self._watch)

    def as_completed(self, promises: Iterable[Promise]) -> Iterator[Promise]:
        """As the workers finish; calls that were lost with their worker are sent again.

        Those that may have ended their workers come last, one by one: whoever does it is then alone.
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
                self._expect(sent, arrived)

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

    def _expect(self, sent: Sent, arrived: "SimpleQueue[Any]") -> None:
        self._running[sent.future.key] = sent
        sent.future.add_done_callback(lambda future: arrived.put(future.key))

    def _next(self, arrived: "SimpleQueue[Any]") -> str:
        """The key of the next call that is done with, well or not."""
        while True:
            try:
                return str(arrived.get(timeout=dask_calls.LOOKED_EVERY))
            except Empty:
                self._watch.refuse_deserted()

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
            self._client.run(end_run, self._run)

    def _refuse_other_versions(self) -> None:
        """Other versions may give other numbers."""
        import gnomon

        answers = self._client.run(version, on_error="return").values()
        for answer in answers:
            if isinstance(answer, ModuleNotFoundError):
                raise GnomonError(f"the workers of the Dask cluster lack a module: {answer}; install it")
        # One that does not answer is about to go, or has just gone.
        found = {answer for answer in answers if isinstance(answer, str)}
        if found - {gnomon.__version__}:
            raise GnomonError(
                f"the Dask workers have Gnomon {', '.join(sorted(found))}, this process has "
                f"{gnomon.__version__}; install the same version everywhere"
            )


def _client(where: Any) -> Any:
    if not isinstance(where, str):
        return where
    if where == "dask":
        return distributed().Client(_local_cluster())
    if "://" not in where:
        raise ParameterError(
            f"workers is {where!r}; give 'dask', an address such as 'tcp://host:8786', or a number"
        )
    try:
        return distributed().Client(where, timeout=dask_calls.PATIENCE)
    except OSError as error:
        raise GnomonError(f"no Dask scheduler answers at {where} ({error}); is it running?") from error


def _local_cluster() -> Any:
    """Scheduler and worker in this process, as the work is done by children: a thread for each core."""
    return distributed().LocalCluster(
        n_workers=1,
        threads_per_worker=threads.cores(),
        processes=False,
        memory_limit=0,
        dashboard_address=":0",
        silence_logs="CRITICAL",
    )

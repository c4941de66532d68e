"""Calls and values sent to a Dask cluster, and sent again if they are lost with a worker.

A call returns bytes even if it fails, so any exception of Dask instead of them (canceled, forgotten, killed
or unreachable) means that the call was lost, not that it failed.
"""

import importlib
import time
from contextlib import suppress
from io import BytesIO
from math import inf
from typing import Any

import joblib

from gnomon.errors import GnomonError, ParameterError
from gnomon.experiments.backends.dask_worker import remove_silent, work_in_child
from gnomon.experiments.backends.serve import packed, unpacked
from gnomon.experiments.workers import CallLost

LOOKED_EVERY = 1.0  # seconds between checks of the workers, which may change
PATIENCE = 10.0  # seconds to wait for a response
SILENT = 60.0  # seconds without a heartbeat after which a worker is given up
WORKERLESS = 120.0  # seconds to wait for a worker if there is none

# Number of times a call may be lost before it is run without other calls, and then before it fails. A call
# whose workers died several times in a row (Dask's KilledWorker) is not repeated among others.
_LOSSES = 5

_RESUME = "finished units are stored: restart it and run the same again"


class Scattered:
    """A serialized value on all workers."""

    def __init__(self, client: Any, name: str, content: bytes) -> None:
        self.name = name
        self._client, self._content = client, content
        self.future = self._scatter()

    def get(self) -> Any:
        """The value, deserialized here."""
        return joblib.load(BytesIO(self._content))

    def was_lost(self, future: Any) -> None:
        """Send the value again, unless this was done since `future` was sent."""
        if future is self.future:
            self.future = self._scatter()

    def _scatter(self) -> Any:
        deadline, watch = time.monotonic() + WORKERLESS, Watch(self._client)
        while True:
            refuse_closed(self._client)
            watch.drop_silent()
            try:
                return self._client.scatter(self._content, broadcast=True, hash=False, timeout=PATIENCE)
            except Exception as error:
                # There is no worker, or the last one died during the transfer.
                if time.monotonic() > deadline:
                    raise workerless(str(error)) from error
                time.sleep(0.2)


class Watch:
    """Monitors whether a cluster has workers."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._n_threads, self._looked, self._worked = 0, -inf, time.monotonic()
        self._dropped = time.monotonic()

    @property
    def n_threads(self) -> int:
        """The number of threads of all workers; 0 while the scheduler does not respond."""
        if time.monotonic() - self._looked > LOOKED_EVERY:
            try:
                self._n_threads = sum(self._client.nthreads().values())
            except Exception:
                refuse_closed(self._client)
                self._n_threads = 0
            self._looked = time.monotonic()
            if self._n_threads:
                self._worked = self._looked
        return self._n_threads

    def drop_silent(self) -> None:
        """Give up the workers that are frozen or cut off, so that their calls go to those left.

        Dask itself does so only after minutes, if at all (its setting worker-ttl).
        """
        if time.monotonic() - self._dropped > SILENT / 4:
            # A scheduler without Gnomon cannot; it gives them up later.
            with suppress(Exception):
                self._client.run_on_scheduler(remove_silent, seconds=SILENT)
            self._dropped = time.monotonic()

    def refuse_deserted(self) -> None:
        """Raise if the scheduler is gone, or if there has been no worker for too long."""
        refuse_closed(self._client)
        if not self.n_threads and time.monotonic() - self._worked > WORKERLESS:
            raise workerless("all workers are gone")


class Sent:
    """A submitted call.

    what: the arguments of `work_in_child` without the shared values.
    """

    def __init__(
        self, client: Any, what: tuple[Any, ...], shared: list[Scattered], watch: Watch | None = None
    ) -> None:
        self._client, self._what, self._shared = client, what, shared
        self._watch = watch or Watch(client)
        self._n_losses, self._is_alone = 0, False
        self._outcome: bytes | None = None
        self.is_suspect = False
        self.send()

    def send(self) -> None:
        """Submit the call, for the first time or again."""
        refuse_closed(self._client)
        if self.is_suspect:
            self.is_suspect, self._is_alone, self._n_losses = False, True, 0
        names = [each.name for each in self._shared]
        self._values = [each.future for each in self._shared]
        self.future = self._client.submit(work_in_child, *self._what, names, *self._values, pure=False)

    def has_come(self, seconds: float | None = None) -> bool:
        """Whether the outcome has arrived; if not, the call is running, unless it `is_suspect`.

        A suspect call may have killed its workers, and should be sent again when no other call is running.
        seconds: maximum time to wait.
        """
        if self._outcome is None:
            try:
                self._outcome = self.future.result(timeout=seconds)
            except Exception as error:
                # Dask repeats a call itself whose result was lost with a worker, which may take time.
                if not isinstance(error, TimeoutError) or self.future.status == "error":
                    self._was_lost(error)
        return self._outcome is not None

    def result(self) -> Any:
        """Wait for the outcome; an error is raised."""
        while not self.has_come(PATIENCE):
            self._watch.refuse_deserted()
            self._watch.drop_silent()
            if self.is_suspect:
                self.send()
        assert self._outcome is not None
        return unpacked(self._outcome)

    def _was_lost(self, error: Exception) -> None:
        refuse_closed(self._client)
        self._n_losses += 1
        is_killing = isinstance(error, distributed().KilledWorker)
        if not is_killing:
            # Dask drops a call if a value that it needs was on no other worker.
            for value, sent in zip(self._shared, self._values):
                value.was_lost(sent)
        if not is_killing and self._n_losses < _LOSSES:
            self.send()
        elif not self._is_alone:
            self.is_suspect = True
        else:
            reason = f"its Dask workers were lost repeatedly, finally while running this call only ({error})"
            self._outcome = packed(CallLost(reason), is_error=True)


def refuse_closed(client: Any) -> None:
    """Raise if the client has closed its connection to the scheduler.

    >>> from types import SimpleNamespace
    >>> refuse_closed(SimpleNamespace(status="running"))
    """
    if client.status in ("closing", "closed"):
        raise GnomonError(f"the Dask scheduler is gone, or its client was closed; {_RESUME}")


def workerless(reason: str) -> GnomonError:
    """The error for a cluster without workers.

    >>> str(workerless("no response")).partition(";")[0]
    'the Dask cluster had no worker for 120 s (no response)'
    """
    return GnomonError(f"the Dask cluster had no worker for {WORKERLESS:g} s ({reason}); {_RESUME}")


def distributed() -> Any:
    """The module `distributed`, an optional dependency.

    >>> distributed().__name__
    'distributed'
    """
    try:
        return importlib.import_module("distributed")
    except ImportError:
        raise ParameterError(
            "Dask workers require dask.distributed, which is not installed; pip install 'gnomon[dask]', "
            "or pass a number of workers"
        ) from None

"""Calls and values on their way through a Dask cluster, sent again when they are lost with a worker.

A call gives back bytes whatever happens in it, so anything that Dask raises in place of them (cancelled,
forgotten, killed, out of reach) says that the call was lost, and nothing of the call itself.
"""

import importlib
import time
from io import BytesIO
from math import inf
from typing import Any

import joblib

from gnomon.errors import GnomonError, ParameterError
from gnomon.experiments.backends.dask_worker import work_in_child
from gnomon.experiments.backends.serve import packed, unpacked
from gnomon.experiments.workers import CallLost

LOOKED_EVERY = 1.0  # seconds; workers may come and go
PATIENCE = 10.0  # seconds to wait for an answer
WORKERLESS = 120.0  # seconds to wait for a worker when there is none

# How often a call may be lost among others before it is worked alone, and how often then before it is given
# up. One whose workers died several times in a row, which Dask tells apart, has no other chance.
_LOSSES = 5

_KEPT = "finished units are kept: start it again and run the same"


class Scattered:
    """A value as bytes on all workers."""

    def __init__(self, client: Any, name: str, content: bytes) -> None:
        self.name = name
        self._client, self._content = client, content
        self.future = self._scatter()

    def get(self) -> Any:
        """The value, here."""
        return joblib.load(BytesIO(self._content))

    def was_lost(self, future: Any) -> None:
        """Send the value again, unless that was done since `future` was sent."""
        if future is self.future:
            self.future = self._scatter()

    def _scatter(self) -> Any:
        deadline = time.monotonic() + WORKERLESS
        while True:
            refuse_closed(self._client)
            try:
                return self._client.scatter(self._content, broadcast=True, hash=False, timeout=PATIENCE)
            except Exception as error:
                # There is no worker, or the last one went down while it was sent to.
                if time.monotonic() > deadline:
                    raise workerless(str(error)) from error
                time.sleep(0.2)


class Watch:
    """Whether a cluster is there to work, asked now and then."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._n_threads, self._looked, self._worked = 0, -inf, time.monotonic()

    @property
    def n_threads(self) -> int:
        """Threads of all workers; none while the scheduler does not answer."""
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

    def refuse_deserted(self) -> None:
        """Raise when the scheduler is gone, or when there has been no worker for long."""
        refuse_closed(self._client)
        if not self.n_threads and time.monotonic() - self._worked > WORKERLESS:
            raise workerless("those that it had are gone")


class Sent:
    """A call on its way.

    what: the arguments of `work_in_child` but for the shared values.
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
        """Send the call, for the first time or again."""
        refuse_closed(self._client)
        if self.is_suspect:
            self.is_suspect, self._is_alone, self._n_losses = False, True, 0
        names = [each.name for each in self._shared]
        self._values = [each.future for each in self._shared]
        self.future = self._client.submit(work_in_child, *self._what, names, *self._values, pure=False)

    def has_come(self, seconds: float | None = None) -> bool:
        """Whether the outcome is here; if it is not, the call is under way, unless it `is_suspect`.

        That one may have ended its workers, and is best sent when no other is there to go down with them.
        seconds: the most to wait.
        """
        if self._outcome is None:
            try:
                self._outcome = self.future.result(timeout=seconds)
            except Exception as error:
                # Dask by itself works a call anew that was lost after it was done: that may take its time.
                if not isinstance(error, TimeoutError) or self.future.status == "error":
                    self._was_lost(error)
        return self._outcome is not None

    def result(self) -> Any:
        """The outcome, waited for; an error is raised."""
        while not self.has_come(PATIENCE):
            self._watch.refuse_deserted()
            if self.is_suspect:
                self.send()
        assert self._outcome is not None
        return unpacked(self._outcome)

    def _was_lost(self, error: Exception) -> None:
        refuse_closed(self._client)
        self._n_losses += 1
        is_killing = isinstance(error, distributed().KilledWorker)
        if not is_killing:
            # Dask forgets a call when a value that it asks for was on no other worker.
            for value, sent in zip(self._shared, self._values):
                value.was_lost(sent)
        if not is_killing and self._n_losses < _LOSSES:
            self.send()
        elif not self._is_alone:
            self.is_suspect = True
        else:
            reason = f"the Dask workers that had it were lost, at last with it alone ({error})"
            self._outcome = packed(CallLost(reason), is_error=True)


def refuse_closed(client: Any) -> None:
    """Raise where the scheduler has been gone for so long that the client gave up.

    >>> from types import SimpleNamespace
    >>> refuse_closed(SimpleNamespace(status="running"))
    """
    if client.status in ("closing", "closed"):
        raise GnomonError(f"the Dask scheduler is gone, or its client was closed; {_KEPT}")


def workerless(said: str) -> GnomonError:
    """What to raise when nobody is there to work.

    >>> str(workerless("no answer")).partition(";")[0]
    'the Dask cluster had no worker for 120 s (no answer)'
    """
    return GnomonError(f"the Dask cluster had no worker for {WORKERLESS:g} s ({said}); {_KEPT}")


def distributed() -> Any:
    """The module, which is an extra.

    >>> distributed().__name__
    'distributed'
    """
    try:
        return importlib.import_module("distributed")
    except ImportError:
        raise ParameterError(
            "Dask's workers need dask.distributed, which is not installed; pip install 'gnomon[dask]', "
            "or give a number of workers"
        ) from None

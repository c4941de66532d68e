"""Background writer of finished units: a thread that commits the queued units in one transaction.

A synchronized commit takes milliseconds whatever its size. So a thread writes, and units that finish during a
commit go into the next transaction (group commit), which neither delays them nor blocks the workers.
"""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from traceback import clear_frames

from gnomon.experiments.store import Finished, Store


@dataclass(frozen=True)
class Failed:
    """A failed unit, and its error message.

    >>> Failed("a1", "it took too long").error
    'it took too long'
    """

    key: str
    error: str


class BackgroundWriter:
    """Writes units to a store in a background thread; to an in-memory store immediately.

    >>> store = Store()
    >>> writer = BackgroundWriter(store)
    >>> writer.put(Finished("a1", b"predictions", 0.5, {}))
    >>> [each.key for each in writer.take_written()], "a1" in store
    (['a1'], True)
    >>> writer.close()
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._changed = threading.Condition()
        self._waiting: list[Finished | Failed] = []
        self._written: list[Finished | Failed] = []
        self._n_open = 0
        self._error: BaseException | None = None
        self._is_closed = False
        self._thread: threading.Thread | None = None
        if store.path is not None:
            self._thread = threading.Thread(target=self._write_all, name="gnomon-writer", daemon=True)
            self._thread.start()

    def put(self, unit: Finished | Failed) -> None:
        """Queue a unit for writing; an error of an earlier write is raised here."""
        if self._thread is None:
            _write(self._store, [unit])
            self._written.append(unit)
            return
        with self._changed:
            self._raise()
            self._waiting.append(unit)
            self._n_open += 1
            if len(self._waiting) == 1:
                self._changed.notify_all()

    def take_written(self) -> list[Finished | Failed]:
        """The units written since the last call."""
        with self._changed:
            self._raise()
            written, self._written = self._written, []
        return written

    def flush(self) -> None:
        """Wait until all queued units are written."""
        with self._changed:
            self._changed.wait_for(lambda: not self._n_open or self._error is not None)
            self._raise()

    def close(self) -> None:
        """Write the queued units and end the thread."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join()

    def _raise(self) -> None:
        if self._error is not None:
            raise self._error

    def _write_all(self) -> None:
        try:
            self._write_until_closed()
        except BaseException as error:
            # Its frames reference the connection, which may be closed by this thread only.
            for each in (error, error.__cause__, error.__context__):
                clear_frames(each.__traceback__ if each else None)
            with self._changed:
                self._error = error
                self._changed.notify_all()

    def _write_until_closed(self) -> None:
        # An SQLite connection may be used only by the thread that created it.
        with Store(self._store.path) as store:
            while units := self._next():
                _write(store, units)
                with self._changed:
                    self._written += units
                    self._n_open -= len(units)
                    self._changed.notify_all()

    def _next(self) -> list[Finished | Failed]:
        """All queued units, waiting for at least one; empty after `close`."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._is_closed)
            units, self._waiting = self._waiting, []
        return units


def _write(store: Store, units: Sequence[Finished | Failed]) -> None:
    if finished := [unit for unit in units if isinstance(unit, Finished)]:
        store.put_all(finished)
    for unit in units:
        if isinstance(unit, Failed):
            store.put_failure(unit.key, unit.error)

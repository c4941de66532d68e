"""Finished units on their way to the store: what waits is written together, beside the work.

A commit that is forced to the disk takes milliseconds, whatever is in it. So a thread writes, and units that
finish while it waits for the disk go into the next transaction: none is put off, and none holds up the work.
"""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from traceback import clear_frames

from gnomon.experiments.store import Finished, Store


@dataclass(frozen=True)
class Failed:
    """A unit that could not be finished, and why.

    >>> Failed("a1", "it took too long").error
    'it took too long'
    """

    key: str
    error: str


class Keeper:
    """Writes what it is given to a store; the results in memory, which wait for no disk, at once.

    >>> store = Store()
    >>> keeper = Keeper(store)
    >>> keeper.put(Finished("a1", b"predictions", 0.5, {}))
    >>> [each.key for each in keeper.kept()], "a1" in store
    (['a1'], True)
    >>> keeper.close()
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._changed = threading.Condition()
        self._waiting: list[Finished | Failed] = []
        self._kept: list[Finished | Failed] = []
        self._n_open = 0
        self._error: BaseException | None = None
        self._is_closed = False
        self._thread: threading.Thread | None = None
        if store.path is not None:
            self._thread = threading.Thread(target=self._write_all, name="gnomon-keeper", daemon=True)
            self._thread.start()

    def put(self, unit: Finished | Failed) -> None:
        """Have a unit written; an error of an earlier one is raised here."""
        if self._thread is None:
            _write(self._store, [unit])
            self._kept.append(unit)
            return
        with self._changed:
            self._raise()
            self._waiting.append(unit)
            self._n_open += 1
            if len(self._waiting) == 1:
                self._changed.notify_all()

    def kept(self) -> list[Finished | Failed]:
        """The units that have become part of the store since this was last asked."""
        with self._changed:
            self._raise()
            found, self._kept = self._kept, []
        return found

    def settle(self) -> None:
        """Wait until all that was put is part of the store."""
        with self._changed:
            self._changed.wait_for(lambda: not self._n_open or self._error is not None)
            self._raise()

    def close(self) -> None:
        """Write what is left and end."""
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
            # Its frames hold the connection, which no other thread may let go of.
            for each in (error, error.__cause__, error.__context__):
                clear_frames(each.__traceback__ if each else None)
            with self._changed:
                self._error = error
                self._changed.notify_all()

    def _write_until_closed(self) -> None:
        # SQLite's connections stay with the thread that made them.
        with Store(self._store.path) as store:
            while units := self._next():
                _write(store, units)
                with self._changed:
                    self._kept += units
                    self._n_open -= len(units)
                    self._changed.notify_all()

    def _next(self) -> list[Finished | Failed]:
        """All that waits, once there is something; nothing at the end."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._is_closed)
            found, self._waiting = self._waiting, []
        return found


def _write(store: Store, units: Sequence[Finished | Failed]) -> None:
    if finished := [unit for unit in units if isinstance(unit, Finished)]:
        store.put_all(finished)
    for unit in units:
        if isinstance(unit, Failed):
            store.put_failure(unit.key, unit.error)

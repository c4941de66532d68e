"""Warnings of a run: repeated ones are shown once, and those of child processes by the parent."""

import threading
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

# Text, category, file and line.
Warned = tuple[str, type[Warning], str, int]
Show = Callable[..., None]


@contextmanager
def shown_once() -> Iterator[None]:
    """Context manager in which warnings of the same text and category are shown once.

    Python's own filter forgets which warnings it has shown whenever a library changes the filters.

    >>> with warnings.catch_warnings(record=True, action="always") as seen, shown_once():
    ...     for _ in range(3):
    ...         warnings.warn("few rows", stacklevel=1)
    >>> len(seen)
    1
    """
    shown: set[tuple[str, type[Warning]]] = set()

    def show(
        forward: Show, message: Warning | str, category: type[Warning], *place: Any, **more: Any
    ) -> None:
        if (str(message), category) not in shown:
            shown.add((str(message), category))
            forward(message, category, *place, **more)

    with _showing_by(show):
        yield


@contextmanager
def captured_warnings() -> Iterator[list[Warned]]:
    """Context manager that collects warnings, each once, instead of showing them.

    >>> with warnings.catch_warnings(action="always"), captured_warnings() as captured:
    ...     warnings.warn("few rows", stacklevel=1)
    ...     warnings.warn("few rows", stacklevel=1)
    >>> [(text, category.__name__) for text, category, *_ in captured]
    [('few rows', 'UserWarning')]
    """
    captured: list[Warned] = []

    def note(
        forward: Show, message: Warning | str, category: type[Warning], file: str, line: int, *more: Any
    ) -> None:
        if not any((str(message), category) == each[:2] for each in captured):
            captured.append((str(message), category, file, line))

    with _showing_by(note):
        yield captured


def reissue(captured: Iterable[Warned]) -> None:
    """Issue warnings that were captured in another process, subject to the filters of this one.

    >>> with warnings.catch_warnings(action="always"), captured_warnings() as captured:
    ...     reissue([("few rows", UserWarning, "learner.py", 7)])
    >>> captured
    [('few rows', <class 'UserWarning'>, 'learner.py', 7)]
    """
    for text, category, file, line in captured:
        warnings.warn_explicit(text, category, file, line)


class _Dispatcher:
    """In place of `warnings.showwarning`: passes a warning to the handlers of the thread that issued it.

    Several threads may enter and leave in any order; the last one out restores what was before. Warnings of
    other threads, such as those that a learner starts, go to the latest handler.
    """

    def __init__(self) -> None:
        self.before: Show = warnings.showwarning
        self.handlers: list[tuple[int, Show]] = []

    def show(self, *warning: Any, **more: Any) -> None:
        handlers = list(self.handlers)
        own = [handler for thread, handler in handlers if thread == threading.get_ident()]
        forward = self.before
        for handler in own or [handler for _, handler in handlers[-1:]]:
            forward = partial(handler, forward)
        forward(*warning, **more)


_lock = threading.Lock()


@contextmanager
def _showing_by(show: Show) -> Iterator[None]:
    """Context manager in which `show` gets the warnings, after what showed them so far."""
    entry = (threading.get_ident(), show)
    with _lock:
        dispatcher = _installed()
        if dispatcher is None:
            dispatcher = _Dispatcher()
            warnings.showwarning = dispatcher.show
        dispatcher.handlers.append(entry)
    try:
        yield
    finally:
        with _lock:
            dispatcher.handlers.remove(entry)
            # Do not remove a replacement that was installed meanwhile.
            if not dispatcher.handlers and _installed() is dispatcher:
                warnings.showwarning = dispatcher.before


def _installed() -> _Dispatcher | None:
    owner = getattr(warnings.showwarning, "__self__", None)
    return owner if isinstance(owner, _Dispatcher) else None

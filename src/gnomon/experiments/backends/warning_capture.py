"""Warnings of a run: repeated ones are shown once, and those of child processes by the parent."""

import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

# Text, category, file and line.
Warned = tuple[str, type[Warning], str, int]


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
    before = warnings.showwarning
    shown: set[tuple[str, type[Warning]]] = set()

    def show(message: Warning | str, category: type[Warning], *place: Any, **more: Any) -> None:
        if (str(message), category) not in shown:
            shown.add((str(message), category))
            before(message, category, *place, **more)

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

    def note(message: Warning | str, category: type[Warning], file: str, line: int, *more: Any) -> None:
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


@contextmanager
def _showing_by(show: Any) -> Iterator[None]:
    before = warnings.showwarning
    warnings.showwarning = show
    try:
        yield
    finally:
        # Do not remove a replacement that was installed meanwhile.
        if warnings.showwarning is show:
            warnings.showwarning = before

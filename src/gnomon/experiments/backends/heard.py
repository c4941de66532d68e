"""Warnings of a run: the same one, given fit after fit, is told once; a child's is told by its parent."""

import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

# Text, category, file and line.
Warned = tuple[str, type[Warning], str, int]


@contextmanager
def told_once() -> Iterator[None]:
    """Inside, a warning of the same text and kind is shown once.

    Python's own filter forgets what it has shown whenever some library changes the filters for a while.

    >>> with warnings.catch_warnings(record=True, action="always") as seen, told_once():
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
def heard() -> Iterator[list[Warned]]:
    """Warnings of the block, each once, in place of being shown.

    >>> with warnings.catch_warnings(action="always"), heard() as found:
    ...     warnings.warn("few rows", stacklevel=1)
    ...     warnings.warn("few rows", stacklevel=1)
    >>> [(text, category.__name__) for text, category, *_ in found]
    [('few rows', 'UserWarning')]
    """
    said: list[Warned] = []

    def note(message: Warning | str, category: type[Warning], file: str, line: int, *more: Any) -> None:
        if not any((str(message), category) == each[:2] for each in said):
            said.append((str(message), category, file, line))

    with _showing_by(note):
        yield said


def tell(said: Iterable[Warned]) -> None:
    """Give warnings that were heard elsewhere; the filters here decide what becomes of them.

    >>> with warnings.catch_warnings(action="always"), heard() as found:
    ...     tell([("few rows", UserWarning, "learner.py", 7)])
    >>> found
    [('few rows', <class 'UserWarning'>, 'learner.py', 7)]
    """
    for text, category, file, line in said:
        warnings.warn_explicit(text, category, file, line)


@contextmanager
def _showing_by(show: Any) -> Iterator[None]:
    before = warnings.showwarning
    warnings.showwarning = show
    try:
        yield
    finally:
        # What was put in its place meanwhile is not ours to take away.
        if warnings.showwarning is show:
            warnings.showwarning = before

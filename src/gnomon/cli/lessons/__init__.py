"""Worked examples from textbooks: one file per topic, one function per lesson.

A lesson is text and steps that the library computes; no number in it is typed in except the data. `found`
names the final numbers, which the tests compare with the printed ones.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from gnomon.registry import Registry, displays

lessons = Registry("lesson", "gnomon.cli.lessons")


@dataclass(frozen=True)
class Step:
    """One step: its text, and a table of numbers, if any."""

    text: str
    table: Any = None


@dataclass(frozen=True)
class Lesson:
    """A computed lesson.

    text: the introduction. steps: in order. results: the final numbers, by name. figure: makes its Display,
    or None.
    """

    text: str
    steps: Sequence[Step]
    results: dict[str, Any]
    figure: Callable[[], Any] | None = field(default=None, repr=False)


def figure(display: str, make: str | None, *arguments: Any, **options: Any) -> Callable[[], Any]:
    """A figure drawn on request, by a `from_...` method of a Display or its constructor."""

    def drawn() -> Any:
        kind = displays[display].thing
        return (kind if make is None else getattr(kind, make))(*arguments, **options)

    return drawn


def lesson(
    name: str, title: str, *, topic: str, source: str
) -> Callable[[Callable[[], Lesson]], Callable[[], Lesson]]:
    """Register the function below as a lesson; source: the document and section of the worked example."""

    def register(function: Callable[[], Lesson]) -> Callable[[], Lesson]:
        lessons.add(name, function, title, topic=topic, source=source)
        return function

    return register

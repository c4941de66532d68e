"""Worked examples of the textbooks, replayed: one file a topic, one function a lesson.

A lesson is text in our own words and steps that the library works out; no number in it is typed in but the
data. `found` names the numbers it ends with, which the tests hold against the printed ones.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from gnomon.registry import Registry, displays

lessons = Registry("lesson", "gnomon.cli.lessons")


@dataclass(frozen=True)
class Step:
    """One step: what is done and found, and a table of numbers where there is one."""

    text: str
    table: Any = None


@dataclass(frozen=True)
class Lesson:
    """A lesson, worked out.

    text: what it is about. steps: in order. found: the numbers it ends with, by name. figure: makes its
    Display, where it has one.
    """

    text: str
    steps: Sequence[Step]
    found: dict[str, Any]
    figure: Callable[[], Any] | None = field(default=None, repr=False)


def figure(display: str, make: str | None, *arguments: Any, **options: Any) -> Callable[[], Any]:
    """A figure to be drawn on request, by a `from_...` method of a Display or, without one, by itself."""

    def drawn() -> Any:
        kind = displays[display].thing
        return (kind if make is None else getattr(kind, make))(*arguments, **options)

    return drawn


def lesson(
    name: str, title: str, *, topic: str, source: str
) -> Callable[[Callable[[], Lesson]], Callable[[], Lesson]]:
    """Register the function below as a lesson; source: the number of the worked example."""

    def keep(function: Callable[[], Lesson]) -> Callable[[], Lesson]:
        lessons.add(name, function, title, topic=topic, source=source)
        return function

    return keep

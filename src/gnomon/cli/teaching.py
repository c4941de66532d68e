"""`gnomon lesson`: a worked example step by step, every number recomputed."""

from pathlib import Path
from typing import Any

from gnomon.cli.advice import option
from gnomon.cli.lessons import Lesson, lessons
from gnomon.cli.live import warnings_as_notes
from gnomon.cli.terminal import print_document, print_frame, print_plain, print_wrapped
from gnomon.errors import ParameterError
from gnomon.registry import Entry


def replay(name: str, figure: Path | None, *, as_json: bool) -> None:
    """Print a lesson: its text, its steps, and its figure on request."""
    entry = lessons[name]
    with warnings_as_notes():
        lesson: Lesson = entry.thing()
        path = None if figure is None else _drawn(name, lesson, figure)
    if as_json:
        print_document(_document(entry, lesson, path))
        return
    print_wrapped(f"{entry.title}\n\n{lesson.text}\n")
    for number, step in enumerate(lesson.steps, start=1):
        print_wrapped(f"{number}. {step.text}")
        if step.table is not None:
            print_frame(step.table)
            print_plain("")
    for what, value in lesson.results.items():
        print_plain(f"{what}: {_number(value)}")
    if path is not None:
        print_plain(f"figure  {path}")
    print_wrapped(f"\nSource: {entry.facts['source']}")


def _drawn(name: str, lesson: Lesson, path: Path) -> Path:
    if lesson.figure is None:
        raise ParameterError(f"the lesson {name!r} has no figure; omit {option('figure')}")
    written: Path = lesson.figure().save(path)
    return written


def _document(entry: Entry, lesson: Lesson, path: Path | None) -> dict[str, Any]:
    return {
        "lesson": entry.name,
        "title": entry.title,
        "topic": entry.facts["topic"],
        "source": entry.facts["source"],
        "text": lesson.text,
        "steps": [{"text": step.text, "table": step.table} for step in lesson.steps],
        "results": lesson.results,
        "figure": path,
    }


def _number(value: Any) -> str:
    if isinstance(value, tuple | list):
        return ", ".join(_number(each) for each in value)
    return f"{value:.6g}" if isinstance(value, float) else str(value)

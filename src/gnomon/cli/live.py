"""During a run: a progress bar, or lines for a log, on standard error; and warnings as notes."""

import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn
from rich.text import Text

from gnomon.cli.advice import by_options
from gnomon.cli.terminal import clear, note
from gnomon.errors import ColumnRoleWarning, GnomonWarning
from gnomon.experiments.progress import Progress as RunProgress
from gnomon.experiments.progress import in_words

# Seconds between two lines of a log.
_PAUSE = 30.0


@contextmanager
def watched(is_shown: bool, estimated: float | None = None) -> Iterator[Callable[[RunProgress], None]]:
    """Show a run's progress inside the block, if requested; call the yielded function at each step.

    estimated: estimated seconds of the whole run, used until the pace of every learner is known.
    """
    end = None if estimated is None else time.monotonic() + estimated

    def corrected(step: RunProgress) -> RunProgress:
        if end is None or not step.is_rough:
            return step
        return replace(step, seconds_left=max(step.seconds_left or 0.0, end - time.monotonic(), 1.0))

    console = Console(stderr=True)
    if not is_shown:
        yield lambda step: None
        return
    if not console.is_terminal:
        show_line = _lines()
        yield lambda step: show_line(corrected(step))
        return
    columns = (TextColumn("[bold]{task.description}"), BarColumn(), MofNCompleteColumn(), _TimeLeft())
    with Progress(*columns, console=console, transient=True) as bar:
        line = bar.add_task("starting", total=None, end=None, is_rough=True, failed=0)

        def show(step: RunProgress) -> None:
            name = escape(clear(step.next.learner)) if step.next is not None else "done"
            until = None if step.seconds_left is None else time.monotonic() + step.seconds_left
            bar.update(line, description=name, completed=step.done, total=step.total)
            bar.update(line, end=until, is_rough=step.is_rough, failed=step.failed)

        yield lambda step: show(corrected(step))


@contextmanager
def warnings_as_notes() -> Iterator[None]:
    """Inside the block warnings are one line each, and equal ones are shown once."""
    shown: set[str] = set()

    def show(message: Warning | str, category: type[Warning], *place: Any, **more: Any) -> None:
        label = "note" if issubclass(category, GnomonWarning) else category.__name__
        line = f"{label}: {by_options(message)}"
        if line not in shown:
            shown.add(line)
            note(line)

    with warnings.catch_warnings():
        warnings.simplefilter("always", GnomonWarning)
        # The automatic preprocessing handles such columns, and reports it.
        warnings.simplefilter("ignore", ColumnRoleWarning)
        warnings.showwarning = show
        yield


def _lines() -> Callable[[RunProgress], None]:
    """Progress as a line at intervals; a short run prints none."""
    last = time.monotonic()

    def show(step: RunProgress) -> None:
        nonlocal last
        if time.monotonic() - last >= _PAUSE:
            last = time.monotonic()
            note(step)

    return show


class _TimeLeft(ProgressColumn):
    """The estimated time left, counting down between steps; and how many units failed."""

    def render(self, task: Task) -> Text:
        failed = f"{task.fields['failed']} failed " if task.fields["failed"] else ""
        end = task.fields["end"]
        if end is None:
            return Text(failed)
        rough = "about " if task.fields["is_rough"] else ""
        return Text(f"{failed}{rough}{in_words(max(end - time.monotonic(), 1.0))} left")

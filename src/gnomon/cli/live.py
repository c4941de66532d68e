"""A progress bar on standard error: units done, the learner at work, the time left."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn
from rich.text import Text

from gnomon.experiments.progress import Progress as RunProgress
from gnomon.experiments.progress import in_words


@contextmanager
def watched(is_shown: bool) -> Iterator[Callable[[RunProgress], None]]:
    """Show a run's progress inside the block, if someone watches; call the function given at each step."""
    console = Console(stderr=True)
    if not (is_shown and console.is_terminal):
        yield lambda step: None
        return
    columns = (TextColumn("[bold]{task.description}"), BarColumn(), MofNCompleteColumn(), _TimeLeft())
    with Progress(*columns, console=console, transient=True) as bar:
        line = bar.add_task("starting", total=None, end=None, is_rough=True, failed=0)

        def show(step: RunProgress) -> None:
            name = step.next.learner if step.next is not None else "done"
            end = None if step.seconds_left is None else time.monotonic() + step.seconds_left
            bar.update(line, description=name, completed=step.done, total=step.total)
            bar.update(line, end=end, is_rough=step.is_rough, failed=step.failed)

        yield show


class _TimeLeft(ProgressColumn):
    """The time that the run says is left, counting down between its steps; and how many units failed."""

    def render(self, task: Task) -> Text:
        failed = f"{task.fields['failed']} failed " if task.fields["failed"] else ""
        end = task.fields["end"]
        if end is None:
            return Text(failed)
        rough = "about " if task.fields["is_rough"] else ""
        return Text(f"{failed}{rough}{in_words(max(end - time.monotonic(), 1.0))} left")

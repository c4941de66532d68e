"""A progress bar on standard error: units done, the learner at work, the time left."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from gnomon.experiments.run import Progress as RunProgress


@contextmanager
def watched(is_shown: bool) -> Iterator[Callable[[RunProgress], None]]:
    """Show a run's progress inside the block, if someone watches; call the function given at each step."""
    console = Console(stderr=True)
    if not (is_shown and console.is_terminal):
        yield lambda step: None
        return
    columns = (
        TextColumn("[bold]{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(compact=True),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        line = bar.add_task("starting", total=None)

        def show(step: RunProgress) -> None:
            name = step.next.learner if step.next is not None else "done"
            bar.update(line, description=name, completed=step.done, total=step.total)

        yield show

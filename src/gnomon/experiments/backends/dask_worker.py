"""What a Dask worker does for a run: it keeps child processes and hands calls to them."""

import os
import threading

from gnomon.experiments.backends.children import Children
from gnomon.experiments.backends.serve import packed
from gnomon.experiments.workers import CallLost

# The children of each run, and the runs that are over.
_children: dict[str, Children] = {}
_ended: set[str] = set()
_lock = threading.Lock()


def work_in_child(
    run: str, message: bytes, seconds: float | None, names: list[str], *contents: bytes
) -> bytes:
    """The packed outcome of a call, worked by a child of this Dask worker.

    run: which run's children. names, contents: the shared values that the call asks for, put into files.
    """
    with _lock:
        if run in _ended:
            return packed(CallLost("the workers were stopped"), is_error=True)
        if run not in _children:
            _children[run] = Children()
        children = _children[run]
        for name, content in zip(names, contents):
            path = children.folder / name
            if not path.exists():
                # Under its name only when it is whole: a full disk may break it off.
                unfinished = path.with_suffix(".part")
                unfinished.write_bytes(content)
                os.replace(unfinished, path)
    try:
        return children.ask(message, seconds)
    except CallLost as error:
        return packed(error, is_error=True)


def end_run(run: str) -> None:
    """End the children of a run; calls of it that come later are refused."""
    with _lock:
        _ended.add(run)
        children = _children.pop(run, None)
    if children is not None:
        children.end()


def version() -> str:
    """Which Gnomon is installed here.

    >>> import gnomon
    >>> version() == gnomon.__version__
    True
    """
    import gnomon

    return gnomon.__version__

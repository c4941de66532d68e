"""Regularization paths of support vector machines: shared kernel rows and warm starts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from gnomon import native, threads
from gnomon.learners.kernel.quadratic import stopped_by


def fit_paths(path: Sequence[Any], data: Any, *, by: Callable[[Any], float]) -> Iterator[Any]:
    """Fit every learner of a grid in place, and yield them in its order.

    Learners with equal `kernel_key()` are fitted in order of `by`, each with a warm start from the one before
    and on the same kernel rows; kernels run in parallel, one thread each. Ctrl-C stops them all.
    """
    groups: dict[str, list[Any]] = {}
    for learner in path:
        groups.setdefault(repr(learner.kernel_key()), []).append(learner)
    paths = [sorted(group, key=by) for group in groups.values()]
    workers, stop = min(threads.count(), len(paths)), native.Stop()
    if workers == 1:
        for each in paths:
            _fit_path(each, data, stop)
    else:
        with threads.limited(1), ThreadPoolExecutor(workers) as pool:
            try:
                list(pool.map(lambda each: _fit_in_thread(each, data, stop), paths))
            except BaseException:
                stop.set()
                raise
    yield from path


def _fit_path(path: Sequence[Any], data: Any, stop: native.Stop) -> None:
    rows, start = None, None
    for learner in path:
        if stop.is_set():
            return
        rows, start = learner._fit(data, rows, start)


def _fit_in_thread(path: Sequence[Any], data: Any, stop: native.Stop) -> None:
    # A new thread does not inherit the thread limits of its parent.
    with threads.limited(1), stopped_by(stop):
        _fit_path(path, data, stop)

"""Paths of support vector machines: settings of one kernel share its rows, and start from each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from gnomon import native, threads
from gnomon.learners.kernel.quadratic import stopped_by


def fit_families(path: Sequence[Any], data: Any, *, by: Callable[[Any], float]) -> Iterator[Any]:
    """Fit every setting of a path in place, and give them back in the path's order.

    Settings with equal `family_key()` are fitted in order of `by`, each from the one before and on the same
    kernel rows; families run beside each other, one thread each. Ctrl-C stops them all.
    """
    groups: dict[str, list[Any]] = {}
    for setting in path:
        groups.setdefault(repr(setting.family_key()), []).append(setting)
    families = [sorted(group, key=by) for group in groups.values()]
    workers, stop = min(threads.count(), len(families)), native.Stop()
    if workers == 1:
        for family in families:
            _fit_family(family, data, stop)
    else:
        with threads.limited(1), ThreadPoolExecutor(workers) as pool:
            try:
                list(pool.map(lambda family: _alone(family, data, stop), families))
            except BaseException:
                stop.set()
                raise
    yield from path


def _fit_family(family: Sequence[Any], data: Any, stop: native.Stop) -> None:
    rows, start = None, None
    for setting in family:
        if stop.is_set():
            return
        rows, start = setting._fit(data, rows, start)


def _alone(family: Sequence[Any], data: Any, stop: native.Stop) -> None:
    # A new thread knows nothing of the limits of the one that started it.
    with threads.limited(1), stopped_by(stop):
        _fit_family(family, data, stop)

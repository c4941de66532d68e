"""Sequential execution in this process."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from typing import Any, Self

from gnomon import threads
from gnomon.experiments.backends.call import Call
from gnomon.experiments.backends.one_thread import one_thread
from gnomon.experiments.workers import Promise, Shared


class ThisProcess:
    """Runs each call in this process when its result is requested; native kernels may use all cores.

    >>> with ThisProcess() as workers:
    ...     workers.submit(abs, -3).result()
    3
    """

    count = 1

    def __init__(self) -> None:
        self._held = ExitStack()

    def share(self, value: Any) -> Shared:
        """The value itself, without copying."""
        return _Here(value)

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Promise:
        """A call that runs when its result is requested."""
        return Call(function, arguments, threads.cores())

    def as_completed(self, promises: Iterable[Promise]) -> Iterator[Promise]:
        """The promises in their original order."""
        return iter(promises)

    def __enter__(self) -> Self:
        self._held.enter_context(one_thread())
        return self

    def __exit__(self, *problem: object) -> None:
        self._held.close()


class _Here:
    def __init__(self, value: Any) -> None:
        self._value = value

    def get(self) -> Any:
        return self._value

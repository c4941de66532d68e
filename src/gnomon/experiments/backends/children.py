"""Child processes, each running one call at a time, which may crash without affecting the others."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty, SimpleQueue

from gnomon.errors import GnomonError
from gnomon.experiments.backends.serve import BEGUN, receive, send
from gnomon.experiments.workers import CallLost

# Signals sent from outside: by an administrator, a batch system, or Linux when memory runs out.
_FROM_OUTSIDE = ("SIGKILL", "SIGTERM", "SIGHUP")
# Maximum number of such ends of a call, and of its child before the call has begun.
_TRIES, _STARTS = 3, 20

_START = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from gnomon.experiments.backends.serve import serve; serve(sys.argv[2])"
)


class Children:
    """A pool of child processes with a folder of shared values.

    environment: additional environment variables of the processes.

    >>> from gnomon.experiments.backends.call import Call
    >>> from gnomon.experiments.backends.serve import unpacked, written
    >>> children = Children()
    >>> unpacked(children.ask(written(Call(abs, (-3,), threads=1))))
    3
    >>> children.end()
    """

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        self._environment = dict(environment or {})
        try:
            self.folder = Path(tempfile.mkdtemp(prefix="gnomon-"))
        except OSError as error:
            raise disk_full(error) from error
        self._lock = threading.Lock()
        self._all: set[Child] = set()
        self._idle: SimpleQueue[Child] = SimpleQueue()
        self._is_ended = False

    def ask(self, call: bytes, seconds: float | None = None) -> bytes:
        """The packed outcome of a packed call; it is repeated if its child was killed from outside.

        seconds: time limit.
        """
        ends: list[EndedFromOutside] = []
        while len(ends) < _STARTS and sum(end.had_begun for end in ends) < _TRIES:
            child = self._take()
            try:
                outcome = child.ask(call, seconds)
            except EndedFromOutside as end:
                self._drop(child)
                ends.append(end)
            except BaseException:
                self._drop(child)
                raise
            else:
                self._idle.put(child)
                return outcome
        raise CallLost(
            f"its worker process was killed {len(ends)} times ({ends[-1]}), perhaps for lack of memory; "
            "use fewer workers"
        )

    def end(self) -> None:
        """Kill all child processes and remove the folder."""
        with self._lock:
            self._is_ended = True
            for child in self._all:
                child.end()
            self._all.clear()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _take(self) -> "Child":
        try:
            return self._idle.get_nowait()
        except Empty:
            return self._new()

    def _new(self) -> "Child":
        with self._lock:
            if self._is_ended:
                raise CallLost("the workers were stopped")
            child = Child(self.folder, self._environment)
            self._all.add(child)
        return child

    def _drop(self, child: "Child") -> None:
        with self._lock:
            self._all.discard(child)
        child.end()


def disk_full(error: OSError) -> GnomonError:
    """The error of a folder of shared values that cannot be written.

    >>> str(disk_full(OSError(28, "No space left on device"))).partition(" in ")[0]
    'the data cannot be written to a temporary file'
    """
    # gettempdir raises if no folder can be written to.
    folder = tempfile.tempdir or os.environ.get("TMPDIR", "the temporary folder")
    return GnomonError(
        f"the data cannot be written to a temporary file in {folder}, from which worker processes read it: "
        f"{error.strerror or error}; free disk space, set TMPDIR to another folder, or use {{workers}}",
        settings={"workers": 1},
    )


class EndedFromOutside(Exception):
    """A child process was killed from outside, which is no evidence against its call."""

    def __init__(self, name: str, had_begun: bool) -> None:
        super().__init__(name)
        self.had_begun = had_begun


class Child:
    """One child process.

    >>> child = Child(Path("values"))
    >>> child.end()
    """

    def __init__(self, folder: Path, environment: Mapping[str, str] | None = None) -> None:
        # In a new session it is killed with its descendants, and Ctrl-C reaches only the parent.
        self._process = subprocess.Popen(
            [sys.executable, "-c", _START, json.dumps([str(each) for each in sys.path]), str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
            env={**os.environ, **(environment or {})},
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._calls, self._outcomes = self._process.stdin, self._process.stdout

    def ask(self, call: bytes, seconds: float | None) -> bytes:
        """The outcome of a call; CallLost if it exceeds the time limit or crashes the process."""
        has_begun, is_over = False, threading.Event()
        try:
            send(self._calls, call)
            first = receive(self._outcomes)
            if first != BEGUN:
                return first
            has_begun = True
            with self._ended_after(seconds, is_over):
                return receive(self._outcomes)
        except (EOFError, OSError):
            if is_over.is_set():
                raise CallLost(f"it took longer than unit_seconds={seconds:g}") from None
            raise self._reason_of_end(has_begun) from None

    def end(self) -> None:
        """Kill the process if it is running, and wait for its end."""
        self._kill()
        self._process.wait()
        for stream in (self._calls, self._outcomes):
            with suppress(OSError):
                stream.close()

    @contextmanager
    def _ended_after(self, seconds: float | None, is_over: threading.Event) -> Iterator[None]:
        if seconds is None:
            yield
            return

        def end() -> None:
            is_over.set()
            self._kill()

        timer = threading.Timer(seconds, end)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def _kill(self) -> None:
        if self._process.poll() is None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)

    def _reason_of_end(self, had_begun: bool) -> Exception:
        """Why the process ended."""
        code = self._process.wait()
        if code >= 0:
            return CallLost(f"it ended its worker process with exit code {code}")
        name = signal.Signals(-code).name
        if name in _FROM_OUTSIDE:
            return EndedFromOutside(name, had_begun)
        return CallLost(f"it ended its worker process ({name})")

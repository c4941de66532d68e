"""Processes forked one for each piece of work, stopped when they run too long or take too much memory."""

import ctypes
import math
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

MEMORY = 12 << 30
# By the clock a process may take this much longer, as it may wait, or share the machine.
CLOCK_FACTOR = 5.0
PAUSE = 0.02
PR_SET_PDEATHSIG = 1


@dataclass
class Work:
    """What a forked process runs, with a folder of its own, and its limit in seconds of a processor."""

    run: Callable[[Path], None]
    seconds: float


@dataclass
class Ended:
    """How a piece of work ended: its number, its folder, seconds it took, and whether it was stopped.

    An exception of the work itself is a fault of this tool, and is raised where the outcome is read.
    """

    number: int
    folder: Path
    seconds: float
    stopped: bool

    def output(self) -> str:
        """What it printed."""
        return (self.folder / "output.txt").read_text(errors="replace")


@dataclass
class _Child:
    number: int
    folder: Path
    started: float
    limit: float


def run_all(works: Sequence[Work], n_processes: int) -> Iterator[Ended]:
    """Run each piece of work in a process of its own; the folder is removed after the caller has read it."""
    running: dict[int, _Child] = {}
    waiting = list(enumerate(works))[::-1]
    try:
        while waiting or running:
            while waiting and len(running) < n_processes:
                number, work = waiting.pop()
                folder = Path(tempfile.mkdtemp(prefix="gnomon-mutant-"))
                running[_fork(work, folder)] = _Child(number, folder, time.monotonic(), work.seconds)
            for process, child in list(running.items()):
                ended = _state(process, child)
                if ended is not None:
                    del running[process]
                    error = child.folder / "error.txt"
                    if error.exists():
                        raise RuntimeError(error.read_text())
                    yield ended
                    shutil.rmtree(child.folder, ignore_errors=True)
            time.sleep(PAUSE)
    finally:
        for process, child in running.items():
            _stop(process)
            shutil.rmtree(child.folder, ignore_errors=True)


def _fork(work: Work, folder: Path) -> int:
    process = os.fork()
    if process:
        return process
    status = 1
    try:
        _isolate(folder, work.seconds)
        work.run(folder)
        status = 0
    except Exception:
        (folder / "error.txt").write_text(traceback.format_exc())
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def _isolate(folder: Path, seconds: float) -> None:
    """A session of its own, output to a file, Ctrl-C as in a terminal, and limits of time and memory."""
    os.setsid()
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    used = resource.getrusage(resource.RUSAGE_SELF)
    limit = math.ceil(used.ru_utime + used.ru_stime + seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
    out = os.open(folder / "output.txt", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(out, 1)
    os.dup2(out, 2)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)


def _state(process: int, child: _Child) -> Ended | None:
    """None while it runs within its limit."""
    seconds = time.monotonic() - child.started
    ended, status = os.waitpid(process, os.WNOHANG)
    if ended == process:
        _stop_group(process)
        is_over = os.WIFSIGNALED(status) and os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL)
        return Ended(child.number, child.folder, seconds, is_over)
    if seconds > CLOCK_FACTOR * child.limit:
        _stop(process)
        return Ended(child.number, child.folder, seconds, True)
    return None


def _stop(process: int) -> None:
    _stop_group(process)
    os.waitpid(process, 0)


def _stop_group(process: int) -> None:
    try:
        os.killpg(process, signal.SIGKILL)
    except ProcessLookupError:
        return

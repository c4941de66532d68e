"""One case: an altered file in a folder of its own, what is done with it, and whether that is a fault."""

import faulthandler
import os
import resource
import shutil
import signal
import tempfile
import traceback
import warnings
from collections import Counter
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.fuzz.kind import Kind
from benchmarks.fuzz.watch import Watch
from gnomon.errors import GnomonError

MAX_SECONDS, MAX_WAIT = 10, 60  # of a processor; by the clock, as the machine may be busy
MAX_BYTES, MAX_RATIO = 500 << 20, 50


class Hang(BaseException):
    """A case takes too long."""


@dataclass
class Cases:
    """The cases of one process, and their outcomes.

    folder: where the files of a case are; what it holds when the process ends early is the case that ended
    it. faults: the folder for the first case of each fault.
    """

    folder: Path
    faults: Path
    counts: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self.faults.mkdir(parents=True, exist_ok=True)
        # Temporary files of Gnomon are files of the case.
        tempfile.tempdir = str(self.folder)
        warnings.simplefilter("ignore")
        np.seterr(all="ignore")
        signal.signal(signal.SIGPROF, _raise_hang)
        self._watch = Watch(self.folder)

    def run(self, kind: Kind, content: bytes) -> str:
        """The outcome of a case: used, refused or fault; a fault is stored."""
        path = self._fresh(kind, content)
        before, resident = _peak(), _resident()
        # The first raises Hang in Python code; the second ends the process, in a loop without end in C, too.
        signal.setitimer(signal.ITIMER_PROF, MAX_SECONDS)
        faulthandler.dump_traceback_later(MAX_WAIT, exit=True)
        with self._watch.watching():
            outcome, errors = _carried_out(kind, path)
        faulthandler.cancel_dump_traceback_later()
        signal.setitimer(signal.ITIMER_PROF, 0)
        problems = [(_key(error), "".join(traceback.format_exception(error))) for error in errors]
        more = _peak() - resident
        if _peak() > before and more > MAX_BYTES + MAX_RATIO * len(content):
            problems.append(("memory", f"{more >> 20} MiB for {len(content)} bytes"))
        problems += [(f"watch {seen.partition(' ')[0]}", seen) for seen in self._watch.seen]
        for key, text in problems:
            self._store(kind, content, key, text)
        self.counts[f"{kind.name} {'fault' if problems else outcome}"] += 1
        return "fault" if problems else outcome

    def _fresh(self, kind: Kind, content: bytes) -> Path:
        for each in self.folder.iterdir():
            if each.is_dir():
                shutil.rmtree(each)
            else:
                each.unlink()
        for name, companion in kind.companions().items():
            (self.folder / name).write_bytes(companion)
        path = self.folder / f"case{kind.suffix}"
        path.write_bytes(content)
        return path

    def _store(self, kind: Kind, content: bytes, key: str, text: str) -> None:
        """Store the first case of each fault of a kind, and what happened."""
        stem = f"{kind.name}-{sha256(key.encode()).hexdigest()[:10]}"
        self.counts[f"{kind.name} fault {stem}"] += 1
        if not (self.faults / f"{stem}.txt").exists():
            (self.faults / f"{stem}{kind.suffix}").write_bytes(content)
            (self.faults / f"{stem}.txt").write_text(f"{key}\n\n{text}\n", errors="backslashreplace")


def case_folder(folder: Path) -> Path:
    """The folder of the files of a case: in memory where there is one, as results files wait for the disk."""
    memory = Path("/dev/shm")
    name = f"gnomon-fuzz-{sha256(str(folder.resolve()).encode()).hexdigest()[:12]}"
    return memory / name if memory.is_dir() and os.access(memory, os.W_OK) else folder / "case"


def _carried_out(kind: Kind, path: Path) -> tuple[str, list[BaseException]]:
    """Whether the file was used at all, and the exceptions that are not Gnomon's."""
    outcome: str = "refused"
    errors: list[BaseException] = []
    steps = iter(kind.steps(path))
    while True:
        try:
            step = next(steps, None)
            if step is None:
                return outcome, errors
            step()
            outcome = "used"
        except GnomonError:
            pass
        except BaseException as error:
            errors.append(error)


def _raise_hang(*_: Any) -> None:
    raise Hang(f"more than {MAX_SECONDS} seconds")


def _key(error: BaseException) -> str:
    """The type of an exception and the innermost line of Gnomon that it passed; of a loop an outer line."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [
        f"{frame.filename.rpartition('/gnomon/')[2]}:{frame.lineno}"
        for frame in frames
        if "/gnomon/" in frame.filename
    ]
    place = -1 if not isinstance(error, Hang) else min(3, len(ours) - 1)
    return f"{type(error).__name__} {ours[place] if ours else frames[-1].name}"


def _peak() -> int:
    """The peak resident memory of this process in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10


def _resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()

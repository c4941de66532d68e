"""Processes that search, one after another: each is replaced after some cases, or when a case ends it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.fuzz.case import case_folder
from benchmarks.fuzz.search import FAULTS

CASES_OF_PROCESS = 10_000
MAX_BYTES = 2 << 30
_OUTCOMES = ("used", "refused", "fault")
_POLL = 0.2


@dataclass
class Campaign:
    """The searches of one run, and their outcomes.

    folder: for the corpus, the faults and the log. seconds: after which no process goes on. unguided: without
    coverage.
    """

    folder: Path
    seed: int
    seconds: float | None = None
    unguided: bool = False
    counts: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self._end = time.monotonic() + (self.seconds or float("inf"))
        self._n_processes = 0
        self.folder.mkdir(parents=True, exist_ok=True)

    def search(self, name: str, cases: int) -> None:
        """So many cases of a kind."""
        while (left := cases - self._n_cases(name)) > 0 and time.monotonic() < self._end:
            before = self._n_cases(name)
            self._process(name, min(left, CASES_OF_PROCESS))
            if self._n_cases(name) == before and time.monotonic() < self._end:
                raise RuntimeError(f"the search of {name} ends at once; see {self.folder / 'log'}")

    def line(self, name: str) -> str:
        """The outcomes of a kind in words."""
        counts = [f"{self.counts[f'{name} {outcome}']:,} {outcome}" for outcome in _OUTCOMES]
        return f"{name}: {self._n_cases(name):,} cases, {', '.join(counts)}"

    def faults(self) -> list[str]:
        """The faults of this run: the stem of their files, how often, and the first line of what happened."""
        seen = {key.split(" ")[2]: times for key, times in self.counts.items() if key.count(" ") == 2}
        return [
            f"{stem}: {times} times, {(self.folder / 'faults' / f'{stem}.txt').read_text().splitlines()[0]}"
            for stem, times in seen.items()
        ]

    def _n_cases(self, name: str) -> int:
        return sum(self.counts[f"{name} {outcome}"] for outcome in _OUTCOMES)

    def _process(self, name: str, cases: int) -> None:
        """One process; the case that ends it, if one does, is a fault."""
        self._n_processes += 1
        place = self.folder / "counts.json"
        place.unlink(missing_ok=True)
        options = ["--folder", str(self.folder), "--cases", str(cases)]
        options += ["--seed", str(self.seed + self._n_processes)]
        module = f"benchmarks.fuzz.{'search' if self.unguided else 'guided'}"
        with (self.folder / "log").open("ab") as log:
            log.write(f"== {name} {self._n_processes}\n".encode())
            log.flush()
            child = subprocess.Popen(
                [sys.executable, "-m", module, name, *options],
                stdout=log,
                stderr=subprocess.STDOUT,
                env={**os.environ, "PYTHONHASHSEED": "0"},
            )
            ended_by = self._wait(child)
        with suppress(FileNotFoundError):
            self.counts.update(json.loads(place.read_text()))
        if ended_by:
            self._store_last(name, ended_by)
        shutil.rmtree(case_folder(self.folder), ignore_errors=True)

    def _wait(self, child: subprocess.Popen[bytes]) -> str:
        """Why the process ended; empty if it was not by a case."""
        while child.poll() is None:
            time.sleep(_POLL)
            if time.monotonic() > self._end:
                child.kill()
                child.wait()
                return ""
            if _resident(child.pid) > MAX_BYTES:
                child.kill()
                child.wait()
                return f"more than {MAX_BYTES >> 20} MiB of memory"
        return "" if child.returncode in (0, FAULTS) else f"the process ended with code {child.returncode}"

    def _store_last(self, name: str, why: str) -> None:
        """Store the case that was under way, and the end of the log."""
        self.counts[f"{name} fault"] += 1
        stem = f"{name}-process-{self.seed}-{self._n_processes}"
        self.counts[f"{name} fault {stem}"] += 1
        faults = self.folder / "faults"
        faults.mkdir(exist_ok=True)
        for path in case_folder(self.folder).glob("case.*"):
            shutil.copy(path, faults / f"{stem}{path.name.removeprefix('case')}")
        log = (self.folder / "log").read_bytes()[-3000:].decode(errors="replace")
        (faults / f"{stem}.txt").write_text(f"{why}\n\n{log}\n")


def _resident(process: int) -> int:
    with suppress(OSError, IndexError):
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0

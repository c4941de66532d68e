"""Disturb runs at random moments, compare with an undisturbed one: python -m benchmarks.faults [--kills 20].

The long version of tests/experiments/faults: kills by SIGKILL of the whole run, of worker processes, of Dask
workers, and of runs that are creating their file; and commands started at once on one file. What is stored in
the end must be bit for bit what a run that nobody disturbs stores. The long version of
tests/models/altered_arrays: altered model files of every class predict or are refused.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from gnomon.experiments.integrity import check_store
from gnomon.experiments.run import run
from tests.experiments.faults.faulty import (
    children,
    design,
    killed,
    killed_at_creation,
    resume,
    started_at_once,
    units_of,
)

SIZE = {"times": 40, "pause": 0.02}
CREATION, AT_ONCE = "the creation of the file", "commands at once"
_ROUNDS = 3


def main() -> None:
    """Do every kind of fault and end with code 1 if any left a trace."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.faults")
    parser.add_argument("--kills", type=int, default=20, help="kills of each kind")
    parser.add_argument("--creations", type=int, default=150, help="kills while the file is created")
    parser.add_argument("--starts", type=int, default=10, help="commands started at once")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--alterations", type=int, default=500, help="alterations of each model file")
    parser.add_argument(
        "--kind", choices=(*KINDS, MODEL_FILES), action="append", help="this kind only; may be repeated"
    )
    asked = parser.parse_args()
    counts = {CREATION: asked.creations, AT_ONCE: asked.starts}
    is_sound = True
    if asked.kind is None or MODEL_FILES in asked.kind:
        is_sound = alter_model_files(asked.alterations, asked.seed)
    kinds = [name for name in asked.kind or KINDS if name in KINDS]
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder) / "whole.gnomon"
        run(design(**SIZE), whole)
        expected = units_of(whole)
        for name in kinds:
            path = Path(folder) / f"{name}.gnomon"
            slain = KINDS[name](path, counts.get(name, asked.kills), random.Random(asked.seed))
            is_equal = units_of(path) == expected
            is_sound &= is_equal
            verdict = "bit-equal" if is_equal else "DIFFERENT"
            what = "starts" if name == AT_ONCE else "kills"
            print(f"{name}: {slain} {what}, {len(expected)} units, {verdict}", flush=True)
    sys.exit(not is_sound)


def alter_model_files(alterations: int, seed: int) -> bool:
    """Alter arrays, numbers and attributes of a model file of every class; none may crash its process."""
    command = [sys.executable, "-m", "tests.models.altered_arrays"]
    options = ["--sample", str(alterations), "--seed", str(seed)]
    done = subprocess.run([*command, *options], stdout=subprocess.PIPE, text=True, check=False)
    print(f"{MODEL_FILES}: {done.stdout.strip()}", flush=True)
    return done.returncode == 0


def kill_run(workers: int, path: Path, kills: int, moments: random.Random) -> int:
    """Kill the run again and again, then finish it; no unit that it told of may be worked again."""
    reached = 0
    for _ in range(kills):
        done, resumed = killed(path, workers, moments, **SIZE)
        assert resumed >= reached, f"{reached} units were told of, and {resumed} found again"
        reached = done
    assert resume(path, **SIZE)[0] >= reached
    return kills


def kill_creations(path: Path, kills: int, moments: random.Random) -> int:
    """Kill the run within 50 ms after its file appeared; each file can be read, checked and resumed."""
    for _ in range(kills):
        for each in path.parent.glob(f"{path.name}*"):
            each.unlink()
        killed_at_creation(path, moments)
        stored = units_of(path)
        assert check_store(path).is_sound
        assert resume(path, times=1) == (len(stored), 2)
        assert stored.items() <= units_of(path).items()
    resume(path, **SIZE)
    return kills


def start_at_once(path: Path, starts: int, moments: random.Random) -> int:
    """Start `gnomon compare` so many times at once on one new folder, a few times over; none may fail."""
    for number in range(_ROUNDS):
        folder = path.with_name(f"at-once-{number}")
        codes = started_at_once(folder, starts)
        assert codes == [0] * starts, codes
        assert check_store(folder / "results.gnomon").is_sound
    resume(path, **SIZE)
    return _ROUNDS * starts


def kill_processes(path: Path, kills: int, moments: random.Random) -> int:
    """Kill one of two worker processes at random moments of a run that goes on."""
    return _run_among_killers(path, 2, children, kills, moments, pause=1.5)


def kill_dask_workers(path: Path, kills: int, moments: random.Random) -> int:
    """Kill one of two Dask workers, each a process of its own that its cluster starts again."""
    import distributed

    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": ":0", "silence_logs": 50}
    with (
        distributed.LocalCluster(**options) as cluster,
        distributed.Client(cluster) as client,
    ):

        def victims() -> list[int]:
            """Those that have been there for a while: Dask may give up a worker killed as it starts."""
            found: list[tuple[int, float]] = []
            with suppress(Exception):
                found = list(client.run(_process, on_error="ignore").values())
            if len(found) < 2:
                cluster.scale(2)
                return []
            return sorted(process for process, age in found if age > 5.0)

        return _run_among_killers(path, client, victims, kills, moments, pause=6.0)


def _process() -> tuple[int, float]:
    """This process, and how many seconds it has been there."""
    import psutil

    return os.getpid(), time.time() - psutil.Process().create_time()


def _run_among_killers(
    path: Path,
    workers: Any,
    victims: Callable[[], list[int]],
    kills: int,
    moments: random.Random,
    pause: float,
) -> int:
    """Run the design, over and over with an emptied store, until there were as many kills as wanted.

    Fewer, if workers are never replaced: the last one is left alive, and a run without a kill is the last.
    """
    slain: list[int] = []
    before = -1
    while before < len(slain) < kills:
        before = len(slain)
        path.unlink(missing_ok=True)
        is_over = threading.Event()
        killer = threading.Thread(target=_kill, args=(victims, slain, kills, moments, pause, is_over))
        killer.start()
        steps: list[Any] = []
        run(design(**SIZE), path, workers, steps.append)
        is_over.set()
        killer.join()
        assert steps[-1].failed == 0, "a unit counts as failed for a kill from outside"
    return len(slain)


def _kill(
    victims: Callable[[], list[int]],
    slain: list[int],
    kills: int,
    moments: random.Random,
    pause: float,
    is_over: threading.Event,
) -> None:
    while len(slain) < kills and not is_over.wait(moments.uniform(0.05, pause)):
        found = [process for process in victims() if process not in slain]
        if found:
            victim = moments.choice(found)
            os.kill(victim, signal.SIGKILL)
            slain.append(victim)


MODEL_FILES = "model files"
KINDS: dict[str, Callable[[Path, int, random.Random], int]] = {
    "the run, in this process": lambda *given: kill_run(1, *given),
    "the run, two processes": lambda *given: kill_run(2, *given),
    "worker processes": kill_processes,
    "Dask workers": kill_dask_workers,
    CREATION: kill_creations,
    AT_ONCE: start_at_once,
}

if __name__ == "__main__":
    main()

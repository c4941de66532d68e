"""Unguided search, the same cases for the same seed: python -m benchmarks.fuzz.search KIND... --folder F.

One alteration of valid files, and of what a guided search has left in the corpus, after another.
"""

import argparse
import json
import shutil
import sys
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from random import Random

from benchmarks.fuzz.case import Cases, case_folder
from benchmarks.fuzz.kind import Kind
from benchmarks.fuzz.kinds import KINDS
from benchmarks.fuzz.mutations.plain import altered_bytes

EVERY = 20  # cases, after which the counts are stored
FAULTS = 3  # the exit code if there was a fault, other than that of a process that a case ends


def main() -> None:
    """Search, and end with the code FAULTS if there was one."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fuzz.search")
    parser.add_argument("kinds", nargs="+")
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--cases", type=int, default=1000, help="of all kinds together")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    run = Counted(asked.folder)
    for name in asked.kinds:
        search(KINDS[name], run, -(-asked.cases // len(asked.kinds)), asked.seed)
    run.store()
    shutil.rmtree(case_folder(asked.folder), ignore_errors=True)
    sys.exit(0 if run.is_sound else FAULTS)


def search(kind: Kind, run: "Counted", n_cases: int, seed: int) -> None:
    """So many cases of a kind: each file once, then files at random."""
    random = Random(f"{seed} {kind.name}")
    stored = sorted((run.folder / "corpus" / kind.name).glob("*"))
    contents = [*islice(kind.seeds(), n_cases), *(path.read_bytes() for path in stored)]
    for number in range(n_cases):
        content = contents[number] if number < len(contents) else random.choice(contents)
        run(kind, altered(kind, content, random)[: max_size(contents)])


class Counted:
    """Runs cases, and stores the counts of their outcomes now and then in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._cases = Cases(case_folder(folder), folder / "faults")
        self._n_cases = 0

    def __call__(self, kind: Kind, content: bytes) -> None:
        """Run a case."""
        self._cases.run(kind, content)
        self._n_cases += 1
        if self._n_cases % EVERY == 0:
            self.store()

    @property
    def is_sound(self) -> bool:
        """Whether there was no fault."""
        return not any(key.endswith(" fault") for key in self._cases.counts)

    def store(self) -> None:
        """Store the counts so far."""
        fresh = self.folder / "counts.new"
        fresh.write_text(json.dumps(self._cases.counts))
        fresh.replace(self.folder / "counts.json")


def altered(kind: Kind, content: bytes, random: Random) -> bytes:
    """An alteration that suits the contents; of its bytes, if none does."""
    try:
        return random.choice(kind.mutations)(content, random)
    except Exception:  # what was altered before may make any reader fail
        return altered_bytes(content, random)


def max_size(contents: Sequence[bytes]) -> int:
    """The largest altered file: reading takes time in proportion to the size, which is no fault."""
    return max(20_000, 2 * max(map(len, contents)))


if __name__ == "__main__":
    main()

"""Many cases in one process: python -m benchmarks.fuzz.search KIND... --folder F --cases N --seed S.

Guided: libFuzzer (atheris) stores in the corpus what reaches new code of Gnomon, and alters that further.
Unguided: one alteration of valid files and of the corpus after another; the same cases for the same seed.
"""

import argparse
import json
import shutil
import sys
from collections.abc import Callable, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import PathFinder
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

_SOURCES = Path(__file__).parents[2] / "src"
# What guides the search: the code that reads files, and what uses them most.
_GUIDING = tuple(
    f"gnomon.{name}"
    for name in (
        "assessment.form",
        "assessment.packing",
        "assessment.predict",
        "data",
        "experiments",
        "explanations",
        "models",
    )
)
EVERY = 20  # cases, after which the counts are stored


def main() -> None:
    """Search, and end with code 1 if an unguided search found a fault."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fuzz.search")
    parser.add_argument("kinds", nargs="+")
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--cases", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--unguided", action="store_true")
    asked = parser.parse_args()
    if asked.unguided:
        sys.exit(not unguided(asked.kinds, asked.folder, asked.cases, asked.seed))
    else:
        (kind,) = asked.kinds
        guided(kind, asked.folder, asked.cases, asked.seed)


def unguided(names: Sequence[str], folder: Path, n_cases: int, seed: int) -> bool:
    """Alter valid files, and what a search has left in the corpus; return whether there was no fault."""
    from benchmarks.fuzz.case import case_folder
    from benchmarks.fuzz.kinds import KINDS

    run = _counted(folder)
    share = -(-n_cases // len(names))
    for name in names:
        kind, random = KINDS[name], Random(f"{seed} {name}")
        corpus = [*islice(kind.seeds(), share), *_stored(folder, name)]
        limit = _max_size(corpus)
        for number in range(share):
            content = corpus[number % len(corpus)] if number < len(corpus) else random.choice(corpus)
            run(name, altered(name, content, random)[:limit])
    run.store()
    shutil.rmtree(case_folder(folder), ignore_errors=True)
    return run.is_sound


def guided(name: str, folder: Path, n_cases: int, seed: int) -> None:
    """A search by libFuzzer, which ends the process."""
    import atheris

    sys.meta_path.insert(0, _Sources())
    with atheris.instrument_imports(include=["gnomon"]):
        _import_all()
        from benchmarks.fuzz.kinds import KINDS
    kind, run = KINDS[name], _counted(folder)
    corpus = folder / "corpus" / name
    corpus.mkdir(parents=True, exist_ok=True)
    seeds = list(kind.seeds())
    for number, content in enumerate(seeds):
        (corpus / f"valid-{number:03}").write_bytes(content)

    def mutate(data: bytes, max_size: int, seed: int) -> bytes:
        random = Random(seed)
        if random.random() < 0.07:
            return atheris.Mutate(data, max_size)
        # Mostly what is stored is altered, so that alterations add up; now and then a valid file.
        data = random.choice(seeds) if random.random() < 0.35 else data
        return altered(name, data, random)[:max_size]

    options = [
        f"-max_len={_max_size(seeds)}",
        "-len_control=0",
        f"-runs={n_cases}",
        f"-seed={seed + 1}",
        "-rss_limit_mb=2048",
    ]
    options += [
        "-timeout=60",
        "-print_final_stats=1",
        "-verbosity=1",
        "-mutate_depth=2",
        f"-artifact_prefix={folder}/",
    ]
    atheris.Setup([sys.argv[0], *options, str(corpus)], lambda data: run(name, data), custom_mutator=mutate)
    atheris.Fuzz()


class _Sources(MetaPathFinder):
    """Finds the sources of Gnomon: the loader of an editable installation hides them from instrumentation."""

    def find_spec(self, name: str, path: Any, target: Any = None) -> Any:
        if name != "gnomon" and not name.startswith(_GUIDING):
            return None
        return PathFinder.find_spec(name, [str(_SOURCES)] if path is None else path, target)


def _import_all() -> None:
    """The modules of Gnomon that files reach, as those that are imported later are not guided by."""
    import importlib
    import pkgutil

    import gnomon

    for module in pkgutil.walk_packages(gnomon.__path__, "gnomon."):
        if module.name.startswith(_GUIDING):
            importlib.import_module(module.name)


class _Counted:
    """Runs cases, and stores the counts of their outcomes now and then."""

    def __init__(self, folder: Path) -> None:
        from benchmarks.fuzz.case import Cases, case_folder
        from benchmarks.fuzz.kinds import KINDS

        self._kinds, self._place = KINDS, folder / "counts.json"
        self._cases = Cases(case_folder(folder), folder / "faults")
        self._n_cases = 0

    def __call__(self, name: str, content: bytes) -> None:
        self._cases.run(self._kinds[name], content)
        self._n_cases += 1
        if self._n_cases % EVERY == 0:
            self.store()

    @property
    def is_sound(self) -> bool:
        """Whether there was no fault."""
        return not any(key.endswith(" fault") for key in self._cases.counts)

    def store(self) -> None:
        self._place.write_text(json.dumps(self._cases.counts))


def _counted(folder: Path) -> _Counted:
    return _Counted(folder)


def altered(name: str, content: bytes, random: Random) -> bytes:
    """An alteration that suits the contents; of its bytes, if none does."""
    from benchmarks.fuzz.kinds import KINDS
    from benchmarks.fuzz.mutations.plain import altered_bytes

    mutation: Callable[[bytes, Random], bytes] = random.choice(KINDS[name].mutations)
    try:
        return mutation(content, random)
    except Exception:  # what was altered before may make any reader fail
        return altered_bytes(content, random)


def _max_size(contents: Sequence[bytes]) -> int:
    """The largest altered file: reading takes time in proportion to the size, which is no fault."""
    return max(20_000, 2 * max(map(len, contents)))


def _stored(folder: Path, name: str) -> list[bytes]:
    return [path.read_bytes() for path in sorted((folder / "corpus" / name).glob("*"))]


if __name__ == "__main__":
    main()

"""Search guided by coverage: python -m benchmarks.fuzz.guided KIND --folder F --cases N --seed S.

libFuzzer (through atheris) stores in the corpus what reaches new code of Gnomon, and alters that further.
"""

import argparse
import importlib
import pkgutil
import sys
from importlib.abc import MetaPathFinder
from importlib.machinery import PathFinder
from pathlib import Path
from random import Random
from typing import Any

import atheris

_SOURCES = Path(__file__).parents[2] / "src"
# The code that reads files, and what uses them most.
_GUIDING = tuple(
    f"gnomon.{name}"
    for name in (
        "assessment.json_schema",
        "assessment.packing",
        "assessment.predict",
        "data",
        "experiments",
        "explanations",
        "models",
    )
)
_BY_LIBFUZZER, _OF_VALID = 0.07, 0.35  # shares of the alterations
_OPTIONS = ("-len_control=0", "-rss_limit_mb=2048", "-timeout=60", "-mutate_depth=2", "-print_final_stats=1")


def main() -> None:
    """Search; libFuzzer ends the process."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fuzz.guided")
    parser.add_argument("kind")
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--cases", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    _import_instrumented()
    _search(asked.kind, asked.folder, asked.cases, asked.seed)


def _import_instrumented() -> None:
    """Import the guiding modules, before anything else imports them."""
    sys.meta_path.insert(0, _Sources())
    with atheris.instrument_imports(include=["gnomon"]):
        import gnomon

        for module in pkgutil.walk_packages(gnomon.__path__, "gnomon."):
            if module.name.startswith(_GUIDING):
                importlib.import_module(module.name)


class _Sources(MetaPathFinder):
    """Finds the sources of Gnomon: the loader of an editable installation hides them from instrumentation."""

    def find_spec(self, name: str, path: Any, target: Any = None) -> Any:
        if name != "gnomon" and not name.startswith(_GUIDING):
            return None
        return PathFinder.find_spec(name, [str(_SOURCES)] if path is None else path, target)


def _search(name: str, folder: Path, n_cases: int, seed: int) -> None:
    # Only now, as these import Gnomon.
    from benchmarks.fuzz.kinds import KINDS
    from benchmarks.fuzz.search import Counted, altered, max_size

    kind, run = KINDS[name], Counted(folder)
    seeds, corpus = list(kind.seeds()), folder / "corpus" / name
    corpus.mkdir(parents=True, exist_ok=True)
    for number, content in enumerate(seeds):
        (corpus / f"valid-{number:03}").write_bytes(content)

    def mutate(data: bytes, limit: int, seed: int) -> bytes:
        random = Random(seed)
        if random.random() < _BY_LIBFUZZER:
            return atheris.Mutate(data, limit)
        # Mostly what is stored is altered, so that alterations add up; now and then a valid file.
        data = random.choice(seeds) if random.random() < _OF_VALID else data
        return altered(kind, data, random)[:limit]

    # libFuzzer takes the seed 0 for none.
    chosen = (
        f"-max_len={max_size(seeds)}",
        f"-runs={n_cases}",
        f"-seed={seed + 1}",
        f"-artifact_prefix={folder}/",
    )
    command = [sys.argv[0], *_OPTIONS, *chosen, str(corpus)]
    atheris.Setup(command, lambda data: run(kind, data), custom_mutator=mutate)
    atheris.Fuzz()


if __name__ == "__main__":
    main()

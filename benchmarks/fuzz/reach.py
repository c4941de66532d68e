"""The lines of Gnomon that a corpus reaches: python -m benchmarks.fuzz.reach [KIND ...] [--folder F].

Lines run when a module is imported do not count: those of functions and methods do.
"""

import argparse
import dis
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from benchmarks.fuzz.case import Cases, case_folder
from benchmarks.fuzz.kinds import KINDS

_SOURCES = Path(__file__).parents[2] / "src" / "gnomon"
READERS = {
    "csv": ("data/files/bytes", "data/files/delimited", "data/files/dialect", "data/files/quotes"),
    "csv.gz": ("data/files/bytes", "data/files/zip_bombs"),
    "arff": ("data/files/arff",),
    "parquet": ("data/files/parquet", "data/files/thrift"),
    "claim": ("experiments/claim", "experiments/verify", "experiments/rebuild", "experiments/work_limits"),
    "design": ("experiments/design_file", "experiments/expression", "experiments/grid", "experiments/toml"),
    "store": ("experiments/store", "experiments/results", "experiments/integrity", "experiments/recovery"),
    "vault": ("experiments/vault", "experiments/sealed"),
    "model": (
        "models/load",
        "models/archive",
        "models/card_file",
        "models/schema",
        "models/s",
        "models/foreign",
    ),
}


def main() -> None:
    """Print, for each kind, the share of the lines of its readers that its corpus reaches."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fuzz.reach")
    parser.add_argument("kinds", nargs="*", default=list(KINDS))
    parser.add_argument("--folder", type=Path, default=Path("build/fuzz"))
    parser.add_argument("--missed", action="store_true", help="list the lines that are not reached")
    asked = parser.parse_args()
    for name in asked.kinds:
        reached = _reached(name, asked.folder)
        lines = {path: set(_lines(path)) for path in _files(READERS[name])}
        n_lines = sum(map(len, lines.values()))
        n_reached = sum(len(lines[path] & reached[str(path)]) for path in lines)
        print(
            f"{name}: {n_reached:,} of {n_lines:,} lines of its readers ({n_reached / n_lines:.0%})",
            flush=True,
        )
        if asked.missed:
            for path in lines:
                left = sorted(lines[path] - reached[str(path)])
                print(f"  {path.relative_to(_SOURCES)}: {', '.join(map(str, left)) or 'none'}")


def _reached(name: str, folder: Path) -> dict[str, set[int]]:
    """The lines of each file that valid files and the corpus of a kind reach."""
    kind, reached = KINDS[name], defaultdict(set)
    cases = Cases(case_folder(folder), folder / "faults")
    wanted = tuple(map(str, _files(READERS[name])))

    def on_call(frame: FrameType, event: str, argument: Any) -> Any:
        return on_line if frame.f_code.co_filename in wanted else None

    def on_line(frame: FrameType, event: str, argument: Any) -> Any:
        reached[frame.f_code.co_filename].add(frame.f_lineno)
        return on_line

    contents = [*kind.seeds(), *(path.read_bytes() for path in (folder / "corpus" / name).glob("*"))]
    for content in contents:
        sys.settrace(on_call)
        cases.run(kind, content)
        sys.settrace(None)
    return reached


def _files(prefixes: Iterable[str]) -> list[Path]:
    return [path for each in prefixes for path in sorted(_SOURCES.glob(f"{each}*.py"))]


def _lines(path: Path) -> Iterator[int]:
    """The lines of functions, without that of `def` itself."""
    waiting = [compile(path.read_text(), str(path), "exec")]
    while waiting:
        code = waiting.pop()
        waiting += [each for each in code.co_consts if isinstance(each, CodeType)]
        if code.co_flags & 1:  # CO_OPTIMIZED: no module and no class
            yield from (line for _, line in dis.findlinestarts(code) if line and line != code.co_firstlineno)


if __name__ == "__main__":
    main()

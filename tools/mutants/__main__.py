"""Put single faults into the source, and see whether the tests find them: `python -m tools.mutants`.

Draws `--number` mutations from all folders of the package, runs the tests nearest to each, and prints which
test found each, and which mutants survived. Exits with 1 when fewer than 95 % were found.
"""

import argparse
import os
import sys
import tempfile
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from tools.mutants.children import Work, run_all
from tools.mutants.equivalent import LIST, EquivalentMutants
from tools.mutants.points import Point
from tools.mutants.reach import OF_EVERY_FOLDER, Reach, records_of, test_files
from tools.mutants.sample import every_point, lines_of, sample
from tools.mutants.tree import ROOT, copy_to, import_libraries, module_of
from tools.mutants.trial import control, examples_of, limit, noted, stages, trial

REQUIRED = 0.95
CONTROL_SECONDS = 600
CONTROLLED_AT_ONCE = 25


@dataclass
class Verdict:
    """How the trial of a mutant ended."""

    point: Point
    outcome: str
    by: str = ""


def main(arguments: list[str] | None = None) -> int:
    """Run the mutants, print the table, and return the exit status."""
    options = _parser().parse_args(arguments)
    by_folder = every_point()
    every = [point for found in by_folder.values() for point in found]
    equivalent = EquivalentMutants(LIST.read_text(encoding="utf-8"))
    if stale := equivalent.stale(every):
        print(f"{LIST.relative_to(ROOT)}: no such mutation in the source:", *stale, sep="\n    ")
        return 1
    drawn = sample(by_folder, lines_of(list(by_folder)), options.number, options.seed)
    drawn = [point for point in drawn if _is_in(point, options.folder)]
    with tempfile.TemporaryDirectory(prefix="gnomon-mutants-") as name:
        verdicts = _verdicts(drawn, equivalent, copy_to(Path(name)), options)
    return _print(verdicts)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=0, help="of the sample (default 0)")
    parser.add_argument("--number", type=int, default=300, help="mutants over all folders (default 300)")
    parser.add_argument(
        "--folder", action="append", default=[], help="only those of the sample below this folder"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at once")
    parser.add_argument("--again", action="store_true", help="measure again which tests run which functions")
    return parser


def _is_in(point: Point, folders: list[str]) -> bool:
    parts = Path(point.file).relative_to("src/gnomon").parent.as_posix()
    return not folders or any(f"{parts}/".startswith(f"{folder.rstrip('/')}/") for folder in folders)


def _verdicts(drawn: list[Point], equivalent: EquivalentMutants, tree: Path, options) -> list[Verdict]:
    verdicts = [Verdict(point, "equivalent", equivalent.reason(point)) for point in drawn]
    tried = [verdict for verdict in verdicts if not verdict.by]
    import_libraries()
    folders = {folder for verdict in tried for folder in _tests_of(verdict.point)}
    for folder in sorted({*folders, *OF_EVERY_FOLDER} if tried else ()):
        records_of(folder, tree, options.jobs, again=options.again)
    reach = Reach.stored()
    _try(tried, reach, set(), tree, options.jobs)
    # A test may fail in this order or company without any mutation: then it proves nothing.
    unfair = _unfair(tried, tree, options.jobs)
    again = [verdict for verdict in tried if (module_of(verdict.point.file), verdict.by) in unfair]
    if again:
        print(f"{len(again)} mutants again, without tests that fail unmutated", file=sys.stderr)
        _try(again, reach, unfair, tree, options.jobs)
    return verdicts


def _tests_of(point: Point) -> list[str]:
    """The folder of tests of a folder of the package; of a file in no folder, the test files in none."""
    folder = _folder(point)
    return [f"tests/{folder}"] if folder else [file for file in test_files("tests") if file.count("/") == 1]


def _folder(point: Point) -> str:
    """The folder directly in the package, "" of a file in none."""
    parts = Path(point.file).relative_to("src/gnomon").parts
    return parts[0] if len(parts) > 1 else ""


def _try(
    tried: list[Verdict], reach: Reach, unfair: set[tuple[str, str]], tree: Path, n_processes: int
) -> None:
    """Run the mutants, and write the outcomes into their verdicts."""
    works = []
    for verdict in tried:
        module = module_of(verdict.point.file)
        left_out = {test for of, test in unfair if of == module}
        planned = stages(verdict.point, reach, left_out)
        run = trial(verdict.point, planned, tree, examples=examples_of(module) not in left_out)
        works.append(Work(run, limit(planned)))
    for ended in run_all(works, n_processes):
        verdict, killer = tried[ended.number], noted(ended.folder)
        if ended.stopped:
            verdict.outcome, verdict.by = "timed out", ""
        elif killer is None:
            verdict.outcome, verdict.by = "killed", "the process ended"
        else:
            verdict.outcome, verdict.by = "killed" if killer else "survived", killer
        print(f"{ended.seconds:5.0f} s  {_row(verdict)}", file=sys.stderr, flush=True)


def _unfair(tried: list[Verdict], tree: Path, n_processes: int) -> set[tuple[str, str]]:
    """Pairs of a module and a test that killed a mutant of it, but fails without a mutation as well."""
    found = [verdict for verdict in tried if verdict.outcome == "killed"]
    killers = sorted({(module_of(verdict.point.file), verdict.by) for verdict in found})
    groups = [killers[at : at + CONTROLLED_AT_ONCE] for at in range(0, len(killers), CONTROLLED_AT_ONCE)]
    unfair = set()
    for ended in run_all([Work(control(group, tree), CONTROL_SECONDS) for group in groups], n_processes):
        failed = noted(ended.folder)
        group = groups[ended.number]
        unfair.update(
            group if failed is None else {(module, test) for module, test in group if test in failed}
        )
    return unfair


def _row(verdict: Verdict) -> str:
    point = verdict.point
    by = f"  {verdict.by}" if verdict.by else ""
    return f"{verdict.outcome:10}  {point.file}:{point.line}  {_clipped(point)}{by}"


def _clipped(point: Point, width: int = 60) -> str:
    """The mutation; of a long text, the part about the change."""
    before, after = point.before, point.after
    same = next((at for at, (old, new) in enumerate(zip(before, after)) if old != new), 0)
    start = max(0, same - width // 2)
    return " -> ".join(("…" if start else "") + text[start : start + width] for text in (before, after))


def _print(verdicts: list[Verdict]) -> int:
    for verdict in verdicts:
        print(_row(verdict))
    print()
    folders: dict[str, list[Verdict]] = defaultdict(list)
    for verdict in verdicts:
        folders[_folder(verdict.point) or "(package)"].append(verdict)
    for folder, found in [*sorted(folders.items()), ("all", verdicts)]:
        print(
            f"{folder:14}", *(f"{n:4d} {name}" for name, n in _counts(found).items()), _share(found), sep="  "
        )
    return 0 if _killed(verdicts) >= REQUIRED else 1


def _counts(verdicts: list[Verdict]) -> dict[str, int]:
    names = ("killed", "timed out", "survived", "equivalent")
    return {name: sum(verdict.outcome == name for verdict in verdicts) for name in names}


def _killed(verdicts: list[Verdict]) -> float:
    counts = _counts(verdicts)
    tried = len(verdicts) - counts["equivalent"]
    return 1.0 if tried == 0 else 1 - counts["survived"] / tried


def _share(verdicts: list[Verdict]) -> str:
    return f"{100 * _killed(verdicts):5.1f} % found"


if __name__ == "__main__":
    sys.exit(main())

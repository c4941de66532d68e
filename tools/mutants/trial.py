"""The trial of one mutant: the tests nearest to its file first, until one fails.

1. The examples in the file's docstrings, and the mirrored test file.
2. Tests that run the mutated function: worked examples and those of files near by, quickest first.
3. The other tests of those files, as one test may store what another reads.
4. The laws of the learners that are defined in the file.
"""

import ast
import doctest
import importlib
import json
import os
import sys
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from tools.mutants.points import Point
from tools.mutants.reach import DECLARATIONS, OF_EVERY_FOLDER, Reach, Record
from tools.mutants.tree import HOOK, PYTEST, ROOT, environment, module_of

MAX_SECONDS = 45.0
MAX_FILES = 16
# A mutant may take this much longer than the tests took unmutated, before it is taken to hang.
PATIENCE, FACTOR = 20.0, 4.0
LAWS = ("tests/laws/test_laws.py", "tests/laws/test_weights.py")


@dataclass
class Stage:
    """Tests to be run at once: of these files, in this order; all of them where no order is set."""

    files: list[str]
    tests: list[str]
    seconds: float
    keyword: str = ""


def stages(point: Point, reach: Reach, left_out: Collection[str] = ()) -> list[Stage]:
    """What is run against a mutant, nearest first; `left_out` are tests that fail without a mutation."""
    wanted = _functions(point, reach)
    # Of equally near files those of the same folder come before those below it.
    near = sorted(reach.records, key=lambda file: (-_nearness(file, point.file), file.count("/"), file))
    running = {file: reach.records[file].tests_of(wanted) for file in near}
    if not point.function or point.is_default:
        # Reading what a class or a function declares runs no function of its module.
        running |= {file: list(reach.records[file].seconds) for file in DECLARATIONS if file in running}
    others = {file: _others(reach.records[file], running[file]) for file in near}
    mirror = mirrored(point.file)
    own = [file for file in near if file == mirror]
    everywhere = [file for file in near if running[file] and file.startswith(OF_EVERY_FOLDER)]
    beside = [file for file in near if running[file] and file not in (mirror, *everywhere)]
    found = [
        _stage(own, {file: running[file] + others[file] for file in own}, reach, left_out),
        _stage(everywhere, running, reach, left_out),
        _stage(beside, running, reach, left_out),
        _stage(beside or near, others, reach, left_out),
    ]
    return [stage for stage in found if stage.tests] + _laws(point.file)


def mirrored(file: str) -> str:
    """`tests/data/test_task.py` for `src/gnomon/data/task.py`."""
    path = PurePosixPath(file).relative_to("src/gnomon")
    return str("tests" / path.parent / f"test_{path.name}")


def limit(planned: list[Stage]) -> float:
    """Seconds after which a mutant is taken to hang."""
    return PATIENCE + FACTOR * sum(stage.seconds for stage in planned)


def _functions(point: Point, reach: Reach) -> set[str]:
    """The mutated function; for what runs at import, every function of the module."""
    prefix = f"{module_of(point.file)}:"
    if point.function:
        return {prefix + point.function}
    return {name for name in reach.functions if name.startswith(prefix)}


def _nearness(test: str, file: str) -> int:
    """Folders that the test file and the mirrored one have in common; one more for the mirrored one."""
    mirror = mirrored(file)
    common = os.path.commonpath([test, mirror])
    return len(PurePosixPath(common).parts)


def _others(record: Record, running: list[str]) -> list[str]:
    others = set(record.seconds).difference(running, record.failed)
    return sorted(others, key=lambda test: (record.seconds[test], test))


def _stage(files: list[str], tests: dict[str, list[str]], reach: Reach, left_out: Collection[str]) -> Stage:
    """Tests of the files in their order, up to the limit of files and seconds."""
    stage = Stage([], [], 0.0)
    for file in files[:MAX_FILES]:
        for test in tests[file]:
            seconds = reach.records[file].seconds[test]
            if test not in left_out and stage.seconds + seconds <= MAX_SECONDS:
                stage.tests.append(test)
                stage.seconds += seconds
                if file not in stage.files:
                    stage.files.append(file)
    return stage


def _laws(file: str) -> list[Stage]:
    if not file.startswith(("src/gnomon/learners/", "src/gnomon/features/")):
        return []
    tree = ast.parse((ROOT / file).read_bytes())
    names = [node.name for node in tree.body if isinstance(node, ast.ClassDef) and node.name[0] != "_"]
    return [Stage(list(LAWS), [], MAX_SECONDS, " or ".join(names))] if names else []


def trial(point: Point, planned: list[Stage], tree: Path, *, examples: bool = True):
    """What a process does for one mutant: it writes what killed it, if anything, into its folder."""
    source = (tree / point.file).read_bytes()

    def run(folder: Path) -> None:
        mutant = folder / "mutant.py"
        mutant.write_bytes(point.apply(source))
        _enter(tree, folder, f"{module_of(point.file)}={mutant}")
        killer = _examples(module_of(point.file)) if examples else ""
        note(folder, killer or _first_failure(planned, folder))

    return run


def control(killers: list[tuple[str, str]], tree: Path):
    """What a process does to see which tests fail without a mutation: it writes them.

    killers: modules, and what killed mutants of them.
    """

    def run(folder: Path) -> None:
        _enter(tree, folder, "")
        failed = [_examples(module) for module, test in killers if test == examples_of(module)]
        chosen = Chosen(sorted({test for _, test in killers if test.startswith("tests/")}))
        files = sorted({test.partition("::")[0] for test in chosen.rank})
        if files:
            _pytest(files, folder, chosen)
        note(folder, [*failed, *chosen.failed])

    return run


def examples_of(module: str) -> str:
    """What is shown as the killer where an example of the module's docstrings failed."""
    return f"examples of {module}"


def note(folder: Path, killer) -> None:
    """Write the outcome of a process."""
    (folder / "outcome.json").write_text(json.dumps(killer))


def noted(folder: Path):
    """Read it: None where the process ended without one."""
    path = folder / "outcome.json"
    return json.loads(path.read_text()) if path.exists() else None


def _enter(tree: Path, folder: Path, mutant: str) -> None:
    os.environ.update(environment(tree, folder), GNOMON_MUTANT=mutant)
    os.chdir(tree)
    sys.path[:0] = [str(HOOK), str(tree)]
    import sitecustomize

    sitecustomize.install()


def _first_failure(planned: list[Stage], folder: Path) -> str:
    for number, stage in enumerate(planned):
        chosen = Chosen(stage.tests)
        keyword = ["-k", stage.keyword] if stage.keyword else []
        _pytest(stage.files, folder / str(number), chosen, "-x", *keyword)
        if chosen.failed:
            return chosen.failed[0]
    return ""


def _pytest(files: list[str], folder: Path, chosen: "Chosen", *options: str) -> None:
    import pytest

    folder.mkdir(exist_ok=True)
    arguments = [*PYTEST, "--tb=short", f"--basetemp={folder / 'pytest'}"]
    pytest.main([*arguments, *options, *files], plugins=[chosen])


def _examples(module: str) -> str:
    """Whether an example in the module fails, or the module cannot be imported."""
    try:
        failed, _ = doctest.testmod(importlib.import_module(module), optionflags=doctest.NORMALIZE_WHITESPACE)
    except Exception:
        return examples_of(module)
    return examples_of(module) if failed else ""


class Chosen:
    """Hooks of pytest that run the chosen tests in their order, and note those that fail."""

    def __init__(self, tests: list[str]) -> None:
        self.rank = {test: number for number, test in enumerate(tests)}
        self.failed: list[str] = []

    def pytest_collection_modifyitems(self, items) -> None:
        """Keep the chosen tests, in their order."""
        if self.rank:
            items[:] = sorted(
                (item for item in items if item.nodeid in self.rank), key=lambda item: self.rank[item.nodeid]
            )

    def pytest_collectreport(self, report) -> None:
        """A file that cannot be imported has failed."""
        if report.failed:
            self.failed.append(report.nodeid)

    def pytest_runtest_logreport(self, report) -> None:
        """Note a test that failed."""
        if report.failed and report.nodeid not in self.failed:
            self.failed.append(report.nodeid)

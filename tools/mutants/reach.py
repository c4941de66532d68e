"""Which tests run each function, measured once by running the unmutated tests, and stored by test file.

Of each test: seconds, and the functions of gnomon that it runs. What a file's import or a fixture runs counts
for all tests of the file, as they read its values. A record is measured again when its test file has changed,
or on demand: where it is older than the source, tests may be missed, and a mutant survives that should not;
never the other way round.
"""

import builtins
import hashlib
import json
import os
import sys
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from tools.mutants.children import Work, run_all
from tools.mutants.tree import HOOK, PYTEST, ROOT, environment

STORE = ROOT / "build" / "mutants" / "reach"
FILES_AT_ONCE = 8
SECONDS_A_FILE = 200
# Their examples are the files' own, or they run everything; they are chosen by name instead.
NOT_MEASURED = ("tests/laws/", "tests/native/", "tests/benchmarks/", "tests/machines/", "tests/typing/")
# Worked examples, and what is declared: they run functions of every folder.
DECLARATIONS = ("tests/test_parameters.py", "tests/test_defaults.py")
OF_EVERY_FOLDER = ("tests/worked_examples", *DECLARATIONS)
NOT_MEASURED_FILES = {"tests/test_docstrings.py", "tests/test_examples.py", "tests/test_mutants.py"}


@dataclass
class Record:
    """What was measured of one test file: `shared` functions belong to every test."""

    digest: str
    seconds: dict[str, float] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)
    shared: list[str] = field(default_factory=list)
    functions: dict[str, list[str]] = field(default_factory=dict)

    def every_function(self) -> set[str]:
        """The functions that some test of the file runs."""
        return {*self.shared, *(name for names in self.functions.values() for name in names)}

    def tests_of(self, wanted: set[str]) -> list[str]:
        """The tests that run one of the functions, quickest first, without those that fail unmutated."""
        everywhere = not wanted.isdisjoint(self.shared)
        tests = [each for each in self.seconds if everywhere or not wanted.isdisjoint(self.functions[each])]
        return sorted(set(tests).difference(self.failed), key=lambda test: (self.seconds[test], test))


def records_of(folder: str, tree: Path, n_processes: int, *, again: bool = False) -> None:
    """Measure the test files below a folder of tests that have no valid record."""
    missing = [file for file in test_files(folder) if again or _stored(file) is None]
    groups = [missing[at : at + FILES_AT_ONCE] for at in range(0, len(missing), FILES_AT_ONCE)]
    works = [Work(measurement(tree, group), SECONDS_A_FILE * len(group)) for group in groups]
    for ended in run_all(works, n_processes):
        for file in groups[ended.number]:
            found = ended.folder / record_name(file)
            if found.exists():
                STORE.mkdir(parents=True, exist_ok=True)
                (STORE / record_name(file)).write_bytes(found.read_bytes())
        print(f"measured {len(groups[ended.number])} test files: {ended.seconds:.0f} s", file=sys.stderr)


class Reach:
    """Every valid record, by test file, and the functions that some test runs."""

    def __init__(self, records: dict[str, Record]) -> None:
        self.records = records
        self.functions = {name for each in records.values() for name in each.every_function()}

    @classmethod
    def stored(cls) -> "Reach":
        """What was measured so far."""
        found = {file: _stored(file) for file in test_files("tests")}
        return cls({file: record for file, record in found.items() if record is not None})


def test_files(folder: str) -> list[str]:
    """The test file, or the test files below a folder, that are measured."""
    paths = [ROOT / folder] if folder.endswith(".py") else (ROOT / folder).rglob("test_*.py")
    found = sorted(path.relative_to(ROOT).as_posix() for path in paths)
    return [file for file in found if not file.startswith(NOT_MEASURED) and file not in NOT_MEASURED_FILES]


def _stored(file: str) -> Record | None:
    path = STORE / record_name(file)
    if not path.exists():
        return None
    record = Record(**json.loads(path.read_text()))
    return record if record.digest == _digest(ROOT, file) else None


def record_name(file: str) -> str:
    """The name of the file that stores the record of a test file."""
    return file.replace("/", "--") + ".json"


def _digest(root: Path, file: str) -> str:
    return hashlib.sha256((root / file).read_bytes()).hexdigest()


def measurement(tree: Path, files: list[str]):
    """What a process does to measure test files of a copy: it writes their records into its folder."""

    def measure(folder: Path) -> None:
        import pytest

        os.environ.update(environment(tree, folder), GNOMON_MUTANTS_REACH=str(folder))
        os.chdir(tree)
        sys.path[:0] = [str(HOOK), str(tree)]
        import sitecustomize

        sitecustomize.install()
        recorder = Recorder()
        builtins.__reached__ = recorder.reached
        pytest.main([*PYTEST, f"--basetemp={folder / 'pytest'}", *files], plugins=[recorder])
        recorder.add_processes(folder)
        for file in files:
            (folder / record_name(file)).write_text(
                json.dumps(vars(recorder.record(file, _digest(tree, file))))
            )

    return measure


class Recorder:
    """Hooks of pytest that note the test, or else the file, during which each function runs."""

    def __init__(self) -> None:
        self.current = ""
        self.now: set[str] = set()
        self.of: dict[str, set[str]] = defaultdict(set)
        self.seconds: dict[str, float] = defaultdict(float)
        self.failed: set[str] = set()

    def reached(self, name: str) -> None:
        """A function reports that it runs."""
        self.now.add(name)

    def turn_to(self, current: str) -> None:
        """From here on, what runs belongs to this test or file."""
        if current != self.current:
            self.of[self.current].update(self.now)
            self.now.clear()
            self.current = current

    def pytest_collectstart(self, collector) -> None:
        """What runs while a file is imported belongs to the file."""
        self.turn_to(collector.nodeid.partition("::")[0])

    def pytest_runtest_setup(self, item) -> None:
        """So do fixtures."""
        self.turn_to(item.nodeid.partition("::")[0])

    def pytest_runtest_call(self, item) -> None:
        """Everything else belongs to the test."""
        self.turn_to(item.nodeid)

    def pytest_runtest_logreport(self, report) -> None:
        """Note seconds and failures."""
        self.seconds[report.nodeid] += report.duration
        if report.failed:
            self.failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        """Note what the last test ran."""
        self.turn_to("")

    def add_processes(self, folder: Path) -> None:
        """Add what processes that the tests started have reported."""
        for path in folder.glob("*.txt"):
            for line in path.read_text().splitlines():
                test, tab, name = line.partition("\t")
                test, _, phase = test.rpartition(" ")
                if tab:
                    self.of[test if phase == "(call)" else test.partition("::")[0]].add(name)

    def record(self, file: str, digest: str) -> Record:
        """What was noted of one test file."""
        tests = [test for test in self.seconds if test.partition("::")[0] == file]
        return Record(
            digest,
            {test: round(self.seconds[test], 4) for test in tests},
            sorted(self.failed.intersection(tests)),
            sorted(self.of[file]),
            {test: sorted(self.of[test]) for test in tests},
        )

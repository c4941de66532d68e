"""The mutation run replaces operators, constants and statements one by one, and lists those unnoticed."""

import ast
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tools.mutants import __main__ as command
from tools.mutants import sample as sampling
from tools.mutants.children import Work, run_all
from tools.mutants.equivalent import LIST, EquivalentMutants
from tools.mutants.points import points
from tools.mutants.reach import DECLARATIONS, OF_EVERY_FOLDER, Reach, Record
from tools.mutants.trial import mirrored, stages

ROOT = Path(__file__).parent.parent
BEFORE_AND_AFTER = [
    ("x = a < b", "a < b -> a <= b"),
    ("x = a >= b", "a >= b -> a > b"),
    ("x = a == b != c", "a == b != c -> a == b == c"),
    ("x = a is None", "a is None -> a is not None"),
    ("x = a not in b", "a not in b -> a in b"),
    ("x = (a) + (b)", "(a) + (b) -> (a) - (b)"),
    ("x = a / b", "a / b -> a * b"),
    ("x = a // b", "a // b -> a * b"),
    ("a -= b", "a -= b -> a += b"),
    ("x = a and b or c", "a and b -> a or b"),
    ("x = not a", "not a -> a"),
    ("x = -a", "-a -> a"),
    ("x = 0", "x = 0 -> x = 1"),
    ("x = a(7 + b)", "7 + b -> 8 + b"),
    ("x = f(a=True)", "a=True -> a=False"),
    ("x = [1e-9]", "[1e-9] -> [2e-09]"),
    ("x = f(a, axis=1)", "axis=1 -> axis=0"),
    ("x = f(a, ddof=1)", "ddof=1 -> ddof=0"),
    ("if a:\n    b()", "a -> (not (a))"),
    ("x = [a for a in b if c]", "c -> (not (c))"),
    ("for a in b:\n    break", "break -> continue"),
    ("for a in b:\n    continue", "continue -> break"),
    ("def f():\n    return a", "return a -> return None"),
    ("f(a)", "f(a) -> pass"),
    ("warnings.warn(a)", "warnings.warn(a) -> pass"),
    ("x = f(a, b)", "f(a, b) -> f(b, a)"),
    ("x = a[:b]", "b -> (b) + 1"),
    ("x = np.argmax(a)", "np.argmax -> np.argmin"),
    ("x = all(a)", "all -> any"),
]
LEFT_ALONE = [
    '"""A docstring of 3 words."""',
    "x: Literal[1]",
    "def f(x: A[0]) -> B[1]: ...",
    "raise ValueError(f(a, 1))",
    'x = f"{a + 1}"',
    "logger.info(a, 1)",
    "if TYPE_CHECKING:\n    x = 1",
    'if __name__ == "__main__":\n    x = 1',
    '__all__ = ["a"] + b',
    "@dataclass(frozen=True)\nclass A: ...",
    'x = "a" + b',
    "x = isinstance(a, b)",
    "x = np.isclose(a, b)",
    "x = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]",
    "x = f(stacklevel=2)",
]


def mutations(text):
    return [point.mutation for point in points(text.encode(), "src/gnomon/sample.py")]


@pytest.mark.parametrize(("text", "mutation"), BEFORE_AND_AFTER)
def test_each_kind_of_fault_is_among_the_mutations(text, mutation):
    assert mutation in mutations(text)


@pytest.mark.parametrize("text", LEFT_ALONE)
def test_texts_types_and_tables_are_left_alone(text):
    assert mutations(text) == []


def test_every_mutation_is_another_program_of_which_the_rest_is_unchanged():
    text = "\n".join(["# Größe", *(text for text, _ in BEFORE_AND_AFTER)]).encode()
    for point in points(text, "src/gnomon/sample.py"):
        mutant = point.apply(text)
        assert ast.dump(ast.parse(mutant)) != ast.dump(ast.parse(text))
        assert mutant.count(b"\n") == text.count(b"\n")


def test_a_mutation_knows_its_line_and_function():
    text = "class A:\n    size = 1\n\n    def f(self):\n        return lambda: 2\n"
    found = {point.mutation: point for point in points(text.encode(), "src/gnomon/sample.py")}
    class_level, inner = found["size = 1 -> size = 2"], found["lambda: 2 -> lambda: 3"]
    assert (class_level.line, class_level.function, class_level.source_line) == (2, "", "size = 1")
    assert (inner.line, inner.function) == (5, "A.f")


@pytest.fixture
def package(tmp_path):
    for folder, n_lines in (("data", 50), ("trees", 30), ("stats", 20)):
        (tmp_path / "src/gnomon" / folder).mkdir(parents=True)
        (tmp_path / "src/gnomon" / folder / "sample.py").write_text("x = a + 1\n" * n_lines)
    return tmp_path


def drawn(package, number, seed):
    by_folder = sampling.every_point(package)
    return sampling.sample(by_folder, sampling.lines_of(list(by_folder), package), number, seed)


def test_a_sample_is_the_same_for_the_same_seed_and_shared_out_by_lines(package):
    one = drawn(package, 10, seed=0)
    assert one == drawn(package, 10, seed=0)
    assert one != drawn(package, 10, seed=1)
    folders = [point.file.split("/")[2] for point in one]
    assert {name: folders.count(name) for name in folders} == {"data": 5, "trees": 3, "stats": 2}


def test_an_edit_of_other_lines_leaves_the_points_that_were_drawn(package):
    file = package / "src/gnomon/trees/sample.py"
    file.write_text("".join(f"x{n} = a + {n}\n" for n in range(50)))
    before = [point.source_line for point in drawn(package, 10, seed=0) if "trees" in point.file]
    file.write_text("import os\n\n" + file.read_text())
    assert [point.source_line for point in drawn(package, 10, seed=0) if "trees" in point.file] == before


def test_the_draw_of_a_folder_does_not_depend_on_other_folders(package):
    before = [point for point in drawn(package, 10, seed=0) if "trees" in point.file]
    (package / "src/gnomon/data/sample.py").write_text("y = a * 2\n" * 50)
    assert [point for point in drawn(package, 10, seed=0) if "trees" in point.file] == before


ENTRY = '[[mutant]]\nfile = "src/gnomon/sample.py"\nline = "{}"\nmutation = "x = 1 -> x = 2"\nreason = "{}"\n'


def test_an_equivalent_mutant_is_known_by_its_line_and_the_entry_of_a_changed_line_is_stale():
    (point,) = points(b"x = 1\n", "src/gnomon/sample.py")
    known = EquivalentMutants(ENTRY.format("x = 1", "x is not read"))
    assert known.reason(point) == "x is not read"
    assert known.stale([point]) == []
    changed = EquivalentMutants(ENTRY.format("y = 1", "y is not read"))
    assert changed.reason(point) == ""
    assert changed.stale([point]) == ["src/gnomon/sample.py: y = 1: x = 1 -> x = 2"]


def test_an_equivalent_mutant_needs_a_reason():
    with pytest.raises(ValueError, match="needs its reason"):
        EquivalentMutants(ENTRY.format("x = 1", ""))


def test_the_list_of_equivalent_mutants_matches_the_source():
    every = [point for found in sampling.every_point().values() for point in found]
    assert EquivalentMutants(LIST.read_text(encoding="utf-8")).stale(every) == []


FUNCTION = "gnomon.data.sample:f"


def record(seconds, running, failed=()):
    functions = {test: [FUNCTION] if test in running else [] for test in seconds}
    return Record("", seconds, list(failed), [], functions)


def test_the_nearest_and_quickest_tests_that_run_the_function_come_first():
    (_, point, *_) = points(b"def f():\n    return 1\n", "src/gnomon/data/sample.py")
    mirror, beside, far = (
        f"tests/{file}.py" for file in ("data/test_sample", "data/test_other", "cli/test_far")
    )
    reach = Reach(
        {
            far: record({f"{far}::a": 0.1}, [f"{far}::a"]),
            beside: record(
                {f"{beside}::slow": 2.0, f"{beside}::quick": 1.0, f"{beside}::no": 0.1},
                [f"{beside}::slow", f"{beside}::quick"],
            ),
            mirror: record(
                {f"{mirror}::a": 1.0, f"{mirror}::fails": 0.1}, [f"{mirror}::a"], [f"{mirror}::fails"]
            ),
        }
    )
    tests = [stage.tests for stage in stages(point, reach)]
    assert tests == [
        [f"{mirror}::a"],
        [f"{beside}::quick", f"{beside}::slow", f"{far}::a"],
        [f"{beside}::no"],
    ]
    assert stages(point, reach, {f"{mirror}::a"})[0].tests == tests[1]


def test_of_equally_near_files_those_of_the_same_folder_come_first():
    (_, point, *_) = points(b"def f():\n    return 1\n", "src/gnomon/sample.py")
    files = ["tests/cli/test_a.py", "tests/test_z.py"]
    reach = Reach({file: record({f"{file}::a": 1.0}, []) for file in files})
    reach.records["tests/test_z.py"].functions = {"tests/test_z.py::a": ["gnomon.sample:f"]}
    reach.records["tests/cli/test_a.py"].functions = {"tests/cli/test_a.py::a": ["gnomon.sample:f"]}
    assert stages(point, reach)[0].files == ["tests/test_z.py", "tests/cli/test_a.py"]


@pytest.mark.parametrize(
    ("source", "is_default"),
    [
        ("def f(a=1):\n    return a", True),
        ("def f(*, a=(0.5, b)):\n    return a", True),
        ("class A:\n    def f(self, a=1): ...", True),
        ("def f(a):\n    return 1 + a", False),
        ("def f(a=b):\n    c = 1", False),
        ("a = 1", False),
    ],
)
def test_defaults_and_what_runs_at_import_are_tried_by_the_lists_of_declarations(source, is_default):
    point = next(
        each for each in points(source.encode(), "src/gnomon/sample.py") if each.text in ("2", "1.0")
    )
    assert point.is_default is is_default
    lists = {file: record({f"{file}::a": 1.0}, []) for file in DECLARATIONS}
    tried = [file for stage in stages(point, Reach(lists))[:1] for file in stage.files]
    first = list(DECLARATIONS) if is_default or not point.function else []
    assert [file for file in tried if file in first] == sorted(first)


def test_a_file_in_no_folder_is_tried_by_the_test_files_in_none():
    (_, outside, *_) = points(b"def f():\n    return 1\n", "src/gnomon/sample.py")
    (_, inside, *_) = points(b"def f():\n    return 1\n", "src/gnomon/data/sets/sample.py")
    assert {"tests/test_public_face.py", "tests/test_check.py"} <= set(command._tests_of(outside))
    assert not [file for file in command._tests_of(outside) if file.count("/") > 1]
    assert command._tests_of(inside) == ["tests/data"]


def test_the_tests_of_every_folder_exist():
    assert all((ROOT / each).exists() for each in OF_EVERY_FOLDER)


def test_what_a_fixture_runs_counts_for_every_test_of_the_file():
    shared = Record("", {"a": 2.0, "b": 1.0}, [], [FUNCTION], {"a": [], "b": []})
    assert shared.tests_of({FUNCTION}) == ["b", "a"]
    assert shared.tests_of({"gnomon.data.sample:g"}) == []


def test_mirrored_tests_stand_in_the_same_folder():
    assert mirrored("src/gnomon/learners/bayes/gaussian.py") == "tests/learners/bayes/test_gaussian.py"


def test_a_process_that_hangs_is_stopped_and_one_that_ends_leaves_what_it_wrote():
    def quick(folder):
        (folder / "outcome.json").write_text(json.dumps(os.getpid()))

    def waiting(folder):
        time.sleep(1000)

    def looping(folder):
        while True:
            pass

    stopped, wrote = {}, {}
    for ended in run_all([Work(quick, 60), Work(waiting, 0.1), Work(looping, 0.1)], 3):
        stopped[ended.number] = ended.stopped
        wrote[ended.number] = (ended.folder / "outcome.json").exists()
    assert stopped == {0: False, 1: True, 2: True}
    assert wrote == {0: True, 1: False, 2: False}


def test_a_fault_of_the_run_itself_is_not_taken_for_a_killed_mutant():
    def broken(folder):
        raise ZeroDivisionError

    with pytest.raises(RuntimeError, match="ZeroDivisionError"):
        list(run_all([Work(broken, 60)], 1))


SMALL_TREE = {
    "pyproject.toml": "[tool.pytest.ini_options]\naddopts = '--import-mode=importlib'\n",
    "src/gnomon/__init__.py": "",
    "src/gnomon/data/__init__.py": "",
    "src/gnomon/data/sample.py": "LIMIT = 7\n\n\ndef total():\n    return 3 + 2\n\n\n"
    "def elsewhere():\n    return 8\n\n\ndef untested():\n    return 1\n",
    "tests/data/test_sample.py": """
import subprocess
import sys

from gnomon.data.sample import LIMIT, total


def test_the_sum():
    assert total() == 5


def test_a_command_runs_the_same_code():
    code = "from gnomon.data.sample import elsewhere; print(elsewhere())"
    assert subprocess.check_output([sys.executable, "-c", code]).decode().strip() == "8"
""",
}
RUN_ALL_POINTS = """
import doctest
import json
import sys
from pathlib import Path

import pytest

from tools.mutants.children import Work, run_all
from tools.mutants.points import points
from tools.mutants.reach import DECLARATIONS, OF_EVERY_FOLDER, Reach, Record, measurement, record_name
from tools.mutants.trial import noted, stages, trial

tree, file, test_file = Path(sys.argv[1]), "src/gnomon/data/sample.py", "tests/data/test_sample.py"
for ended in run_all([Work(measurement(tree, [test_file]), 60)], 1):
    record = Record(**json.loads((ended.folder / record_name(test_file)).read_text()))
reach = Reach({test_file: record})
every = points((tree / file).read_bytes(), file)
works = [Work(trial(point, stages(point, reach), tree), 60) for point in every]
found = {every[ended.number].mutation: noted(ended.folder) for ended in run_all(works, 1)}
print(json.dumps([record.functions, found]))
"""


def test_mutants_of_a_small_package_are_killed_where_a_test_reads_them(tmp_path):
    for name, text in SMALL_TREE.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    command_line = [sys.executable, "-c", RUN_ALL_POINTS, tmp_path]
    # Plugins are not needed here, and slow to load.
    variables = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(command_line, cwd=ROOT, env=variables, capture_output=True, text=True, check=True)
    functions, found = json.loads(done.stdout)
    the_sum, of_command = (
        f"tests/data/test_sample.py::test_{name}" for name in ("the_sum", "a_command_runs_the_same_code")
    )
    assert functions == {the_sum: ["gnomon.data.sample:total"], of_command: ["gnomon.data.sample:elsewhere"]}
    assert found == {
        "LIMIT = 7 -> LIMIT = 8": "",
        "return 3 + 2 -> return None": the_sum,
        "3 + 2 -> 3 - 2": the_sum,
        "3 + 2 -> 4 + 2": the_sum,
        "3 + 2 -> 3 + 3": the_sum,
        "return 8 -> return 9": of_command,
        "return 8 -> return None": of_command,
        "return 1 -> return None": "",
        "return 1 -> return 2": "",
    }
    assert {name: (tmp_path / name).read_text() for name in SMALL_TREE} == SMALL_TREE


@pytest.mark.parametrize(("n_survivors", "status"), [(1, 0), (2, 1)])
def test_fewer_than_95_percent_found_is_exit_status_1(n_survivors, status, capsys):
    (point,) = points(b"x = 1\n", "src/gnomon/data/sample.py")
    outcomes = ["survived"] * n_survivors + ["killed"] * 19 + ["timed out"] + ["equivalent"] * 30
    assert command._print([command.Verdict(point, outcome) for outcome in outcomes]) == status
    table = capsys.readouterr().out
    assert "src/gnomon/data/sample.py:1  x = 1 -> x = 2" in table
    assert f"{n_survivors} survived" in table.splitlines()[-1]

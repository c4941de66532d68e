"""The word list finds each word that is not a term of the field, and passes over its legitimate uses."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TOOL = ROOT / "tools" / "vocabulary.py"
LINES = [
    "# the price of a leaf",
    "# rows are dealt to folds",
    "# what the model was told, said, foretold and heard",
    "# looked at once",
    "# keeping what was kept",
    "# a way out, and the way back",
    "# a steady learner",
    "# it learned the rows by heart",
    "# answers of the tree; the first question is the root",
    "# faults of method",
    "# columns brought to one scale",
    "# clusters without rows are orphans",
    "# virtual trials of each class",
    "# predict-then-learn",
    "# a path of settings",
    "# numbers at the ends of floats",
    "# prices no coefficient feels",
    "# imagined rows",
    "# a flattering and an honest score",
    "# what came true",
    "# stray rows",
    "# the commonest class",
    "# shadows on a line",
    "# the prior at hand",
    "# a company of queries",
    "# rooms and desks",
    "# doors, holes and pulls",
    "# by hand",
    "# drawn by lot",
    "# neighbour, colour, centre, labelled, standardised",
]


@pytest.fixture(scope="module")
def tool():
    spec = importlib.util.spec_from_file_location("vocabulary", TOOL)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def words(tool, text, path="src/gnomon/sample.py"):
    return [word for _, word, _ in tool.faults(Path(path), text)]


@pytest.mark.parametrize("line", LINES)
def test_a_line_with_such_a_word_is_listed(tool, line):
    assert words(tool, line + "\n")


def test_every_pattern_of_the_list_is_in_some_line(tool):
    text = "\n".join(LINES)
    for word in tool.WORDS:
        assert re.search(word, text, re.IGNORECASE), word


@pytest.mark.parametrize(
    "name", ["given", "found_rows", "_kept", "answer", "most_leaves", "LEAST", "predict_together"]
)
def test_a_name_with_such_a_part_is_listed(tool, name):
    assert any(each.startswith(name) for each in words(tool, f"{name} = 1\n"))
    assert words(tool, f"double {name}(int n);\n", "native/sample.hpp")


@pytest.mark.parametrize(
    "name", ["at_least", "least_squares", "forgiven", "foundation", "almost", "thus_far"]
)
def test_other_names_are_not_listed(tool, name):
    assert words(tool, f"{name} = 1\n") == []


def test_a_legitimate_use_passes_where_it_is_allowed_and_only_there(tool):
    line = "given = 1\n"
    assert words(tool, line, "src/gnomon/probability/conditional.py") == []
    assert words(tool, line, "src/gnomon/learners/linear/ridge.py") == ["given (a name)"]
    doors = 'doors = ("A", "B", "C")\n'
    assert words(tool, doors, "src/gnomon/learners/networks/examples.py") == []
    assert words(tool, doors, "src/gnomon/learners/linear/ridge.py") == ["doors"]


def test_every_allowed_use_has_its_reason_and_occurs(tool):
    texts = {path: path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py")}
    for part, use, reason in tool.ALLOWED:
        assert reason
        where = [text for path, text in texts.items() if part in path.as_posix()]
        assert any(re.search(use, text, re.IGNORECASE) for text in where), use


def test_words_in_strings_and_the_rest_of_a_line_are_read(tool):
    assert words(tool, 'x = "most of all, the price"\n') == ["price"]
    assert words(tool, "cancellation of digits\n", "README.md") == []


def test_the_command_prints_the_place_and_exits_with_1(tmp_path):
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)
    (tmp_path / "sample.py").write_text("price = 1\n", encoding="utf-8")
    subprocess.run(["git", "-C", tmp_path, "add", "sample.py"], check=True)
    run = subprocess.run([sys.executable, TOOL, "sample.py"], cwd=tmp_path, capture_output=True, text=True)
    assert run.returncode == 1
    assert run.stdout == "sample.py:1: price: price = 1\n"
    (tmp_path / "sample.py").write_text("penalty = 1\n", encoding="utf-8")
    run = subprocess.run([sys.executable, TOOL, "sample.py"], cwd=tmp_path, capture_output=True, text=True)
    assert run.returncode == 0
    assert run.stdout == ""

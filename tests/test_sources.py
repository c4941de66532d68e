"""The page of sources names every worked example and display that exists, and no internal key is left."""

import ast
import re
from pathlib import Path

import pytest

from gnomon.registry import displays

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "sources.md").read_text(encoding="utf-8")
EXAMPLES = ROOT / "tests" / "worked_examples"
LISTED = set(re.findall(r"`([\w/]+\.py)::(test_\w+)`", PAGE))
DOCUMENTS = re.search(r"\| Short name \|.*?\n\n", PAGE, re.DOTALL)[0]
SHORT_NAMES = [line.split("|")[1].strip() for line in DOCUMENTS.strip().splitlines()[2:]]
KEY = re.compile(
    r"(?<![\w.])[1-6]-(W|F|P|FIG-)\d|test_[1-6]_[A-Z]|[1-6]_W\d|-FIG-\d|\bW-?\d\d\b|\bCL?-\d\d\b"
)


def functions(path):
    """The test functions of a file, with their docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    tests = [
        node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]
    return {node.name: ast.get_docstring(node) or "" for node in tests}


FILES = {path.relative_to(EXAMPLES).as_posix(): functions(path) for path in EXAMPLES.rglob("test_*.py")}


def test_every_worked_example_is_listed_and_every_listed_one_exists():
    existing = {(file, name) for file, tests in FILES.items() for name in tests}
    assert sorted(LISTED - existing) == []
    assert sorted(existing - LISTED) == []


@pytest.mark.parametrize("file", sorted(FILES))
def test_every_worked_example_cites_a_document_and_its_section(file):
    for name, docstring in FILES[file].items():
        document = next((each for each in SHORT_NAMES if docstring.startswith(each)), None)
        assert document is not None, f"{name}: begin its docstring with a short name of docs/sources.md"
        cited = docstring.removeprefix(document)
        assert re.match(r", (section|chapter|lecture|slide|appendix) [\dAB]", cited), (
            f"{name}: cite the section"
        )


def test_every_figure_of_the_documents_is_drawn_by_a_display():
    rows = [line for line in PAGE.splitlines() if re.search(r"Display` \|$", line)]
    assert len(rows) > 150
    named = {name for row in rows for name in re.findall(r"`(\w+Display)`", row)}
    assert sorted(named - set(displays)) == []


def test_every_section_of_the_page_has_a_short_name():
    headings = re.findall(r"^##+ (.*)$", PAGE, re.MULTILINE)
    assert [each for each in headings if each not in SHORT_NAMES] == ["Worked examples without a test"]
    assert sorted(set(headings) & set(SHORT_NAMES)) == sorted(SHORT_NAMES)


def test_every_worked_example_without_a_test_has_a_reason():
    table = PAGE.partition("## Worked examples without a test")[2]
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in table.splitlines()
        if line[:1] == "|"
    ]
    assert len(rows) > 5
    for place, example, reason in rows[2:]:
        assert any(place.startswith(each) for each in SHORT_NAMES), place
        assert example
        assert reason


@pytest.mark.parametrize(
    "folder", ["src", "tests", "docs", "examples", "benchmarks", "README.md", "CONTRIBUTING.md"]
)
def test_no_internal_key_is_left(folder):
    suffixes = {".py", ".pyi", ".md", ".txt", ".html"}
    top = ROOT / folder
    files = [top] if top.is_file() else [path for path in top.rglob("*") if path.suffix in suffixes]
    assert files
    for path in files:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            assert not KEY.search(line), f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}"

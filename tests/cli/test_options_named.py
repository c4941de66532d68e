"""Options that messages, notes and help name are options that the command at hand has."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest
import typer

import gnomon
from gnomon.cli import main
from gnomon.cli.advice import option, running
from gnomon.cli.main import code_of

SOURCE = Path(gnomon.__file__).parent
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*[a-z]\b")
COMMAND = re.compile(r"gnomon ((?:data|store|vault) \w+|\w+)([^`\n;]*)")


def modules():
    """Those that speak to users: not the colors of a page, nor the studies behind the intervals."""
    others = ("palette.py", "__main__.py")
    return sorted(path for path in SOURCE.rglob("*.py") if path.name not in others)


@cache
def commands():
    """The options of each command, by its name."""
    return main.options_of(typer.main.get_command(main.app))


def texts(path):
    """The text constants of a module, those of an f-string with {} between."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    inside = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            inside |= {id(each) for each in node.values}
            yield "".join(str(each.value) if isinstance(each, ast.Constant) else "{}" for each in node.values)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inside:
            yield node.value


def test_every_option_that_a_text_names_is_an_option_of_some_command():
    known = set().union(*commands().values()) | {"--version"}
    named = {opt: path.name for path in modules() for text in texts(path) for opt in OPTION.findall(text)}
    assert len(named) > 30
    assert {opt: where for opt, where in named.items() if opt not in known} == {}


def test_a_command_that_a_text_names_with_an_option_has_that_option():
    wrong = []
    for path in modules():
        for text in texts(path):
            for name, rest in COMMAND.findall(text):
                if name in commands():
                    wrong += [
                        (path.name, name, opt) for opt in OPTION.findall(rest) if opt not in commands()[name]
                    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("command", "name", "told"),
    [
        ("fit", "learners", "--learner"),
        ("compare", "learner", "--learners"),
        ("fit", "minutes", "--minutes (an option of `gnomon compare`)"),
        ("compare", "minutes", "--minutes"),
        ("select", "inner", "--inner (an option of `gnomon compare`)"),
        ("vault seal", "out", "--out"),
        ("report", "sd", "--sd (an option of `gnomon plan`)"),
        ("no such command", "out", "--out"),
    ],
)
def test_an_option_is_called_as_by_the_running_command_or_its_owner_is_named(command, name, told):
    with running(commands(), command):
        assert option(name) == told
    assert option(name) == f"--{name}"


def test_options_in_messages_are_those_of_some_command():
    known = set().union(*commands().values())
    named = [
        f"--{node.args[0].value}"
        for path in (SOURCE / "cli").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", "") == "option"
        and isinstance(node.args[0], ast.Constant)
    ]
    assert len(named) > 50
    assert [each for each in named if each not in known] == []


def test_messages_of_commands_name_options_by_the_running_command():
    """All but the help, and whole commands in backquotes."""
    written = [
        (path.name, text)
        for path in (SOURCE / "cli").glob("*.py")
        if path.name not in ("options.py", "main.py", "advice.py")
        for text in messages(path)
        if OPTION.search(re.sub(r"`gnomon [^`]*`|gnomon (\w+ )+--.*", "", text))
    ]
    assert written == []


def messages(path):
    """The texts of a module but docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    owners = (ast.Module, ast.ClassDef, ast.FunctionDef)
    docs = {ast.get_docstring(node, clean=False) for node in ast.walk(tree) if isinstance(node, owners)}
    return [text for text in texts(path) if text not in docs]


def test_learners_measures_sets_and_columns_are_found_in_any_case(tmp_path, capfd, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "T.csv").write_text("Size,Sold\n" + "1.5,yes\n2.5,no\n" * 20)
    asked = ["compare", "T.csv", "--target", "SOLD", "--learners", "gaussiannb", "--measure", "Accuracy"]
    assert code_of([*asked, "--folds", "2", "--repeats", "1", "--quiet"]) == 0
    assert code_of(["data", "show", "IRIS"]) == 0
    assert code_of(["data", "show", "T.csv", "--target", "sold"]) == 0
    capfd.readouterr()
    for wrong, meant in (("gausiannb", "GaussianNB"), ("Accurcy", "accuracy")):
        changed = ["--learners", wrong] if meant == "GaussianNB" else ["--measure", wrong]
        assert code_of(["compare", "T.csv", "--target", "sold", *changed]) == 2
        assert f"did you mean '{meant}'?" in capfd.readouterr().err
    assert code_of(["compare", "T.csv", "--target", "slod"]) == 2
    assert "did you mean 'Sold'?" in capfd.readouterr().err
    assert code_of(["data", "show", "irsi"]) == 2
    assert "did you mean 'iris'?" in capfd.readouterr().err


def test_output_goes_to_out_in_every_command():
    for name, options in commands().items():
        assert not options & {"--to", "--output", "--dest", "--target-file"}, name
    writers = (
        "report",
        "claim",
        "vault seal",
        "store export",
        "fit",
        "tune",
        "predict",
        "cluster",
        "curve",
        "compare",
    )
    assert all("--out" in commands()[each] for each in writers)


def test_the_page_and_the_claim_may_still_be_named_by_place(tmp_path, capfd, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert (
        code_of(
            ["compare", "iris", "--learners", "GaussianNB", "--folds", "2", "--repeats", "1", "--out", "r"]
        )
        == 0
    )
    assert code_of(["report", "r/results.gnomon", "page.md"]) == 0
    assert (tmp_path / "page.md").exists()
    assert code_of(["report", "r/results.gnomon", "a.md", "--out", "b.md"]) == 2
    assert "both say where to write" in capfd.readouterr().err

"""The help: short, complete, and its examples work."""

import re
import subprocess
import sys

import pytest
import typer

from gnomon.cli.completion import lesson_names, measure_names, set_names
from gnomon.cli.main import app, code_of

DESIGN = """plan = "k_fold(3)"
[tasks.iris]
set = "iris"
[learners]
Bayes = "GaussianNB()"
Stump = "DecisionStump()"
"""
# Of those that need what another wrote, the writer comes first.
ORDER = (
    "data", "list", "lesson", "plan", "check", "compare", "run", "tune", "curve", "select", "cluster", "fit",
    "predict", "explain", "report", "claim", "verify", "store", "vault",
)  # fmt: skip


def commands(group=None, prefix=()):
    """Every command with its words."""
    group = group or typer.main.get_command(app)
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, (*prefix, name))
        else:
            yield (*prefix, name), command


def example(command):
    found = re.search(r"Example: (gnomon [^\n]+)", " ".join((command.help or "").split(" ")))
    return None if found is None else found[1].split()[1:]


@pytest.mark.parametrize("words", [words for words, _ in commands()], ids=" ".join)
def test_each_command_says_in_a_sentence_what_it_does_and_shows_an_example(words):
    command = dict(commands())[words]
    first = (command.help or "").strip().split("\n\n")[0]
    assert first.rstrip().endswith((".", "?"))
    assert len(" ".join(first.split())) < 120
    assert example(command)[: len(words)] == list(words)
    for parameter in command.params:
        assert parameter.help or parameter.name == "help", f"{words}: {parameter.name}"


def test_every_command_prints_its_help_in_80_columns(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    for words, _ in commands():
        assert code_of([*words, "--help"]) == 0
        assert all(len(line) <= 80 for line in capsys.readouterr().out.splitlines())


def test_every_example_works(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "design.toml").write_text(DESIGN)
    found = dict(commands())
    assert {words[0] for words in found} == set(ORDER)
    for words in sorted(found, key=lambda words: ORDER.index(words[0])):
        code = code_of(example(found[words]))
        assert code == 0, (words, capfd.readouterr())


def test_help_loads_no_more_than_it_needs():
    script = (
        "import sys; from gnomon.cli.main import code_of; code_of(['--help']);"
        "heavy = {'numpy', 'pandas', 'sklearn', 'scipy', 'matplotlib', 'jinja2'} & set(sys.modules);"
        "own = [name for name in sys.modules if name.startswith('gnomon.')];"
        "print(sorted(heavy), len(own), len(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    heavy, own, loaded = done.stderr.rsplit(" ", 2)
    assert heavy == "[]"
    assert int(own) < 35
    assert int(loaded) < 450


def test_the_shell_completes_a_learner_in_a_list():
    typed = "gnomon compare iris --learners GaussianNB,Rid"
    environment = {"_GNOMON_COMPLETE": "complete_bash", "COMP_WORDS": typed, "COMP_CWORD": "4"}
    script = "from gnomon.cli.main import main; main()"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment)
    assert "GaussianNB,Ridge" in done.stdout.split()


@pytest.mark.parametrize(
    ("complete", "typed", "completed"),
    [
        (set_names, "iris-h", "iris-held-out"),
        (measure_names, "log_l", "log_loss"),
        (lesson_names, "three-p", "three-points"),
    ],
)
def test_sets_measures_and_lessons_are_completed(complete, typed, completed):
    assert completed in [name for name, _ in complete(typed)]
    assert complete("no such thing") == []

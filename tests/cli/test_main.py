import json
import subprocess
import sys

import pytest

import gnomon
from gnomon.cli.main import code_of


def failure(capfd, *arguments):
    """Exit code 2, one line on standard error, nothing else."""
    assert code_of(arguments) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert err.startswith("gnomon: ")
    assert err.count("\n") == 1
    return err


@pytest.fixture
def table(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = [f"{n % 7},{n * n % 11},{'yes' if n % 7 > 3 else 'no'}" for n in range(60)]
    path = tmp_path / "table.csv"
    path.write_text("a,b,ill\n" + "\n".join(rows) + "\n")
    return str(path)


def test_as_a_module_a_reader_that_has_seen_enough_ends_it_quietly():
    command = f"{sys.executable} -m gnomon list learners | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True)
    assert done.stdout.startswith("learners")
    assert done.stderr == ""


def test_version(capsys):
    assert code_of(["--version"]) == 0
    assert capsys.readouterr().out == f"gnomon {gnomon.__version__}\n"


def test_help_names_the_commands(capsys):
    assert code_of(["--help"]) == 0
    assert "compare" in capsys.readouterr().out


@pytest.mark.parametrize("what", ["learners", "measures", "sets"])
def test_list_prints_a_registry(capsys, what):
    assert code_of(["list", what]) == 0
    assert {"learners": "GaussianNB", "measures": "accuracy", "sets": "iris"}[what] in capsys.readouterr().out


def test_list_finds_names_by_a_textbook_term(capsys):
    assert code_of(["list", "--find", "confidence interval"]) == 0
    assert "gn.stats.wilson_interval" in capsys.readouterr().out
    assert code_of(["list", "--find", "soft margin", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["matches"][0]["name"] == "gn.SVC"
    assert code_of(["list", "--find", "qqqq"]) == 0
    assert "no public name" in capsys.readouterr().out


def test_list_of_everything(capsys):
    assert code_of(["list"]) == 0
    out = capsys.readouterr().out
    assert all(word in out for word in ("GaussianNB", "accuracy", "iris"))


def test_data_show_prints_columns_of_a_file_and_of_a_set(capsys, table):
    assert code_of(["data", "show", table]) == 0
    out = capsys.readouterr().out
    assert "quantitative" in out
    assert "ill" in out
    assert code_of(["data", "show", "iris"]) == 0
    assert "setosa" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["compare", "TABLE"], "--target"),
        (["compare", "TABLE", "--target", "sick"], "sick"),
        (["compare", "no-such.csv", "--target", "x"], "no-such.csv"),
        (["compare", "irris"], "iris"),
        (["compare", "iris", "--target", "x"], "omit --target"),
        (["compare", "TABLE", "--target", "ill", "--learners", "GausianNB"], "did you mean 'GaussianNB'"),
        (["compare", "TABLE", "--target", "ill", "--learners", "Ridge"], "regression"),
        (["compare", "TABLE", "--target", "ill", "--measure", "acuracy"], "did you mean 'accuracy'"),
        (["compare", "TABLE", "--target", "ill", "--measure", "r2"], "regression"),
        (["compare", "TABLE", "--target", "ill", "--folds", "1"], "k"),
        (["compare", "TABLE", "--target", "ill", "--folds", "many"], "--folds"),
        (["compare", "TABLE", "--target", "ill", "--repeats", "0"], "times"),
        (["compare", "TABLE", "--target", "ill", "--workers", "0"], "workers"),
        (["compare", "TABLE", "--target", "ill", "--seed", "-1"], "random_state"),
        (["compare", "TABLE", "--target", "ill", "--positive", "maybe"], "maybe"),
        (["compare", "TABLE", "--target", "ill", "--out", "TABLE"], "--out"),
        (["compare", "TABLE", "--target", "ill", "--color"], "--color"),
        (["compare"], "data"),
        (["contrast"], "contrast"),
        (["list", "wishes"], "wishes"),
        (["data", "show", "no-such.csv"], "no-such.csv"),
    ],
)
def test_what_is_wrong_is_said_in_one_line_with_code_2(capfd, table, arguments, said):
    assert said in failure(capfd, *(table if each == "TABLE" else each for each in arguments))


def test_a_file_that_is_no_store_is_refused(capfd, table, tmp_path):
    (tmp_path / "results.gnomon").write_text("not a database " * 100)
    said = failure(
        capfd, "compare", table, "--target", "ill", "--learners", "Baseline", "--out", str(tmp_path)
    )
    assert "not a Gnomon results file" in said

import json

import numpy as np
import pytest

import gnomon as gn
from gnomon.cli.main import code_of


@pytest.fixture
def table(tmp_path, monkeypatch):
    """A file with a row number, sorted by class, and a column of patients with three visits each."""
    monkeypatch.chdir(tmp_path)
    random = np.random.default_rng(0)
    born = random.integers(1940, 1990, size=40)
    rows = [
        f"{n},p{n // 3},{born[n // 3]},{random.normal():.4f},{random.normal():.4f},{['no', 'yes'][n > 60]}"
        for n in range(120)
    ]
    (tmp_path / "visits.csv").write_text("number,patient,born,a,b,ill\n" + "\n".join(rows) + "\n")
    return "visits.csv"


def test_a_file_with_faults_ends_with_code_1_and_names_them(capsys, table):
    assert code_of(["check", table, "--target", "ill", "--no-cost"]) == 1
    out = capsys.readouterr().out
    assert "GN006 error" in out
    assert "GN003 warning" in out
    assert "checks run" in out


def test_a_named_group_and_a_dropped_column_heal_it(capsys, table):
    arguments = ["check", table, "--target", "ill", "--group", "patient", "--drop", "number", "--folds", "5"]
    assert code_of(arguments) == 0
    assert "nothing found" in capsys.readouterr().out


def test_json_holds_findings_and_their_cost(capsys, table):
    assert code_of(["check", table, "--target", "ill", "--json"]) == 1
    document = json.loads(capsys.readouterr().out)
    costs = {each["code"]: each["cost"] for each in document["findings"]}
    assert costs["GN006"]["gain"] > 0
    assert "GN008" in document["left_out"]


def test_a_results_file_is_checked(capsys, tmp_path):
    store = tmp_path / "results.gnomon"
    noise = gn.Task(np.random.default_rng(0).normal(size=(60, 3)), [0, 1] * 30, name="noise")
    gn.run(gn.Design(noise, [gn.SVC(C=C) for C in (0.1, 1, 10)], gn.k_fold(5)), store=store)
    assert code_of(["check", str(store), "--no-cost"]) == 0
    out = capsys.readouterr().out
    assert "GN010 warning" in out
    assert "GN016 note" in out


def test_data_and_results_together_make_more_checks(capsys, table, tmp_path):
    task = gn.Task.read(table, "ill")
    gn.run(gn.Design(task, [gn.GaussianNB()], gn.k_fold(4)), store=tmp_path / "r.gnomon")
    code_of(["check", table, "--target", "ill", "--results", "r.gnomon", "--no-cost", "--json"])
    made = json.loads(capsys.readouterr().out)["made"]
    assert {"GN001", "GN016"} <= set(made)


def test_a_page_is_printed(capsys):
    assert code_of(["check", "--explain", "gn001"]) == 0
    assert capsys.readouterr().out.startswith("# GN001: duplicate rows")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["check"], "no data to check"),
        (["check", "--explain", "GN099"], "no check is called"),
        (["check", "iris", "--only", "GN099"], "no check is called"),
        (["check", "iris", "--target", "x"], "omit --target"),
    ],
)
def test_wrong_requests_are_one_line(capfd, arguments, words):
    assert code_of(arguments) == 2
    err = capfd.readouterr().err
    assert words in err
    assert err.count("\n") == 1


@pytest.fixture
def compared(table):
    """A results file of the visits, with what was found while they were compared."""
    arguments = [
        "compare",
        table,
        "--target",
        "ill",
        "--learners",
        "GaussianNB,DecisionStump",
        "--folds",
        "3",
    ]
    assert code_of([*arguments, "--repeats", "1", "--quiet"]) == 0
    return "results/visits/results.gnomon"


def test_a_results_file_shows_what_was_found_of_its_data(capsys, compared):
    code_of(["check", compared])
    assert "GN003 warning" in capsys.readouterr().out


def test_a_report_by_another_measure_keeps_the_findings(capsys, compared, tmp_path):
    assert code_of(["report", compared, "--measure", "f1", "again.md"]) == 0
    assert "GN003 (warning" in (tmp_path / "again.md").read_text()


def test_a_finding_is_dismissed_with_a_reason_that_the_report_shows(capsys, compared, tmp_path):
    code_of(["check", compared, "--dismiss", "GN003:patient", "each visit is a patient of its own"])
    assert "GN003 warning, dismissed" in capsys.readouterr().out
    assert code_of(["report", compared, "again.html"]) == 0
    page = (tmp_path / "again.html").read_text()
    assert "each visit is a patient of its own" in page


def test_what_was_not_found_cannot_be_dismissed(capsys, compared):
    assert code_of(["check", compared, "--dismiss", "GN018", "why not"]) == 2
    assert "there is no such finding" in capsys.readouterr().err


def test_a_dismissed_error_ends_with_code_0(capsys, table):
    arguments = ["check", table, "--target", "ill", "--no-cost", "--only", "GN006"]
    assert code_of(arguments) == 1
    assert code_of([*arguments, "--dismiss", "GN006:number", "left out by the preparation"]) == 0


def test_row_numbers_that_the_preparation_leaves_out_are_said_to_be(tmp_path, capsys):
    lines = [f"{n},{n % 7},{'old' if n % 3 else 'new'}" for n in range(1, 121)]
    (tmp_path / "t.csv").write_text("rownames,size,age\n" + "\n".join(lines) + "\n")
    assert code_of(["check", str(tmp_path / "t.csv"), "--target", "age"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "GN006 warning: identifier column among the features" in shown
    assert "`gnomon compare` and `gnomon fit` leave it out" in shown
    assert "leave it out by --drop rownames, or use it by --group or --time" in shown


def test_fixes_are_told_by_options_with_the_column(tmp_path, capsys):
    lines = [f"{n % 7},2024-{1 + n % 12:02d}-{1 + n // 12:02d},{n % 2}" for n in range(120)]
    (tmp_path / "t.csv").write_text("size,sold on,old\n" + "\n".join(lines) + "\n")
    code_of(["check", str(tmp_path / "t.csv"), "--target", "old", "--only", "GN004", "--no-cost"])
    shown = " ".join(capsys.readouterr().out.split())
    assert "use --time 'sold on'" in shown
    assert "Task.of" not in shown

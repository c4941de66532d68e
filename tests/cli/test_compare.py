import json
import os
import signal
import sqlite3
import subprocess
import sys
import time

import pytest

from gnomon.cli import compare
from gnomon.cli.main import code_of
from gnomon.experiments.results import Results


@pytest.fixture
def table(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = [f"{n % 7},{n * n % 11 if n % 9 else ''},{'yes' if n % 7 > 3 else 'no'}" for n in range(120)]
    (tmp_path / "ills.csv").write_text("a,b,ill\n" + "\n".join(rows) + "\n")
    return tmp_path


def ask(*more):
    return [
        "compare", "ills.csv", "--target", "ill", "--learners", "GaussianNB, Baseline",
        "--folds", "4", "--repeats", "2", *more,
    ]  # fmt: skip


def test_the_leaderboard_is_printed_and_the_paths_come_last(table, capfd):
    assert code_of(ask()) == 0
    out = capfd.readouterr().out
    assert "GaussianNB is best of 2 learners" in " ".join(out.split())
    assert out.splitlines()[-2:] == [
        "results  results/ills/results.gnomon",
        "report   results/ills/report.html",
    ]
    assert sorted(os.listdir(table / "results" / "ills")) == ["report.html", "results.gnomon"]


def test_quiet_prints_the_paths_alone(table, capfd):
    assert code_of(ask("--quiet", "--out", "here")) == 0
    out, err = capfd.readouterr()
    assert out == "results  here/results.gnomon\nreport   here/report.html\n"
    assert err == ""


def test_json_is_one_document_and_nothing_else(table, capfd):
    assert code_of(ask("--json", "--measure", "log_loss", "--seed", "3")) == 0
    out, err = capfd.readouterr()
    assert err == ""
    document = json.loads(out)
    assert set(document) == {"tasks", "notes", "findings", "random_state", "results", "report"}
    assert document["random_state"] == 3
    assert "median" in document["notes"][0]
    (task,) = document["tasks"]
    assert set(task) == {
        "name", "kind", "rows", "features", "fingerprint", "splits", "measure", "better", "conclusion",
        "interval", "leaderboard", "settings",
    }  # fmt: skip
    assert (task["name"], task["rows"], task["measure"], task["better"]) == ("ills", 120, "log_loss", "lower")
    assert task["splits"]["n_splits"] == 8
    first = task["leaderboard"][0]
    assert set(first) == {"learner", "value", "lower", "upper", "verdict", "seconds"}
    assert first["verdict"] == "best"
    assert first["lower"] <= first["value"] <= first["upper"]


def test_the_same_command_again_gives_the_same_numbers_without_working(table, capfd):
    boards = []
    for _ in range(2):
        assert code_of(ask("--json")) == 0
        boards.append(json.loads(capfd.readouterr().out)["tasks"][0]["leaderboard"])
    # Seconds are measured, so that equal ones were not worked again.
    assert boards[0] == boards[1]


def test_another_learner_is_added_to_the_same_results_file(table, capfd):
    assert code_of(ask("--quiet")) == 0
    assert code_of([*ask("--quiet"), "--learners", "GaussianNB, Baseline, DecisionStump"]) == 0
    results = Results.read("results/ills/results.gnomon")
    assert results.learners == ["GaussianNB", "Baseline", "DecisionStump"]
    assert units("results/ills/results.gnomon") == 6


def test_two_workers_give_the_numbers_of_one(table, capfd):
    boards = []
    for workers in ("1", "2"):
        assert code_of(ask("--json", "--workers", workers, "--out", f"with-{workers}")) == 0
        board = json.loads(capfd.readouterr().out)["tasks"][0]["leaderboard"]
        boards.append([{**line, "seconds": 0} for line in board])
    assert boards[0] == boards[1]


def test_bundled_sets_and_default_learners_of_both_kinds(table, capfd):
    for name, measure in (("iris", "accuracy"), ("diabetes", "root_mean_squared_error")):
        assert code_of(["compare", name, "--json", "--repeats", "1", "--folds", "5"]) == 0
        (task,) = json.loads(capfd.readouterr().out)["tasks"]
        assert task["measure"] == measure
        assert len(task["leaderboard"]) >= 3
        assert task["leaderboard"][-1]["learner"].startswith("Baseline")


def test_the_report_says_how_missing_values_were_filled(table, capfd):
    assert code_of(ask("--quiet")) == 0
    page = (table / "results" / "ills" / "report.html").read_text(encoding="utf-8")
    assert "median" in page
    assert "gn.Task.read(&#39;ills.csv&#39;, target=&#39;ill&#39;, lenient=True)" in page


def test_ctrl_c_says_how_to_go_on_and_the_same_command_does(table):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    more = ["--repeats", "100", "--out", "out"]
    command = [sys.executable, "-m", "gnomon", *ask(*more)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, env=environment, text=True) as process:
        wait_for_units(table / "out" / "results.gnomon")
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Repeat the command" in err
    assert "Traceback" not in err
    kept = units(table / "out" / "results.gnomon")
    assert 0 < kept < 200
    assert code_of(ask(*more, "--quiet")) == 0
    assert units(table / "out" / "results.gnomon") == 200


def units(path):
    connection = sqlite3.connect(path)
    try:
        return connection.execute("SELECT count(*) FROM unit").fetchone()[0]
    finally:
        connection.close()


def wait_for_units(path):
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            if path.exists() and units(path):
                return
        except sqlite3.OperationalError:
            pass
        time.sleep(0.02)
    raise AssertionError("no unit was finished in a minute")


def test_refits_for_the_report_can_be_left_out_and_made_up_for(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    command = ["compare", "iris", "--learners", "GaussianNB", "--folds", "3", "--repeats", "1", "--quiet"]
    page = tmp_path / "results" / "iris" / "report.html"
    assert code_of([*command, "--no-refits"]) == 0
    assert "Permutation importance" not in page.read_text()
    assert code_of(command) == 0
    assert "Permutation importance" in page.read_text()
    assert code_of(["report", "results/iris/results.gnomon", "again.html"]) == 0
    assert "Permutation importance" in (tmp_path / "again.html").read_text()


def test_a_long_run_says_that_refits_follow(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(compare, "_SILENT_SECONDS", 0.0)
    monkeypatch.setattr(compare, "write_report", lambda *given, **options: "report.html")
    assert code_of(["compare", "iris", "--learners", "GaussianNB", "--folds", "2", "--repeats", "1"]) == 0
    assert "--no-refits skips them" in capfd.readouterr().err

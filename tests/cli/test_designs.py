"""Designs: planned before they run, run from a file, reported again."""

import json

import pytest

import gnomon as gn
from gnomon.cli.main import code_of


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_plan_says_what_it_can_see_and_what_it_costs(capsys):
    arguments = ["plan", "breast-cancer", "--learners", "GaussianNB,Baseline", "--folds", "5"]
    assert code_of([*arguments, "--difference", "0.001"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "detect a difference in accuracy of" in out
    assert "cannot detect a difference" in out
    assert "6 units" in out


def test_a_difference_within_reach_is_said_to_be(capsys):
    arguments = ["plan", "breast-cancer", "--learners", "GaussianNB,Baseline", "--json"]
    assert code_of([*arguments, "--difference", "0.2"]) == 0
    assert json.loads(capsys.readouterr().out)["is_enough"] is True


def test_a_measure_that_is_no_share_needs_its_spread_and_the_cost_is_told_without(capfd):
    arguments = ["plan", "diabetes", "--learners", "Ridge,BaselineRegressor"]
    assert code_of(arguments) == 0
    said = capfd.readouterr()
    assert "pass --sd, the" in said.err
    assert said.out.startswith("running time")
    assert code_of([*arguments, "--difference", "10"]) == 2
    assert "sd" in capfd.readouterr().err


def test_a_design_file_is_run_and_resumed(capsys, folder):
    learners = [gn.GaussianNB(), (gn.KNeighborsClassifier(), {"n_neighbors": [9, 1]})]
    gn.Design(gn.load("iris"), learners, gn.k_fold(3), inner=gn.k_fold(2)).write("study.toml")
    for _ in range(2):
        assert code_of(["run", "study.toml"]) == 0
        assert "Optimism of hyperparameter selection" in capsys.readouterr().out
    assert (folder / "results" / "study" / "report.html").exists()


def test_a_report_is_written_again_by_its_ending(capsys, folder):
    store = folder / "r.gnomon"
    gn.run(gn.Design(gn.load("iris"), [gn.GaussianNB(), gn.Baseline()], gn.k_fold(3)), store=store)
    for name, word in (("a.html", "<!doctype html>"), ("a.md", "GaussianNB"), ("a.tex", "\\begin{")):
        assert code_of(["report", "r.gnomon", "--out", name]) == 0
        assert capsys.readouterr().out == f"{name}\n"
        assert word in (folder / name).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["run", "no.toml"], "no.toml"),
        (["report", "no.gnomon"], "no.gnomon"),
        (["report", "r.gnomon", "a.docx"], ".html, .md or .tex"),
        (["plan", "iris", "--pilot-rows", "1"], "rows"),
        (["compare", "iris", "--grid", "C=1,2"], "--inner 5"),
    ],
)
def test_wrong_requests_are_one_line(arguments, said, capfd, folder):
    gn.run(gn.Design(gn.load("iris"), [gn.Baseline()], gn.k_fold(3)), store=folder / "r.gnomon")
    assert code_of(arguments) == 2
    err = capfd.readouterr().err
    assert said in err
    assert err.count("\n") == 1

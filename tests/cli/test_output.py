import numpy as np

import gnomon as gn
from gnomon.cli.output import _MAX_WINNERS, _winners, print_leaderboard
from gnomon.experiments.winners import WinningSetting


def test_the_ledger_stands_below_the_leaderboard_of_a_nested_design(capsys):
    learners = [gn.KNeighborsClassifier(), gn.GaussianNB()]
    results = gn.run(gn.Design(gn.load("iris"), learners, gn.k_fold(3), inner=gn.k_fold(3)))
    print_leaderboard(results)
    shown = capsys.readouterr().out
    assert shown.index("against the best") < shown.index("Optimism of hyperparameter selection, accuracy")
    header = next(line for line in shown.splitlines() if "BBC-CV" in line)
    assert header.split()[-5:] == ["training", "inner", "Tibshirani", "BBC-CV", "nested"]


def test_a_plain_design_has_no_ledger(capsys):
    print_leaderboard(gn.run(gn.Design(gn.load("iris"), [gn.GaussianNB()], gn.k_fold(3))))
    assert "Optimism" not in capsys.readouterr().out


def test_verdicts_stay_on_one_line_of_eighty_columns(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    rare = gn.Task({"size": np.arange(2000) % 7 + 0.5}, ["yes"] * 8 + ["no"] * 1992)
    plan = {"plan": gn.k_fold(4), "measures": "accuracy", "margin": 0.01}
    learners = {"GradientBoostingClassifier": gn.Baseline(), "KNeighborsClassifier": gn.GaussianNB()}
    print_leaderboard(gn.run(gn.Design(rare, learners, **plan)))
    lines = capsys.readouterr().out.splitlines()
    assert any("practically equal" in line for line in lines[:5])
    assert max(map(len, lines)) <= 80


def test_settings_left_out_are_counted_in_words():
    won = [WinningSetting("KNN", {"n_neighbors": k}, 1, 5, 5) for k in range(_MAX_WINNERS + 1)]
    assert _winners(won).endswith("1 other (1)")

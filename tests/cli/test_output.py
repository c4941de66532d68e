import re

import numpy as np
import pytest

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
    assert header.split() == [
        "learner", "candidates", "training", "inner", "Tibshirani", "BBC-CV", "nested", "optimism",
    ]  # fmt: skip


def test_the_ledger_of_prices_has_the_digits_of_the_leaderboard(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    random = np.random.default_rng(0)
    rooms = random.integers(1, 9, 60)
    homes = gn.Task({"rooms": rooms}, 50_000.0 * rooms + random.normal(0, 30_000, 60), kind="regression")
    learners = [gn.KNeighborsRegressor(), gn.Ridge()]
    print_leaderboard(gn.run(gn.Design(homes, learners, gn.k_fold(3), inner=gn.k_fold(3))))
    shown = capsys.readouterr().out
    ledger = shown[shown.index("Optimism of") : shown.index("optimism: inner minus")]
    assert not re.search(r"\d\.\d", ledger)
    assert len(re.findall(r"\b\d\d,\d\d\d\b", ledger)) >= 10
    assert max(map(len, shown.splitlines())) <= 100


@pytest.mark.parametrize("width", [80, 100, 110, 120, 160])
def test_names_of_learners_are_whole_beside_the_longest_measure(capsys, monkeypatch, width):
    monkeypatch.setenv("COLUMNS", str(width))
    random = np.random.default_rng(0)
    prices = gn.Task({"rooms": random.integers(1, 9, 40)}, random.normal(3e5, 1e5, 40), kind="regression")
    learners = {"GradientBoostingRegressor": gn.BaselineRegressor(), "RandomForestRegressor": gn.Ridge()}
    print_leaderboard(gn.run(gn.Design(prices, learners, gn.k_fold(4))))
    shown = capsys.readouterr().out
    assert "…" not in shown
    board = shown.splitlines()[:8]
    assert all(any(line.startswith(f"{name} ") for line in board) for name in learners)
    assert "(in the units of the target)" in board[0]
    assert any("├" in line for line in board) == (width >= 100)
    assert max(map(len, board)) <= width


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

import gnomon as gn
from gnomon.cli.output import print_leaderboard


def test_the_ledger_stands_below_the_leaderboard_of_a_nested_design(capsys):
    learners = [gn.KNeighborsClassifier(), gn.GaussianNB()]
    results = gn.run(gn.Design(gn.load("iris"), learners, gn.k_fold(3), inner=gn.k_fold(3)))
    print_leaderboard(results)
    shown = capsys.readouterr().out
    assert shown.index("against the best") < shown.index("Optimism of choosing settings, accuracy")
    header = next(line for line in shown.splitlines() if "BBC-CV" in line)
    assert header.split()[-5:] == ["training", "inner", "Tibshirani", "BBC-CV", "nested"]


def test_a_plain_design_has_no_ledger(capsys):
    print_leaderboard(gn.run(gn.Design(gn.load("iris"), [gn.GaussianNB()], gn.k_fold(3))))
    assert "Optimism" not in capsys.readouterr().out

import json

import gnomon as gn
from gnomon.cli.main import code_of
from gnomon.experiments.winners import winning_settings

GRID = {"n_neighbors": [1, 5, 15]}


def nested():
    learners = {"near": (gn.KNeighborsClassifier(), GRID), "bayes": (gn.GaussianNB(), None)}
    learners = {name: gn.GridSearch(*each) for name, each in learners.items()}
    plan = gn.repeated(gn.k_fold(3), times=2)
    return gn.run(gn.Design(gn.load("iris"), learners, plan, inner=gn.k_fold(3)))


def test_every_outer_split_is_counted_once_and_the_commonest_setting_comes_first():
    results = nested()
    won = winning_settings("near", results.tuned(learner="near"))
    choices = results.choices(learner="near")["n_neighbors"].tolist()
    assert {each.setting["n_neighbors"]: each.times for each in won} == {
        k: choices.count(k) for k in set(choices)
    }
    assert [each.times for each in won] == sorted((each.times for each in won), reverse=True)
    assert {(each.splits, each.settings) for each in won} == {(6, 3)}
    frame = results.winning_settings()
    assert frame.groupby("learner")["times"].sum().to_dict() == {"near": 6, "bayes": 6}


def test_compare_shows_the_settings_that_won_in_terminal_document_and_report(tmp_path, capfd):
    command = [
        "compare",
        "iris",
        "--learners",
        "GaussianNB, KNeighborsClassifier",
        "--inner",
        "3",
        "--folds",
        "3",
    ]
    command += ["--repeats", "1", "--out", str(tmp_path), "--grid", "KNeighborsClassifier.n_neighbors=1,5,15"]
    assert code_of(command) == 0
    told = capfd.readouterr().out
    assert "Selected in 3 outer splits" in told
    assert code_of([*command, "--json"]) == 0
    (task,) = json.loads(capfd.readouterr().out)["tasks"]
    won = [each for each in task["settings"] if each["learner"] == "KNeighborsClassifier"]
    assert sum(each["times"] for each in won) == 3
    assert all(each["setting"]["n_neighbors"] in (1, 5, 15) for each in won)
    assert f"n_neighbors={won[0]['setting']['n_neighbors']} ({won[0]['times']})" in told
    assert code_of(["report", str(tmp_path / "results.gnomon"), "--out", str(tmp_path / "r.md")]) == 0
    page = (tmp_path / "r.md").read_text(encoding="utf-8")
    assert f"{won[0]['times']} of 3" in page
    assert "hyperparameters selected by the inner splits" in page

import json

import numpy as np
import pytest

import gnomon as gn
from gnomon.cli.defaults import MANY_ROWS, folds_and_repeats, folds_for, halving_for, plan_for
from gnomon.cli.main import code_of
from gnomon.experiments.results import Results


def test_folds_follow_the_time_of_a_task():
    task = gn.Task.of(
        {"year": np.arange(40)[::-1], "price": np.arange(40.0), "sold": [0, 1] * 20}, "sold", time="year"
    )
    for plan in (folds_for(task, 4), plan_for(task, 4, 3, 0)):
        cuts = list(plan.split(task))
        assert len(cuts) == 4
        assert all(task.time[train].max() < task.time[held_out].min() for train, held_out in cuts)


@pytest.fixture
def rows(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lines = [
        f"2024-{1 + n // 28:02d}-{1 + n % 28:02d},{n * n % 17},{'ill' if n % 30 < 3 else 'well'}"
        for n in range(120)
    ]
    (tmp_path / "rare.csv").write_text("day,dose,state\n" + "\n".join(lines) + "\n")
    return [
        "compare",
        "rare.csv",
        "--target",
        "state",
        "--folds",
        "3",
        "--repeats",
        "1",
        "--learners",
        "GaussianNB",
    ]


def test_compare_ranks_rare_classes_by_auc_and_says_so(rows, capfd):
    assert code_of([*rows, "--json"]) == 0
    document = json.loads(capfd.readouterr().out)
    assert document["tasks"][0]["measure"] == "auc"
    assert "One class has 90.0 % of the rows" in document["notes"][0]
    assert "GN012" not in [each["code"] for each in document["findings"]]


def test_a_measure_that_is_named_stays_and_the_way_out_is_told(rows, capfd):
    assert code_of([*rows, "--measure", "accuracy"]) == 0
    told = " ".join(capfd.readouterr().out.split())
    assert "GN012" in told
    assert "--measure auc" in told
    assert "GN004" in told
    assert "--time day" in told


def test_a_column_of_time_puts_the_held_out_rows_after_the_others(rows, capfd):
    assert code_of([*rows, "--time", "day", "--json"]) == 0
    document = json.loads(capfd.readouterr().out)
    assert "GN004" not in [each["code"] for each in document["findings"]]
    assert document["tasks"][0]["features"] == 1


def test_tune_chooses_by_auc_where_a_class_is_rare_and_says_so(rows, capfd):
    asked = ["tune", "rare.csv", "--target", "state", "--learner", "GaussianNB", "--drop", "day"]
    few = ["--grid", "var_smoothing=1e-9,0.1", "--folds", "2", "--inner", "2", "--json"]
    assert code_of([*asked, *few]) == 0
    said = capfd.readouterr()
    assert json.loads(said.out)["measure"] == "auc"
    assert "ranked by auc" in said.err


def test_very_many_rows_get_few_folds_unless_they_are_asked_for_and_it_is_said():
    task = gn.Task({"x": np.arange(MANY_ROWS + 1) % 7.0}, np.arange(MANY_ROWS + 1) % 2)
    folds, repeats, (said,) = folds_and_repeats(task, None, None)
    assert (folds, repeats) == (5, 1)
    assert "200,001 rows" in said
    assert folds_and_repeats(task, 10, 3) == (10, 3, [])
    assert folds_and_repeats(task.rows(np.arange(MANY_ROWS)), None, None) == (10, 3, [])


def test_nested_cross_validation_of_many_rows_gets_few_folds_and_successive_halving_and_says_so():
    task = gn.Task({"x": np.arange(20_000) % 7.0}, np.arange(20_000) % 2)
    folds, repeats, (said,) = folds_and_repeats(task, None, None, is_nested=True)
    assert (folds, repeats) == (5, 1)
    assert "20,000 rows" in said
    assert folds_and_repeats(task, None, None) == (10, 3, [])
    assert folds_and_repeats(task.rows(np.arange(19_999)), None, None, is_nested=True) == (10, 3, [])
    halving, (said,) = halving_for(task, None, is_nested=True)
    assert halving == gn.selection.SuccessiveHalving(min_rows=2000)
    assert "--no-halving" in said
    assert halving_for(task, False, is_nested=True) == (None, [])
    assert halving_for(task, None, is_nested=False) == (None, [])
    assert halving_for(task.rows(np.arange(19_999)), None, is_nested=True) == (None, [])


def test_halving_is_an_option_of_nested_comparisons(rows, capfd):
    command = ["compare", "rare.csv", "--target", "state", "--learners", "KNeighborsClassifier", "--json"]
    small = ["--folds", "2", "--repeats", "1", "--drop", "day"]
    assert code_of([*command, *small, "--halving"]) == 2
    assert "add --inner 5" in capfd.readouterr().err
    assert code_of([*command, *small, "--inner", "2", "--halving", "--out", "halved"]) == 0
    assert Results.read("halved/results.gnomon").record.halving == {"factor": 3, "min_rows": 50}

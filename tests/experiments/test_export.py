import numpy as np
import pandas as pd
import pytest

import gnomon as gn
from gnomon.errors import DataWarning, ParameterError, StoreError
from gnomon.experiments.export import _file_name, export_results, leaderboards, predictions_of


@pytest.fixture(scope="module")
def results():
    learners = [gn.GaussianNB(), gn.SVC()]
    measures = ["accuracy", "balanced_accuracy"]
    tasks = [gn.load("iris"), gn.datasets.make_moons(60, random_state=0)]
    return gn.run(gn.Design(tasks, learners, gn.repeated(gn.k_fold(3), times=2), measures=measures))


@pytest.mark.parametrize("format", ["csv", "parquet"])
def test_the_tables_read_back_are_the_results(tmp_path, results, format):
    paths = export_results(results, tmp_path / "new" / "folder", format=format)
    assert [path.name for path in paths] == [
        f"leaderboard.{format}",
        f"predictions-iris.{format}",
        f"predictions-moons.{format}",
    ]
    board, iris, _ = (getattr(pd, f"read_{format}")(path) for path in paths)
    assert board["measure"].value_counts().to_dict() == {"accuracy": 4, "balanced_accuracy": 4}
    assert len(iris) == 2 * 2 * 150
    of_svm = iris[iris["learner"] == "SVC"]
    per_split = (of_svm["truth"] == of_svm["predicted"]).groupby(of_svm["split"]).mean()
    value = results.estimate("accuracy", task="iris", learner="SVC").value
    assert np.isclose(per_split.mean(), value)
    line = board.query("task == 'iris' and learner == 'SVC' and measure == 'accuracy'")
    assert line["value"].item() == pytest.approx(value, abs=1e-15)


def test_rows_of_the_tables_are_numbered_from_0(results):
    for table in (leaderboards(results), predictions_of(results, "iris")):
        assert table.index.tolist() == list(range(len(table)))
    names = predictions_of(results, "iris")["learner"]
    assert names.drop_duplicates().tolist() == ["GaussianNB", "SVC"]


@pytest.mark.parametrize(
    ("task", "name"),
    [("a/b: c", "a_b_c"), ("..", "task"), (".x-1.", "x-1"), ("é", "é"), ("a  b", "a_b"), ("//", "_")],
)
def test_a_file_is_named_for_its_task(task, name):
    assert _file_name(task) == name


def test_tasks_of_two_kinds_have_each_their_measure_and_odd_names_become_files(tmp_path):
    moons = gn.datasets.make_moons(60, random_state=0)
    task = gn.Task(moons.table, moons.y, name="a/b: c")
    results = gn.run(gn.Design(task, gn.GaussianNB(), gn.k_fold(3)))
    assert [path.name for path in export_results(results, tmp_path)] == [
        "leaderboard.csv",
        "predictions-a_b_c.csv",
    ]


def test_formulas_are_escaped_unless_switched_off(tmp_path):
    task = gn.Task([[float(n)] for n in range(30)], ["=cmd()", "-1", "no"] * 10, name="formulas")
    results = gn.run(gn.Design(task, gn.GaussianNB(), gn.k_fold(3)))
    with pytest.warns(DataWarning, match="an apostrophe in front"):
        _, path = export_results(results, tmp_path)
    escaped = pd.read_csv(path)
    assert set(escaped["truth"]) == {"'=cmd()", "-1", "no"}
    assert "probability of =cmd()" in escaped
    with pytest.warns(DataWarning, match="would be run as formulas"):
        _, path = export_results(results, tmp_path, escape_formulas=False)
    assert set(pd.read_csv(path)["truth"]) == {"=cmd()", "-1", "no"}


def test_another_format_and_a_place_that_cannot_be_written_are_refused(tmp_path, results):
    with pytest.raises(ParameterError, match="xlsx"):
        export_results(results, tmp_path, format="xlsx")
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="another folder"):
        export_results(results, tmp_path / "file")

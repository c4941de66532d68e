import numpy as np
import pytest
from sklearn.linear_model import Ridge as ScikitRidge
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import gnomon as gn
from gnomon.experiments.design import Design
from gnomon.experiments.halving import SuccessiveHalving
from gnomon.experiments.record import record_of
from gnomon.experiments.run import run
from gnomon.report.code import equivalent

LOADING = (
    "gn.Task(np.arange(40.0).reshape(20, 2) ** 2 % 7, np.arange(20.0) ** 3 % 11, kind='regression', name='t')"
)


def task():
    return eval(LOADING, {"gn": gn, "np": np})


@pytest.mark.parametrize(
    "plan",
    [
        gn.k_fold(4, random_state=3),
        gn.repeated(gn.k_fold(4), times=2, random_state=1),
        gn.hold_out(0.3, random_state=2),
        gn.repeated(gn.hold_out(0.3), times=5, random_state=2),
        gn.k_fold(4, stratify=False),
        gn.leave_one_out(),
        gn.bootstrap(6, random_state=4),
    ],
)
def test_the_script_gives_the_same_leaderboard(plan, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    learners = [gn.BaselineRegressor(), make_pipeline(StandardScaler(), ScikitRidge(alpha=2.5))]
    measure = "mean_absolute_error"
    results = run(Design(task(), learners, plan, measures=measure, random_state=5))
    script = equivalent(results.record, measure, LOADING)
    scope = {"np": np}
    exec(script, scope)
    found = scope["results"]
    assert [unit.key for unit in found.record.units] == [unit.key for unit in results.record.units]
    columns = ["task", "learner", "value", "lower", "upper"]
    assert found.leaderboard()[columns].equals(results.leaderboard()[columns])
    assert "mean_absolute_error" in capsys.readouterr().out


def test_a_task_of_unknown_origin_is_left_open():
    record = record_of(Design(task(), [ScikitRidge()], gn.k_fold(4)))
    assert "...  # the task 't'" in equivalent(record, "r2")


def test_a_nested_design_is_written_with_its_settings_and_how_they_are_chosen():
    learners = [(gn.KNeighborsClassifier(), {"n_neighbors": [9, 1]})]
    design = gn.Design(
        gn.load("iris"),
        learners,
        gn.k_fold(3),
        inner=gn.k_fold(4),
        rule="one standard error",
        halving=SuccessiveHalving(2, 30),
    )
    script = equivalent(record_of(design), "accuracy", "gn.load('iris')")
    assert "gn.GridSearch(gn.KNeighborsClassifier(), {'n_neighbors': [9, 1]})" in script
    assert "inner=gn.k_fold(4, random_state=0), rule='one standard error'" in script
    assert "halving=gn.selection.SuccessiveHalving(factor=2, min_rows=30)" in script
    assert "results.ledger()" in script

"""Automatic preparation: what is decided for each column, and that training rows alone are learned from."""

import numpy as np
import pandas as pd
import polars
import pytest
import skops.io
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression as PeerLogistic
from sklearn.pipeline import Pipeline

import gnomon as gn
from gnomon.data.table import Table
from gnomon.errors import DataError, ParameterError
from gnomon.features.automatic.preparation import preparation_plan, prepared_estimator

pytestmark = pytest.mark.filterwarnings("ignore::gnomon.errors.DataWarning")

LEARNERS = [gn.KNeighborsClassifier(n_neighbors=3), gn.LogisticRegression(), gn.RandomForestClassifier(10)]


def raw_frame(n_rows=60, seed=0):
    random = np.random.default_rng(seed)
    days = pd.Timestamp("2024-01-30") + pd.to_timedelta(random.integers(0, 900, n_rows), unit="D")
    frame = pd.DataFrame(
        {
            "nr": np.arange(1, n_rows + 1),
            "age": random.normal(50, 9, n_rows).round(),
            "size": random.choice(["S", "M", "L"], n_rows),
            "town": random.choice(["Ulm", "Bonn", "Rome", "Oslo"], n_rows, p=[0.5, 0.3, 0.19, 0.01]),
            "smoker": random.choice(["no", "yes"], n_rows),
            "seen": days.strftime("%d.%m.%Y"),
            "site": "north",
            "remark": [f"case number {n} of the ward" for n in range(n_rows)],
        }
    )
    frame.loc[random.choice(n_rows, 9, replace=False), "age"] = np.nan
    frame.loc[random.choice(n_rows, 2, replace=False), "town"] = None
    return frame


def raw_task(n_rows=60, seed=0):
    frame = raw_frame(n_rows, seed)
    y = np.where(frame["age"].fillna(50) + 9 * (frame["smoker"] == "yes") > 52, "ill", "well")
    table = Table.of(frame, levels={"size": ["S", "M", "L"]})
    return gn.Task(table, y), frame, y


def test_each_column_is_used_as_its_values_ask_for():
    task, _, _ = raw_task()
    frame = preparation_plan(task, gn.SVC()).frame().set_index("column")
    assert frame.loc["nr", "done"] == "left out"
    assert "row number" in frame.loc["nr", "why"]
    assert frame.loc["site", "done"] == "left out"
    assert "same value" in frame.loc["site", "why"]
    assert frame.loc["remark", "kind"] == "text"
    assert "TF-IDF" in frame.loc["remark", "done"]
    assert frame.loc["seen", "kind"] == "date"
    assert "days since the first" in frame.loc["seen", "done"]
    assert "with a missing indicator" in frame.loc["age", "done"]
    assert frame.loc["size", "done"].startswith("ordinal codes of S, M, L")
    assert frame.loc["smoker", "done"] == "unchanged"


@pytest.mark.parametrize("learner", LEARNERS, ids=lambda each: type(each).__name__)
def test_the_pipeline_predicts_from_any_table_alike(learner):
    task, frame, y = raw_task()
    model = prepared_estimator(learner, task).fit(task.X, task.y)
    expected = model.predict_proba(task.X)
    for table in (frame, frame[frame.columns[::-1]], task.table, polars.from_pandas(frame)):
        assert np.array_equal(model.predict_proba(table), expected)
    assert np.allclose(prepared_estimator(learner, task).fit(frame, y).predict_proba(frame), expected)


@pytest.mark.parametrize("learner", LEARNERS, ids=lambda each: type(each).__name__)
def test_nothing_is_learned_from_held_out_rows(learner):
    task, frame, y = raw_task()
    train, new = np.arange(40), np.arange(40, 60)
    model = prepared_estimator(learner, task)
    expected = clone(model).fit(frame.iloc[train], y[train]).predict_proba(frame.iloc[new])
    shared = gn.resample(task, model, [(train, new)])
    assert np.allclose(shared.probability, expected)


def test_a_learner_that_needs_nothing_is_returned_bare():
    assert isinstance(prepared_estimator(gn.GaussianNB(), gn.load("iris")), gn.GaussianNB)
    frame = raw_frame()[["age", "town", "smoker"]]
    task = gn.Task(frame, np.arange(60) % 2)
    assert isinstance(prepared_estimator(gn.RandomForestClassifier(), task), gn.RandomForestClassifier)
    assert isinstance(prepared_estimator(gn.GaussianNB(), task), Pipeline)


def test_the_exported_script_makes_the_same_predictions():
    task, frame, _ = raw_task()
    for learner in (gn.SVC(C=3.0), PeerLogistic(C=0.5), gn.DecisionTreeClassifier(max_depth=3)):
        space = {}
        exec(preparation_plan(task).code(learner), space)
        mine = prepared_estimator(learner, task).fit(task.X, task.y).predict(frame)
        assert np.array_equal(space["model"].fit(task.X, task.y).predict(frame), mine)


def test_it_can_be_edited():
    task, _, _ = raw_task()
    edited = preparation_plan(
        task, drop=["town"], keep=["nr"], kinds={"age": "categorical", "seen": "categorical"}
    )
    kinds = {use.name: use.kind for use in edited.columns}
    assert kinds["age"] == "categorical"
    assert kinds["seen"] == "categorical"
    assert "town" in edited.left_out
    assert "nr" not in edited.left_out
    model = edited.pipeline(gn.LogisticRegression()).fit(task.X, task.y)
    assert any(name.startswith("age=") for name in model[:-1].get_feature_names_out())
    with pytest.raises(DataError, match="no column 'twon'"):
        preparation_plan(task, drop=["twon"])
    with pytest.raises(ParameterError, match="unknown kind"):
        preparation_plan(task, kinds={"age": "dates"})
    with pytest.raises(ParameterError, match="not dates in one format"):
        preparation_plan(task, kinds={"town": "date"})


def test_dates_that_can_be_read_two_ways_say_so():
    days = [f"{day}/{month}/2024" for day in range(1, 7) for month in range(1, 7)]
    use = preparation_plan(Table.of({"when": days})).columns[0]
    assert use.date["format"] == "%m/%d/%Y"
    assert "%d/%m/%Y" in use.note
    other = preparation_plan(Table.of({"when": days}), kinds={"when": "date %d/%m/%Y"}).columns[0]
    assert other.date["format"] == "%d/%m/%Y"
    assert not other.note


def test_columns_that_only_look_like_counters_stay():
    years = Table.of({"year": range(1947, 1967), "income": np.linspace(1.5, 9, 20), "rank": [1, 2] * 10})
    assert preparation_plan(years).left_out == ()
    assert preparation_plan(Table.of({"customerId": [7, 3, *range(20, 38)]})).left_out == ("customerId",)


def test_a_column_with_one_value_and_gaps_is_kept_for_its_gaps():
    table = Table.of({"dead": ["yes", None] * 10, "dose": [3.0, None] * 10, "age": np.arange(20) / 7})
    model = prepared_estimator(gn.LogisticRegression(), table)
    prepared = model[0].fit(table)
    assert prepared.get_feature_names_out().tolist() == [
        "dead=yes", "dead=missing", "dose", "dose: missing", "age"
    ]  # fmt: skip


def test_weights_are_said_to_reach_the_learner_alone():
    task = gn.Task({"a": [1.0, None, 3.0]}, [0, 1, 1], weight=[1, 2, 3])
    assert "Sample weights" in str(preparation_plan(task))


def test_a_sparse_table_is_left_as_it_is():
    import scipy.sparse

    task = gn.Task(scipy.sparse.eye_array(20).tocsr(), [0, 1] * 10)
    assert isinstance(prepared_estimator(gn.SVC(), task), gn.SVC)


def test_nothing_left_is_one_clear_error():
    with pytest.raises(DataError, match=r"every column is dropped: 'nr' is a row number"):
        prepared_estimator(gn.SVC(), Table.of({"nr": range(30)}))


def test_hostile_names_are_printed_written_out():
    name = "a\x1b[31m\u202e" + "x" * 10_000
    shown = str(preparation_plan(Table.of({name: [1.0, 2.0], "<b>": ["p", "q"]}), gn.SVC()))
    assert "\x1b" not in shown
    assert "\u202e" not in shown
    assert max(map(len, shown.splitlines())) < 200
    task = gn.Task({name: [1.0, 2.0, None] * 4, "<b>'\"\n": ["p", "q", None] * 4}, [0, 1, 1] * 4)
    space = {}
    exec(preparation_plan(task).code(gn.SVC()), space)
    assert space["model"].fit(task.X, task.y).predict(task.X).shape == (12,)


def test_a_pipeline_survives_a_model_file():
    task, frame, _ = raw_task()
    model = prepared_estimator(gn.LogisticRegression(), task).fit(task.X, task.y)
    file = skops.io.dumps(model)
    trusted = skops.io.get_untrusted_types(data=file)
    assert all(name.startswith("gnomon.") for name in trusted)
    again = skops.io.loads(file, trusted=trusted)
    assert np.array_equal(again.predict_proba(frame), model.predict_proba(frame))


def test_a_design_with_prepared_learners_can_be_made_again_from_its_record():
    from gnomon.experiments.rebuild import design_from
    from gnomon.experiments.record import record_of

    task, _, _ = raw_task()
    design = gn.Design(task, {"near": prepared_estimator(LEARNERS[0], task)}, gn.k_fold(3))
    assert design_from(record_of(design), {"task": task}).units() == design.units()


def test_kinds_whose_values_a_task_has_lost_are_given_to_the_task():
    task = gn.Task({"dose": [10.0, 20.0, 30.0] * 4, "ok": [True, False, True] * 4}, [0, 1, 1] * 4)
    with pytest.raises(ParameterError, match=r"declare the kind there, as in Task\(\.\.\., kinds="):
        preparation_plan(task, kinds={"dose": "ordinal"})
    with pytest.raises(ParameterError, match="the column is boolean in the task"):
        preparation_plan(task, kinds={"ok": "categorical"})
    ordered = gn.Task(task.table, task.y, kinds={"dose": "ordinal"})
    model = prepared_estimator(gn.LogisticRegression(), ordered).fit(ordered.X, ordered.y)
    raw = pd.DataFrame({"dose": [10.0, 30.0], "ok": [True, False]})
    coded = np.array([[0.0, 1.0], [2.0, 0.0]])
    assert np.array_equal(model.predict_proba(raw), model.predict_proba(coded))


def test_a_category_may_be_given_an_order():
    sizes = gn.Table.of({"size": ["1. S", "2. M", "3. L", "2. M"] * 5, "age": np.arange(20) / 3})
    step = preparation_plan(sizes, kinds={"size": "ordinal"}).step(gn.LogisticRegression())
    assert step.ordinals == {"size": ["1. S", "2. M", "3. L"]}


@pytest.mark.filterwarnings("ignore::gnomon.errors.NumericsWarning")
def test_learners_that_complain_of_dependent_columns_get_one_level_less():
    table = gn.Table.of({"town": ["Ulm", "Bonn", "Rome"] * 8, "age": np.arange(24) % 7})
    names = {
        learner: preparation_plan(table).step(learner()).fit(table).get_feature_names_out().tolist()
        for learner in (gn.LinearDiscriminantAnalysis, gn.KNeighborsClassifier)
    }
    assert names[gn.LinearDiscriminantAnalysis] == ["town=Rome", "town=Ulm", "age"]
    assert names[gn.KNeighborsClassifier] == ["town=Bonn", "town=Rome", "town=Ulm", "age"]


@pytest.mark.parametrize(
    "learner", [gn.RandomForestClassifier(10), gn.DecisionTreeClassifier(), gn.MixedNB()], ids=repr
)
def test_a_learner_that_needs_nothing_can_still_be_made_to_read_raw_tables(learner):
    frame = raw_frame()[["age", "town", "smoker"]]
    task = gn.Task(frame, np.where(frame["smoker"] == "yes", 1, np.arange(60) % 2))
    bare = clone(prepared_estimator(learner, task)).fit(task.X, task.y)
    assert type(bare) is type(learner)
    model = prepared_estimator(learner, task, always=True).fit(task.X, task.y)
    assert np.allclose(model.predict_proba(frame[["smoker", "town", "age"]]), bare.predict_proba(task.X))

import numpy as np
import pandas as pd
import pytest
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import StandardScaler

import gnomon as gn
from gnomon.features.automatic.default_preparation import (
    preparation_notes,
    prepared,
    without_preparation,
)

WORDS = np.array(
    [
        "quiet",
        "clean",
        "dirty",
        "noise",
        "staff",
        "rude",
        "breakfast",
        "lovely",
        "view",
        "room",
        "never",
        "again",
    ]
)


def frame(n=120):
    """Words, dates, free text, gaps, an identifier, and columns in very unlike units."""
    random = np.random.default_rng(0)
    income = random.normal(3e4, 1e4, n)
    income[::9] = np.nan
    age = random.normal(50, 10, n)
    review = [" ".join(random.choice(WORDS, 6)) for _ in range(n)]
    noise = random.normal(0, 1, n)
    liked = np.array(["lovely" in text for text in review]) + (age - 50) / 20 + noise / 2 > 0.3
    return pd.DataFrame(
        {
            "nr": [f"p{place}" for place in range(n)],
            "age": age,
            "income": income,
            "town": random.choice(["Ulm", "Bonn", "Rome"], n),
            "since": pd.Timestamp("2024-01-01") + pd.to_timedelta(random.integers(0, 900, n), unit="D"),
            "review": review,
            "same": np.ones(n),
            "liked": np.where(liked, "yes", "no"),
        }
    )


@pytest.fixture(scope="module")
def raw():
    return gn.Task.of(frame(), "liked", name="hotel")


def test_what_is_done_is_said_and_each_learner_gets_what_it_needs(raw):
    learners = {"SVC": gn.SVC(), "RandomForestClassifier": gn.RandomForestClassifier()}
    said = " ".join(preparation_notes(learners, raw))
    assert "Left out: nr" in said
    assert "same (" in said
    assert "median" in said
    assert "standardized for SVC." in said
    assert isinstance(prepared(gn.SVC(), raw), Pipeline)


def test_a_table_that_needs_nothing_leaves_the_learner_bare():
    learner = gn.GaussianNB()
    assert prepared(learner, gn.load("iris")) is learner
    assert preparation_notes(learner, gn.load("iris")) == []


@pytest.mark.parametrize(
    "learner",
    [gn.SVC(), gn.KNeighborsClassifier(), gn.GaussianNB(), gn.LogisticRegression(),
     gn.DecisionTreeClassifier(random_state=0), gn.GradientBoostingClassifier(random_state=0)],
    ids=lambda each: type(each).__name__,
)  # fmt: skip
def test_python_and_the_command_line_predict_alike_to_the_last_bit(raw, learner, tmp_path, capsys):
    from gnomon.cli.main import code_of

    plan = gn.repeated(gn.k_fold(3), times=2, random_state=0)
    alone = gn.resample(raw, learner, plan)
    name = type(learner).__name__
    designed = gn.run(gn.Design(raw, [learner], plan)).predictions("hotel")
    designed = next(iter(designed.values())) if isinstance(designed, dict) else designed
    frame().to_csv(tmp_path / "hotel.csv", index=False)
    seed = "(random_state=0)" if "random_state" in learner.get_params() and learner.random_state == 0 else ""
    options = ["--target", "liked", "--learners", f"{name}{seed}", "--folds", "3", "--repeats", "2"]
    assert code_of(["compare", str(tmp_path / "hotel.csv"), *options, "--out", str(tmp_path / "out")]) == 0
    capsys.readouterr()
    results = gn.Results.read(tmp_path / "out" / "results.gnomon")
    typed = results.predictions("hotel", results.record.learners[0].name)
    for found in (designed, typed):
        assert np.array_equal(found.row, alone.row)
        assert np.array_equal(found.predicted, alone.predicted)
        for scores in ("probability", "decision"):
            mine, other = getattr(alone, scores), getattr(found, scores)
            assert (mine is None) == (other is None)
            assert mine is None or np.array_equal(mine, other)


def test_one_argument_switches_the_preparation_off():
    task, plan = gn.load("wine"), gn.k_fold(5)
    plain = gn.Task(np.asarray(task.X), task.y)
    assert gn.resample(task, gn.SVC(), plan).score("accuracy") > 0.95
    unprepared = gn.resample(task, gn.SVC(), plan, prepare=False)
    assert np.array_equal(unprepared.decision, gn.resample(plain, gn.SVC(), plan).decision)
    assert unprepared.score("accuracy") < 0.75
    off = gn.run(gn.Design(task, gn.SVC(), plan, prepare=False)).predictions("wine", "SVC")
    assert np.array_equal(off.decision, unprepared.decision)


def test_the_result_says_what_was_done_and_goes_by_the_name_of_the_learner(raw):
    found = gn.resample(raw, gn.SVC(C=2.0), gn.k_fold(3))
    assert (found.learner, found.setting) == ("SVC", {"C": 2.0})
    assert "Columns are standardized." in found.notes
    assert "Columns are standardized." in str(found)
    assert gn.Predictions.from_bytes(found.to_bytes()).notes == found.notes
    results = gn.run(gn.Design(raw, [gn.SVC()], gn.k_fold(3)))
    assert "Columns are standardized for SVC." in results.record.preparation_notes


def test_grids_name_the_parameters_of_the_learner_itself(raw):
    design = gn.Design(raw, [(gn.SVC(), {"C": [0.1, 10.0]})], gn.k_fold(3), inner=gn.k_fold(3))
    results = gn.run(design)
    assert set(results.choices()["C"]) <= {0.1, 10.0}
    choice = gn.grid_search(raw, [gn.SVC(C=C) for C in (0.1, 10.0)], gn.k_fold(3), "accuracy")
    assert list(choice.table["C"]) == [0.1, 10.0]
    assert without_preparation(choice.learner) is choice.learner


def test_a_learner_behind_a_step_of_ones_own_stays_as_it_is():
    own = make_pipeline(StandardScaler(), gn.KNeighborsClassifier())
    task = gn.load("wine")
    assert prepared(own, task) is own
    found = gn.resample(task, own, gn.k_fold(5))
    assert found.learner == "StandardScaler + KNeighborsClassifier"
    assert found.notes == ()


def test_a_design_made_again_from_its_results_holds_the_same_units(raw):
    from gnomon.experiments.rebuild import design_from

    for prepare in (True, False):
        design = gn.Design(gn.load("wine"), [gn.SVC()], gn.k_fold(3), prepare=prepare, notes=["mine"])
        results = gn.run(design)
        again = design_from(results.record, {"wine": gn.load("wine")})
        assert again.units() == design.units()
        assert again.notes == ("mine",)


def test_plain_arrays_in_very_unlike_units_get_a_note_and_no_warning():
    random = np.random.default_rng(0)
    X = random.normal(size=(60, 2)) * [1.0, 1e4]
    task = gn.Task(X, np.where(X[:, 0] > 0, "a", "b"))
    (note,) = gn.resample(task, gn.KNeighborsClassifier(), gn.k_fold(3)).notes
    assert "standardize" in note
    assert gn.resample(task, gn.GaussianNB(), gn.k_fold(3)).notes == ()
    alike = gn.Task(X / [1.0, 1e4], task.y)
    assert gn.resample(alike, gn.KNeighborsClassifier(), gn.k_fold(3)).notes == ()


def test_columns_that_all_look_useless_are_all_used():
    task = gn.Task({"size": range(60)}, ["small"] * 30 + ["large"] * 30)
    assert gn.resample(task, gn.SVC(), gn.k_fold(3)).score("accuracy") > 0.9

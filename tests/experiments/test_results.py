import numpy as np
import pytest
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.naive_bayes import GaussianNB

import gnomon as gn
from gnomon import Task, compare, hold_out, k_fold, repeated, resample
from gnomon.assessment.comparing.pairwise import compare_all
from gnomon.errors import GnomonWarning, NameUnknown, StoreError
from gnomon.experiments import results as results_module
from gnomon.experiments.design import Design
from gnomon.experiments.results import Results
from gnomon.experiments.run import run
from gnomon.experiments.store import Store

PLAN = repeated(k_fold(5), times=2)


def task(name="plain", seed=0):
    values = np.random.default_rng(seed).normal(size=(120, 3))
    return Task(values, np.where(values[:, 0] + 0.5 * values[:, 1] > 0, "yes", "no"), name=name)


@pytest.fixture(scope="module")
def results():
    learners = [DummyClassifier(), GaussianNB(), LogisticRegression()]
    return run(Design([task("first"), task("second", 1)], learners, PLAN))


def test_the_leaderboard_agrees_with_resample_and_compare(results):
    best = results.leaderboard().iloc[0]
    learners = {"GaussianNB": GaussianNB(), "LogisticRegression": LogisticRegression()}
    predictions = resample(task("first"), learners[best["learner"]], PLAN)
    estimate = predictions.estimate("accuracy")
    assert (best["value"], best["lower"], best["upper"]) == (estimate.value, estimate.lower, estimate.upper)
    second = results.leaderboard().iloc[1]
    comparison = compare(resample(task("first"), learners[second["learner"]], PLAN), predictions, "accuracy")
    assert second["verdict"] == comparison.verdict


def test_the_leaderboard_ranks_each_task_and_puts_the_dummy_last(results):
    board = results.leaderboard()
    assert list(board.columns) == [
        "task",
        "learner",
        "measure",
        "value",
        "lower",
        "upper",
        "verdict",
        "seconds",
    ]
    for name in ("first", "second"):
        part = board[board["task"] == name]
        assert part["value"].is_monotonic_decreasing
        assert part["verdict"].iloc[0] == "best"
        assert part.iloc[-1][["learner", "verdict"]].tolist() == ["DummyClassifier", "worse"]


def test_measures_that_are_better_lower_rank_the_other_way(results):
    board = results.leaderboard("log_loss")
    assert board[board["task"] == "first"]["value"].is_monotonic_increasing


def test_any_measure_can_be_asked_later_without_a_refit(results):
    auc = results.estimate("auc", task="first", learner="GaussianNB")
    assert 0.9 < auc.lower <= auc.value <= auc.upper <= 1


def test_results_can_be_read_from_the_file_alone(tmp_path):
    path = tmp_path / "a.gnomon"
    made = run(Design(task(), [GaussianNB()], PLAN, notes=["a note"]), path)
    read = Results.read(path)
    assert read.record == made.record
    assert read.leaderboard().equals(made.leaderboard())
    assert read.record.notes == ["a note"]


def test_a_file_with_unfinished_units_says_how_to_go_on(tmp_path):
    path = tmp_path / "a.gnomon"

    def stop(step):
        if step.done == 0:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(Design(task(), [GaussianNB()], PLAN), path, progress=stop)
    with pytest.raises(StoreError, match="run the design again"):
        Results.read(path).leaderboard()


def test_a_store_without_a_design_says_so(tmp_path):
    Store(tmp_path / "a.gnomon").close()
    with pytest.raises(StoreError, match="no design yet"):
        Results.read(tmp_path / "a.gnomon")


def test_names_may_be_left_out_only_where_there_is_one(results):
    with pytest.raises(NameUnknown, match="'first', 'second'"):
        results.predictions(learner="GaussianNB")
    with pytest.raises(NameUnknown, match="'Lasso'"):
        results.predictions("first", "Lasso")
    assert run(Design(task(), [GaussianNB()], PLAN)).predictions().learner == "GaussianNB"


def test_regression_is_ranked_by_the_root_of_the_mean_squared_error():
    values = np.random.default_rng(0).normal(size=(80, 2))
    numbers = Task(values, values[:, 0] + 0.1 * values[:, 1], kind="regression", name="numbers")
    board = run(Design(numbers, [DummyRegressor(), LinearRegression()], PLAN)).leaderboard()
    assert board["measure"].unique().tolist() == ["root_mean_squared_error"]
    assert board["learner"].tolist() == ["LinearRegression", "DummyRegressor"]


def test_a_single_hold_out_has_intervals_too():
    board = run(Design(task(), [GaussianNB(), DummyClassifier()], hold_out(0.3))).leaderboard()
    assert (board["lower"] <= board["value"]).all()
    assert (board["value"] <= board["upper"]).all()


def test_software_versions_are_stored_with_the_results(results):
    (made_with,) = results.versions()
    assert made_with["numpy"] == np.__version__


def test_a_learner_that_failed_is_left_out_and_the_others_stand():
    learners = {"fine": GaussianNB(), "broken": LogisticRegression(C=-1.0)}
    with pytest.warns(GnomonWarning, match="1 of 2 units failed"):
        results = run(Design(task(), learners, k_fold(5)))
    assert results.leaderboard()["learner"].tolist() == ["fine"]
    assert [(each.learner, each.task) for each in results.failures()] == [("broken", "plain")]
    assert len(results.versions()) == 1


def test_a_report_opens_the_results_file_once_and_computes_nothing_twice(tmp_path, monkeypatch):
    path = tmp_path / "results.gnomon"
    learners = [gn.Baseline(), gn.GaussianNB(), gn.LinearDiscriminantAnalysis()]
    run(gn.Design(gn.load("iris"), learners, gn.k_fold(5)), store=path)
    opened, compared = [], []

    class Counted(Store):
        def __init__(self, *args, **options):
            opened.append(args)
            super().__init__(*args, **options)

    monkeypatch.setattr(results_module, "Store", Counted)
    monkeypatch.setattr(
        results_module, "compare_all", lambda *a, **o: compared.append(a) or compare_all(*a, **o)
    )
    results = Results.read(path)
    with results.held_open():
        results.report(tmp_path / "report.html", has_figures=False)
        results.leaderboard()
    # Once for the design, once for the report; the other opens write the findings of the checks.
    assert len(opened) <= 3
    assert len(compared) == 1


def test_documents_are_stored_in_the_file_by_name_and_a_read_only_one_stays_as_it_is(tmp_path):
    path = tmp_path / "a.gnomon"
    run(Design(task(), GaussianNB(), k_fold(3)), store=path)
    results = Results.read(path)
    results.store_document("rows", [150])
    results.store_document("columns", {"n": 4})
    again = Results.read(path)
    assert (again.document("rows"), again.document("columns"), again.document("other")) == (
        [150],
        {"n": 4},
        None,
    )
    with Store(path, read_only=True) as store:
        assert store.document(again.record.key, "rows") == [150]

"""Nested designs: the same folds, choices and predictions as a loop written by hand; resumable; bit-equal."""

import numpy as np
import pytest
from scipy.sparse import csr_matrix
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import gnomon as gn
from gnomon.errors import DesignError, ParameterError
from gnomon.experiments.design import Design
from gnomon.experiments.hyperparameter_grids import GridSearch
from gnomon.experiments.results import Results
from gnomon.experiments.run import run
from gnomon.experiments.store import Store

OUTER, INNER = gn.k_fold(4), gn.k_fold(3)


def task():
    return gn.datasets.make_moons(90, noise=0.3, random_state=1)


def by_hand(task, path, outer, inner, measure="accuracy"):
    """Choices, inner scores and held-out labels by fit and predict alone."""
    score = gn.metrics.find_measure(measure)
    cut = gn.nested(outer, inner).split(task)
    chosen, scores, predicted = [], [], {}
    for (train, held_out), within in zip(cut.outer, cut.inner):
        table = np.array(
            [
                np.mean(
                    [
                        score(task.y[held], clone(each).fit(task.X[mine], task.y[mine]).predict(task.X[held]))
                        for mine, held in within
                    ]
                )
                for each in path
            ]
        )
        place = int(np.flatnonzero(table >= table.max() - 1e-12)[0])
        chosen.append(place)
        scores.append(table)
        labels = clone(path[place]).fit(task.X[train], task.y[train]).predict(task.X[held_out])
        predicted |= dict(zip(held_out.tolist(), labels.tolist()))
    return chosen, np.array(scores), predicted


@pytest.mark.parametrize(
    ("learner", "grid"),
    [
        (gn.KNeighborsClassifier(), {"n_neighbors": [15, 5, 1]}),
        (gn.DecisionTreeClassifier(), {"max_depth": [1, 3], "min_samples_leaf": [5, 1]}),
        (KNeighborsClassifier(), {"n_neighbors": [9, 3]}),
    ],
)
def test_a_nested_design_is_the_loop_written_by_hand(learner, grid):
    data = task()
    results = run(Design(data, [(learner, grid)], OUTER, inner=INNER))
    chosen, scores, predicted = by_hand(data, gn.hyperparameter_grid(learner, grid), OUTER, INNER)
    ((found, choices),) = results.tuned()
    assert choices.place.tolist() == chosen
    assert np.allclose(choices.scores, scores, atol=1e-12)
    assert dict(zip(found.row.tolist(), found.classes[found.predicted].tolist())) == predicted


def test_choices_tell_the_setting_of_every_outer_split():
    data, grid = task(), {"n_neighbors": [15, 5, 1]}
    results = run(Design(data, [(gn.KNeighborsClassifier(), grid)], OUTER, inner=INNER))
    chosen, scores, _ = by_hand(data, gn.hyperparameter_grid(gn.KNeighborsClassifier(), grid), OUTER, INNER)
    frame = results.choices()
    assert frame["n_neighbors"].tolist() == [grid["n_neighbors"][place] for place in chosen]
    assert np.allclose(frame["inner"], [row[place] for row, place in zip(scores, chosen)])
    assert np.allclose(frame["outer"], results.predictions().per_split("accuracy"))


def nested_design(**options):
    learners = [gn.KNeighborsClassifier(), gn.RandomForestClassifier(n_estimators=5), gn.GaussianNB()]
    return Design(task(), learners, gn.repeated(OUTER, times=2), inner=INNER, **options)


def units_of(path):
    with Store(path, read_only=True) as store:
        finished = store.keys()
        return {key: store.predictions(key) for key in finished}


def test_two_workers_give_bit_for_bit_the_units_of_one(tmp_path):
    one, two = tmp_path / "one.gnomon", tmp_path / "two.gnomon"
    run(nested_design(), one, workers=1)
    run(nested_design(), two, workers=2)
    assert units_of(one) == units_of(two)
    assert len(units_of(one)) == 6


def test_a_stopped_nested_run_goes_on_where_it_stopped(tmp_path):
    broken, whole = tmp_path / "broken.gnomon", tmp_path / "whole.gnomon"

    def stop(step):
        if step.done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(nested_design(), broken, progress=stop)
    steps = []
    resumed = run(nested_design(), broken, progress=steps.append)
    assert steps[0].resumed >= 2
    undisturbed = run(nested_design(), whole)
    assert units_of(broken) == units_of(whole)
    assert resumed.choices().equals(undisturbed.choices())


def test_results_of_a_nested_design_are_read_from_the_file_alone(tmp_path):
    made = run(nested_design(), tmp_path / "a.gnomon")
    read = Results.read(tmp_path / "a.gnomon")
    assert read.record == made.record
    assert read.choices().equals(made.choices())
    assert read.ledger(draws=20).equals(made.ledger(draws=20))


def test_a_plain_design_and_a_nested_one_share_a_store_but_no_unit(tmp_path):
    plain = Design(task(), [gn.GaussianNB()], OUTER)
    nested = Design(task(), [gn.GaussianNB()], OUTER, inner=INNER)
    assert not {unit.key for unit in plain.units()} & {unit.key for unit in nested.units()}


@pytest.mark.parametrize(
    "other",
    [
        {"inner": gn.k_fold(4)},
        {"inner": gn.k_fold(3, random_state=1)},
        {"rule": "one standard error"},
        {"measures": "error"},
        {"learners": [(gn.KNeighborsClassifier(), {"n_neighbors": [1, 3]})]},
        {"halving": gn.selection.SuccessiveHalving()},
    ],
)
def test_keys_differ_when_what_chooses_does(other):
    given = {"learners": [(gn.KNeighborsClassifier(), {"n_neighbors": [1, 5]})], "inner": INNER}
    first, second = (Design(task(), plan=OUTER, **{**given, **more}) for more in ({}, other))
    assert not {unit.key for unit in first.units()} & {unit.key for unit in second.units()}


def test_a_learner_by_itself_brings_the_grid_it_declares():
    design = nested_design()
    assert {name: len(path) for name, path in design.paths.items()} == {
        "KNeighborsClassifier": 12,
        "RandomForestClassifier(n_estimators=5)": 4,
        "GaussianNB": 1,
    }
    alone = Design(task(), [(gn.KNeighborsClassifier(7), None)], OUTER, inner=INNER)
    assert [each.n_neighbors for each in alone.paths["KNeighborsClassifier(n_neighbors=7)"]] == [7]


def test_one_setting_gives_the_predictions_of_the_plain_design():
    plain = run(Design(task(), [gn.GaussianNB()], OUTER)).predictions()
    nested = run(Design(task(), [gn.GaussianNB()], OUTER, inner=INNER)).predictions()
    assert np.array_equal(plain.probability, nested.probability)


def test_the_one_standard_error_rule_takes_the_first_setting_within_reach():
    data, grid = task(), {"n_neighbors": [41, 21, 11, 5, 1]}
    design = Design(data, [(gn.KNeighborsClassifier(), grid)], OUTER, inner=INNER, rule="one standard error")
    ((predictions, chosen),) = run(design).tuned()
    for part, place in enumerate(chosen.place):
        within = chosen.within(part, predictions)
        best = int(np.argmax(chosen.scores[part]))
        spread = np.std(within[best].per_split("accuracy"), ddof=1) / np.sqrt(3)
        reach = np.flatnonzero(chosen.scores[part] >= chosen.scores[part, best] - spread - 1e-12)
        assert place == reach[0]


def test_weights_and_groups_go_through_nested_selection():
    data = task()
    random = np.random.default_rng(0)
    weighted = gn.Task(
        data.X, data.y, weight=random.uniform(0.5, 2, size=90), group=np.arange(90) // 3, name="weighted"
    )
    results = run(Design(weighted, [gn.GaussianNB()], OUTER, inner=INNER))
    ((predictions, chosen),) = results.tuned()
    inner = chosen.within(0, predictions)[0]
    assert np.array_equal(inner.weight, weighted.weight[inner.row])
    assert results.ledger(draws=20)["value"].notna().all()


def test_regression_is_chosen_by_the_smallest_error():
    data = gn.datasets.make_noisy_polynomial(60, random_state=0)
    design = Design(data, [(gn.Ridge(), {"alpha": [1000.0, 0.001]})], OUTER, inner=INNER)
    ((_, chosen),) = run(design).tuned()
    assert (chosen.scores[np.arange(4), chosen.place] == chosen.scores.min(axis=1)).all()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"learners": [(gn.Ridge(), {"alpha": [1, 2]})]}, "no inner splits to select among them; pass inner"),
        ({"inner": gn.nested(gn.k_fold(3), gn.k_fold(3))}, "pass the outer plan as plan"),
        ({"inner": gn.k_fold(3, random_state=np.random.default_rng(0))}, "an integer as random_state"),
        ({"inner": 5}, "pass a plan of Gnomon's"),
        ({"inner": INNER, "rule": "worst"}, "rule='worst'"),
        ({"inner": INNER, "learners": [(gn.Ridge(), {"C": [1]})]}, "no parameter 'C'"),
        ({"inner": INNER, "learners": [(gn.Ridge(), {"alpha": 3})]}, "pass a list of values"),
        ({"inner": INNER, "learners": [(gn.Ridge(), {"alpha": []})]}, "'alpha'\\] is empty"),
        ({"inner": INNER, "learners": [(gn.Ridge(), "all")]}, "or 'default'"),
        ({"inner": INNER, "learners": [GridSearch(gn.Ridge(), n_settings=0)]}, "n_settings=0"),
        ({"inner": INNER, "learners": [gn.Ridge]}, "pass an estimator"),
        ({"inner": INNER, "plan": gn.bootstrap(3)}, "trains on duplicated rows"),
        ({"inner": gn.k_fold(400)}, "within the 331 training rows of outer split 0"),
        ({"rule": "one standard error"}, "rule and halving select"),
    ],
)
def test_designs_that_cannot_choose_are_refused_with_the_fix(options, message):
    given = {"learners": [gn.Ridge()], "plan": OUTER, **options}
    with pytest.raises((DesignError, ParameterError), match=message):
        Design(gn.load("diabetes"), **given)


def test_a_measure_that_ranks_nothing_cannot_choose():
    with pytest.raises(DesignError, match="cannot rank models"):
        Design(task(), [gn.GaussianNB()], OUTER, inner=INNER, measures="calibration_slope")


def test_a_plain_design_has_no_choices_to_show():
    results = run(Design(task(), [LogisticRegression()], OUTER))
    with pytest.raises(DesignError, match="pass inner=k_fold"):
        results.choices()


def test_settings_that_the_rows_cannot_train_are_left_out_of_the_choice():
    small = gn.load("play-tennis")
    results = run(Design(small, [gn.KNeighborsClassifier()], gn.k_fold(2), inner=gn.k_fold(2)))
    ((_, chosen),) = results.tuned()
    reached = [chosen.settings[place]["n_neighbors"] for place in np.flatnonzero(chosen.reached[0])]
    assert reached == [3, 3, 1, 1]
    assert results.ledger(draws=6)["value"].notna().all()


def test_a_learner_that_no_setting_can_train_says_why():
    missing = gn.Task([[float("nan")], [1.0]] * 10, [0, 1] * 10)
    design = Design(missing, [gn.KNeighborsClassifier()], gn.k_fold(2), inner=gn.k_fold(2))
    with pytest.raises(DesignError, match="NaN"):
        run(design)


def odd_tasks():
    X = np.random.default_rng(0).normal(size=(60, 4))
    y = X[:, 0] > 0
    few = {"n_neighbors": [5, 1]}
    return {
        "sparse rows": (gn.Task(csr_matrix(np.where(X > 0.5, X, 0)), y), gn.LinearSVC(), {}),
        "single precision": (gn.Task(X.astype(np.float32), y), gn.GaussianNB(), {}),
        "a pipeline": (gn.Task(X, y), make_pipeline(StandardScaler(), gn.SVC()), {}),
        "rows without weight": (gn.Task(X, y, weight=np.arange(60) % 4), gn.GaussianNB(), {}),
        "categories": (gn.load("play-tennis"), gn.DecisionTreeClassifier(), {"inner": gn.k_fold(2)}),
        "time": (
            gn.Task(X, y, time=np.arange(60)),
            (gn.KNeighborsClassifier(), few),
            {"plan": gn.rolling(4), "inner": gn.rolling(3)},
        ),
        "rows left out one by one": (
            gn.Task(X[:20], y[:20]),
            (gn.KNeighborsClassifier(), few),
            {"plan": gn.leave_one_out(), "inner": gn.leave_one_out()},
        ),
        "hold-outs": (
            gn.Task(X, y),
            (gn.KNeighborsClassifier(), few),
            {"plan": gn.repeated(gn.hold_out(0.3), times=3), "inner": gn.hold_out(0.3)},
        ),
    }


@pytest.mark.parametrize("name", list(odd_tasks()))
def test_choices_and_ledger_stand_for(name):
    data, learner, options = odd_tasks()[name]
    results = run(Design(data, [learner], **{"plan": gn.k_fold(3), "inner": gn.k_fold(3), **options}))
    figures = results.ledger(draws=6).set_index("figure")["value"]
    assert figures[["training", "inner", "BBC-CV", "nested"]].between(0, 1).all()
    assert len(results.choices()) == len(results.predictions().train_sizes)

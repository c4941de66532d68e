"""The ledger's figures by brute force: every model trained again, every formula written out."""

import numpy as np
import pytest
from sklearn.base import clone

import gnomon as gn
from gnomon.errors import DesignError
from gnomon.experiments import compact_predictions
from gnomon.experiments.design import Design
from gnomon.experiments.ledger import account
from gnomon.experiments.run import run

OUTER, INNER = gn.k_fold(3), gn.k_fold(4)
PATH = [gn.KNeighborsClassifier(k) for k in (25, 9, 3, 1)]
GRID = {"n_neighbors": [25, 9, 3, 1]}


@pytest.fixture(scope="module")
def task():
    return gn.datasets.make_moons(96, noise=0.4, random_state=2)


@pytest.fixture(scope="module")
def results(task):
    return run(Design(task, [(gn.KNeighborsClassifier(), GRID)], OUTER, inner=INNER))


@pytest.fixture(scope="module")
def right(task):
    """For each outer split, setting and inner split: held-out rows, and whether each is predicted right."""
    cut = gn.nested(OUTER, INNER).split(task)
    return [
        [
            [
                (held, clone(each).fit(task.X[mine], task.y[mine]).predict(task.X[held]) == task.y[held])
                for mine, held in within
            ]
            for each in PATH
        ]
        for within in cut.inner
    ]


def figure(frame, name):
    return frame[frame["figure"] == name].iloc[0]


def test_training_score_is_that_of_each_choice_on_its_own_rows(task, results):
    ((_, chosen),) = results.tuned()
    splits = OUTER.split(task)
    expected = [
        np.mean(clone(PATH[place]).fit(task.X[train], task.y[train]).predict(task.X[train]) == task.y[train])
        for place, (train, _) in zip(chosen.place, splits)
    ]
    assert figure(results.ledger(draws=6), "training")["value"] == pytest.approx(np.mean(expected), abs=1e-12)


def test_the_inner_figure_is_the_mean_of_the_best_inner_scores(results, right):
    best = [max(np.mean([hits.mean() for _, hits in folds]) for folds in settings) for settings in right]
    assert figure(results.ledger(draws=6), "inner")["value"] == pytest.approx(np.mean(best), abs=1e-12)


def test_tibshirani_takes_off_what_each_folds_own_best_gains(results, right):
    values = []
    for settings in right:
        error = np.array([[1 - hits.mean() for _, hits in folds] for folds in settings])
        best = int(np.argmin(error.mean(axis=1)))
        bias = np.mean([error[best, fold] - error[:, fold].min() for fold in range(error.shape[1])])
        values.append(1 - (error[best].mean() + bias))
    assert figure(results.ledger(draws=6), "Tibshirani")["value"] == pytest.approx(np.mean(values), abs=1e-12)


def test_bbc_cv_chooses_on_rows_drawn_again_and_measures_on_the_rest(results, right):
    draws, values = 30, []
    for seed, settings in enumerate(right):
        hits = np.array([np.concatenate([each for _, each in folds]) for folds in settings]).astype(float)
        rows = np.concatenate([held for held, _ in settings[0]])
        hits = hits[:, np.argsort(rows)]
        random = np.random.default_rng(np.random.SeedSequence(seed))
        scores = []
        for _ in range(draws // 3):
            drawn = random.integers(hits.shape[1], size=hits.shape[1])
            missed = np.setdiff1d(np.arange(hits.shape[1]), drawn)
            best = int(np.argmax(hits[:, drawn].mean(axis=1)))
            scores.append(hits[best, missed].mean())
        values.append(np.mean(scores))
    assert figure(results.ledger(draws=draws), "BBC-CV")["value"] == pytest.approx(np.mean(values), abs=1e-12)


def test_the_nested_figure_is_the_estimate_on_outer_rows(results):
    found, expected = figure(results.ledger(draws=6), "nested"), results.estimate()
    assert (found["value"], found["lower"], found["upper"]) == (
        expected.value,
        expected.lower,
        expected.upper,
    )


def test_optimism_is_how_much_better_a_figure_looks_than_the_nested_one(task):
    design = Design(task, [(gn.KNeighborsClassifier(), GRID)], OUTER, inner=INNER, measures="error")
    frame = run(design).ledger(draws=6)
    honest = figure(frame, "nested")["value"]
    assert frame["optimism"].tolist() == pytest.approx((honest - frame["value"]).tolist())


def test_choosing_among_noise_looks_good_to_itself_only():
    random = np.random.default_rng(0)
    noise = gn.Task(random.normal(size=(60, 2)), np.repeat([0, 1], 30), name="noise")
    grid = {"n_neighbors": list(range(1, 30, 2))}
    frame = run(Design(noise, [(gn.KNeighborsClassifier(), grid)], gn.k_fold(5), inner=gn.k_fold(5))).ledger()
    values = frame.set_index("figure")["value"]
    assert values["training"] > values["inner"] > values["BBC-CV"]
    assert values["inner"] > values["Tibshirani"]


def test_measures_of_scores_are_stored_when_the_design_asks_for_them(task):
    design = Design(
        task, [(gn.KNeighborsClassifier(), GRID)], OUTER, inner=INNER, measures=["auc", "accuracy"]
    )
    results = run(design)
    by_auc = results.ledger(draws=6)
    assert by_auc["value"].between(0, 1).all()
    by_accuracy = results.ledger("accuracy", draws=6).set_index("figure")
    assert by_accuracy.loc[["Tibshirani", "BBC-CV"], "value"].isna().all()
    assert by_accuracy.loc[["training", "inner", "nested"], "value"].notna().all()


def test_scores_that_were_not_stored_are_refused_with_the_way_out(results):
    with pytest.raises(DesignError, match="add it to the measures of the design"):
        results.ledger("auc")


def test_the_account_says_in_a_sentence_what_was_gained_by_choosing(results):
    (account,) = results.accounts(draws=6)
    assert "best of 4 settings has accuracy" in str(account)


def test_figures_that_rest_on_some_of_the_rows_say_so_and_come_near(task, results, monkeypatch):
    monkeypatch.setattr(compact_predictions, "MAX_ROWS", 32)
    monkeypatch.setattr(compact_predictions, "MIN_ROWS_PER_SPLIT", 4)
    thin = run(Design(task, [(gn.KNeighborsClassifier(), GRID)], OUTER, inner=INNER))
    whole = account(results.tuned(), results.predictions(), "accuracy", draws=30)
    found = account(thin.tuned(), thin.predictions(), "accuracy", draws=30)
    assert found.figures[-1] == whole.figures[-1]
    said = ["It is", "Its interval is", *["Correction and interval are"] * 2]
    for few, all_rows, start in zip(found.figures[:4], whole.figures[:4], said):
        assert few.why.endswith(
            f". {start} estimated from 32 of 64 rows per outer training set, evenly spaced."
        )
        assert "evenly spaced" not in all_rows.why
        assert few.lower < all_rows.value < few.upper
    assert found.figures[1].value == pytest.approx(whole.figures[1].value, rel=1e-12)
    # What chose was measured on all of them.
    ((_, chosen),) = thin.tuned()
    ((_, before),) = results.tuned()
    assert np.array_equal(chosen.scores, before.scores)


@pytest.mark.filterwarnings("ignore::gnomon.errors.GnomonWarning")
def test_which_rows_are_stored_makes_no_optimism(monkeypatch):
    random = np.random.default_rng(0)
    X = random.normal(size=(400, 5))
    task = gn.Task(X, X @ random.normal(size=5) + random.standard_t(3, size=400), kind="regression")
    design = Design(task, gn.Ridge(), gn.k_fold(5), inner=gn.k_fold(4))
    every = run(design).accounts(draws=30)[0].figures
    monkeypatch.setattr(compact_predictions, "MAX_ROWS", 60)
    monkeypatch.setattr(compact_predictions, "MIN_ROWS_PER_SPLIT", 4)
    some = run(design).accounts(draws=30)[0].figures
    # Errors of such rows differ by half of their mean from one set of 60 to the next.
    for one, other in zip(every, some):
        assert other.value == pytest.approx(one.value, rel=0.05)
    assert some[0].optimism > 0


def test_an_inner_hold_out_keeps_all_its_rows_and_says_nothing_of_it(task):
    design = Design(task, [(gn.KNeighborsClassifier(), GRID)], OUTER, inner=gn.hold_out(0.25))
    for figure in run(design).accounts(draws=30)[0].figures:
        assert "evenly spaced" not in figure.why

import numpy as np
import pytest
import scipy.sparse

import gnomon as gn
from gnomon.assessment.crossed_fits import CrossedFits
from gnomon.assessment.nested_fits import RowFits, fits_of
from gnomon.assessment.splits import nesting
from gnomon.errors import DesignError
from gnomon.experiments.grid import default_grid
from gnomon.experiments.hyperparameter_grids import GridSearch
from gnomon.registry import learners

SUMMARIZING = [
    entry.facts.get("example", entry.thing)()
    for entry in learners.values()
    if entry.thing.summarizes and {"classification", "regression"} & set(entry.facts["task"])
]
PLAN = gn.nested(gn.k_fold(4), gn.k_fold(3))


@pytest.fixture(autouse=True)
def few_are_many(monkeypatch):
    monkeypatch.setattr(nesting, "MIN_ROWS_CROSSED", 100)


def a_task(kind, n_rows=240, **roles):
    random = np.random.default_rng(0)
    X = random.normal(size=(n_rows, 4)) * [1, 10, 0.1, 1] + [50, 0, 3, 30]
    signal = (X - X.mean(axis=0)) @ [1.0, 0.1, 5.0, 0.3] + random.normal(size=n_rows)
    y = signal if kind == "regression" else np.array(["a", "b", "c"])[np.digitize(signal, [-1.0, 1.0])]
    return gn.Task(np.abs(X), y, kind=kind, **roles)


def both(task, path):
    cut = PLAN.split(task)
    assert isinstance(fits_of(task, path, cut), CrossedFits)
    return CrossedFits(task, path, cut), RowFits(task, path, cut)


def same(one, other):
    assert one.splits == other.splits
    for name in ("row", "split", "truth", "train_sizes", "weight"):
        assert np.array_equal(getattr(one, name), getattr(other, name))
    for name in ("predicted", "probability", "decision"):
        mine, theirs = getattr(one, name), getattr(other, name)
        assert (mine is None) == (theirs is None)
        if mine is not None:
            assert np.allclose(mine, theirs, rtol=1e-7, atol=1e-9)


def same_inner(by_cells, by_rows, labels_only=True):
    result = (fits.inner_results(labels_only=labels_only) for fits in (by_cells, by_rows))
    for (ours, _), (theirs, _) in zip(*result, strict=True):
        for one, other in zip(ours, theirs, strict=True):
            same(one, other)


@pytest.mark.filterwarnings("ignore::gnomon.errors.GnomonWarning")
@pytest.mark.parametrize("labels_only", [True, False])
@pytest.mark.parametrize("learner", SUMMARIZING, ids=lambda learner: type(learner).__name__)
def test_sums_over_cells_predict_what_fits_from_rows_predict(learner, labels_only):
    (kind,) = {"classification", "regression"} & set(learners[type(learner).__name__].facts["task"])
    path = GridSearch(learner, default_grid(learner) or None).path()
    by_cells, by_rows = both(a_task(kind), path)
    same_inner(by_cells, by_rows, labels_only=labels_only)


def test_the_choices_trained_from_sums_are_those_trained_from_rows():
    path = [gn.Ridge(alpha) for alpha in (0.1, 10.0, 1000.0)]
    by_cells, by_rows = both(a_task("regression"), path)
    chosen = np.array([2, 0, 1, 2])
    trained = dict(by_rows.train_chosen(chosen))
    for place, mine in by_cells.train_chosen(chosen):
        assert mine.setting == trained[place].setting == chosen[place]
        assert np.array_equal(mine.held_out, trained[place].held_out)
        assert np.allclose(mine.learner.coef_, trained[place].learner.coef_, rtol=1e-9)


@pytest.mark.parametrize("learner", [gn.Ridge(), gn.LinearRegression(), gn.Lasso(0.1)], ids=str)
@pytest.mark.parametrize("is_weighted", [False, True])
def test_errors_from_sums_are_those_of_the_predictions(learner, is_weighted):
    weight = np.random.default_rng(1).integers(1, 4, size=240) if is_weighted else None
    by_cells, by_rows = both(a_task("regression", weight=weight), GridSearch(learner).path())
    some = by_cells.inner_results(labels_only=True, errors_only=lambda n_rows: np.arange(0, n_rows, 7))
    for (sampled, errors), (whole, _) in zip(some, by_rows.inner_results(labels_only=True), strict=True):
        for setting, (one, other) in enumerate(zip(sampled, whole, strict=True)):
            assert np.allclose(errors[setting], other.per_split("mean_squared_error"), rtol=1e-9)
            assert np.array_equal(one.train_sizes, other.train_sizes)
            for name in ("row", "split", "truth"):
                assert np.array_equal(getattr(one, name), getattr(other, name)[::7])
            assert np.allclose(one.predicted, other.predicted[::7], rtol=1e-9)


def test_where_sums_have_too_few_digits_errors_are_those_of_rows():
    X = np.random.default_rng(0).normal(size=(240, 3)) + 1e5
    task = gn.Task(X, X @ [1.0, 2.0, 3.0], kind="regression")
    by_cells, by_rows = both(task, [gn.LinearRegression()])
    some = by_cells.inner_results(labels_only=True, errors_only=lambda n_rows: np.arange(0, n_rows, 7))
    for (result, errors), (whole, _) in zip(some, by_rows.inner_results(labels_only=True), strict=True):
        assert errors is None
        assert np.array_equal(result[0].row, whole[0].row)


@pytest.mark.parametrize("rule", ["best", "one standard error"])
def test_an_experiment_chooses_by_errors_from_sums_what_it_chooses_by_rows(rule, monkeypatch):
    task = a_task("regression")
    design = gn.Design(task, gn.Ridge(), gn.k_fold(4), inner=gn.k_fold(3), rule=rule)
    by_sums = gn.run(design).choices()
    monkeypatch.setattr("gnomon.experiments.nested_selection.fits_of", RowFits)
    by_rows = gn.run(design).choices()
    assert by_sums["choice"].tolist() == by_rows["choice"].tolist()
    assert np.allclose(by_sums[["inner", "outer"]], by_rows[["inner", "outer"]], rtol=1e-9)


def test_weights_count():
    weight = np.random.default_rng(1).integers(0, 3, size=240).astype(float)
    by_cells, by_rows = both(a_task("classification", weight=weight), [gn.LinearDiscriminantAnalysis()])
    same_inner(by_cells, by_rows)


def test_sparse_rows_are_predicted_too():
    random = np.random.default_rng(0)
    X = scipy.sparse.random(240, 6, density=0.3, format="csr", random_state=0)
    task = gn.Task(X, X @ random.normal(size=6) + random.normal(size=240), kind="regression")
    by_cells, by_rows = both(task, [gn.Ridge(1.0), gn.Ridge(10.0)])
    same_inner(by_cells, by_rows)


def test_a_training_set_without_any_weight_is_refused():
    task = a_task("classification", weight=np.arange(240) == 0)
    with pytest.raises(DesignError, match="have weight 0"):
        next(CrossedFits(task, [gn.GaussianNB()], PLAN.split(task)).inner_results(labels_only=True))


@pytest.mark.parametrize(
    "path", [[gn.Ridge(), gn.LinearRegression()], [gn.KNeighborsRegressor(3)], [gn.DecisionTreeRegressor()]]
)
def test_learners_that_do_not_share_sums_are_fitted_from_rows(path):
    task = a_task("regression")
    assert isinstance(fits_of(task, path, PLAN.split(task)), RowFits)


def test_a_selection_is_assessed_the_same_by_sums_and_by_rows(monkeypatch):
    task, path = a_task("regression"), [gn.Ridge(alpha) for alpha in (0.1, 10.0, 1000.0)]
    cut = PLAN.split(task)
    by_sums = gn.assess_selection(task, path, cut, "mean_squared_error")
    monkeypatch.setattr("gnomon.assessment.nested.fits_of", RowFits)
    by_rows = gn.assess_selection(task, path, cut, "mean_squared_error")
    assert by_sums.chosen.tolist() == by_rows.chosen.tolist()
    assert np.allclose(by_sums.inner, by_rows.inner, rtol=1e-9)
    assert by_sums.score == pytest.approx(by_rows.score, rel=1e-9)


def test_an_experiment_on_many_rows_gives_what_its_selection_gives():
    task, path = a_task("classification"), [gn.NearestMean()]
    results = gn.run(gn.Design(task, path, gn.k_fold(4), inner=gn.k_fold(3)))
    result = gn.assess_selection(task, path, PLAN, "accuracy")
    assert results.estimate("accuracy").value == result.score

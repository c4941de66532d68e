"""Permutation importance on held-out rows: what is used counts, what is copied counts together."""

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.inspection import permutation_importance as sklearn_importance
from sklearn.linear_model import LinearRegression
from sklearn.tree import DecisionTreeRegressor

import gnomon as gn
from gnomon.errors import DataError, ParameterError
from gnomon.explanations.shuffled import stacked


def by_name(found):
    return {each.name: each for each in found.importances}


def linear(n=400, seed=0):
    random = np.random.default_rng(seed)
    X = random.normal(size=(n, 3))
    return gn.Task(X, 3 * X[:, 0] + X[:, 1] + random.normal(size=n), kind="regression")


def test_a_linear_model_loses_twice_its_squared_coefficient():
    # Shuffling x adds 2 b² var(x) to the mean squared error of a model with coefficient b.
    found = by_name(
        gn.inspection.held_out_importance(
            linear(4000), gn.LinearRegression(), gn.k_fold(5), "mean_squared_error", n_shuffles=20
        )
    )
    assert found["x0"].value == pytest.approx(18, rel=0.05)
    assert found["x1"].value == pytest.approx(2, rel=0.1)
    assert found["x2"].value == pytest.approx(0, abs=0.02)
    assert all(each.lower <= each.value <= each.upper for each in found.values())


def test_it_agrees_with_scikit_learn_on_the_same_hold_out():
    task = linear()
    train, held_out = gn.hold_out(0.4).split(task)[0]
    model = LinearRegression().fit(task.X[train], task.y[train])
    theirs = sklearn_importance(
        model, task.X[held_out], task.y[held_out], scoring="r2", n_repeats=200, random_state=0
    )
    ours = by_name(
        gn.inspection.held_out_importance(task, LinearRegression(), gn.hold_out(0.4), "r2", n_shuffles=200)
    )
    values = [ours[name].value for name in ("x0", "x1", "x2")]
    # Both means are of 200 random orders.
    error = theirs.importances_std * np.sqrt(2 / 200)
    assert (np.abs(values - theirs.importances_mean) < 4 * error + 1e-12).all()


def test_a_column_that_the_model_cannot_use_has_exactly_no_importance():
    random = np.random.default_rng(0)
    task = gn.Task(
        {"x": random.normal(size=60), "same": [1.0] * 60}, random.normal(size=60), kind="regression"
    )
    found = by_name(gn.inspection.held_out_importance(task, gn.Ridge(), gn.k_fold(3)))["same"]
    assert (found.value, found.lower, found.upper) == (0, 0, 0)


def test_a_column_that_is_only_overfitted_has_none_on_held_out_rows():
    # Grown to the last leaf, a tree reads noise on its training rows; over many draws the mean loss is none.
    losses = []
    for seed in range(20):
        random = np.random.default_rng(seed)
        task = gn.Task(random.normal(size=(80, 1)), random.normal(size=80), kind="regression")
        tree = DecisionTreeRegressor(random_state=0)
        losses.append(by_name(gn.inspection.held_out_importance(task, tree, gn.k_fold(5), "r2"))["x0"].value)
        model = tree.fit(task.X, task.y)
        assert sklearn_importance(model, task.X, task.y, n_repeats=2, random_state=0).importances_mean[0] > 1
    error = np.std(losses) / np.sqrt(len(losses))
    assert abs(np.mean(losses)) < 3 * error


def test_of_a_copied_column_each_hides_the_other_and_both_jointly_show():
    random = np.random.default_rng(0)
    x = random.normal(size=(300, 2))
    table = {"x": x[:, 0], "copy": x[:, 0] + 1e-3 * random.normal(size=300), "z": x[:, 1]}
    task = gn.Task(table, x[:, 0] + 0.1 * random.normal(size=300), kind="regression")
    found = gn.inspection.held_out_importance(task, gn.Ridge(), gn.k_fold(5), "r2")
    (pair,) = found.pairs
    assert {pair.first, pair.second} == {"x", "copy"}
    each = by_name(found)
    assert each["jointly: copy, x"].value > 2.5 * max(each["x"].value, each["copy"].value)
    assert found.frame().set_index("column").loc["jointly: copy, x", "members"] == "copy, x"


def test_a_category_is_shuffled_as_one_column_however_it_is_encoded():
    random = np.random.default_rng(0)
    town, x = random.choice(["a", "b", "c", "d"], 300), random.normal(size=300)
    y = np.select([town == "a", town == "b"], [2.0, -2.0], 0.0) + random.normal(size=300)
    task = gn.Task({"x": x, "town": town}, y, kind="regression")
    linear = by_name(gn.inspection.held_out_importance(task, gn.Ridge(), gn.k_fold(5), "r2"))
    tree = by_name(
        gn.inspection.held_out_importance(task, gn.RandomForestRegressor(random_state=0), gn.k_fold(5))
    )
    assert list(linear) == list(tree) == ["town", "x"]
    assert linear["town"].value > 0.8
    assert tree["town"].value > 0.8


def test_frames_arrays_and_sparse_matrices_are_shuffled_alike():
    random = np.random.default_rng(0)
    X = random.normal(size=(6, 3)).round(1)
    changes = [(np.array([1]), random.permutation(6)), (np.array([0, 2]), random.permutation(6))]
    dense = stacked(X, changes)
    assert np.array_equal(dense[:6, [0, 2]], X[:, [0, 2]])
    assert np.array_equal(dense[:6, 1], X[changes[0][1], 1])
    assert np.array_equal(stacked(pd.DataFrame(X), changes).to_numpy(), dense)
    assert np.allclose(stacked(sparse.csr_array(X), changes).toarray(), dense)


def test_a_table_is_shuffled_as_its_frame_is():
    random = np.random.default_rng(0)
    columns = {"town": random.choice(["a", "b"], 8), "x": random.normal(size=8), "flag": [True, False] * 4}
    table = gn.Table.of(columns | {"z": random.normal(size=8)})
    changes = [(np.array([0, 3]), random.permutation(8)), (np.array([1, 2]), random.permutation(8))]
    assert stacked(table, changes).to_pandas().equals(stacked(table.to_pandas(), changes))


@pytest.mark.parametrize("measure", ["auc", "log_loss", "accuracy", "f1"])
def test_any_measure_will_do_and_the_score_is_that_of_the_predictions(measure):
    task, plan = gn.load("heart"), gn.k_fold(4)
    found = gn.inspection.held_out_importance(task, gn.GaussianNB(), plan, measure, n_shuffles=1)
    assert found.score == pytest.approx(gn.resample(task, gn.GaussianNB(), plan).score(measure), rel=1e-12)


def test_a_single_hold_out_has_intervals_over_its_rows_where_the_measure_allows():
    task = gn.load("heart")
    of_rows = gn.inspection.held_out_importance(task, gn.GaussianNB(), gn.hold_out(0.4), "accuracy")
    assert by_name(of_rows)["thal"].upper > by_name(of_rows)["thal"].lower
    ranked = gn.inspection.held_out_importance(task, gn.GaussianNB(), gn.hold_out(0.4), "auc")
    assert np.isnan(by_name(ranked)["thal"].upper)


def test_the_same_seed_gives_the_same_numbers_whatever_columns_are_asked_for():
    task = gn.load("heart")
    one, two = (gn.inspection.held_out_importance(task, gn.GaussianNB(), gn.k_fold(3)) for _ in range(2))
    assert one == two
    some = gn.inspection.held_out_importance(task, gn.GaussianNB(), gn.k_fold(3), columns=["thal"])
    assert by_name(some)["thal"] == by_name(one)["thal"]


def test_a_wrong_number_of_shuffles_or_column_is_refused():
    with pytest.raises(ParameterError, match="at least 1"):
        gn.inspection.held_out_importance(gn.load("iris"), gn.GaussianNB(), gn.k_fold(3), n_shuffles=0)
    with pytest.raises(DataError, match="no column 'x'"):
        gn.inspection.held_out_importance(gn.load("iris"), gn.GaussianNB(), gn.k_fold(3), columns=["x"])

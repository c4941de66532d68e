import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gnomon as gn
from gnomon.errors import ParameterError
from gnomon.learners.trees.classifier import DecisionTreeClassifier
from gnomon.learners.trees.regressor import DecisionTreeRegressor
from gnomon.sharing.train import train_each


def few_values(seed, n_rows=200, missing=0.0):
    random = np.random.default_rng(seed)
    X = np.round(random.normal(size=(n_rows, 4)), 1)
    X[random.random(X.shape) < missing] = np.nan
    return X, random.integers(3, size=n_rows), random.integers(1, 4, size=n_rows).astype(float)


def same(a, b):
    assert a.tree_.n_leaves == b.tree_.n_leaves
    for name in ("gain", "impurity", "weight", "n_rows"):
        assert np.sort(getattr(a.tree_, name)) == pytest.approx(np.sort(getattr(b.tree_, name)), abs=1e-9)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 9999), st.sampled_from(["gini", "entropy"]), st.sampled_from([0.0, 0.2]), st.booleans())
def test_columns_of_few_values_lose_nothing(seed, criterion, missing, weighted):
    X, y, _ = few_values(seed, missing=missing)
    # Whole rows make splits of equal gain, of which either may be taken; one split has its gain all the same.
    weight = np.random.default_rng(seed).uniform(1, 3, len(y)) if weighted else None
    settings_ = {"criterion": criterion, "max_depth": 4 if weighted else 1}
    exact = DecisionTreeClassifier(**settings_).fit(X, y, weight)
    binned = DecisionTreeClassifier(**settings_, max_bins=255).fit(X, y, weight)
    if weighted:
        same(exact, binned)
        assert binned.predict_proba(X) == pytest.approx(exact.predict_proba(X), abs=1e-12)
    assert binned.tree_.gain[0] == pytest.approx(exact.tree_.gain[0], rel=1e-9)
    assert exact.exact_
    assert not binned.exact_


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 9999), st.booleans())
def test_a_regression_tree_loses_nothing_either(seed, weighted):
    X, _, weight = few_values(seed)
    y = X[:, 0] + np.random.default_rng(seed).normal(size=len(X)) + 1e6
    # Bins count the rows of a leaf by weight, so that with weights no least number is asked for.
    weight, least = (weight, 1) if weighted else (None, 5)
    exact = DecisionTreeRegressor(max_depth=3, min_samples_leaf=least).fit(X, y, weight)
    binned = DecisionTreeRegressor(max_depth=3, min_samples_leaf=least, max_bins=255).fit(X, y, weight)
    same(exact, binned)
    assert binned.predict(X) == pytest.approx(exact.predict(X), rel=1e-12)


def test_categories_are_grouped_as_in_the_exact_tree():
    random = np.random.default_rng(0)
    frame = pd.DataFrame({"a": random.choice(list("pqrst"), 500), "b": np.round(random.normal(size=500), 1)})
    frame.loc[::11, "a"] = None
    frame["a"] = frame["a"].astype("category")
    y = frame["a"].isin(["p", "s"]) ^ (frame["b"] > 0)
    exact = DecisionTreeClassifier(max_depth=3).fit(frame, y)
    binned = DecisionTreeClassifier(max_depth=3, max_bins=255).fit(frame, y)
    same(exact, binned)
    assert (binned.predict(frame) == exact.predict(frame)).all()
    # A level that no row had stops at the question, and gets the majority there.
    unknown = pd.DataFrame({"a": pd.Categorical(["zzz"], categories=[*"pqrst", "zzz"]), "b": [0.1]})
    assert binned.predict(unknown) == exact.predict(unknown)


def test_bins_are_cut_from_the_selected_rows():
    random = np.random.default_rng(1)
    X, y = random.normal(size=(400, 3)), random.integers(2, size=400)
    task, splits = gn.Task(X, y), [(np.arange(300), np.arange(300, 400))]
    learner = DecisionTreeClassifier(max_bins=8, max_depth=5)
    trained = next(iter(train_each(learner, task, splits)))
    alone = DecisionTreeClassifier(max_bins=8, max_depth=5).fit(X[:300], y[:300])
    assert trained.learner.predict_proba(X) == pytest.approx(alone.predict_proba(X))
    assert len(np.unique(alone.tree_.threshold[alone.tree_.feature == 0])) <= 7


def test_depths_of_one_path_are_cut_from_one_tree():
    X, y, _ = few_values(3)
    path = [DecisionTreeClassifier(max_bins=32, max_depth=depth) for depth in (1, 3, None)]
    prepared = path[0].prepare(*path[0].check_rows(X, y))
    for depth, model in zip((1, 3, None), DecisionTreeClassifier.fit_each(path, prepared), strict=True):
        same(model, DecisionTreeClassifier(max_bins=32, max_depth=depth).fit(X, y))


@pytest.mark.parametrize(
    "parameters",
    [
        {"criterion": "gain_ratio"},
        {"criterion": "error"},
        {"category_splits": "multiway"},
        {"splitter": "random"},
        {"monotonic_cst": [1, 0, 0, 0]},
    ],
    ids=str,
)
def test_what_bins_cannot_do_is_refused_with_advice(parameters):
    X, y, _ = few_values(0)
    with pytest.raises(ParameterError, match="max_bins=None"):
        DecisionTreeClassifier(max_bins=16, **parameters).fit(X, y > 0)


def test_a_tree_on_bins_reads_like_any_other():
    model = DecisionTreeClassifier(max_bins=16).fit([[1.0], [2.0], [6.0], [7.0]], ["no", "no", "yes", "yes"])
    assert model.text() == "if x0 > 4 then yes\nelse no\nendif"
    assert model.splits()["gain"].tolist() == pytest.approx([0.5])

import pickle

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_matrix

import gnomon as gn
from gnomon.errors import ParameterError
from gnomon.learners.trees.classifier import DecisionTreeClassifier
from gnomon.learners.trees.columns import TreeColumns
from gnomon.learners.trees.regressor import DecisionTreeRegressor
from gnomon.sharing.train import train_each


def mixed(seed, n_rows=80):
    random = np.random.default_rng(seed)
    frame = pd.DataFrame(
        {
            "a": random.normal(size=n_rows),
            "b": np.round(random.normal(size=n_rows)),
            "z": random.choice(["p", "q", "r", None], size=n_rows),
        }
    )
    frame.loc[random.random(n_rows) < 0.2, "a"] = np.nan
    return frame, random.integers(3, size=n_rows)


@settings(max_examples=20, deadline=None)
@given(
    st.integers(0, 9999),
    st.sampled_from(["subset", "multiway"]),
    st.sampled_from(["gini", "entropy", "gain_ratio", "error"]),
    st.booleans(),
)
def test_a_fold_or_a_bootstrap_of_the_columns_grows_the_tree_of_its_rows(seed, splits, criterion, again):
    frame, y = mixed(seed)
    random = np.random.default_rng(seed)
    index = random.integers(80, size=60) if again else np.sort(random.permutation(80)[:50])
    learner = DecisionTreeClassifier(category_splits=splits, criterion=criterion, min_samples_leaf=2)
    narrow = learner.prepare(*learner.check_rows(frame, y)).rows(index)
    shared = learner.fit_prepared(narrow).predict_proba(frame)
    alone = DecisionTreeClassifier(category_splits=splits, criterion=criterion, min_samples_leaf=2)
    alone.fit(frame.iloc[index], y[index])
    # Levels that only the rows left out have: codes differ, answers do not.
    known = frame["z"].isin(frame["z"].iloc[index].dropna()) | frame["z"].isna()
    assert np.array_equal(shared[known], alone.predict_proba(frame[known]))


def test_one_sort_serves_all_folds_and_settings_of_a_task_with_categories():
    frame, _ = mixed(1, 120)
    y = np.where(frame["z"] == "q", "yes", "no")
    task = gn.Task(frame, y)
    path = [DecisionTreeClassifier(max_depth=depth) for depth in (1, 3)]
    splits = gn.k_fold(4, random_state=0).split(task)
    for trained in train_each(path, task, splits):
        assert np.mean(trained.learner.predict(trained.examples) == task.y[trained.held_out]) == 1


def test_rows_not_selected_do_not_count():
    data = TreeColumns.of(np.array([[3.0], [np.nan], [2.0]]), None)
    assert data.rows(np.array([0, 2])).rows(np.array([1, 1])).times.tolist() == [0, 0, 2]


def test_columns_that_went_to_another_process_are_sorted_there():
    X, y = np.random.default_rng(0).normal(size=(20, 2)), np.arange(20.0)
    data = DecisionTreeRegressor().prepare(X, y)
    here = DecisionTreeRegressor().fit_prepared(data).tree_
    there = DecisionTreeRegressor().fit_prepared(pickle.loads(pickle.dumps(data))).tree_
    assert np.array_equal(here.threshold, there.threshold)


def test_sparse_columns_are_no_categories():
    with pytest.raises(ParameterError, match="sparse columns"):
        DecisionTreeRegressor(categorical_features=[0]).fit(csr_matrix(np.eye(3)), np.arange(3.0))


def test_the_columns_used_come_by_gain():
    frame, _ = mixed(2)
    y = (frame["b"] > 0).to_numpy() * 2 + (frame["z"] == "q")
    model = DecisionTreeClassifier().fit(frame, y)
    assert set(model.columns_used()) == {"b", "z"}
    assert np.argmax(model.feature_importances_) == list(frame).index(model.columns_used()[0])

"""Forward selection."""

import numpy as np
import pandas as pd
import pytest
import scipy.sparse
import sklearn.linear_model
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.feature_selection import SequentialFeatureSelector
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

from gnomon.errors import DataError, DataWarning, DesignError, ParameterError
from gnomon.features.select.forward import ForwardSelection
from gnomon.learners.linear.discriminant import LinearDiscriminantAnalysis
from gnomon.learners.linear.least_squares import LinearRegression
from gnomon.learners.linear.logistic import LogisticRegression
from gnomon.learners.linear.ridge import Ridge


def rows(n=120, d=8, seed=0):
    random = np.random.default_rng(seed)
    X = random.normal(size=(n, d))
    return X, X @ np.linspace(1, 0, d) + random.normal(size=n)


REGRESSORS = [
    sklearn.linear_model.LinearRegression(),
    sklearn.linear_model.Ridge(),
    LinearRegression(),
    Ridge(alpha=0.1),
    KNeighborsRegressor(3),
]
CLASSIFIERS = [
    sklearn.linear_model.LogisticRegression(tol=1e-7),
    LogisticRegression(C=3.0),
    LinearDiscriminantAnalysis(),
    KNeighborsClassifier(3),
]


@pytest.mark.parametrize("learner", REGRESSORS + CLASSIFIERS, ids=repr)
def test_it_chooses_as_scikit_learn_does(learner):
    X, y = rows(d=5)
    y = (y > 0).astype(int) if learner in CLASSIFIERS else y
    # Accuracies of few rows tie; probabilities do not.
    name = "neg_log_loss" if learner in CLASSIFIERS else "r2"
    theirs = SequentialFeatureSelector(learner, n_features_to_select=3, cv=4, scoring=name).fit(X, y)
    ours = ForwardSelection(learner, n_features_to_select=3, cv=4, scoring=name).fit(X, y)
    assert np.array_equal(ours.support_, theirs.support_)
    again = cross_val_score(learner, ours.transform(X), y, cv=4, scoring=name)
    assert ours.score_ == pytest.approx(again.mean(), rel=1e-6)


@pytest.mark.filterwarnings("ignore:ForwardSelection. no first step:gnomon.errors.DataWarning")
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_least_squares_chooses_as_scikit_learn_does_on_any_rows(seed):
    X, y = rows(40, 5, seed)
    learner = sklearn.linear_model.LinearRegression()
    theirs = SequentialFeatureSelector(learner, n_features_to_select=3, cv=3, scoring="r2").fit(X, y)
    ours = ForwardSelection(learner, n_features_to_select=3, cv=3).fit(X, y)
    assert np.array_equal(ours.support_, theirs.support_)


def test_the_number_of_models_is_the_sum_over_steps_of_columns_left_times_folds():
    X, y = rows()
    assert ForwardSelection(Ridge(), n_features_to_select=3, cv=4).fit(X, y).n_models_ == (8 + 7 + 6) * 4


def test_the_curve_has_a_line_a_step_with_the_names_of_a_frame():
    X, y = rows(60, 3)
    frame = pd.DataFrame(X, columns=["a", "b", "c"])
    selection = ForwardSelection(LinearRegression(), stop="best").fit(frame, y)
    curve = selection.curve_.frame()
    assert curve["size"].tolist() == [1, 2, 3]
    assert curve["column"][0] == "a"
    assert set(curve["columns"][2]) == {"a", "b", "c"}
    assert selection.curve_.by_size()["score"].tolist() == curve["score"].tolist()
    assert selection.set_output(transform="pandas").transform(frame).columns[0] == "a"
    assert len(selection.trials()) == 6


def test_no_gain_stops_before_the_score_falls():
    X, y = rows(60, 8, 5)
    whole = ForwardSelection(LinearRegression(), stop="best").fit(X, y)
    first = ForwardSelection(LinearRegression()).fit(X, y)
    scores = [step.score for step in whole.curve_.steps]
    assert scores[first.n_features_] <= scores[first.n_features_ - 1]
    assert first.n_models_ < whole.n_models_


def test_patience_goes_on_after_a_step_without_gain():
    X, y = rows(60, 8, 5)
    hasty, patient = (ForwardSelection(LinearRegression(), patience=p).fit(X, y) for p in (1, 8))
    assert len(patient.curve_.steps) == 8
    assert patient.score_ >= hasty.score_


def test_a_larger_tol_keeps_fewer_columns():
    X, y = rows()
    sizes = [ForwardSelection(LinearRegression(), tol=tol).fit(X, y).n_features_ for tol in (0.0, 0.03, 0.5)]
    assert sizes[0] > sizes[1] > sizes[2] == 1


def test_it_stops_at_a_score_that_is_enough():
    X, y = rows()
    selection = ForwardSelection(LinearRegression(), enough=0.3).fit(X, y)
    assert selection.score_ >= 0.3
    assert selection.curve_.steps[-2].score < 0.3


def test_one_standard_error_keeps_no_more_columns_than_the_best():
    X, y = rows(200, 8, 1)
    best, thrifty = (
        ForwardSelection(LinearRegression(), stop=stop).fit(X, y) for stop in ("best", "one standard error")
    )
    assert thrifty.n_features_ < best.n_features_
    assert thrifty.score_ >= best.score_ - best.standard_error_


def test_groups_of_two_find_the_exclusive_or_that_single_steps_miss():
    random = np.random.default_rng(0)
    X = random.integers(2, size=(200, 5)).astype(float)
    y = (X[:, 1] != X[:, 3]).astype(int)
    tree = DecisionTreeClassifier(random_state=0)
    pair = ForwardSelection(tree, group=2).fit(X, y)
    assert pair.get_support(indices=True).tolist() == [1, 3]
    assert pair.score_ == 1
    with pytest.warns(DataWarning, match="try group=2"):
        single = ForwardSelection(tree).fit(X, y)
    assert single.curve_.steps[0].score < 0.7


def test_columns_that_help_only_together_are_warned_of():
    X = np.tile([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]], (15, 1))
    y = (X[:, 0] != X[:, 1]).astype(int)
    tree = DecisionTreeClassifier(random_state=0)
    with pytest.warns(DataWarning, match="no first step scores better than a constant"):
        ForwardSelection(tree).fit(X, y)
    assert ForwardSelection(tree, group=2).fit(X, y).score_ == 1


def test_a_row_without_a_label_is_named():
    X = rows()[0]
    for missing in (np.nan, None):
        y = np.array([0.0, 1.0] * 60, dtype=object if missing is None else float)
        y[7] = missing
        with pytest.raises(DataError, match="row 7 has no label"):
            ForwardSelection(LogisticRegression()).fit(X, y)


def test_a_validation_set_and_the_training_rows_can_score():
    X, y = rows()
    once = ForwardSelection(
        LinearRegression(), n_features_to_select=2, cv=[(np.arange(80), np.arange(80, 120))]
    )
    assert once.fit(X, y).n_models_ == 8 + 7
    assert once.standard_error_ == 0
    training = ForwardSelection(LinearRegression(), cv="training", stop="best").fit(X, y)
    assert training.support_.all()


def test_words_as_labels_and_a_pipeline_are_taken():
    X, y = rows()
    labels = np.where(y > 0, "sick", "well")
    learner = make_pipeline(StandardScaler(), LogisticRegression())
    selection = ForwardSelection(learner, n_features_to_select=2, scoring="roc_auc").fit(X, labels)
    assert selection.support_[0]
    assert np.array_equal(ForwardSelection(LogisticRegression()).fit(X, y > 0).support_[:2], [True, True])


def test_sparse_rows_give_the_choice_of_dense_ones():
    X, y = rows()
    X[np.abs(X) < 0.5] = 0
    dense, sparse = (
        ForwardSelection(Ridge(), n_features_to_select=3).fit(table, y)
        for table in (X, scipy.sparse.csr_matrix(X))
    )
    assert np.array_equal(dense.support_, sparse.support_)


def test_its_parameters_and_the_learners_can_be_searched():
    X, y = rows()
    grid = {"forwardselection__n_features_to_select": [1, 4], "forwardselection__estimator__alpha": [0.1]}
    search = GridSearchCV(make_pipeline(ForwardSelection(Ridge()), Ridge()), grid, cv=3).fit(X, y)
    assert search.best_params_["forwardselection__n_features_to_select"] == 4


@pytest.mark.parametrize("size", [0, 9, 1.5, -0.1, True, "half"])
def test_a_size_that_cannot_be_had_is_refused_with_the_range(size):
    X, y = rows()
    with pytest.raises(ParameterError, match="n_features = 8"):
        ForwardSelection(LinearRegression(), n_features_to_select=size).fit(X, y)


def test_a_share_of_the_columns_is_taken():
    X, y = rows()
    assert ForwardSelection(LinearRegression(), n_features_to_select=0.5).fit(X, y).n_features_ == 4


def test_all_columns_may_be_asked_for():
    X, y = rows()
    assert ForwardSelection(LinearRegression(), n_features_to_select=8).fit(X, y).support_.all()


def test_constant_columns_are_named_and_chosen_last():
    X, y = rows(60, 3)
    X[:, 1] = 4.0
    with pytest.warns(DataWarning, match="x1"):
        selection = ForwardSelection(LinearRegression(), stop="best").fit(X, y)
    assert [step.moved[0] for step in selection.curve_.steps][-1] == 1
    assert not selection.support_[1]


def test_one_class_in_a_training_part_is_refused_with_its_split():
    X = rows(20, 3)[0]
    labels = (np.arange(20) < 10).astype(int)
    cut = [(np.arange(20), np.arange(20)), (np.arange(10), np.arange(10, 20))]
    with pytest.raises(DesignError, match="split 1 have one class only"):
        ForwardSelection(LogisticRegression(), cv=cut).fit(X, labels)
    with pytest.raises(DesignError, match="one class only"):
        ForwardSelection(LogisticRegression()).fit(X, np.zeros(20, dtype=int))


def test_more_folds_than_rows_are_refused():
    X, y = rows(4, 2)
    with pytest.raises(DesignError, match="cannot split n_samples=4"):
        ForwardSelection(LinearRegression()).fit(X, y)


def test_weights_are_refused_with_the_reason():
    X, y = rows()
    with pytest.raises(DesignError, match="does not support sample_weight"):
        ForwardSelection(LinearRegression()).fit(X, y, sample_weight=np.ones(120))
    with pytest.raises(TypeError, match="groups"):
        ForwardSelection(LinearRegression()).fit(X, y, groups=y)


def test_no_learner_no_target_and_words_for_folds_are_refused():
    X, y = rows()
    with pytest.raises(ParameterError, match="estimator=None"):
        ForwardSelection().fit(X, y)
    with pytest.raises(DataError, match="requires y"):
        ForwardSelection(LinearRegression()).fit(X)
    with pytest.raises(ParameterError, match="cv='none'"):
        ForwardSelection(LinearRegression(), cv="none").fit(X, y)
    with pytest.raises(DataError, match="3 values for 120 rows"):
        ForwardSelection(LogisticRegression()).fit(X, [0, 1, 1])

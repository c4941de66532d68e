import warnings

import numpy as np
import pandas as pd
import pytest
from sklearn.compose import make_column_transformer
from sklearn.linear_model import LinearRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

import gnomon as gn
from gnomon.errors import DataError, DataWarning
from gnomon.models import load_model, save_model, saved

IRIS = gn.load("iris")
FRAME = pd.DataFrame(
    {
        "age": np.arange(40.0),
        "town": ["Ulm", "Bonn", "Rome", "Ulm"] * 10,
        "smoker": ["no", "yes"] * 20,
    }
)
TASK = gn.Task(FRAME, np.where(FRAME.age > 20, "ill", "well"), name="towns", positive="ill")


def stored(model, tmp_path, task=IRIS, **options):
    return load_model(save_model(model, tmp_path / "model.skops", task=task, **options))


def test_labels_come_in_the_users_words_though_codes_were_learned(tmp_path):
    found = stored(gn.GaussianNB().fit(IRIS.X, IRIS.codes), tmp_path)
    assert found.predict(IRIS).tolist() == gn.GaussianNB().fit(IRIS.X, IRIS.y).predict(IRIS.X).tolist()
    assert found.classes_.tolist() == list(IRIS.classes)


def test_a_frame_of_predictions_has_a_row_a_label_and_probabilities(tmp_path):
    found = stored(gn.GaussianNB().fit(IRIS.X, IRIS.y), tmp_path)
    frame = found.predict_frame(IRIS.table.rows([0, 149]))
    assert list(frame) == ["row", "prediction", *(f"probability of {label}" for label in IRIS.classes)]
    assert frame.prediction.tolist() == ["setosa", "virginica"]
    assert np.allclose(frame.iloc[:, 2:].sum(axis=1), 1)


def test_a_frame_of_numbers_has_no_probabilities(tmp_path):
    task = gn.Task(
        IRIS.table.drop(["petal width"]) if "petal width" in IRIS.table.names else IRIS.table, IRIS.X[:, 3]
    )
    found = stored(gn.Ridge().fit(task.X, task.y), tmp_path, task)
    assert list(found.predict_frame(task)) == ["row", "prediction"]


def test_blocks_give_the_predictions_of_one_pass(tmp_path, monkeypatch):
    model = gn.DecisionTreeClassifier(max_depth=3).fit(TASK.X, TASK.y)
    found = stored(model, tmp_path, TASK)
    whole = found.predict_proba(FRAME)
    monkeypatch.setattr(saved, "CELLS_IN_BLOCK", 20)
    monkeypatch.setattr(saved, "MIN_ROWS_IN_BLOCK", 7)
    assert np.array_equal(found.predict_proba(FRAME), whole)
    assert np.array_equal(whole, model.predict_proba(TASK.X))


def test_sparse_and_framed_blocks_are_joined(tmp_path, monkeypatch):
    monkeypatch.setattr(saved, "CELLS_IN_BLOCK", 1)
    monkeypatch.setattr(saved, "MIN_ROWS_IN_BLOCK", 16)
    steps = make_column_transformer((OneHotEncoder(), ["town", "smoker"]), sparse_threshold=1.0)
    found = stored(steps.fit(TASK.table.to_pandas()), tmp_path, TASK)
    assert found.transform(FRAME).shape == (40, 5)


def test_new_levels_are_warned_of_with_counts(tmp_path):
    found = stored(gn.DecisionTreeClassifier(max_depth=2).fit(TASK.X, TASK.y), tmp_path, TASK)
    odd = FRAME.assign(town=["Oslo"] * 3 + ["Ulm"] * 37)
    with pytest.warns(DataWarning, match=r"column 'town' has levels unseen in training: 'Oslo' \(3 rows\)"):
        assert found.predict(odd).shape == (40,)


def test_new_levels_are_refused_that_the_model_cannot_encode(tmp_path):
    found = stored(gn.Ridge().fit(TASK.encoded, FRAME.age), tmp_path, gn.Task(FRAME, FRAME.age + 0.5))
    with pytest.raises(DataError, match=r"'Oslo' \(1 row\); the model cannot encode them"):
        found.predict(FRAME.assign(town="Oslo").iloc[:1])


def test_new_levels_that_a_step_refuses_are_errors_by_column(tmp_path):
    steps = make_column_transformer((OneHotEncoder(), ["town"]), (StandardScaler(), ["age"]))
    found = stored(make_pipeline(steps, gn.LogisticRegression()).fit(TASK.X, TASK.y), tmp_path, TASK)
    with (
        pytest.warns(DataWarning, match="unseen in training"),
        pytest.raises(
            DataError, match=r"column 'town'.*'Oslo' \(40 rows\), which the model does not support"
        ),
    ):
        found.predict(FRAME.assign(town="Oslo"))


def test_a_word_beyond_an_order_is_refused(tmp_path):
    found = stored(gn.DecisionTreeClassifier().fit(TASK.X, TASK.y), tmp_path, TASK)
    with pytest.raises(DataError, match="column 'smoker' has levels unseen"):
        found.predict(FRAME.assign(smoker="perhaps"))


def test_columns_that_are_not_taken_are_named_but_for_the_target(tmp_path):
    found = stored(gn.DecisionTreeClassifier().fit(TASK.X, TASK.y), tmp_path, TASK, target="state")
    with pytest.warns(DataWarning, match="ignored: 'id'$"):
        found.predict(FRAME.assign(id=1, state="ill"))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found.predict(FRAME.assign(state="ill"))


def test_a_method_that_the_model_lacks_is_an_error(tmp_path):
    found = stored(gn.LinearSVC().fit(IRIS.X, IRIS.y), tmp_path)
    with pytest.raises(DataError, match="LinearSVC has no predict_proba; it has predict, decision_function"):
        found.predict_proba(IRIS)


def test_missing_values_that_the_model_does_not_take_are_errors(tmp_path):
    found = stored(gn.LinearSVC().fit(IRIS.X, IRIS.y), tmp_path)
    with pytest.raises(DataError, match="NaN"):
        found.predict(np.full((1, 4), np.nan))


def test_a_frame_of_names_is_fitted_and_found_by_them(tmp_path):
    frame = IRIS.table.to_pandas()
    found = stored(gn.GaussianNB().fit(frame, IRIS.y), tmp_path)
    assert found.card.takes == "columns"
    assert (found.predict(frame.iloc[:, ::-1]) == gn.GaussianNB().fit(IRIS.X, IRIS.y).predict(IRIS.X)).all()


def test_words_of_a_file_stay_words_from_training_to_prediction(tmp_path):
    train, new = tmp_path / "train.csv", tmp_path / "new.csv"
    train.write_text("zip,ill\n" + "01067,yes\n10115,no\n" * 10)
    new.write_text("zip\n10115\n01067\n1067\n")
    task = gn.Task.read(train, "ill", kinds={"zip": "categorical"})
    found = stored(gn.DecisionTreeClassifier().fit(task.X, task.y), tmp_path, task, target="ill")
    with pytest.warns(DataWarning, match=r"'1067' \(1 row\)"):
        assert found.predict(new).tolist()[:2] == [task.y[1], task.y[0]]


def test_clusters_of_a_task_without_a_target_are_found(tmp_path):
    task = gn.Task(IRIS.table)
    model = gn.KMeans(3, random_state=0).fit(task.X)
    found = stored(model, tmp_path, task)
    assert (found.card.kind, found.card.classes) == ("clustering", None)
    assert (found.predict(task) == model.predict(task.X)).all()


def test_levels_beyond_those_of_training_are_warned_of_though_a_table_declares_them(tmp_path):
    found = stored(gn.DecisionTreeClassifier(max_depth=2).fit(TASK.X, TASK.y), tmp_path, TASK)
    table = gn.Table.of(
        {"age": [1.0], "town": ["Zug"], "smoker": ["no"]},
        levels={"town": ["Bonn", "Rome", "Ulm", "Zug"]},
        kinds={"town": "categorical"},
    )
    with pytest.warns(DataWarning, match="'Zug'"):
        found.predict(table)


def test_predictions_that_are_nan_are_an_error(tmp_path):
    task = gn.load("diabetes")
    loaded = stored(gn.Ridge().fit(task.X, task.y), tmp_path, task)
    loaded.model.coef_[:] = np.nan
    with pytest.raises(DataError, match=r"Ridge predicts NaN in row 0 and 441 others"):
        loaded.predict(task)


def test_the_prediction_for_a_row_is_explained(tmp_path):
    model = gn.DecisionTreeClassifier(max_depth=2).fit(IRIS.X, IRIS.y)
    explained = stored(model, tmp_path).explain(IRIS.table.to_pandas(), 100)
    assert str(explained) == str(gn.explain(model, 100, task=IRIS))


def test_a_model_of_other_parts_is_not_explained_and_says_so(tmp_path):
    loaded = stored(gn.OneRule().fit(IRIS.X, IRIS.y), tmp_path)
    loaded.model.counts_ = loaded.model.counts_[0]
    with pytest.raises(DataError, match=r"OneRule cannot explain row 0: .*; check this row"):
        loaded.explain(IRIS)


def test_a_frame_of_predictions_has_one_for_each_row(tmp_path):
    X, y = IRIS.X, IRIS.codes
    loaded = stored(LinearRegression().fit(X, np.c_[y, y]), tmp_path)
    with pytest.raises(DataError, match=r"returns an array of shape \(150, 2\), where \(150,\) is needed"):
        loaded.predict_frame(X)

"""`explain`: what each kind of model is explained by, and that amounts add up where that is claimed."""

import numpy as np
import pandas as pd
import polars
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.compose import ColumnTransformer
from sklearn.decomposition import PCA
from sklearn.ensemble import GradientBoostingRegressor, RandomForestClassifier, RandomForestRegressor
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, RadiusNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.svm import SVC, SVR
from sklearn.tree import DecisionTreeClassifier

import gnomon as gn
from gnomon.errors import DataError, ParameterError
from gnomon.explanations.explaining import explain
from gnomon.features.automatic.preparation import prepared_estimator
from gnomon.registry import learners

IRIS, DIABETES, CANCER = gn.load("iris"), gn.load("diabetes"), gn.load("breast-cancer")
ADDED = ("contributions", "factors", "Shapley values", "support vectors")


def adds_up(found, tolerance=1e-6):
    total = found.base + found.frame()["contribution"].sum()
    return np.isclose(total, found.value, rtol=tolerance, atol=tolerance)


def mixed_task(n_rows=80):
    random = np.random.default_rng(0)
    frame = pd.DataFrame(
        {
            "age": random.normal(50, 9, n_rows).round(),
            "town": random.choice(["Ulm", "Bonn", "Rome"], n_rows),
            "smoker": random.choice(["no", "yes"], n_rows),
        }
    )
    frame.loc[:8, "age"] = np.nan
    ill = frame["age"].fillna(50) + 9 * (frame["smoker"] == "yes") + 5 * (frame["town"] == "Ulm") > 55
    return gn.Task(frame, np.where(ill, "ill", "well")), frame


@pytest.mark.parametrize(
    "name",
    [name for name, each in learners.items() if each.facts["task"][0] in ("classification", "regression")],
)
@pytest.mark.filterwarnings("ignore::gnomon.errors.GnomonWarning")
def test_every_learner_is_explained_and_what_is_added_adds_up(name):
    entry = learners[name]
    task = (
        CANCER.rows(np.arange(150))
        if entry.facts["task"][0] == "classification"
        else DIABETES.rows(np.arange(150))
    )
    columns = [0, 1, 4, 6]
    X = np.abs(task.encoded[:, columns])
    model = entry.facts.get("example", entry.thing)()
    if "random_state" in model.get_params():
        model.set_params(random_state=0)
    model.fit(X, task.y)
    found = explain(model, X[3], background=X[:20])
    assert found.predicted == model.predict(X[3:4])[0]
    assert found.kind not in ADDED or adds_up(found)
    assert "association" in str(found)
    assert len(found.frame()) > 0


@pytest.mark.parametrize(
    ("model", "kind"),
    [
        (gn.DecisionTreeClassifier(), "path"),
        (DecisionTreeClassifier(), "path"),
        (gn.CoveringRules(), "rules"),
        (gn.OneRule(), "rules"),
        (gn.KNeighborsClassifier(), "neighbors"),
        (KNeighborsClassifier(weights="distance"), "neighbors"),
        (gn.GaussianNB(), "factors"),
        (gn.LogisticRegression(), "contributions"),
        (LogisticRegression(max_iter=1000), "contributions"),
        (gn.LinearDiscriminantAnalysis(), "contributions"),
        (gn.RandomForestClassifier(20), "contributions"),
        (RandomForestClassifier(20), "contributions"),
        (gn.GradientBoostingClassifier(n_estimators=20), "contributions"),
        (gn.SVC(), "support vectors"),
        (gn.MLPClassifier(hidden_layer_sizes=(4,), random_state=0), "Shapley values"),
        (GaussianNB(), "Shapley values"),
        (RadiusNeighborsClassifier(3.0), "Shapley values"),
    ],
    ids=lambda each: repr(each)[:30],
)
@pytest.mark.filterwarnings("ignore::gnomon.errors.GnomonWarning")
def test_each_model_has_the_explanation_that_suits_it(model, kind):
    found = explain(model.fit(IRIS.X, IRIS.y), 60, task=IRIS)
    assert found.kind == kind
    assert found.predicted == model.predict(IRIS.X[60:61])[0]
    assert kind not in ADDED or adds_up(found)


def test_linear_amounts_are_coefficient_times_distance_from_the_mean():
    X, y = DIABETES.encoded, DIABETES.y
    for model in (gn.Ridge(), Ridge(), gn.Lasso(alpha=0.1), gn.LinearSVR()):
        model.fit(X, y)
        found = explain(model, X[5], background=X)
        amounts = found.frame().set_index("feature")["contribution"]
        expected = np.ravel(model.coef_) * (X[5] - X.mean(axis=0))
        assert np.allclose([amounts[f"x{j}"] for j in range(X.shape[1])], expected)
        assert np.isclose(found.value, model.predict(X[5:6])[0])
        assert adds_up(found)


def test_a_path_has_the_counts_of_the_training_rows():
    X = np.array([[1.0, 5.0], [2.0, 5.0], [3.0, 1.0], [4.0, 9.0], [5.0, 9.0]])
    model = gn.DecisionTreeClassifier().fit(X, ["a", "a", "b", "c", "c"])
    frame = explain(model, [3.0, 2.0]).frame()
    assert frame["rows"].tolist()[0] == 5
    assert frame["rows"].tolist()[-1] == 1
    peer = explain(DecisionTreeClassifier(random_state=0).fit(X, ["a", "a", "b", "c", "c"]), [3.0, 2.0])
    assert peer.frame()["rows"].tolist()[-1] == 1
    assert peer.predicted == "b"


def test_factors_multiply_to_the_posterior_odds():
    model = gn.GaussianNB().fit(CANCER.X, CANCER.y)
    found = explain(model, 7, task=CANCER)
    logs = model.predict_log_proba(CANCER.X[7:8])[0]
    assert np.isclose(found.value, abs(logs[0] - logs[1]), rtol=1e-6)
    assert np.allclose(np.log(found.frame()["factor"]), found.frame()["contribution"])


def test_factors_of_two_classes_are_those_beside_a_probable_third():
    X, y = np.array([[0.0], [2.0], [1.0], [3.0], [2.0], [4.0]]), np.repeat(["a", "b", "c"], 2)
    model = gn.GaussianNB().fit(X, y)
    found = explain(model, [2.2])
    posterior = np.sort(model.predict_proba([[2.2]])[0])[::-1]
    assert posterior[2] > 0.1
    assert found.kind == "factors"
    assert np.isclose(found.value, np.log(posterior[0] / posterior[1]))


@pytest.mark.parametrize("model", [gn.SVC(), SVC(), SVC(kernel="poly")], ids=["ours", "rbf", "poly"])
def test_support_vectors_add_up_to_the_decision(model):
    task = CANCER.rows(np.arange(200))
    X = StandardScaler().fit_transform(task.encoded)
    model.fit(X, task.y)
    found = explain(model, X[10])
    assert found.kind == "support vectors"
    assert adds_up(found)
    assert np.isclose(found.value, model.decision_function(X[10:11])[0])


def test_support_vectors_of_a_regression_add_up():
    X = StandardScaler().fit_transform(DIABETES.encoded)
    for model in (gn.SVR(), SVR()):
        found = explain(model.fit(X, DIABETES.y), X[3])
        assert np.isclose(found.value, model.predict(X[3:4])[0])
        assert adds_up(found)


@pytest.mark.parametrize(
    "model",
    [
        gn.RandomForestRegressor(30),
        gn.ExtraTreesRegressor(30),
        gn.GradientBoostingRegressor(n_estimators=30),
        RandomForestRegressor(30, random_state=0),
    ],
    ids=lambda each: type(each).__module__.split(".")[0] + type(each).__name__,
)
def test_paths_of_a_forest_add_up_and_name_the_column_that_matters(model):
    random = np.random.default_rng(1)
    X = random.normal(size=(200, 4))
    y = 3 * X[:, 2] + 0.1 * random.normal(size=200)
    found = explain(model.fit(X, y), X[0])
    assert adds_up(found)
    assert found.frame()["feature"][0] == "x2"
    assert np.isclose(found.value, model.predict(X[:1])[0])


@pytest.mark.parametrize(
    "learner",
    [
        gn.LogisticRegression(),
        gn.GaussianNB(),
        gn.RandomForestClassifier(20),
        gn.LinearDiscriminantAnalysis(),
    ],
    ids=lambda each: type(each).__name__,
)
def test_a_prepared_learner_is_explained_in_the_users_columns(learner):
    task, frame = mixed_task()
    model = prepared_estimator(learner, task).fit(task.X, task.y)
    by_number = explain(model, 12, task=task)
    assert set(by_number.frame()["feature"]) == {"age", "town", "smoker"}
    assert adds_up(by_number)
    from_frame = explain(model, frame.iloc[[12]], task=task)
    as_dict = explain(model, frame.iloc[12].to_dict(), task=task)
    for other in (from_frame, as_dict):
        assert np.isclose(other.value, by_number.value)
        assert other.predicted == by_number.predicted


def test_one_hot_columns_of_a_column_transformer_are_grouped():
    task, frame = mixed_task()
    frame = frame.assign(age=frame["age"].fillna(50))
    columns = ColumnTransformer(
        [("words", OneHotEncoder(), ["town", "smoker"]), ("rest", StandardScaler(), ["age"])]
    )
    model = make_pipeline(columns, LogisticRegression()).fit(frame, task.y)
    found = explain(model, frame.iloc[[3]], background=frame)
    assert sorted(found.frame()["feature"]) == ["age", "smoker", "town"]
    assert adds_up(found)
    assert np.isclose(found.value, model.decision_function(frame.iloc[[3]])[0])


def test_steps_that_mix_columns_are_reported():
    model = make_pipeline(StandardScaler(), PCA(2), LogisticRegression()).fit(IRIS.X[:100], IRIS.y[:100])
    found = explain(model, IRIS.X[3], background=IRIS.X[:50])
    assert "after the preprocessing steps" in found.note
    assert adds_up(found)


def test_any_other_model_is_explained_by_shapley_values():
    model = GradientBoostingRegressor(n_estimators=10).fit(DIABETES.encoded, DIABETES.y)
    found = explain(model, 5, task=DIABETES)
    assert found.kind == "Shapley values"
    assert adds_up(found)
    assert (found.frame()["standard error"] >= 0).all()
    again = explain(model, 5, task=DIABETES)
    assert again.frame().equals(found.frame())
    with pytest.raises(ParameterError, match="pass task="):
        explain(model, DIABETES.encoded[5])


def test_what_cannot_be_explained_is_one_clear_error():
    model = gn.GaussianNB().fit(IRIS.X, IRIS.y)
    with pytest.raises(ParameterError, match="pass its task"):
        explain(model, 3)
    with pytest.raises(ParameterError, match="rows 0 to 149"):
        explain(model, 150, task=IRIS)
    with pytest.raises(ParameterError, match="2 rows; explain one case"):
        explain(model, IRIS.X[:2])
    with pytest.raises(ParameterError, match="kind='lime'"):
        explain(model, IRIS.X[0], kind="lime")
    with pytest.raises(DataError, match="fitted on 4 columns"):
        explain(model, 0, task=CANCER)


def test_a_case_with_missing_values_and_new_levels_is_explained():
    task, _frame = mixed_task()
    for learner in (gn.RandomForestClassifier(10), gn.LogisticRegression(), gn.DecisionTreeClassifier()):
        model = prepared_estimator(learner, task).fit(task.X, task.y)
        for town in ("Ulm", "Paris", None):
            found = explain(model, {"age": None, "town": town, "smoker": "yes"}, task=task)
            assert found.predicted in ("ill", "well")


def test_hostile_names_do_not_reach_the_terminal():
    frame = pd.DataFrame({"a\x1b[31m\u202e": [1.0, 2.0, 3.0, 4.0]})
    model = gn.LogisticRegression().fit(frame, ["x", "x", "y\x07", "y\x07"])
    shown = str(explain(model, frame.iloc[[3]]))
    assert not set(shown) & {"\x1b", "\u202e", "\x07"}


@given(st.integers(0, 10_000))
@settings(max_examples=20, deadline=None)
def test_paths_and_coefficients_add_up_on_any_table(seed):
    random = np.random.default_rng(seed)
    frame = pd.DataFrame(
        {
            "a": np.where(random.random(40) < 0.2, np.nan, random.normal(size=40)),
            "b": random.integers(0, 3, 40).astype(float),
            "town": pd.Categorical(random.choice(["u", "v", "w"], 40)),
        }
    )
    y = random.normal(size=40) + frame["b"].to_numpy()
    classes = np.where(y > np.median(y), "high", "low")
    row = frame.iloc[[int(random.integers(40))]]
    for model in (gn.RandomForestRegressor(5), gn.GradientBoostingRegressor(n_estimators=5)):
        assert adds_up(explain(model.fit(frame, y), row))
    for model in (gn.RandomForestClassifier(5), gn.GradientBoostingClassifier(n_estimators=5)):
        assert adds_up(explain(model.fit(frame, classes), row))
    linear = prepared_estimator(gn.LogisticRegression(), gn.Task(frame, classes)).fit(frame, classes)
    assert adds_up(explain(linear, row, background=frame))


def test_clusters_and_outliers_are_explained_too():
    X = IRIS.X
    model = gn.KMeans(n_clusters=3, random_state=0).fit(X)
    found = explain(model, X[0], background=X)
    assert found.output == f"membership of cluster {found.predicted}"
    assert found.value == 1.0
    assert adds_up(found)
    lonely = explain(gn.OneClassSVM().fit(X), X[0])
    assert lonely.kind == "support vectors"
    assert np.isclose(lonely.value, gn.OneClassSVM().fit(X).decision_function(X[:1])[0], atol=1e-9)


@pytest.mark.filterwarnings("ignore::gnomon.errors.NumericsWarning")
@pytest.mark.parametrize(
    "learner", [gn.LogisticRegression(), gn.MLPClassifier(hidden_layer_sizes=(3,), random_state=0)], ids=repr
)
def test_columns_in_another_order_or_too_many_change_nothing(learner):
    task, frame = mixed_task()
    model = prepared_estimator(learner, task).fit(task.X, task.y)
    expected = explain(model, frame.iloc[[5]], background=frame.iloc[:9]).frame().set_index("feature")
    other = frame.assign(extra=1.0)[["extra", "town", "smoker", "age"]]
    for row, background in (
        (other.iloc[[5]], other.iloc[:9]),
        (polars.from_pandas(other)[5:6], other.iloc[:9]),
    ):
        found = explain(model, row, background=background).frame().set_index("feature")
        assert np.allclose(found["contribution"], expected["contribution"][found.index])
        assert found["value"].tolist() == expected["value"][found.index].tolist()
    with pytest.raises(DataError, match="column 'town', which the model was fitted on, is missing"):
        explain(model, frame.iloc[[5]].drop(columns="town"), background=frame)


def test_amounts_of_a_large_target_have_no_power_of_ten():
    X = np.arange(40.0).reshape(-1, 1)
    said = str(explain(Ridge().fit(X, 54_321.5 * X[:, 0]), X[30:31]))
    assert "+1,62" in said
    assert "e+0" not in said


def test_a_split_on_a_level_is_told_in_words_of_the_raw_column():
    columns = {"cause": ["fall", None, "fall", None] * 10, "dead": ["yes", "no", "yes", "no"] * 10}
    task = gn.Task.of(columns, "dead")
    model = gn.preprocessing.prepared_estimator(gn.DecisionStump(), task).fit(task.X, task.y)
    lines = [gn.explain(model, row, task=task).lines for row in (0, 1)]
    assert lines == [("if cause is fall then yes",), ("if cause is not fall then no",)]


def test_a_model_without_predictions_is_refused():
    with pytest.raises(ParameterError, match="PCA has no predict, so there is no prediction to explain"):
        explain(gn.PCA().fit(IRIS.X), 0, task=IRIS)

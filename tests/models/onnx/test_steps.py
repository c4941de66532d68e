import numpy as np
import pandas as pd
import pytest
from sklearn.compose import make_column_transformer
from sklearn.feature_selection import VarianceThreshold
from sklearn.impute import SimpleImputer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import (
    FunctionTransformer,
    MinMaxScaler,
    OneHotEncoder,
    OrdinalEncoder,
    PowerTransformer,
    RobustScaler,
    StandardScaler,
)

import gnomon as gn
from gnomon.errors import ParameterError
from gnomon.features.automatic.preparation import prepared_estimator
from gnomon.models.onnx import export_onnx
from gnomon.sharing.train import features_for
from tests.models.onnx.running import agree, run

IRIS = gn.load("iris")


def towns(gaps):
    """A table of every kind of column."""
    draw = np.random.default_rng(0)
    n = 120
    frame = pd.DataFrame(
        {
            "age": draw.normal(40, 10, n),
            "town": draw.choice(["Ulm", "Bonn", "Rome", "Oslo"], n, p=[0.5, 0.3, 0.19, 0.01]),
            "sex": draw.choice(["f", "m"], n),
            "smoker": draw.choice(["no", "yes"], n),
            "size": pd.Categorical(draw.choice(["S", "M", "L"], n), ["S", "M", "L"], ordered=True),
        }
    )
    y = np.where(frame.age + 5 * (frame.town == "Ulm") + 3 * (frame.smoker == "yes") > 43, "ill", "well")
    if gaps:
        frame.loc[::7, "age"] = np.nan
        frame.loc[::11, "town"] = None
    return gn.Task(frame, y, name="towns")


LEARNERS = [
    gn.LogisticRegression(),
    gn.SVC(),
    gn.GaussianNB(),
    gn.DecisionTreeClassifier(max_depth=4),
    gn.DecisionTreeClassifier(max_depth=4, criterion="gain_ratio"),
    gn.RandomForestClassifier(8, random_state=0),
    gn.GradientBoostingClassifier(n_estimators=8),
]


@pytest.mark.parametrize("gaps", [False, True])
@pytest.mark.parametrize("learner", LEARNERS, ids=repr)
def test_automatic_preparation_says_the_same(learner, gaps, tmp_path):
    task = towns(gaps)
    model = prepared_estimator(learner, task)
    X = features_for(model, task)
    model.fit(X, task.y)
    agree(run(model, task, task.table, tmp_path), model, X)


@pytest.mark.parametrize("learner", LEARNERS[3:], ids=repr)
def test_a_learner_of_categories_says_the_same_of_new_levels(learner, tmp_path):
    task = towns(gaps=True)
    model = learner.fit(task.X, task.y)
    new = ["Bern", "Ulm", None] * 40
    words = {name: task.table.column(name).labels for name in task.table.names}
    outputs = run(model, task, gn.Table.of({**words, "town": new}), tmp_path)
    agree(outputs, model, task.table.to_pandas().assign(town=new))


def test_an_encoded_table_says_the_same(tmp_path):
    task = towns(gaps=False)
    model = gn.LogisticRegression().fit(task.encoded, task.y)
    agree(run(model, task, task.table, tmp_path), model, task.encoded)


@pytest.mark.parametrize(
    "encoder",
    [
        OneHotEncoder(),
        OneHotEncoder(drop="first"),
        OneHotEncoder(drop="if_binary"),
        OneHotEncoder(handle_unknown="ignore"),
        OneHotEncoder(min_frequency=5, handle_unknown="infrequent_if_exist"),
        OrdinalEncoder(),
    ],
    ids=repr,
)
def test_columns_encoded_by_scikit_learn_say_the_same(encoder, tmp_path):
    task = towns(gaps=False)
    steps = make_column_transformer(
        (StandardScaler(), ["age"]), (encoder, ["town", "sex"]), sparse_threshold=0
    )
    model = make_pipeline(steps, gn.LogisticRegression()).fit(task.X, task.y)
    agree(run(model, task, task.table, tmp_path), model, task.X)


def test_truth_in_words_is_encoded_as_the_truth_it_is(tmp_path):
    task = towns(gaps=False)
    steps = make_column_transformer((OneHotEncoder(), ["smoker", "sex"]), ("passthrough", ["smoker", "age"]))
    model = make_pipeline(steps, gn.LogisticRegression()).fit(task.X, task.y)
    agree(run(model, task, task.table, tmp_path), model, task.X)


def test_unknown_words_are_encoded_as_the_encoder_does(tmp_path):
    task = towns(gaps=False)
    encoder = OneHotEncoder(min_frequency=5, handle_unknown="infrequent_if_exist", sparse_output=False)
    model = make_pipeline(make_column_transformer((encoder, ["town"])), gn.GaussianNB()).fit(task.X, task.y)
    words = {name: task.table.column(name).labels for name in task.table.names}
    outputs = run(model, task, gn.Table.of({**words, "town": ["Bern"] * 120}), tmp_path)
    agree(outputs, model, task.table.to_pandas().assign(town="Bern"))


@pytest.mark.parametrize(
    "step",
    [
        StandardScaler(),
        StandardScaler(with_mean=False),
        StandardScaler(with_std=False),
        MinMaxScaler((-1, 1)),
        RobustScaler(),
        SimpleImputer(add_indicator=True),
        VarianceThreshold(0.5),
        FunctionTransformer(np.sqrt),
        gn.PCA(2),
        make_pipeline(SimpleImputer(strategy="median"), StandardScaler()),
    ],
    ids=repr,
)
def test_steps_before_a_learner_say_the_same(step, tmp_path):
    X = IRIS.X.copy()
    if "Imputer" in repr(step):
        X[::5, 1] = np.nan
    task = gn.Task(gn.Table.of(X, names=IRIS.table.names), IRIS.y)
    model = make_pipeline(step, gn.LogisticRegression()).fit(X, task.y)
    agree(run(model, task, task.table, tmp_path), model, X)
    agree(run(step, task, task.table, tmp_path), step, X)


def test_a_step_that_has_no_form_is_refused_by_name(tmp_path):
    model = make_pipeline(PowerTransformer(), gn.GaussianNB()).fit(IRIS.X, IRIS.y)
    with pytest.raises(ParameterError, match="the step PowerTransformer has no ONNX conversion; supported"):
        export_onnx(model, tmp_path / "m.onnx", task=IRIS)


def test_words_that_reach_a_learner_of_numbers_are_refused_by_name(tmp_path):
    task = towns(gaps=False)
    model = gn.MixedNB().fit(task.X, task.y)
    with pytest.raises(ParameterError, match="MixedNB has no ONNX conversion"):
        export_onnx(model, tmp_path / "m.onnx", task=task)


@pytest.mark.filterwarnings("ignore:column 'day' holds dates")
def test_dates_are_refused_by_name(tmp_path):
    n = 60
    frame = pd.DataFrame({"day": pd.date_range("2024-01-01", periods=n).astype(str), "x": np.arange(n) % 7.0})
    task = gn.Task(frame, ["a", "b"] * (n // 2))
    model = prepared_estimator(gn.LogisticRegression(), task)
    model.fit(features_for(model, task), task.y)
    with pytest.raises(ParameterError, match="column 'day' is a date"):
        export_onnx(model, tmp_path / "m.onnx", task=task)

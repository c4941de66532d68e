import builtins

import numpy as np
import onnx
import pytest
from sklearn.naive_bayes import GaussianNB as ForeignBayes

import gnomon as gn
from gnomon.errors import DataError, ParameterError, StoreError
from gnomon.models.onnx import export_onnx
from tests.models.onnx.running import agree, run

IRIS = gn.load("iris")
CANCER = gn.load("breast-cancer")
NUMBERS = gn.Task(IRIS.table, IRIS.X @ [1.0, -2.0, 0.5, 3.0], kind="regression")

CLASSIFIERS = [
    gn.LogisticRegression(),
    gn.LinearDiscriminantAnalysis(),
    gn.LinearSVC(),
    gn.Perceptron(),
    gn.NearestMean(),
    gn.GaussianNB(),
    gn.SVC(),
    gn.SVC(kernel="poly", degree=2),
    gn.SVC(kernel="linear"),
    gn.SVC(kernel="sigmoid"),
    gn.SVC(multi_class="ovr"),
    gn.DecisionTreeClassifier(max_depth=4),
    gn.RandomForestClassifier(8, random_state=0),
    gn.ExtraTreesClassifier(5, random_state=0),
    gn.GradientBoostingClassifier(n_estimators=6),
    gn.MLPClassifier(hidden_layer_sizes=(4, 3), activation="tanh", solver="lbfgs", random_state=0),
    gn.MLPClassifier(hidden_layer_sizes=3, activation="relu", max_iter=5, random_state=0),
]
OTHERS = [
    gn.LinearRegression(),
    gn.Ridge(),
    gn.Lasso(alpha=0.01),
    gn.ElasticNet(alpha=0.01),
    gn.LinearSVR(),
    gn.SVR(),
    gn.SVR(kernel="poly"),
    gn.DecisionTreeRegressor(max_depth=5),
    gn.RandomForestRegressor(5, random_state=0),
    gn.ExtraTreesRegressor(5, random_state=0),
    gn.GradientBoostingRegressor(n_estimators=8),
    gn.MLPRegressor(hidden_layer_sizes=4, activation="logistic", solver="lbfgs", random_state=0),
]


def drawn(task, n_rows=200):
    """Rows about those of a task, as a Table with the same columns."""
    X = task.table.numbers
    rows = np.random.default_rng(0).normal(X.mean(axis=0), 1.5 * X.std(axis=0), (n_rows, X.shape[1]))
    return gn.Table.of(rows, names=task.table.names)


# A perceptron does not come to rest on classes that overlap, nor a network within a few steps.
@pytest.mark.filterwarnings("ignore::gnomon.errors.NumericsWarning")
@pytest.mark.parametrize("task", [IRIS, CANCER], ids=lambda task: task.name)
@pytest.mark.parametrize("learner", CLASSIFIERS, ids=repr)
def test_a_classifier_says_the_same(learner, task, tmp_path):
    model, rows = learner.fit(task.X, task.y), drawn(task)
    agree(run(model, task, rows, tmp_path), model, rows.numbers)


@pytest.mark.filterwarnings("ignore::gnomon.errors.NumericsWarning")
@pytest.mark.parametrize("learner", OTHERS, ids=repr)
def test_a_regressor_says_the_same(learner, tmp_path):
    model, rows = learner.fit(NUMBERS.X, NUMBERS.y), drawn(NUMBERS)
    agree(run(model, NUMBERS, rows, tmp_path), model, rows.numbers)


@pytest.mark.parametrize(
    "learner", [gn.KMeans(3, random_state=0), gn.PCA(2), gn.PCA(2, whiten=True)], ids=repr
)
def test_clusters_and_projections_say_the_same(learner, tmp_path):
    model, rows = learner.fit(IRIS.X), drawn(IRIS)
    outputs = run(model, IRIS, rows, tmp_path)
    assert set(outputs) == {"features" if isinstance(model, gn.PCA) else "label"}
    agree(outputs, model, rows.numbers)


def test_whole_numbers_as_classes_come_out_as_such(tmp_path):
    task = gn.Task(IRIS.table, IRIS.codes * 10)
    outputs = run(gn.GaussianNB().fit(task.X, task.y), task, task.table, tmp_path)
    assert outputs["label"].dtype == np.int64
    assert set(outputs["label"].tolist()) == {0, 10, 20}


def test_counts_of_poisson_boosting_say_the_same(tmp_path):
    task = gn.Task(IRIS.table, np.round(IRIS.X[:, 0]), kind="regression")
    model = gn.GradientBoostingRegressor(loss="poisson", n_estimators=5).fit(task.X, task.y)
    agree(run(model, task, drawn(task), tmp_path), model, drawn(task).numbers)


@pytest.mark.parametrize(
    ("model", "match"),
    [
        (gn.KNeighborsClassifier(), "KNeighborsClassifier has no ONNX conversion; supported: Decision"),
        (gn.RandomForestClassifier(2, combine="vote"), r"combine='vote'\) has no ONNX conversion"),
        (gn.SVC(kernel=gn.kernels.LaplacianKernel()), "kernel LaplacianKernel of SVC"),
        (gn.SVC(break_ties=True), "break_ties"),
        (ForeignBayes(), "supported.*skl2onnx converts scikit-learn's own"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_has_no_form_is_refused_by_name(model, match, tmp_path):
    with pytest.raises(ParameterError, match=match):
        export_onnx(model.fit(IRIS.X, IRIS.y), tmp_path / "m.onnx", task=IRIS)
    assert not list(tmp_path.iterdir())


def test_a_model_that_is_not_fitted_another_suffix_and_a_bad_folder_are_refused(tmp_path):
    with pytest.raises(DataError, match="not fitted"):
        export_onnx(gn.Ridge(), tmp_path / "m.onnx", task=IRIS)
    model = gn.GaussianNB().fit(IRIS.X, IRIS.y)
    with pytest.raises(ParameterError, match=r"has the suffix \.onnx"):
        export_onnx(model, tmp_path / "m.skops", task=IRIS)
    with pytest.raises(StoreError, match="cannot be written"):
        export_onnx(model, tmp_path / "nowhere" / "m.onnx", task=IRIS)


def test_without_the_package_the_error_names_the_extra(tmp_path, monkeypatch):
    original = builtins.__import__

    def without(name, *rest, **more):
        if name.split(".")[0] == "onnx":
            raise ImportError(name)
        return original(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ParameterError, match=r"pip install 'gnomon\[onnx\]'"):
        export_onnx(gn.GaussianNB().fit(IRIS.X, IRIS.y), tmp_path / "m.onnx", task=IRIS)


def test_the_graph_says_what_it_was_made_of(tmp_path):
    path = export_onnx(gn.GaussianNB().fit(IRIS.X, IRIS.y), tmp_path / "m", task=IRIS)
    facts = {each.key: each.value for each in onnx.load(path).metadata_props}
    assert facts == {"task": "iris", "kind": "classification", "data": IRIS.fingerprint}

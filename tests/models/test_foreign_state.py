"""Estimators of scikit-learn in model files: only listed classes, and none with an altered fitted state."""

import json

import numpy as np
import pytest
from sklearn.ensemble import GradientBoostingClassifier, RandomForestClassifier
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.gaussian_process import GaussianProcessClassifier
from sklearn.isotonic import IsotonicRegression
from sklearn.neighbors import KNeighborsClassifier, RadiusNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, OneHotEncoder, PolynomialFeatures, StandardScaler
from sklearn.svm import SVC

import gnomon as gn
from gnomon.errors import DataError
from gnomon.models.archive import unpack
from gnomon.models.fitted_fields import check_fields
from gnomon.models.foreign_classes import CLASSES
from gnomon.models.foreign_state import check_foreign
from gnomon.models.load import model_of
from gnomon.models.schema import nodes
from gnomon.models.trusted import is_trusted_object
from tests.models.altering import file_of, with_array, with_schema
from tests.models.foreign_models import NAMES, fitted_foreign

IRIS = gn.load("iris").rows(np.arange(0, 150, 3))
X, Y = np.asarray(IRIS.X), IRIS.y


def entry_of(content, path):
    """The name of the array at this path of a model."""
    schema = json.loads(unpack(content)["schema.json"])
    return next(node["file"] for found, node in nodes(schema) if found == path)


@pytest.mark.parametrize(
    "model",
    [
        KNeighborsClassifier(3, algorithm="brute", metric="manhattan"),
        KNeighborsClassifier(3, algorithm="brute"),
        RadiusNeighborsClassifier(9.0, algorithm="brute", metric="manhattan"),
    ],
)
@pytest.mark.parametrize(
    "change",
    [
        lambda y: np.full_like(y, 10**12),
        lambda y: np.full_like(y, -1),
        lambda y: y[:5],
        lambda y: y.astype(np.int32),
        lambda y: np.concatenate([y, y]),
    ],
)
def test_class_codes_of_neighbors_that_lead_astray_are_refused(model, change):
    content = file_of(model.fit(X, Y), IRIS)
    with pytest.raises(DataError, match="_y"):
        model_of(with_array(content, entry_of(content, "_y"), change))


def test_gradient_boosting_with_more_trees_per_stage_is_refused():
    model = GradientBoostingClassifier(n_estimators=3, max_depth=2).fit(X, Y)
    model.estimators_ = np.concatenate([model.estimators_] * 50, axis=1)
    with pytest.raises(DataError, match="estimators_ does not have one tree per score"):
        model_of(file_of(model, IRIS))


@pytest.mark.parametrize("name", ["n_classes_", "init_", "n_trees_per_iteration_", "_loss", "classes_"])
def test_gradient_boosting_without_a_part_is_refused(name):
    model = GradientBoostingClassifier(n_estimators=2, max_depth=2).fit(X, Y)
    content = file_of(model, IRIS)
    with pytest.raises(DataError):
        model_of(with_schema(content, lambda schema: schema["content"]["content"].pop(name) and None))


@pytest.mark.parametrize("index", [0, 1])
def test_a_forest_without_its_number_of_columns_is_refused(index):
    model = RandomForestClassifier(2, max_depth=2, random_state=0).fit(X, Y)
    content = file_of(model, IRIS)

    def drop(schema):
        owners = [node for _, node in nodes(schema) if node["__loader__"] == "ObjectNode"]
        fitted = [n["content"]["content"] for n in owners if "n_features_in_" in n["content"]["content"]]
        del fitted[index]["n_features_in_"]

    with pytest.raises(DataError, match="n_features_in_"):
        model_of(with_schema(content, drop))


def test_a_forest_of_trees_of_more_columns_is_refused():
    model = RandomForestClassifier(2, max_depth=2, random_state=0).fit(X, Y)
    wide = RandomForestClassifier(2, max_depth=2, random_state=0).fit(np.hstack([X] * 9), Y)
    model.estimators_ = wide.estimators_
    with pytest.raises(DataError, match="a tree in it has other columns"):
        model_of(file_of(model, IRIS))


@pytest.mark.parametrize("field", ["two parents", "depth"])
def test_trees_that_are_no_trees_are_refused(field):
    model = RandomForestClassifier(1, max_depth=2, random_state=0).fit(X, Y)
    content = file_of(model, IRIS)

    def twice(table):
        table = table.copy()
        table["right_child"][0] = table["left_child"][0]
        return table

    def shallow(schema):
        state = next(n for _, n in nodes(schema) if n["__loader__"] == "TreeNode")["content"]["content"]
        state["max_depth"] = {name: each for name, each in state["max_depth"].items() if name != "__id__"}
        state["max_depth"]["content"] = "0"

    schema = json.loads(unpack(content)["schema.json"])
    tree = next(n for _, n in nodes(schema) if n["__loader__"] == "TreeNode")
    table = tree["content"]["content"]["nodes"]["file"]
    altered = with_array(content, table, twice) if field == "two parents" else with_schema(content, shallow)
    with pytest.raises(DataError, match="a tree in it is corrupt"):
        model_of(altered)


def test_categories_and_terms_with_wrong_indices_are_refused():
    encoder = OneHotEncoder(handle_unknown="ignore").fit(X)
    check_foreign(encoder)
    encoder.categories_[0] = encoder.categories_[0][::-1].copy()
    with pytest.raises(DataError, match="not sorted"):
        check_foreign(encoder)
    encoder = OneHotEncoder().fit(X)
    encoder._n_features_outs = [10**9] * 4
    with pytest.raises(DataError, match="_n_features_outs"):
        check_foreign(encoder)
    for index in (7, -1):
        vectorizer = CountVectorizer().fit(["a bird sang", "two birds"])
        vectorizer.vocabulary_["bird"] = index
        with pytest.raises(DataError, match="wrong indices"):
            check_foreign([vectorizer])
    polynomial = PolynomialFeatures().fit(X)
    polynomial.n_output_features_ += 1
    with pytest.raises(DataError, match="n_output_features_"):
        check_foreign(polynomial)


@pytest.mark.parametrize(
    ("model", "says"),
    [
        (make_pipeline(StandardScaler(), memory="cache"), "memory='cache'"),
        (CountVectorizer(input="filename"), "input='filename'"),
        (FunctionTransformer(np.log1p, kw_args={"out": 1}), "its function has arguments"),
        (FunctionTransformer(np.add), "ufunc"),
        (RandomForestClassifier(n_jobs=10**6), "n_jobs=1000000"),
        (RandomForestClassifier(n_estimators=-3), "n_estimators"),
    ],
)
def test_parameters_that_read_files_or_are_out_of_range_are_refused(model, says):
    if isinstance(model, FunctionTransformer):
        model.n_features_in_ = 4
    with pytest.raises(DataError, match=says):
        check_foreign(model)


def test_an_attribute_that_the_class_does_not_have_is_refused():
    model = StandardScaler().fit(X)
    model.transform = np.exp
    with pytest.raises(DataError, match="unknown attribute"):
        check_foreign({"step": [model]})
    model = StandardScaler().fit(X)
    model.more_ = np.ones(3)
    with pytest.raises(DataError, match="more_ is an unknown attribute"):
        check_foreign(model)


@pytest.mark.parametrize("model", [SVC(), GaussianProcessClassifier(), IsotonicRegression()])
def test_other_classes_are_not_trusted(model):
    assert not is_trusted_object(type(model).__module__, type(model).__name__)


def test_a_class_that_the_caller_trusts_is_not_checked():
    model = StandardScaler().fit(X)
    model.mean_ = model.mean_[:2]
    content = file_of(model, IRIS)
    with pytest.raises(DataError, match=r"StandardScaler\.mean_ is corrupt"):
        model_of(content)
    trusted = ["sklearn.preprocessing._data.StandardScaler"]
    assert len(model_of(content, trusted).model.mean_) == 2


def test_every_listed_class_is_tried_and_unaltered_ones_are_accepted():
    tried = set()
    for name in NAMES:
        model, task, _ = fitted_foreign(name)
        tried.add(f"{type(model).__module__}.{type(model).__name__}")
        model_of(file_of(model, task))
    assert tried == set(CLASSES)


@pytest.mark.parametrize(
    ("value", "field", "fits"),
    [
        (np.ones(3), "f columns", True),
        (np.ones(4), "f columns", False),
        (np.array([1.0, np.nan, 1.0]), "f columns", False),
        (np.array([1.0, np.nan, 1.0]), "F columns", True),
        (np.ones(3, int), "f columns", False),
        (np.ones(3, ">f8"), "f columns", False),
        (np.ones(3, np.float16), "f columns", False),
        (np.ones((2, 3)), "f columns | f planes columns", True),
        (np.ones((2, 2)), "f planes planes", True),
        (np.ones((2, 4)), "f planes planes", False),
        (None, "f columns | none", True),
        (2, "i", True),
        (2.5, "i", False),
        (True, "i", False),
        ([np.ones(2)] * 3, "Lf columns *", True),
        ([np.ones(2)] * 2, "Lf columns *", False),
        (np.array(["a", 1], object), "l classes", True),
        (np.array([[1], 1], object), "l classes", False),
    ],
)
def test_fields_are_of_a_kind_and_a_shape(value, field, fits):
    if fits:
        check_fields("Owner", {"it_": value}, {"it_": field}, {"columns": 3})
    else:
        with pytest.raises(DataError, match=r"Owner\.it_ is corrupt"):
            check_fields("Owner", {"it_": value}, {"it_": field}, {"columns": 3})

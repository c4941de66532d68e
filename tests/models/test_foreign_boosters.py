"""Models of other libraries in our files: the same answers, and nothing read that was not looked at."""

import json
import sys

import numpy as np
import pandas as pd
import pytest

import gnomon as gn
from gnomon.errors import DataError
from gnomon.models import load_model, save_model
from gnomon.models.load import model_of
from gnomon.sharing.foreign import adapted, document_digest
from gnomon.sharing.train import fitted_on
from tests.models.altering import arrays_of, file_of, with_array, with_schema

CLASSES = {
    "lightgbm": ("LGBMClassifier", "LGBMRegressor", {"n_estimators": 6}),
    "xgboost": ("XGBClassifier", "XGBRegressor", {"n_estimators": 6}),
    "catboost": ("CatBoostClassifier", "CatBoostRegressor", {"iterations": 6}),
}


def made(package, place=0, **more):
    *names, few = CLASSES[package]
    return getattr(pytest.importorskip(package), names[place])(**{**few, **more})


def task(kind="classification"):
    random = np.random.default_rng(0)
    n_rows = 300
    frame = pd.DataFrame(
        {
            "size [m]": random.normal(size=n_rows),
            "town": random.choice(["Ulm", "Bonn", "Rome", "Oslo", "Kiel"], n_rows),
            "age": random.integers(20, 60, n_rows).astype(float),
        }
    )
    frame.loc[::9, "age"] = np.nan
    y = frame["size [m]"] + 2 * frame["town"].isin(["Ulm", "Kiel"]) + frame["age"].fillna(0) / 20
    if kind == "regression":
        return gn.Task(frame, y.to_numpy(), kind=kind)
    return gn.Task(frame, np.where(y > 3, "high", np.where(y > 2, "middle", "low")))


def document(content):
    """The name and the bytes of the model in the format of its library."""
    name = max(arrays_of(content), key=lambda each: len(arrays_of(content)[each]))
    return name, arrays_of(content)[name].tobytes()


def forged(content, change):
    """The file with another document, and a digest that suits it."""
    name, found = document(content)
    other = change(found)
    assert other != found

    def with_digest(schema):
        text = json.dumps(schema).replace(document_digest(found), document_digest(other))
        return json.loads(text)

    changed = with_array(content, name, lambda _: np.frombuffer(other, dtype=np.uint8))
    return with_schema(changed, with_digest)


@pytest.mark.parametrize("package", CLASSES)
@pytest.mark.parametrize("kind", ["classification", "regression"])
@pytest.mark.parametrize("is_prepared", [True, False])
def test_a_model_comes_back_with_the_same_predictions(package, kind, is_prepared, tmp_path):
    data = task(kind)
    learner = made(package, int(kind == "regression"))
    model = fitted_on(gn.preprocessing.prepared_estimator(learner, data, always=is_prepared), data)
    saved = load_model(save_model(model, tmp_path / "model", task=data))
    method = "predict" if kind == "regression" else "predict_proba"
    assert np.array_equal(getattr(saved, method)(data), getattr(model, method)(data.X))
    assert saved.card.versions[package] == sys.modules[package].__version__
    assert type(learner).__name__ in saved.card.learner


@pytest.mark.parametrize(
    ("package", "unsplit"), [("lightgbm", {"min_child_samples": 1000}), ("xgboost", {"gamma": 1e9})]
)
def test_trees_of_one_leaf_come_back_with_the_same_predictions(package, unsplit, tmp_path):
    data = task("regression")
    model = fitted_on(gn.preprocessing.prepared_estimator(made(package, 1, **unsplit), data), data)
    assert np.ptp(model.predict(data.X)) == 0
    saved = load_model(save_model(model, tmp_path / "model", task=data))
    assert np.array_equal(saved.predict(data), model.predict(data.X))


@pytest.mark.parametrize("package", CLASSES)
def test_the_same_model_is_the_same_file(package):
    data = task()
    assert file_of(fitted_on(made(package), data), data) == file_of(fitted_on(made(package), data), data)


def test_models_inside_an_ensemble_are_stored_too(tmp_path):
    from sklearn.ensemble import VotingClassifier

    members = [("a", made("lightgbm")), ("b", made("xgboost"))]
    data = task()
    model = fitted_on(
        gn.preprocessing.prepared_estimator(VotingClassifier(members, voting="soft"), data, always=True), data
    )
    saved = load_model(save_model(model, tmp_path / "model", task=data))
    assert np.array_equal(saved.predict_proba(data), model.predict_proba(data.X))
    assert {"lightgbm", "xgboost"} <= set(saved.card.versions)


@pytest.mark.parametrize("package", CLASSES)
def test_a_library_that_is_not_installed_is_named(package, monkeypatch):
    data = task()
    content = file_of(fitted_on(made(package), data), data)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(DataError, match=f"pip install {package}"):
        model_of(content)


@pytest.mark.parametrize("package", CLASSES)
def test_an_altered_document_is_refused(package):
    data = task()
    content = file_of(fitted_on(made(package), data), data)
    name, _ = document(content)
    with pytest.raises(DataError, match="modified"):
        model_of(with_array(content, name, lambda found: np.append(found, np.uint8(32))))


@pytest.mark.parametrize("path", ["os.system", "lightgbm.Booster", "lightgbm.basic.LGBMClassifier"])
def test_a_class_that_is_not_known_is_refused(path):
    data = task()
    content = file_of(fitted_on(made("lightgbm"), data), data)

    def rename(schema):
        return json.loads(json.dumps(schema).replace("lightgbm.LGBMClassifier", path))

    with pytest.raises(DataError, match="a model of the unknown class"):
        model_of(with_schema(content, rename))


def in_lines(name, change):
    """A change of the first line of LightGBM's text that holds several numbers of this name."""

    def changed(found):
        lines = found.decode().split("\n")
        place = next(k for k, line in enumerate(lines) if line.startswith(f"{name}="))
        values = lines[place].partition("=")[2].split()
        lines[place] = f"{name}={' '.join(map(str, change(values)))}"
        return "\n".join(lines).encode()

    return changed


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("left_child", lambda found: [0, *found[1:]]),
        ("left_child", lambda found: [10**6, *found[1:]]),
        ("right_child", lambda found: [-(10**6), *found[1:]]),
        ("right_child", lambda found: found[1:]),
        ("split_feature", lambda found: [10**6, *found[1:]]),
        ("split_feature", lambda found: [-1, *found[1:]]),
        ("leaf_value", lambda found: found[1:]),
        ("threshold", lambda found: [10**6] * len(found)),
        ("cat_boundaries", lambda found: [0, *[10**6] * (len(found) - 1)]),
        ("num_leaves", lambda found: [10**6]),
        ("num_class", lambda found: [1]),
        ("num_tree_per_iteration", lambda found: [1]),
        ("objective", lambda found: ["multiclass", "num_class:400"]),
        ("max_feature_idx", lambda found: [900]),
    ],
)
def test_a_node_of_lightgbm_that_leads_astray_is_refused(name, change):
    data = task()
    content = file_of(fitted_on(made("lightgbm", min_data_per_group=5), data), data)
    with pytest.raises(DataError, match="LightGBM model is corrupt"):
        model_of(forged(content, in_lines(name, change)))


def test_sizes_of_trees_are_not_believed():
    data = task()
    model = fitted_on(made("lightgbm"), data)
    other = model_of(forged(file_of(model, data), in_lines("tree_sizes", lambda found: [10**7] * len(found))))
    assert np.array_equal(other.predict_proba(data), model.predict_proba(data.X))


def in_tree(name, change):
    """A change of the first tree of XGBoost's JSON that has two levels."""

    def changed(found):
        model = json.loads(found)
        trees = model["learner"]["gradient_booster"]["model"]["trees"]
        tree = next(each for each in trees if each["categories"])
        tree[name] = change(tree[name])
        return json.dumps(model).encode()

    return changed


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("left_children", lambda found: [0, *found[1:]]),
        ("left_children", lambda found: [10**6, *found[1:]]),
        ("left_children", lambda found: [found[0], found[0], *found[2:]]),
        ("right_children", lambda found: [-5, *found[1:]]),
        ("right_children", lambda found: found[1:]),
        ("split_indices", lambda found: [10**6, *found[1:]]),
        ("split_conditions", lambda found: found[1:]),
        ("split_type", lambda found: [1] * len(found)),
        ("categories_segments", lambda found: [10**6] * len(found)),
        ("categories_sizes", lambda found: [10**6] * len(found)),
        ("categories_nodes", lambda found: [10**6] * len(found)),
        ("categories", lambda found: [-4] * len(found)),
        ("categories", lambda found: ["a"] * len(found)),
        ("tree_param", lambda found: {**found, "num_nodes": "999999"}),
    ],
)
def test_a_node_of_xgboost_that_leads_astray_is_refused(name, change):
    data = task()
    content = file_of(fitted_on(made("xgboost"), data), data)
    with pytest.raises(DataError, match="XGBoost model is corrupt"):
        model_of(forged(content, in_tree(name, change)))


def test_a_learner_whose_parameters_are_code_is_refused_when_stored():
    data = task()
    learner = made("xgboost", eval_metric=lambda y, predicted: 0.0)
    with pytest.raises(DataError, match="eval_metric"):
        file_of(adapted(learner).fit(data.X, data.y), data)

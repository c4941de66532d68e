"""Learners of other libraries; each library is tested where it is installed."""

import pickle

import numpy as np
import pandas as pd
import pytest
import scipy.sparse
from sklearn.base import clone, is_classifier
from sklearn.ensemble import BaggingClassifier, RandomForestClassifier
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import gnomon as gn
from gnomon.errors import DataError
from gnomon.sharing.foreign import Adapted, adapted, libraries_in, unwrapped
from gnomon.sharing.foreign.adapted import LIBRARIES

FEW = {
    "LGBMClassifier": {"n_estimators": 8},
    "LGBMRegressor": {"n_estimators": 8},
    "XGBClassifier": {"n_estimators": 8},
    "XGBRegressor": {"n_estimators": 8},
    "XGBRFClassifier": {"n_estimators": 8},
    "XGBRFRegressor": {"n_estimators": 8},
    "CatBoostClassifier": {"iterations": 8},
    "CatBoostRegressor": {"iterations": 8},
}
CLASSIFIERS = ["LGBMClassifier", "XGBClassifier", "CatBoostClassifier"]
REGRESSORS = ["LGBMRegressor", "XGBRegressor", "CatBoostRegressor"]


def made(name, **parameters):
    library = next(each for each in LIBRARIES if name in each.classes)
    package = pytest.importorskip(library.package)
    return getattr(package, name)(**{**FEW[name], **parameters})


def table(n_rows=240):
    """Columns whose names are refused by one library or another, of every kind, with values missing."""
    random = np.random.default_rng(0)
    frame = pd.DataFrame(
        {
            "size [m]": random.normal(size=n_rows),
            "a<b": random.integers(0, 9, n_rows).astype(float),
            'town{"}:,': random.choice(["Ulm", "Bonn", "Rome"], n_rows),
            "open": random.choice([True, False], n_rows),
        }
    )
    frame.loc[::7, "size [m]"] = np.nan
    frame.loc[::11, 'town{"}:,'] = None
    return frame


def signal(frame):
    return frame["a<b"] + 6 * (frame['town{"}:,'] == "Ulm")


def words(frame):
    return np.where(signal(frame) > 6, "yes", np.where(signal(frame) > 3, "perhaps", "no"))


@pytest.mark.parametrize("name", CLASSIFIERS)
@pytest.mark.parametrize("n_classes", [2, 3])
def test_words_as_labels_and_categories_and_odd_names_are_learned(name, n_classes):
    frame = table()
    y = words(frame)
    y = np.where(y == "perhaps", "no", y) if n_classes == 2 else y
    model = adapted(made(name)).fit(frame, y)
    assert model.classes_.tolist() == sorted(set(y))
    chances = model.predict_proba(frame)
    assert chances.shape == (len(frame), n_classes)
    assert np.abs(chances.sum(axis=1) - 1).max() < 1e-12
    assert np.array_equal(model.predict(frame), model.classes_[chances.argmax(axis=1)])
    assert model.score(frame, y) > 0.8


@pytest.mark.parametrize("name", REGRESSORS)
def test_numbers_are_learned_from_the_same_table(name):
    frame = table()
    model = adapted(made(name)).fit(frame, signal(frame))
    assert model.score(frame, signal(frame)) > 0.5
    assert not hasattr(model, "classes_")


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_predictions_are_those_of_the_library_itself(name):
    random = np.random.default_rng(1)
    X, y = random.normal(size=(200, 4)), random.integers(0, 3, 200)
    mine = adapted(made(name)).fit(X, y).predict_proba(X)
    quiet = {"verbose": False, "allow_writing_files": False} if name.startswith("Cat") else {"n_jobs": 1}
    silent = {"verbose": -1} if name.startswith("LGBM") else {}
    theirs = made(name, **quiet, **silent).fit(X, y).predict_proba(X)
    assert np.abs(mine - theirs).max() < 1e-6


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_rows_in_another_order_of_levels_get_the_same_predictions(name):
    frame = table()
    frame['town{"}:,'] = frame['town{"}:,'].astype("category")
    model = adapted(made(name)).fit(frame, words(frame))
    other = frame.copy()
    other['town{"}:,'] = other['town{"}:,'].cat.set_categories(["Ulm", "Rome", "Bonn", "Oslo"])
    few = frame.iloc[5:9].copy()
    few['town{"}:,'] = few['town{"}:,'].astype(object)
    assert np.array_equal(model.predict_proba(frame), model.predict_proba(other))
    assert np.array_equal(model.predict_proba(frame)[5:9], model.predict_proba(few))


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_a_level_that_is_new_is_taken_as_missing(name):
    frame = table()
    model = adapted(made(name)).fit(frame, words(frame))
    new, missing = frame.copy(), frame.copy()
    new['town{"}:,'], missing['town{"}:,'] = "Oslo", None
    assert np.array_equal(model.predict_proba(new), model.predict_proba(missing))


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_a_training_set_of_one_class_gives_a_constant(name):
    frame = table(40)
    model = adapted(made(name)).fit(frame, ["only"] * 40)
    assert model.predict(frame).tolist() == ["only"] * 40
    assert model.predict_proba(frame).tolist() == [[1.0]] * 40


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_weights_count(name):
    frame = table()
    y = words(frame)
    weight = np.where(y == "no", 1.0, 1e-6)
    model = adapted(made(name)).fit(frame, y, sample_weight=weight)
    assert model.predict_proba(frame)[:, 0].mean() > 0.7


@pytest.mark.parametrize("name", ["LGBMClassifier", "CatBoostClassifier"])
def test_weights_of_classes_go_by_their_labels(name):
    frame = table()
    key = "class_weight" if name.startswith("LGBM") else "class_weights"
    y = np.where(words(frame) == "perhaps", "no", words(frame))
    heavy = adapted(made(name, **{key: {"no": 1.0, "yes": 50.0}})).fit(frame, y)
    light = adapted(made(name, **{key: {"no": 50.0, "yes": 1.0}})).fit(frame, y)
    assert heavy.predict_proba(frame)[:, 1].mean() > light.predict_proba(frame)[:, 1].mean() + 0.1


@pytest.mark.parametrize("name", CLASSIFIERS + REGRESSORS)
def test_nothing_is_printed_and_no_file_is_written(name, capfd, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    frame = table()
    adapted(made(name)).fit(frame, words(frame) if name in CLASSIFIERS else signal(frame)).predict(frame)
    assert capfd.readouterr() == ("", "")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_the_model_survives_in_the_format_of_its_library(name):
    frame = table()
    model = adapted(make_pipeline("passthrough", made(name))).fit(frame, words(frame))
    state = model.steps[-1][1].__getstate__()
    assert "_learner" not in state
    assert "model_" not in state
    assert state["document_"].dtype == np.uint8
    again = pickle.loads(pickle.dumps(model))
    assert np.array_equal(model.predict_proba(frame), again.predict_proba(frame))
    assert (
        again.steps[-1][1].get_params()["learner"].get_params() == made(name).get_params() or name[0] == "X"
    )


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_an_altered_model_is_refused(name):
    frame = table()
    state = adapted(made(name)).fit(frame, words(frame)).__getstate__()
    state["document_"] = np.append(state["document_"], np.uint8(32))
    other = Adapted.__new__(Adapted)
    other.__setstate__(state)
    with pytest.raises(DataError, match="modified"):
        other.predict(frame)


def test_a_file_names_no_class_that_is_not_known():
    other = Adapted.__new__(Adapted)
    other.__setstate__({"_of": "os.system", "_with": {}})
    with pytest.raises(DataError, match=r"'os\.system', which is not supported"):
        other.learner  # noqa: B018


def test_estimators_inside_others_are_adapted():
    inner = made("XGBClassifier")
    frame = table()
    X, y = frame[["size [m]", "a<b"]], words(frame)
    for outer in (
        BaggingClassifier(inner, n_estimators=2, random_state=0),
        GridSearchCV(inner, {"max_depth": [1, 2]}, cv=2),
        make_pipeline(StandardScaler(), inner),
    ):
        model = adapted(outer)
        assert model is not outer
        assert [each.package for each in libraries_in(model)] == ["xgboost"]
        assert set(model.fit(X, y).predict(X)) <= set(y)


def test_estimators_that_need_nothing_stay_as_they_are():
    forest = RandomForestClassifier()
    assert adapted(forest) is forest
    assert unwrapped(forest) is forest
    assert libraries_in(forest) == []


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_it_is_copied_and_set_as_an_estimator(name):
    model = adapted(made(name))
    assert adapted(model) is model
    assert is_classifier(model)
    assert "learning_rate=0.5" in repr(clone(model).set_params(learning_rate=0.5))
    assert "learning_rate" not in repr(model)


def test_user_defined_verbosity_and_threads_are_preserved():
    learner = made("LGBMClassifier", n_jobs=2, verbose=0)
    assert adapted(learner)._library.with_quiet_defaults(clone(learner)).get_params() == learner.get_params()


def test_what_a_library_refuses_is_an_error_with_the_learners_name():
    learner = made("XGBClassifier", max_depth=-3)
    with pytest.raises(DataError, match=r"XGBClassifier\(max_depth=-3.* cannot be fitted"):
        adapted(learner).fit([[0.0], [1.0]], ["a", "b"])


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_a_cross_validation_takes_it_as_it_is(name):
    frame = table()
    task = gn.Task(frame, words(frame), weight=np.linspace(0.5, 1, len(frame)))
    found = gn.resample(task, made(name), gn.k_fold(3))
    assert found.learner == name
    assert found.setting == FEW[name]
    assert found.score("accuracy") > 0.7


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_a_prepared_pipeline_keeps_categories_for_it(name):
    frame = table()
    task = gn.Task(frame, words(frame))
    model = gn.preprocessing.prepared_estimator(made(name), task, always=True).fit(frame, words(frame))
    assert list(model.steps[-1][1].levels_) == [2]
    assert np.array_equal(model.classes_, ["no", "perhaps", "yes"])


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_sparse_rows_are_learned(name):
    random = np.random.default_rng(0)
    X = (random.uniform(size=(200, 6)) < 0.3) * random.normal(size=(200, 6))
    y = np.where(X[:, 0] + X[:, 1] > 0, "up", "down")
    model = adapted(made(name)).fit(scipy.sparse.csr_array(X), y)
    assert model.score(scipy.sparse.csr_array(X), y) > 0.9

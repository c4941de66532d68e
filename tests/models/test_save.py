import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer
from sklearn.svm import SVC as ForeignSVC

import gnomon as gn
from gnomon.errors import DataError, ParameterError, StoreError
from gnomon.models import load_model, save_model

IRIS = gn.load("iris")


def test_a_function_of_ones_own_is_refused_with_its_location(tmp_path):
    def own(a, b):
        return a @ b.T

    model = gn.SVC(kernel=own).fit(IRIS.X, IRIS.y)
    with pytest.raises(DataError, match=r"SVC cannot be saved without code.*own \(at kernel.*named kernel"):
        save_model(model, tmp_path / "m.skops", task=IRIS)
    steps = make_pipeline(FunctionTransformer(lambda X: X), gn.GaussianNB()).fit(IRIS.X, IRIS.y)
    with pytest.raises(DataError, match=r"<lambda>.*transformer class"):
        save_model(steps, tmp_path / "m.skops", task=IRIS)
    assert not list(tmp_path.iterdir())


def test_a_function_of_numpy_is_stored(tmp_path):
    model = make_pipeline(FunctionTransformer(np.log1p), gn.GaussianNB()).fit(IRIS.X, IRIS.y)
    found = load_model(save_model(model, tmp_path / "m.skops", task=IRIS))
    assert (found.predict(IRIS) == model.predict(IRIS.X)).all()


def test_what_reads_arrays_unchecked_is_stored_only_for_those_who_trust_it(tmp_path):
    model = ForeignSVC().fit(IRIS.X, IRIS.y)
    with pytest.raises(DataError, match=r"sklearn\.svm\._classes\.SVC.*trusted="):
        save_model(model, tmp_path / "m.skops", task=IRIS)
    trusted = ["sklearn.svm._classes.SVC"]
    path = save_model(model, tmp_path / "m.skops", task=IRIS, trusted=trusted)
    with pytest.raises(DataError, match="trusted="):
        load_model(path)
    assert (load_model(path, trusted=trusted).predict(IRIS) == model.predict(IRIS.X)).all()


def test_a_generator_as_seed_is_refused_with_how_to_fix_it(tmp_path):
    model = gn.RandomForestClassifier(2, random_state=np.random.default_rng(0)).fit(IRIS.X, IRIS.y)
    with pytest.raises(DataError, match="random_state to an integer"):
        save_model(model, tmp_path / "m.skops", task=IRIS)


def test_boolean_keys_which_would_come_back_wrong_are_refused(tmp_path):
    y = IRIS.codes > 0
    model = gn.LogisticRegression(class_weight={True: 2.0, False: 1.0}).fit(IRIS.X, y)
    with pytest.raises(DataError, match="a dict with Boolean keys"):
        save_model(model, tmp_path / "m.skops", task=gn.Task(IRIS.table, y))


def test_a_model_that_is_not_fitted_is_refused(tmp_path):
    with pytest.raises(DataError, match="GaussianNB is not fitted"):
        save_model(gn.GaussianNB(), tmp_path / "m.skops", task=IRIS)


def test_a_model_of_another_task_is_refused(tmp_path):
    model = gn.GaussianNB().fit(IRIS.X[:, :2], IRIS.y)
    with pytest.raises(DataError, match=r"fitted on 2 columns.*has 4"):
        save_model(model, tmp_path / "m.skops", task=IRIS)
    model = gn.GaussianNB().fit(IRIS.X, np.where(IRIS.codes > 0, "x", "y"))
    with pytest.raises(DataError, match=r"has the classes \['x', 'y'\]"):
        save_model(model, tmp_path / "m.skops", task=IRIS)


def test_another_suffix_is_refused(tmp_path):
    model = gn.GaussianNB().fit(IRIS.X, IRIS.y)
    with pytest.raises(ParameterError, match=r"has the suffix \.skops"):
        save_model(model, tmp_path / "m.pkl", task=IRIS)


def test_a_folder_that_is_not_there_is_an_error_and_leaves_no_file(tmp_path):
    model = gn.GaussianNB().fit(IRIS.X, IRIS.y)
    with pytest.raises(StoreError, match="cannot be written"):
        save_model(model, tmp_path / "nowhere" / "m.skops", task=IRIS)
    save_model(model, tmp_path / "m.skops", task=IRIS)
    assert [path.name for path in tmp_path.iterdir()] == ["m.skops"]


def test_seeds_of_all_steps_stand_on_the_card(tmp_path):
    model = make_pipeline(gn.PCA(2, random_state=3), gn.RandomForestClassifier(2, random_state=4))
    path = save_model(model.fit(IRIS.X, IRIS.y), tmp_path / "m.skops", task=IRIS)
    seeds = load_model(path).card.seeds
    assert seeds == {"pca__random_state": 3, "randomforestclassifier__random_state": 4}


def test_a_baseline_that_predicts_at_random_can_be_stored(tmp_path):
    model = DummyClassifier(strategy="stratified").fit(IRIS.X, IRIS.y)
    assert load_model(save_model(model, tmp_path / "m.skops", task=IRIS)).predict(IRIS).shape == (150,)


class Forgetful(gn.GaussianNB):
    """Loses its means when it is stored."""

    def __getstate__(self):
        return {**super().__getstate__(), "theta_": np.zeros_like(self.theta_)}


def test_a_model_that_would_predict_differently_after_loading_is_refused(tmp_path):
    trusted = [f"{Forgetful.__module__}.Forgetful"]
    with pytest.raises(DataError, match="Forgetful predicts differently after loading"):
        save_model(Forgetful().fit(IRIS.X, IRIS.y), tmp_path / "m.skops", task=IRIS, trusted=trusted)
    assert not list(tmp_path.iterdir())

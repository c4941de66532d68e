"""Every registered learner and transformer survives its model file, with the same answers bit for bit."""

import json

import numpy as np
import pytest

from gnomon.models import load_model, save_model
from gnomon.models.archive import unpack
from gnomon.models.schema import nodes
from tests.models.registered import ENTRIES, fitted

METHODS = ("predict", "predict_proba", "decision_function", "transform")

# A few wrapped learners warn that little data is little.
pytestmark = pytest.mark.filterwarnings("ignore::gnomon.errors.GnomonWarning")


@pytest.mark.parametrize("name", ENTRIES)
def test_it_comes_back_with_the_same_predictions(name, tmp_path):
    model, task = fitted(name)
    # Copied, as a product of an array with itself is rounded in another way than one with its equal.
    X = task.X.copy()
    before = {method: dense(getattr(model, method)(X)) for method in METHODS if hasattr(model, method)}
    saved = load_model(save_model(model, tmp_path / "model.skops", task=task))
    assert type(saved.model) is type(model)
    for method, answers in before.items():
        found = dense(getattr(saved, method)(task))
        assert np.array_equal(found, answers, equal_nan=found.dtype.kind == "f"), method
        assert found.dtype == answers.dtype


@pytest.mark.parametrize("name", ["SVC", "RandomForestClassifier", "GaussianMixture", "KNeighborsClassifier"])
def test_the_same_model_is_the_same_file_before_and_after_it_was_asked(name, tmp_path):
    model, task = fitted(name)
    first = save_model(model, tmp_path / "first.skops", task=task).read_bytes()
    model.predict(task.X)
    assert save_model(model, tmp_path / "second.skops", task=task).read_bytes() == first


@pytest.mark.parametrize("name", ["SVC", "BaggingClassifier", "LearnedFeatures"])
def test_a_file_holds_nothing_but_plain_nodes(name, tmp_path):
    model, task = fitted(name)
    entries = unpack(save_model(model, tmp_path / "model.skops", task=task).read_bytes())
    loaders = {node["__loader__"] for _, node in nodes(json.loads(entries["schema.json"]))}
    plain = {"DictNode", "ListNode", "TupleNode", "JsonNode", "NdArrayNode", "ObjectNode", "TypeNode"}
    assert loaders <= plain
    assert {name.rpartition(".")[2] for name in entries} <= {"json", "npy"}


def dense(answers):
    return answers.toarray() if hasattr(answers, "toarray") else np.asarray(answers)

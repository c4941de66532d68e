"""Untrusted files: one clear error, and nothing in them is executed."""

import contextlib
import datetime
import io
import json
from dataclasses import replace

import numpy as np
import pytest
import scipy.sparse
import skops.io
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.ensemble import RandomForestClassifier
from sklearn.tree import DecisionTreeClassifier

import gnomon as gn
from gnomon.errors import DataError, GnomonError
from gnomon.models import load_model, save_model
from gnomon.models.archive import pack, unpack
from gnomon.models.card_file import read_card, write_card
from gnomon.models.load import model_of
from tests.models.altering import arrays_of, file_of, npy, signed, with_array, with_schema

IRIS = gn.load("iris")
FILE = file_of(gn.DecisionTreeClassifier(max_depth=2).fit(IRIS.X, IRIS.y), IRIS)


def test_a_right_file_opens():
    assert model_of(FILE).predict(IRIS).tolist()[:1] == ["setosa"]


ATTACKS = {
    "a function": {"__class__": "system", "__module__": "os", "__loader__": "FunctionNode"},
    "a partial call": {
        "__class__": "partial",
        "__module__": "functools",
        "__loader__": "PartialNode",
        "content": {
            "func": {"__class__": "system", "__module__": "os", "__loader__": "FunctionNode"},
            "args": {
                "__class__": "str",
                "__module__": "builtins",
                "__loader__": "JsonNode",
                "content": '"id"',
            },
            "kwds": {"__class__": "str", "__module__": "builtins", "__loader__": "JsonNode", "content": "{}"},
            "namespace": {
                "__class__": "str",
                "__module__": "builtins",
                "__loader__": "JsonNode",
                "content": "{}",
            },
        },
    },
    "a method": {
        "__class__": "Popen",
        "__module__": "subprocess",
        "__loader__": "MethodNode",
        "content": {
            "func": "wait",
            "obj": {"__class__": "Popen", "__module__": "subprocess", "__loader__": "ObjectNode"},
        },
    },
    "an operator": {
        "__class__": "methodcaller",
        "__module__": "operator",
        "__loader__": "OperatorFuncNode",
        "attrs": {"__class__": "tuple", "__module__": "builtins", "__loader__": "TupleNode", "content": []},
    },
    "a type": {"__class__": "eval", "__module__": "builtins", "__loader__": "TypeNode"},
    "an object": {"__class__": "Popen", "__module__": "subprocess", "__loader__": "ObjectNode"},
    "a loader that is not there": {"__class__": "x", "__module__": "y", "__loader__": "EvilNode"},
    "a class where a list is said to be": {
        "__class__": "Popen",
        "__module__": "subprocess",
        "__loader__": "ListNode",
        "content": [],
    },
    "an array class that is none": {
        "__class__": "system",
        "__module__": "os",
        "__loader__": "NdArrayNode",
        "type": "numpy",
        "file": "1.npy",
    },
    "our own, but no value": {
        "__class__": "Store",
        "__module__": "gnomon.experiments.store",
        "__loader__": "ObjectNode",
    },
}


@pytest.mark.parametrize("what", ATTACKS)
def test_a_file_that_would_make_other_things_is_refused(what):
    def hide(schema):
        schema["content"]["content"]["max_depth"] = ATTACKS[what]

    with pytest.raises(DataError, match=r"not trusted \("):
        model_of(with_schema(FILE, hide))


def test_a_constructor_that_would_run_is_refused_and_does_not_run(tmp_path):
    marker = tmp_path / "marker"
    argument = {
        "__class__": "str",
        "__module__": "builtins",
        "__loader__": "JsonNode",
        "content": json.dumps([f"touch {marker}"]),
    }
    call = {
        "__class__": "system",
        "__module__": "os",
        "__loader__": "ConstructorFromReduceNode",
        "content": argument,
    }
    reduced = {
        "__class__": "Popen",
        "__module__": "subprocess",
        "__loader__": "LossNode",
        "__reduce__": {"args": argument},
        "content": argument,
    }
    for attack in (call, reduced):

        def hide(schema, attack=attack):
            schema["content"]["content"]["criterion"] = attack

        path = tmp_path / "evil.skops"
        path.write_bytes(with_schema(FILE, hide))
        with pytest.raises(DataError, match=r"evil\.skops cannot be loaded"):
            load_model(path)
    assert not marker.exists()


def test_a_type_that_the_user_trusts_by_name_is_made():
    def hide(schema):
        schema["content"]["content"]["criterion"] = {
            "__class__": "date",
            "__module__": "datetime",
            "__loader__": "TypeNode",
        }

    content = with_schema(FILE, hide)
    with pytest.raises(DataError, match=r"datetime\.date"):
        model_of(content)
    assert model_of(content, trusted=["datetime.date"]).model.criterion is datetime.date


def test_one_number_for_two_things_is_refused():
    # skops would take the first for both, so what was looked at would not be what is made.
    def alias(schema):
        arrays = list(schema["content"]["content"]["tree_"]["content"]["content"].values())
        arrays[1]["__id__"] = arrays[0]["__id__"]

    with pytest.raises(DataError, match="two nodes have the id"):
        model_of(with_schema(FILE, alias))


def test_an_endless_schema_is_refused():
    def deepen(schema):
        inner = schema
        for _ in range(700):
            inner["more"] = {}
            inner = inner["more"]

    with pytest.raises(DataError, match=r"levels deep|corrupt"):
        model_of(with_schema(FILE, deepen))


@pytest.mark.parametrize(
    "text", [b"", b"[]", b"nonsense", b"[" * 100_000, b'{"protocol": 0}', b'{"protocol": "x"}']
)
def test_a_schema_that_is_none_is_refused(text):
    with pytest.raises(DataError, match=r"schema|protocol"):
        model_of(signed({**unpack(FILE), "schema.json": text}))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"no array",
        npy(np.arange(3))[:-1],
        npy(np.arange(3)) + b"x",
        npy(np.arange(3)).replace(b"(3,)", b"(9,)"),
        npy(np.arange(3)).replace(b"'<i8'", b"'|O8'"),
        npy(np.arange(30)).replace(b"(30,)", b"(-1,)"),
        b"\x93NUMPY\x01\x00\xff\xff" + b"(" * 60_000,
    ],
)
def test_an_array_that_does_not_hold_what_it_says_is_refused(content):
    with pytest.raises(DataError, match=r"1\.npy"):
        model_of(signed({**unpack(FILE), "1.npy": content}))


def test_an_array_of_objects_hidden_in_a_file_is_refused():
    stream = io.BytesIO()
    np.save(stream, np.array([print], dtype=object), allow_pickle=True)
    with pytest.raises(DataError, match=r"1\.npy"):
        model_of(signed({**unpack(FILE), "1.npy": stream.getvalue()}))


def test_altered_contents_are_noticed_by_the_checksum():
    entries = unpack(FILE)
    with pytest.raises(DataError, match="modified since it was saved"):
        model_of(pack({**entries, "1.npy": npy(np.arange(7))}))


def test_a_card_that_says_other_things_is_noticed():
    entries = unpack(FILE)
    other = entries["card.json"].replace(b'"iris"', b'"rose"')
    with pytest.raises(DataError, match="modified since it was saved"):
        model_of(pack({**entries, "card.json": other}))


def test_a_later_format_is_refused_with_how_to_fix_it():
    entries = unpack(FILE)
    later = entries["card.json"].replace(b'"format": 1', b'"format": 99')
    with pytest.raises(DataError, match=r"format 99.*update gnomon"):
        model_of(pack({**entries, "card.json": later}))


@pytest.mark.parametrize("entry", ["card.json", "schema.json"])
def test_a_file_that_lacks_a_part_is_refused(entry):
    with pytest.raises(DataError, match="no card or no schema"):
        model_of(pack({name: each for name, each in unpack(FILE).items() if name != entry}))


def test_a_plain_skops_file_is_refused_with_how_to_fix_it(tmp_path):
    path = tmp_path / "plain.skops"
    skops.io.dump(gn.GaussianNB(), path)
    with pytest.raises(DataError, match=r"plain\.skops cannot be loaded.*save_model"):
        load_model(path)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, len(FILE)))
def test_a_truncated_file_is_refused(length):
    if length < len(FILE):
        with pytest.raises(DataError):
            model_of(FILE[:length])


@settings(max_examples=60, deadline=None)
@given(st.integers(0, len(FILE) - 1), st.integers(1, 255))
def test_a_flipped_byte_is_refused_or_harmless(place, change):
    content = bytearray(FILE)
    content[place] ^= change
    try:
        saved = model_of(bytes(content))
    except DataError:
        return
    assert saved.predict(IRIS).shape == (150,)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_schema_with_a_part_replaced_is_refused_or_predicts(data):
    def replaced(schema):
        places = []

        def walk(value):
            for key, each in value.items() if isinstance(value, dict) else enumerate(value):
                places.append((value, key))
                if isinstance(each, dict | list):
                    walk(each)

        walk(schema)
        holder, key = places[data.draw(st.integers(0, len(places) - 1))]
        holder[key] = data.draw(
            st.sampled_from([None, 0, -1, "", "x", [], {}, 1e300, True, "ObjectNode", "1.npy"])
        )

    with contextlib.suppress(GnomonError):
        model_of(with_schema(FILE, replaced)).predict(IRIS)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_card_with_a_field_replaced_is_refused(data):
    entries = unpack(FILE)
    fields = json.loads(entries["card.json"])
    name = data.draw(st.sampled_from(sorted(fields)))
    values = [None, 0, -1, "", "x", [], {}, [[1, 2, 3]], {"a": 1}, True, 10**30]
    fields[name] = data.draw(st.sampled_from([each for each in values if each != fields[name]]))
    with pytest.raises(DataError):
        model_of(pack({**entries, "card.json": json.dumps(fields).encode()}))


def test_versions_that_differ_are_noted():
    entries = unpack(FILE)
    card = read_card(entries["card.json"])
    older = replace(card, versions={**card.versions, "numpy": "1.0"})
    saved = model_of(signed({**entries, "card.json": write_card(older)}))
    assert len(saved.notes) == 1
    assert "saved with numpy 1.0" in saved.notes[0]
    assert "saved with numpy 1.0" in str(saved)


@pytest.mark.parametrize("path", ["nothing.skops", "."])
def test_a_path_that_is_no_file_is_an_error(path, tmp_path):
    with pytest.raises(DataError, match="pass the path of a file"):
        load_model(tmp_path / path)


def test_a_tree_of_scikit_learn_that_leads_astray_is_refused():
    content = file_of(DecisionTreeClassifier(max_depth=2, random_state=0).fit(IRIS.X, IRIS.y), IRIS)
    nodes = next(name for name, each in arrays_of(content).items() if each.dtype.names)

    def astray(field, value):
        def change(table):
            table = table.copy()
            table[field][0] = value
            return table

        return change

    assert model_of(content).predict(IRIS).shape == (150,)
    for field, value in (("left_child", 10**6), ("right_child", -5), ("feature", 4), ("left_child", 0)):
        with pytest.raises(DataError, match="a tree in it is corrupt"):
            model_of(with_array(content, nodes, astray(field, value)))
    with pytest.raises(DataError, match="its tree has another number of columns"):
        model_of(with_schema(content, lambda schema: set_json(schema, "n_features_in_", "1")))
    with pytest.raises(DataError, match="a tree in it"):
        model_of(with_array(content, nodes, lambda table: table[:-1]))


@pytest.mark.parametrize("model", [DecisionTreeClassifier(max_depth=1), RandomForestClassifier(3)])
def test_a_tree_of_scikit_learn_that_is_one_leaf_opens(model):
    task = gn.Task(np.ones((4, 2)), ["a", "b", "b", "b"])
    content = file_of(model.set_params(random_state=0).fit(task.X, task.y), task)
    assert model_of(content).predict(task).tolist() == model.predict(task.X).tolist()


def set_json(schema, name, text):
    """Another value for an attribute; equal small numbers are one thing, so it gets no number."""
    node = schema["content"]["content"][name]
    node.pop("__id__")
    node["content"] = text


def test_a_sparse_matrix_whose_indices_lead_astray_is_refused(tmp_path):
    X = scipy.sparse.csr_array(np.eye(6))
    task = gn.Task(X, list("ababab"))
    content = file_of(gn.KNeighborsClassifier(1).fit(X, task.y), task)
    entries = unpack(content)
    name = next(name for name in entries if name.endswith(".npz"))
    assert model_of(content).predict(task).tolist() == list("ababab")
    bad = scipy.sparse.csr_array(np.eye(6))
    bad.indices[0] = 99
    stream = io.BytesIO()
    scipy.sparse.save_npz(stream, bad)
    with pytest.raises(DataError, match="sparse matrix"):
        model_of(signed({**entries, name: stream.getvalue()}))
    with pytest.raises(DataError):
        model_of(signed({**entries, name: stream.getvalue()[:-30]}))


def test_a_file_saved_by_one_name_is_found_again(tmp_path):
    path = save_model(gn.GaussianNB().fit(IRIS.X, IRIS.y), tmp_path / "bayes", task=IRIS)
    assert path.name == "bayes.skops"
    assert repr(load_model(path)) == "SavedModel of GaussianNB for task 'iris'"


def test_an_array_hidden_under_another_suffix_is_refused():
    def elsewhere(schema):
        for node in schema["content"]["content"]["tree_"]["content"]["content"].values():
            if "file" in node:
                node["file"] = "hidden.json"

    entries = unpack(with_schema(FILE, elsewhere))
    with pytest.raises(DataError, match=r"reads the file 'hidden\.json'"):
        model_of(signed({**entries, "hidden.json": npy(np.arange(3))}))


def test_a_tree_of_scikit_learn_with_more_outputs_than_it_says_is_refused():
    content = file_of(DecisionTreeClassifier(max_depth=2, random_state=0).fit(IRIS.X, IRIS.y), IRIS)

    def more(schema):
        outputs = schema["content"]["content"]["tree_"]["__reduce__"]["args"]["content"][2]
        outputs.pop("__id__")
        outputs["content"] = "1000"

    with pytest.raises(DataError, match="a tree in it is corrupt"):
        model_of(with_schema(content, more))

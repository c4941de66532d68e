"""Alters the arrays, numbers and attributes of models' files, one at a time, and predicts with what loads.

Each model is altered in a child process; one that ends by a signal, or does not end, is a failure:
python -m tests.models.altered_arrays [--sample 10] [NAME ...]. The names are registered learners and
transformers, and with the prefix "sklearn " estimators of scikit-learn.
"""

import argparse
import collections
import copy
import json
import os
import random
import signal
import sys
import tempfile
import traceback
import warnings
from pathlib import Path

import numpy as np

from gnomon.errors import GnomonError
from gnomon.models.archive import unpack
from gnomon.models.load import model_of
from gnomon.models.schema import nodes
from tests.models.altering import arrays_of, file_of, signed, with_array
from tests.models.foreign_models import NAMES, fitted_foreign
from tests.models.registered import ENTRIES, fitted

METHODS = ("predict", "predict_proba", "decision_function", "transform", "score_samples")
FOREIGN = tuple(f"sklearn {name}" for name in NAMES)
ALL = (*ENTRIES, *FOREIGN)
SECONDS = 60


def changes(array):
    """The array with other lengths, another shape, another type and other values."""
    if array.ndim:
        yield "empty", np.zeros((0, *array.shape[1:]), array.dtype)
        yield "flat half", array.ravel()[: array.size // 2]
        yield "shorter", array[:-1]
        yield "longer", np.concatenate([array, array])
        yield "narrower", array[..., :-1]
        yield "wider", np.concatenate([array, array], axis=-1)
        yield "one more dimension", array[..., None]
    else:
        yield "one dimension", array.reshape(1)
    if array.dtype.kind in "iu":
        info = np.iinfo(array.dtype)
        for value in (info.max, info.min, 7777 % info.max, -1 if info.min else info.max - 1):
            yield f"all {value}", np.full_like(array, value)
            last = array.copy()
            last.ravel()[-1:] = value
            yield f"last {value}", last
        yield "floating point", array.astype(np.float64)
        yield "narrow", array.astype(np.int16)
    if array.dtype.kind == "f":
        for value in (np.nan, np.inf, 1e300, -1.0):
            yield f"all {value}", np.full_like(array, value)
        last = array.copy()
        last.ravel()[-1:] = np.nan
        yield "last NaN", last
        yield "integers", np.nan_to_num(array).astype(np.int64, casting="unsafe")
        yield "single precision", array.astype(np.float32)
        yield "other byte order", array.astype(array.dtype.newbyteorder())
    if array.dtype.kind in "US":
        yield "integers", np.arange(array.size).reshape(array.shape)
    if array.dtype.kind == "b":
        yield "inverted", ~array
        yield "integers", array.astype(np.int64)
    if array.dtype.names:
        yield from _field_changes(array)


def _field_changes(array):
    for name in array.dtype.names:
        for value in (-1, -(2**31), 2**31 - 1, 0):
            if array.dtype[name].kind in "iuf" and (value >= 0 or array.dtype[name].kind != "u"):
                other = array.copy()
                other[name] = value % 256 if array.dtype[name].itemsize == 1 else value
                yield f"{name} all {value}", other


def schema_changes(schema):
    """The schema without an attribute, or with another number, text or list; each with its path."""
    for index, (path, node) in enumerate(nodes(schema)):
        content = node.get("content")
        if node["__loader__"] in ("ObjectNode", "TreeNode") and isinstance(content, dict):
            for name in _attributes(content):
                yield (
                    f"{path} without {name}",
                    _changed(schema, index, lambda n, name=name: n["content"]["content"].pop(name)),
                )
        elif node["__loader__"] in ("ListNode", "TupleNode") and content:
            yield f"{path} shorter", _changed(schema, index, lambda n: n["content"].pop())
            yield f"{path} longer", _changed(schema, index, lambda n: n["content"].append(n["content"][-1]))
        elif node["__loader__"] == "JsonNode":
            for text in _other_values(json.loads(content)):
                yield f"{path} = {text}", _changed(schema, index, lambda n, text=text: n.update(content=text))


def _attributes(content):
    state = content.get("content")
    return list(state) if isinstance(state, dict) else []


def _other_values(value):
    if isinstance(value, bool):
        return [json.dumps(not value)]
    if isinstance(value, int):
        return ["-1", "0", "1000000007", "4611686018427387904", "null"]
    if isinstance(value, float):
        return ["-1.0", "NaN", "1e300", "null"]
    return ['"x"', "3"] if isinstance(value, str) else ["3"]


def _changed(schema, index, change):
    """A lazy copy of the schema with one node changed; ids are dropped, as copies of a node would differ."""

    def made():
        other = copy.deepcopy(schema)
        for _, node in nodes(other):
            node.pop("__id__", None)
        change([node for _, node in nodes(other)][index])
        return other

    return made


def alterations(content):
    """All alterations of a file: what it is, and a function that makes it."""
    for entry, array in arrays_of(content).items():
        for what, changed in changes(array):
            yield (
                f"{entry} {array.dtype} {array.shape} {what}",
                lambda e=entry, c=changed: with_array(content, e, lambda _: c),
            )
    entries = unpack(content)
    for what, made in schema_changes(json.loads(entries["schema.json"])):
        yield what, lambda m=made: signed({**entries, "schema.json": json.dumps(m()).encode()})


def outcome(content, X):
    """What predicting with an altered model comes to: refused, predicted, or not finite."""
    results = []
    try:
        saved = model_of(content)
        for method in METHODS:
            if hasattr(saved.model, method):
                results.append(_result(saved, method, X))
    except GnomonError:
        return "refused"
    numbers = [each for each in results if isinstance(each, np.ndarray) and each.dtype.kind == "f"]
    return "predicted" if all(np.isfinite(each).all() for each in numbers) else "not finite"


def _result(saved, method, X):
    is_table = not isinstance(X, list) and np.ndim(getattr(X, "X", X)) == 2
    if hasattr(saved, method) and is_table:
        return getattr(saved, method)(X)
    # Texts and labels are no rows of a table, and some methods are scikit-learn's alone.
    try:
        result = getattr(saved.model, method)(X)
    except Exception as error:
        raise GnomonError(str(error)) from error
    return result.toarray() if hasattr(result, "toarray") else result


def sweep(name, sample, seed, place):
    """Alter one model, in this process; the alteration under way is written to a file."""
    model, task, X = fitted_foreign(name.partition(" ")[2]) if name in FOREIGN else (*fitted(name), None)
    content = file_of(model, task)
    listed = list(alterations(content))
    if sample and len(listed) > sample:
        listed = random.Random(f"{seed} {name}").sample(listed, sample)
    tally = collections.Counter()
    for what, made in listed:
        place.write_text(what)
        signal.alarm(SECONDS)
        tally[outcome(made(), task if X is None else X)] += 1
    signal.alarm(0)
    return tally


def in_child(name, sample, seed):
    """The tally of one model from a child process, or how it failed."""
    with tempfile.TemporaryDirectory() as folder:
        place, results = Path(folder, "place"), Path(folder, "results")
        child = os.fork()
        if child == 0:
            status = 1
            try:
                results.write_text(json.dumps(sweep(name, sample, seed, place)))
                status = 0
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(status)
        status = os.waitpid(child, 0)[1]
        if status:
            raise SystemExit(
                f"{name}: status {status} at {place.read_text() if place.exists() else 'the start'}"
            )
        return collections.Counter(json.loads(results.read_text()))


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.models.altered_arrays")
    parser.add_argument("names", nargs="*", default=ALL)
    parser.add_argument("--sample", type=int, default=0, help="alterations of each model; 0 for all")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--verbose", action="store_true", help="one line per model")
    asked = parser.parse_args()
    total, failures = collections.Counter(), []
    for name in asked.names:
        try:
            tally = in_child(name, asked.sample, asked.seed)
        except SystemExit as failure:
            failures.append(str(failure))
            print(failure, file=sys.stderr, flush=True)
            continue
        total += tally
        if asked.verbose:
            print(name, dict(tally), file=sys.stderr, flush=True)
    print(json.dumps({"models": len(asked.names), **total, "failures": failures}))
    sys.exit(bool(failures))


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    main()

"""What every learner and transformer says of tables full of ties, written to a file.

`python -m tests.machines.predictions FILE` is run under the settings of several machines; the files must hold
the same labels, and numbers that agree to rounding.
"""

import sys
import warnings

import numpy as np
from sklearn.base import clone, is_classifier, is_regressor
from sklearn.utils import get_tags

from gnomon.data.sets import load
from gnomon.registry import learners, transformers

METHODS = ("predict", "predict_proba", "decision_function", "transform")


def tables():
    """By name: features whose columns and rows tie but for rounding, and classes."""
    random = np.random.default_rng(7)
    grid = np.array([(a, b, c) for a in range(4) for b in range(4) for c in range(3)], dtype=float)
    yield "grid", grid, (grid[:, 0] + grid[:, 1] > 3).astype(int) ^ (grid[:, 2] == 1)
    # A column twice and its mirror image: each split, each axis and each step is as good as another.
    mirrored = np.repeat(np.column_stack([grid[:, 0], grid[:, 0], 3 - grid[:, 0], grid[:, 1]]), 2, axis=0)
    yield "mirrored", mirrored, np.tile([0, 1, 1, 2], 24)
    # Coordinates that are sums themselves: their last bits differ between machines.
    iris = load("iris")
    turned = np.linalg.qr(random.standard_normal((4, 4)))[0]
    yield "turned iris", np.asarray(iris.X) @ turned, iris.codes
    unlike = grid * [1.0, 2.0, 4.0]
    yield "standardized", (unlike - unlike.mean(axis=0)) / unlike[:, 0].std(), grid[:, 2]
    circle = [(a, b) for a in range(-5, 6) for b in range(-5, 6) if a * a + b * b == 25]
    yield "circles", np.vstack([circle, 2 * np.array(circle)]).astype(float), np.arange(24) % 3


def said(entry, X, labels):
    """What a fitted model says of the rows it was fitted on, by the name of the method."""
    learner = clone(entry.facts.get("example", entry.thing)())
    if "random_state" in learner.get_params():
        learner.set_params(random_state=0)
    X = X - X.min() if get_tags(learner).input_tags.positive_only else X
    y = X @ np.arange(1.0, X.shape[1] + 1) + labels if is_regressor(learner) else labels.astype(int)
    model = learner.fit(X, y)
    found = {name: getattr(model, name)(X) for name in METHODS if hasattr(model, name)}
    if hasattr(model, "labels_") and not is_classifier(model):
        found["labels_"] = model.labels_
    return {name: _plain(values) for name, values in found.items()}


def main(path):
    """Write what all say, and what some refuse."""
    warnings.simplefilter("ignore")
    found = {}
    for entry in (*learners.values(), *transformers.values()):
        for name, X, labels in tables():
            try:
                for method, values in said(entry, X, labels).items():
                    found[f"{entry.name}/{name}/{method}"] = values
            except ValueError as refusal:
                found[f"{entry.name}/{name}/refusal"] = np.array(type(refusal).__name__)
    np.savez(path, **{key.replace("/", "|"): values for key, values in found.items()})


def _plain(values):
    array = np.asarray(values.toarray() if hasattr(values, "toarray") else values)
    return array.astype(str) if array.dtype.kind == "O" else array


if __name__ == "__main__":
    main(sys.argv[1])

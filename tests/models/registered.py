"""Every registered learner and transformer, fitted on a small task."""

import functools

import numpy as np
from sklearn.base import clone, is_classifier, is_regressor
from sklearn.utils import get_tags

import gnomon as gn
from gnomon.registry import learners, transformers

ENTRIES = {**learners, **transformers}


@functools.cache
def small_task(kind, positive):
    """Some rows of bundled data, four columns of numbers."""
    iris = gn.load("iris").rows(np.arange(0, 150, 2))
    X = iris.table.numbers if positive else iris.table.numbers - 3.0
    targets = {
        "regression": X @ [1.0, -1.0, 0.5, 2.0],
        "classes": iris.y,
        "codes": (iris.codes > 0).astype(int),
    }
    return gn.Task(gn.Table.of(X, names=["a", "b", "c", "d"]), targets[kind], name="small")


@functools.cache
def fitted(name):
    """The learner of this name, fitted, and its task."""
    entry = ENTRIES[name]
    learner = clone(entry.facts.get("example", entry.thing)())
    kind = "regression" if is_regressor(learner) else "classes" if is_classifier(learner) else "codes"
    task = small_task(kind, get_tags(learner).input_tags.positive_only)
    return learner.fit(task.X, task.y), task

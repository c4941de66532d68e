"""Collects the held-out predictions of fitted learners, split by split, into Predictions."""

import re
from collections import Counter
from collections.abc import Sequence
from copy import copy
from itertools import groupby
from typing import Any, Self

import numpy as np

from gnomon.arrays import Array, Integers
from gnomon.assessment.predictions import Predictions
from gnomon.assessment.splits import Splits
from gnomon.data.task import Task
from gnomon.errors import DataError, DesignError
from gnomon.features.automatic.default_preparation import without_preparation
from gnomon.sharing.foreign import unwrapped
from gnomon.sharing.learner import Learner
from gnomon.sharing.parameters import changed_parameters
from gnomon.sharing.train import Trained, features_for
from gnomon.ties import first_largest


class PredictionBuffer:
    """Buffer of the held-out predictions of one hyperparameter setting, filled split by split.

    labels_only: store no probabilities or scores, where no measure needs them.

    >>> import gnomon as gn
    >>> task = gn.load("iris")
    >>> splits = gn.k_fold(5).split(task)
    >>> buffer = PredictionBuffer(task, splits)
    >>> for trained in gn.selection.train_each(gn.GaussianNB(), task, splits):
    ...     buffer.add(trained)
    >>> buffer.predictions("GaussianNB", {})
    Predictions of GaussianNB on 'iris': 150 rows, stratified k-fold, 5 folds, 150 rows
    """

    def __init__(self, task: Task, splits: Splits, *, labels_only: bool = False) -> None:
        if task.y is None or task.kind == "clustering":
            raise DesignError(
                f"task {task.name!r} has no target to compare predictions with; set a target column"
            )
        self.task, self.splits, self.labels_only = task, splits, labels_only
        self.ends = np.cumsum(splits.held_out_sizes)
        self.row = splits.held_out_rows
        self.split = np.repeat(splits.number, splits.held_out_sizes).astype(np.int32)
        truth = task.y if task.codes is None else task.codes
        kind = np.float64 if task.classes is None else np.int32
        self.truth = truth[self.row].astype(kind, copy=False)
        self.weight = None if task.weight is None else task.weight[self.row]
        self.group = None if task.group is None else _codes(task.group)[self.row]
        self._begin()

    @classmethod
    def for_each(cls, task: Task, splits: Splits, times: int, *, labels_only: bool = False) -> list[Self]:
        """Buffers for several hyperparameter settings on the same splits.

        >>> import gnomon as gn
        >>> task = gn.load("iris")
        >>> len(PredictionBuffer.for_each(task, gn.k_fold(5).split(task), 3))
        3
        """
        first = cls(task, splits, labels_only=labels_only)
        buffers = [first, *(copy(first) for _ in range(times - 1))]
        for each in buffers[1:]:
            each._begin()
        return buffers

    def _begin(self) -> None:
        self.predicted = np.empty_like(self.truth)
        self.probability: Array | None = None
        self.decision: Array | None = None
        self.splits_filled: Counter[str] = Counter()

    def add(self, trained: Trained) -> None:
        """Add the predictions of one fitted learner for its held-out rows."""
        if self.task.classes is None or self.labels_only:
            self.put(trained, trained.learner.predict(trained.examples))
            return
        rows, columns = (
            self._span(trained),
            _class_codes(trained.learner.classes_, self.task.classes, trained.learner),
        )
        if hasattr(trained.learner, "predict_proba"):
            probability = self._array("probability", len(self.task.classes))[rows]
            probability[:, columns] = _finite(trained.learner.predict_proba(trained.examples), trained)
        elif hasattr(trained.learner, "decision_function"):
            self._add_decision(trained, rows, columns)
        if self.probability is not None and getattr(trained.learner, "predicts_most_probable", False):
            self.predicted[rows] = columns[first_largest(self.probability[rows][:, columns])]
        else:
            self.put(trained, trained.learner.predict(trained.examples))

    def put(self, trained: Trained, predicted: Array) -> None:
        """Store predictions of one fitted learner that are already computed: labels or numbers."""
        values = np.asarray(predicted)
        rows, classes = self._span(trained), self.task.classes
        if classes is None:
            self.predicted[rows] = _finite(values, trained)
        else:
            self.predicted[rows] = _class_codes(values, classes, trained.learner)

    def add_left_out(self, learner: Any) -> bool:
        """Leave-one-out predictions of all rows at once, where the learner has a closed form for them.

        False where it does not apply, and every split must be added.
        """
        task, splits = self.task, self.splits
        is_alone = splits.train is None and len(splits) == len(self.row) == task.n_rows
        has_weight = task.weight is None or np.count_nonzero(task.weight) > 1
        has_form = isinstance(learner, Learner) and hasattr(learner, "predict_left_out")
        if not (has_form and is_alone and has_weight and task.kind == "regression" and task.group is None):
            return False
        self.predicted[:] = learner.predict_left_out(features_for(learner, task), task.y, task.weight)[
            self.row
        ]
        return True

    def predictions(self, learner: str, setting: dict[str, Any], notes: Sequence[str] = ()) -> Predictions:
        """The Predictions under this name and setting, once every split has been added."""
        task = self.task
        return Predictions(
            task_name=task.name,
            learner=learner,
            setting=setting,
            kind=task.kind,
            design=self.splits.design,
            splits=self.splits.fingerprint,
            split=self.split,
            row=self.row,
            truth=self.truth,
            predicted=self.predicted,
            train_sizes=self.splits.train_sizes,
            probability=self._whole("probability"),
            decision=self._whole("decision"),
            weight=self.weight,
            group=self.group,
            classes=task.classes,
            positive=task.positive,
            notes=tuple(notes),
        )

    def _span(self, trained: Trained) -> slice:
        end = int(self.ends[trained.split])
        return slice(end - len(trained.held_out), end)

    def _add_decision(self, trained: Trained, rows: slice, columns: Integers) -> None:
        assert self.task.classes is not None
        values = np.asarray(trained.learner.decision_function(trained.examples))
        n_classes = len(self.task.classes)
        if n_classes == 2 and values.ndim == 1:
            self._array("decision", 0)[rows] = values
            return
        if values.ndim == 1:
            values = np.column_stack([-values, values])
        # One-vs-one decision functions have a column per pair of classes, not per class.
        by_pairs = getattr(trained.learner, "decision_function_shape", "ovr") == "ovo"
        if values.shape[1] == len(columns) and not by_pairs:
            scores = self._array("decision", n_classes)[rows]
            scores[:] = -np.inf  # of classes absent from the training set
            scores[:, columns] = values

    def _array(self, name: str, n_columns: int) -> Array:
        shape = (len(self.row), n_columns) if n_columns else (len(self.row),)
        if getattr(self, name) is None:
            setattr(self, name, np.zeros(shape))
        array: Array = getattr(self, name)
        # A split that trains on one class may return scores of another shape: then none are stored.
        if array.shape != shape:
            return np.zeros(shape)
        self.splits_filled[name] += 1
        return array

    def _whole(self, name: str) -> Array | None:
        """The array if every split filled it, else None."""
        return getattr(self, name) if self.splits_filled[name] == len(self.splits) else None


def add_each(buffers: Sequence[PredictionBuffer], trained: Sequence[Trained]) -> None:
    """Add the predictions of several settings trained on one split, each to its own buffer.

    Where only labels or numbers are needed, settings that share prepared data use batched prediction.

    >>> import gnomon as gn
    >>> task = gn.load("iris")
    >>> splits, path = gn.hold_out(0.2).split(task), [gn.KNeighborsClassifier(k) for k in (1, 5)]
    >>> buffers = PredictionBuffer.for_each(task, splits, 2, labels_only=True)
    >>> add_each(buffers, list(gn.selection.train_each(path, task, splits)))
    >>> [len(each.predicted) for each in buffers]
    [30, 30]
    """
    for _, members in groupby(trained, key=lambda each: (type(each.learner), id(each.examples))):
        some = list(members)
        first = buffers[some[0].setting]
        is_plain = first.labels_only or first.task.classes is None
        if is_plain and len(some) > 1 and isinstance(some[0].learner, Learner):
            batch = type(some[0].learner).predict_each([each.learner for each in some], some[0].examples)
            for each, predicted in zip(some, batch, strict=True):
                buffers[each.setting].put(each, predicted)
        else:
            for each in some:
                buffers[each.setting].add(each)


def describe(learner: Any) -> tuple[str, dict[str, Any]]:
    """The name of a learner, and its hyperparameters that are not at their defaults, as plain values.

    A pipeline is named by its steps, and their parameters as in `set_params`; the automatic preprocessing
    is left out.

    >>> from sklearn.linear_model import Ridge
    >>> describe(Ridge(alpha=10))
    ('Ridge', {'alpha': 10})
    >>> from sklearn.pipeline import make_pipeline
    >>> from sklearn.preprocessing import StandardScaler
    >>> describe(make_pipeline(StandardScaler(), Ridge(alpha=10)))
    ('StandardScaler + Ridge', {'ridge__alpha': 10})
    """
    learner = without_preparation(learner)
    if steps := steps_of(learner):
        parts = {name: describe(step) for name, step in steps.items()}
        setting = {f"{name}__{key}": value for name, part in parts.items() for key, value in part[1].items()}
        return " + ".join(part[0] for part in parts.values()), setting
    learner = unwrapped(learner)
    changed = {name: plain(value) for name, value in changed_parameters(learner).items()}
    return type(learner).__name__, changed


def steps_of(learner: Any) -> dict[str, Any]:
    """The steps of a pipeline by name, without "passthrough" ones; empty for other learners.

    >>> from sklearn.linear_model import Ridge
    >>> steps_of(Ridge())
    {}
    """
    steps = getattr(learner, "steps", None)
    pairs = steps if isinstance(steps, list) else []
    return {name: step for name, step in pairs if step is not None and step != "passthrough"}


def plain(value: Any) -> Any:
    """A value that JSON can store; other objects as text.

    >>> plain(np.float64(0.5)), plain([1, 2])
    (0.5, '[1, 2]')
    """
    value = value.item() if isinstance(value, np.generic) else value
    if callable(value) and hasattr(value, "__qualname__"):
        return f"{value.__module__}.{value.__qualname__}"
    if isinstance(value, bool | int | float | str | None):
        return value
    # Memory addresses differ from run to run.
    return re.sub(r" at 0x[0-9a-f]+", "", " ".join(repr(value).split()))


def _codes(group: Array) -> Array:
    return np.unique(group, return_inverse=True)[1].astype(np.int32)


def _finite(predicted: Array, trained: Trained) -> Array:
    if not np.isfinite(predicted).all():
        rows = np.isfinite(np.asarray(predicted).reshape(len(predicted), -1)).all(axis=1)
        raise DataError(
            f"{type(trained.learner).__name__} predicts {np.asarray(predicted)[~rows][0]} for row "
            f"{trained.held_out[~rows][0]} (split {trained.split}), which no measure accepts; check the "
            "learner's hyperparameters, or standardize the columns"
        )
    return predicted


def _class_codes(labels: Array, classes: Array, learner: Any) -> Integers:
    """The code of each label."""
    if len(classes) == 2:
        is_second = labels == classes[1]
        code, is_unknown = is_second.astype(np.intp), ~is_second & (labels != classes[0])
    else:
        code = np.minimum(np.searchsorted(classes, labels), len(classes) - 1)
        is_unknown = classes[code] != labels
    unknown = np.flatnonzero(is_unknown)
    if len(unknown):
        raise DataError(
            f"{type(learner).__name__} predicts {labels[unknown].tolist()[0]!r}, which is not one of the "
            f"task's classes {classes[:5].tolist()}; it must predict labels as they are in the task"
        )
    return code

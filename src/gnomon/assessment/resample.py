"""Train on every split and keep what is predicted for the rows held out."""

from collections.abc import Sequence
from dataclasses import dataclass
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Array, Integers
from gnomon.assessment.measures.facts import Measure, find_measure
from gnomon.assessment.predictions import MeasureLike, Predictions
from gnomon.assessment.splits import Splits, as_splits
from gnomon.data.task import Task
from gnomon.errors import DataError, DesignError
from gnomon.sharing.train import Trained, train_each

if TYPE_CHECKING:
    import pandas as pd


def resample(task: Task, learner: Any, plan: Any) -> Predictions:
    """Predictions of a learner for the held-out rows of every split.

    learner: any scikit-learn estimator, unfitted. plan: a plan, Splits, a scikit-learn splitter, or pairs.

    >>> import gnomon as gn
    >>> from sklearn.dummy import DummyClassifier
    >>> task = gn.Task([[0.0], [1.0], [2.0], [3.0]], ["a", "b", "b", "b"])
    >>> gn.resample(task, DummyClassifier(), gn.leave_one_out()).score("accuracy")
    0.75
    """
    return resample_each(task, [learner], plan)[0]


def resample_each(task: Task, path: Sequence[Any], plan: Any) -> list[Predictions]:
    """Predictions of several learners, or settings of one, in one pass over the same splits.

    >>> import gnomon as gn
    >>> from sklearn.neighbors import KNeighborsRegressor
    >>> task = gn.Task([[0.0], [1.0], [2.0], [3.0]], [0.5, 1.5, 2.5, 3.5], kind="regression")
    >>> path = [KNeighborsRegressor(1), KNeighborsRegressor(2)]
    >>> [each.score("mean_absolute_error") for each in resample_each(task, path, gn.leave_one_out())]
    [1.0, 0.75]
    """
    if task.y is None or task.kind == "clustering":
        raise DesignError(
            f"task {task.name!r} has no target, so no prediction can be right or wrong; name one"
        )
    splits = as_splits(task, plan)
    collected = [_Collected(task, splits, learner) for learner in path]
    for trained in train_each(list(path), task, splits):
        collected[trained.setting].add(trained)
    return [each.predictions() for each in collected]


@dataclass(frozen=True)
class Selection:
    """The best of several settings by cross-validation.

    best: its place in the path. learner: that setting, unfitted. table: every setting with its estimate.
    note: how far to trust the best score.

    >>> import pandas as pd
    >>> Selection(0, "Ridge(alpha=1)", pd.DataFrame({"r2": [0.5]}), "one setting").learner
    'Ridge(alpha=1)'
    """

    best: int
    learner: Any
    table: "pd.DataFrame"
    note: str


def select(task: Task, path: Sequence[Any], plan: Any, measure: MeasureLike) -> Selection:
    """Choose among settings by their score over the same splits; of equals, the first in the path.

    >>> import gnomon as gn
    >>> from sklearn.dummy import DummyRegressor
    >>> task = gn.Task([[0.0], [1.0], [2.0], [9.0]], [1.0, 2.0, 1.0, 9.0], kind="regression")
    >>> path = [DummyRegressor(strategy="mean"), DummyRegressor(strategy="median")]
    >>> select(task, path, gn.leave_one_out(), "mean_absolute_error").learner
    DummyRegressor(strategy='median')
    """
    if not path:
        raise DesignError("there is no setting to choose from; give a path of at least one")
    import pandas as pd

    found = find_measure(measure)
    results = resample_each(task, path, plan)
    varied = _varied(path)
    lines = [_line(each, learner, varied, found) for each, learner in zip(results, path)]
    best = int(np.argmax([found.sign * line[found.name] for line in lines]))
    return Selection(best, path[best], pd.DataFrame(lines), _optimism(found, results[best], len(path)))


def describe(learner: Any) -> tuple[str, dict[str, Any]]:
    """The name of a learner, and its parameters that are not at their defaults, as plain values.

    >>> from sklearn.linear_model import Ridge
    >>> describe(Ridge(alpha=10))
    ('Ridge', {'alpha': 10})
    """
    defaults = {name: each.default for name, each in signature(type(learner).__init__).parameters.items()}
    given = learner.get_params(deep=False)
    changed = {
        name: _plain(value)
        for name, value in given.items()
        if defaults.get(name, Parameter.empty) is Parameter.empty or repr(value) != repr(defaults[name])
    }
    return type(learner).__name__, changed


class _Collected:
    """Arrays for all held-out rows of one setting, filled split by split."""

    def __init__(self, task: Task, splits: Splits, learner: Any) -> None:
        self.task, self.splits, self.learner = task, splits, learner
        sizes = [len(held_out) for held_out in splits.held_out]
        self.ends = np.cumsum(sizes)
        self.row = np.concatenate(splits.held_out)
        self.split = np.repeat(splits.number, sizes).astype(np.int32)
        self.predicted = np.empty(len(self.row), dtype=np.float64 if task.classes is None else np.int32)
        self.probability: Array | None = None
        self.decision: Array | None = None

    def add(self, trained: Trained) -> None:
        """What one fitted learner predicts for the rows it has not seen."""
        end = int(self.ends[trained.split])
        rows = slice(end - len(trained.held_out), end)
        if self.task.classes is None:
            self.predicted[rows] = _finite(trained.learner.predict(trained.examples), trained)
            return
        columns = _places(trained.learner.classes_, self.task.classes, trained.learner)
        if hasattr(trained.learner, "predict_proba"):
            probability = self._room("probability", len(self.task.classes))[rows]
            probability[:, columns] = _finite(trained.learner.predict_proba(trained.examples), trained)
        elif hasattr(trained.learner, "decision_function"):
            self._add_decision(trained, rows, columns)
        if self.probability is not None and getattr(trained.learner, "predicts_most_probable", False):
            self.predicted[rows] = columns[np.argmax(self.probability[rows][:, columns], axis=1)]
        else:
            labels = np.asarray(trained.learner.predict(trained.examples))
            self.predicted[rows] = _places(labels, self.task.classes, trained.learner)

    def predictions(self) -> Predictions:
        """All of it, when every split has been added."""
        task = self.task
        truth = task.y if task.codes is None else task.codes.astype(np.int32)
        assert truth is not None
        name, setting = describe(self.learner)
        return Predictions(
            task_name=task.name,
            learner=name,
            setting=setting,
            kind=task.kind,
            design=self.splits.design,
            splits=self.splits.fingerprint,
            split=self.split,
            row=self.row,
            truth=truth[self.row],
            predicted=self.predicted,
            train_sizes=self.splits.train_sizes,
            probability=self.probability,
            decision=self.decision,
            weight=None if task.weight is None else task.weight[self.row],
            group=None if task.group is None else _codes(task.group)[self.row],
            classes=task.classes,
            positive=task.positive,
        )

    def _add_decision(self, trained: Trained, rows: slice, columns: Integers) -> None:
        assert self.task.classes is not None
        values = np.asarray(trained.learner.decision_function(trained.examples))
        n_classes = len(self.task.classes)
        if n_classes == 2 and values.ndim == 1:
            self._room("decision", 0)[rows] = values
            return
        if values.ndim == 1:
            values = np.column_stack([-values, values])
        # One against one gives a column a pair of classes, which says nothing of a class by itself.
        by_pairs = getattr(trained.learner, "decision_function_shape", "ovr") == "ovo"
        if values.shape[1] == len(columns) and not by_pairs:
            of_absent = self._room("decision", n_classes)[rows]
            of_absent[:] = -np.inf
            of_absent[:, columns] = values

    def _room(self, name: str, n_columns: int) -> Array:
        if getattr(self, name) is None:
            shape = (len(self.row), n_columns) if n_columns else (len(self.row),)
            setattr(self, name, np.zeros(shape))
        room: Array = getattr(self, name)
        return room


def _codes(group: Array) -> Array:
    return np.unique(group, return_inverse=True)[1].astype(np.int32)


def _finite(predicted: Array, trained: Trained) -> Array:
    if not np.isfinite(predicted).all():
        rows = np.isfinite(np.asarray(predicted).reshape(len(predicted), -1)).all(axis=1)
        raise DataError(
            f"{type(trained.learner).__name__} predicts {np.asarray(predicted)[~rows][0]} for row "
            f"{trained.held_out[~rows][0]} (split {trained.split}); no measure can judge that"
        )
    return predicted


def _places(labels: Array, classes: Array, learner: Any) -> Integers:
    """The code of each label."""
    place = np.minimum(np.searchsorted(classes, labels), len(classes) - 1)
    strange = np.flatnonzero(classes[place] != labels)
    if len(strange):
        raise DataError(
            f"{type(learner).__name__} predicts {labels[strange].tolist()[0]!r}, which is none of the task's "
            f"classes {classes[:5].tolist()}; it must predict labels as they are in the task"
        )
    return place


def _varied(path: Sequence[Any]) -> list[str]:
    """The parameters that are not the same in all settings of a path."""
    all_given = [learner.get_params(deep=False) for learner in path]
    names = dict.fromkeys(name for given in all_given for name in given)
    return [name for name in names if len({repr(given.get(name)) for given in all_given}) > 1]


def _line(predictions: Predictions, learner: Any, varied: list[str], measure: Measure) -> dict[str, Any]:
    given = learner.get_params(deep=False)
    setting = {name: _plain(given[name]) for name in varied if name in given}
    estimate = predictions.estimate(measure)
    scores = {measure.name: estimate.value, "lower": estimate.lower, "upper": estimate.upper}
    return {"learner": predictions.learner, **setting, **scores}


def _optimism(measure: Measure, best: Predictions, n_settings: int) -> str:
    if n_settings == 1:
        return "one setting: nothing was chosen, so its score is as honest as the splits."
    return (
        f"{measure.name} {best.score(measure):.4g} is the best of {n_settings} settings on the rows that "
        "chose it, so it is optimistic; measure the choice itself on rows it has not seen."
    )


def _plain(value: Any) -> Any:
    """A value that JSON can say and give back; other things by their text."""
    value = value.item() if isinstance(value, np.generic) else value
    if callable(value) and hasattr(value, "__qualname__"):
        return f"{value.__module__}.{value.__qualname__}"
    return value if isinstance(value, bool | int | float | str | None) else " ".join(repr(value).split())
